// What the page knows, in one place. Parts of the page listen for the keys they show.

/**
 * @typedef {import("../types").State} State
 * @typedef {import("../types").GameState} GameState
 * @typedef {import("../types").Settings} Settings
 */

/** @type {Map<string, Set<() => void>>} */
const listeners = new Map();

/** Kept between visits, in this browser only. @type {Settings} */
const SETTINGS = {
  theme: "auto",
  language: "",
  stones: "black-white",
  diamond: false,
  treeHeight: 0,
  warn: false,
  clock: "0",
  tab: "play",
  coordinates: true,
  numbers: false,
  view: "black",
  heat: "visits",
  visitsCap: "100000",
  analyst: "champion",
  /** By id (analysis/overlays.js). */
  overlays: [],
  hideBest: false,
  reviewVisits: "2000",
  flat: false,
  game: "",
  sizes: {},
  rival: "computer",
  human: "black",
  adapt: false,
  level: 3,
  preset: "champion",
  level2: 5,
  preset2: "champion",
  time: "2s",
  swap: false,
};

/** The state; read it freely, change it with `set`. @type {State} */
export const state = {
  about: null,
  board: null,
  storedGame: null,
  opening: false,
  nodes: new Map(),
  current: 0,
  position: null,
  live: false,
  thinking: null,
  online: true,
  notice: "",
  tab: "",
  analyzing: false,
  report: null,
  reportNote: "",
  found: new Map(),
  review: { running: false, done: 0, total: 0 },
  line: null,
  setup: null,
  toast: null,
  views: {},
  suited: null,
  clocks: null,
  settings: { ...SETTINGS, ...read("catena.settings") },
};
state.tab = state.settings.tab;

/** The state, for what runs only while a game is on the board. */
export const inGame = () => /** @type {GameState} */ (state);

/** Changes keys of the state and tells whoever listens to them. @param {Partial<State>} patch */
export function set(patch) {
  /** @type {Set<() => void>} */
  const told = new Set();
  for (const [key, value] of Object.entries(patch)) {
    if (Reflect.get(state, key) === value) continue;
    Reflect.set(state, key, value);
    for (const listener of listeners.get(key) ?? []) told.add(listener);
  }
  for (const listener of told) listener();
}

/** Changes settings and keeps them. @param {Partial<Settings>} patch */
export function setSettings(patch) {
  const settings = { ...state.settings, ...patch };
  write("catena.settings", settings);
  set({ settings });
}

/** Another tab of the browser has changed them. */
export function followSettings() {
  addEventListener("storage", (event) => {
    if (event.key === "catena.settings") set({ settings: { ...state.settings, ...read("catena.settings"), tab: state.tab } });
  });
}

/**
 * Calls `listener` when any of these keys changes.
 * @param {string} keys separated by blanks
 * @param {() => void} listener
 */
export function on(keys, listener) {
  for (const key of keys.split(" ")) listeners.set(key, (listeners.get(key) ?? new Set()).add(listener));
}

/** Calls it no more. @param {string} key @param {() => void} listener */
export function off(key, listener) {
  listeners.get(key)?.delete(listener);
}

/** Something kept in this browser; {} where nothing is or nothing may be kept. @param {string} key */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may keep nothing; the page works without.
  }
}
