// Overlays: what is proved of the position on the board, switched on in the panel of the analysis. An overlay is one
// entry of OVERLAYS: the method that the game has to support, where its answer comes from, and what it marks and says.

import { supports } from "../core/catalog.js";
import { get, isAbort, report, statusOf } from "../core/server.js";
import { inGame, on, set, state } from "../core/store.js";
import { other, title } from "../core/format.js";

/**
 * @typedef {import("../types").Color} Color
 * @typedef {import("../types").Mark} Mark
 * @typedef {import("../types").Connections} Connections
 * @typedef {import("../types").Frames} Frames
 * @typedef {import("../types").ColorFrames} ColorFrames
 * @typedef {{id: string, text: string, title: string, method: string, path: (id: string, node: number) => string,
 *            marks: (found: any) => Mark[], words: (found: any) => string}} Overlay
 */

/** @type {Color[]} */
const COLORS = ["black", "white"];
/** Answers that are kept; a node's never changes. */
const KEPT = 200;

/** @param {string} id @param {number} node */
const proved = (id, node) => `/games/${id}/connections?node=${node}`;

/** @type {Overlay[]} */
export const OVERLAYS = [
  {
    id: "connections",
    text: "Connections",
    title: "Cells of connections that cannot be cut, whoever moves first",
    method: "connections",
    path: proved,
    marks: (/** @type {Connections} */ found) => COLORS.flatMap((color) => linkMarks(found[color], color)),
    words: connectionWords,
  },
  {
    id: "must-play",
    text: "Must-play",
    title: "Where the player to move can still stop the opponent",
    method: "inferior-cells",
    path: proved,
    marks: (/** @type {Connections} */ { must_play: cells, to_move: color }) =>
      marks(cells ?? [], "must", `${title(color)} must play here`),
    words: mustPlayWords,
  },
  {
    id: "dead",
    text: "Dead and inferior cells",
    title: "Cells that are settled, and moves that need not be tried",
    method: "inferior-cells",
    path: proved,
    marks: (/** @type {Connections} */ found) => [
      ...marks(found.dead, "dead", "dead"),
      ...COLORS.flatMap((color) => marks(found[color].captured, `captured ${color}`, `captured by ${title(color)}`)),
      ...found.inferior.flatMap(({ cell, reason, by }) => marks([cell], "inferior", `${reason}, ${by} is better`)),
    ],
    words: (/** @type {Connections} */ found) => {
      const captured = COLORS.reduce((sum, color) => sum + found[color].captured.length, 0);
      return `${found.dead.length} dead (×), ${captured} captured (small stones), ${found.inferior.length} inferior (–).`;
    },
  },
  {
    id: "frames",
    text: "Frames",
    title: "The fastest winning frame of each player: the stones to place, and the cells that hold it together",
    method: "frames",
    path: (id, node) => `/games/${id}/frames?node=${node}`,
    marks: (/** @type {Frames} */ found) => COLORS.flatMap((color) => frameMarks(found[color], color)),
    words: frameWords,
  },
];

/** @param {string[]} cells @param {string} kind @param {string} words @returns {Mark[]} */
const marks = (cells, kind, words) => cells.map((cell) => ({ cell, kind, words }));

/** @param {import("../types").ColorConnections} found @param {Color} color */
function linkMarks({ winning, connections }, color) {
  const won = marks(winning ?? [], `link won ${color}`, `in ${title(color)}'s winning connection`);
  const isWon = new Set(winning ?? []);
  const cells = new Set(connections.flatMap((link) => link.carrier).filter((cell) => !isWon.has(cell)));
  return [...won, ...marks([...cells], `link ${color}`, `in a connection of ${title(color)}`)];
}

/** @param {Connections} found */
function connectionWords(found) {
  const winner = COLORS.find((color) => found[color].winning);
  if (winner) return `${title(winner)} wins, whoever moves: all its sides are connected.`;
  const key = found[found.to_move].key;
  if (key) return `${title(found.to_move)} to move wins with ${key}.`;
  const [black, white] = COLORS.map((color) => found[color].connections.length);
  return `Between chains and sides: ${black} of Black, ${white} of White.`;
}

/** @param {Connections} found */
function mustPlayWords({ must_play: cells, to_move: color }) {
  if (cells === null) return `Nothing has to be stopped: ${title(color)} may play anywhere.`;
  if (cells.length === 0) return `No move of ${title(color)} stops ${title(other(color))}.`;
  return `${title(color)} must play on one of the ringed cells (${cells.length}).`;
}

/** @param {ColorFrames | null} frames */
const fastest = (frames) => frames?.fastest && frames[frames.fastest];

/** @param {ColorFrames | null} frames @param {Color} color */
function frameMarks(frames, color) {
  const frame = fastest(frames);
  if (!frame) return [];
  const whose = `${title(color)}'s ${frames?.fastest}`;
  return [
    ...marks(frame.place, `place ${color}`, `to be placed for ${whose}`),
    ...marks(frame.carrier, `frame ${color}`, `holds ${whose} together`),
  ];
}

/** @param {Frames} frames */
function frameWords({ winner, ahead, ...found }) {
  if (!found.black) return winner ? `${title(winner)} has won.` : "The game is over.";
  const each = COLORS.map((color) => {
    const frame = fastest(found[color]);
    if (!frame) return `${title(color)} can get no figure any more.`;
    const name = found[color]?.fastest;
    const figure = name === "double" ? "double threat" : name;
    const chain = frame.w > 0 ? `, then ${frame.w} more to the chain` : "";
    return `${title(color)}: ${figure}, ${frame.place.length || "no"} to place (+)${chain}.`;
  });
  if (winner) return `${title(winner)} wins: its frame stands. ${each.join(" ")}`;
  return `${ahead ? `${title(ahead)} is ahead. ` : ""}${each.join(" ")}`;
}

/** The overlays that are switched on and know the game. */
export function overlaysOn() {
  return OVERLAYS.filter(({ id, method }) => state.settings.overlays.includes(id) && supports(method));
}

/** What an overlay knows of the node on the board; undefined until it came, null where it failed. @param {Overlay} overlay */
export const foundBy = (overlay) => state.found.get(overlay.path(inGame().storedGame.id, state.current));

let asked = "";

/** Asks for what the overlays need as the reader goes from node to node. */
export function watchOverlays() {
  /** @type {AbortController | null} */
  let control = null;
  on("current position storedGame settings online about", () => {
    const { storedGame, current, position, online } = state;
    if (!storedGame || !online || position?.pending) return;
    const paths = new Set(overlaysOn().map((overlay) => overlay.path(storedGame.id, current)));
    const missing = [...paths].filter((path) => !state.found.has(path));
    if (missing.join(" ") === asked) return;
    asked = missing.join(" ");
    control?.abort();
    control = new AbortController();
    for (const path of missing) ask(path, control.signal);
  });
}

/** @param {string} path @param {AbortSignal} signal */
async function ask(path, signal) {
  let answer = null;
  try {
    answer = await get(path, { signal });
  } catch (error) {
    if (isAbort(error)) return;
    // Asked again when the server is back.
    if (statusOf(error) === 0) {
      asked = "";
      return;
    }
    report(error);
  }
  const kept = [...state.found].slice(1 - KEPT);
  set({ found: new Map([...kept, [path, answer]]) });
}
