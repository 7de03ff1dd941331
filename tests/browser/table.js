// The page as a person uses it: looks for what can be seen, clicks, waits for what comes.

import assert from "node:assert/strict";
import { join } from "node:path";

/** A slow server on request: each of its answers is held back so long. Finds what does not wait, in page and scenarios. */
export const SLOW_MS = Number(process.env.SLOW_MS ?? 0);
/** What one waits for may take a whole game of answers. */
const WAIT_MS = 20000 + 20 * SLOW_MS;

export class Table {
  /**
   * @param {import("playwright-core").Page} page
   * @param {{url: string, artifacts: string}} options
   */
  constructor(page, { url, artifacts }) {
    this.page = page;
    this.url = url;
    this.artifacts = artifacts;
    /** What went wrong that nobody saw: console errors, failed requests. */
    this.complaints = [];
    /** While the server is away, failing requests are right. */
    this.forgiving = false;
    page.setDefaultTimeout(WAIT_MS);
    const complain = (text) => this.forgiving || this.complaints.push(text);
    page.on("console", (message) => message.type() === "error" && complain(`console: ${message.text()}`));
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.stack}`));
    page.on("requestfailed", (request) => {
      // Streams and searches that the page itself ends.
      if (request.failure()?.errorText !== "net::ERR_ABORTED")
        complain(`failed: ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on("response", (response) => response.status() >= 400 && complain(`${response.status()}: ${response.url()}`));
  }

  async open(hash = "") {
    await this.slow();
    // From one position to the next only the part behind # changes, and the board before it would be taken for ours.
    await this.page.goto("about:blank");
    await this.page.goto(`${this.url}/${hash}`);
    await this.page.locator(".board-host .cell").first().waitFor();
    await this.page.waitForFunction(() => document.querySelector("#status h1").textContent !== "");
  }

  /** Each answer of the server takes SLOW_MS. */
  async slow() {
    if (SLOW_MS === 0 || this.isSlow) return;
    this.isSlow = true;
    await this.page.route(/\/api\//, async (route) => {
      await new Promise((go) => setTimeout(go, SLOW_MS));
      // The page may have given it up, or be gone.
      await route.continue().catch(() => {});
    });
  }

  /** Holds answers of the server back. @returns {Promise<() => void>} lets them go */
  async hold(address) {
    let letGo;
    const held = new Promise((go) => (letGo = go));
    await this.page.route(address, async (route) => {
      await held;
      await route.fallback().catch(() => {});
    });
    return letGo;
  }

  tab(name) {
    return this.page.getByRole("tab", { name }).click();
  }

  cell(name) {
    return this.page.locator(`.board-host .board >> nth=0 >> [data-cell="${name}"]`).first();
  }

  /** Starts a game by the panel. */
  async newGame({ game, size, rival = "computer", level = 1, human = "black", swap = false }) {
    await this.tab("Play");
    await this.page.locator(`.game[data-game="${game}"]`).click();
    await this.choose("rival", rival);
    if (rival === "computer") await this.choose("human", human);
    await this.page.locator(".panel.play .field", { hasText: "Board" }).locator("select").selectOption(String(size));
    if (rival !== "people") await this.page.locator("#level").fill(String(level));
    if (rival === "engines") await this.page.locator("#level2").fill(String(level));
    const rule = this.page.getByRole("switch", { name: "Swap rule" });
    if ((await rule.isChecked()) !== swap) await this.page.locator(".switch", { hasText: "Swap rule" }).click();
    const before = await this.page.evaluate(() => localStorage.getItem("catena.session"));
    await this.page.locator("#new-game").click();
    await this.page.waitForFunction((old) => localStorage.getItem("catena.session") !== old, before);
    await this.opened();
  }

  /** Waits until the game that was asked for is on the board. */
  opened() {
    return this.page.waitForFunction(() => document.querySelector("#status").dataset.phase !== "opening");
  }

  choose(group, value) {
    return this.page.locator(`input[name="${group}"][value="${value}"] + span`).click();
  }

  phase() {
    return this.page.locator("#status").getAttribute("data-phase");
  }

  /** Waits until a person can move or the game is over. */
  async ready() {
    await this.page.waitForFunction(() => ["turn", "over"].includes(document.querySelector("#status").dataset.phase));
    return this.phase();
  }

  status() {
    return this.page.locator("#status h1").textContent();
  }

  hint() {
    return this.page.locator("#status .hint").textContent();
  }

  stones() {
    return this.page.locator(".board-host .board >> nth=0 >> .stone").count();
  }

  /** The names of empty cells that can be seen and hit in their middle. */
  empty() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll(".board-host .board:first-child .cell")]
        .filter((cell) => {
          if (!cell.getAttribute("aria-label").endsWith("empty") || cell.getAttribute("display") === "none")
            return false;
          const box = cell.getBoundingClientRect();
          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell;
        })
        .map((cell) => cell.dataset.cell),
    );
  }

  /** Plays on empty cells, chosen by a fixed rule, until the game is over. @returns {Promise<number>} clicks */
  async playOut() {
    for (let clicks = 0; ; clicks++) {
      if ((await this.ready()) === "over") return clicks;
      const cells = await this.empty();
      assert(cells.length > 0, "a cell can be clicked while the game goes on");
      const name = cells[(7 * clicks + 3) % cells.length];
      await this.cell(name).click();
    }
  }

  /** Copies by an entry of the menu for sharing, and waits until that is said. @returns {Promise<string>} what was copied */
  async share(entry) {
    await this.page.locator("#share summary").click();
    await this.page.getByRole("button", { name: entry }).click();
    await this.page.waitForFunction(() => document.querySelector("#status .hint").textContent.includes("copied"));
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  shot(name) {
    return this.page.screenshot({ path: join(this.artifacts, `${name}.png`) });
  }

  /** Fails on anything that went wrong unseen. */
  assertQuiet() {
    assert.deepEqual(this.complaints, [], "no console error and no failed request");
  }
}
