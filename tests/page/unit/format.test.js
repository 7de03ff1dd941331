import assert from "node:assert/strict";
import test from "node:test";
import { position } from "./browser.js";
import { count, outcome, percent, playerName, seen, short, viewer } from "../../../ui/core/format.js";
import { set, setSettings } from "../../../ui/core/store.js";

test("numbers read as people write them", () => {
  assert.equal(percent(0.531), "53.1 %");
  assert.equal(short(0.536), "54");
  assert.deepEqual([999, 5120, 51200, 5120000].map(count), ["999", "5.1k", "51k", "5.1M"]);
});

test("values are for Black until the reader turns them", () => {
  assert.equal(seen(0.7), 0.7);
  assert.ok(Math.abs(seen(0.7, "white") - 0.3) < 1e-9);
  set({ position: position(0, "white") });
  setSettings({ view: "mover" });
  assert.equal(viewer(), "white");
  setSettings({ view: "black" });
  assert.equal(viewer(), "black");
});

test("an outcome is a sentence", () => {
  const how = (winner, ...figures) => outcome({ winner, how: figures, cells: [] });
  assert.equal(how("black", "ring", "fork"), "Black wins by ring and fork");
  assert.equal(how("white", "antipodes"), "White wins by joining opposite cells");
  assert.equal(how("draw"), "A draw: the board is full");
  assert.equal(how("black", "resignation"), "Black wins: White resigned");
  assert.equal(outcome({ winner: "white", how: ["score"], cells: [], score: { black: 13, white: 18 } }), "White wins 18–13");
});

test("a player has a name", () => {
  assert.equal(playerName("human"), "Person");
  assert.equal(playerName("champion,level=3"), "Computer, level 3");
  assert.equal(playerName("joosten,explore=0.3"), "Joosten");
});
