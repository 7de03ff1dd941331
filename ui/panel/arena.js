// Matches and experiments of the arena, with the tables and plots that the server has of them.

import * as client from "../core/client.js";
import { h } from "../core/dom.js";
import { t } from "../core/text.js";
import { on, state } from "../core/store.js";
import { workersBlock } from "./workers.js";

export function arenaPanel() {
  const panel = h("div", { class: "panel arena" });
  const workers = workersBlock();
  on("tab", () => state.tab === "arena" && load(panel, workers));
  return panel;
}

/** @param {HTMLElement} panel @param {HTMLElement} workers */
async function load(panel, workers) {
  try {
    const matches = await client.matches();
    if (matches.length === 0) panel.replaceChildren(workers, ...invitation());
    else panel.replaceChildren(workers, h("h2", {}, t("arena.title")), ...matches.map(entry));
  } catch (error) {
    panel.replaceChildren(workers, failure(error));
  }
}

/** @param {unknown} error */
const failure = (error) => h("p", { class: "facts" }, error instanceof Error ? error.message : String(error));

function invitation() {
  const game = state.about?.games[0]?.id ?? "";
  return [
    h("h2", {}, t("arena.title")),
    h("p", {}, t("arena.empty")),
    h("pre", {}, h("code", {}, `catena match --player champion --opponent joosten --game ${game}`)),
  ];
}

/** One match: its title, and its tables and plots once it is opened. @param {import("../types").ArenaMatch} match */
function entry(match) {
  const body = h("div", { class: "match-body" });
  const details = h(
    "details",
    { class: "match" },
    h("summary", {}, h("b", {}, match.title), h("span", {}, match.summary)),
    body,
  );
  details.addEventListener("toggle", async () => {
    if (!details.open || body.children.length > 0) return;
    try {
      const { tables, plots, games_url: href } = await client.match(match.id);
      body.replaceChildren(...tables.map(table), ...plots.map(plot), h("a", { href }, t("arena.games")));
    } catch (error) {
      body.replaceChildren(failure(error));
    }
  });
  return details;
}

/** @param {import("../types").ArenaTable} table */
function table({ title, columns, rows }) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    h(
      "table",
      { class: "result" },
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, String(cell)))))),
    ),
  );
}

/** Plots come as files of the server. @param {{title: string, url: string}} plot */
function plot({ title, url }) {
  return h("figure", {}, h("a", { href: url }, h("img", { src: url, alt: title })), h("figcaption", {}, title));
}
