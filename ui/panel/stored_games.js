// The stored games, in a dialog, with how the reader did in them.

import { gameOf, sizeWords, titleOf } from "../core/catalog.js";
import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { h } from "../core/dom.js";
import { title as colorTitle } from "../core/format.js";
import { open } from "../game/current.js";
import { icon, iconButton } from "../core/icons.js";
import { state } from "../core/store.js";
import { language, t } from "../core/text.js";
import { remove } from "../core/undo.js";

/** @typedef {import("../types").GameSummary} GameSummary */

/** Games that are about to be deleted. @type {Set<string>} */
const going = new Set();

export function storedGames() {
  const list = h("ul", { class: "stored" });
  const stats = h("div", { class: "stats" });
  const close = h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("close"));
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": t("games.title") },
    h("h2", {}, t("games.title")),
    stats,
    list,
    h("div", { class: "row end" }, close),
  );
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  const show = async () => {
    try {
      const sent = await client.storedGames();
      const games = sent.filter(({ id }) => !going.has(id));
      list.replaceChildren(...games.map((game) => row(game, dialog)));
      if (games.length === 0) list.append(h("li", {}, t("games.none")));
      stats.replaceChildren(...statsOf(games));
      if (!dialog.open) dialog.showModal();
    } catch (error) {
      report(error);
    }
  };
  return h(
    "button",
    { type: "button", class: "tool wide", id: "stored", title: t("games.title"), onclick: show },
    icon("folder"),
    h("span", {}, t("top.myGames")),
  );
}

/** Won and lost games against engines, in all and by game. @param {GameSummary[]} games */
function statsOf(games) {
  /** @type {Map<string, {won: number, lost: number}>} */
  const counts = new Map();
  for (const { game, result, players } of games) {
    const mine = players.black === "human" ? "black" : "white";
    const isAgainstEngine = (players.black === "human") !== (players.white === "human");
    const winner = result?.split(" ")[0];
    if (!isAgainstEngine || (winner !== "black" && winner !== "white")) continue;
    const count = counts.get(game) ?? { won: 0, lost: 0 };
    count[winner === mine ? "won" : "lost"] += 1;
    counts.set(game, count);
  }
  if (counts.size === 0) return [];
  /** @param {"won" | "lost"} key */
  const sum = (key) => [...counts.values()].reduce((total, count) => total + count[key], 0);
  const each = [...counts].map(([game, count]) => t("games.statsGame", { game: titleOf(game), ...count }));
  return [
    h("b", {}, t("games.stats", { won: sum("won"), lost: sum("lost") })),
    h("span", { class: "small-print" }, each.join(" · ")),
  ];
}

/** @param {GameSummary} storedGame @param {HTMLDialogElement} dialog */
function row(storedGame, dialog) {
  const { id } = storedGame;
  const title = titleWords(storedGame);
  const isHere = id === state.storedGame?.id;
  const pick = () => {
    dialog.close();
    open(id).catch(report);
  };
  const trash = iconButton({
    name: "trash",
    text: t("games.delete", { title }),
    onclick: () => {
      const place = item.nextSibling;
      const { parentNode } = item;
      going.add(id);
      item.remove();
      remove({
        text: t("games.deleted", { title }),
        commit: () => client.deleteGame(id).finally(() => going.delete(id)),
        restore: () => {
          going.delete(id);
          parentNode?.insertBefore(item, place?.parentNode === parentNode ? place : null);
        },
      });
    },
  });
  trash.disabled = isHere;
  const facts = [t("games.moves", { n: storedGame.moves }), resultWords(storedGame.result), when(storedGame.updated)];
  const item = h(
    "li",
    { class: isHere ? "here" : "" },
    h(
      "button",
      { type: "button", class: "entry", onclick: pick },
      h("b", {}, title),
      h("span", {}, facts.filter(Boolean).join(" · ")),
    ),
    trash,
  );
  return item;
}

/** The title, with the size as the reader's language has it where the game has no other title. @param {GameSummary} storedGame */
function titleWords({ title, game, size }) {
  const info = gameOf(game);
  return info && title === `${info.title} ${size}` ? `${info.title}, ${sizeWords(info, size)}` : title;
}

/** @param {string | null} result */
function resultWords(result) {
  const winner = result?.split(" ")[0];
  if (winner === "draw") return t("draw");
  return winner === "black" || winner === "white" ? t("end.wins", { color: colorTitle(winner) }) : "";
}

/** @param {string} text */
function when(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? ""
    : date.toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}
