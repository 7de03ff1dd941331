// The score of a game that is decided by points, with its parts.

import { h, setAttribute, setText } from "../core/dom.js";
import { title } from "../core/format.js";
import { on, state } from "../core/store.js";
import { t } from "../core/text.js";

/** @type {("peries" | "quarks" | "stars" | "points")[]} */
const PARTS = ["peries", "quarks", "stars", "points"];

export function scoreTable() {
  const heads = { black: h("th", { scope: "col" }), white: h("th", { scope: "col" }) };
  const rows = PARTS.map((part) => {
    const cells = { black: h("td", {}), white: h("td", {}) };
    const name = t(`score.${part}`);
    return { part, cells, element: h("tr", { class: part }, h("th", { scope: "row" }, name), cells.black, cells.white) };
  });
  const note = h("span", {}, `${t("score.running")} `);
  const table = h(
    "table",
    { class: "score-table" },
    h("caption", { class: "visually-hidden" }, t("score.title")),
    h("thead", {}, h("tr", {}, h("td", {}), heads.black, heads.white)),
    h("tbody", {}, ...rows.map(({ element }) => element)),
  );
  const box = h("div", { class: "score", hidden: true }, table, h("p", { class: "small-print" }, note, t("score.sum")));
  on("position storedGame settings", () => {
    const standing = state.position?.standing;
    setAttribute(box, "hidden", !standing);
    if (!standing) return;
    for (const color of /** @type {import("../types").Color[]} */ (["black", "white"])) {
      setText(heads[color], title(color));
      for (const { part, cells } of rows) setText(cells[color], String(standing[color][part]));
    }
    setAttribute(note, "hidden", Boolean(state.position?.outcome));
  });
  return box;
}
