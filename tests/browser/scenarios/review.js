// A Little Golem game is loaded by file, reviewed, looked through, and still there after a reload.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const records = join(dirname(fileURLToPath(import.meta.url)), "../../../testdata/records");

export async function littleGolem({ table, page }) {
  await table.open();
  await table.tab("Review");
  await page.locator("#file").setInputFiles(join(records, "littlegolem-havannah.hgf"));
  await page.waitForFunction(() => Number(document.querySelector(".place").textContent.split("/")[1]) > 5);
  await page.getByLabel("Visits per move").selectOption("500");
  await page.locator("#review").click();
  await page.waitForFunction(() => document.querySelector("#review").textContent === "Review again", null, {
    timeout: 60000,
  });
  assert.notEqual(await page.locator(".graph .curve").getAttribute("d"), "", "the course of the game is drawn");
  await page.locator(".mistakes .entry").first().waitFor();
  await page.locator(".mistakes .entry").first().click();
  assert.match(await page.locator(".mistakes .why").first().textContent(), /^(Inaccuracy|Mistake|Blunder)( · |$)/, "what is wrong with it is seen without pointing");
  const lines = await page.locator(".mistakes .entry > :not(.why, .dot)").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
  assert(Math.max(...lines) < 30, `each number stands in one line: ${lines}`);
  await table.shot("review");

  await page.locator(".switch", { hasText: "Hide the best moves" }).click();
  await page.waitForFunction(() => document.querySelector(".mistakes .better").textContent === "better: …");
  const graph = await page.locator(".graph").boundingBox();
  await page.mouse.click(graph.x + 2, graph.y + graph.height / 2);
  await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("0 /"));

  await page.reload();
  await table.tab("Review");
  await page.locator(".mistakes .entry").first().waitFor();
  const sgf = await page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem("catena.session"));
    return (await fetch(`/api/games/${id}/record.sgf`)).text();
  });
  assert.match(sgf, /SBKV\[/, "the values are saved with the game");
}

/** Every form in which games come. */
export async function everyForm({ table, page }) {
  await table.open();
  await table.tab("Review");
  const load = async (text, game, moves) => {
    await page.locator("#record").fill(text);
    await page.getByLabel("Game of a plain move list").selectOption(game);
    await page.locator("#load").click();
    await page.waitForFunction((wanted) => document.querySelector(".place").textContent.endsWith(`/ ${wanted}`), moves);
  };
  await load("https://hexworld.org/board/#11c1,a2b3c4d5", "hex", 4);
  await load("d4 e5 f6", "havannah", 3);
  const sgf = readFileSync(join(records, "hexgui.sgf"), "latin1");
  await page.locator("#record").fill(sgf);
  await page.locator("#load").click();
  await page.waitForFunction(() => /^#hex\//.test(location.hash));

  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.hgf"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    readFileSync(join(records, "littlegolem-havannah.hgf"), "latin1"),
  );
  await page.waitForFunction(() => /^#havannah\//.test(location.hash));

  table.forgiving = true;
  await page.locator("#record").fill("this is no game");
  await page.locator("#load").click();
  await page.locator(".hint.notice").waitFor();
  table.forgiving = false;
}
