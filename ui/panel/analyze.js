// The panel of the analysis: switch, win rate, candidates, and how to look at them.

import { playersOf } from "../core/catalog.js";
import { enough } from "../board/heat.js";
import { choose, h, oncePerFrame, segmented, select, setAttribute, setText, toggle } from "../core/dom.js";
import { click } from "../game/moves.js";
import { overlaySwitches } from "./overlays.js";
import { language, t } from "../core/text.js";
import { on, set, setSettings, state } from "../core/store.js";
import { count, percent, seen, title, viewer } from "../core/format.js";

/**
 * @typedef {import("../types").Report} Report
 * @typedef {import("../types").Candidate} Candidate
 * @typedef {import("../types").Color} Color
 * @typedef {"cell" | "visits" | "value" | "rave" | "prior"} Column
 */

const CAPS = [1000, 10000, 100000, 1000000, 0];
/** @type {Column[]} */
const COLUMNS = ["cell", "visits", "value", "rave", "prior"];

/** @param {Column} column */
const columnName = (column) => t(`column.${column}`);
/** Rows that are worth reading. */
const ROWS = 30;

export function analyzePanel() {
  const { settings } = state;
  const onOff = toggle({
    text: t("analyze.switch"),
    checked: false,
    title: t("analyze.key"),
    onchange: (analyzing) => set({ analyzing }),
  });
  const rate = h("strong", { class: "rate" });
  const whose = h("span", { class: "whose" });
  const facts = h("p", { class: "facts" });
  const view = segmented({
    label: t("analyze.whose"),
    name: "view",
    value: settings.view,
    onchange: (value) => setSettings({ view: value }),
    options: [
      { value: "black", text: title("black") },
      { value: "white", text: title("white") },
      { value: "mover", text: t("analyze.mover") },
    ],
  });
  const heat = segmented({
    label: t("analyze.onBoard"),
    name: "heat",
    value: settings.heat,
    onchange: (value) => setSettings({ heat: value }),
    options: COLUMNS.filter((key) => key !== "cell").map((key) => ({ value: key, text: columnName(key) })),
  });
  const cap = select({
    text: t("analyze.limit"),
    options: CAPS.map((visits) => [String(visits), visits ? visits.toLocaleString(language()) : t("analyze.noLimit")]),
    value: settings.visitsCap,
    onchange: (value) => setSettings({ visitsCap: value }),
  });
  const analyst = select({
    text: t("analyze.engine"),
    options: [["champion", "champion"]],
    value: settings.analyst,
    onchange: (value) => setSettings({ analyst: value }),
  });
  const table = candidateTable();
  /** What the engine gives; the champions of all games have a network. @type {Map<"rave" | "prior", boolean>} */
  const given = new Map([
    ["rave", false],
    ["prior", true],
  ]);

  const draw = oncePerFrame(() => {
    const { report, analyzing, position, reportNote } = state;
    onOff.input.checked = analyzing;
    choose(view, state.settings.view);
    // Until something is known, what the last engine gave: nothing comes and goes with the switch.
    if (report && report.candidates.length > 0) for (const key of given.keys()) given.set(key, report.candidates.some((candidate) => candidate[key] !== null));
    /** @type {string[]} */
    const missing = [...given.keys()].filter((key) => !given.get(key));
    const shown = missing.includes(state.settings.heat) ? "visits" : state.settings.heat;
    choose(heat, shown, missing);
    const color = viewer();
    setText(rate, report ? verdict(report, color) : "–");
    setText(whose, t(state.settings.view === "mover" ? "analyze.forMover" : "analyze.for", { color: title(color) }));
    setText(facts, factsOf(report, analyzing, position, reportNote));
    table.draw(report, color, Boolean(given.get("prior")), Boolean(given.get("rave")));
  });
  on("report reportNote analyzing settings position", draw);
  on("storedGame about", () => {
    if (!state.storedGame || !state.about) return;
    const names = playersOf(state.storedGame.game)
      .map((player) => player.name)
      .filter((name) => !["random", "greedy"].includes(name));
    const known = names.includes(state.settings.analyst);
    analyst.refill(
      names.map((name) => [name, name]),
      known ? state.settings.analyst : "champion",
    );
    if (!known) setSettings({ analyst: "champion" });
  });
  draw();
  return h(
    "div",
    { class: "panel analyze" },
    h("div", { class: "row spread" }, onOff),
    h("div", { class: "headline" }, rate, whose, facts),
    table.element,
    h("p", { class: "small-print" }, `${t("analyze.hatched")} `, h("span", { class: "for-mouse" }, t("analyze.hover")), h("span", { class: "for-touch" }, t("analyze.tap"))),
    h("div", { class: "labeled" }, h("span", { class: "label" }, t("analyze.whose")), view),
    h("div", { class: "labeled" }, h("span", { class: "label" }, t("analyze.onBoard")), heat),
    overlaySwitches(),
    h("details", { class: "advanced" }, h("summary", {}, t("analyze.advanced")), h("div", { class: "row two" }, cap, analyst)),
  );
}

/** @param {Report} report @param {Color} color */
function verdict(report, color) {
  if (report.proof === "draw") return t("draw");
  if (report.proof) return report.proof === color ? t("result.Won") : t("result.Lost");
  return percent(seen(report.value, color));
}

/**
 * @param {Report | null} report
 * @param {boolean} analyzing
 * @param {import("../types").Position | null} position
 * @param {string} note
 */
function factsOf(report, analyzing, position, note) {
  if (position?.outcome) return t("analyze.over");
  if (!analyzing) return report ? "" : t("analyze.off");
  if (note === "refused") return t("analyze.refused");
  if (!report) return t("analyze.starting");
  const speed = report.elapsed > 0 ? t("analyze.speed", { n: count(Math.round(report.visits / report.elapsed)) }) : "";
  const parts = [
    t("analyze.visits", { n: count(report.visits) }),
    speed,
    t("analyze.best", { move: report.best }),
    report.proof ? t("analyze.proved") : "",
    note === "done" ? t("analyze.finished") : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The candidates, sortable by each column; a row shows its line on the board. */
function candidateTable() {
  /** @type {{key: Column, down: boolean}} */
  let sort = { key: "visits", down: true };
  /** @type {[Report | null, Color, boolean, boolean] | null} */
  let shown = null;
  const heads = COLUMNS.map((key) =>
    h(
      "th",
      { scope: "col", class: key },
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            sort = { key, down: sort.key === key ? !sort.down : key !== "cell" };
            if (shown) draw(...shown);
          },
        },
        columnName(key),
      ),
    ),
  );
  const body = h("tbody", {});
  const element = h(
    "div",
    { class: "candidates", tabindex: "0", role: "region", "aria-label": t("analyze.candidates") },
    h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body),
  );
  element.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") set({ line: null });
  });

  /** @param {Report | null} report @param {Color} color @param {boolean} hasPrior @param {boolean} hasRave */
  function draw(report, color, hasPrior, hasRave) {
    shown = [report, color, hasPrior, hasRave];
    element.classList.toggle("no-rave", !hasRave);
    element.classList.toggle("no-prior", !hasPrior);
    COLUMNS.forEach((key, i) =>
      setAttribute(heads[i], "aria-sort", key === sort.key ? (sort.down ? "descending" : "ascending") : null),
    );
    /** @param {Candidate} candidate @param {Exclude<Column, "cell">} key */
    const number = (candidate, key) => {
      const value = candidate[key];
      if (value === null) return -1;
      return key === "visits" || key === "prior" ? value : seen(value, color);
    };
    /** @param {Candidate} a @param {Candidate} b */
    const order = (a, b) =>
      sort.key === "cell"
        ? a.cell.localeCompare(b.cell, "en", { numeric: true })
        : number(a, sort.key) - number(b, sort.key);
    const visited = (report?.candidates ?? []).filter((candidate) => candidate.visits > 0);
    const rows = visited
      .sort((a, b) => b.visits - a.visits)
      .slice(0, ROWS)
      .sort((a, b) => (sort.down ? -1 : 1) * order(a, b));
    const least = report ? enough(report) : 0;
    while (body.rows.length > rows.length) body.deleteRow(-1);
    while (body.rows.length < rows.length) body.append(emptyRow());
    rows.forEach((candidate, i) => fillRow(body.rows[i], candidate, color, least, report?.best));
  }
  return { element, draw };
}

/** The line that each row shows. @type {WeakMap<HTMLElement, string[]>} */
const lines = new WeakMap();

function emptyRow() {
  const row = h(
    "tr",
    {},
    ...COLUMNS.map((key) => h(key === "cell" ? "th" : "td", key === "cell" ? { scope: "row" } : { class: key })),
  );
  row.addEventListener("pointerenter", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") set({ line: lines.get(row) ?? null });
  });
  // A finger cannot point without touching: it shows the line, and the board plays.
  row.addEventListener("click", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "touch") set({ line: lines.get(row) ?? null });
    else click(row.dataset.cell ?? "");
  });
  return row;
}

/**
 * @param {HTMLTableRowElement} row
 * @param {Candidate} candidate
 * @param {Color} color
 * @param {number} least visits from which on numbers are shown
 * @param {string | undefined} best
 */
function fillRow(row, candidate, color, least, best) {
  lines.set(row, candidate.pv.length > 0 ? candidate.pv : [candidate.cell]);
  row.dataset.cell = candidate.cell;
  row.classList.toggle("few", candidate.visits < least && !candidate.proof);
  row.classList.toggle("best", candidate.cell === best);
  /** @param {number | null} number */
  const value = (number) => (number === null ? "–" : percent(seen(number, color)));
  const proof = candidate.proof && t(candidate.proof === "draw" ? "result.draw" : candidate.proof === color ? "result.won" : "result.lost");
  const words = [
    candidate.cell,
    count(candidate.visits),
    proof ?? value(candidate.value),
    value(candidate.rave),
    candidate.prior === null ? "–" : percent(candidate.prior),
  ];
  words.forEach((text, i) => setText(row.children[i], text));
}
