// Walks in the tree of moves.

/**
 * @typedef {import("../types").Nodes} Nodes
 * @typedef {import("../types").TreeNode} TreeNode
 */

/** @param {Nodes} nodes @param {number | null | undefined} id */
const nodeAt = (nodes, id) => (typeof id === "number" ? nodes.get(id) : undefined);

/** The nodes from the start to `id`, the start included. @param {Nodes} nodes @param {number} id */
export function path(nodes, id) {
  /** @type {TreeNode[]} */
  const line = [];
  for (let node = nodeAt(nodes, id); node; node = nodeAt(nodes, node.parent)) line.unshift(node);
  return line;
}

/** The names of the moves that lead to `id`. @param {Nodes} nodes @param {number} id */
export const moves = (nodes, id) =>
  path(nodes, id)
    .slice(1)
    .flatMap((node) => node.move ?? []);

/** From `id` on along first children, `id` included. @param {Nodes} nodes @param {number} id */
export function onward(nodes, id) {
  /** @type {TreeNode[]} */
  const line = [];
  for (let node = nodeAt(nodes, id); node; node = nodeAt(nodes, node.children[0])) line.push(node);
  return line;
}

/** The line that is looked at: to `id` and on along first children. @param {Nodes} nodes @param {number} id */
export const lineThrough = (nodes, id) => [...path(nodes, id), ...onward(nodes, id).slice(1)];

/** The node that these moves lead to, or null where there is no such line. @param {Nodes} nodes @param {string[]} names */
export function find(nodes, names) {
  let node = nodes.get(0);
  for (const name of names) {
    node = node?.children.map((child) => nodes.get(child)).find((child) => child?.move === name);
    if (!node) return null;
  }
  return node ?? null;
}

/** How many moves lead to a node. @param {Nodes} nodes @param {number} id */
export const depth = (nodes, id) => path(nodes, id).length - 1;

/**
 * Places every node on a grid: the column is its depth, the row a lane that no other line uses there. The first child
 * goes on in its parent's lane.
 * @param {Nodes} nodes
 * @returns {{places: Map<number, {column: number, row: number}>, columns: number, rows: number}}
 */
export function lanes(nodes) {
  /** @type {Map<number, {column: number, row: number}>} */
  const places = new Map();
  /** The first free row of each column. @type {number[]} */
  const free = [];
  let rows = 0;
  const waiting = [{ id: 0, column: 0, row: 0 }];
  for (let start = waiting.pop(); start; start = waiting.pop()) {
    const { column } = start;
    const line = onward(nodes, start.id);
    let row = start.row;
    for (let i = 0; i < line.length; i++) row = Math.max(row, free[column + i] ?? 0);
    line.forEach((node, i) => {
      places.set(node.id, { column: column + i, row });
      free[column + i] = row + 1;
    });
    // The connection to the parent's lane runs through the column before.
    if (column > 0) free[column - 1] = Math.max(free[column - 1] ?? 0, row + 1);
    rows = Math.max(rows, row + 1);
    // The last is taken first: deep variations lie close to their lines.
    line.forEach((node, i) => {
      for (const child of node.children.slice(1).reverse()) {
        waiting.push({ id: child, column: column + i + 1, row: row + 1 });
      }
    });
  }
  return { places, columns: free.length, rows };
}
