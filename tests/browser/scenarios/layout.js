// Nothing is cut, wrapped into pieces or laid over something else: long names, long words of other languages, small pages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const over = (page) => page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");

/** What sticks out of the box that it belongs to. @returns {Promise<string[]>} */
const sticksOut = (page, box, parts) =>
  page.evaluate(
    ([outer, inner]) => {
      const { left, right } = document.querySelector(outer).getBoundingClientRect();
      return [...document.querySelectorAll(inner)]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => {
          const place = element.getBoundingClientRect();
          return place.left < left - 1 || place.right > right + 1;
        })
        .map((element) => `${element.className} ${element.textContent.slice(0, 30)}`);
    },
    [box, parts],
  );

/** The line above the board and the panel of the review, in each language. */
export async function languagesFit({ table, page }) {
  for (const tag of ["en", "de", "fr", "pl", "es", "ja", "zh"]) {
    await table.open("#renkula/4/d5,e6,f7");
    await page.evaluate((language) => localStorage.setItem("catena.settings", JSON.stringify({ language, tab: "review" })), tag);
    await page.reload();
    await table.opened();
    await page.waitForFunction((language) => document.documentElement.lang === language && document.querySelector("#status h1").textContent, tag);
    assert.deepEqual(await sticksOut(page, ".table", "#status .player, #status .hint"), [], `${tag}: the line above the board`);
    assert.deepEqual(await sticksOut(page, ".loader", ".review select, .review button, .review label, .review .or"), [], `${tag}: the review`);
  }
}
languagesFit.options = { viewport: { width: 1280, height: 800 } };

/** Long words beside a small board: tabs, and the table of candidates with its numbers. */
export async function doubleZoomInGerman({ table, page }) {
  await table.open("#hex/7/d4,c3");
  await page.locator("#tab-analyze").click();
  await page.locator("#panel-analyze .switch").first().click();
  await page.locator(".candidates tbody tr").nth(2).waitFor();
  assert.deepEqual(await sticksOut(page, "aside.side", ".tabs button, .candidates table, .candidates td"), []);
}
doubleZoomInGerman.options = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, locale: "de" };

/** Two engines have long names; what the end says is still there. */
async function longEnd({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 3, rival: "engines" });
  await page.locator("#run").click();
  await over(page);
  assert.deepEqual(await sticksOut(page, ".table", "#status .player, #status .next button, #status h1"), []);
  const lines = await page.locator("#status h1").evaluate((title) => title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight));
  assert(lines < 2.5, `the verdict has ${lines} lines`);
  for (const { height } of await page.locator("#status .next button:visible").evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect())))
    assert(height < 40, `a button is ${height} pixels high`);
}
export const endOfEngines = (tools) => longEnd(tools);
endOfEngines.options = { viewport: { width: 1280, height: 800 } };
export const endOfEnginesOnPhone = (tools) => longEnd(tools);
endOfEnginesOnPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The maps of the sphere have their place beside it, also where the board stays in view. */
async function maps({ table, page }) {
  await table.open("#renkula/3/e1,c5");
  await page.locator("#view summary").click();
  await page.locator(".switch", { hasText: "Flat view" }).click();
  await page.locator(".board.flat").waitFor();
  for (const tab of ["Play", "Analyze", "Review"]) {
    await table.tab(tab);
    const outside = await page.evaluate(() => {
      const field = document.querySelector(".field-of-play").getBoundingClientRect();
      return [...document.querySelectorAll(".board.flat .cell")].filter((cell) => {
        const box = cell.getBoundingClientRect();
        return box.bottom > field.bottom + 1 || box.top < field.top - 1 || box.right > innerWidth + 1;
      }).length;
    });
    assert.equal(outside, 0, `${tab}: cells of the maps lie outside of the board's place`);
    const { width, height } = await page.locator(".board.flat .layer, .board.flat > g").first().boundingBox();
    assert(Math.min(width, height) > 90, `${tab}: the maps are ${width} × ${height} pixels`);
  }
}
export const mapsOnPhone = (tools) => maps(tools);
export const mapsAtDoubleZoom = (tools) => maps(tools);
mapsAtDoubleZoom.options = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
mapsOnPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** An upright rhombus can be read and hit while it is analyzed, and what was deleted is told in one line. */
export async function uprightOnPhone({ table, page }) {
  await table.open("#hex/11/f6,e7");
  await table.tab("Analyze");
  const { width } = await table.cell("a1").boundingBox();
  assert(width > 20, `a cell is ${width} pixels wide`);
  await page.getByRole("button", { name: "Delete this move" }).tap();
  await page.locator("#toast:not([hidden])").waitFor();
  const { height } = await page.locator("#toast span").boundingBox();
  assert(height < 30, `the note is ${height} pixels high`);
}
uprightOnPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A game that is over has nothing to solve: its stones alone are seen. */
export async function noMarksAtTheEnd({ table, page }) {
  await table.open("#hex/4/b1,a1,b2,a2,b3,a3,b4");
  await table.tab("Analyze");
  await page.locator(".switch", { hasText: "Dead and inferior cells" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".mark").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await over(page);
  await page.waitForFunction(() => document.querySelectorAll(".mark").length === 0);
}

/** A list of moves is taken for one of the game on the board. */
export async function listOfTheGame({ table, page }) {
  await table.open("#y/5/");
  await table.tab("Review");
  await table.open("#hex/5/");
  await table.newGame({ game: "havannah", size: 5, rival: "people" });
  await table.tab("Review");
  assert.equal(await page.getByLabel("Game of a plain move list").inputValue(), "havannah");
  await page.locator("#record").fill("a1 b2 c3");
  await page.locator("#load").click();
  await page.waitForFunction(() => location.hash === "#havannah/5/a1,b2,c3");
}

/** What can be shown on the board does not change by switching the analysis on. */
export async function columnsStay({ table, page }) {
  await table.open("#hex/5/c3");
  await table.tab("Analyze");
  const columns = () => page.locator(".candidates th:visible, input[name=heat]:not([hidden]) + span:visible").allTextContents();
  const before = await columns();
  await page.keyboard.press("a");
  await page.locator(".candidates tbody tr").nth(2).waitFor();
  const known = (await columns()).filter((text) => before.includes(text));
  assert.deepEqual(known, before);
}

/** Numbers of a match stand in one line each. */
export async function tablesOfMatches({ table, page, server }) {
  const args = "match --game hex --size 3 --player random --player greedy --player joosten --playouts 20 --games 2 --store".split(" ");
  execFileSync(server.binary, [...args, join(server.data, "arena.sqlite")], { stdio: "ignore" });
  await table.open("#hex/3/");
  await table.tab("Arena");
  await page.locator(".match summary").first().click();
  await page.locator(".result td").first().waitFor();
  const heights = await page.locator(".result td, .result caption").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
  assert(Math.max(...heights) < 32, `${heights}`);
}
tablesOfMatches.options = { viewport: { width: 1280, height: 800 } };
