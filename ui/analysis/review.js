// The review of a whole game: starts it, listens to what is found, and reads the results that the nodes keep.

import { call, post, report, stream } from "../core/server.js";
import { change } from "../game/current.js";
import { lineThrough } from "../game/tree.js";
import { inGame, on, set, state } from "../core/store.js";

/**
 * @typedef {import("../types").TreeNode} TreeNode
 * @typedef {import("../types").Review} Review
 */

/** @type {(() => void) | null} */
let close = null;
let listeningTo = "";

/** Listens to a review that is running when a session is opened. */
export function watchReview() {
  on("session online", () => {
    const { session, online } = state;
    if (!online || session?.id !== listeningTo) hangUp();
    if (online && session?.reviewing && !close) listen();
  });
}

function hangUp() {
  close?.();
  close = null;
  listeningTo = "";
}

export async function startReview() {
  const { session, current, settings } = inGame();
  set({ review: { running: true, done: 0, total: 0 } });
  try {
    const line = lineThrough(state.nodes, current);
    await post(`/sessions/${session.id}/review`, { visits: Number(settings.reviewVisits), node: line.at(-1)?.id });
    if (state.session?.id !== session.id) return;
    set({ session: { ...inGame().session, reviewing: true } });
    if (!close) listen();
  } catch (error) {
    if (state.session?.id === session.id) set({ review: { running: false, done: 0, total: 0 } });
    report(error);
  }
}

export async function stopReview() {
  const { session } = inGame();
  try {
    await call("DELETE", `/sessions/${session.id}/review`);
  } catch (error) {
    report(error);
  }
  if (state.session?.id === session.id) finish();
}

function listen() {
  const { id } = inGame().session;
  listeningTo = id;
  const isOurs = () => state.session?.id === id && listeningTo === id;
  close = stream(`/sessions/${id}/review`, {
    progress: (/** @type {{done: number, total: number}} */ progress) => isOurs() && set({ review: { running: true, ...progress } }),
    move: (/** @type {Review & {node: number}} */ { node, ...review }) => isOurs() && change(node, { review }),
    failed: (/** @type {{error: string} | null} */ failure) => isOurs() && set({ notice: failure?.error ?? "The review failed." }),
    done: () => isOurs() && finish(),
    refused: (/** @type {string} */ sentence) => {
      if (!isOurs()) return;
      finish();
      set({ notice: sentence });
    },
  });
}

function finish() {
  hangUp();
  const { session, review } = state;
  set({ review: { ...review, running: false }, session: session && { ...session, reviewing: false } });
}

/**
 * Moves of the line that cost the most, the worst first.
 * @param {TreeNode[]} line
 * @returns {(TreeNode & {review: Review})[]}
 */
export function mistakes(line, most = 12) {
  return line
    .flatMap((node) => (node.review?.mistake ? { ...node, review: node.review } : []))
    .sort((a, b) => b.review.loss - a.review.loss)
    .slice(0, most);
}
