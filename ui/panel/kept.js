// The games that the server keeps, in a dialog.

import { call, get, report } from "../server.js";
import { h } from "../dom.js";
import { open } from "../game.js";
import { icon, iconButton } from "../icons.js";
import { state } from "../store.js";

export function keptGames() {
  const list = h("ul", { class: "kept" });
  const close = h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Close");
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": "Kept games" },
    h("h2", {}, "Your games"),
    list,
    h("div", { class: "row end" }, close),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  const show = async () => {
    try {
      const sessions = await get("/sessions");
      list.replaceChildren(...sessions.map((session) => row(session, dialog)));
      if (!dialog.open) dialog.showModal();
    } catch (error) {
      report(error);
    }
  };
  return h(
    "button",
    { type: "button", class: "tool wide", id: "kept", title: "Kept games", onclick: show },
    icon("folder"),
    h("span", {}, "Games"),
  );
}

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
  const moves = Array.isArray(session.moves) ? session.moves.length : session.moves;
  const item = h(
    "li",
    { class: isHere ? "here" : "" },
    h(
      "button",
      { type: "button", class: "entry", onclick: pick },
      h("b", {}, session.title),
      h("span", {}, [`${moves} moves`, session.result || "", when(session.updated)].filter(Boolean).join(" · ")),
    ),
    remove,
  );
  return item;
}

function when(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? ""
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
