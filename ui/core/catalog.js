// The games and players that the server offers.

import { state } from "./store.js";
import { inColors, t, tGame } from "./text.js";

/**
 * @typedef {import("../types").GameInfo} GameInfo
 * @typedef {import("../types").PlayerInfo} PlayerInfo
 */

/** @param {string} id @returns {GameInfo | undefined} */
export const gameOf = (id) => state.about?.games.find((game) => game.id === id);

/** How people call a game; its id until the server has answered. @param {string} id */
export const titleOf = (id) => gameOf(id)?.title ?? id;

/** The aim of a game in one sentence. @param {string} id */
export const aimOf = (id) => inColors(tGame(`${id}.aim`, gameOf(id)?.aim ?? ""));

/** A size as players call it. @param {import("../types").GameInfo} game @param {number} size */
export function sizeWords(game, size) {
  const label = game.sizes.labels[size] ?? String(size);
  const n = /\d+/.exec(label)?.[0] ?? "";
  if (label === `size ${n}`) return t("size.size", { n });
  if (label === `${n} cells`) return t("size.cells", { n });
  return label === `${n} rings` ? t("size.rings", { n }) : label;
}

/** Whether a method knows the game on the board. @param {string} method */
export const supports = (method) => Boolean(state.storedGame && gameOf(state.storedGame.game)?.methods.includes(method));

/** The players of a game. @param {string} game @returns {PlayerInfo[]} */
export const playersOf = (game) =>
  (state.about?.players ?? []).filter(({ games }) => games.length === 0 || games.includes(game));
