// Overlays: what is proved of the position on the board, switched on in the panel of the analysis. An overlay is one
// entry of OVERLAYS: the method that the game has to support, where its answer comes from, and what it marks and says.

import { supports } from "../core/catalog.js";
import * as client from "../core/client.js";
import { isAbort, report, statusOf } from "../core/server.js";
import { inGame, on, set, state } from "../core/store.js";
import { t } from "../core/text.js";
import { other, percent, seen, title, viewer } from "../core/format.js";

/**
 * @typedef {import("../types").Color} Color
 * @typedef {import("../types").Mark} Mark
 * @typedef {import("../types").Connections} Connections
 * @typedef {import("../types").Frames} Frames
 * @typedef {import("../types").ColorFrames} ColorFrames
 * @typedef {{id: string, text: import("../core/text.js").Key, title: import("../core/text.js").Key, method: string, path: (id: string, node: number) => string,
 *            marks: (found: any) => Mark[], words: (found: any) => string}} Overlay
 */

/** @type {Color[]} */
const COLORS = ["black", "white"];
/** Answers that are kept; a node's never changes. */
const KEPT = 200;

/** @param {string} id @param {number} node */
const proved = (id, node) => client.overlayPath("connections", id, node);

/** @type {Overlay[]} */
export const OVERLAYS = [
  {
    id: "connections",
    text: "overlay.connections",
    title: "overlay.connections.title",
    method: "connections",
    path: proved,
    marks: (/** @type {Connections} */ found) => COLORS.flatMap((color) => linkMarks(found[color], color)),
    words: connectionWords,
  },
  {
    id: "must-play",
    text: "overlay.must",
    title: "overlay.must.title",
    method: "inferior-cells",
    path: proved,
    marks: (/** @type {Connections} */ { must_play: cells, to_move: color }) =>
      marks(cells ?? [], "must", t("mark.must", { color: title(color) })),
    words: mustPlayWords,
  },
  {
    id: "dead",
    text: "overlay.dead",
    title: "overlay.dead.title",
    method: "inferior-cells",
    path: proved,
    marks: (/** @type {Connections} */ found) => [
      ...marks(found.dead, "dead", t("mark.dead")),
      ...COLORS.flatMap((color) => marks(found[color].captured, `captured ${color}`, t("mark.captured", { color: title(color) }))),
      ...found.inferior.flatMap(({ cell, by }) => marks([cell], "inferior", t("mark.inferior", { move: by }))),
    ],
    words: (/** @type {Connections} */ found) => {
      const captured = COLORS.reduce((sum, color) => sum + found[color].captured.length, 0);
      return t("overlay.dead.count", { dead: found.dead.length, captured, inferior: found.inferior.length });
    },
  },
  {
    id: "frames",
    text: "overlay.frames",
    title: "overlay.frames.title",
    method: "frames",
    path: (id, node) => client.overlayPath("frames", id, node),
    marks: (/** @type {Frames} */ found) => COLORS.flatMap((color) => frameMarks(found[color], color)),
    words: frameWords,
  },
];

/** @param {string[]} cells @param {string} kind @param {string} words @returns {Mark[]} */
const marks = (cells, kind, words) => cells.map((cell) => ({ cell, kind, words }));

/** @param {import("../types").ColorConnections} found @param {Color} color */
function linkMarks({ winning, connections }, color) {
  const won = marks(winning ?? [], `link won ${color}`, t("mark.won", { color: title(color) }));
  const isWon = new Set(winning ?? []);
  const cells = new Set(connections.flatMap((link) => link.carrier).filter((cell) => !isWon.has(cell)));
  return [...won, ...marks([...cells], `link ${color}`, t("mark.link", { color: title(color) }))];
}

/** @param {Connections} found */
function connectionWords(found) {
  const winner = COLORS.find((color) => found[color].winning);
  if (winner) return t("overlay.connections.won", { color: title(winner) });
  const key = found[found.to_move].key;
  if (key) return t("overlay.connections.key", { color: title(found.to_move), move: key });
  const [nBlack, nWhite] = COLORS.map((color) => found[color].connections.length);
  return t("overlay.connections.count", { black: title("black"), white: title("white"), nBlack, nWhite });
}

/** @param {Connections} found */
function mustPlayWords({ must_play: cells, to_move: color }) {
  if (cells === null) return t("overlay.must.any", { color: title(color) });
  if (cells.length === 0) return t("overlay.must.none", { color: title(color), other: title(other(color)) });
  return t("overlay.must.cells", { color: title(color), n: cells.length });
}

/** @param {ColorFrames | null} frames */
const fastest = (frames) => frames?.fastest && frames[frames.fastest];

/** @param {ColorFrames | null} frames @param {Color} color */
function frameMarks(frames, color) {
  const frame = fastest(frames);
  if (!frame) return [];
  const whose = { color: title(color), figure: t(`figure.${frames?.fastest ?? "double"}`) };
  return [
    ...marks(frame.place, `place ${color}`, t("mark.place", whose)),
    ...marks(frame.carrier, `frame ${color}`, t("mark.frame", whose)),
  ];
}

/** @param {Frames} frames */
function frameWords({ winner, ahead, value, ...found }) {
  if (!found.black) return winner ? t("overlay.frames.won", { color: title(winner) }) : t("overlay.frames.over");
  const each = COLORS.map((color) => {
    const frame = fastest(found[color]);
    if (!frame) return t("overlay.frames.none", { color: title(color) });
    const figure = t(`figure.${found[color]?.fastest ?? "double"}`);
    const values = { color: title(color), figure, n: frame.place.length, more: frame.w };
    return t(frame.w > 0 ? "overlay.frames.chain" : "overlay.frames.one", values);
  });
  if (winner) each.unshift(t("overlay.frames.wins", { color: title(winner) }));
  else if (ahead) each.unshift(t("overlay.frames.ahead", { color: title(ahead) }));
  if (value && !winner) each.push(valueWords(value));
  return each.join(" ");
}

/** @param {import("../types").FramesValue} value */
function valueWords({ value, low, high }) {
  const ends = [seen(low), seen(high)].sort((a, b) => a - b);
  const words = { color: title(viewer()), value: percent(seen(value)), low: percent(ends[0]), high: percent(ends[1]) };
  return t("overlay.frames.value", words);
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
    answer = await client.overlay(path, { signal });
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
