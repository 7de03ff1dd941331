// The game that is on the board: makes it, opens it, keeps its address. navigation.js walks in it, moves.js plays.

import { call, get, post, report, statusOf } from "../core/server.js";
import * as link from "./link.js";
import { find, moves } from "./tree.js";
import { inGame, off, on, read, set, setSettings, state, write } from "../core/store.js";
import { other } from "../core/format.js";

/**
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").Settings} Settings
 * @typedef {import("./link.js").Shared} Shared
 * @typedef {{known: Map<number, Position>, shown: {board: import("../types").BoardGeometry, session: Session,
 *            nodes: import("../types").Nodes, current: number, position: Position}}} Prepared
 */

/** Positions by node; those of a session never change. @type {Map<number, Position>} */
export let positions = new Map();

/** @type {Map<string, import("../types").BoardGeometry>} */
const boards = new Map();

/** The geometry of a board, asked for once. @param {string} game @param {number} size */
export async function geometry(game, size) {
  const key = `${game}/${size}`;
  /** @type {import("../types").BoardGeometry} */
  const board = boards.get(key) ?? (await get(`/boards/${key}`));
  boards.set(key, board);
  return board;
}

/**
 * What has to be known before a session can be shown as the server sent it; shows nothing yet.
 * @param {Session} session
 * @param {number | null} [at] the node to look at
 * @returns {Promise<Prepared>}
 */
async function prepare(session, at = session.current) {
  const board = await geometry(session.game, session.size);
  const known = new Map(state.session?.id === session.id ? positions : []);
  const sent = session.position.node;
  if (!known.has(sent)) known.set(sent, session.position);
  const nodes = new Map(session.nodes.map((node) => [node.id, node]));
  const current = typeof at === "number" && nodes.has(at) ? at : session.current;
  const position = known.get(current) ?? (await get(`/sessions/${session.id}/positions/${current}`));
  known.set(current, position);
  // The board comes first: what is said about it depends on how it lies.
  return { known, shown: { board, session, nodes, current, position } };
}

/** The last game that was asked for: answers come late and in any order, and the last request holds. */
let requestId = 0;

/**
 * Turns to another game.
 * @param {() => Promise<Session | null>} ask gets its session, or null where there is none
 * @param {{at?: (session: Session) => number | null, live?: () => boolean, late?: (session: Session) => void,
 *          left?: (session: Session) => void}} [options] `late` gets a session that came when another one was asked
 *   for, `left` the one before where nobody had played on it
 * @returns {Promise<boolean>} false where there was none; true also where another game was asked for meanwhile
 */
async function turnTo(ask, { at, live = awaitsEngine, late, left } = {}) {
  stop();
  const own = ++requestId;
  const { settings } = state;
  set({ opening: true });
  try {
    const session = await ask();
    if (!session) return own !== requestId;
    const ready = own === requestId ? await prepare(session, at?.(session)) : null;
    if (own !== requestId || !ready) {
      late?.(session);
      return true;
    }
    const before = state.session;
    const wasUnplayed = isUnplayed();
    show(ready, settings);
    set({ live: live() });
    if (before && wasUnplayed) left?.(before);
    return true;
  } catch (error) {
    if (own === requestId) throw error;
    return true;
  } finally {
    if (own === requestId) set({ opening: false });
  }
}

/** Puts a prepared game on the board. @param {Prepared} prepared @param {Settings} settings those at the request */
function show({ known, shown }, settings) {
  // A move that came meanwhile may have set an engine to work.
  stop();
  positions = known;
  const { session } = shown;
  const review = { running: Boolean(session.reviewing), done: 0, total: 0 };
  set({ ...shown, review, opening: false, line: null, notice: "", setup: null });
  write("catena.session", { id: session.id });
  // The panel for a new game starts from what is on the board, unless the reader has chosen since.
  const { game, sizes } = state.settings;
  if (game === settings.game && sizes === settings.sizes)
    setSettings({ game: session.game, sizes: { ...sizes, [session.game]: session.size } });
  keepAddress();
}

/** Whether no move was played yet, nor is on its way. */
export const isUnplayed = () => state.nodes.size <= 1 && !state.position?.pending;

/** Makes a new game and shows it. @param {import("../types").NewSession} spec */
export function create(spec, { live = false } = {}) {
  /** Boards that nobody played on would only fill the list of games. @param {Session} session */
  const forget = ({ id, nodes, start }) => {
    if (nodes.length <= 1 && start.black.length + start.white.length === 0)
      call("DELETE", `/sessions/${id}`).catch(() => {});
  };
  return turnTo(() => post("/sessions", spec), { live: () => live, late: forget, left: forget });
}

/** Opens a stored game. @param {string} id */
export const open = (id) => turnTo(() => get(`/sessions/${id}`));

/** Whether a person waits for an engine's answer at the end of the line. */
export function awaitsEngine() {
  const { session, position, nodes, current } = state;
  if (!session || !position || position.outcome || nodes.get(current)?.children.length !== 0) return false;
  return session.players[position.to_move] !== "human" && session.players[other(position.to_move)] === "human";
}

/** Shows the game as it was left: by the address, else the last one of this browser; false where there is none. */
export async function restore() {
  const shared = link.read(location.hash);
  const { id } = read("catena.session");
  const ask = async () => {
    const session = id ? await get(`/sessions/${id}`).catch(unlessGone) : null;
    return session && shared && nodeOf(session, shared) === null ? null : session;
  };
  /** @param {Session} session */
  const at = (session) => (shared ? nodeOf(session, shared) : session.current);
  return (await turnTo(ask, { at })) || (shared ? openLink(shared) : false);
}

/** @param {unknown} error */
function unlessGone(error) {
  if (statusOf(error) !== 404) throw error;
  return null;
}

/** Makes the position that an address holds. @param {Shared} shared */
export function openLink(shared) {
  const { game, size, moves: names, swap, start } = shared;
  const setUp = start ? { stones: { black: start.black, white: start.white }, to_move: start.to_move } : {};
  return create({ game, size, swap, moves: names, players: { black: "human", white: "human" }, ...setUp });
}

/** The node of a session that an address means, or null. @param {Session} session @param {Shared} shared */
function nodeOf(session, shared) {
  /** @param {Omit<Shared, "moves">} place */
  const address = (place) => link.write({ ...place, moves: [] });
  if (address(session) !== address(shared)) return null;
  return find(new Map(session.nodes.map((node) => [node.id, node])), shared.moves)?.id ?? null;
}

/** The address of the current position, with a move that is still on its way. */
export function address() {
  const { session, nodes, current, position } = inGame();
  const coming = position.coming ? [position.coming] : [];
  return link.write({ ...session, moves: [...moves(nodes, current), ...coming] });
}

export function keepAddress() {
  history.replaceState(null, "", address());
}

/** Whether a person plays an engine. */
export function hasEngine() {
  const { players } = inGame().session;
  return (players.black === "human") !== (players.white === "human");
}

/** Changes a node that is known already. @param {number} id @param {Partial<import("../types").TreeNode>} patch */
export function change(id, patch) {
  const node = state.nodes.get(id);
  if (node) set({ nodes: new Map(state.nodes).set(id, { ...node, ...patch }) });
}

/** Cuts the current node off, with what follows. */
export async function cut() {
  const { session, current, nodes, position } = inGame();
  if (current === 0 || position.pending) return;
  stop();
  // Nothing can be played on what is about to go.
  const fading = { ...position, legal: [], pending: true };
  set({ position: fading });
  try {
    const left = await call("DELETE", `/sessions/${session.id}/nodes/${current}`);
    const { known, shown } = await prepare(left, nodes.get(current)?.parent);
    if (state.session?.id !== session.id) return;
    positions = known;
    // Who has gone elsewhere meanwhile stays there, if it is still there.
    const stays = state.position !== fading && shown.nodes.has(state.current);
    set(stays ? { session: left, nodes: shown.nodes } : { ...shown, line: null, notice: "" });
    keepAddress();
  } catch (error) {
    if (state.position === fading) set({ position });
    report(error);
  }
}

/** @type {Set<() => void>} */
const stoppers = new Set();

/** What must end when the reader turns to something else: engines at work. @param {() => void} stopper */
export const onStop = (stopper) => stoppers.add(stopper);

export function stop() {
  for (const stopper of stoppers) stopper();
  set({ live: false, thinking: null });
}

/** When no move is on its way any more. @returns {Promise<void>} */
export const settled = () =>
  new Promise((done) => {
    const look = () => {
      if (state.position?.pending) return;
      off("position", look);
      done();
    };
    on("position", look);
    look();
  });

/** Asks for the session again, where the server or the node has moved on. */
export async function refresh() {
  await settled();
  const { session, current, position } = state;
  if (!session) return;
  try {
    const { known, shown } = await prepare(await get(`/sessions/${session.id}`), current);
    if (state.session?.id !== session.id) return;
    // What was done meanwhile is newer than this answer.
    if (state.position !== position) return await refresh();
    positions = known;
    // A review tells of each move once; one that it told of meanwhile may not be in the answer.
    for (const [id, node] of shown.nodes)
      shown.nodes.set(id, { ...node, review: node.review ?? state.nodes.get(id)?.review ?? null });
    set({ ...shown, review: { ...state.review, running: Boolean(shown.session.reviewing) } });
    set({ live: state.live || awaitsEngine() });
    keepAddress();
  } catch (error) {
    if (statusOf(error) === 404) set({ session: null });
    else report(error);
  }
}
