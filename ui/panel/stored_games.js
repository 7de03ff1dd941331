// The stored games, in a dialog.

import { call, get, report } from "../core/server.js";
import { h } from "../core/dom.js";
import { open } from "../game/current.js";
import { icon, iconButton } from "../core/icons.js";
import { state } from "../core/store.js";

export function storedGames() {
  const list = h("ul", { class: "stored" });
  const close = h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Close");
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": "Stored games" },
    h("h2", {}, "Your games"),
    list,
    h("div", { class: "row end" }, close),
  );
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  const show = async () => {
    try {
      /** @type {GameSummary[]} */
      const storedGames = await get("/games");
      list.replaceChildren(...storedGames.map((storedGame) => row(storedGame, dialog)));
      if (!dialog.open) dialog.showModal();
    } catch (error) {
      report(error);
    }
  };
  return h(
    "button",
    { type: "button", class: "tool wide", id: "stored", title: "Stored games", onclick: show },
    icon("folder"),
    h("span", {}, "Games"),
  );
}

/** @typedef {import("../types").GameSummary} GameSummary */

/** @param {GameSummary} storedGame @param {HTMLDialogElement} dialog */
function row(storedGame, dialog) {
  const isHere = storedGame.id === state.storedGame?.id;
  const pick = () => {
    dialog.close();
    open(storedGame.id).catch(report);
  };
  const remove = iconButton({
    name: "trash",
    text: `Delete ${storedGame.title}`,
    onclick: async () => {
      try {
        await call("DELETE", `/games/${storedGame.id}`);
        item.remove();
      } catch (error) {
        report(error);
      }
    },
  });
  remove.disabled = isHere;
  const item = h(
    "li",
    { class: isHere ? "here" : "" },
    h(
      "button",
      { type: "button", class: "entry", onclick: pick },
      h("b", {}, storedGame.title),
      h("span", {}, [`${storedGame.moves} moves`, storedGame.result || "", when(storedGame.updated)].filter(Boolean).join(" · ")),
    ),
    remove,
  );
  return item;
}

/** @param {string} text */
function when(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? ""
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
