// The game as one moving picture: an SVG in which every stone appears at its time, without any script.

import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { s } from "../core/dom.js";
import { positions, settled } from "../game/current.js";
import { lineThrough } from "../game/tree.js";
import { inGame } from "../core/store.js";
import { download } from "./save.js";

/** Seconds a move, and before it starts again. */
const STEP = 0.7;
const PAUSE = 4;

/** A color of the page, as theme and stones have it. @param {string} name */
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export async function saveFilm() {
  await settled();
  try {
    const { board, storedGame, nodes, current } = inGame();
    const plane = board.shape === "flat" ? board : board.hemispheres;
    const line = lineThrough(nodes, current);
    const steps = [];
    for (const { id } of line) {
      const position = positions.get(id) ?? (await client.position(storedGame.id, id));
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
export function film({ cells, edges, labels, view_box: box }, steps) {
  /** @param {import("../types").Point[]} points */
  const text = (points) => points.map((point) => point.map((value) => value.toFixed(3)).join(",")).join(" ");
  const [x, y, width, height] = box;
  const svg = s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: box.join(" "), width: 20 * width, height: 20 * height });
  const ground = s("rect", { x, y, width, height, fill: color("page") });
  // All stones follow this one clock, which starts again and again.
  ground.append(s("animate", { id: "clock", attributeName: "opacity", values: "1;1", begin: "0s;clock.end", dur: `${lasts(steps)}s` }));
  svg.append(ground);
  const line = { stroke: color("cell-line"), "stroke-width": 0.04 };
  for (const edge of edges ?? []) svg.append(s("polygon", { points: text(edge.points), fill: color(`side-${edge.color}`), ...line }));
  for (const cell of cells) svg.append(s("polygon", { points: text(cell.outline), fill: color("cell"), ...line }));
  for (const { at, text: words } of labels)
    svg.append(s("text", { x: at[0], y: at[1], fill: color("label"), "font-size": 0.4, "font-family": "sans-serif", "text-anchor": "middle", "dominant-baseline": "central" }, words));
  for (const cell of cells) svg.append(...stonesOn(cell, steps));
  return svg;
}

/** @param {import("../types").Stones[]} steps */
const lasts = (steps) => STEP * steps.length + PAUSE;

/** The stones that lie on a cell one after the other: a swap may change what lies there. @param {import("../types").FlatCell} cell @param {import("../types").Stones[]} steps */
function stonesOn({ name, center: [cx, cy], stone_radius: r }, steps) {
  const found = [];
  for (const whose of /** @type {import("../types").Color[]} */ (["black", "white"])) {
    const isThere = steps.map((stones) => stones[name] === whose);
    if (!isThere.includes(true)) continue;
    const fill = color(whose === "black" ? "black-shade" : "white-light");
    const stone = s("circle", { cx, cy, r, fill, stroke: color(`${whose}-rim`), "stroke-width": 0.03, visibility: isThere[0] ? "visible" : "hidden" });
    isThere.forEach((now, i) => {
      if (i === 0 || now === isThere[i - 1]) return;
      const [begin, dur] = [STEP * i, lasts(steps) - STEP * i].map((seconds) => seconds.toFixed(2));
      stone.append(s("set", { attributeName: "visibility", to: now ? "visible" : "hidden", begin: `clock.begin+${begin}s`, dur: `${dur}s` }));
    });
    found.push(stone);
  }
  return found;
}
