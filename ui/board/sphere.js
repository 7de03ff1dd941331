// A ball that can be turned: the orthographic picture of the half that faces the reader.

import { animate, oncePerFrame, s } from "../core/dom.js";
import { canvas, drawFigure } from "./canvas.js";
import { groundOf } from "./flat.js";
import { apply, axisTurn, multiply, startTurn, towards } from "./rotation.js";
import { CellView, UNIT } from "./cell_view.js";

/** Pieces of an edge where a sphere has few cells and its edges are visibly bent. */
const SMOOTH_EDGES = 8;
/** A cell that is nearer to the rim than this depth is turned to the one after it, where it can be seen well. */
const HARDLY_SEEN = 0.35;
const WELL_SEEN = 0.6;
/** Letters fade out between these depths, where they would be squeezed to lines. */
const FADED = 0.06;
const CLEAR = 0.42;
/** Stones leave a little of their cell to be seen. */
const IN_CELL = 0.84;
/** Names of clip paths hold for the whole page. */
let balls = 0;

/**
 * @typedef {import("../types").Point} Point
 * @typedef {import("../types").Color} Color
 * @typedef {import("../types").SphereCell} SphereCell
 */

/**
 * @param {import("../types").SphereBoard} geometry
 * @param {{names?: boolean}} options `names` on the cells
 * @returns {import("../types").BoardView}
 */
export function sphereView(geometry, { names = true } = {}) {
  const { svg, layers } = canvas("sphere");
  // Cells about as large as on a flat board: a circle around the ball has 5 f cells.
  const radius = ((5 * geometry.size) / (2 * Math.PI)) * UNIT * 1.15;
  const pieces = Math.ceil(SMOOTH_EDGES / geometry.size);
  let turn = startTurn();
  /** Ends a turn that is under way. */
  let hold = () => {};
  /** @type {Set<string>} */
  let winning = new Set();
  /** @type {Map<string, Color>} */
  const far = new Map();

  layers.back.append(
    s("ellipse", { class: "ball-shadow", cx: 0, cy: 1.06 * radius, rx: 0.8 * radius, ry: 0.11 * radius }),
    s("circle", { class: "ball", r: radius }),
  );
  layers.shade.append(s("circle", { class: "ball-light", r: radius, fill: "url(#ball)" }));
  const cellViews = geometry.cells.map((cell) => {
    const cellView = new CellView({ ...cell, ground: groundOf(cell) }, layers);
    cellView.outline = smooth(cell.outline, pieces);
    return cellView;
  });
  const centers = geometry.cells.map((cell) => cell.at);
  const radii = geometry.cells.map(innerRadius);
  const smallest = Math.min(...radii);
  const scale = Math.min(1, Math.max(0.5, radius / (7 * UNIT)));
  cellViews.forEach((cellView, i) => {
    cellView.setSize(IN_CELL * radius * Math.min(radii[i], 1.12 * smallest), scale);
  });
  const letters = UNIT * Math.min(0.28, (0.05 * radius) / UNIT);
  if (names) cellViews.forEach((cellView) => cellView.setLabel(cellView.name, letters));
  const byName = new Map(cellViews.map((cellView) => [cellView.name, cellView]));
  const clip = `ball-${(balls += 1)}`;
  layers.back.append(s("clipPath", { id: clip }, s("circle", { r: radius })));
  layers.figure.setAttribute("clip-path", `url(#${clip})`);

  function draw() {
    for (const [i, cellView] of cellViews.entries()) {
      const [x, y, depth] = apply(turn, centers[i]);
      cellView.depth = depth;
      cellView.center = [radius * x, radius * y];
      if (depth < -0.25) {
        cellView.show(false);
        continue;
      }
      let isSeen = false;
      const points = cellView.outline.map((point) => {
        const [px, py, pz] = apply(turn, point);
        isSeen ||= pz > 0.001;
        // What lies beyond the rim ends at the rim.
        const stretch = (pz > 0 ? 1 : 1 / Math.hypot(px, py)) * radius;
        return `${(stretch * px).toFixed(1)},${(stretch * py).toFixed(1)}`;
      });
      cellView.show(isSeen);
      if (!isSeen) continue;
      const angle = (Math.atan2(y, x) * 180) / Math.PI;
      const squeeze = Math.max(depth, 0.02);
      cellView.place(
        points.join(" "),
        [radius * x, radius * y],
        `translate(${(radius * x).toFixed(1)} ${(radius * y).toFixed(1)}) ` +
          `rotate(${angle.toFixed(1)}) scale(${squeeze.toFixed(3)} 1) rotate(${(-angle).toFixed(1)})`,
      );
      cellView.top.setAttribute("opacity", depth < FADED ? "0" : "1");
      cellView.fade(Math.max(0, Math.min(1, (depth - FADED) / (CLEAR - FADED))));
    }
    drawFigure(layers.figure, near(), winning);
    drawFar();
  }

  /** A chain goes on a little beyond the rim, where it is cut off. */
  const near = () => cellViews.filter((cellView) => cellView.depth > -0.2);

  /** Antipodes on the far side, as seen through the ball. */
  function drawFar() {
    layers.front.replaceChildren();
    for (const [name, color] of far) {
      const cellView = byName.get(name);
      if (!cellView || cellView.depth > 0.06) continue;
      const [x, y] = cellView.center;
      layers.front.append(
        s("circle", { class: `far ${color}`, cx: x.toFixed(1), cy: y.toFixed(1), r: 0.6 * cellView.radius }),
      );
    }
  }

  // A pointer can move more often than a page is painted.
  const drawSoon = oncePerFrame(draw);
  const reach = 1.08 * radius;
  svg.setAttribute("viewBox", [-reach, -reach, 2 * reach, 2.12 * reach].map(Math.round).join(" "));
  draw();
  return {
    svg,
    cellViews,
    ratio: 2 / 2.12,
    figure(cells) {
      winning = cells;
      drawFigure(layers.figure, near(), winning);
    },
    drag(dx, dy) {
      const scale = svg.getBoundingClientRect().width / (2.16 * radius) || 1;
      const angle = Math.hypot(dx, dy) / (scale * radius);
      hold();
      turn = multiply(axisTurn([-dy, dx, 0], angle), turn);
      drawSoon();
    },
    reveal(names, { isAtOnce = false } = {}) {
      hold();
      const places = geometry.cells.filter(({ name }) => names.includes(name)).map(({ at }) => apply(turn, at));
      const nearest = places.sort((a, b) => b[2] - a[2])[0];
      if (!nearest || nearest[2] > HARDLY_SEEN) return;
      const start = turn;
      /** @param {number} part */
      const step = (part) => {
        turn = multiply(towards(nearest, WELL_SEEN, part), start);
        draw();
      };
      if (isAtOnce) step(1);
      else hold = animate(step);
    },
    setFar(marks) {
      far.clear();
      marks.forEach((color, name) => far.set(name, color));
      drawFar();
    },
  };
}

/** The outline with points along its edges. @param {Point[]} outline @param {number} pieces */
function smooth(outline, pieces) {
  return outline.flatMap((a, i) => {
    const b = outline[(i + 1) % outline.length];
    return Array.from({ length: pieces }, (_, k) => {
      const point = a.map((value, axis) => value + (k / pieces) * (b[axis] - value));
      const length = Math.hypot(...point);
      return point.map((value) => value / length);
    });
  });
}

/** From the center to the nearest edge, on the unit sphere. @param {SphereCell} cell */
function innerRadius(cell) {
  const distances = cell.outline.map((a, i) => {
    const b = cell.outline[(i + 1) % cell.outline.length];
    return Math.hypot(...a.map((value, axis) => (value + b[axis]) / 2 - cell.at[axis]));
  });
  return Math.min(...distances);
}
