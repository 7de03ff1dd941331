// Walks in the tree of the game on the board.

import { hasEngine, keepAddress, positions, stop } from "./game.js";
import { call, get, report } from "./server.js";
import { set, state } from "./store.js";
import { lineThrough, onward, path } from "./tree.js";

/** Looks at a node. */
export async function go(id) {
  const { session, nodes } = state;
  if (!nodes.has(id) || id === state.current) return;
  stop();
  await look(id).catch(report);
  // Only a note for the next visit: nothing waits for it.
  clearTimeout(go.timer);
  go.timer = setTimeout(() => {
    if (state.session?.id === session.id)
      call("PATCH", `/sessions/${session.id}`, { current: state.current }).catch(() => {});
  }, 400);
}

async function look(id) {
  const { session } = state;
  const wanted = (look.latest = (look.latest ?? 0) + 1);
  if (!positions.has(id)) {
    const position = await get(`/sessions/${session.id}/positions/${id}`);
    if (state.session.id !== session.id) return;
    positions.set(id, position);
  }
  if (wanted !== look.latest) return;
  set({ current: id, position: positions.get(id), line: null, notice: "" });
  keepAddress();
}

export const back = () => go(state.nodes.get(state.current).parent ?? 0);
export const first = () => go(0);
export const last = () => go(onward(state.nodes, state.current).at(-1).id);
export function forward() {
  const [child] = state.nodes.get(state.current).children;
  return child === undefined ? undefined : go(child);
}

/** The next or previous variation beside the current move. */
export function beside(step) {
  const { nodes, current } = state;
  // Where the moves did not part here, they may have parted before.
  for (const node of path(nodes, current).reverse()) {
    const siblings = nodes.get(node.parent)?.children ?? [];
    const next = siblings[siblings.indexOf(node.id) + step];
    if (next !== undefined) return go(next);
  }
  return undefined;
}

/** Takes back to the last own decision: against an engine that is two moves. */
export async function undo() {
  const { session, nodes, current } = state;
  const line = path(nodes, current);
  if (line.length < 2) return;
  const isPerson = (node) => session.players[node.color] === "human";
  const mine = line.slice(1).findLastIndex(isPerson);
  await go(mine >= 0 && hasEngine() ? line[mine].id : line.at(-2).id);
}

export async function redo() {
  const { session, position } = state;
  const line = lineThrough(state.nodes, state.current);
  const at = line.findIndex((node) => node.id === state.current);
  const color = position.to_move;
  const next = hasEngine()
    ? line.slice(at + 1).find((node) => node.color !== color && session.players[node.color] !== "human")
    : null;
  await go((next ?? line[at + 1])?.id);
}

/** Goes into the node that an answer brought. */
export function enter({ node, position }) {
  const nodes = new Map(state.nodes);
  const parent = nodes.get(node.parent);
  if (parent && !parent.children.includes(node.id))
    nodes.set(parent.id, { ...parent, children: [...parent.children, node.id] });
  nodes.set(node.id, node);
  positions.set(node.id, position);
  look.latest = (look.latest ?? 0) + 1;
  set({ nodes, current: node.id, position, line: null, notice: "", thinking: null });
  keepAddress();
}
