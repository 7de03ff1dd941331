import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { enough, heatOf } from "../../../ui/board/heat.js";

const candidate = (cell, visits, value, more = {}) => ({
  cell,
  visits,
  value,
  rave: null,
  prior: null,
  proof: null,
  pv: [cell],
  ...more,
});
const report = (...candidates) => ({ visits: 10000, value: 0.5, best: candidates[0].cell, candidates });

test("cells with few visits are hatched, never colored", () => {
  const heat = heatOf(report(candidate("a1", 9000, 0.6), candidate("b2", 5, 0.9)), "value", "black");
  assert.equal(heat.get("a1")?.kind, "good");
  assert.deepEqual([heat.get("b2")?.kind, heat.get("b2")?.text], ["unsure", ""]);
  assert.equal(enough(report(candidate("a1", 100000, 0.5))), 400);
});

test("values turn with the viewer", () => {
  const found = report(candidate("a1", 9000, 0.7));
  assert.deepEqual(["good", "70"], [heatOf(found, "value", "black").get("a1")?.kind, heatOf(found, "value", "black").get("a1")?.text]);
  assert.deepEqual(["bad", "30"], [heatOf(found, "value", "white").get("a1")?.kind, heatOf(found, "value", "white").get("a1")?.text]);
});

test("a proof is told in words, whatever the visits", () => {
  const found = report(candidate("a1", 1, 1, { proof: "black" }), candidate("b2", 1, 0.5, { proof: "draw" }));
  assert.equal(heatOf(found, "visits", "black").get("a1")?.text, "won");
  assert.equal(heatOf(found, "visits", "white").get("a1")?.text, "lost");
  assert.equal(heatOf(found, "visits", "white").get("b2")?.text, "draw");
});

test("the most visited cell is the strongest, and the best is marked", () => {
  const heat = heatOf(report(candidate("a1", 9000, 0.5), candidate("b2", 900, 0.5)), "visits", "black");
  assert.ok(heat.get("a1").opacity > heat.get("b2").opacity);
  assert.deepEqual([heat.get("a1").best, heat.get("b2").best], [true, false]);
});

test("priors are shown for the mover, also without visits", () => {
  const heat = heatOf(report(candidate("a1", 0, 0.5, { prior: 0.4 }), candidate("b2", 9, 0.5)), "prior", "white");
  assert.deepEqual([...heat.keys()], ["a1"]);
  assert.equal(heat.get("a1").text, "40");
});
