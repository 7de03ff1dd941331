// The row below the board: walking, taking back, swapping, resigning; setting up; view, sharing and saving.

import { choose, h, segmented, setAttribute, setText, toggle } from "../core/dom.js";
import { hasEngine, stop } from "../game/current.js";
import { play } from "../game/moves.js";
import { back, first, forward, last, redo, undo } from "../game/navigation.js";
import { icon, iconButton } from "../core/icons.js";
import { saveFilm } from "./film.js";
import { savePng, saveSgf, saveSvg } from "./save.js";
import { codeText, copy, hexworldLink, isLocal, linkText, moveList } from "./share.js";
import { cancelSetup, chooseMover, chooseTool, clearSetup, finishSetup, startSetup } from "../game/setup.js";
import { colorName, t } from "../core/text.js";
import { on, set, setSettings, state } from "../core/store.js";
import { depth, lineThrough } from "../game/tree.js";

/** @param {HTMLElement} host */
export function showTools(host) {
  const place = h("output", { class: "place" });
  const buttons = {
    first: iconButton({ name: "first", text: t("tool.first"), title: `${t("tool.first")} (Home)`, onclick: first }),
    back: iconButton({ name: "back", text: t("tool.back"), title: `${t("tool.back")} (←)`, onclick: back }),
    forward: iconButton({ name: "forward", text: t("tool.forward"), title: `${t("tool.forward")} (→)`, onclick: forward }),
    last: iconButton({ name: "last", text: t("tool.last"), title: `${t("tool.last")} (End)`, onclick: last }),
    undo: iconButton({ name: "undo", text: t("tool.undo"), title: `${t("tool.undo")} (U)`, onclick: undo, wide: true, id: "undo" }),
    redo: iconButton({ name: "redo", text: t("tool.redo"), title: `${t("tool.redo")} (R)`, onclick: redo, id: "redo" }),
    swap: iconButton({ name: "swap", text: t("tool.swap"), onclick: () => play("swap"), wide: true, id: "swap" }),
    resign: iconButton({ name: "flag", text: t("tool.resign"), onclick: () => play("resign"), id: "resign" }),
    run: iconButton({
      name: "play",
      text: t("go.start"),
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
      iconButton({ name: "setup", text: t("tool.setup"), onclick: startSetup, id: "setup" }),
      viewMenu(),
      shareMenu(),
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
    buttons.run.replaceChildren(icon(state.live ? "pause" : "play"), h("span", {}, t(state.live ? "go.pause" : "go.start")));
    setAttribute(buttons.run, "aria-label", t(state.live ? "go.pause" : "go.start"));
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
  /** @param {"coordinates" | "numbers" | "flat" | "diamond"} key @param {string} text */
  const setting = (key, text) =>
    toggle({ text, checked: state.settings[key], onchange: (value) => setSettings({ [key]: value }) });
  const flat = setting("flat", t("view.flat"));
  const diamond = setting("diamond", t("view.diamond"));
  const stones = segmented({
    label: t("view.stones"),
    name: "stones",
    value: state.settings.stones,
    // The names of the colors stand everywhere: every text is said anew.
    onchange: (value) => {
      setSettings({ stones: value });
      location.reload();
    },
    options: [
      { value: "black-white", text: t("view.blackWhite") },
      { value: "red-blue", text: t("view.redBlue") },
    ],
  });
  on("board", () => {
    setAttribute(flat, "hidden", state.board?.shape !== "sphere");
    setAttribute(diamond, "hidden", state.board?.game !== "hex");
  });
  return Object.assign(
    menu("eye", t("tool.view"), setting("coordinates", t("view.coordinates")), setting("numbers", t("view.numbers")), flat, diamond, stones),
    { id: "view" },
  );
}

/**
 * An entry of a menu; choosing it closes the menu.
 * @param {() => HTMLDetailsElement} owner
 * @param {string} text
 * @param {() => void} onclick
 */
function menuEntry(owner, text, onclick) {
  const act = () => {
    owner().open = false;
    onclick();
  };
  return h("button", { type: "button", class: "entry", onclick: act }, text);
}

function shareMenu() {
  /** @param {string} text @param {() => void} onclick */
  const entry = (text, onclick) => menuEntry(() => share, text, onclick);
  const hexworld = entry(t("share.hexworld"), () => copy(hexworldLink() ?? "", t("share.linkCopied")));
  const share = menu(
    "share",
    t("tool.share"),
    entry(t("share.link"), () => copy(linkText(), t("share.linkCopied"))),
    hexworld,
    entry(t("share.code"), () => copy(codeText(), t("share.codeCopied"))),
    entry(t("share.moves"), () => copy(moveList(), t("share.movesCopied"))),
    h("p", { class: "small-print", hidden: !isLocal() }, t("share.local")),
  );
  on("nodes current storedGame", () => setAttribute(hexworld, "hidden", !state.storedGame || !hexworldLink()));
  return Object.assign(share, { id: "share" });
}

function saveMenu() {
  /** @param {string} text @param {() => void} onclick */
  const entry = (text, onclick) => menuEntry(() => save, text, onclick);
  const save = menu(
    "save",
    t("tool.save"),
    entry(t("save.sgf"), saveSgf),
    entry(t("save.svg"), saveSvg),
    entry(t("save.png"), savePng),
    entry(t("save.film"), saveFilm),
  );
  return Object.assign(save, { id: "save" });
}

function setupRow() {
  const tools = segmented({
    label: t("setup.places"),
    name: "tool",
    value: "black",
    onchange: chooseTool,
    options: [
      { value: "black", text: colorName("black"), stone: "black" },
      { value: "white", text: colorName("white"), stone: "white" },
      { value: "erase", text: t("setup.erase") },
    ],
  });
  const mover = segmented({
    label: t("setup.next"),
    name: "mover",
    value: "black",
    onchange: chooseMover,
    options: [
      { value: "black", text: t("setup.moverNext", { color: colorName("black") }) },
      { value: "white", text: t("setup.moverNext", { color: colorName("white") }) },
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
      button(t("setup.clear"), clearSetup, "plain"),
      button(t("cancel"), cancelSetup, "plain"),
      button(t("setup.done"), finishSetup, "primary"),
    ),
  );
}
