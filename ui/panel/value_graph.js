// The course of a game as a curve: the win rate after each move, with axes; a click goes there.

import { h, s } from "../core/dom.js";
import { seen, short } from "../core/format.js";
import { t } from "../core/text.js";

const HEIGHT = 140;
/** Room for the axes and for the dots at the ends. */
const LEFT = 30;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 20;
/** Pixels that a number on the axis of moves needs. */
const TICK = 34;

/**
 * @typedef {import("../types").TreeNode} TreeNode
 * @typedef {import("../types").Color} Color
 */

/** @param {(id: number) => void} go */
export function valueGraph(go) {
  const area = s("path", { class: "area" });
  const curve = s("path", { class: "curve" });
  const axes = s("g", { class: "axes" });
  const dots = s("g", { class: "dots" });
  const cursor = s("path", { class: "cursor" });
  const pointer = s("path", { class: "pointer" });
  const svg = s("svg", { class: "graph", role: "img", "aria-label": t("review.graph") }, axes, area, curve, pointer, cursor, dots);
  const tip = h("output", { class: "graph-tip" });
  const element = h("div", { class: "graph-box" }, svg, tip);
  /** @type {TreeNode[]} */
  let line = [];
  /** @type {Color} */
  let color = "black";
  let width = 360;
  let redraw = () => {};

  /** @param {number} ply */
  const x = (ply) => LEFT + (line.length > 1 ? (ply * (width - LEFT - RIGHT)) / (line.length - 1) : 0);
  /** @param {number} value */
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - seen(value, color));
  /** @param {number} ply */
  const upright = (ply) => `M${x(ply).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}`;
  /** @param {TreeNode} node @param {number} i */
  const valueOf = (node, i) => node.review?.after ?? node.value ?? line[i + 1]?.review?.before ?? null;
  /** @param {MouseEvent} event */
  const plyAt = (event) => {
    const at = event.clientX - svg.getBoundingClientRect().left - LEFT;
    const ply = Math.round((at / (width - LEFT - RIGHT)) * (line.length - 1));
    return Math.max(0, Math.min(line.length - 1, ply));
  };

  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => line.length > 0 && go(line[plyAt(event)].id));
  svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (line.length < 2) return;
    const ply = plyAt(event);
    pointer.setAttribute("d", upright(ply));
    const value = valueOf(line[ply], ply);
    const { move } = line[ply];
    tip.textContent = `${ply}${move ? `. ${move}` : ""}${value === null ? "" : `  ${short(seen(value, color))} %`}`;
  });
  svg.addEventListener("pointerleave", () => {
    pointer.setAttribute("d", "");
    tip.textContent = "";
  });
  new ResizeObserver(() => {
    if (svg.clientWidth === 0 || svg.clientWidth === width) return;
    width = svg.clientWidth;
    redraw();
  }).observe(element);

  function drawAxes() {
    const plies = Math.max(1, line.length - 1);
    const step = [1, 2, 5, 10, 20, 50, 100].find((one) => (one * (width - LEFT - RIGHT)) / plies >= TICK) ?? 200;
    const moves = line.length > 1 ? Array.from({ length: Math.floor(plies / step) + 1 }, (_, i) => i * step) : [];
    axes.replaceChildren(
      ...[0, 50, 100].flatMap((percent) => {
        const at = y(color === "black" ? percent / 100 : 1 - percent / 100);
        return [
          s("path", { class: percent === 50 ? "half" : "edge", d: `M${LEFT} ${at}H${width - RIGHT}` }),
          s("text", { x: LEFT - 5, y: at, class: "share" }, String(percent)),
        ];
      }),
      ...moves.map((ply) => s("text", { x: x(ply), y: HEIGHT - 6, class: "ply" }, String(ply))),
    );
  }

  /**
   * @param {TreeNode[]} nodes
   * @param {number} current
   * @param {Color} viewer
   * @param {(TreeNode & {review: import("../types").Review})[]} bad moves to mark
   */
  function draw(nodes, current, viewer, bad) {
    redraw = () => draw(nodes, current, viewer, bad);
    line = nodes;
    color = viewer;
    svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    drawAxes();
    const known = line.flatMap((node, ply) => {
      const value = valueOf(node, ply);
      return value === null ? [] : [{ ply, value }];
    });
    const points = known.map(({ ply, value }) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
    const [first, last] = [known[0], known.at(-1)];
    const isCurve = last && points.length > 1;
    const ground = HEIGHT - BOTTOM;
    curve.setAttribute("d", isCurve ? `M${points.join("L")}` : "");
    area.setAttribute("d", isCurve ? `M${x(first.ply).toFixed(1)} ${ground}L${points.join("L")}L${x(last.ply).toFixed(1)} ${ground}Z` : "");
    const at = line.findIndex((node) => node.id === current);
    cursor.setAttribute("d", at < 0 ? "" : upright(at));
    dots.replaceChildren(
      ...bad.map((node) => {
        const ply = line.findIndex(({ id }) => id === node.id);
        return s("circle", { class: `dot ${node.color}`, cx: x(ply).toFixed(1), cy: y(node.review.after).toFixed(1), r: node.review.turning_point ? 5.5 : 4 });
      }),
    );
    return known.length;
  }
  return { element, draw };
}
