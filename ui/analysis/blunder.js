// Tells a person who plays an engine of a blunder, where that is switched on: two short searches, before and after the
// move, and a button that takes the move back.

import * as client from "../core/client.js";
import { percent } from "../core/format.js";
import { hasEngine, isPlaying } from "../game/current.js";
import { undo } from "../game/navigation.js";
import { inGame, on, set, state } from "../core/store.js";
import { t } from "../core/text.js";

/** Visits of each search. */
const VISITS = 800;
/** A blunder costs so much, as on lichess. */
const BLUNDER = 0.3;

export function watchBlunders() {
  let seen = -1;
  on("current", () => {
    const { current, nodes, settings, storedGame } = state;
    const node = nodes.get(current);
    const isNew = current > seen;
    seen = Math.max(seen, current);
    if (!settings.warn || !isNew || !storedGame || !node || !node.color || node.parent === null) return;
    if (!hasEngine() || !isPlaying() || storedGame.players[node.color] !== "human" || node.move === "resign") return;
    look(storedGame.id, node).catch(() => {});
  });
  on("storedGame", () => (seen = Math.max(-1, ...state.nodes.keys())));
}

/** @param {string} id @param {import("../types").TreeNode} node */
async function look(id, { id: after, parent, color, move }) {
  if (parent === null || !color || !move) return;
  const [before, then] = [await report(id, parent), await report(id, after)];
  if (!before || !then || state.storedGame?.id !== id || !state.nodes.has(after)) return;
  const loss = (color === "black" ? 1 : -1) * (before.value - then.value);
  if (loss < BLUNDER || before.best === move) return;
  const act = () => {
    set({ toast: null });
    if (inGame().storedGame.id === id) undo();
  };
  const text = t("blunder", { move, loss: percent(loss), best: before.best });
  set({ toast: { text, action: t("blunder.takeBack"), act } });
}

/** The last report of a short search. @param {string} id @param {number} node @returns {Promise<import("../types").Report | null>} */
function report(id, node) {
  return new Promise((done) => {
    /** @type {import("../types").Report | null} */
    let last = null;
    const end = () => done(last);
    client.analyze(id, { node, visits: VISITS, interval: 200 }, {
      report: (sent) => (last = sent ?? last),
      done: end,
      refused: end,
    });
  });
}
