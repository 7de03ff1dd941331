// What the modules need of a browser, for tests of those that only compute. Imported before the modules.

/** What was kept by `localStorage`. */
export const kept = new Map();

globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
};
globalThis.location = { hash: "", origin: "http://localhost" };
/** Other tabs, of which there are none here; the one of node would wait for them. */
globalThis.BroadcastChannel = undefined;
const go = (_state, _title, address) => (location.hash = address);
globalThis.history = { replaceState: go, pushState: go };

/** The requests that were made, as `METHOD /path`. */
export const requests = [];
/** Answers by request; a function is called with the body. */
export const answers = new Map();

globalThis.fetch = async (address, { method = "GET", body } = {}) => {
  const request = `${method} ${address.replace(/^\/api/, "")}`;
  requests.push(request);
  const answer = answers.get(request);
  const found = typeof answer === "function" ? await answer(body && JSON.parse(body)) : answer;
  const status = answer === undefined ? 404 : (found?.status ?? 200);
  return { ok: status < 400, status, json: async () => (answer === undefined ? { error: "nothing here" } : found) };
};

/** A node of a tree. */
export const node = (id, parent, move, color = id % 2 === 1 ? "black" : "white", more = {}) => ({
  id,
  parent,
  move,
  color: move ? color : null,
  comment: "",
  children: [],
  value: null,
  report: null,
  review: null,
  ...more,
});

/** A tree of `[id, parent, move]`, the start first. */
export function tree(...entries) {
  const nodes = new Map(entries.map(([id, parent, move]) => [id, node(id, parent, move)]));
  for (const [id, parent] of entries) nodes.get(parent)?.children.push(id);
  return nodes;
}

export const position = (id, to_move = "black", more = {}) => ({
  node: id,
  to_move,
  stones: {},
  last: null,
  legal: ["a1", "b2", "c3"],
  can_swap: false,
  outcome: null,
  ...more,
});
