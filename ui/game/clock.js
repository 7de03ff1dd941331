// Clocks of a game between people, or of a person and an engine. They run in this browser: a game that is left stops them.

import { play } from "./moves.js";
import { inGame, on, read, set, state, write } from "../core/store.js";

/** @typedef {import("../types").Color} Color */

const TICK_MS = 200;
const KEY = "catena.clocks";

/** Seconds more for each move. */
let increment = 0;
/** The last time that was taken off a clock. */
let last = 0;
let shownNode = -1;

export function watchClocks() {
  on("storedGame", start);
  on("position", moved);
  setInterval(tick, TICK_MS);
}

let game = "";

/** A new game gets the clocks of the panel, one that is opened again its own. */
function start() {
  const { storedGame, nodes } = state;
  if (!storedGame || storedGame.id === game) return;
  game = storedGame.id;
  shownNode = state.current;
  const kept = read(KEY);
  const isNew = nodes.size <= 1 && storedGame.players.black + storedGame.players.white !== "" && hasPerson();
  const [minutes, more] = state.settings.clock.split("+").map(Number);
  if (kept.id === game && kept.clocks) {
    increment = kept.increment;
    set({ clocks: kept.clocks });
  } else if (isNew && minutes > 0) {
    increment = more ?? 0;
    set({ clocks: { black: 60000 * minutes, white: 60000 * minutes } });
  } else set({ clocks: null });
}

const hasPerson = () => Object.values(inGame().storedGame.players).includes("human");

/** Whoever has moved gets the increment. */
function moved() {
  const { position, nodes, clocks } = state;
  if (!position || position.pending || position.node === shownNode) return;
  const node = nodes.get(position.node);
  const isMove = node?.parent === shownNode && node.children.length === 0;
  shownNode = position.node;
  if (isMove && clocks && node.color) keep({ ...clocks, [node.color]: clocks[node.color] + 1000 * increment });
}

/** @param {Record<Color, number>} clocks */
function keep(clocks) {
  set({ clocks });
  write(KEY, { id: game, increment, clocks });
}

function tick() {
  const now = performance.now();
  const passed = now - last;
  last = now;
  const { clocks, position, nodes, current, setup, online } = state;
  if (!clocks || !position || position.outcome || position.pending || setup || !online) return;
  // It runs from the first move on, and only where the game goes on.
  if (nodes.size <= 1 || nodes.get(current)?.children.length !== 0) return;
  const color = position.to_move;
  // A tab in the background is woken rarely.
  const left = clocks[color] - Math.min(passed, 5000);
  keep({ ...clocks, [color]: Math.max(0, left) });
  if (left > 0) return;
  set({ clocks: null });
  write(KEY, { id: game, flagged: color });
  play("resign");
}

/** Who has lost the game on the board by time, as far as this browser knows. @returns {Color | undefined} */
export function flagged() {
  const kept = read(KEY);
  return kept.id === state.storedGame?.id ? kept.flagged : undefined;
}
