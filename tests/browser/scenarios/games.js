// Whole games by clicks, each of the five to its end; swap, two people and two engines.

import assert from "node:assert/strict";

const whole =
  (game, size) =>
  async ({ table }) => {
    await table.open();
    await table.newGame({ game, size });
    await table.ready();
    const clicks = await table.playOut();
    assert.match(await table.status(), /^(You won|You lost): |^Draw/, "the end of the game is said as the reader sees it");
    await table.page.mouse.move(5, 5);
    await table.shot(`${game}-end`);
    return `${clicks} clicks, ${await table.status()}`;
  };

export const havannah = whole("havannah", 4);
export const hex = whole("hex", 5);
export const y = whole("y", 5);
export const star = whole("star", 4);
export const renkula = whole("renkula", 2);
export const bentY = whole("bent-y", 2);

/** Somebody who has never seen the game: opens the page and clicks. */
export async function firstVisit({ table, page }) {
  const start = Date.now();
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  await table.open();
  assert.match(await table.status(), /You are Black\. Click a cell\./);
  assert.match(await table.hint(), /corners/, "the goal is said");
  await page.locator(".board-host .cell").nth(60).click();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 2);
  const time = Date.now() - start;
  const shift = await page.evaluate(() => window.shift);
  assert(shift < 0.05, `nothing jumps about (layout shift ${shift})`);
  return `the computer has answered after ${time} ms; layout shift ${shift.toFixed(3)}`;
}

export async function swapRule({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 5, rival: "people", swap: true });
  await table.cell("b3").click();
  await page.locator("#swap").click();
  await page.locator('.board-host [data-cell="c2"][aria-label*="White"]').waitFor();
  assert.equal(await table.stones(), 1, "the stone was replaced");
  await table.cell("c2").click();
  assert.match(await table.hint(), /c2 is taken/, "an illegal click explains itself");
  await page.locator("#resign").click();
  await page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");
  assert.match(await table.status(), /White wins: Black resigned/);
}

export async function asWhite({ table }) {
  await table.open();
  await table.newGame({ game: "y", size: 5, human: "white" });
  await table.ready();
  assert.equal(await table.stones(), 1, "Black has begun");
  assert.match(await table.status(), /White/);
}

export async function twoEngines({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 4, rival: "engines" });
  assert.equal(await table.stones(), 0, "they wait for a sign");
  await page.locator("#run").click();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length >= 2);
  await page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");
}

export async function undoAndRedo({ table, page }) {
  await table.open();
  await table.newGame({ game: "havannah", size: 5 });
  for (let i = 0; i < 2; i++) {
    await table.cell((await table.empty())[20]).click();
    await table.ready();
  }
  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 2);
  assert.match(await table.status(), /You/, "it is the person's turn again");
  await page.locator("#redo").click();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 4);
}
