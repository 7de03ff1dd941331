// The SVG around the spots: its layers from the ground up, the gradients of the stones and the winning figure.

import { s } from "../dom.js";
import { UNIT } from "./spot.js";

/** The layers of a board, in the order in which they are painted. */
export function canvas(kind) {
  const layer = (name) => s("g", { class: name });
  const layers = {
    back: layer("back"),
    cells: layer("cells"),
    heat: layer("heats"),
    labels: layer("labels"),
    shade: layer("shade"),
    figure: layer("figure"),
    tops: layer("tops"),
    front: layer("front"),
  };
  const svg = s(
    "svg",
    { class: `board ${kind}`, role: "group", preserveAspectRatio: "xMidYMid meet" },
    defs(),
    ...Object.values(layers),
  );
  return { svg, layers };
}

/** Gradients are used by name; each board brings its own, and equal names mean equal colours. */
function defs() {
  const stone = (color) =>
    s(
      "radialGradient",
      { id: `stone-${color}`, cx: 0.36, cy: 0.3, r: 0.78 },
      s("stop", { offset: 0, class: `${color}-light` }),
      s("stop", { offset: 1, class: `${color}-shade` }),
    );
  const hatch = s(
    "pattern",
    { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("line", { x1: 0, y1: 0, x2: 0, y2: 6, class: "hatch" }),
  );
  const shade = s(
    "radialGradient",
    { id: "ball", cx: 0.36, cy: 0.3, r: 0.78 },
    s("stop", { offset: 0, class: "ball-light" }),
    s("stop", { offset: 0.5, class: "ball-middle" }),
    s("stop", { offset: 0.5, class: "ball-clear" }),
    s("stop", { offset: 1, class: "ball-shade" }),
  );
  return s("defs", {}, stone("black"), stone("white"), hatch, shade);
}

/**
 * A glow behind the winning stones and all links between them.
 * @param {Element} layer
 * @param {import("./spot.js").Spot[]} spots that are shown
 * @param {Set<string>} winning
 */
export function drawFigure(layer, spots, winning) {
  layer.replaceChildren();
  if (winning.size === 0) return;
  const shown = spots.filter((spot) => winning.has(spot.name));
  const reach = 2.2 * UNIT;
  const near = (a, b) => Math.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]) < reach;
  const touch = (a, b) => a.cell.neighbors.includes(b.name) && near(a, b);
  shown.forEach((spot, i) => {
    const linked = shown.slice(0, i).filter((earlier) => touch(spot, earlier));
    linked.forEach((second, j) => {
      const [x1, y1] = spot.center;
      const [x2, y2] = second.center;
      layer.append(s("line", { x1, y1, x2, y2 }));
      // Three stones that touch each other make one piece, without a hole in the middle.
      for (const third of linked.slice(0, j).filter((earlier) => touch(second, earlier))) {
        layer.append(s("polygon", { points: `${spot.center} ${second.center} ${third.center}` }));
      }
    });
    if (spot.visible)
      layer.append(s("circle", { r: spot.radius + 0.09 * UNIT, transform: spot.top.getAttribute("transform") }));
  });
}
