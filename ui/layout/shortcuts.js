// Keys and wheel of the page. On the board itself arrows move from cell to cell (board/keyboard.js).

import { turnByKey } from "../board/keyboard.js";
import { back, beside, first, forward, last, redo, undo } from "../game/navigation.js";
import { board } from "./stage.js";
import { set, state } from "../core/store.js";

/** What uses keys for itself. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, select, [role=tab], .sheet, dialog";
/** Wheel movement that is worth a move. */
const NOTCH = 50;

/** @type {Record<string, () => void>} */
const ACTIONS = {
  ArrowLeft: back,
  ArrowRight: forward,
  ArrowUp: () => beside(-1),
  ArrowDown: () => beside(1),
  Home: first,
  End: last,
  u: undo,
  r: redo,
  a: () => set({ analyzing: !state.analyzing }),
};

/** @param {HTMLElement} wheelHost */
export function listenToPage(wheelHost) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !state.storedGame || state.setup) return;
    const { target } = event;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    if (turnByKey(board, event)) return;
    const action = ACTIONS[event.key];
    if (!action || event.shiftKey) return;
    event.preventDefault();
    action();
  });

  let rolled = 0;
  wheelHost.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || !state.storedGame || state.setup) return;
      event.preventDefault();
      rolled += event.deltaY;
      if (Math.abs(rolled) < NOTCH) return;
      const step = rolled > 0 ? forward : back;
      rolled = 0;
      step();
    },
    { passive: false },
  );
}
