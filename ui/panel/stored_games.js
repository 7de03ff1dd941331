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
      /** @type {SessionSummary[]} */
      const sessions = await get("/sessions");
      list.replaceChildren(...sessions.map((session) => row(session, dialog)));
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

/** @typedef {import("../types").SessionSummary} SessionSummary */

/** @param {SessionSummary} session @param {HTMLDialogElement} dialog */
function row(session, dialog) {
  const isHere = session.id === state.session?.id;
  const pick = () => {
    dialog.close();
    open(session.id).catch(report);
  };
  const remove = iconButton({
    name: "trash",
    text: `Delete ${session.title}`,
    onclick: async () => {
      try {
        await call("DELETE", `/sessions/${session.id}`);
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
      h("b", {}, session.title),
      h("span", {}, [`${session.moves} moves`, session.result || "", when(session.updated)].filter(Boolean).join(" · ")),
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
