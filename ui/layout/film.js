// The game as one moving picture: an SVG in which every stone appears at its time, without any script.

import { get, report } from "../core/server.js";
import { s } from "../core/dom.js";
import { positions, settled } from "../game/current.js";
import { lineThrough } from "../game/tree.js";
import { inGame } from "../core/store.js";
import { download } from "./save.js";

/** Seconds a move. */
const STEP = 0.7;
const COLORS = { ground: "#efe4cd", line: "#a8916a", black: "#1d1d20", white: "#ffffff" };
const SIDES = { black: "#2b2b2e", white: "#ffffff" };

export async function saveFilm() {
  await settled();
  try {
    const { board, storedGame, nodes, current } = inGame();
    const plane = board.shape === "flat" ? board : board.hemispheres;
    const line = lineThrough(nodes, current);
    const steps = [];
    for (const { id } of line) {
      const position = positions.get(id) ?? (await get(`/games/${storedGame.id}/positions/${id}`));
      positions.set(id, position);
      steps.push(position.stones);
    }
    const text = new XMLSerializer().serializeToString(film(plane, steps));
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    download(address, "moves.svg");
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  } catch (error) {
    report(error);
  }
}

/**
 * @param {import("../types").Plane} plane
 * @param {import("../types").Stones[]} steps what lies on the board after each move
 */
export function film({ cells, edges, view_box: box }, steps) {
  /** @param {import("../types").Point[]} points */
  const text = (points) => points.map((point) => point.map((value) => value.toFixed(3)).join(",")).join(" ");
  const svg = s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: box.join(" "), width: 20 * box[2], height: 20 * box[3] });
  for (const edge of edges ?? [])
    svg.append(s("polygon", { points: text(edge.points), fill: SIDES[edge.color], stroke: COLORS.line, "stroke-width": 0.04 }));
  for (const cell of cells)
    svg.append(s("polygon", { points: text(cell.outline), fill: COLORS.ground, stroke: COLORS.line, "stroke-width": 0.04 }));
  for (const cell of cells) svg.append(...stonesOn(cell, steps));
  return svg;
}

/** The stones that lie on a cell one after the other: a swap may change what lies there. @param {import("../types").FlatCell} cell @param {import("../types").Stones[]} steps */
function stonesOn({ name, center: [cx, cy], stone_radius: r }, steps) {
  const found = [];
  for (const color of /** @type {import("../types").Color[]} */ (["black", "white"])) {
    const isThere = steps.map((stones) => stones[name] === color);
    if (!isThere.includes(true)) continue;
    const stone = s("circle", { cx, cy, r, fill: COLORS[color], stroke: COLORS.black, "stroke-width": 0.03, visibility: isThere[0] ? "visible" : "hidden" });
    isThere.forEach((now, i) => {
      if (i > 0 && now !== isThere[i - 1])
        stone.append(s("set", { attributeName: "visibility", to: now ? "visible" : "hidden", begin: `${(STEP * i).toFixed(2)}s`, fill: "freeze" }));
    });
    found.push(stone);
  }
  return found;
}
