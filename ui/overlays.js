// Overlays: what is proved of the position on the board, switched on in the panel of the analysis. An overlay is one
// entry of OVERLAYS: the games it knows, where its answer comes from, and what it marks and says.

import { get, report } from "./server.js";
import { on, set, state } from "./store.js";
import { other, title } from "./value.js";

const COLORS = ["black", "white"];
/** Answers that are kept; a node's never changes. */
const KEPT = 200;

const proved = (id, node) => `/sessions/${id}/connections?node=${node}`;

/**
 * @typedef {{cell: string, kind: string, words: string}} Mark kinds are drawn by board/marks.js
 * @type {{id: string, text: string, title: string, games: string[], path: (id: string, node: number) => string,
 *         marks: (found: any) => Mark[], words: (found: any) => string}[]}
 */
export const OVERLAYS = [
  {
    id: "connections",
    text: "Connections",
    title: "Cells of connections that cannot be cut, whoever moves first",
    games: ["hex", "y", "havannah"],
    path: proved,
    marks: (found) => COLORS.flatMap((color) => linkMarks(found[color], color)),
    words: connectionWords,
  },
  {
    id: "must-play",
    text: "Must-play",
    title: "Where the player to move can still stop the opponent",
    games: ["hex", "y"],
    path: proved,
    marks: ({ must_play: cells, to_move: color }) => marks(cells ?? [], "must", `${title(color)} must play here`),
    words: mustPlayWords,
  },
  {
    id: "dead",
    text: "Dead and inferior cells",
    title: "Cells that are settled, and moves that need not be tried",
    games: ["hex", "y"],
    path: proved,
    marks: (found) => [
      ...marks(found.dead, "dead", "dead"),
      ...COLORS.flatMap((color) => marks(found[color].captured, `captured ${color}`, `captured by ${title(color)}`)),
      ...found.inferior.flatMap(({ cell, reason, by }) => marks([cell], "inferior", `${reason}, ${by} is better`)),
    ],
    words: (found) => {
      const captured = COLORS.reduce((sum, color) => sum + found[color].captured.length, 0);
      return `${found.dead.length} dead (×), ${captured} captured (small stones), ${found.inferior.length} inferior (–).`;
    },
  },
  {
    id: "frames",
    text: "Frames",
    title: "The fastest winning frame of each player: the stones to place, and the cells that hold it together",
    games: ["havannah"],
    path: (id, node) => `/sessions/${id}/frames?node=${node}`,
    marks: (found) => COLORS.flatMap((color) => frameMarks(found[color], color)),
    words: frameWords,
  },
];

const marks = (cells, kind, words) => cells.map((cell) => ({ cell, kind, words }));

function linkMarks({ winning, connections }, color) {
  const won = marks(winning ?? [], `link won ${color}`, `in ${title(color)}'s winning connection`);
  const isWon = new Set(winning ?? []);
  const cells = new Set(connections.flatMap((link) => link.carrier).filter((cell) => !isWon.has(cell)));
  return [...won, ...marks([...cells], `link ${color}`, `in a connection of ${title(color)}`)];
}

function connectionWords(found) {
  const winner = COLORS.find((color) => found[color].winning);
  if (winner) return `${title(winner)} wins, whoever moves: all its sides are connected.`;
  const key = found[found.to_move].key;
  if (key) return `${title(found.to_move)} to move wins with ${key}.`;
  const [black, white] = COLORS.map((color) => found[color].connections.length);
  return `Between chains and sides: ${black} of Black, ${white} of White.`;
}

function mustPlayWords({ must_play: cells, to_move: color }) {
  if (cells === null) return `Nothing has to be stopped: ${title(color)} may play anywhere.`;
  if (cells.length === 0) return `No move of ${title(color)} stops ${title(other(color))}.`;
  return `${title(color)} must play on one of the ringed cells (${cells.length}).`;
}

const fastest = (frames) => frames?.[frames.fastest];

function frameMarks(frames, color) {
  const frame = fastest(frames);
  if (!frame) return [];
  return [
    ...marks(frame.place, `place ${color}`, `to be placed for ${title(color)}'s ${frames.fastest}`),
    ...marks(frame.carrier, `frame ${color}`, `holds ${title(color)}'s ${frames.fastest} together`),
  ];
}

function frameWords({ winner, ahead, ...found }) {
  if (!found.black) return winner ? `${title(winner)} has won.` : "The game is over.";
  const each = COLORS.map((color) => {
    const frame = fastest(found[color]);
    if (!frame) return `${title(color)} can get no figure any more.`;
    const figure = found[color].fastest === "double" ? "double threat" : found[color].fastest;
    const chain = frame.w > 0 ? `, then ${frame.w} more to the chain` : "";
    return `${title(color)}: ${figure}, ${frame.place.length || "no"} to place (+)${chain}.`;
  });
  if (winner) return `${title(winner)} wins: its frame stands. ${each.join(" ")}`;
  return `${ahead ? `${title(ahead)} is ahead. ` : ""}${each.join(" ")}`;
}

/** The overlays that are switched on and know the game. */
export function overlaysOn() {
  const { session, settings } = state;
  return OVERLAYS.filter(({ id, games }) => settings.overlays.includes(id) && games.includes(session?.game));
}

/** What an overlay knows of the node on the board; undefined until it came, null where it failed. */
export const foundBy = (overlay) => state.found.get(overlay.path(state.session.id, state.current));

let asked = "";

/** Asks for what the overlays need as the reader goes from node to node. */
export function watchOverlays() {
  let control = null;
  on("current position session settings online", () => {
    const { session, current, position, online } = state;
    if (!session || !online || position?.pending) return;
    const paths = new Set(overlaysOn().map((overlay) => overlay.path(session.id, current)));
    const missing = [...paths].filter((path) => !state.found.has(path));
    if (missing.join(" ") === asked) return;
    asked = missing.join(" ");
    control?.abort();
    control = new AbortController();
    for (const path of missing) ask(path, control.signal);
  });
}

async function ask(path, signal) {
  let answer = null;
  try {
    answer = await get(path, { signal });
  } catch (error) {
    if (error.name === "AbortError") return;
    // Asked again when the server is back.
    if (error.status === 0) {
      asked = "";
      return;
    }
    report(error);
  }
  const kept = [...state.found].slice(1 - KEPT);
  set({ found: new Map([...kept, [path, answer]]) });
}
