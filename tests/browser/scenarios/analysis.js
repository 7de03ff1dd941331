// Analysis: candidates on the cells and in the list, variations on hover, whose view the numbers have.

import assert from "node:assert/strict";

export async function analyse({ table, page }) {
  await table.open("#havannah/5/e5,c3,d6,f6");
  await table.tab("Analyse");
  assert.equal(await page.locator('input[name="view"]:checked').inputValue(), "black", "values are for Black at first");
  await page.getByLabel("Stop after visits").selectOption("10000");
  await page.locator(".switch", { hasText: "Analyse this position" }).click();
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
  await table.choose("heat", "rave");
  await page.locator(".heat.good, .heat.bad").first().waitFor();
  assert(await page.locator('input[name="heat"][value="prior"]').isDisabled(), "there are no priors to show");

  await page.getByRole("button", { name: "Value" }).click();
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
    timeout: 2000,
  });
}
