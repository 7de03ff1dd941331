// The keys and gestures of the page, in a dialog.

import { h } from "../core/dom.js";
import { t } from "../core/text.js";

/** @type {[string, import("../core/text.js").Key][]} */
const KEYS = [
  ["← →", "keys.walk"],
  ["Home End", "keys.ends"],
  ["↑ ↓", "keys.variation"],
  ["U", "keys.undo"],
  ["R", "keys.redo"],
  ["A", "keys.analyze"],
  ["1 – 5", "keys.tabs"],
  ["Tab", "keys.board"],
  ["Shift + ← ↑ → ↓", "keys.turn"],
  ["?", "keys.help"],
];
/** @type {import("../core/text.js").Key[]} */
const GESTURES = ["keys.touchPlay", "keys.touchLine", "keys.touchTurn"];

/** @type {HTMLDialogElement | null} */
let dialog = null;

export function showKeys() {
  dialog ??= make();
  if (!dialog.open) dialog.showModal();
}

function make() {
  const keys = [
    h("dl", {}, ...KEYS.flatMap(([names, text]) => [h("dt", {}, ...names.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, t(text))])),
    h("p", {}, t("keys.wheel")),
  ];
  const gestures = [h("h2", {}, t("keys.touch")), h("ul", {}, ...GESTURES.map((text) => h("li", {}, t(text))))];
  const hasFingers = matchMedia("(pointer: coarse)").matches;
  const made = h(
    "dialog",
    { class: "dialog keys", "aria-label": t("top.keys") },
    // The first button is at the end, and would be scrolled to.
    h("h2", { tabindex: -1, autofocus: true }, t("top.keys")),
    ...(hasFingers ? [...gestures, ...keys] : [...keys, ...gestures]),
    h("div", { class: "row end" }, h("button", { type: "button", class: "plain", onclick: () => made.close() }, t("close"))),
  );
  made.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === made && made.close());
  document.body.append(made);
  return made;
}
