// The course of a game as a curve: chances after each move; a click goes there.

import { h, s } from "../dom.js";
import { seen } from "../value.js";

const WIDTH = 360;
const HEIGHT = 120;

/** @param {(id: number) => void} go */
export function graph(go) {
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
  let line = [];
  let color = "black";

  const x = (ply) => (line.length > 1 ? (ply * WIDTH) / (line.length - 1) : 0);
  const y = (value) => HEIGHT * (1 - seen(value, color));
  const valueOf = (node, i) => node.review?.after ?? node.value ?? line[i + 1]?.review?.before ?? null;
  const plyAt = (event) => {
    const box = svg.getBoundingClientRect();
    return Math.max(
      0,
      Math.min(line.length - 1, Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))),
    );
  };

  svg.addEventListener("click", (event) => line.length > 0 && go(line[plyAt(event)].id));
  svg.addEventListener("pointermove", (event) => {
    if (line.length < 2) return;
    const ply = plyAt(event);
    pointer.setAttribute("x1", x(ply));
    pointer.setAttribute("x2", x(ply));
    pointer.setAttribute("visibility", "visible");
    const value = valueOf(line[ply], ply);
    tip.textContent = `${ply}${line[ply].move ? `. ${line[ply].move}` : ""}${value === null ? "" : `  ${(100 * seen(value, color)).toFixed(0)} %`}`;
  });
  svg.addEventListener("pointerleave", () => {
    pointer.setAttribute("visibility", "hidden");
    tip.textContent = "";
  });

  function draw(nodes, current, viewer, bad) {
    line = nodes;
    color = viewer;
    const known = line.map((node, i) => [i, valueOf(node, i)]).filter(([, value]) => value !== null);
    const points = known.map(([i, value]) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
    curve.setAttribute("d", points.length > 1 ? `M${points.join("L")}` : "");
    area.setAttribute(
      "d",
      points.length > 1
        ? `M${x(known[0][0]).toFixed(1)} ${HEIGHT}L${points.join("L")}L${x(known.at(-1)[0]).toFixed(1)} ${HEIGHT}Z`
        : "",
    );
    const at = line.findIndex((node) => node.id === current);
    cursor.setAttribute("x1", x(at));
    cursor.setAttribute("x2", x(at));
    dots.replaceChildren(
      ...bad.map((node) => {
        const ply = line.indexOf(node);
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
