// The rules of the game on one card, with examples drawn by the board's own views.

import { flatView } from "../board/flat.js";
import { listenToPointer } from "../board/pointer.js";
import { sphereView } from "../board/sphere.js";
import { titleOf } from "../core/catalog.js";
import { h } from "../core/dom.js";
import { inColors, t, tGame } from "../core/text.js";
import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { on, state } from "../core/store.js";
import { geometry } from "../game/current.js";

/**
 * @typedef {import("../types").GameRules} GameRules
 * @typedef {import("../types").RulesExample} RulesExample
 */

export function rulesPanel() {
  const card = h("div", { class: "panel rules" });
  let shown = "";
  on("storedGame tab", async () => {
    const game = state.storedGame?.game;
    if (!game || game === shown || state.tab !== "rules") return;
    shown = game;
    try {
      const rules = await client.rules(game);
      if (game === shown) fill(card, game, rules);
    } catch (error) {
      shown = "";
      report(error);
    }
  });
  return card;
}

/** @param {HTMLElement} card @param {string} game @param {GameRules} rules */
function fill(card, game, { goal, points, examples }) {
  const figures = h("div", { class: examples.length > 1 ? "examples" : "examples single" });
  card.replaceChildren(
    h("h2", {}, titleOf(game)),
    h("p", { class: "goal" }, tGame(`${game}.goal`, goal)),
    figures,
    h("ul", {}, ...points.map((point, i) => h("li", {}, inColors(tGame(`${game}.point.${i + 1}`, point))))),
    h("p", { class: "small-print" }, t("rules.swap")),
  );
  for (const [i, sent] of examples.entries()) {
    const example = { ...sent, caption: inColors(tGame(`${game}.caption.${i + 1}`, sent.caption)) };
    const picture = h("div", { class: "example-board" });
    const figure = h("figure", {}, picture, h("figcaption", {}, example.caption));
    figures.append(figure);
    geometry(game, example.size).then(
      (board) => draw(picture, board, example),
      () => figure.remove(),
    );
  }
}

/**
 * Draws an example; it can be looked at and, as a ball, turned, but not played on.
 * @param {HTMLElement} host
 * @param {import("../types").BoardGeometry} board
 * @param {RulesExample} example
 */
function draw(host, board, { black, white, figure, caption }) {
  const view =
    board.shape === "sphere"
      ? sphereView(board, { names: false })
      : flatView({ ...board, labels: [] }, { names: false });
  for (const cellView of view.cellViews) {
    if (black.includes(cellView.name)) cellView.setStone("black");
    if (white.includes(cellView.name)) cellView.setStone("white");
    for (const name of ["role", "tabindex", "data-cell"]) cellView.polygon.removeAttribute(name);
  }
  view.figure(new Set(figure));
  view.svg.setAttribute("role", "img");
  view.svg.setAttribute("aria-label", caption);
  host.replaceChildren(view.svg);
  const { drag } = view;
  if (drag) listenToPointer({ host, events: { onCell() {}, onHover() {} }, turns: true, drag });
}
