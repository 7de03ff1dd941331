// Another game between the same players, who change colors.

import { report } from "../core/server.js";
import { inGame } from "../core/store.js";
import { create } from "./current.js";
import { atSuitedLevel } from "./suited.js";

/** Players of a record are not here to play again. */
export const canRematch = () => {
  const { names } = inGame().storedGame;
  return !names.black && !names.white;
};

export async function rematch() {
  const { game, size, swap, players, time } = inGame().storedGame;
  try {
    const turned = { black: players.white, white: players.black };
    await create(async () => ({ game, size, swap, time, players: await atSuitedLevel(game, turned) }), { live: true });
  } catch (error) {
    report(error);
  }
}
