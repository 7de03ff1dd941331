// The review of a whole game: starts it, listens to what is found, and reads the results that the nodes keep.

import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { change } from "../game/current.js";
import { lineThrough } from "../game/tree.js";
import { t } from "../core/text.js";
import { settleDeletion } from "../core/undo.js";
import { inGame, on, set, state } from "../core/store.js";

/**
 * @typedef {import("../types").TreeNode} TreeNode
 * @typedef {import("../types").Review} Review
 */

/** @type {(() => void) | null} */
let close = null;
let listeningTo = "";

/** Listens to a review that is running when a stored game is opened. */
export function watchReview() {
  on("storedGame online", () => {
    const { storedGame, online } = state;
    if (!online || storedGame?.id !== listeningTo) hangUp();
    if (online && storedGame?.reviewing && !close) listen();
  });
}

function hangUp() {
  close?.();
  close = null;
  listeningTo = "";
}

export async function startReview() {
  const { storedGame, current, settings } = inGame();
  set({ review: { running: true, done: 0, total: 0 } });
  try {
    await settleDeletion();
    const line = lineThrough(state.nodes, current);
    await client.startReview(storedGame.id, { visits: Number(settings.reviewVisits), node: line.at(-1)?.id });
    if (state.storedGame?.id !== storedGame.id) return;
    set({ storedGame: { ...inGame().storedGame, reviewing: true } });
    if (!close) listen();
  } catch (error) {
    if (state.storedGame?.id === storedGame.id) set({ review: { running: false, done: 0, total: 0 } });
    report(error);
  }
}

export async function stopReview() {
  const { storedGame } = inGame();
  try {
    await client.stopReview(storedGame.id);
  } catch (error) {
    report(error);
  }
  if (state.storedGame?.id === storedGame.id) finish();
}

function listen() {
  const { id } = inGame().storedGame;
  listeningTo = id;
  const isOurs = () => state.storedGame?.id === id && listeningTo === id;
  close = client.followReview(id, {
    progress: (progress) => isOurs() && set({ review: { running: true, ...progress } }),
    move: ({ node, ...review }) => isOurs() && change(node, { review }),
    failed: (failure) => isOurs() && set({ notice: failure?.error ?? t("review.failed") }),
    done: ({ accuracy }) => isOurs() && finish(accuracy),
    refused: (sentence) => {
      if (!isOurs()) return;
      finish();
      set({ notice: sentence });
    },
  });
}

/** @param {import("../types").StoredGame["accuracy"] | null} [known] */
function finish(known) {
  hangUp();
  const { storedGame, review } = state;
  const accuracy = known ?? storedGame?.accuracy ?? { black: null, white: null };
  set({ review: { ...review, running: false }, storedGame: storedGame && { ...storedGame, reviewing: false, accuracy } });
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
