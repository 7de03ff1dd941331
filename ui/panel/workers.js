// The machines that work for this server (`catena serve --on`), told anew every few seconds while the tab is open.

import * as client from "../core/client.js";
import { h } from "../core/dom.js";
import { t } from "../core/text.js";
import { on, state } from "../core/store.js";

const REFRESH_MS = 3000;
/** @type {("machine" | "slots" | "busy" | "games" | "gamesRate" | "playoutsRate" | "build")[]} */
const COLUMNS = ["machine", "slots", "busy", "games", "gamesRate", "playoutsRate", "build"];

export function workersBlock() {
  const block = h("div", { class: "workers", hidden: true });
  let timer = 0;
  async function refresh() {
    clearTimeout(timer);
    if (state.tab !== "arena") return;
    try {
      const status = await client.workers();
      block.hidden = status === null;
      if (status === null) return;
      block.replaceChildren(...shown(status));
    } catch (error) {
      block.hidden = false;
      block.replaceChildren(h("h2", {}, t("workers.title")), h("p", { class: "facts" }, String(error)));
    }
    clearTimeout(timer);
    timer = setTimeout(refresh, REFRESH_MS);
  }
  on("tab", refresh);
  return block;
}

/** @param {import("../types").ClusterStatus} status */
function shown({ workers, queues, jobs, results }) {
  const rate = workers.reduce((sum, worker) => sum + worker.games_per_second, 0);
  const underWay = queues.reduce((sum, queue) => sum + queue.under_way, 0);
  const waiting = Math.max(jobs - underWay, 0);
  const facts =
    t("workers.facts", { rate: rate.toFixed(1), waiting, underWay }) + (results > 0 ? ` · ${t("workers.results", { n: results })}` : "");
  const columns = COLUMNS.map((column) => t(`workers.${column}`));
  const cell = (/** @type {unknown} */ value) => h("td", {}, String(value));
  const row = (/** @type {import("../types").ClusterWorker} */ { host, slots, busy, games, games_per_second, speed, build }) =>
    h("tr", {}, ...[host, slots, busy, games, games_per_second.toFixed(1), `${Math.round(speed / 1000)}k`, build].map(cell));
  return [
    h("h2", {}, t("workers.title")),
    h("p", { class: "facts" }, workers.length === 0 ? `${t("workers.none")} ${facts}` : facts),
    ...(workers.length === 0
      ? []
      : [
          h(
            "div",
            { class: "scroll" },
            h(
              "table",
              { class: "result" },
              h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))),
              h("tbody", {}, ...workers.map(row)),
            ),
          ),
        ]),
  ];
}
