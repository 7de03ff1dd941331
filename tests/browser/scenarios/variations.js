// Walking by keys, wheel and tree; variations; setting up; links; saving.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const stones = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll(".board-host .stone").length === wanted, count);

export async function keysAndTree({ table, page }) {
  await table.open("#havannah/4/a1,b2,c3,d4");
  await stones(page, 4);
  await page.keyboard.press("ArrowLeft");
  await stones(page, 3);
  await page.keyboard.press("Home");
  await stones(page, 0);
  await page.keyboard.press("ArrowRight");
  await stones(page, 1);
  await page.keyboard.press("End");
  await stones(page, 4);
  await page.locator("#board").hover();
  await page.mouse.wheel(0, -100);
  await stones(page, 3);
  await table.cell("g7").click();
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length === 6);
  await page.keyboard.press("ArrowUp");
  await page.locator('.tree .current[aria-label="White d4"]').waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator('.tree .current[aria-label="White g7"]').waitFor();
  await page.locator('.tree [aria-label="Black a1"]').click();
  await stones(page, 1);
  await page.locator(".comment").fill("a corner");
  await page.locator(".comment").press("Enter");
  await page.locator('.tree .noted[aria-label="Black a1"]').waitFor();
}

/** The board without a mouse. */
export async function keyboardOnly({ table, page }) {
  await table.open("#hex/5/");
  await page.locator("#skip").focus();
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement.dataset?.cell ?? "");
  assert.equal(await focused(), "c3");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "d3");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "d3", "up and down comes back");
  await page.keyboard.press("Enter");
  await stones(page, 1);
  await page.locator('[data-cell="d3"][aria-label="d3, Black, last move"]').waitFor();
  await page.waitForFunction(() => document.querySelector("#announce").textContent.includes("Black d3"));
}

export async function setUpAndShare({ table, page, context }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await table.open("#y/6/");
  await page.locator("#setup").click();
  await table.cell("a1").click();
  await table.cell("b2").click();
  await table.choose("tool", "white");
  await table.cell("c3").click();
  await table.cell("b2").click();
  await table.choose("tool", "erase");
  await table.cell("a1").click();
  await table.choose("mover", "white");
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForFunction(() => location.hash.includes("white="));
  assert.match(await table.status(), /White to move/);
  await table.cell("d1").click();
  await stones(page, 3);
  await table.share("Copy link");
  const link = await page.evaluate(() => navigator.clipboard.readText());

  // Somebody else opens it.
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await stones(page, 3);
  await page.locator('[data-cell="d1"][aria-label^="d1, White"]').waitFor();
  assert.match(await table.status(), /Black to move/);
}

export async function save({ table, page }) {
  await table.open("#renkula/2/c3,d4");
  const saved = async (entry) => {
    await page.locator("#save summary").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: entry }).click(),
    ]);
    return readFileSync(await download.path());
  };
  assert.match((await saved("SGF")).toString(), /GM\[Renkula\]/);
  assert.match((await saved("Picture (SVG)")).toString(), /^<svg/);
  const film = (await saved("Moving picture")).toString();
  assert.match(film, /^<svg/);
  // Each of the two pairs of stones appears at its time.
  assert(film.match(/<set /g).length >= 4);
  assert.equal((await saved("PNG")).subarray(1, 4).toString(), "PNG");
}
