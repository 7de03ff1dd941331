// Play against the computer and between engines: a level that follows, clocks, a warning, statistics, both views; and what
// somebody does who has never been here.

import assert from "node:assert/strict";

const phase = (page, wanted) => page.waitForFunction((name) => document.querySelector("#status").dataset.phase === name, wanted);
const sessionId = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("catena.session")).id);

/** The level goes down with lost games and is used for the next one; the games are counted. */
export async function levelFollows({ table, page, server }) {
  await table.open();
  await table.newGame({ game: "y", size: 4, level: 5 });
  await page.locator(".switch", { hasText: "Match my strength" }).click();
  await page.waitForFunction(() => document.querySelector("#level").disabled);
  const { level: before } = await (await fetch(`${server.url}/api/levels/y`)).json();
  await page.waitForFunction((level) => document.querySelector("#level").value === String(level), before);
  for (let i = 0; i < 3; i++) {
    await page.locator("#new-game").click();
    await table.opened();
    await phase(page, "turn");
    await page.locator("#resign").click();
    await phase(page, "over");
  }
  const { level: after } = await (await fetch(`${server.url}/api/levels/y`)).json();
  assert(after < Math.max(2, before), `level ${before} becomes ${after} after three lost games`);
  await page.waitForFunction((level) => document.querySelector("#level").value === String(level), after);
  assert.match(await page.locator(".elo").first().textContent(), /your rating: about -?\d+ ± \d+/);
  await table.shot("level-follows");
  await page.locator("#rematch").click();
  await table.opened();
  await page.waitForFunction(() => document.querySelectorAll(".tree .node").length <= 2);
  const game = await (await fetch(`${server.url}/api/games/${await sessionId(page)}`)).json();
  assert(Object.values(game.players).includes(`champion,level=${after}`), JSON.stringify(game.players));
  await page.locator("#stored").click();
  await page.locator(".stats b").waitFor();
  assert.match(await page.locator(".stats").textContent(), /Against the computer: \d+ won, \d+ lost.*?(?<!Bent )Y: \d+ won, \d+ lost/);
}

/** A blunder is told, and taken back by a click. */
export async function blunder({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 5, level: 3 });
  await page.locator(".switch", { hasText: "Warn me after a blunder" }).click();
  // The corner loses where the middle wins.
  await table.cell("a1").click();
  await page.locator("#toast:not([hidden])").waitFor();
  assert.match(await page.locator("#toast").textContent(), /a1 cost you \d+\.\d %\. Better: [a-e][1-5]/);
  await table.shot("blunder");
  await page.locator("#toast .act").click();
  await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("0 /"));
  await page.locator("#toast").waitFor({ state: "hidden" });
}

/** Whose time is over has lost, and that is said. */
export async function clock({ table, page }) {
  await table.open();
  await page.locator(".panel.play .field", { hasText: "Clock" }).locator("select").selectOption("3");
  await table.newGame({ game: "hex", size: 5, rival: "people" });
  assert.equal(await page.locator(".player.white b").textContent(), "3:00");
  await table.cell("c3").click();
  await page.waitForFunction(() => !document.querySelector("#board").hasAttribute("data-pending"));
  await page.waitForFunction(() => document.querySelector(".player.white b").textContent === "2:59");
  await page.evaluate((id) => {
    // As the page goes it keeps what its clock shows.
    const kept = JSON.stringify({ id, increment: 0, clocks: { black: 60000, white: 1500 } });
    addEventListener("pagehide", () => localStorage.setItem("catena.clocks", kept));
  }, await sessionId(page));
  await page.reload();
  await phase(page, "over");
  assert.equal(await table.status(), "Black wins: White ran out of time");
}

/** Both engines say what they think while they play. */
export async function engineViews({ table, page }) {
  await table.open();
  await table.newGame({ game: "hex", size: 6, rival: "engines", level: 8 });
  await page.locator("#run").click();
  await page.waitForFunction(() => {
    const rates = [...document.querySelectorAll(".view b")].map((rate) => rate.textContent);
    return rates.length === 2 && rates.every((rate) => /^\d+\.\d %$/.test(rate));
  });
  await page.waitForFunction(() => [...document.querySelectorAll(".view .line")].some((line) => /^expects [a-f][1-6]/.test(line.textContent)));
  await table.shot("engine-views");
  await table.newGame({ game: "hex", size: 4, level: 1 });
  assert(await page.locator(".views").isHidden(), "a person's opponent does not tell");
}

/** From opening the page to the first move, the first review and a link for others: clicks and seconds. */
export async function newcomer({ table, page, context }) {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const start = Date.now();
  const said = [];
  let clicks = 0;
  const click = async (place) => {
    await place.click();
    clicks += 1;
  };
  const note = (what) => said.push(`${what}: ${clicks} click${clicks === 1 ? "" : "s"}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  await table.open();
  await click(page.locator(".board-host .cell").nth(84));
  await page.locator(".board-host .stone").first().waitFor();
  note("first move");
  await page.waitForFunction(() => document.querySelectorAll(".board-host .stone").length === 2);
  await click(page.getByRole("tab", { name: "Review" }));
  await click(page.locator("#review"));
  await page.waitForFunction(() => /Accuracy/.test(document.querySelector("#panel-review").textContent), null, { timeout: 120000 });
  note("first review");
  await click(page.locator("#share summary"));
  await click(page.getByRole("button", { name: "Copy link" }));
  await page.waitForFunction(() => document.querySelector("#status .hint").textContent.includes("copied"));
  note("shared");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#havannah\/8\/\w+,\w+$/);
  return said.join("; ");
}

/** Nothing moves for readers who want that, and the sphere shows at once what was played; others see a short turn. */
const stepsOnTheSphere = (isStill) =>
  async ({ table, page }) => {
    await table.open("#renkula/3/e1,c5");
    await page.mouse.move(5, 5);
    const seen = (cell) =>
      page.evaluate((name) => {
        const box = document.querySelector(`.board.sphere [data-cell="${name}"]`).getBoundingClientRect();
        const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return found?.getAttribute("data-cell") === name;
      }, cell);
    const shows = async (names) => (await Promise.all(names.map(seen))).includes(true);
    for (const key of ["ArrowLeft", "ArrowRight"]) {
      const before = await page.locator(".place").textContent();
      await page.keyboard.press(key);
      await page.waitForFunction((text) => document.querySelector(".place").textContent !== text, before);
      // The turn takes 150 ms.
      await page.waitForTimeout(400);
      const last = await page.evaluate(() => [...document.querySelectorAll(".board.sphere .cell[aria-label*='last move']")].map((cell) => cell.dataset.cell));
      assert(await shows(last), `${last} can be seen`);
    }
    const animation = await page.evaluate(() => getComputedStyle(document.querySelector(".stone.placed")).animationName);
    assert.equal(animation, isStill ? "none" : "place");
  };
export const stillSphere = stepsOnTheSphere(true);
stillSphere.options = { reducedMotion: "reduce" };
export const turningSphere = stepsOnTheSphere(false);
turningSphere.options = { reducedMotion: "no-preference" };

/** On a phone the end of a game is told in full, and the score of *Star has its place. */
async function ends({ table, page }) {
  const fits = async (place) => {
    // A phone makes its window as wide as the page: only the screen says what is too wide.
    const width = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
    assert(width <= 0, `${place}: the page is ${width} pixels too wide`);
    const cut = await page.evaluate(() => {
      const top = document.querySelector(".top").getBoundingClientRect().bottom;
      return [...document.querySelectorAll("#status h1, #status .hint, #status .next button:not([hidden]), .player b")]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width < 8 || box.top < top - 1 || box.right > innerWidth || element.scrollWidth > element.clientWidth + 1;
        })
        .map((element) => element.textContent);
    });
    assert.deepEqual(cut, [], place);
  };
  await table.open("#star/6/*31,S20,T42,R10,A32,*60,S60,*61,S61");
  await fits("a score");
  for (const hash of ["#hex/5/c3,a1", "#star/3/*10,S10"]) {
    await table.open(hash);
    await page.locator("#resign").click();
    await phase(page, "over");
    await fits(`${hash}: the end`);
  }
  await page.locator("#keys").click();
  assert.equal(await page.locator("dialog.keys").evaluate((dialog) => dialog.scrollTop), 0, "the keys are read from their start");
  await page.keyboard.press("Escape");
  await table.shot(`end-${page.viewportSize().width}`);
}
export const endOnItsSide = (tools) => ends(tools);
endOnItsSide.options = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
export const endOnPhone = (tools) => ends(tools);
endOnPhone.options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What the server says of a mistake is said in the reader's language. */
export async function serverInGerman({ table }) {
  table.forgiving = true;
  const links = {
    "#hex/5/a1,a1": "Dieser Link lässt sich nicht öffnen: Zug 2: a1 ist besetzt",
    "#hex/99/a1": "Dieser Link lässt sich nicht öffnen: Hex gibt es nicht in Größe 99: die Größen sind 1 bis 19",
    "#hex/5;black=a1;white=a1;to=white": "Dieser Link lässt sich nicht öffnen: Zwei Steine stehen auf einem Feld",
  };
  for (const [hash, words] of Object.entries(links)) {
    await table.open(hash);
    await table.page.locator(".hint.notice").waitFor();
    assert.equal(await table.hint(), words);
  }
}
serverInGerman.options = { locale: "de" };
