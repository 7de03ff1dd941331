// Puts the page together and opens the last game, or a new one.

import * as client from "./core/client.js";
import { lost, report, statusOf } from "./core/server.js";
import { h, setAttribute, setText } from "./core/dom.js";
import { watchAnalysis } from "./analysis/live.js";
import { watchEngines } from "./game/engines.js";
import { address, awaitsEngine, followOthers, open, openLink, refresh, restore } from "./game/current.js";
import { go } from "./game/navigation.js";
import { watchBlunders } from "./analysis/blunder.js";
import { watchClocks } from "./game/clock.js";
import { showKeys } from "./layout/keys.js";
import { showToast } from "./layout/toast.js";
import { LANGUAGES, language, loadTexts, t } from "./core/text.js";
import { iconButton, icon } from "./core/icons.js";
import { listenToPage } from "./layout/shortcuts.js";
import * as link from "./game/link.js";
import { watchOverlays } from "./analysis/overlays.js";
import { analyzePanel } from "./panel/analyze.js";
import { arenaPanel } from "./panel/arena.js";
import { storedGames } from "./panel/stored_games.js";
import { newGame, playPanel } from "./panel/play.js";
import { listenToDrops, reviewPanel } from "./panel/review.js";
import { rulesPanel } from "./panel/rules.js";
import { showTree } from "./panel/move_tree.js";
import { watchReview } from "./analysis/review.js";
import { isDark } from "./layout/save.js";
import { setStage, theBoard } from "./layout/stage.js";
import { showStatus } from "./layout/status.js";
import { followSettings, on, set, setSettings, state } from "./core/store.js";
import { showTools } from "./layout/toolbar.js";
import { showWinBar } from "./layout/winbar.js";

/** @type {[string, import("./core/text.js").Key, () => HTMLElement][]} */
const TABS = [
  ["play", "tab.play", playPanel],
  ["analyze", "tab.analyze", analyzePanel],
  ["review", "tab.review", reviewPanel],
  ["rules", "tab.rules", rulesPanel],
  ["arena", "tab.arena", arenaPanel],
];

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function showTabs() {
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  /** @type {HTMLElement[]} */
  const panels = [];
  for (const [id, text, make] of TABS) {
    const button = h(
      "button",
      { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => set({ tab: id }) },
      t(text),
    );
    const panel = Object.assign(make(), { id: `panel-${id}` });
    setAttribute(panel, "role", "tabpanel");
    setAttribute(panel, "aria-labelledby", `tab-${id}`);
    buttons.push(button);
    panels.push(panel);
  }
  find("tabs").append(...buttons);
  find("panels").append(...panels);
  find("tabs").addEventListener("keydown", (event) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  const draw = () =>
    TABS.forEach(([id], i) => {
      const isOn = state.tab === id;
      setAttribute(buttons[i], "aria-selected", String(isOn));
      setAttribute(buttons[i], "tabindex", isOn ? "0" : "-1");
      setAttribute(panels[i], "hidden", !isOn);
    });
  on("tab", () => {
    draw();
    document.body.dataset.tab = state.tab;
    if (state.settings.tab !== state.tab) setSettings({ tab: state.tab });
    // Back in the game, the engine goes on.
    if (awaitsEngine()) set({ live: true });
  });
  document.body.dataset.tab = state.tab;
  draw();
}

function showTop() {
  const theme = iconButton({
    name: "auto",
    text: t("top.theme"),
    id: "theme",
    onclick: () => setSettings({ theme: isDark() ? "light" : "dark" }),
  });
  const keys = h("button", { type: "button", class: "tool", id: "keys", title: `${t("top.keys")} (?)`, "aria-label": t("top.keys"), onclick: showKeys }, "?");
  const languages = h(
    "select",
    {
      id: "language",
      "aria-label": t("top.language"),
      title: t("top.language"),
      // Every text is said anew.
      onchange: () => {
        setSettings({ language: languages.value });
        location.reload();
      },
    },
    ...Object.entries(LANGUAGES).map(([tag, name]) => h("option", { value: tag, lang: tag }, name)),
  );
  languages.value = language();
  const rules = h(
    "button",
    { type: "button", class: "tool wide", id: "how", onclick: () => set({ tab: "rules" }) },
    t("top.howToPlay"),
  );
  find("top-right").append(rules, storedGames(), languages, keys, theme);
  let shown = "";
  const draw = () => {
    document.dispatchEvent(new Event("catena-theme"));
    const next = isDark() ? "sun" : "moon";
    if (next === shown) return;
    shown = next;
    theme.replaceChildren(icon(shown));
  };
  on("settings", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
}

/** Says quietly that the server is away, and goes on when it is back. */
function watchServer() {
  const banner = find("banner");
  on("online", () => {
    setText(banner, state.online ? "" : t("away"));
    setAttribute(banner, "hidden", state.online);
    if (!state.online) return;
    if (state.storedGame) refresh();
    else if (!state.opening) begin().catch(report);
  });
  // A game that was deleted elsewhere comes back by its address.
  on("storedGame", () => state.storedGame || begin().catch(report));
}

async function begin() {
  set({ about: await client.about() });
  const { hash } = location;
  try {
    if (!(await restore())) await newGame();
    const text = link.unreadable(hash);
    if (text) set({ notice: t("link.bad", { text }) });
  } catch (error) {
    if (statusOf(error) === 0) return report(error);
    // The address leads nowhere: the last game comes instead, and the reason is said.
    if (!(await restore("").catch(() => false))) await newGame();
    set({ notice: t("link.wrong", { why: error instanceof Error ? error.message : String(error) }) });
  }
}

/** Builds the page; its texts have to be there. */
function build() {
  setStage(find("board"));
  showStatus(find("status"), find("announce"));
  showTools(find("tools"));
  showWinBar(find("winbar"));
  showTabs();
  showTop();
  showTree(find("tree"));
  showToast(find("toast"));
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(keyOf(element, "data-text"));
  for (const element of document.querySelectorAll("[data-label]")) setAttribute(element, "aria-label", t(keyOf(element, "data-label")));
  document.body.dataset.drop = t("review.drop");
}

/** @param {Element} element @param {string} name */
const keyOf = (element, name) => /** @type {import("./core/text.js").Key} */ (element.getAttribute(name));

function watch() {
  listenToPage(find("board"));
  listenToDrops();
  watchServer();
  watchEngines();
  watchAnalysis();
  watchOverlays();
  watchReview();
  watchBlunders();
  watchClocks();
  followOthers();
  followSettings();
  // What is done to the game on the board waits for one that is on its way.
  on("storedGame opening", () => {
    const isBusy = !state.storedGame || state.opening;
    for (const id of ["tools", "tree"]) setAttribute(find(id), "inert", isBusy);
    setAttribute(find("board"), "aria-busy", isBusy && "true");
  });
  on("storedGame", () => {
    if (state.storedGame) document.title = `${state.storedGame.title} · Catena`;
  });
  find("skip").addEventListener("click", () => {
    const cell = theBoard().host.querySelector('[tabindex="0"]');
    if (cell instanceof SVGElement) cell.focus();
  });
  watchAddress();
}

/** The browser's own way back, and another address put into the same page. */
function watchAddress() {
  addEventListener("popstate", ({ state: place }) => {
    if (!place?.id) return;
    if (place.id === state.storedGame?.id) go(place.node);
    else open(place.id, place.node).catch(report);
  });
  addEventListener("hashchange", () => {
    if (history.state?.id || location.hash === address()) return;
    const shared = link.read(location.hash);
    if (shared) openLink(shared).catch(report);
    else set({ notice: t("link.bad", { text: link.unreadable(location.hash) }) });
  });
}

loadTexts().then(() => {
  build();
  watch();
  begin().catch((error) => (statusOf(error) === 0 ? lost() : report(error)));
});
