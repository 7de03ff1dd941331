// The level that follows the reader's results, where that is switched on.

import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { on, set, state } from "../core/store.js";

/** A player as `champion,level=3`. @param {string} spec */
const hasLevel = (spec) => spec.startsWith("champion,level=");

/** Whether the level of the next game follows from the results. */
export const adapts = () => state.settings.adapt && state.settings.rival === "computer" && state.settings.preset === "champion";

/** Asks for the level that suits the reader now. @param {string} game */
export async function askSuited(game) {
  const suited = { ...(await client.suitedLevel(game)), game };
  set({ suited });
  return suited.level;
}

/** Players of a new game at the level that suits the reader, where that is switched on. @param {string} game @param {import("../types").ByColor<string>} players */
export async function atSuitedLevel(game, players) {
  const isOne = [players.black, players.white].includes("human") && Object.values(players).some(hasLevel);
  if (!adapts() || !isOne) return players;
  const level = await askSuited(game);
  const change = (/** @type {string} */ spec) => (hasLevel(spec) ? `champion,level=${level}` : spec);
  return { black: change(players.black), white: change(players.white) };
}

/** Keeps what the panel says of the reader's level up to date. @param {() => string | undefined} chosenGame */
export function watchSuited(chosenGame) {
  let asked = "";
  on("settings about position online", () => {
    const { position, storedGame, online } = state;
    const game = chosenGame();
    if (!game || !adapts() || !online) return;
    const key = `${game} ${position?.outcome ? storedGame?.id : ""}`;
    if (key === asked) return;
    asked = key;
    askSuited(game).catch(report);
  });
}
