import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answers, position, requests, tree } from "./browser.js";
import { inGame, set, state } from "../../../ui/core/store.js";
import { positions } from "../../../ui/game/current.js";
import { add, back, beside, enter, first, forward, go, last, redo, undo } from "../../../ui/game/navigation.js";

const storedGame = (players) => ({
  id: "s",
  title: "",
  game: "hex",
  size: 5,
  swap: false,
  players,
  time: "1s",
  start: { black: [], white: [], to_move: "black" },
  nodes: [],
  current: 0,
  reviewing: false,
  updated: "",
});

/** a1 b2 c3 d4, with e5 beside b2. */
beforeEach(() => {
  const nodes = tree([0, null, null], [1, 0, "a1"], [2, 1, "b2"], [3, 2, "c3"], [4, 3, "d4"], [5, 1, "e5"]);
  positions.clear();
  for (const id of nodes.keys()) positions.set(id, position(id, id % 2 === 0 ? "black" : "white"));
  set({
    storedGame: storedGame({ black: "human", white: "human" }),
    nodes,
    current: 0,
    position: positions.get(0),
    board: { shape: "flat", game: "hex", size: 5 },
    live: false,
  });
});

test("steps go to parents, children, ends and variations", async () => {
  await forward();
  assert.equal(state.current, 1);
  await last();
  assert.equal(state.current, 4);
  await back();
  assert.equal(state.current, 3);
  await first();
  assert.equal(state.current, 0);
  await back();
  assert.equal(state.current, 0, "nothing before the start");
  await go(2);
  await beside(1);
  assert.equal(state.current, 5);
  await beside(1);
  assert.equal(state.current, 5, "no variation beyond the last");
  await beside(-1);
  assert.equal(state.current, 2);
  await go(99);
  assert.equal(state.current, 2, "no such node");
  assert.equal(location.hash, "#hex/5/a1,b2");
});

test("against an engine, undo goes back to the own decision and redo to the engine's answer", async () => {
  set({ storedGame: storedGame({ black: "human", white: "champion" }) });
  await go(4);
  await undo();
  assert.equal(state.current, 2);
  await undo();
  assert.equal(state.current, 0);
  await redo();
  assert.equal(state.current, 2);
});

test("two people take back one move", async () => {
  await go(4);
  await undo();
  assert.equal(state.current, 3);
  await redo();
  assert.equal(state.current, 4);
});

test("only the last of several walks arrives", async () => {
  positions.delete(3);
  let answer;
  answers.set("GET /games/s/positions/3", () => new Promise((done) => (answer = done)));
  const slow = go(3);
  await go(1);
  answer(position(3, "white"));
  await slow;
  assert.equal(state.current, 1);
  assert.equal(requests.filter((request) => request.endsWith("/positions/3")).length, 1);
});

test("an answer adds its node once, and is entered on request", () => {
  const answer = { node: { ...state.nodes.get(5), id: 6, parent: 2, move: "f6", children: [] }, position: position(6, "white") };
  add(answer);
  add(answer);
  assert.deepEqual(state.nodes.get(2)?.children, [3, 6]);
  assert.equal(state.current, 0);
  enter(answer);
  assert.equal(state.current, 6);
  assert.equal(inGame().position.node, 6);
});
