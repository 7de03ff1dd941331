// Reloads, a server that is killed and comes back, and the time from a click to its stone.

import assert from "node:assert/strict";
import { availableParallelism, loadavg } from "node:os";

export async function reload({ table, page }) {
  await table.open();
  await table.newGame({ game: "havannah", size: 4 });
  await table.cell("d4").click();
  await table.ready();
  const before = await table.stones();
  await page.reload();
  await table.ready();
  assert.equal(await table.stones(), before);
}

/** kill -9 in the middle of a game; nothing is lost, and the page goes on by itself. */
export async function killedServer({ table, page, server }) {
  await table.open();
  await table.newGame({ game: "hex", size: 5 });
  await table.cell("c3").click();
  await table.ready();
  const before = await table.stones();
  table.forgiving = true;
  await server.kill();
  await table.cell((await table.empty())[4]).click();
  await page.locator("#banner:not([hidden])").waitFor();
  await table.shot("server-away");
  await server.start();
  await page.locator("#banner[hidden]").waitFor({ state: "attached" });
  await table.ready();
  table.forgiving = false;
  assert.equal(await table.stones(), before, "the game is as it was");
  await table.playOut();
}

/** The stone is on the page soon after the click; so is the server's word on it. */
export async function clickToStone({ table, page }) {
  await table.open("#havannah/8/");
  await page.evaluate(() => {
    window.times = [];
    const host = document.querySelector("#board");
    host.addEventListener("click", (event) => {
      const start = event.timeStamp;
      const drawn = new Promise((done) =>
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))),
      );
      const check = () => {
        if (host.hasAttribute("data-pending") || !document.querySelector(".board-host .last"))
          requestAnimationFrame(check);
        else drawn.then((time) => window.times.push([time, performance.now() - start]));
      };
      requestAnimationFrame(check);
    });
  });
  const cells = await table.empty();
  for (let i = 0; i < 24; i++) {
    await table.cell(cells[7 * i]).click();
    await page.waitForFunction((count) => window.times.length === count, i + 1);
    assert.equal(await table.stones(), i + 1);
  }
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const times = await page.evaluate(() => window.times);
  const [drawn, confirmed] = [0, 1].map((i) => median(times.map((pair) => pair[i])));
  // The limit is for an idle machine; one with more to do than processors is slower by as much.
  const load = Math.max(1, loadavg()[0] / availableParallelism());
  assert(drawn < 50 * load, `the median from click to drawn stone is ${drawn} ms at a load of ${load.toFixed(1)}`);
  return `load ${load.toFixed(1)}, median ${drawn.toFixed(1)} ms to the stone, ${confirmed.toFixed(1)} ms until the server has it`;
}

/** A server that dies under an analysis and a review: both go on when it is back. */
export async function killedWhileBusy({ table, page, server }) {
  await table.open("#hex/9/e5,d6,f4,c7,g3,b8,e7,d7,d8,c8");
  await table.tab("Review");
  await page.getByLabel("Visits per move").selectOption("10000");
  await page.locator("#review").click();
  await page.locator(".progress:not(.off)").waitFor();
  await page.keyboard.press("a");
  await page.waitForFunction(() => document.querySelectorAll(".heat").length > 0);
  table.forgiving = true;
  await server.kill();
  await page.locator("#banner:not([hidden])").waitFor();
  await server.start();
  await page.locator("#banner[hidden]").waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelectorAll(".heat").length > 0);
  await page.waitForFunction(() => document.querySelector("#review").textContent === "Review again", null, {
    timeout: 240000,
  });
  assert.notEqual(await page.locator(".graph .curve").getAttribute("d"), "");
  table.forgiving = false;
}
