// Plays on the board: what a click on a cell does, and why it may do nothing.

import { hasEngine, refresh } from "./game.js";
import { post, report } from "./server.js";
import { set, state } from "./store.js";
import { other, outcome, title } from "./value.js";
import { add, enter, stay } from "./walk.js";

/** What a click on a cell does in play. */
export async function click(cell) {
  const refusal = whyNot(cell);
  if (refusal) return set({ notice: refusal });
  await play(cell);
}

/** Why a cell cannot be played now, in a sentence, or "". */
export function whyNot(cell) {
  const { position, session, live, thinking, opening } = state;
  if (opening) return "One moment: another game is on its way.";
  if (position.outcome) return `The game is over: ${lower(outcome(position.outcome))}. Go back to try something else.`;
  if (thinking) return `${title(thinking)} is thinking.`;
  if (position.stones[cell]) return `${cell} is taken.`;
  if (position.pending) return "One moment: the last move is on its way.";
  if (live && session.players[position.to_move] !== "human") return `It is ${title(position.to_move)}'s turn.`;
  if (!isLegal(cell)) return `${cell} cannot be played now.`;
  return "";
}

const lower = (text) => text[0].toLowerCase() + text.slice(1);

/** A pair of cells is legal under either name. */
export function isLegal(cell) {
  const { legal } = state.position;
  return legal.includes(cell) || legal.includes(antipode(cell));
}

const antipodes = new WeakMap();

/** The cell opposite to a cell, on boards where stones come in pairs. */
export function antipode(cell) {
  const { board } = state;
  if (board.shape !== "sphere") return undefined;
  if (!antipodes.has(board)) antipodes.set(board, new Map(board.cells.map(({ name, antipode: opposite }) => [name, opposite])));
  return antipodes.get(board).get(cell);
}

/** Plays a move of a person; its stone is drawn at once and confirmed by the answer. */
export async function play(move) {
  const { session, current, position } = state;
  const mine = isCell(move) ? expected(position, move) : { ...position, can_swap: false, ...onItsWay(move) };
  stay();
  set({ position: mine, line: null, notice: "" });
  try {
    const answer = await post(`/sessions/${session.id}/play`, { node: current, move });
    if (state.session?.id !== session.id) return;
    // Who has gone elsewhere meanwhile stays there.
    if (state.position !== mine) return add(answer);
    enter(answer);
    // A person who looks around with analysis or review wants no answers; a button asks for them.
    const isTurn = session.players[position.to_move] === "human" && hasEngine();
    if (isTurn && !state.analysing && !state.setup && state.tab !== "review") set({ live: true });
  } catch (error) {
    if (state.position === mine) set({ position });
    report(error);
    // Another page has changed the game.
    if (error.status === 409) await refresh();
  }
}

const isCell = (move) => !["swap", "pass", "resign"].includes(move);

/** What a position has while a move is not confirmed: nothing else can be played. */
const onItsWay = (move) => ({ legal: [], pending: true, coming: move });

/** The position after a move as far as it can be seen without the rules. */
function expected(position, cell) {
  const color = position.to_move;
  const stones = { ...position.stones, [cell]: color };
  const pair = antipode(cell);
  if (pair) stones[pair] = color;
  return { ...position, stones, last: cell, to_move: other(color), can_swap: false, ...onItsWay(cell) };
}
