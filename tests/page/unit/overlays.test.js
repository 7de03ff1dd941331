import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { OVERLAYS, overlaysOn } from "../../../ui/analysis/overlays.js";
import { mistakes } from "../../../ui/analysis/review.js";
import { set, setSettings } from "../../../ui/core/store.js";

const overlay = (id) => OVERLAYS.find((one) => one.id === id);
const color = (more = {}) => ({ captured: [], winning: null, key: null, connections: [], ...more });
const found = (more) => ({ to_move: "white", must_play: null, dead: [], inferior: [], black: color(), white: color(), ...more });

test("an overlay is on only where the game supports its method", () => {
  set({
    about: { games: [{ id: "one", methods: ["connections"] }, { id: "two", methods: [] }], players: [] },
    storedGame: { id: "s", game: "one" },
  });
  setSettings({ overlays: ["connections", "frames"] });
  assert.deepEqual(overlaysOn().map(({ id }) => id), ["connections"]);
  set({ storedGame: { id: "s", game: "two" } });
  assert.deepEqual(overlaysOn(), []);
});

test("must-play says what can still be done", () => {
  const { words, marks } = overlay("must-play");
  assert.match(words(found({ must_play: null })), /No must-play region for/);
  assert.match(words(found({ must_play: [] })), /No move of White stops Black/);
  assert.match(words(found({ must_play: ["a1", "b2"] })), /one of the ringed cells \(2\)/);
  assert.deepEqual(marks(found({ must_play: ["a1"] })).map(({ cell, kind }) => [cell, kind]), [["a1", "must"]]);
});

test("a winning connection is told before its parts", () => {
  const { words, marks } = overlay("connections");
  const link = { from: "a1", to: "north", carrier: ["a2", "b1"] };
  const won = found({ black: color({ winning: ["a2"], connections: [link] }) });
  assert.match(words(won), /Black wins, whoever moves/);
  assert.deepEqual(marks(won).map(({ cell, kind }) => [cell, kind]), [["a2", "link won black"], ["b1", "link black"]]);
  assert.match(words(found({ white: color({ key: "c3" }) })), /White to move wins with c3/);
});

test("frames name the fastest figure", () => {
  const { words, marks } = overlay("frames");
  const frames = { fastest: "ring", ring: { w: 0, place: ["a1"], carrier: ["b2"] } };
  const both = { black: frames, white: { fastest: null }, ahead: "black", winner: null };
  assert.equal(words(both), "Black is ahead. Black: ring in 1 stone. White can get no figure any more.");
  assert.deepEqual(marks(both).map(({ kind }) => kind), ["place black", "frame black"]);
  const valued = words({ ...both, value: { value: 0.7, low: 0.625, high: 0.75 } });
  assert.match(valued, /By its edges the position is worth 70\.0 % to Black \(62\.5 % to 75\.0 %\)\.$/);
  assert.equal(words({ black: null, white: null, ahead: null, winner: "white" }), "White has won.");
});

test("the worst mistakes come first", () => {
  const moved = (id, loss, mistake) => ({ id, review: { loss, mistake } });
  const line = [{ id: 0, review: null }, moved(1, 0.1, true), moved(2, 0.01, false), moved(3, 0.3, true)];
  assert.deepEqual(mistakes(line).map(({ id }) => id), [3, 1]);
  assert.equal(mistakes(line, 1).length, 1);
});
