// The games and players that the server offers.

import { state } from "./store.js";

/**
 * @typedef {import("../types").GameInfo} GameInfo
 * @typedef {import("../types").PlayerInfo} PlayerInfo
 */

/** @param {string} id @returns {GameInfo | undefined} */
export const gameOf = (id) => state.about?.games.find((game) => game.id === id);

/** How people call a game; its id until the server has answered. @param {string} id */
export const titleOf = (id) => gameOf(id)?.title ?? id;

/** Whether a method knows the game on the board. @param {string} method */
export const supports = (method) => Boolean(state.storedGame && gameOf(state.storedGame.game)?.methods.includes(method));

/** The players of a game. @param {string} game @returns {PlayerInfo[]} */
export const playersOf = (game) =>
  (state.about?.players ?? []).filter(({ games }) => games.length === 0 || games.includes(game));
