// The game that is on the board: makes it, opens it, keeps its address. navigation.js walks in it, moves.js plays.

import * as client from "../core/client.js";
import { report, statusOf } from "../core/server.js";
import * as link from "./link.js";
import { find, moves } from "./tree.js";
import { inGame, off, on, read, set, setSettings, state, write } from "../core/store.js";
import { other } from "../core/format.js";
import { remove, settleDeletion } from "../core/undo.js";
import { t } from "../core/text.js";

/**
 * @typedef {import("../types").StoredGame} StoredGame
 * @typedef {import("../types").Position} Position
 * @typedef {import("../types").Settings} Settings
 * @typedef {import("./link.js").Shared} Shared
 * @typedef {{known: Map<number, Position>, shown: {board: import("../types").BoardGeometry, storedGame: StoredGame,
 *            nodes: import("../types").Nodes, current: number, position: Position}}} Prepared
 */

/** Positions by node; those of a stored game never change. @type {Map<number, Position>} */
export const positions = new Map();

/** @param {Map<number, Position>} known */
function keep(known) {
  positions.clear();
  for (const [id, position] of known) positions.set(id, position);
}

/** @type {Map<string, import("../types").BoardGeometry>} */
const boards = new Map();

/** The geometry of a board, asked for once. @param {string} game @param {number} size */
export async function geometry(game, size) {
  const key = `${game}/${size}`;
  const board = boards.get(key) ?? (await client.board(game, size));
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
  const nodes = visible(storedGame);
  const current = typeof at === "number" && nodes.has(at) ? at : nodes.has(storedGame.current) ? storedGame.current : 0;
  const position = known.get(current) ?? (await client.position(storedGame.id, current));
  known.set(current, position);
  // The board comes first: what is said about it depends on how it lies.
  return { known, shown: { board, storedGame, nodes, current, position } };
}

/** What was cut off and can still come back. @type {{game: string, nodes: Set<number>} | null} */
let cutOff = null;

/** The nodes without what was cut off. @param {StoredGame} storedGame */
function visible({ id, nodes }) {
  const gone = cutOff?.game === id ? cutOff.nodes : new Set();
  const left = nodes.filter((node) => !gone.has(node.id));
  return new Map(left.map((node) => [node.id, { ...node, children: node.children.filter((child) => !gone.has(child)) }]));
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
    await settleDeletion();
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
  keep(known);
  const { storedGame } = shown;
  const review = { running: Boolean(storedGame.reviewing), done: 0, total: 0 };
  set({ ...shown, review, opening: false, line: null, notice: "", setup: null, views: {} });
  write("catena.session", { id: storedGame.id, board: `${storedGame.game}/${storedGame.size}` });
  // The panel for a new game starts from what is on the board, unless the reader has chosen since.
  const { game, sizes } = state.settings;
  if (game === settings.game && sizes === settings.sizes)
    setSettings({ game: storedGame.game, sizes: { ...sizes, [storedGame.game]: storedGame.size } });
  keepAddress({ isNew: isLater });
  isLater = true;
}

/** Whether a game was on the board before: the first one is where the reader came in. */
let isLater = false;

/** Whether no move was played yet, nor is on its way. */
export const isUnplayed = () => state.nodes.size <= 1 && !state.position?.pending;

/** Makes a new game and shows it. @param {import("../types").NewGame | (() => Promise<import("../types").NewGame>)} spec may take a question to the server */
export function create(spec, { live = false } = {}) {
  /** Boards that nobody played on would only fill the list of games. @param {StoredGame} storedGame */
  const forget = ({ id, nodes, start }) => {
    if (nodes.length <= 1 && start.black.length + start.white.length === 0)
      client.deleteGame(id).catch(() => {});
  };
  return turnTo(async () => client.createGame(typeof spec === "function" ? await spec() : spec), { live: () => live, late: forget, left: forget });
}

/** Opens a stored game. @param {string} id @param {number | null} [node] the node to look at */
export const open = (id, node = null) => turnTo(() => client.storedGame(id), { at: (storedGame) => node ?? storedGame.current });

/** Who looks around in the panels of analysis and review wants no answers of an engine; a button asks for them. */
export const isPlaying = () => !["analyze", "review"].includes(state.tab);

/** Whether a person waits for an engine's answer at the end of the line. */
export function awaitsEngine() {
  const { storedGame, position, nodes, current } = state;
  if (!storedGame || !position || position.outcome || !isPlaying() || nodes.get(current)?.children.length !== 0) return false;
  return storedGame.players[position.to_move] !== "human" && storedGame.players[other(position.to_move)] === "human";
}

/**
 * Shows the game as it was left: by the address, else the last one of this browser; false where there is none.
 * @param {string} [hash]
 */
export async function restore(hash = location.hash) {
  const shared = link.read(hash);
  const { id } = read("catena.session");
  const ask = async () => {
    const storedGame = id ? await client.storedGame(id).catch(unlessGone) : null;
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

/** Keeps the address that of the position. A new entry is one that the browser goes back from. */
export function keepAddress({ isNew = false } = {}) {
  const place = { id: inGame().storedGame.id, node: state.current };
  if (isNew && location.hash !== address()) history.pushState(place, "", address());
  else history.replaceState(place, "", address());
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

/** Cuts the current node off, with what follows; it can come back. */
export async function cut() {
  const { storedGame, current, nodes, position } = inGame();
  const node = nodes.get(current);
  if (!node || node.parent === null || position.pending) return;
  stop();
  await settleDeletion();
  if (state.current !== current || state.storedGame?.id !== storedGame.id) return;
  const gone = new Set(below(nodes, current));
  cutOff = { game: storedGame.id, nodes: gone };
  const commit = async () => {
    await client.cutNode(storedGame.id, current);
    cutOff = null;
    tellOthers({ id: storedGame.id });
  };
  const restoring = async () => {
    cutOff = null;
    await look(storedGame, current);
  };
  await look(storedGame, node.parent);
  await remove({ text: t("tree.deleted", { n: gone.size }), commit, restore: () => restoring().catch(report) });
}

/** Shows a node of the game on the board, after what is hidden has changed. @param {StoredGame} storedGame @param {number} node */
async function look({ id }, node) {
  const { known, shown } = await prepare(await client.storedGame(id), node);
  if (state.storedGame?.id !== id) return;
  keep(known);
  set({ ...shown, line: null, notice: "" });
  keepAddress();
}

/** A node and all that follows it. @param {import("../types").Nodes} nodes @param {number} id @returns {number[]} */
function below(nodes, id) {
  return [id, ...(nodes.get(id)?.children ?? []).flatMap((child) => below(nodes, child))];
}

/** Other tabs that show the same game. */
const others = globalThis.BroadcastChannel ? new BroadcastChannel("catena") : null;

/** Tells other tabs that the game has changed. @param {{id: string, from?: number | null, node?: number}} change */
export const tellOthers = (change) => others?.postMessage(change);

/** Follows what other tabs do with the game: who looked at the position before a move sees the one after it. */
export function followOthers() {
  if (!others) return;
  others.onmessage = async ({ data: { id, from, node } }) => {
    if (state.storedGame?.id !== id) return;
    const isBefore = state.current === from;
    await refresh(isBefore ? node : undefined);
  };
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

/** Asks for the stored game again, where the server or the node has moved on. @param {number} [at] the node to look at */
export async function refresh(at) {
  await settled();
  const { storedGame, position } = state;
  const current = at ?? state.current;
  if (!storedGame) return;
  try {
    const { known, shown } = await prepare(await client.storedGame(storedGame.id), current);
    if (state.storedGame?.id !== storedGame.id) return;
    // What was done meanwhile is newer than this answer.
    if (state.position !== position) return await refresh(at);
    keep(known);
    // A review tells of each move once; one that it told of meanwhile may not be in the answer.
    for (const [id, node] of shown.nodes)
      shown.nodes.set(id, { ...node, review: node.review ?? state.nodes.get(id)?.review ?? null });
    set({ ...shown, review: { ...state.review, running: Boolean(shown.storedGame.reviewing) } });
    // In another tab the engine is at work already.
    if (at === undefined) set({ live: state.live || awaitsEngine() });
    keepAddress();
  } catch (error) {
    if (statusOf(error) === 404) set({ storedGame: null });
    else report(error);
  }
}
