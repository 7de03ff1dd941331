// Walks in the tree of the game on the board.

import { hasEngine, keepAddress, onStop, positions, stop, tellOthers } from "./current.js";
import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { inGame, set, state } from "../core/store.js";
import { lineThrough, onward, path } from "./tree.js";

/** The node whose position is on its way. @type {number | null} */
let heading = null;
/** Counts the walks: only the last one arrives. */
let walks = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Where the next step starts: a second press of a key goes on from where the first one leads. */
const here = () => (heading !== null && state.nodes.has(heading) ? heading : state.current);

/** The node where the next step starts. */
const hereNode = () => /** @type {import("../types").TreeNode} */ (state.nodes.get(here()));

/** Gives up a walk that has not arrived. */
export function stay() {
  walks += 1;
  heading = null;
}

onStop(stay);

/** Looks at a node. @param {number | null | undefined} id */
export async function go(id) {
  const { storedGame, nodes } = inGame();
  if (typeof id !== "number" || !nodes.has(id) || id === here()) return;
  stop();
  await look(id).catch(report);
  // Only a note for the next visit: nothing waits for it.
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (state.storedGame?.id === storedGame.id)
      client.lookAt(storedGame.id, state.current).catch(() => {});
  }, 400);
}

/** @param {number} id */
async function look(id) {
  const { storedGame } = inGame();
  const own = ++walks;
  heading = id;
  try {
    if (!positions.has(id)) {
      const position = await client.position(storedGame.id, id);
      if (state.storedGame?.id !== storedGame.id) return;
      positions.set(id, position);
    }
    // The node may have been cut off meanwhile.
    if (own !== walks || !state.nodes.has(id)) return;
  } finally {
    if (own === walks) heading = null;
  }
  set({ current: id, position: positions.get(id) ?? null, line: null, notice: "" });
  keepAddress();
}

/** Turns away from a move that is on its way, to the position that it was played in. */
function turnAway() {
  stop();
  return look(state.current);
}

export const back = () => (inGame().position.pending ? turnAway() : go(hereNode().parent ?? 0));
export const first = () => go(0);
export const last = () => go(onward(state.nodes, here()).at(-1)?.id);
export const forward = () => go(hereNode().children[0]);

/** The next or previous variation beside the current move. @param {-1 | 1} step */
export function beside(step) {
  const { nodes } = state;
  // Where the moves did not part here, they may have parted before.
  for (const node of path(nodes, here()).reverse()) {
    const siblings = nodes.get(node.parent ?? -1)?.children ?? [];
    const next = siblings[siblings.indexOf(node.id) + step];
    if (next !== undefined) return go(next);
  }
  return undefined;
}

/** Takes back to the last own decision: against an engine that is two moves. */
export async function undo() {
  const { storedGame, nodes, position } = inGame();
  if (position.pending) return turnAway();
  const line = path(nodes, here());
  if (line.length < 2) return;
  const mine = line.slice(1).findLastIndex(({ color }) => color && storedGame.players[color] === "human");
  await go(mine >= 0 && hasEngine() ? line[mine].id : line.at(-2)?.id);
}

export async function redo() {
  const { storedGame } = inGame();
  const line = lineThrough(state.nodes, here());
  const at = line.findIndex((node) => node.id === here());
  const color = line[at + 1]?.color;
  const next = hasEngine()
    ? line.slice(at + 1).find((node) => node.color && node.color !== color && storedGame.players[node.color] !== "human")
    : null;
  await go((next ?? line[at + 1])?.id);
}

/** @typedef {import("../types").Played} Played */

/** The tree with the node that an answer brought. @param {Played} answer */
function grown({ node, position }) {
  const nodes = new Map(state.nodes);
  const parent = nodes.get(node.parent ?? -1);
  if (parent && !parent.children.includes(node.id))
    nodes.set(parent.id, { ...parent, children: [...parent.children, node.id] });
  nodes.set(node.id, node);
  positions.set(node.id, position);
  return nodes;
}

/** Adds the node that an answer brought, and stays. @param {Played} answer */
export const add = (answer) => set({ nodes: grown(answer) });

/** Goes into the node that an answer brought. @param {Played} answer */
export function enter(answer) {
  const { node, position } = answer;
  stay();
  set({ nodes: grown(answer), current: node.id, position, line: null, notice: "", thinking: null });
  keepAddress({ isNew: true });
  tellOthers({ id: inGame().storedGame.id, from: node.parent, node: node.id });
}
