import assert from "node:assert/strict";
import test from "node:test";
import { hexworld, read, readPasted, unreadable, write } from "../../../ui/game/link.js";

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

test("links and codes of any Catena are read where they are pasted", () => {
  for (const text of ["#hex/11/c2,f6", "hex/11/c2,f6", " http://10.0.0.7:7391/#hex/11/c2,f6\n"])
    assert.deepEqual(readPasted(text), plain, text);
  for (const text of ["https://hexworld.org/board/#11c1,a2b3", "c2 f6", "(;GM[11]SZ[11])", "hex/11/a1 b2"])
    assert.equal(readPasted(text), null, text);
});

test("what is wrong with a broken address can be said", () => {
  assert.equal(unreadable("#hex/x/a1"), "hex/x/a1");
  assert.equal(unreadable("#hex/5/a1"), "");
  assert.equal(unreadable(""), "");
});

test("games of Hex have a HexWorld link", () => {
  const moves = ["a10", "swap", "f6", "resign"];
  const colors = ["black", "white", "black", "white"];
  assert.equal(hexworld({ ...plain, moves }, colors), "https://hexworld.org/board/#11c1,a10:sf6:rw");
  assert.equal(hexworld({ ...plain, game: "y" }, colors), null);
  assert.equal(hexworld({ ...plain, start: { black: ["a1"], white: [], to_move: "black" } }, []), null);
});
