// What axe-core finds fault with: names, roles, contrast, focus; on every panel and in every dialog, in each theme, with
// the engine at work.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["Play", "Analyze", "Review", "Rules", "Arena"];

const check = (stones = "black-white") =>
  async ({ table, page }) => {
    await page.addInitScript((chosen) => {
      if (location.protocol !== "about:" && !localStorage.getItem("catena.settings")) localStorage.setItem("catena.settings", JSON.stringify({ stones: chosen }));
    }, stones);
    await table.open("#hex/5/c3,b2,d4");
    await page.evaluate(axe);
    const found = [];
    const look = async (place) => {
      await page.waitForTimeout(150);
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] }),
      );
      for (const { id, nodes } of violations)
        found.push(`${place}: ${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 90)} ${any[0]?.message ?? ""}`).join(" ")}`);
    };
    await page.keyboard.press("a");
    await page.waitForFunction(() => document.querySelectorAll(".candidates tbody tr").length > 2);
    for (const tab of TABS) {
      await table.tab(tab);
      await look(tab);
    }
    await page.locator("#stored").click();
    await page.locator("dialog[open] .stored").waitFor();
    await look("My games");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await look("keys");
    await page.keyboard.press("Escape");
    await page.locator("#share summary").click();
    await look("share");
    await page.keyboard.press("Escape");
    await page.locator("#resign").click();
    await page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");
    await page.getByRole("button", { name: "Delete this move" }).click();
    await page.locator("#toast:not([hidden])").waitFor();
    await look("toast");
    assert.deepEqual(found, []);
  };

export const accessLight = check();
export const accessDark = check();
accessDark.options = { colorScheme: "dark" };
export const accessRedBlue = check("red-blue");
export const accessRedBlueDark = check("red-blue");
accessRedBlueDark.options = { colorScheme: "dark" };
export const accessPhone = check();
accessPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
