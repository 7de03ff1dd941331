// The rules of the game on one card, with examples drawn by the board's own views.

import { flatView } from "../board/flat.js";
import { listenToPointer } from "../board/pointer.js";
import { sphereView } from "../board/sphere.js";
import { gameOf } from "../server.js";
import { h } from "../dom.js";
import { geometry } from "../game.js";
import { on, state } from "../store.js";
import { LESSONS } from "./lessons.js";

export function rulesPanel() {
  const card = h("div", { class: "panel rules" });
  let shown = "";
  const draw = () => {
    const game = state.session?.game;
    if (!game || game === shown || state.tab !== "rules") return;
    shown = game;
    fill(card, game);
  };
  on("session tab", draw);
  return card;
}

function fill(card, game) {
  const lesson = LESSONS[game];
  const examples = h("div", { class: `examples ${game}` });
  card.replaceChildren(
    h("h2", {}, gameOf(game)?.title ?? game),
    h("p", { class: "goal" }, lesson.goal),
    examples,
    h("ul", {}, ...lesson.points.map((point) => h("li", {}, point))),
    h(
      "p",
      { class: "small-print" },
      "Swap rule: after the first stone the second player may take it over, so nobody gains by beginning. " +
        "Keys: ← → walk, Home and End jump, ↑ ↓ change the variation, U takes back, A analyses; Tab enters the board.",
    ),
  );
  for (const example of lesson.examples) {
    const figure = h("figure", {}, h("div", { class: "example-board" }), h("figcaption", {}, example.caption));
    examples.append(figure);
    geometry(game, example.size).then(
      (board) => picture(figure.firstChild, board, example),
      () => figure.remove(),
    );
  }
}

/** Draws an example; it can be looked at and, as a ball, turned, but not played on. */
function picture(host, board, { black, white = [], figure = [], loop, caption }) {
  const view = board.shape === "sphere" ? sphereView(board) : flatView({ ...board, labels: [] });
  const spots = new Map(view.spots.map((spot) => [spot.name, spot]));
  const own = loop ? around(board, loop) : black;
  for (const name of own) spots.get(name)?.setStone("black");
  for (const name of white) spots.get(name)?.setStone("white");
  view.figure(new Set(loop ? own : figure));
  view.svg.setAttribute("role", "img");
  view.svg.setAttribute("aria-label", caption);
  for (const spot of view.spots)
    for (const name of ["role", "tabindex", "data-cell"]) spot.polygon.removeAttribute(name);
  host.replaceChildren(view.svg);
  if (view.drag) listenToPointer({ host, told: { onCell() {}, onHover() {} }, turns: true, drag: view.drag });
}

/** A shortest chain from a cell to its opposite, with the opposites of all its cells. */
function around(board, from) {
  const cells = new Map(board.cells.map((cell) => [cell.name, cell]));
  const goal = cells.get(from).antipode;
  const came = new Map([[from, null]]);
  const waiting = [from];
  while (waiting.length > 0 && !came.has(goal)) {
    const name = waiting.shift();
    for (const next of cells.get(name).neighbors) {
      if (came.has(next)) continue;
      came.set(next, name);
      waiting.push(next);
    }
  }
  const chain = [];
  for (let name = goal; name; name = came.get(name)) chain.push(name, cells.get(name).antipode);
  return [...new Set(chain)];
}
