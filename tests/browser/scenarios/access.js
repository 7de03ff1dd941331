// What axe-core finds fault with: names, roles, contrast, focus; on every panel, and in the dark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const check = async ({ table, page }, tabs) => {
  await table.open("#havannah/3/c3,b2,d4");
  await page.evaluate(axe);
  for (const tab of tabs) {
    await table.tab(tab);
    await page.waitForTimeout(150);
    const { violations } = await page.evaluate(() =>
      window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] }),
    );
    const faults = violations.map(
      ({ id, nodes }) => `${tab}: ${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(" ")}`,
    );
    assert.deepEqual(faults, []);
  }
};

export const accessLight = (tools) => check(tools, ["Play", "Analyze", "Review", "Rules", "Arena"]);
export const accessDark = (tools) => check(tools, ["Play", "Analyze"]);
accessDark.options = { colorScheme: "dark" };
