// Two engines at play: how each of them saw its chances when it moved last, and which moves it expects.

import { h, setAttribute, setText } from "../core/dom.js";
import { percent, playerName, seen } from "../core/format.js";
import { on, state } from "../core/store.js";
import { t } from "../core/text.js";

/** Moves of a line that fit. */
const LINE = 6;

/** @typedef {import("../types").Color} Color */

export function engineViews() {
  const rows = { black: row("black"), white: row("white") };
  const box = h(
    "section",
    { class: "views", hidden: true, "aria-label": t("views.title") },
    h("h2", {}, t("views.title")),
    rows.black.element,
    rows.white.element,
  );
  on("views storedGame", () => {
    const { storedGame, views } = state;
    const areEngines = storedGame && storedGame.players.black !== "human" && storedGame.players.white !== "human";
    setAttribute(box, "hidden", !areEngines);
    if (!areEngines) return;
    rows.black.draw(storedGame.players.black, views.black);
    rows.white.draw(storedGame.players.white, views.white);
  });
  return box;
}

/** @param {Color} color */
function row(color) {
  const name = h("span", { class: "name" });
  const rate = h("b", {});
  const line = h("span", { class: "line" });
  const element = h("p", { class: "view" }, h("i", { class: `dot ${color}` }), name, rate, line);
  /** @param {string} player @param {import("../types").EngineView | undefined} view */
  const draw = (player, view) => {
    setText(name, playerName(player));
    setText(rate, view ? percent(seen(view.value, color)) : "–");
    setText(line, view && view.pv.length > 1 ? t("views.expects", { line: view.pv.slice(1, 1 + LINE).join(" ") }) : "");
  };
  return { element, draw };
}
