// The panel for a new game: which, how large, against whom.

import { gameOf, plays, report } from "../server.js";
import { choose, h, segmented, select, setAttribute, setText, toggle } from "../dom.js";
import { create, isUnplayed } from "../game.js";
import { on, setSettings, state } from "../store.js";

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
    onchange: (size) => setSettings({ sizes: { ...state.settings.sizes, [state.settings.game]: Number(size) } }),
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
    games.replaceChildren(...state.about.games.map((game) => gameButton(game)));
    draw();
  });
  const draw = () => {
    const { settings: now, about } = state;
    if (!about) return;
    for (const button of games.children) setAttribute(button, "aria-checked", String(button.dataset.game === now.game));
    const game = gameOf(now.game);
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
    h("img", { src: `/images/${game.id}.svg`, alt: "", width: 44, height: 40 }),
    h("span", {}, game.title),
  );
}

/** Nothing is lost by another board: no move has been played, or the board is about to go anyway. */
const isFree = () => !state.session || state.opening || isUnplayed();

/** A slider for the level and, under "more", the preset. */
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
    const { settings, about } = state;
    if (filledFor !== settings.game) {
      filledFor = settings.game;
      preset.replaceChildren(
        ...about.players
          .filter((player) => plays(player, settings.game))
          .map((player) => h("option", { value: player.name, title: player.summary }, player.name)),
      );
    }
    preset.value = settings[presetKey];
    if (!preset.value) preset.value = "champion";
    slider.value = String(settings[levelKey]);
    setText(words, `${settings[levelKey]} · ${LEVELS[settings[levelKey]]}`);
  };
  return Object.assign(box, { name, draw, preset });
}

function sizeOptions(game) {
  const { min, max, usual, labels } = game.sizes;
  const all = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  return [...usual, ...all.filter((size) => !usual.includes(size))].map((size) => [String(size), labels[size]]);
}

function sizeOf(game) {
  const chosen = state.settings.sizes[game.id];
  return chosen >= game.sizes.min && chosen <= game.sizes.max ? chosen : game.default_size;
}

/** The players as the panel has them. */
function players() {
  const { settings } = state;
  const fits = (name) => state.about.players.some((player) => player.name === name && plays(player, settings.game));
  const engine = (preset, level) => `${fits(preset) ? preset : "champion"},level=${level}`;
  const first = engine(settings.preset, settings.level);
  if (settings.rival === "people") return { black: "human", white: "human" };
  if (settings.rival === "engines") return { black: first, white: engine(settings.preset2, settings.level2) };
  return settings.human === "black" ? { black: "human", white: first } : { black: first, white: "human" };
}

/** Starts a game with what the panel says. */
export async function newGame() {
  const { settings } = state;
  const game = gameOf(settings.game);
  try {
    // Two engines wait for a sign to start.
    await create(
      { game: game.id, size: sizeOf(game), swap: settings.swap, players: players(), time: settings.time },
      { live: settings.rival !== "engines" },
    );
  } catch (error) {
    report(error);
  }
}
