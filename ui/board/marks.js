// What overlays mark on a cell: small shapes that differ in form as well as in color, around the middle [0, 0].

import { s } from "../core/dom.js";

/** By the first word of a mark's kind; `r` is the radius of a stone. @type {Record<string, (r: number) => SVGElement>} */
const SHAPES = {
  link: (r) => s("path", { d: `M0,${-0.5 * r}L${0.5 * r},0L0,${0.5 * r}L${-0.5 * r},0Z` }),
  frame: (r) => s("rect", { x: -0.32 * r, y: -0.32 * r, width: 0.64 * r, height: 0.64 * r }),
  place: (r) => s("path", { d: plus(0.62 * r, 0.2 * r) }),
  must: (r) => s("circle", { r: 0.86 * r }),
  dead: (r) => s("path", { d: cross(0.4 * r) }),
  captured: (r) => s("circle", { r: 0.45 * r }),
  inferior: (r) => s("path", { d: `M${-0.34 * r},0H${0.34 * r}` }),
};

/** @param {number} a */
const cross = (a) => `M${-a},${-a}L${a},${a}M${-a},${a}L${a},${-a}`;

/** The outline of a plus with arms of this length and half width. @param {number} a @param {number} b */
const plus = (a, b) => `M${-b},${-a}H${b}V${-b}H${a}V${b}H${b}V${a}H${-b}V${b}H${-a}V${-b}H${-b}Z`;

/** The shape of a mark of this kind; null for a kind that has none. @param {string} kind @param {number} radius */
export function shapeOf(kind, radius) {
  const shape = SHAPES[kind.split(" ")[0]]?.(radius);
  shape?.setAttribute("class", `mark ${kind}`);
  return shape ?? null;
}
