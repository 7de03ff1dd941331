// Lets engines move when it is their turn: after a person's move, and in turn with each other until paused.

import * as client from "../core/client.js";
import { report, statusOf } from "../core/server.js";
import { onStop } from "./current.js";
import { settleDeletion } from "../core/undo.js";
import { add, enter } from "./navigation.js";
import { on, set, state } from "../core/store.js";

/** @type {AbortController | null} */
let running = null;

/** Watches the game; an engine thinks while the game is live and it is its turn. */
export function watchEngines() {
  onStop(() => {
    running?.abort();
    running = null;
  });
  on("position storedGame live online", consider);
}

function consider() {
  const { storedGame, position, live, online, current } = state;
  if (!storedGame || !position || !live || !online || position.pending || position.outcome || running) return;
  if (storedGame.players[position.to_move] === "human") return;
  think(storedGame, current, position.to_move);
}

/** @param {import("../types").Report} report @returns {import("../types").EngineView} */
const viewOf = ({ value, best, candidates }) => ({ value, pv: candidates.find(({ cell }) => cell === best)?.pv ?? [] });

/** @param {import("../types").StoredGame} storedGame @param {number} node @param {import("../types").Color} color */
async function think(storedGame, node, color) {
  const control = new AbortController();
  running = control;
  set({ thinking: color });
  try {
    await settleDeletion();
    const answer = await client.generate(storedGame.id, node, { signal: control.signal });
    if (running !== control) return;
    running = null;
    if (answer.report) set({ views: { ...state.views, [color]: viewOf(answer.report) } });
    if (state.storedGame?.id === storedGame.id && state.current === node) return enter(answer);
    if (state.storedGame?.id === storedGame.id) add(answer);
    // Whoever is to move in the position that is on the board now has waited for this.
    set({ thinking: null });
    consider();
  } catch (error) {
    if (running !== control) return;
    running = null;
    // Without a server the game stays live and goes on when it is back.
    set({ thinking: null, live: statusOf(error) === 0 });
    report(error);
  }
}
