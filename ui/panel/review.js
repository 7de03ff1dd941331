// The panel of the review: load a game, have it reviewed, see its course and its mistakes.

import { report } from "../core/server.js";
import { h, oncePerFrame, select, setAttribute, setText, toggle } from "../core/dom.js";
import { create } from "../game/current.js";
import { go } from "../game/navigation.js";
import { mistakes, startReview, stopReview } from "../analysis/review.js";
import { on, set, setSettings, state } from "../core/store.js";
import { depth, lineThrough } from "../game/tree.js";
import { percent, seen, title, viewer } from "../core/format.js";
import { valueGraph } from "./value_graph.js";

const VISITS = [
  ["500", "500"],
  ["2000", "2,000"],
  ["10000", "10,000"],
  ["50000", "50,000"],
];
/** Larger texts are no game records. */
const MOST_BYTES = 1 << 20;
/** The signs of chess for the names of a loss. */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function reviewPanel() {
  const course = valueGraph(go);
  const start = h(
    "button",
    { type: "button", class: "primary", id: "review", onclick: startReview, disabled: true },
    "Review this game",
  );
  const stop = h("button", { type: "button", class: "plain", hidden: true, onclick: stopReview }, "Stop");
  const visits = select({
    text: "Visits per move",
    options: VISITS,
    value: state.settings.reviewVisits,
    onchange: (value) => setSettings({ reviewVisits: value }),
  });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress of the review" });
  const words = h("span", { class: "progress-words" });
  const progress = h("div", { class: "progress" }, bar, words);
  const hide = toggle({
    text: "Hide the best moves",
    checked: state.settings.hideBest,
    title: "Look for them yourself first",
    onchange: (value) => setSettings({ hideBest: value }),
  });
  const list = h("ol", { class: "mistakes" });
  const caption = h("span", { class: "label" });
  const accuracy = h("p", { class: "hint" });

  const draw = oncePerFrame(() => {
    const { nodes, current, storedGame, review, settings } = state;
    if (!storedGame) return;
    const line = lineThrough(nodes, current);
    const bad = mistakes(line);
    const color = viewer();
    const known = course.draw(line, current, settings.view === "mover" ? "black" : color, bad);
    setText(caption, `Chances of ${title(settings.view === "mover" ? "black" : color)}`);
    setText(accuracy, accuracyText(storedGame.accuracy));
    setAttribute(stop, "hidden", !review.running);
    start.disabled = review.running || line.length < 2;
    setText(start, known > 1 && !review.running ? "Review again" : "Review this game");
    const isCounting = review.running && review.total > 0;
    bar.value = isCounting ? review.done / review.total : 0;
    progress.classList.toggle("off", !review.running);
    setText(words, isCounting ? `${review.done} of ${review.total}` : review.running ? "Starting…" : "");
    list.replaceChildren(...bad.map((node) => mistake(node, depth(nodes, node.id))));
    list.dataset.empty =
      known > 1 ? "No significant mistakes." : line.length < 2 ? "Load or play a game first." : "Not reviewed yet.";
  });
  on("nodes current storedGame review settings", draw);
  draw();
  return h(
    "div",
    { class: "panel review" },
    loader(),
    h("div", { class: "row spread" }, start, stop, visits),
    progress,
    h("div", { class: "labeled tight" }, caption),
    course.element,
    accuracy,
    h("div", { class: "row spread" }, h("h2", {}, "Biggest mistakes"), hide),
    list,
  );
}

/**
 * A move that lost something; a click shows the position before it, where one can still look for better.
 * @param {import("../types").TreeNode & {review: import("../types").Review}} node
 * @param {number} ply
 */
function mistake(node, ply) {
  const { review } = node;
  const isHidden = state.settings.hideBest;
  const best = isHidden ? "…" : review.best;
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: state.current === node.parent ? "entry current" : "entry",
        onclick: () => go(node.parent),
        title: description(review),
        onpointerenter: () => {
          if (!isHidden && state.current === node.parent && review.pv.length > 0) set({ line: review.pv });
        },
        onpointerleave: () => state.line && set({ line: null }),
      },
      h("span", { class: `dot ${node.color}` }),
      h("span", { class: "ply" }, `${ply}.`),
      h("b", {}, `${node.move}${review.judgement ? SIGNS[review.judgement] : ""}`),
      h("span", { class: "loss" }, `−${(100 * review.loss).toFixed(0)} %`),
      h("span", { class: "better" }, best ? `better: ${best}` : ""),
      h(
        "span",
        { class: "from-to", title: `for ${title(viewer())}` },
        `${percent(seen(review.before))} → ${percent(seen(review.after))}`,
      ),
    ),
  );
}

/** @param {import("../types").StoredGame["accuracy"]} accuracy */
function accuracyText({ black, white }) {
  const parts = [black === null ? "" : `Black ${black.toFixed(0)} %`, white === null ? "" : `White ${white.toFixed(0)} %`];
  const known = parts.filter(Boolean);
  return known.length > 0 ? `Accuracy: ${known.join(", ")}` : "";
}

/** A mistake in words: `Blunder, proved; turning point. Refuted by c3 d4`. @param {import("../types").Review} review */
function description({ judgement, winner_before, winner_after, turning_point, refutation }) {
  if (!judgement) return "";
  const proved = winner_before && winner_after ? ", proved" : "";
  const turn = turning_point ? "; turning point" : "";
  const refuted = refutation.length > 0 && !state.settings.hideBest ? `. Refuted by ${refutation.slice(0, 8).join(" ")}` : "";
  return `${title(judgement)}${proved}${turn}${refuted}`;
}

/** Paste, file or drop. */
function loader() {
  const text = h("textarea", {
    rows: 2,
    spellcheck: "false",
    id: "record",
    "aria-label": "A game record",
    placeholder: "Paste SGF, HGF, a HexWorld link, Little Golem or a move list",
  });
  const file = h("input", {
    type: "file",
    class: "visually-hidden",
    id: "file",
    accept: ".sgf,.hgf,.txt,text/plain",
    onchange: () => {
      const [chosen] = file.files ?? [];
      // The same file can be chosen again.
      file.value = "";
      if (chosen) readFile(chosen);
    },
  });
  const game = h("select", { "aria-label": "Game of a move list", title: "Game of a plain move list" });
  on("about storedGame", () => {
    if (!state.about || !state.storedGame || game.children.length > 0) return;
    game.append(...state.about.games.map(({ id, title: text }) => h("option", { value: id }, text)));
    game.value = state.storedGame.game;
  });
  const load = h(
    "button",
    {
      type: "button",
      class: "plain",
      id: "load",
      onclick: async () => {
        const record = text.value;
        const isLoaded = record.trim() && (await loadRecord(record, game.value));
        if (isLoaded && text.value === record) text.value = "";
      },
    },
    "Load",
  );
  const box = h(
    "div",
    { class: "loader" },
    text,
    h(
      "div",
      { class: "row" },
      load,
      h("label", { class: "button plain", for: "file" }, "Open file…"),
      file,
      h("span", { class: "or" }, "move list of"),
      game,
    ),
  );
  return box;
}

/** @param {File} file */
async function readFile(file) {
  if (file.size > MOST_BYTES) return set({ notice: "That file is too large for a game record." });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("latin1").decode(bytes);
  }
  return loadRecord(text);
}

/** Opens a record as a game of its own. @param {string} record @param {string} [game] @returns {Promise<boolean>} whether it could be read */
export async function loadRecord(record, game) {
  const { storedGame } = state;
  const isList = !/[([]\s*;/.test(record) && !record.includes("#");
  try {
    const hint = isList && game ? { game, size: game === storedGame?.game ? storedGame.size : undefined } : {};
    await create({ record, players: { black: "human", white: "human" }, ...hint });
    set({ tab: "review" });
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Drops on the whole page. */
export function listenToDrops() {
  /** @param {boolean} isOver */
  const over = (isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => !event.relatedTarget && over(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text");
    if (file) readFile(file);
    else if (text) loadRecord(text, state.storedGame?.game);
  });
}
