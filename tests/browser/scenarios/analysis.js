// Analysis: candidates on the cells and in the list, variations on hover, whose view the numbers have.

import assert from "node:assert/strict";
import { SLOW_MS } from "../table.js";

export async function analyze({ table, page }) {
  await table.open("#havannah/5/e5,c3,d6,f6");
  await table.tab("Analyze");
  assert.equal(await page.locator('input[name="view"]:checked').inputValue(), "black", "values are for Black at first");
  await limit(page, "10000");
  await page.locator(".switch", { hasText: "Analyze this position" }).click();
  await page.locator(".candidates tbody tr").nth(3).waitFor();
  await page.locator(".heat.visits").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".facts").textContent.includes("finished"));

  const rate = async () => parseFloat(await page.locator(".rate").textContent());
  const black = await rate();
  await table.choose("view", "white");
  await page.waitForFunction(() => document.querySelector(".whose").textContent === "for White");
  assert(Math.abs(black + (await rate()) - 100) < 0.2, "the two views add up to 100 %");
  await table.choose("view", "black");

  await page.locator(".candidates tbody tr").first().hover();
  await page.locator(".ghost.numbered").nth(1).waitFor();
  await table.shot("analysis-line");
  const best = await page.locator(".candidates tr.best th").textContent();
  await table.cell(best.replace(/\W+$/, "")).hover();
  await page.locator(".ghost.numbered").nth(1).waitFor();

  await table.choose("heat", "value");
  await page.locator(".heat.good, .heat.bad").first().waitFor();
  // The champion plays by its network and keeps no RAVE values.
  assert(await page.locator('input[name="heat"][value="rave"] + span').isHidden());
  await table.choose("heat", "prior");
  await page.locator(".heat").first().waitFor();

  await page.getByRole("button", { name: "Win rate" }).click();
  const values = (await page.locator(".candidates td.value").allTextContents()).map(parseFloat).filter(Number.isFinite);
  assert.deepEqual(
    values,
    [...values].sort((a, b) => b - a),
    "the list is sorted by value",
  );

  // A cap that was reached keeps the result: it is there at once on the way back.
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".facts").textContent.includes("finished"), null, {
    timeout: 2000 + 2 * SLOW_MS,
  });
}

/** Sets how many visits an analysis has, which is under Advanced. */
async function limit(page, visits) {
  await page.locator(".panel.analyze .advanced summary").click();
  await page.getByLabel("Visit limit").selectOption(visits);
}

/** An engine without priors: there is no such choice, and the list has no such column. */
export async function noPriors({ table, page }) {
  await table.open("#bent-y/4/c3,d4");
  await table.tab("Analyze");
  await limit(page, "10000");
  await page.locator(".panel.analyze .advanced select").last().selectOption("raiko");
  await page.locator(".switch", { hasText: "Analyze this position" }).click();
  await page.locator(".candidates tbody tr").nth(3).waitFor();
  assert(await page.locator('input[name="heat"][value="prior"] + span').isHidden(), "there are no priors to show");
  assert(await page.locator(".candidates").evaluate((list) => list.classList.contains("no-prior")));
}

/** What is proved: overlays that are switched on by keys, stay while the reader goes on, and know their games. */
export async function overlays({ table, page }) {
  await table.open("#hex/9/e7,d4,e4");
  await table.tab("Analyze");
  const onOff = (name) => page.getByRole("switch", { name });
  await onOff("Virtual connections").focus();
  await page.keyboard.press("Space");
  await page.locator(".mark.link.black").nth(7).waitFor();
  assert((await page.locator('[data-cell="e8"]').getAttribute("aria-label")).includes("in a connection of Black"));
  await onOff("Dead and inferior cells").focus();
  await page.keyboard.press("Space");
  // A line has no height, so it counts as hidden.
  await page.locator(".mark.inferior").first().waitFor({ state: "attached" });
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector(".mark.link"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#overlay-connections").textContent.includes("White 0"));
  // The lone stone has the ziggurat, and White nothing.
  await page.waitForFunction(() => document.querySelectorAll(".mark.link.black").length === 8);
  await page.waitForFunction(() => !document.querySelector(".mark.link.white"));
  await page.keyboard.press("End");
  await page.locator(".mark.link.white").nth(7).waitFor();
  await page.reload();
  await page.locator(".mark.link.white").nth(7).waitFor();
  await table.shot("overlays-light");

  // White threatens to join its sides on an empty board of 5×5 already.
  await table.open("#hex/5/");
  await table.tab("Analyze");
  await onOff("Must-play region").focus();
  await page.keyboard.press("Space");
  await page.locator(".mark.must").first().waitFor();
  assert.match(await page.locator("#overlay-must-play").textContent(), /^Black must play on one of the ringed cells/);
  await page.locator("#theme").click();
  await table.shot("overlays-dark");

  await table.open("#havannah/6/f6,d4,g8,e4");
  await table.tab("Analyze");
  await onOff("Frames").focus();
  await page.keyboard.press("Space");
  await page.locator(".mark.place.black").first().waitFor();
  assert.match(await page.locator("#overlay-frames").textContent(), /is ahead\. Black: .* By its edges the position is worth \d/);
  await table.shot("overlays-frames");

  await table.open("#star/4/");
  await table.tab("Analyze");
  await page.waitForFunction(() => document.querySelector(".overlays").hidden);
  assert.equal(await page.locator(".mark").count(), 0);
}
