// Matches and experiments of the arena, with the tables and plots that the server has of them.

import { get } from "../server.js";
import { h } from "../dom.js";
import { on, state } from "../store.js";

export function arenaPanel() {
  const panel = h("div", { class: "panel arena" });
  on("tab", () => state.tab === "arena" && load(panel));
  return panel;
}

async function load(panel) {
  try {
    const matches = await get("/arena");
    if (matches.length === 0) panel.replaceChildren(...invitation());
    else panel.replaceChildren(h("h2", {}, "Arena"), ...matches.map(entry));
  } catch (error) {
    panel.replaceChildren(h("p", { class: "facts" }, error.message));
  }
}

function invitation() {
  return [
    h("h2", {}, "Arena"),
    h("p", {}, "No matches yet. Let two players meet on the command line, and the results appear here:"),
    h("pre", {}, h("code", {}, "catena match --player champion --opponent joosten --game havannah --size 6")),
  ];
}

/** One match: its title, and its tables and plots once it is opened. */
function entry(match) {
  const body = h("div", { class: "match-body" });
  const details = h(
    "details",
    { class: "match" },
    h("summary", {}, h("b", {}, match.title ?? match.id), match.summary ? h("span", {}, match.summary) : null),
    body,
  );
  details.addEventListener("toggle", async () => {
    if (!details.open || body.children.length > 0) return;
    try {
      const full = await get(`/arena/${encodeURIComponent(match.id)}`);
      const games = full.games_url ? h("a", { href: full.games_url }, "All games as SGF") : null;
      body.replaceChildren(...(full.tables ?? []).map(table), ...(full.plots ?? []).map(plot), games ?? "");
    } catch (error) {
      body.replaceChildren(h("p", { class: "facts" }, error.message));
    }
  });
  return details;
}

function table({ title, columns = [], rows = [] }) {
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "result" },
      title ? h("caption", {}, title) : null,
      h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, String(column))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, String(cell ?? "")))))),
    ),
  );
}

/** Plots come as files of the server. */
function plot({ title, url }) {
  return h("figure", {}, h("img", { src: url, alt: title ?? "plot" }), title ? h("figcaption", {}, title) : null);
}
