// A board that lies flat, or a ball as two hemispheres.

import { s } from "../core/dom.js";
import { canvas, drawFigure } from "./canvas.js";
import { CellView, UNIT } from "./cell_view.js";

/**
 * @typedef {import("../types").Point} Point
 * @typedef {Pick<import("../types").Plane, "cells" | "labels"> & Partial<import("../types").Plane>} FlatPlane
 */

/** Around the board, in cells. */
const MARGIN = 0.35;

/**
 * @param {FlatPlane} geometry
 * @param {{turned?: boolean, names?: boolean}} options `turned` by 60 degrees: the acute corners of a rhombus then
 *   point up and down, which suits a phone; `names` on the cells
 * @returns {import("../types").BoardView}
 */
export function flatView(geometry, { turned = false, names = !hasCoordinates(geometry) } = {}) {
  const { svg, layers } = canvas("flat");
  const turn = turned ? turnBy(Math.PI / 3) : (/** @type {Point} */ point) => point;
  /** @param {Point} point */
  const at = (point) => turn(point).map((value) => UNIT * value);
  /** @param {Point[]} points */
  const text = (points) =>
    points
      .map((point) =>
        at(point)
          .map((value) => value.toFixed(1))
          .join(","),
      )
      .join(" ");
  const cells = geometry.cells.map((cell) => ({ ...cell, ground: groundOf(cell) }));

  const corners = cells.flatMap((cell) => cell.outline.map(at));
  const sides = geometry.edges ?? [];
  const lines = geometry.lines ?? [];
  const frame = s("path", {
    class: sides.length > 0 ? "frame thin" : "frame",
    d: cells.map((cell) => `M${text(cell.outline)}Z`).join(""),
  });
  for (const side of sides) {
    layers.back.append(
      s("polygon", { class: "side-rim", points: text(side.points) }),
      s("polygon", { class: `side ${side.color}`, points: text(side.points) }),
    );
    corners.push(...side.points.map(at));
  }
  layers.back.append(frame);
  if (lines.length > 0) layers.back.append(s("polygon", { class: "hole", points: text(ends(lines)) }));
  for (const line of lines) {
    const [[x1, y1], [x2, y2]] = line.map(at);
    layers.back.append(s("line", { class: "bridge", x1, y1, x2, y2 }));
  }
  // Small boards have large cells, but coordinates need not grow with them.
  const letters = UNIT * Math.min(0.4, 0.026 * (Math.max(...bounds(corners, 0).slice(2)) / UNIT));
  for (const label of geometry.labels) {
    const [x, y] = at(label.at);
    layers.labels.append(s("text", { x, y, class: "coordinate", "font-size": letters.toFixed(1) }, label.text));
    corners.push([x, y]);
  }

  const cellViews = cells.map((cell) => {
    const cellView = new CellView(cell, layers);
    const center = at(cell.center);
    cellView.setSize(cell.stone_radius * UNIT, Math.max(0.6, letters / (0.4 * UNIT)));
    cellView.place(text(cell.outline), center, `translate(${center.map((value) => value.toFixed(1)).join(" ")})`);
    if (names) cellView.setLabel(cell.name, 0.85 * letters);
    return cellView;
  });

  const box = bounds(corners, MARGIN * UNIT);
  svg.setAttribute("viewBox", box.join(" "));
  return {
    svg,
    cellViews,
    ratio: box[2] / box[3],
    figure: (winning) => drawFigure(layers.figure, cellViews, winning),
  };
}

/**
 * Whether the labels beside the board spell the cells, letter and number. Where they do not, cells carry their names.
 * @param {Pick<FlatPlane, "cells" | "labels">} plane
 */
export function hasCoordinates({ cells, labels }) {
  const words = new Set(labels.map((label) => label.text));
  return cells.every(({ name }) => {
    const [, letters, digits] = /^([a-z]+)(\d+)$/i.exec(name) ?? [];
    return words.has(letters) && words.has(digits);
  });
}

/** The ends of lines, in circular order: where they cross the board has a hole. @param {Point[][]} lines */
function ends(lines) {
  const unique = new Map(lines.flat().map((point) => [point.map((value) => value.toFixed(3)).join(), point]));
  const points = [...unique.values()];
  const [cx, cy] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return points.sort((a, b) => Math.atan2(a[1] - cy, a[0] - cx) - Math.atan2(b[1] - cy, b[0] - cx));
}

/** @param {number} angle */
function turnBy(angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return /** @param {Point} point */ ([x, y]) => [cos * x - sin * y, sin * x + cos * y];
}

/** @param {Point[]} points @param {number} margin */
function bounds(points, margin) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].map(Math.round);
}

/**
 * What the rules treat apart is a little darker.
 * @param {{ground: "corner" | "side" | null, repeated?: boolean}} cell
 * @returns {import("../types").DrawnCell["ground"]}
 */
export function groundOf({ ground, repeated }) {
  if (repeated) return "repeated";
  if (ground === "corner") return "corner";
  return ground === "side" ? "rim" : "inner";
}
