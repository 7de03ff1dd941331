// Walks in the tree of moves. Nodes are those of the session: { id, parent, move, color, children }.

/** The nodes from the start to `id`, the start included. */
export function path(nodes, id) {
  const line = [];
  for (let node = nodes.get(id); node; node = nodes.get(node.parent)) line.unshift(node);
  return line;
}

/** The names of the moves that lead to `id`. */
export const moves = (nodes, id) =>
  path(nodes, id)
    .slice(1)
    .map((node) => node.move);

/** From `id` on along first children, `id` included. */
export function onward(nodes, id) {
  const line = [];
  for (let node = nodes.get(id); node; node = nodes.get(node.children[0])) line.push(node);
  return line;
}

/** The line that is looked at: to `id` and on along first children. */
export const lineThrough = (nodes, id) => [...path(nodes, id), ...onward(nodes, id).slice(1)];

/** The node that these moves lead to, or null where the tree has no such line. */
export function find(nodes, names) {
  let node = nodes.get(0);
  for (const name of names) {
    node = node?.children.map((child) => nodes.get(child)).find((child) => child?.move === name);
    if (!node) return null;
  }
  return node ?? null;
}

/** How many moves lead to a node. */
export const depth = (nodes, id) => path(nodes, id).length - 1;

/**
 * Places every node on a grid: the column is its depth, the row a lane that no other line uses there. The first child
 * goes on in its parent's lane.
 * @returns {{places: Map<number, {column: number, row: number}>, columns: number, rows: number}}
 */
export function lanes(nodes) {
  const places = new Map();
  /** The first free row of each column. */
  const free = [];
  let rows = 0;
  const waiting = [{ id: 0, column: 0, row: 0 }];
  while (waiting.length > 0) {
    const start = waiting.pop();
    const line = onward(nodes, start.id);
    let row = start.row;
    for (let i = 0; i < line.length; i++) row = Math.max(row, free[start.column + i] ?? 0);
    line.forEach((node, i) => {
      places.set(node.id, { column: start.column + i, row });
      free[start.column + i] = row + 1;
    });
    // The connection to the parent's lane runs through the column before.
    if (start.column > 0) free[start.column - 1] = Math.max(free[start.column - 1] ?? 0, row + 1);
    rows = Math.max(rows, row + 1);
    // The last is taken first: deep variations lie close to their lines.
    line.forEach((node, i) => {
      for (const child of node.children.slice(1).reverse()) {
        waiting.push({ id: child, column: start.column + i + 1, row: row + 1 });
      }
    });
  }
  return { places, columns: free.length, rows };
}
