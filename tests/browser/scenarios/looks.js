// Every board, light and dark and on a phone, as a picture; the sphere is turned; nothing is wider than a phone.

import assert from "node:assert/strict";

const POSITIONS = {
  havannah: "#havannah/8/h8,f6,g9,j10,i9,e7,f5,k9,h11,l12",
  hex: "#hex/11/f6,e7,g5,h4,d8,i6",
  y: "#y/9/c4,d3,e2,b5,d4",
  star: "#star/6/*31,S20,T42,R10,A32",
  renkula: "#renkula/4/d5,e6,f7,g9,c2",
  "bent-y": "#bent-y/4/c3,d4,b5,c8,d1,a7",
};

async function pictures(table, page, suffix) {
  for (const [game, hash] of Object.entries(POSITIONS)) {
    await page.goto("about:blank");
    await table.open(hash);
    await page.waitForFunction((name) => location.hash.startsWith(`#${name}/`), game);
    await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length >= 5);
    await table.shot(`${game}-${suffix}`);
  }
}

export async function light({ table, page }) {
  await pictures(table, page, "light");
  await table.tab("Arena");
  await page.locator(".arena h2").waitFor();
  await table.shot("arena-light");
}

export async function dark({ table, page }) {
  await pictures(table, page, "dark");
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark", "the system's choice holds at first");
  await page.locator("#theme").click();
  assert.equal(await theme(), "light");
  await page.reload();
  assert.equal(await theme(), "light", "the reader's choice is kept");
}
dark.options = { colorScheme: "dark" };

export async function phone({ table, page }) {
  await pictures(table, page, "phone");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(width <= 360, `the page is ${width} pixels wide`);
  await page.goto("about:blank");
  await table.open("#havannah/5/");
  await table.cell("e5").tap();
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 1);
}
phone.options = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export async function turnTheSphere({ table, page }) {
  await table.open("#renkula/3/");
  const box = await page.locator(".board.sphere .ball").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const facing = () => page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.dataset.cell, [x, y]);
  // It turns smoothly: the next cell comes to the front within a few frames.
  const another = (cell) =>
    page.waitForFunction(
      ([left, top, old]) => (document.elementFromPoint(left, top)?.dataset.cell ?? old) !== old,
      [x, y, cell],
    );
  const before = await facing();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 40, { steps: 6 });
  await page.mouse.up();
  await another(before);
  assert.equal(await table.stones(), 0, "a drag is no click");
  const dragged = await facing();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await another(dragged);
  await page.mouse.click(x, y);
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 2);

  await page.locator("#view summary").click();
  await page.locator(".switch", { hasText: "Flat view" }).click();
  await page.locator(".board.flat").waitFor();
  assert((await page.locator(".board.flat .stone").count()) >= 2, "the flat view shows both stones of the pair");
  await page.mouse.move(5, 5);
  await table.shot("renkula-both");
}

/** The picture of the README, docs/images/app.png, taken by `run BINARY readme`: analysis in the middle of a game that has variations. */
export async function readme({ table, page }) {
  const moves = "h7,f9,g8,i9,f6,e10,f5,f10,g5,h6,e4,g6,g7,g11,i7,g12,e3,h11,e6,d9";
  await table.open(`#havannah/8/${moves}`);
  const back = async (to) => {
    while (!(await page.locator(".place").textContent()).startsWith(`${to} /`)) {
      const before = await page.locator(".place").textContent();
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction((text) => document.querySelector(".place").textContent !== text, before);
    }
  };
  const play = async (cell, count) => {
    await table.cell(cell).click();
    await page.waitForFunction(
      (wanted) => document.querySelector(".place").textContent.startsWith(`${wanted} /`),
      count,
    );
  };
  await back(15);
  await play("h9", 16);
  await play("h5", 17);
  await play("i4", 18);
  await back(13);
  await play("f7", 14);
  await play("i6", 15);
  await page.locator('.tree [aria-label="White d9"]').click();
  await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("20 /"));
  await table.tab("Analyze");
  await page.locator(".switch", { hasText: "Analyze this position" }).click();
  await page.waitForFunction(() => document.querySelector(".facts").textContent.includes("finished"), null, {
    timeout: 150000,
  });
  await page.locator(".tree-scroll").evaluate((scroll) => (scroll.scrollLeft = scroll.scrollWidth));
  await page.waitForTimeout(300);
  await table.shot("app");
}
readme.onlyOnRequest = true;
