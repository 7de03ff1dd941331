// Setting up a position: stones are placed and taken off freely, then it becomes a game of its own.

import { report } from "../core/server.js";
import { create, stop } from "./current.js";
import { withAntipode } from "./moves.js";
import { inGame, set, state } from "../core/store.js";

/**
 * @typedef {import("../types").Color} Color
 * @typedef {import("../types").SetupState} SetupState
 */

/** Starts from what is on the board. */
export function startSetup() {
  stop();
  const { position } = inGame();
  set({ setup: { stones: { ...position.stones }, tool: "black", to_move: position.to_move }, notice: "" });
}

export const cancelSetup = () => set({ setup: null });

/** @param {Partial<SetupState>} patch */
const changeSetup = (patch) => state.setup && set({ setup: { ...state.setup, ...patch } });

/** @param {Color | "erase"} tool */
export const chooseTool = (tool) => changeSetup({ tool });
/** @param {Color} color */
export const chooseMover = (color) => changeSetup({ to_move: color });
export const clearSetup = () => changeSetup({ stones: {} });

/** Places a stone of the chosen color; the same again takes it off. @param {string} cell */
export function editSetup(cell) {
  const { setup } = state;
  if (!setup) return;
  const stones = { ...setup.stones };
  for (const name of withAntipode(cell)) {
    if (setup.tool === "erase" || setup.stones[cell] === setup.tool) delete stones[name];
    else stones[name] = setup.tool;
  }
  changeSetup({ stones });
}

/** Makes a game of the position. */
export async function finishSetup() {
  const { setup, storedGame, board } = inGame();
  if (!setup) return;
  // Of a pair one name is enough: the first by the order of the board.
  const order = new Map(board.cells.map((cell, i) => [cell.name, i]));
  const place = (/** @type {string} */ cell) => order.get(cell) ?? 0;
  const of = (/** @type {Color} */ color) => {
    const cells = Object.keys(setup.stones).filter((cell) => setup.stones[cell] === color);
    return cells.filter((cell) => withAntipode(cell).every((other) => place(cell) <= place(other)));
  };
  try {
    await create({
      game: storedGame.game,
      size: storedGame.size,
      swap: false,
      players: storedGame.players,
      time: storedGame.time,
      stones: { black: of("black"), white: of("white") },
      to_move: setup.to_move,
    });
  } catch (error) {
    report(error);
  }
}
