// The row below the board: walking, taking back, swapping, resigning; setting up; view, sharing and saving.

import { choose, h, segmented, setAttribute, setText, toggle } from "../core/dom.js";
import { hasEngine, stop } from "../game/current.js";
import { play } from "../game/moves.js";
import { back, first, forward, last, redo, undo } from "../game/navigation.js";
import { icon, iconButton } from "../core/icons.js";
import { copyLink, savePng, saveSgf, saveSvg } from "./save.js";
import { cancelSetup, chooseMover, chooseTool, clearSetup, finishSetup, startSetup } from "../game/setup.js";
import { on, set, setSettings, state } from "../core/store.js";
import { depth, lineThrough } from "../game/tree.js";

/** @param {HTMLElement} host */
export function showTools(host) {
  const place = h("output", { class: "place" });
  const buttons = {
    first: iconButton({ name: "first", text: "First move", title: "First move (Home)", onclick: first }),
    back: iconButton({ name: "back", text: "Back", title: "Back (←)", onclick: back }),
    forward: iconButton({ name: "forward", text: "Forward", title: "Forward (→)", onclick: forward }),
    last: iconButton({ name: "last", text: "Last move", title: "Last move (End)", onclick: last }),
    undo: iconButton({ name: "undo", text: "Undo", title: "Take back (U)", onclick: undo, wide: true, id: "undo" }),
    redo: iconButton({ name: "redo", text: "Redo", title: "Redo (R)", onclick: redo, id: "redo" }),
    swap: iconButton({ name: "swap", text: "Swap", onclick: () => play("swap"), wide: true, id: "swap" }),
    resign: iconButton({ name: "flag", text: "Resign", onclick: () => play("resign"), id: "resign" }),
    run: iconButton({
      name: "play",
      text: "Start",
      wide: true,
      id: "run",
      onclick: () => (state.live ? stop() : set({ live: true })),
    }),
  };
  buttons.swap.hidden = true;
  buttons.run.hidden = true;
  /** @param {...Node} children */
  const group = (...children) => h("div", { class: "group" }, ...children);
  const normal = h(
    "div",
    { class: "tool-row" },
    group(buttons.first, buttons.back, place, buttons.forward, buttons.last),
    group(buttons.undo, buttons.redo, buttons.swap, buttons.run, buttons.resign),
    group(
      iconButton({ name: "setup", text: "Set up a position", onclick: startSetup, id: "setup" }),
      viewMenu(),
      iconButton({ name: "share", text: "Copy a link to this position", onclick: copyLink, id: "share" }),
      saveMenu(),
    ),
  );
  const setting = setupRow();
  host.append(normal, setting);

  on("position nodes current storedGame live setup thinking", () => {
    const { position, storedGame, nodes, current, setup, thinking } = state;
    if (!storedGame || !position) return;
    setAttribute(normal, "hidden", Boolean(setup));
    setAttribute(setting, "hidden", !setup);
    const line = lineThrough(nodes, current);
    const at = depth(nodes, current);
    setText(place, `${at} / ${line.length - 1}`);
    buttons.first.disabled = at === 0;
    for (const button of [buttons.back, buttons.undo]) button.disabled = at === 0 && !position.pending;
    for (const button of [buttons.forward, buttons.last, buttons.redo]) button.disabled = at === line.length - 1;
    const isOver = Boolean(position.outcome);
    const isEngines = storedGame.players.black !== "human" && storedGame.players.white !== "human";
    setAttribute(buttons.swap, "hidden", !position.can_swap || Boolean(thinking));
    setAttribute(buttons.run, "hidden", !isEngines || isOver);
    buttons.run.replaceChildren(icon(state.live ? "pause" : "play"), h("span", {}, state.live ? "Pause" : "Start"));
    setAttribute(buttons.run, "aria-label", state.live ? "Pause" : "Start");
    setAttribute(buttons.resign, "hidden", isEngines);
    buttons.resign.disabled = isOver || (hasEngine() && Boolean(thinking)) || Boolean(position.pending);
  });
}

/**
 * A button that opens a small sheet above it; it closes with Escape and with a click elsewhere.
 * @param {string} name
 * @param {string} text
 * @param {...Node} children
 */
function menu(name, text, ...children) {
  const sheet = h("div", { class: "sheet" }, ...children);
  const details = h(
    "details",
    { class: "menu" },
    h("summary", { class: "tool", title: text, "aria-label": text }, icon(name)),
    sheet,
  );
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
  return Object.assign(details, { sheet });
}

function viewMenu() {
  /** @param {"coordinates" | "numbers" | "flat"} key @param {string} text */
  const setting = (key, text) =>
    toggle({ text, checked: state.settings[key], onchange: (value) => setSettings({ [key]: value }) });
  const flat = setting("flat", "Flat view beside the sphere");
  on("board", () => setAttribute(flat, "hidden", state.board?.shape !== "sphere"));
  return Object.assign(
    menu("eye", "View", setting("coordinates", "Coordinates"), setting("numbers", "Move numbers"), flat),
    { id: "view" },
  );
}

function saveMenu() {
  /** @param {string} text @param {() => void} onclick */
  const entry = (text, onclick) =>
    h(
      "button",
      {
        type: "button",
        class: "entry",
        onclick: () => {
          save.open = false;
          onclick();
        },
      },
      text,
    );
  const save = menu(
    "save",
    "Save",
    entry("Game with variations and values (SGF)", saveSgf),
    entry("Picture (SVG)", saveSvg),
    entry("Picture (PNG)", savePng),
  );
  return Object.assign(save, { id: "save" });
}

function setupRow() {
  const tools = segmented({
    label: "What a click places",
    name: "tool",
    value: "black",
    onchange: chooseTool,
    options: [
      { value: "black", text: "● Black" },
      { value: "white", text: "○ White" },
      { value: "erase", text: "Erase" },
    ],
  });
  const mover = segmented({
    label: "Who moves next",
    name: "mover",
    value: "black",
    onchange: chooseMover,
    options: [
      { value: "black", text: "Black next" },
      { value: "white", text: "White next" },
    ],
  });
  /** @param {string} text @param {() => void} onclick @param {string} kind */
  const button = (text, onclick, kind) => h("button", { type: "button", class: kind, onclick }, text);
  on("setup", () => {
    if (!state.setup) return;
    choose(tools, state.setup.tool);
    choose(mover, state.setup.to_move);
  });
  return h(
    "div",
    { class: "tool-row setup", hidden: true },
    tools,
    mover,
    h(
      "div",
      { class: "group" },
      button("Clear", clearSetup, "plain"),
      button("Cancel", cancelSetup, "plain"),
      button("Done", finishSetup, "primary"),
    ),
  );
}
