// A board that lies flat: Havannah, Hex, Y, *Star, and the two hemispheres of Renkula!.

import { s } from "../dom.js";
import { canvas, drawFigure } from "./canvas.js";
import { Spot, UNIT } from "./spot.js";

/** Around the board, in cells. */
const MARGIN = 0.35;

/**
 * @param {any} geometry as `GET /api/boards` answers, or a panel of a sphere
 * @param {{turned?: boolean, names?: boolean}} options `turned` by 60 degrees: the acute corners of a Hex board then
 *   point up and down, which suits a phone
 */
export function flatView(geometry, { turned = false, names = false } = {}) {
  const { svg, layers } = canvas("flat");
  const turn = turned ? turnBy(Math.PI / 3) : ([x, y]) => [x, y];
  const at = (point) => turn(point).map((value) => UNIT * value);
  const text = (points) =>
    points
      .map((point) =>
        at(point)
          .map((value) => value.toFixed(1))
          .join(","),
      )
      .join(" ");
  const cells = geometry.cells.map((cell) => ({ neighbors: [], ...cell, ground: groundOf(cell, geometry) }));

  const corners = cells.flatMap((cell) => cell.outline.map(at));
  const sides = (geometry.edges ?? []).filter((edge) => edge.color);
  const frame = s("path", {
    class: sides.length > 0 ? "frame thin" : "frame",
    d: cells.map((cell) => `M${text(cell.outline)}Z`).join(""),
  });
  for (const side of sides) {
    layers.back.append(s("polygon", { class: `side ${side.color}`, points: text(side.points) }));
    corners.push(...side.points.map(at));
  }
  layers.back.append(frame);
  if (geometry.lines?.length > 0)
    layers.back.append(s("polygon", { class: "hole", points: text(ends(geometry.lines)) }));
  for (const line of geometry.lines ?? []) {
    const [[x1, y1], [x2, y2]] = line.map(at);
    layers.back.append(s("line", { class: "bridge", x1, y1, x2, y2 }));
  }
  // Small boards have large cells, but coordinates need not grow with them.
  const letters = UNIT * Math.min(0.4, 0.026 * (bounds(corners, 0)[2] / UNIT));
  for (const label of geometry.labels ?? []) {
    const [x, y] = at(label.at);
    layers.labels.append(s("text", { x, y, class: "coordinate", "font-size": letters.toFixed(1) }, label.text));
    corners.push([x, y]);
  }

  const spots = cells.map((cell) => {
    const spot = new Spot(cell, layers);
    const center = at(cell.center);
    spot.setSize((cell.stone_radius ?? 0.43) * UNIT, Math.max(0.6, letters / (0.4 * UNIT)));
    spot.place(text(cell.outline), center, `translate(${center.map((value) => value.toFixed(1)).join(" ")})`);
    if (names) spot.setLabel(cell.name, 0.75 * letters);
    return spot;
  });

  const box = bounds(corners, MARGIN * UNIT);
  svg.setAttribute("viewBox", box.join(" "));
  return {
    svg,
    spots,
    ratio: box[2] / box[3],
    figure: (winning) => drawFigure(layers.figure, spots, winning),
  };
}

/** The ends of lines, in circular order: where they cross the board has a hole. */
function ends(lines) {
  const unique = new Map(lines.flat().map((point) => [point.map((value) => value.toFixed(3)).join(), point]));
  const points = [...unique.values()];
  const [cx, cy] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return points.sort((a, b) => Math.atan2(a[1] - cy, a[0] - cx) - Math.atan2(b[1] - cy, b[0] - cx));
}

function turnBy(angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => [cos * x - sin * y, sin * x + cos * y];
}

function bounds(points, margin) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].map(Math.round);
}

/** What the rules treat apart is a little darker: it has fewer neighbours. Hex has its sides in colour instead. */
export function groundOf(cell, geometry) {
  if (cell.repeated) return "repeated";
  if ("ground" in cell) return { side: "rim", corner: "corner" }[cell.ground] ?? "inner";
  const degree = cell.neighbors?.length ?? 6;
  if (geometry.shape === "sphere") return degree === 5 ? "rim" : "inner";
  if ((geometry.edges ?? []).some((edge) => edge.color)) return "inner";
  if (degree <= 3) return "corner";
  return degree === 4 ? "rim" : "inner";
}
