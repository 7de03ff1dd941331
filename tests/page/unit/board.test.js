import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { groundOf, hasCoordinates } from "../../../ui/board/flat.js";
import { apply, axisTurn, multiply, startTurn, towards } from "../../../ui/board/rotation.js";

const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 1e-9);
const labels = (...texts) => texts.map((text) => ({ text, at: [0, 0] }));
const cells = (...names) => names.map((name) => ({ name }));

test("cells carry names only where the labels do not spell them", () => {
  assert.ok(hasCoordinates({ cells: cells("a1", "b2"), labels: labels("a", "b", "1", "2") }));
  assert.ok(!hasCoordinates({ cells: cells("*10", "S20"), labels: labels("*", "S") }));
  assert.ok(!hasCoordinates({ cells: cells("a1"), labels: labels("north", "south") }));
  assert.ok(!hasCoordinates({ cells: cells("a1"), labels: labels("1") }));
  assert.ok(!hasCoordinates({ cells: cells("a1"), labels: labels("a") }));
});

test("what the rules treat apart has a ground of its own", () => {
  assert.equal(groundOf({ ground: "corner" }), "corner");
  assert.equal(groundOf({ ground: "side" }), "rim");
  assert.equal(groundOf({ ground: null }), "inner");
  assert.equal(groundOf({ ground: "side", repeated: true }), "repeated");
});

test("turns keep lengths and compose", () => {
  const turn = multiply(axisTurn([1, 2, 3], 0.7), startTurn());
  const point = apply(turn, [0.6, 0, 0.8]);
  assert.ok(Math.abs(Math.hypot(...point) - 1) < 1e-9);
  assert.ok(near(apply(multiply(axisTurn([0, 0, 1], -1), axisTurn([0, 0, 1], 1)), point), point));
  assert.ok(near(apply(axisTurn([0, 1, 0], Math.PI / 2), [0, 0, 1]), [1, 0, 0]), "to the right");
});

test("a cell is brought to the depth that is asked for", () => {
  for (const point of [[1, 0, 0], [0, -1, 0], [0, 0, -1], [0.6, 0, -0.8]])
    assert.ok(Math.abs(apply(towards(point, 0.6), point)[2] - 0.6) < 1e-9, String(point));
});
