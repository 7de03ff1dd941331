// Puts the page together and opens the last game, or a new one.

import { get, lost, report, statusOf } from "./core/server.js";
import { h, setAttribute, setText } from "./core/dom.js";
import { watchAnalysis } from "./analysis/live.js";
import { watchEngines } from "./game/engines.js";
import { address, openLink, refresh, restore } from "./game/current.js";
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
import { board, setStage } from "./layout/stage.js";
import { showStatus } from "./layout/status.js";
import { on, set, setSettings, state } from "./core/store.js";
import { showTools } from "./layout/toolbar.js";
import { showWinBar } from "./layout/winbar.js";

/** @type {[string, string, () => HTMLElement][]} */
const TABS = [
  ["play", "Play", playPanel],
  ["analyze", "Analyze", analyzePanel],
  ["review", "Review", reviewPanel],
  ["rules", "Rules", rulesPanel],
  ["arena", "Arena", arenaPanel],
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
      text,
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
  on("tab", draw);
  draw();
}

function showTop() {
  const theme = iconButton({
    name: "auto",
    text: "Light or dark",
    id: "theme",
    onclick: () => setSettings({ theme: isDark() ? "light" : "dark" }),
  });
  const rules = h(
    "button",
    { type: "button", class: "tool wide", id: "how", onclick: () => set({ tab: "rules" }) },
    "How to play",
  );
  find("top-right").append(rules, storedGames(), theme);
  /** @type {boolean | null} */
  let shown = null;
  const draw = () => {
    document.dispatchEvent(new Event("catena-theme"));
    if (isDark() === shown) return;
    shown = isDark();
    theme.replaceChildren(icon(shown ? "sun" : "moon"));
  };
  on("settings", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
}

/** Says quietly that the server is away, and goes on when it is back. */
function watchServer() {
  const banner = find("banner");
  on("online", () => {
    setText(banner, state.online ? "" : "The server does not answer. The page goes on by itself when it is back.");
    setAttribute(banner, "hidden", state.online);
    if (!state.online) return;
    if (state.storedGame) refresh();
    else if (!state.opening) begin().catch(report);
  });
  // A game that was deleted elsewhere comes back by its address.
  on("storedGame", () => state.storedGame || begin().catch(report));
}

async function begin() {
  set({ about: await get("/about") });
  try {
    if (!(await restore())) await newGame();
  } catch (error) {
    report(error);
    if (statusOf(error) !== 0) await newGame();
  }
}

setStage(find("board"));
showStatus(find("status"), find("announce"));
showTools(find("tools"));
showWinBar(find("winbar"));
showTabs();
showTop();
showTree(find("tree"));
listenToPage(find("board"));
listenToDrops();
watchServer();
watchEngines();
watchAnalysis();
watchOverlays();
watchReview();

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
  const cell = board.host.querySelector('[tabindex="0"]');
  if (cell instanceof SVGElement) cell.focus();
});
// Another address pasted into the same page is another position.
addEventListener("hashchange", () => {
  const shared = link.read(location.hash);
  if (shared && location.hash !== address()) openLink(shared).catch(report);
});

begin().catch((error) => (statusOf(error) === 0 ? lost() : report(error)));
