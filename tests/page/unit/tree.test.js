import assert from "node:assert/strict";
import test from "node:test";
import { tree } from "./browser.js";
import { depth, find, lanes, lineThrough, moves, onward, path } from "../../../ui/game/tree.js";

/** a1 b2 c3, with d4 and f6 beside b2 and e5 e6 beside c3. */
const nodes = tree(
  [0, null, null],
  [1, 0, "a1"],
  [2, 1, "b2"],
  [3, 2, "c3"],
  [4, 1, "d4"],
  [5, 2, "e5"],
  [6, 5, "e6"],
  [7, 1, "f6"],
);
const ids = (line) => line.map((node) => node.id);

test("lines go from the start and on along first children", () => {
  assert.deepEqual(ids(path(nodes, 6)), [0, 1, 2, 5, 6]);
  assert.deepEqual(ids(onward(nodes, 1)), [1, 2, 3]);
  assert.deepEqual(ids(lineThrough(nodes, 5)), [0, 1, 2, 5, 6]);
  assert.deepEqual(moves(nodes, 6), ["a1", "b2", "e5", "e6"]);
  assert.equal(depth(nodes, 6), 4);
  assert.deepEqual(path(nodes, 99), []);
});

test("a line is found by its moves", () => {
  assert.equal(find(nodes, ["a1", "d4"])?.id, 4);
  assert.equal(find(nodes, [])?.id, 0);
  assert.equal(find(nodes, ["a1", "z9"]), null);
});

test("no two nodes share a place, and a first child stays in the lane", () => {
  const { places, columns, rows } = lanes(nodes);
  assert.equal(new Set([...places.values()].map(({ column, row }) => `${column} ${row}`)).size, nodes.size);
  for (const node of nodes.values()) {
    const place = places.get(node.id);
    assert.equal(place.column, depth(nodes, node.id));
    if (node.children.length > 0) assert.equal(places.get(node.children[0]).row, place.row);
  }
  assert.deepEqual([columns, rows], [5, 4]);
});
