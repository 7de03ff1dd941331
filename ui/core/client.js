// All that the page asks the app for, with the types of what goes out and comes in (docs/http.md). Other modules know no
// address: an app that runs inside of the browser needs another server.js, and nothing else.

import { call, get, post, stream } from "./server.js";

/**
 * @typedef {import("../types").StoredGame} StoredGame
 * @typedef {import("../types").Report} Report
 * @typedef {{signal?: AbortSignal}} Options
 * @typedef {{error: string} | null} Failure
 */

/** @returns {Promise<import("../types").About>} */
export const about = () => get("/about");
/** @param {string} game @param {number} size @returns {Promise<import("../types").BoardGeometry>} */
export const board = (game, size) => get(`/boards/${game}/${size}`);
/** @param {string} game @returns {Promise<import("../types").GameRules>} */
export const rules = (game) => get(`/rules/${game}`);

/** @param {string} game @returns {Promise<import("../types").SuitedLevel>} */
export const suitedLevel = (game) => get(`/levels/${game}`);

/** @returns {Promise<import("../types").GameSummary[]>} */
export const storedGames = () => get("/games");
/** @param {import("../types").NewGame} spec @returns {Promise<StoredGame>} */
export const createGame = (spec) => post("/games", spec);
/** @param {string} id @returns {Promise<StoredGame>} */
export const storedGame = (id) => get(`/games/${id}`);
/** Notes which node is looked at. @param {string} id @param {number} current @returns {Promise<StoredGame>} */
export const lookAt = (id, current) => call("PATCH", `/games/${id}`, { current });
/** It ends also after the page has gone. @param {string} id @returns {Promise<null>} */
export const deleteGame = (id) => call("DELETE", `/games/${id}`, undefined, { keepalive: true });

/** @param {string} id @param {number} node @returns {Promise<import("../types").Position>} */
export const position = (id, node) => get(`/games/${id}/positions/${node}`);
/** @param {string} id @param {number} node @param {string} move @returns {Promise<import("../types").Played>} */
export const play = (id, node, move) => post(`/games/${id}/play`, { node, move });
/** A player of the game thinks and moves. @param {string} id @param {number} node @param {Options} options @returns {Promise<import("../types").Played>} */
export const generate = (id, node, options) => post(`/games/${id}/generate`, { node }, options);
/** @param {string} id @param {number} node @param {string} text @returns {Promise<import("../types").TreeNode>} */
export const comment = (id, node, text) => post(`/games/${id}/comment`, { node, text });
/** It ends also after the page has gone. @param {string} id @param {number} node @returns {Promise<StoredGame>} */
export const cutNode = (id, node) => call("DELETE", `/games/${id}/nodes/${node}`, undefined, { keepalive: true });

/**
 * Reports of a search of a node, until it is done or closed.
 * @param {string} id
 * @param {{node: number, player?: string, interval: number, visits?: number}} search without `visits` it has no limit
 * @param {{report: (report: Report | null) => void, done: () => void, failed?: (failure: Failure) => void, refused: (sentence: string) => void}} handlers
 * @returns {() => void} closes it
 */
export function analyze(id, { node, player, interval, visits }, handlers) {
  const query = new URLSearchParams({ node: String(node), interval: String(interval) });
  if (player) query.set("player", player);
  if (visits) query.set("visits", String(visits));
  return stream(`/games/${id}/analyze?${query}`, handlers);
}

/** Where the answer of an overlay is; the key under which it is kept. @param {"connections" | "frames"} kind @param {string} id @param {number} node */
export const overlayPath = (kind, id, node) => `/games/${id}/${kind}?node=${node}`;
/** @param {string} path that of `overlayPath` @param {Options} options @returns {Promise<import("../types").Connections | import("../types").Frames>} */
export const overlay = (path, options) => get(path, options);

/** @param {string} id @param {{visits: number, node: number | undefined}} review @returns {Promise<{player: string, visits: number}>} */
export const startReview = (id, review) => post(`/games/${id}/review`, review);
/** @param {string} id @returns {Promise<null>} */
export const stopReview = (id) => call("DELETE", `/games/${id}/review`);
/**
 * What a review finds, from its start.
 * @param {string} id
 * @param {{progress: (progress: {done: number, total: number}) => void, move: (review: import("../types").Review & {node: number}) => void,
 *          failed: (failure: Failure) => void, done: (found: {accuracy: StoredGame["accuracy"] | null}) => void, refused: (sentence: string) => void}} handlers
 * @returns {() => void} closes it
 */
export const followReview = (id, handlers) => stream(`/games/${id}/review`, handlers);

/** @returns {Promise<import("../types").ArenaMatch[]>} */
export const matches = () => get("/arena");
/** @param {number} id @returns {Promise<import("../types").ArenaDetails>} */
export const match = (id) => get(`/arena/${id}`);
/** @returns {Promise<import("../types").ClusterStatus | null>} null where no machines work for the server */
export const workers = () => get("/workers");

/** The address of the game as SGF. @param {string} id */
export const recordAddress = (id) => `/api/games/${id}/record.sgf`;
/** The address of a picture of a position. @param {string} id @param {{node: number, theme: "light" | "dark", stones: string}} look */
export const pictureAddress = (id, look) =>
  `/api/games/${id}/board.svg?${new URLSearchParams({ ...look, node: String(look.node) })}`;
