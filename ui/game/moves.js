// Plays on the board: what a click on a cell does, and why it may do nothing.

import { hasEngine, isPlaying, refresh } from "./current.js";
import * as client from "../core/client.js";
import { report, statusOf } from "../core/server.js";
import { inGame, set, state } from "../core/store.js";
import { other, title } from "../core/format.js";
import { t } from "../core/text.js";
import { settleDeletion } from "../core/undo.js";
import { add, enter, stay } from "./navigation.js";

/**
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").BoardGeometry} BoardGeometry
 */

/** What a click on a cell does in play. @param {string} cell */
export async function click(cell) {
  const refusal = whyNot(cell);
  if (refusal) return set({ notice: refusal });
  await play(cell);
}

/** Why a cell cannot be played now, in a sentence, or "". @param {string} cell */
export function whyNot(cell) {
  const { position, storedGame, live, thinking, opening } = inGame();
  if (opening) return t("no.opening");
  if (position.outcome) return t("no.over");
  if (thinking) return t("no.thinking", { color: title(thinking) });
  if (position.stones[cell]) return t("no.taken", { cell });
  if (position.pending) return t("no.pending");
  if (live && storedGame.players[position.to_move] !== "human") return t("no.turn", { color: title(position.to_move) });
  if (!isLegal(cell)) return t("no.illegal", { cell });
  return "";
}

/** A pair of cells is legal under either name. @param {string} cell */
export const isLegal = (cell) => withAntipode(cell).some((name) => inGame().position.legal.includes(name));

/** @type {WeakMap<BoardGeometry, Map<string, string>>} */
const antipodes = new WeakMap();

/** The cell opposite to a cell, on boards where stones come in pairs. @param {string} cell */
export function antipode(cell) {
  const { board } = inGame();
  if (board.shape !== "sphere") return undefined;
  const pairs = antipodes.get(board) ?? new Map(board.cells.map((one) => [one.name, one.antipode]));
  antipodes.set(board, pairs);
  return pairs.get(cell);
}

/** The cells that a move on this cell means. @param {string} cell */
export function withAntipode(cell) {
  const opposite = antipode(cell);
  return opposite ? [cell, opposite] : [cell];
}

/** Plays a move of a person; its stone is drawn at once and confirmed by the answer. @param {string} move */
export async function play(move) {
  const { storedGame, current, position } = inGame();
  const mine = isCell(move) ? expected(position, move) : { ...position, can_swap: false, ...onItsWay(move) };
  stay();
  set({ position: mine, line: null, notice: "" });
  try {
    await settleDeletion();
    const answer = await client.play(storedGame.id, current, move);
    if (state.storedGame?.id !== storedGame.id) return;
    // Who has gone elsewhere meanwhile stays there.
    if (state.position !== mine) return add(answer);
    const isAnswered = storedGame.players[position.to_move] === "human" && hasEngine() && isPlaying();
    if (!isAnswered) set({ live: false });
    enter(answer);
    if (isAnswered) set({ live: true });
  } catch (error) {
    if (state.position === mine) set({ position });
    report(error);
    // Another page has changed the game.
    if (statusOf(error) === 409) await refresh();
  }
}

/** @param {string} move */
const isCell = (move) => !["swap", "pass", "resign"].includes(move);

/** What a position has while a move is not confirmed: nothing else can be played. @param {string} move */
const onItsWay = (move) => ({ legal: [], pending: true, coming: move });

/** The position after a move as far as it can be seen without the rules. @param {Position} position @param {string} cell */
function expected(position, cell) {
  const color = position.to_move;
  const stones = { ...position.stones };
  for (const name of withAntipode(cell)) stones[name] = color;
  return { ...position, stones, last: cell, to_move: other(color), can_swap: false, ...onItsWay(cell) };
}
