// Setting up a position: stones are placed and taken off freely, then it becomes a game of its own.

import { report } from "./server.js";
import { create, stop } from "./game.js";
import { antipode } from "./moves.js";
import { set, state } from "./store.js";

/** Starts from what is on the board. */
export function startSetup() {
  stop();
  const { position } = state;
  set({ setup: { stones: { ...position.stones }, tool: "black", to_move: position.to_move }, notice: "" });
}

export const cancelSetup = () => set({ setup: null });

/** @param {"black" | "white" | "erase"} tool */
export const chooseTool = (tool) => set({ setup: { ...state.setup, tool } });
export const chooseMover = (color) => set({ setup: { ...state.setup, to_move: color } });
export const clearSetup = () => set({ setup: { ...state.setup, stones: {} } });

/** Places a stone of the chosen color; the same again takes it off. */
export function editSetup(cell) {
  const { setup } = state;
  const stones = { ...setup.stones };
  const isOff = setup.tool === "erase" || stones[cell] === setup.tool;
  for (const name of [cell, antipode(cell)]) {
    if (!name) continue;
    if (isOff) delete stones[name];
    else stones[name] = setup.tool;
  }
  set({ setup: { ...setup, stones } });
}

/** Makes a game of the position. */
export async function finishSetup() {
  const { setup, session } = state;
  const of = (color) => {
    const cells = Object.keys(setup.stones).filter((cell) => setup.stones[cell] === color);
    // Of a pair one name is enough: the first by the order of the board.
    const order = new Map(state.board.cells.map((cell, i) => [cell.name, i]));
    return cells.filter((cell) => !antipode(cell) || order.get(cell) < order.get(antipode(cell)));
  };
  try {
    await create({
      game: session.game,
      size: session.size,
      swap: false,
      players: session.players,
      time: session.time,
      stones: { black: of("black"), white: of("white") },
      to_move: setup.to_move,
    });
  } catch (error) {
    report(error);
  }
}
