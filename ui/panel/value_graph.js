// The course of a game as a curve: chances after each move; a click goes there.

import { h, s, setAttribute } from "../core/dom.js";
import { seen, short } from "../core/format.js";

const WIDTH = 360;
const HEIGHT = 120;

/**
 * @typedef {import("../types").TreeNode} TreeNode
 * @typedef {import("../types").Color} Color
 */

/** @param {(id: number) => void} go */
export function valueGraph(go) {
  const area = s("path", { class: "area" });
  const curve = s("path", { class: "curve" });
  const half = s("line", { class: "half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
  const dots = s("g", { class: "dots" });
  const cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT });
  const pointer = s("line", { class: "pointer", y1: 0, y2: HEIGHT, visibility: "hidden" });
  const svg = s(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "Win rate after each move",
    },
    area,
    half,
    curve,
    pointer,
    cursor,
    dots,
  );
  const tip = h("output", { class: "graph-tip" });
  /** @type {TreeNode[]} */
  let line = [];
  /** @type {Color} */
  let color = "black";

  /** @param {number} ply */
  const x = (ply) => (line.length > 1 ? (ply * WIDTH) / (line.length - 1) : 0);
  /** @param {number} value */
  const y = (value) => HEIGHT * (1 - seen(value, color));
  /** @param {TreeNode} node @param {number} i */
  const valueOf = (node, i) => node.review?.after ?? node.value ?? line[i + 1]?.review?.before ?? null;
  /** @param {MouseEvent} event */
  const plyAt = (event) => {
    const box = svg.getBoundingClientRect();
    return Math.max(
      0,
      Math.min(line.length - 1, Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))),
    );
  };

  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => line.length > 0 && go(line[plyAt(event)].id));
  svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (line.length < 2) return;
    const ply = plyAt(event);
    for (const end of ["x1", "x2"]) setAttribute(pointer, end, x(ply));
    pointer.setAttribute("visibility", "visible");
    const value = valueOf(line[ply], ply);
    const { move } = line[ply];
    tip.textContent = `${ply}${move ? `. ${move}` : ""}${value === null ? "" : `  ${short(seen(value, color))} %`}`;
  });
  svg.addEventListener("pointerleave", () => {
    pointer.setAttribute("visibility", "hidden");
    tip.textContent = "";
  });

  /**
   * @param {TreeNode[]} nodes
   * @param {number} current
   * @param {Color} viewer
   * @param {(TreeNode & {review: import("../types").Review})[]} bad moves to mark
   */
  function draw(nodes, current, viewer, bad) {
    line = nodes;
    color = viewer;
    const known = line.flatMap((node, ply) => {
      const value = valueOf(node, ply);
      return value === null ? [] : [{ ply, value }];
    });
    const points = known.map(({ ply, value }) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
    const [first, last] = [known[0], known.at(-1)];
    curve.setAttribute("d", points.length > 1 ? `M${points.join("L")}` : "");
    area.setAttribute(
      "d",
      last && points.length > 1
        ? `M${x(first.ply).toFixed(1)} ${HEIGHT}L${points.join("L")}L${x(last.ply).toFixed(1)} ${HEIGHT}Z`
        : "",
    );
    const at = line.findIndex((node) => node.id === current);
    for (const end of ["x1", "x2"]) setAttribute(cursor, end, x(at));
    dots.replaceChildren(
      ...bad.map((node) => {
        const ply = line.findIndex(({ id }) => id === node.id);
        return s("ellipse", {
          class: `dot ${node.color}`,
          cx: x(ply).toFixed(1),
          cy: y(node.review.after).toFixed(1),
          rx: 3.5,
          ry: 3.5,
        });
      }),
    );
    return known.length;
  }
  return { element: h("div", { class: "graph-box" }, svg, tip), draw };
}
