import assert from "node:assert/strict";
import test from "node:test";
import { read, write } from "../../../ui/game/link.js";

const plain = { game: "hex", size: 11, moves: ["c2", "f6"], swap: false, start: null };

test("a position comes back from its address", () => {
  const start = { black: ["a1", "b1"], white: ["c3"], to_move: "white" };
  for (const place of [plain, { ...plain, swap: true }, { ...plain, moves: [], start }, { ...plain, game: "bent-y" }])
    assert.deepEqual(read(write(place)), place);
  assert.equal(write(plain), "#hex/11/c2,f6");
});

test("a start without stones is no set-up", () => {
  assert.equal(write({ ...plain, start: { black: [], white: [], to_move: "black" } }), "#hex/11/c2,f6");
});

test("names with special characters survive", () => {
  assert.deepEqual(read("#star/6/*31,S20")?.moves, ["*31", "S20"]);
  assert.deepEqual(read("#star/6/%2A31")?.moves, ["*31"]);
});

test("what is no position is none", () => {
  for (const hash of ["", "#", "#hex", "#hex/x/a1", "#%E0%A4%A", "#HEX/5/a1", "#hex/111/a1"])
    assert.equal(read(hash), null, hash);
});
