// The SVG around the cellViews: its layers from the ground up, the gradients of the stones and the winning figure.

import { s } from "../core/dom.js";
import { UNIT } from "./cell_view.js";

/**
 * The layers of a board, in the order in which they are painted.
 * @param {string} kind
 * @returns {{svg: SVGSVGElement, layers: import("../types").Layers}}
 */
export function canvas(kind) {
  /** @param {string} name */
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

/** Gradients are used by name; each board brings its own, and equal names mean equal colors. */
function defs() {
  /** @param {string} color */
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
 * @param {import("./cell_view.js").CellView[]} cellViews that are shown
 * @param {Set<string>} winning
 */
export function drawFigure(layer, cellViews, winning) {
  layer.replaceChildren();
  if (winning.size === 0) return;
  const shown = cellViews.filter((cellView) => winning.has(cellView.name));
  const reach = 2.2 * UNIT;
  /** @typedef {import("./cell_view.js").CellView} CellView */
  /** @param {CellView} a @param {CellView} b */
  const distance = (a, b) => Math.hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]);
  /** @param {CellView} a @param {CellView} b */
  const touch = (a, b) => a.cell.neighbors.includes(b.name) && distance(a, b) < reach;
  // Cells may touch across a bridge, which is no ground.
  /** @param {CellView} a @param {CellView} b */
  const beside = (a, b) => touch(a, b) && distance(a, b) < 1.6 * UNIT;
  shown.forEach((cellView, i) => {
    const linked = shown.slice(0, i).filter((earlier) => touch(cellView, earlier));
    linked.forEach((second, j) => {
      const [x1, y1] = cellView.center;
      const [x2, y2] = second.center;
      layer.append(s("line", { x1, y1, x2, y2 }));
      // Three stones that touch each other make one piece, without a hole in the middle.
      for (const third of linked.slice(0, j).filter((earlier) => beside(second, earlier) && beside(cellView, earlier) && beside(cellView, second))) {
        layer.append(s("polygon", { points: `${cellView.center} ${second.center} ${third.center}` }));
      }
    });
    if (cellView.visible)
      layer.append(s("circle", { r: cellView.radius + 0.09 * UNIT, transform: cellView.top.getAttribute("transform") }));
  });
}
