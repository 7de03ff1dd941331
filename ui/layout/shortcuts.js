// Keys and wheel of the page. On the board itself arrows move from cell to cell (board/keyboard.js).

import { turnByKey } from "../board/keyboard.js";
import { back, beside, first, forward, last, redo, undo } from "../game/navigation.js";
import { theBoard } from "./stage.js";
import { set, state } from "../core/store.js";
import { showKeys } from "./keys.js";

/** What uses keys for itself. After a click with the mouse controls give the keys back. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, select, [role=tab], [role=separator], .sheet, dialog";
/** What is written into keeps the keys. */
const WRITTEN = "textarea, input[type=text]";
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
  "?": showKeys,
};

const TABS = ["play", "analyze", "review", "rules", "arena"];
TABS.forEach((tab, i) => (ACTIONS[String(i + 1)] = () => set({ tab })));

/** @param {HTMLElement} wheelHost */
export function listenToPage(wheelHost) {
  giveKeysBack();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !state.storedGame || state.setup) return;
    const { target } = event;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    if (turnByKey(theBoard(), event)) return;
    const action = ACTIONS[event.key];
    if (!action || (event.shiftKey && event.key !== "?")) return;
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

/** Who clicks goes on with the keys of the page; who walks by Tab keeps the control. */
function giveKeysBack() {
  let isPointer = false;
  document.addEventListener("pointerdown", () => (isPointer = true), true);
  document.addEventListener("keydown", () => (isPointer = false), true);
  const leave = () => {
    const { activeElement } = document;
    const isOwn = activeElement?.closest("dialog, .sheet, details.advanced summary");
    if (isPointer && activeElement instanceof HTMLElement && !activeElement.matches(WRITTEN) && !isOwn) activeElement.blur();
  };
  document.addEventListener("click", (event) => event.target instanceof Element && !event.target.closest("select") && leave());
  document.addEventListener("change", leave);
}
