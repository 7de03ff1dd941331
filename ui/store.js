// What the page knows, in one place. Parts of the page listen for the keys they show.

/** @typedef {"black" | "white"} Color */

const listeners = new Map();

/** Kept between visits, in this browser only. */
const SETTINGS = {
  theme: "auto",
  coordinates: true,
  numbers: false,
  /** Whose chances numbers are: "black", "white" or "mover". */
  view: "black",
  heat: "visits",
  visitsCap: "100000",
  analyst: "champion",
  /** The overlays that are switched on, by id (overlays.js). @type {string[]} */
  overlays: [],
  hideBest: false,
  reviewVisits: "2000",
  flat: false,
  game: "havannah",
  sizes: {},
  rival: "computer",
  human: "black",
  level: 3,
  preset: "champion",
  level2: 5,
  preset2: "champion",
  time: "2s",
  swap: false,
};

/** The state; read it freely, change it with `set`. */
export const state = {
  about: null,
  /** The geometry of the board. */
  board: null,
  session: null,
  /** Whether another game is on its way. */
  opening: false,
  /** @type {Map<number, any>} nodes of the game's tree by id */
  nodes: new Map(),
  current: 0,
  position: null,
  /** Whether engines answer by themselves. */
  live: false,
  /** The color whose engine is at work. @type {Color | null} */
  thinking: null,
  online: true,
  notice: "",
  tab: "play",
  analysing: false,
  report: null,
  reportNote: "",
  /** What overlays have been answered, by path. @type {Map<string, any>} */
  found: new Map(),
  review: { running: false, done: 0, total: 0 },
  /** Moves to show as numbered ghosts from the current position. @type {string[] | null} */
  line: null,
  setup: null,
  settings: { ...SETTINGS, ...read("catena.settings") },
};

/** Changes keys of the state and tells whoever listens to them. */
export function set(patch) {
  const told = new Set();
  for (const [key, value] of Object.entries(patch)) {
    if (state[key] === value) continue;
    state[key] = value;
    for (const listener of listeners.get(key) ?? []) told.add(listener);
  }
  for (const listener of told) listener();
}

/** Changes settings and keeps them. */
export function setSettings(patch) {
  const settings = { ...state.settings, ...patch };
  write("catena.settings", settings);
  set({ settings });
}

/** Calls `listener` when any of these keys changes. */
export function on(keys, listener) {
  for (const key of keys.split(" ")) {
    if (!listeners.has(key)) listeners.set(key, new Set());
    listeners.get(key).add(listener);
  }
}

/** Calls it no more. */
export function off(key, listener) {
  listeners.get(key)?.delete(listener);
}

/** Something kept in this browser; {} where nothing is or nothing may be kept. */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may keep nothing; the page works without.
  }
}
