// What was found wrong when the app was tried as a new user would (numbers of the review): each would be seen here again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const records = join(dirname(fileURLToPath(import.meta.url)), "../../../testdata/records");

const place = (page, text) =>
  page.waitForFunction((wanted) => document.querySelector(".place").textContent === wanted, text);

const inView = (page, selector) =>
  page.evaluate((found) => {
    const box = document.querySelector(found).getBoundingClientRect();
    return box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1;
  }, selector);

/** 2 and 8: links for others, which the app reads again. */
export async function linksForOthers({ table, page, context }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await table.open("#hex/11/a10,c2,f6");
  assert.equal(await table.share("Copy HexWorld link"), "https://hexworld.org/board/#11c1,a10c2f6");
  assert.equal(await table.share("Copy position code"), "#hex/11/a10,c2,f6");
  assert.equal(await table.share("Copy move list"), "a10 c2 f6");
  const link = await table.share("Copy link");
  await table.open("#y/5/");
  for (const text of [link, link.replace(/^.*?:\d+/, "http://elsewhere:1234"), "#hex/11/a10,c2,f6"]) {
    await table.tab("Review");
    await page.locator("#record").fill(text);
    await page.locator("#load").click();
    await page.waitForFunction(() => location.hash === "#hex/11/a10,c2,f6");
    await table.open("#y/5/");
  }
  await page.locator("#share summary").click();
  assert(await page.getByRole("button", { name: "Copy HexWorld link" }).isHidden(), "Y has no HexWorld link");
}

/** 3: what was deleted comes back. */
export async function deletionsAreUndone({ table, page, server }) {
  await table.open("#hex/5/a1,b2,c3,d4,e5");
  await page.locator(".tree [aria-label='White b2']").click();
  await place(page, "2 / 5");
  await page.getByRole("button", { name: "Delete this move" }).click();
  await place(page, "1 / 1");
  assert.match(await page.locator("#toast").textContent(), /4 moves deleted/);
  await page.getByRole("button", { name: "Undo" }).click();
  await place(page, "2 / 5");
  // Whoever plays on has deleted.
  await page.getByRole("button", { name: "Delete this move" }).click();
  await place(page, "1 / 1");
  await table.cell("e1").click();
  await place(page, "2 / 2");
  await page.reload();
  await place(page, "2 / 2");
  assert.equal(await page.locator(".tree .node").count(), 3);

  const id = await page.evaluate(() => JSON.parse(localStorage.getItem("catena.session")).id);
  await table.open("#hex/4/a1");
  await page.locator("#stored").click();
  const rows = page.locator(".stored li");
  await rows.nth(1).waitFor();
  const before = await rows.count();
  await rows.nth(1).getByRole("button", { name: "Delete" }).click();
  assert.equal(await rows.count(), before - 1);
  await page.keyboard.press("Escape");
  await page.locator("#toast .act").click();
  await page.locator("#stored").click();
  await page.waitForFunction((count) => document.querySelectorAll(".stored li").length === count, before);
  assert.equal((await fetch(`${server.url}/api/games/${id}`)).status, 200);
}

/** 4: a broken link says what is wrong. */
export async function brokenLinks({ table, page }) {
  table.forgiving = true;
  const links = {
    "#hex/5/z9": /Move 1: “z9” is not a cell/,
    "#chess/8/e4": /chess/,
    "#hex/99/a1": /size|19/i,
    "#hex/5/a1,a1": /a1/,
    "#hex": /holds no position/,
    "#hex/x/a1": /holds no position/,
    "#hex/5;black=a1;white=a1;to=white": /two stones/i,
  };
  for (const [hash, words] of Object.entries(links)) {
    await page.goto("about:blank");
    await table.open(hash);
    await page.locator(".hint.notice").waitFor();
    assert.match(await table.hint(), words, hash);
  }
  // Also where the page is open already.
  await page.evaluate(() => (location.hash = "#hex/oops"));
  await page.waitForFunction(() => document.querySelector(".hint").textContent.includes("hex/oops"));
}

const fits = async ({ table, page }) => {
  for (const hash of ["#hex/11/f6,e7", "#havannah/8/h8", "#star/6/", "#renkula/3/", "#y/9/"]) {
    await table.open(hash);
    assert(await inView(page, ".board-host .board"), `${hash}: the board is in view`);
    // A phone makes its window as wide as the page: only the screen says what is too wide.
    const width = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
    assert(width <= 0, `${hash}: the page is ${width} pixels too wide`);
    await table.tab("Analyze");
    await page.mouse.wheel(0, 3000);
    await page.evaluate(() => scrollTo(0, 10000));
    assert(await inView(page, ".board-host .board"), `${hash}: and stays there`);
    await table.tab("Play");
    await page.evaluate(() => scrollTo(0, 0));
  }
  await table.shot(`fits-${page.viewportSize().width}`);
};

/** 5: a phone on its side, and a page at 200 %. */
export const landscapePhone = (tools) => fits(tools);
landscapePhone.options = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
export const doubleZoom = (tools) => fits(tools);
doubleZoom.options = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/** 6: the board stays in view while a line is looked at. */
export async function lineOnPhone({ table, page }) {
  await table.open("#hex/9/e5,c3");
  await table.tab("Analyze");
  await page.locator(".switch", { hasText: "Analyze this position" }).tap();
  const row = page.locator(".candidates tbody tr").first();
  await row.waitFor();
  await row.scrollIntoViewIfNeeded();
  await row.tap();
  await page.locator(".ghost.numbered").first().waitFor();
  assert(await inView(page, ".board-host .board"), "the line is seen on the board");
  await table.shot("line-on-phone");
}
lineOnPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** 7: the candidates come first, and what does not apply is not there. */
export async function candidatesFirst({ table, page }) {
  await table.open("#havannah/6/f6");
  await table.tab("Analyze");
  await page.locator(".switch", { hasText: "Analyze this position" }).click();
  await page.locator(".candidates tbody tr").nth(4).waitFor();
  assert(await inView(page, ".candidates tbody tr:nth-child(5)"), "five rows are seen");
  await table.open("#renkula/2/");
  await table.tab("Analyze");
  assert(await page.locator(".overlays").isHidden());
}
candidatesFirst.options = { viewport: { width: 1280, height: 800 } };

/** 9: the end of a game says who won and how, and goes on. */
export async function endOfGame({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 3, human: "white" });
  await table.ready();
  await page.locator("#resign").click();
  await page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");
  assert.equal(await table.status(), "You lost: White resigned");
  await table.shot("end");
  await page.locator("#rematch").click();
  await table.opened();
  await table.ready();
  assert.match(await table.status(), /You are Black|Your turn, Black/, "the colors change");
  // 15: after the end a tile starts another game.
  await page.locator("#resign").click();
  await page.waitForFunction(() => document.querySelector("#status").dataset.phase === "over");
  await page.locator('.game[data-game="y"]').click();
  await page.waitForFunction(() => location.hash.startsWith("#y/"));

  // *Star: the score with its parts.
  await table.open("#star/2/*21,S20,*20");
  assert.equal(await page.locator(".player.black b").textContent(), await page.locator(".score .points td").first().textContent());
  await table.shot("star-score");
}

/** 10: marks leave the numbers free. */
export async function marksAndNumbers({ table, page }) {
  await table.open("#hex/9/e7,d4,e4");
  await table.tab("Analyze");
  await page.getByRole("switch", { name: "Virtual connections" }).focus();
  await page.keyboard.press("Space");
  await page.locator(".mark.link").first().waitFor();
  await page.keyboard.press("a");
  const both = () => {
    const hits = [];
    for (const note of document.querySelectorAll(".board-host .note:not(.small)")) {
      for (const mark of note.parentNode.querySelectorAll(".mark:not(.must)")) {
        const [a, b] = [note.getBoundingClientRect(), mark.getBoundingClientRect()];
        const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        hits.push(overlap / a.height);
      }
    }
    return hits.length > 0 && Math.max(...hits);
  };
  await page.waitForFunction(both);
  assert((await page.evaluate(both)) <= 0.05, "no mark lies on a number");
  await table.shot("marks-and-numbers");
}

/** 11: an engine answers in the panel of the game, and waits in those of analysis and review, after Undo as before. */
export async function engineWaits({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 7 });
  const move = async (stones) => {
    await table.cell((await table.empty())[10]).click();
    await page.waitForFunction((count) => document.querySelectorAll(".board-host .stone").length === count, stones);
    await page.waitForFunction(() => !document.querySelector("#board").hasAttribute("data-pending"));
    // An engine that answers would be at it by now.
    await page.waitForTimeout(300);
    return table.phase();
  };
  await table.tab("Analyze");
  assert.equal(await move(1), "turn");
  assert.match(await table.hint(), /computer waits/);
  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 0);
  assert.equal(await move(1), "turn");
  await page.getByRole("button", { name: "Let White move" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 2);
  // Back in the game it goes on by itself.
  await move(3);
  await table.tab("Play");
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 4);
}

/** 12: keys work after clicks, and 16: there is a list of them. */
export async function keysEverywhere({ table, page }) {
  await table.open("#hex/5/a1,b2,c3,d4");
  let at = 4;
  const back = async (after) => {
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((text) => document.querySelector(".place").textContent === text, `${--at} / 4`).catch(() => {
      throw new Error(`no key after ${after}`);
    });
  };
  await table.tab("Review");
  await back("a tab");
  await table.tab("Play");
  await page.locator("#level").click();
  await back("the slider");
  await table.choose("rival", "people");
  await back("a choice");
  await page.keyboard.press("?");
  assert(await page.locator("dialog.keys").isVisible());
  await table.shot("keys");
  await page.keyboard.press("Escape");
  await page.locator("#keys").click();
  assert.match(await page.locator("dialog.keys").textContent(), /Tap a cell to play/, "also what fingers do");
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.locator("#panel-analyze:not([hidden])").waitFor();
}

/** 13: who played. */
export async function names({ table, page }) {
  await table.open();
  await table.tab("Review");
  const sgf = "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bela];B[a1];W[b2])";
  await page.locator("#record").fill(sgf);
  await page.locator("#load").click();
  await page.waitForFunction(() => document.querySelector(".player.black").textContent.includes("Ada"));
  assert.match(await page.locator(".player.white").textContent(), /Bela/);
  // The same of a real one.
  await page.locator("#file").setInputFiles(join(records, "littlegolem-havannah.hgf"));
  const title = /PB\[([^\]]+)\]/.exec(readFileSync(join(records, "littlegolem-havannah.hgf"), "latin1"));
  if (title) await page.waitForFunction((name) => document.querySelector(".player.black").textContent.includes(name), title[1]);
}

/** 13: also where there is no room beside the sentence. */
export async function namesOnPhone({ table, page }) {
  await table.open();
  await table.tab("Review");
  await page.locator("#record").fill("(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bela];B[a1];W[b2])");
  await page.locator("#load").click();
  await page.waitForFunction(() => document.querySelector("#status .hint").textContent === "Black: Ada · White: Bela");
}
namesOnPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** 14: red and blue, and Hex upright. */
export async function redAndBlue({ table, page }) {
  await table.open("#hex/7/d4,e3");
  await page.locator("#view summary").click();
  await table.choose("stones", "red-blue");
  await page.waitForFunction(() => document.querySelector("#status h1")?.textContent === "Red to move");
  await table.opened();
  assert.equal(await page.locator('input[name="human"][value="black"] + span').textContent(), "Red");
  await page.locator("#view summary").click();
  await page.locator(".switch", { hasText: "Upright diamond" }).click();
  await page.locator(".board-host.upright").waitFor();
  await page.mouse.click(5, 400);
  await table.shot("red-blue");
  await page.reload();
  await page.locator(".board-host.upright").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.stones), "red-blue");
}

/** 15: the browser's way back, the panel after a reload, and a second tab. */
export async function browserHistory({ table, page, context }) {
  await table.open("#hex/5/");
  for (const cell of ["a1", "b2", "c3"]) {
    await table.cell(cell).click();
    await page.waitForFunction((name) => location.hash.endsWith(name), cell);
  }
  await page.waitForFunction(() => !document.querySelector("#board").hasAttribute("data-pending"));
  await page.goBack();
  await place(page, "2 / 3");
  await page.goBack();
  await place(page, "1 / 3");
  await page.goForward();
  await place(page, "2 / 3");
  await table.tab("Review");
  await page.reload();
  await place(page, "2 / 3");
  assert(await page.locator("#panel-review").isVisible(), "the panel is the same");

  await page.goForward();
  await place(page, "3 / 3");
  const second = await context.newPage();
  await second.goto(page.url());
  await place(second, "3 / 3");
  await table.cell("e5").click();
  await place(second, "4 / 4");
  await second.close();
}
