// The panel for a new game: which, how large, against whom.

import { gameOf, playersOf } from "../core/catalog.js";
import { report } from "../core/server.js";
import { choose, h, segmented, select, setAttribute, setText, toggle } from "../core/dom.js";
import { create, isUnplayed } from "../game/current.js";
import { on, setSettings, state } from "../core/store.js";

/** @typedef {import("../types").GameInfo} GameInfo */

const TIMES = [
  ["500ms", "0.5 s"],
  ["1s", "1 s"],
  ["2s", "2 s"],
  ["5s", "5 s"],
  ["10s", "10 s"],
  ["30s", "30 s"],
  ["60s", "1 min"],
];
const LEVELS = [
  "",
  "first steps",
  "beginner",
  "gentle",
  "casual",
  "club",
  "solid",
  "strong",
  "very strong",
  "expert",
  "full strength",
];

export function playPanel() {
  const { settings } = state;
  const games = h("div", { class: "game-grid", role: "radiogroup", "aria-label": "Game" });
  const sizes = select({
    text: "Board",
    options: [],
    value: "",
    onchange: (size) => {
      const game = chosenGame();
      if (game) setSettings({ sizes: { ...state.settings.sizes, [game.id]: Number(size) } });
    },
  });
  const rival = segmented({
    label: "Who plays",
    name: "rival",
    value: settings.rival,
    onchange: (value) => setSettings({ rival: value }),
    options: [
      { value: "computer", text: "Computer" },
      { value: "people", text: "Two people" },
      { value: "engines", text: "Engines" },
    ],
  });
  const human = segmented({
    label: "Your color",
    name: "human",
    value: settings.human,
    onchange: (value) => setSettings({ human: value }),
    options: [
      { value: "black", text: "● Black" },
      { value: "white", text: "○ White" },
    ],
  });
  const mine = h("div", { class: "row" }, h("span", { class: "label" }, "You play"), human);
  const one = strength("level", "preset", "Level");
  const two = strength("level2", "preset2", "White");
  const time = select({
    text: "Time per move",
    options: TIMES,
    value: settings.time,
    onchange: (value) => setSettings({ time: value }),
    title: "At most; low levels need less",
  });
  const swap = toggle({
    text: "Swap rule",
    checked: settings.swap,
    onchange: (value) => setSettings({ swap: value }),
    title: "After the first stone the second player may take it over",
  });
  two.hidden = true;
  const start = h(
    "button",
    { type: "button", class: "primary big", id: "new-game", onclick: newGame, disabled: true },
    "New game",
  );

  on("about", () => {
    start.disabled = false;
    games.replaceChildren(...(state.about?.games ?? []).map(gameButton));
    draw();
  });
  const draw = () => {
    const { settings: now } = state;
    const game = chosenGame();
    if (!game) return;
    for (const button of games.children) setAttribute(button, "aria-checked", String(button.getAttribute("data-game") === game.id));
    setAttribute(sizes, "title", `Size: ${game.size_meaning}`);
    sizes.refill(sizeOptions(game), String(sizeOf(game)));
    choose(rival, now.rival);
    choose(human, now.human);
    setAttribute(mine, "hidden", now.rival !== "computer");
    setAttribute(one, "hidden", now.rival === "people");
    setAttribute(two, "hidden", now.rival !== "engines");
    setAttribute(time, "hidden", now.rival === "people");
    setText(one.name, now.rival === "engines" ? "Black" : "Level");
    one.draw();
    two.draw();
    swap.input.checked = now.swap;
  };
  on("settings", draw);
  return h(
    "div",
    { class: "panel play" },
    games,
    rival,
    mine,
    one,
    two,
    h("div", { class: "row two" }, sizes, time),
    h("div", { class: "row" }, swap),
    start,
  );
}

/** @param {GameInfo} game */
function gameButton(game) {
  return h(
    "button",
    {
      type: "button",
      role: "radio",
      class: "game",
      "data-game": game.id,
      title: game.aim,
      onclick: () => {
        setSettings({ game: game.id });
        if (isFree()) newGame();
      },
    },
    h("img", { src: `/api/rules/${game.id}/thumbnail.svg`, alt: "", width: 44, height: 40 }),
    h("span", {}, game.title),
  );
}

/** Nothing is lost by another board: no move has been played, or the board is about to go anyway. */
const isFree = () => !state.storedGame || state.opening || isUnplayed();

/** The game of the panel: the last chosen one, or the first of all. */
const chosenGame = () => gameOf(state.settings.game) ?? state.about?.games[0];

/**
 * A slider for the level, and the preset.
 * @param {"level" | "level2"} levelKey
 * @param {"preset" | "preset2"} presetKey
 * @param {string} text
 */
function strength(levelKey, presetKey, text) {
  const name = h("span", { class: "label" }, text);
  const words = h("output", { class: "level-words" });
  const slider = h("input", {
    type: "range",
    min: 1,
    max: 10,
    step: 1,
    "aria-label": text,
    id: levelKey,
    oninput: () => setSettings({ [levelKey]: Number(slider.value) }),
  });
  const preset = h("select", {
    "aria-label": "Engine",
    title: "Engine",
    onchange: () => setSettings({ [presetKey]: preset.value }),
  });
  const box = h("div", { class: "strength" }, h("div", { class: "row" }, name, words, preset), slider);
  let filledFor = "";
  const draw = () => {
    const { settings } = state;
    const game = chosenGame();
    if (game && filledFor !== game.id) {
      filledFor = game.id;
      preset.replaceChildren(
        ...playersOf(game.id).map(({ name, summary }) => h("option", { value: name, title: summary }, name)),
      );
    }
    preset.value = settings[presetKey];
    if (!preset.value) preset.value = "champion";
    slider.value = String(settings[levelKey]);
    setText(words, `${settings[levelKey]} · ${LEVELS[settings[levelKey]]}`);
  };
  return Object.assign(box, { name, draw, preset });
}

/** The usual sizes first. @param {GameInfo} game */
function sizeOptions({ sizes: { min, max, usual, labels } }) {
  const all = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  const ordered = [...usual, ...all.filter((size) => !usual.includes(size))];
  return ordered.map((size) => [String(size), labels[size] ?? String(size)]);
}

/** @param {GameInfo} game */
function sizeOf(game) {
  const chosen = state.settings.sizes[game.id];
  return chosen >= game.sizes.min && chosen <= game.sizes.max ? chosen : game.default_size;
}

/** The players as the panel has them. @param {GameInfo} game */
function players(game) {
  const { settings } = state;
  /** @param {string} name */
  const fits = (name) => playersOf(game.id).some((player) => player.name === name);
  /** @param {string} preset @param {number} level */
  const engine = (preset, level) => `${fits(preset) ? preset : "champion"},level=${level}`;
  const first = engine(settings.preset, settings.level);
  if (settings.rival === "people") return { black: "human", white: "human" };
  if (settings.rival === "engines") return { black: first, white: engine(settings.preset2, settings.level2) };
  return settings.human === "black" ? { black: "human", white: first } : { black: first, white: "human" };
}

/** Starts a game with what the panel says. */
export async function newGame() {
  const { settings } = state;
  const game = chosenGame();
  if (!game) return;
  try {
    // Two engines wait for a sign to start.
    await create(
      { game: game.id, size: sizeOf(game), swap: settings.swap, players: players(game), time: settings.time },
      { live: settings.rival !== "engines" },
    );
  } catch (error) {
    report(error);
  }
}
