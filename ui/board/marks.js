// What overlays mark on a cell: small shapes that differ in form as well as in colour, around the middle [0, 0].

import { s } from "../dom.js";

/** By the first word of a mark's kind; `r` is the radius of a stone. */
const SHAPES = {
  link: (r) => s("path", { d: `M0,${-0.5 * r}L${0.5 * r},0L0,${0.5 * r}L${-0.5 * r},0Z` }),
  must: (r) => s("circle", { r: 0.86 * r }),
  dead: (r) => s("path", { d: cross(0.4 * r) }),
  captured: (r) => s("circle", { r: 0.45 * r }),
  inferior: (r) => s("path", { d: `M${-0.34 * r},0H${0.34 * r}` }),
};

const cross = (a) => `M${-a},${-a}L${a},${a}M${-a},${a}L${a},${-a}`;

/** The shape of a mark of this kind; null for a kind that has none. */
export function shapeOf(kind, radius) {
  const shape = SHAPES[kind.split(" ")[0]]?.(radius);
  shape?.setAttribute("class", `mark ${kind}`);
  return shape ?? null;
}
