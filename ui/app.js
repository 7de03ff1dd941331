// Puts the page together and opens the last game, or a new one.

import { get, lost, report } from "./server.js";
import { h, setAttribute, setText } from "./dom.js";
import { watchAnalysis } from "./analysis.js";
import { watchEngines } from "./engine.js";
import { address, openLink, refresh, restore } from "./game.js";
import { iconButton, icon } from "./icons.js";
import { listenToPage } from "./keys.js";
import * as link from "./link.js";
import { watchOverlays } from "./overlays.js";
import { analysePanel } from "./panel/analyse.js";
import { arenaPanel } from "./panel/arena.js";
import { keptGames } from "./panel/kept.js";
import { newGame, playPanel } from "./panel/play.js";
import { listenToDrops, reviewPanel } from "./panel/review.js";
import { rulesPanel } from "./panel/rules.js";
import { showTree } from "./panel/tree.js";
import { watchReview } from "./review.js";
import { isDark } from "./save.js";
import { board, setStage } from "./stage.js";
import { showStatus } from "./status.js";
import { on, set, setSettings, state } from "./store.js";
import { showTools } from "./tools.js";
import { showWinBar } from "./winbar.js";

const TABS = [
  ["play", "Play", playPanel],
  ["analyse", "Analyse", analysePanel],
  ["review", "Review", reviewPanel],
  ["rules", "Rules", rulesPanel],
  ["arena", "Arena", arenaPanel],
];

const find = (id) => document.getElementById(id);

function showTabs() {
  const buttons = [];
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
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
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
  find("top-right").append(rules, keptGames(), theme);
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
    if (state.session) refresh();
    else if (!state.opening) begin().catch(report);
  });
  // A game that was deleted elsewhere comes back by its address.
  on("session", () => state.session || begin().catch(report));
}

async function begin() {
  set({ about: await get("/about") });
  try {
    if (!(await restore())) await newGame();
  } catch (error) {
    report(error);
    if (error.status !== 0) await newGame();
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
on("session opening", () => {
  const isBusy = !state.session || state.opening;
  for (const id of ["tools", "tree"]) setAttribute(find(id), "inert", isBusy);
  setAttribute(find("board"), "aria-busy", isBusy && "true");
});
on("session", () => state.session && setText(document.querySelector("title"), `${state.session.title} · Catena`));
find("skip").addEventListener("click", () => board.host.querySelector('[tabindex="0"]')?.focus());
// Another address pasted into the same page is another position.
addEventListener("hashchange", () => {
  const shared = link.read(location.hash);
  if (shared && location.hash !== address()) openLink(shared).catch(report);
});

begin().catch((error) => (error.status === 0 ? lost() : report(error)));
