// A reader who is faster than the server: the last wish holds, and nothing that was done is lost.

import assert from "node:assert/strict";

const GAMES = /\/api\/games$/;
const PLAY = /\/play$/;

const place = (page, text) =>
  page.waitForFunction((wanted) => document.querySelector(".place").textContent === wanted, text);

/** Chooses another game, its size and its players before the first board is there. */
export async function impatient({ table, page, server }) {
  const kept = async () => (await (await fetch(`${server.url}/api/games`)).json()).length;
  const before = await kept();
  await table.slow();
  const about = await table.hold(/\/api\/about$/);
  const first = await table.hold(GAMES);
  // Somebody who was here before: a first visit is asked for by start.js already.
  await page.addInitScript(() => location.protocol !== "about:" && localStorage.getItem("catena.settings") === null && localStorage.setItem("catena.settings", '{"game":"havannah"}'));
  await page.goto(server.url);
  assert(await page.locator("#new-game").isDisabled(), "no game before the games are known");
  about();
  await page.locator('.game[data-game="hex"]').click();
  await page.locator(".panel.play .field", { hasText: "Board" }).locator("select").selectOption("5");
  await table.choose("rival", "people");
  await page.locator("#new-game").click();
  first();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .cell").length === 25);
  await table.opened();
  assert.match(await table.status(), /^Black to move/, "two people play");
  // The boards that were given up are not kept.
  for (const deadline = Date.now() + 20000; (await kept()) !== before + 1; )
    assert(Date.now() < deadline, `${(await kept()) - before} games are kept for one`);

  // Nothing is played on a board that is about to go.
  const second = await table.hold(GAMES);
  await page.locator("#new-game").click();
  await table.cell("c3").click();
  assert.match(await table.hint(), /another game is on its way/);
  second();
  await table.opened();
  assert.equal(await table.stones(), 0);
}

/** Presses a key three times before the first step is answered. */
export async function walkAhead({ table, page }) {
  await table.open("#hex/5/a1,b2,c3,d4");
  await page.reload();
  await place(page, "4 / 4");
  const positions = await table.hold(/\/positions\/\d+$/);
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  positions();
  await place(page, "1 / 4");
  assert.equal(await table.stones(), 1);
}

/** What one may do while a move is on its way: share it, and turn away from it. */
export async function moveOnItsWay({ table, page, context }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await table.open("#hex/5/a1,b2");
  const move = await table.hold(PLAY);
  await table.cell("c3").click();
  await table.share("Copy link");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#hex\/5\/a1,b2,c3$/);
  await page.locator("#undo").click();
  await place(page, "2 / 2");
  assert.equal(await table.stones(), 2);
  // It comes as a variation, and the reader stays.
  move();
  await place(page, "2 / 3");
  assert.equal(await table.stones(), 2);

  // Nothing is played beside a move that is on its way.
  await page.keyboard.press("ArrowRight");
  await place(page, "3 / 3");
  const resignation = await table.hold(PLAY);
  await page.locator("#resign").click();
  await table.cell("d4").click();
  assert.match(await table.hint(), /the last move is on its way/);
  resignation();
  await page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");
  await place(page, "4 / 4");
  assert.equal(await page.locator(".tree .node").count(), 5);
}
