// Every language: chosen by the browser or by hand, complete for every game that the server offers, and right-sized.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const texts = join(dirname(fileURLToPath(import.meta.url)), "../../../ui/texts");
const TAGS = ["de", "fr", "pl", "es", "ja", "zh"];
const SIZES = [
  [1280, 800],
  [820, 1180],
  [390, 844],
  [844, 390],
];

/** Elements whose words do not fit. */
const cut = () => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const parts = ".tabs button, .panel:not([hidden]) .segmented span, .panel:not([hidden]) .primary, .panel:not([hidden]) .plain, .game span, .tool, .next button, .status h1";
  for (const element of document.querySelectorAll(parts)) {
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    if (element.scrollWidth > element.clientWidth + 1 || box.right > innerWidth + 1)
      found.push(`${element.className || element.tagName} ${element.textContent} (${element.scrollWidth} in ${element.clientWidth})`);
  }
  return found;
};

const fitsAs = (tag) =>
  async ({ table, page }) => {
    const words = JSON.parse(readFileSync(join(texts, `${tag}.json`), "utf8"));
    const faults = [];
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await table.open("#hex/7/d4,e3");
      for (const tab of ["play", "analyze", "review", "rules"]) {
        await page.locator(`#tab-${tab}`).click();
        await page.waitForTimeout(60);
        faults.push(...(await page.evaluate(cut)).map((fault) => `${width} ${tab}: ${fault}`));
        await table.shot(`${tag}-${width}-${tab}`);
      }
      await page.locator("#tab-play").click();
    }
    assert.equal(await page.locator("#tab-play").textContent(), words["tab.play"], "the browser's language holds");
    assert.equal(await page.evaluate(() => document.documentElement.lang), tag);
    assert.deepEqual(faults, []);
  };

export const german = fitsAs("de");
export const french = fitsAs("fr");
export const polish = fitsAs("pl");
export const spanish = fitsAs("es");
export const japanese = fitsAs("ja");
export const chinese = fitsAs("zh");
[german, french, polish, spanish, japanese, chinese].forEach((scenario, i) => (scenario.options = { locale: TAGS[i] }));

/** The rules in each language have as many sentences as those of the server. */
export async function rulesInAllLanguages({ server }) {
  const ask = async (path) => (await fetch(`${server.url}/api${path}`)).json();
  const { games } = await ask("/about");
  for (const { id } of games) {
    const { points, examples } = await ask(`/rules/${id}`);
    const keys = [`${id}.aim`, `${id}.size`, `${id}.goal`];
    points.forEach((_, i) => keys.push(`${id}.point.${i + 1}`));
    examples.forEach((_, i) => keys.push(`${id}.caption.${i + 1}`));
    for (const tag of TAGS) {
      const words = JSON.parse(readFileSync(join(texts, `${tag}.json`), "utf8"));
      const known = Object.keys(words).filter((key) => key.startsWith(`${id}.`));
      assert.deepEqual(known, keys, `${tag}: ${id}`);
    }
  }
}

/** Chosen by hand, and kept. */
export async function chooseLanguage({ table, page }) {
  await table.open("#hex/5/");
  await page.locator("#language").selectOption("de");
  await page.waitForFunction(() => document.querySelector("#tab-play")?.textContent === "Spielen");
  await table.opened();
  await page.waitForFunction(() => document.querySelector("#status h1").textContent === "Schwarz am Zug");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#status h1")?.textContent === "Schwarz am Zug");
}
