// The game that is on the board: makes it, opens it, keeps its address. navigation.js walks in it, moves.js plays.

import { call, get, post, report, statusOf } from "../core/server.js";
import * as link from "./link.js";
import { find, moves } from "./tree.js";
import { inGame, off, on, read, set, setSettings, state, write } from "../core/store.js";
import { other } from "../core/format.js";

/**
 * @typedef {import("../types").StoredGame} StoredGame
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").Settings} Settings
 * @typedef {import("./link.js").Shared} Shared
 * @typedef {{known: Map<number, Position>, shown: {board: import("../types").BoardGeometry, storedGame: StoredGame,
 *            nodes: import("../types").Nodes, current: number, position: Position}}} Prepared
 */

/** Positions by node; those of a stored game never change. @type {Map<number, Position>} */
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
 * What has to be known before a stored game can be shown as the server sent it; shows nothing yet.
 * @param {StoredGame} storedGame
 * @param {number | null} [at] the node to look at
 * @returns {Promise<Prepared>}
 */
async function prepare(storedGame, at = storedGame.current) {
  const board = await geometry(storedGame.game, storedGame.size);
  const known = new Map(state.storedGame?.id === storedGame.id ? positions : []);
  const sent = storedGame.position.node;
  if (!known.has(sent)) known.set(sent, storedGame.position);
  const nodes = new Map(storedGame.nodes.map((node) => [node.id, node]));
  const current = typeof at === "number" && nodes.has(at) ? at : storedGame.current;
  const position = known.get(current) ?? (await get(`/games/${storedGame.id}/positions/${current}`));
  known.set(current, position);
  // The board comes first: what is said about it depends on how it lies.
  return { known, shown: { board, storedGame, nodes, current, position } };
}

/** The last game that was asked for: answers come late and in any order, and the last request holds. */
let requestId = 0;

/**
 * Turns to another game.
 * @param {() => Promise<StoredGame | null>} ask gets the stored game, or null where there is none
 * @param {{at?: (storedGame: StoredGame) => number | null, live?: () => boolean, late?: (storedGame: StoredGame) => void,
 *          left?: (storedGame: StoredGame) => void}} [options] `late` gets a stored game that came when another one was asked
 *   for, `left` the one before where nobody had played on it
 * @returns {Promise<boolean>} false where there was none; true also where another game was asked for meanwhile
 */
async function turnTo(ask, { at, live = awaitsEngine, late, left } = {}) {
  stop();
  const own = ++requestId;
  const { settings } = state;
  set({ opening: true });
  try {
    const storedGame = await ask();
    if (!storedGame) return own !== requestId;
    const ready = own === requestId ? await prepare(storedGame, at?.(storedGame)) : null;
    if (own !== requestId || !ready) {
      late?.(storedGame);
      return true;
    }
    const before = state.storedGame;
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
  const { storedGame } = shown;
  const review = { running: Boolean(storedGame.reviewing), done: 0, total: 0 };
  set({ ...shown, review, opening: false, line: null, notice: "", setup: null });
  write("catena.session", { id: storedGame.id });
  // The panel for a new game starts from what is on the board, unless the reader has chosen since.
  const { game, sizes } = state.settings;
  if (game === settings.game && sizes === settings.sizes)
    setSettings({ game: storedGame.game, sizes: { ...sizes, [storedGame.game]: storedGame.size } });
  keepAddress();
}

/** Whether no move was played yet, nor is on its way. */
export const isUnplayed = () => state.nodes.size <= 1 && !state.position?.pending;

/** Makes a new game and shows it. @param {import("../types").NewGame} spec */
export function create(spec, { live = false } = {}) {
  /** Boards that nobody played on would only fill the list of games. @param {StoredGame} storedGame */
  const forget = ({ id, nodes, start }) => {
    if (nodes.length <= 1 && start.black.length + start.white.length === 0)
      call("DELETE", `/games/${id}`).catch(() => {});
  };
  return turnTo(() => post("/games", spec), { live: () => live, late: forget, left: forget });
}

/** Opens a stored game. @param {string} id */
export const open = (id) => turnTo(() => get(`/games/${id}`));

/** Whether a person waits for an engine's answer at the end of the line. */
export function awaitsEngine() {
  const { storedGame, position, nodes, current } = state;
  if (!storedGame || !position || position.outcome || nodes.get(current)?.children.length !== 0) return false;
  return storedGame.players[position.to_move] !== "human" && storedGame.players[other(position.to_move)] === "human";
}

/** Shows the game as it was left: by the address, else the last one of this browser; false where there is none. */
export async function restore() {
  const shared = link.read(location.hash);
  const { id } = read("catena.session");
  const ask = async () => {
    const storedGame = id ? await get(`/games/${id}`).catch(unlessGone) : null;
    return storedGame && shared && nodeOf(storedGame, shared) === null ? null : storedGame;
  };
  /** @param {StoredGame} storedGame */
  const at = (storedGame) => (shared ? nodeOf(storedGame, shared) : storedGame.current);
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

/** The node of a stored game that an address means, or null. @param {StoredGame} storedGame @param {Shared} shared */
function nodeOf(storedGame, shared) {
  /** @param {Omit<Shared, "moves">} place */
  const address = (place) => link.write({ ...place, moves: [] });
  if (address(storedGame) !== address(shared)) return null;
  return find(new Map(storedGame.nodes.map((node) => [node.id, node])), shared.moves)?.id ?? null;
}

/** The address of the current position, with a move that is still on its way. */
export function address() {
  const { storedGame, nodes, current, position } = inGame();
  const coming = position.coming ? [position.coming] : [];
  return link.write({ ...storedGame, moves: [...moves(nodes, current), ...coming] });
}

export function keepAddress() {
  history.replaceState(null, "", address());
}

/** Whether a person plays an engine. */
export function hasEngine() {
  const { players } = inGame().storedGame;
  return (players.black === "human") !== (players.white === "human");
}

/** Changes a node that is known already. @param {number} id @param {Partial<import("../types").TreeNode>} patch */
export function change(id, patch) {
  const node = state.nodes.get(id);
  if (node) set({ nodes: new Map(state.nodes).set(id, { ...node, ...patch }) });
}

/** Cuts the current node off, with what follows. */
export async function cut() {
  const { storedGame, current, nodes, position } = inGame();
  if (current === 0 || position.pending) return;
  stop();
  // Nothing can be played on what is about to go.
  const fading = { ...position, legal: [], pending: true };
  set({ position: fading });
  try {
    const left = await call("DELETE", `/games/${storedGame.id}/nodes/${current}`);
    const { known, shown } = await prepare(left, nodes.get(current)?.parent);
    if (state.storedGame?.id !== storedGame.id) return;
    positions = known;
    // Who has gone elsewhere meanwhile stays there, if it is still there.
    const stays = state.position !== fading && shown.nodes.has(state.current);
    set(stays ? { storedGame: left, nodes: shown.nodes } : { ...shown, line: null, notice: "" });
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

/** Asks for the stored game again, where the server or the node has moved on. */
export async function refresh() {
  await settled();
  const { storedGame, current, position } = state;
  if (!storedGame) return;
  try {
    const { known, shown } = await prepare(await get(`/games/${storedGame.id}`), current);
    if (state.storedGame?.id !== storedGame.id) return;
    // What was done meanwhile is newer than this answer.
    if (state.position !== position) return await refresh();
    positions = known;
    // A review tells of each move once; one that it told of meanwhile may not be in the answer.
    for (const [id, node] of shown.nodes)
      shown.nodes.set(id, { ...node, review: node.review ?? state.nodes.get(id)?.review ?? null });
    set({ ...shown, review: { ...state.review, running: Boolean(shown.storedGame.reviewing) } });
    set({ live: state.live || awaitsEngine() });
    keepAddress();
  } catch (error) {
    if (statusOf(error) === 404) set({ storedGame: null });
    else report(error);
  }
}
