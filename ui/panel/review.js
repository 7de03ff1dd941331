// The panel of the review: load a game, have it reviewed, see its course and its mistakes.

import { report } from "../core/server.js";
import { h, oncePerFrame, select, setAttribute, setText, toggle } from "../core/dom.js";
import { readPasted } from "../game/link.js";
import { create, openLink } from "../game/current.js";
import { go } from "../game/navigation.js";
import { mistakes, startReview, stopReview } from "../analysis/review.js";
import { language, t } from "../core/text.js";
import { on, set, setSettings, state } from "../core/store.js";
import { depth, lineThrough } from "../game/tree.js";
import { seen, short, title, viewer } from "../core/format.js";
import { valueGraph } from "./value_graph.js";

const VISITS = [500, 2000, 10000, 50000];
/** Larger texts are no game records. */
const MOST_BYTES = 1 << 20;
/** The signs of chess for the names of a loss. */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function reviewPanel() {
  const course = valueGraph(go);
  const start = h(
    "button",
    { type: "button", class: "primary", id: "review", onclick: startReview, disabled: true },
    t("review.start"),
  );
  const stop = h("button", { type: "button", class: "plain", hidden: true, onclick: stopReview }, t("review.stop"));
  const visits = select({
    text: t("review.visits"),
    options: VISITS.map((visits) => [String(visits), visits.toLocaleString(language())]),
    value: state.settings.reviewVisits,
    onchange: (value) => setSettings({ reviewVisits: value }),
  });
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
  const words = h("span", { class: "progress-words" });
  const progress = h("div", { class: "progress" }, bar, words);
  const hide = toggle({
    text: t("review.hide"),
    checked: state.settings.hideBest,
    title: t("review.hideTitle"),
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
    setText(caption, t("review.rate", { color: title(settings.view === "mover" ? "black" : color) }));
    setText(accuracy, accuracyText(storedGame.accuracy));
    setAttribute(stop, "hidden", !review.running);
    start.disabled = review.running || line.length < 2;
    setText(start, known > 1 && !review.running ? t("review.again") : t("review.start"));
    const isCounting = review.running && review.total > 0;
    bar.value = isCounting ? review.done / review.total : 0;
    progress.classList.toggle("off", !review.running);
    setText(words, isCounting ? t("review.of", { done: review.done, total: review.total }) : review.running ? t("review.starting") : "");
    list.replaceChildren(...bad.map((node) => mistake(node, depth(nodes, node.id))));
    list.dataset.empty =
      t(known > 1 ? "review.none" : line.length < 2 ? "review.noGame" : "review.notYet");
  });
  on("nodes current storedGame review settings", draw);
  draw();
  return h(
    "div",
    { class: "panel review" },
    loader(),
    h("div", { class: "row spread start" }, start, stop, visits),
    progress,
    h("div", { class: "labeled tight" }, caption),
    course.element,
    accuracy,
    h("div", { class: "row spread mistakes-head" }, h("h2", {}, t("review.mistakes")), hide),
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
        onpointerenter: () => {
          if (!isHidden && state.current === node.parent && review.pv.length > 0) set({ line: review.pv });
        },
        onpointerleave: () => state.line && set({ line: null }),
      },
      h("span", { class: `dot ${node.color}` }),
      h("span", { class: "ply" }, `${ply}.`),
      h("b", {}, `${moveWords(node.move)}${review.judgement ? SIGNS[review.judgement] : ""}`),
      h("span", { class: "loss" }, `−${(100 * review.loss).toFixed(0)} %`),
      h("span", { class: "better" }, best ? t("review.better", { move: moveWords(best) }) : ""),
      h(
        "span",
        { class: "from-to", title: t("analyze.for", { color: title(viewer()) }) },
        `${short(seen(review.before))} → ${short(seen(review.after))} %`,
      ),
      h("span", { class: "why", title: description(review) }, description(review)),
    ),
  );
}

/** A cell has one name in all languages, what is no stone has not. @param {string | null} move */
const moveWords = (move) => (move === "resign" || move === "swap" ? t(`tool.${move}`) : (move ?? ""));

/** @param {import("../types").StoredGame["accuracy"]} accuracy */
function accuracyText({ black, white }) {
  const parts = [black === null ? "" : `${title("black")} ${black.toFixed(0)} %`, white === null ? "" : `${title("white")} ${white.toFixed(0)} %`];
  const known = parts.filter(Boolean);
  return known.length > 0 ? t("review.accuracy", { shares: known.join(", ") }) : "";
}

/** A mistake in words: `Blunder, proved; turning point. Refuted by c3 d4`. @param {import("../types").Review} review */
function description({ judgement, winner_before, winner_after, turning_point, refutation }) {
  if (!judgement) return "";
  const parts = [
    t(`judgement.${judgement}`),
    winner_before && winner_after ? t("review.proved") : "",
    turning_point ? t("review.turningPoint") : "",
    refutation.length > 0 && !state.settings.hideBest ? t("review.refuted", { line: refutation.slice(0, 8).join(" ") }) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Paste, file or drop. */
function loader() {
  const text = h("textarea", {
    rows: 2,
    spellcheck: "false",
    id: "record",
    "aria-label": t("review.record"),
    placeholder: t("review.paste"),
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
  const game = h("select", { "aria-label": t("review.listGame"), title: t("review.listGame") });
  let of = "";
  on("about storedGame", () => {
    if (!state.about || !state.storedGame) return;
    if (game.children.length === 0) game.append(...state.about.games.map(({ id, title: text }) => h("option", { value: id }, text)));
    // A list is most likely of the game on the board.
    if (of !== state.storedGame.game) game.value = of = state.storedGame.game;
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
    t("review.load"),
  );
  const box = h(
    "div",
    { class: "loader" },
    text,
    h(
      "div",
      { class: "row" },
      load,
      h("label", { class: "button plain", for: "file" }, t("review.open")),
      file,
      h("div", { class: "pick" }, h("span", { class: "or" }, t("review.listOf")), game),
    ),
  );
  return box;
}

/** @param {File} file */
async function readFile(file) {
  if (file.size > MOST_BYTES) return set({ notice: t("review.tooLarge") });
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
  const shared = readPasted(record);
  const isList = !/[([]\s*;/.test(record) && !record.includes("#");
  try {
    const hint = isList && game ? { game, size: game === storedGame?.game ? storedGame.size : undefined } : {};
    if (shared) await openLink(shared);
    else await create({ record, players: { black: "human", white: "human" }, ...hint });
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
