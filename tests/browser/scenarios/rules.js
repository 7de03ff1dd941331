// The examples of the rules are what they say: the server judges them.

import assert from "node:assert/strict";
import { LESSONS } from "../../../ui/panel/lessons.js";

export async function lessons({ table, page, server }) {
  let judged = 0;
  for (const [game, { examples }] of Object.entries(LESSONS)) {
    for (const { size, black, white = [], figure = [] } of examples) {
      if (!["havannah", "hex", "y"].includes(game)) continue;
      const isBlack = figure.every((cell) => black.includes(cell));
      const replies = white.slice(0, isBlack ? black.length - 1 : white.length);
      const moves = black.flatMap((cell, i) => [cell, replies[i]]).filter(Boolean);
      const response = await fetch(`${server.url}/api/judge`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ game, size, moves }),
      });
      const { winner, cells } = await response.json();
      assert.equal(winner, isBlack ? "black" : "white");
      assert.deepEqual([...cells].sort(), [...figure].sort(), `${game}: ${figure}`);
      judged += 1;
    }
  }
  for (const game of Object.keys(LESSONS)) {
    await page.goto("about:blank");
    await table.open(`#${game}/4/`);
    await page.locator("#how").click();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".example-board svg").length === count,
      LESSONS[game].examples.length,
    );
    await table.shot(`rules-${game}`);
  }
  return `${judged} examples judged`;
}
