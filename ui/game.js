// The game that is on the board: makes it, opens it, keeps its address. walk.js goes about in it, moves.js plays.

import { ApiError, call, get, post, report } from "./server.js";
import * as link from "./link.js";
import { find, moves } from "./tree.js";
import { read, set, setSettings, state, write } from "./store.js";
import { other } from "./value.js";

/** Positions by node; those of a session never change. */
export let positions = new Map();

const boards = new Map();

/** The geometry of a board, asked for once. */
export async function geometry(game, size) {
  const key = `${game}/${size}`;
  if (!boards.has(key)) boards.set(key, await get(`/boards/${key}`));
  return boards.get(key);
}

/** Shows a session as the server sent it. @param {number} [at] the node to look at */
export async function show(session, at = session.current) {
  const board = await geometry(session.game, session.size);
  positions = new Map([[session.position.node ?? session.current, session.position]]);
  const nodes = new Map(session.nodes.map((node) => [node.id, node]));
  const current = nodes.has(at) ? at : session.current;
  const position = positions.get(current) ?? (await get(`/sessions/${session.id}/positions/${current}`));
  positions.set(current, position);
  // The board comes first: what is said about it depends on how it lies.
  set({
    board,
    session,
    nodes,
    current,
    position,
    line: null,
    thinking: null,
    notice: "",
    setup: null,
    review: { running: Boolean(session.reviewing), done: 0, total: 0 },
  });
  write("catena.session", { id: session.id });
  // The panel for a new game starts from what is on the board.
  setSettings({ game: session.game, sizes: { ...state.settings.sizes, [session.game]: session.size } });
  keepAddress();
}

/** Makes a new game and shows it. */
export async function create(spec, { live = false } = {}) {
  stop();
  const before = state.session;
  const wasUntouched = before && state.nodes.size <= 1 && before.start.black.length + before.start.white.length === 0;
  const session = await post("/sessions", spec);
  await show(session);
  set({ live });
  // Boards that nobody played on would only fill the list of games.
  if (wasUntouched) call("DELETE", `/sessions/${before.id}`).catch(() => {});
  return session;
}

export async function open(id) {
  stop();
  await show(await get(`/sessions/${id}`));
  set({ live: awaitsEngine() });
}

/** Whether a person waits for an engine's answer at the end of the line. */
export function awaitsEngine() {
  const { session, position, nodes, current } = state;
  if (!session || position.outcome || nodes.get(current).children.length > 0) return false;
  return session.players[position.to_move] !== "human" && session.players[other(position.to_move)] === "human";
}

/** The session as it was left: by the address, else the last one of this browser, else null. */
export async function restore() {
  const shared = link.read(location.hash);
  const { id } = read("catena.session");
  if (id) {
    try {
      const session = await get(`/sessions/${id}`);
      const node = shared ? nodeOf(session, shared) : session.current;
      if (node !== null) {
        await show(session, node);
        set({ live: awaitsEngine() });
        return session;
      }
    } catch (error) {
      if (error.status !== 404) throw error;
    }
  }
  return shared ? openLink(shared) : null;
}

/** Makes the position that an address holds. */
export function openLink(shared) {
  const { game, size, moves: names, swap, start } = shared;
  const setUp = start ? { stones: { black: start.black, white: start.white }, to_move: start.to_move } : {};
  return create({ game, size, swap, moves: names, players: { black: "human", white: "human" }, ...setUp });
}

/** The node of a session that an address means, or null. */
function nodeOf(session, shared) {
  const address = (place) => link.write({ ...place, moves: [] });
  if (address(session) !== address(shared)) return null;
  return find(new Map(session.nodes.map((node) => [node.id, node])), shared.moves)?.id ?? null;
}

/** The address of the current position. */
export function address() {
  const { session, nodes, current } = state;
  return link.write({ ...session, moves: moves(nodes, current) });
}

export function keepAddress() {
  history.replaceState(null, "", address());
}

/** Whether a person plays an engine. */
export function hasEngine() {
  const { players } = state.session;
  return (players.black === "human") !== (players.white === "human");
}

/** Changes a node that is known already. */
export function change(id, patch) {
  const node = state.nodes.get(id);
  if (node) set({ nodes: new Map(state.nodes).set(id, { ...node, ...patch }) });
}

/** Cuts the current node off, with what follows. */
export async function cut() {
  const { session, current, nodes, position } = state;
  if (current === 0 || position.pending) return;
  stop();
  // Nothing can be played on what is about to go.
  set({ position: { ...position, legal: [], pending: true } });
  try {
    await show(await call("DELETE", `/sessions/${session.id}/nodes/${current}`), nodes.get(current).parent);
  } catch (error) {
    set({ position });
    report(error);
  }
}

const stoppers = new Set();

/** What must end when the reader turns to something else: engines at work. */
export const onStop = (stopper) => stoppers.add(stopper);

export function stop() {
  for (const stopper of stoppers) stopper();
  set({ live: false, thinking: null });
}

/** Asks for the session again, where the server or the node has moved on. */
export async function refresh() {
  const { session, current, live } = state;
  try {
    await show(await get(`/sessions/${session.id}`), current);
    set({ live: live || awaitsEngine() });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) set({ session: null });
    else report(error);
  }
}
