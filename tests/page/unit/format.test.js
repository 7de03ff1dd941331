import assert from "node:assert/strict";
import test from "node:test";
import { position } from "./browser.js";
import { count, outcomeWords, percent, playerName, seen, short, viewer } from "../../../ui/core/format.js";
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

test("an outcome is a sentence, from the reader's side where there is one", () => {
  const how = (winner, ...figures) => ({ winner, how: figures, cells: [] });
  assert.equal(outcomeWords(how("black", "ring", "fork"), "havannah"), "Black wins: Black closed a ring and Black connected three sides (fork)");
  assert.equal(outcomeWords(how("white", "connection"), "hex", "black"), "You lost: White connected left to right");
  assert.equal(outcomeWords(how("black", "connection"), "bent-y", "black"), "You won: Black connected all three sides");
  assert.equal(outcomeWords(how("white", "antipodes"), "renkula"), "White wins: White connected two opposite cells");
  assert.equal(outcomeWords(how("draw"), "havannah"), "Draw: the board is full");
  assert.equal(outcomeWords(how("black", "resignation"), "y"), "Black wins: White resigned");
  assert.equal(outcomeWords(how("black", "resignation"), "y", "white", "white"), "You lost: White ran out of time");
  const score = { winner: "white", how: ["score"], cells: [], score: { black: 13, white: 18 } };
  assert.equal(outcomeWords(score, "star", "white"), "You won: 18 to 13 points");
});

test("red and blue stones have the names of their colors", () => {
  setSettings({ stones: "red-blue" });
  assert.equal(outcomeWords({ winner: "white", how: ["connection"], cells: [] }, "hex"), "Blue wins: Blue connected left to right");
  setSettings({ stones: "black-white" });
});

test("a player has a name", () => {
  assert.equal(playerName("human"), "Player");
  assert.equal(playerName("human", "Ada"), "Ada");
  assert.equal(playerName("champion,level=3"), "Computer, level 3");
  assert.equal(playerName("joosten,explore=0.3"), "Joosten");
});
