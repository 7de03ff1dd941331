// The panel for a new game: which, how large, against whom.

import { aimOf, gameOf, playersOf, sizeWords } from "../core/catalog.js";
import { report } from "../core/server.js";
import { choose, h, segmented, select, setAttribute, setText, toggle } from "../core/dom.js";
import { create, isUnplayed } from "../game/current.js";
import { adapts, atSuitedLevel, watchSuited } from "../game/suited.js";
import { title } from "../core/format.js";
import { t, tGame } from "../core/text.js";
import { scoreTable } from "./score.js";
import { engineViews } from "./views.js";
import { on, setSettings, state } from "../core/store.js";

/** @typedef {import("../types").GameInfo} GameInfo */

const TIMES = ["500ms", "1s", "2s", "5s", "10s", "30s", "60s"];
/** Minutes for a game and seconds more for each move. */
const CLOCKS = ["0", "3", "5", "10", "15+10", "30+20"];

export function playPanel() {
  const { settings } = state;
  const games = h("div", { class: "game-grid", role: "radiogroup", "aria-label": t("play.game") });
  const sizes = select({
    text: t("play.board"),
    options: [],
    value: "",
    onchange: (size) => {
      const game = chosenGame();
      if (game) setSettings({ sizes: { ...state.settings.sizes, [game.id]: Number(size) } });
    },
  });
  const rival = segmented({
    label: t("play.who"),
    name: "rival",
    value: settings.rival,
    onchange: (value) => setSettings({ rival: value }),
    options: [
      { value: "computer", text: t("play.computer") },
      { value: "people", text: t("play.people") },
      { value: "engines", text: t("play.engines") },
    ],
  });
  const human = segmented({
    label: t("play.yourColor"),
    name: "human",
    value: settings.human,
    onchange: (value) => setSettings({ human: value }),
    options: [
      { value: "black", text: title("black"), stone: "black" },
      { value: "white", text: title("white"), stone: "white" },
    ],
  });
  const mine = h("div", { class: "row mine" }, h("span", { class: "label" }, t("play.youPlay")), human);
  const one = strength("level", "preset");
  const two = strength("level2", "preset2");
  two.element.hidden = true;
  two.presets.hidden = true;
  const time = select({
    text: t("play.time"),
    options: TIMES.map((time) => [time, timeWords(time)]),
    value: settings.time,
    onchange: (value) => setSettings({ time: value }),
    title: t("play.timeTitle"),
  });
  const clock = select({
    text: t("play.clock"),
    options: CLOCKS.map((clock) => [clock, clockWords(clock)]),
    value: settings.clock,
    onchange: (value) => setSettings({ clock: value }),
  });
  const swap = toggle({
    text: t("play.swap"),
    checked: settings.swap,
    onchange: (value) => setSettings({ swap: value }),
    title: t("play.swapTitle"),
  });
  const warn = toggle({ text: t("play.warn"), checked: settings.warn, onchange: (value) => setSettings({ warn: value }) });
  const adapt = toggle({
    text: t("play.adapt"),
    checked: settings.adapt,
    onchange: (value) => setSettings({ adapt: value }),
    title: t("play.adaptTitle"),
  });
  const start = h(
    "button",
    { type: "button", class: "primary big", id: "new-game", onclick: newGame, disabled: true },
    t("play.new"),
  );
  const advanced = h(
    "details",
    { class: "advanced" },
    h("summary", {}, t("play.advanced")),
    h("div", { class: "row two" }, one.presets, two.presets, time),
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
    setAttribute(sizes, "title", t("play.boardTitle", { meaning: tGame(`${game.id}.size`, game.size_meaning) }));
    sizes.refill(sizeOptions(game), String(sizeOf(game)));
    choose(rival, now.rival);
    choose(human, now.human);
    const areEngines = now.rival === "engines";
    setAttribute(mine, "hidden", now.rival !== "computer");
    setAttribute(warn, "hidden", now.rival !== "computer");
    setAttribute(adapt, "hidden", now.rival !== "computer" || now.preset !== "champion");
    adapt.input.checked = now.adapt;
    setAttribute(one.element, "hidden", now.rival === "people");
    setAttribute(two.element, "hidden", !areEngines);
    setAttribute(two.presets, "hidden", !areEngines);
    setAttribute(clock, "hidden", areEngines);
    setAttribute(advanced, "hidden", now.rival === "people");
    one.draw(areEngines ? title("black") : t("play.level"));
    two.draw(title("white"));
    swap.input.checked = now.swap;
  };
  on("settings suited", draw);
  watchSuited(() => chosenGame()?.id);
  return h(
    "div",
    { class: "panel play" },
    scoreTable(),
    engineViews(),
    games,
    rival,
    mine,
    one.element,
    two.element,
    h("div", { class: "row two" }, sizes, clock),
    h("div", { class: "switches" }, adapt, swap, warn),
    advanced,
    h("div", { class: "start" }, start),
  );
}

/** @param {string} time */
const timeWords = (time) => (time === "60s" ? t("play.minute") : t("play.seconds", { n: time === "500ms" ? 0.5 : parseInt(time, 10) }));

/** @param {string} clock */
function clockWords(clock) {
  const [n, s] = clock.split("+");
  if (n === "0") return t("play.clock.0");
  return s ? t("play.clock.plus", { n, s }) : t("play.clock.n", { n });
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
      title: aimOf(game.id),
      onclick: () => {
        setSettings({ game: game.id });
        if (isFree()) newGame();
      },
    },
    h("img", { src: `data:image/svg+xml,${encodeURIComponent(game.thumbnail)}`, alt: "", width: 44, height: 40 }),
    h("span", {}, game.title),
  );
}

/** Nothing is lost by another board: no move has been played, the game is over, or the board is about to go anyway. */
const isFree = () => !state.storedGame || state.opening || isUnplayed() || Boolean(state.position?.outcome);

/** The game of the panel: the last chosen one, or the first of all. */
const chosenGame = () => gameOf(state.settings.game) ?? state.about?.games[0];

/**
 * A slider for the level, and which engine plays at it.
 * @param {"level" | "level2"} levelKey
 * @param {"preset" | "preset2"} presetKey
 */
function strength(levelKey, presetKey) {
  const name = h("span", { class: "label" });
  const words = h("output", { class: "level-words" });
  const elo = h("span", { class: "small-print elo" });
  const slider = h("input", {
    type: "range",
    min: 1,
    max: 10,
    step: 1,
    id: levelKey,
    oninput: () => setSettings({ [levelKey]: Number(slider.value) }),
  });
  const presets = select({ text: "", options: [], value: "", onchange: (value) => setSettings({ [presetKey]: value }) });
  const element = h("div", { class: "strength" }, h("div", { class: "row" }, name, words, elo), slider);
  let filledFor = "";
  /** @param {string} text what the level is of */
  const draw = (text) => {
    const { settings } = state;
    const game = chosenGame();
    const isSuited = levelKey === "level" && adapts() && game !== undefined;
    const level = (isSuited && suitedTo(game.id)?.level) || settings[levelKey];
    if (game && filledFor !== game.id) {
      filledFor = game.id;
      const names = playersOf(game.id).map((player) => [player.name, player.name]);
      presets.refill(names, settings[presetKey]);
    }
    presets.list.value = settings[presetKey];
    if (!presets.list.value) presets.list.value = "champion";
    setText(/** @type {Element} */ (presets.firstElementChild), t("play.engineOf", { color: title(levelKey === "level2" ? "white" : engineColor()) }));
    setText(name, text);
    setAttribute(slider, "aria-label", text);
    slider.value = String(level);
    slider.disabled = isSuited;
    setText(words, t("level.words", { level, name: t(/** @type {import("../core/text.js").Key} */ (`level.${level}`)) }));
    setText(elo, isSuited ? ratingWords(game.id) : presets.list.value === "champion" && game ? eloWords(game, level) : "");
  };
  return { element, presets, draw };
}

/** What is known of the reader's level in a game. @param {string} game */
const suitedTo = (game) => (state.suited?.game === game ? state.suited : null);

/** @param {string} game */
function ratingWords(game) {
  const { rating, deviation } = suitedTo(game) ?? {};
  return typeof rating === "number" ? t("level.rating", { elo: Math.round(rating), deviation: Math.round(deviation ?? 0) }) : t("level.adapts");
}

/** @param {GameInfo} game @param {number} level */
function eloWords(game, level) {
  const elo = game.level_elo[level - 1];
  if (elo === null) return "";
  return level === 1 ? t("level.lowest") : t("level.elo", { elo: Math.round(elo) });
}

/** The color of the engine that the first slider is for. @returns {import("../types").Color} */
const engineColor = () => (state.settings.rival === "computer" && state.settings.human === "black" ? "white" : "black");

/** The usual sizes first. @param {GameInfo} game */
function sizeOptions(game) {
  const { min, max, usual } = game.sizes;
  const all = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  const ordered = [...usual, ...all.filter((size) => !usual.includes(size))];
  return ordered.map((size) => [String(size), sizeWords(game, size)]);
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
    const chosen = players(game);
    const { swap, time } = settings;
    const size = sizeOf(game);
    // In the order of start.js, which may have asked for this game already.
    const spec = async () => ({ game: game.id, size, swap, players: await atSuitedLevel(game.id, chosen), time });
    await create(spec, { live: settings.rival !== "engines" });
  } catch (error) {
    report(error);
  }
}
