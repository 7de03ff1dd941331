// The panel of the analysis: switch, win rate, candidates, and how to look at them.

import { plays } from "../server.js";
import { enough } from "../board/heat.js";
import { choose, h, oncePerFrame, segmented, select, setAttribute, setText, toggle } from "../dom.js";
import { click } from "../moves.js";
import { overlaySwitches } from "./overlays.js";
import { on, set, setSettings, state } from "../store.js";
import { count, percent, seen, title, viewer } from "../value.js";

const CAPS = [
  ["1000", "1,000"],
  ["10000", "10,000"],
  ["100000", "100,000"],
  ["1000000", "1,000,000"],
  ["0", "no limit"],
];
const COLUMNS = [
  ["cell", "Cell"],
  ["visits", "Visits"],
  ["value", "Value"],
  ["rave", "RAVE"],
  ["prior", "Prior"],
];
/** Rows that are worth reading. */
const ROWS = 30;

export function analysePanel() {
  const { settings } = state;
  const onOff = toggle({
    text: "Analyse this position",
    checked: false,
    title: "Key: A",
    onchange: (analysing) => set({ analysing }),
  });
  const rate = h("strong", { class: "rate" });
  const whose = h("span", { class: "whose" });
  const facts = h("p", { class: "facts" });
  const view = segmented({
    label: "Whose chances",
    name: "view",
    value: settings.view,
    onchange: (value) => setSettings({ view: value }),
    options: [
      { value: "black", text: "Black" },
      { value: "white", text: "White" },
      { value: "mover", text: "Player to move" },
    ],
  });
  const heat = segmented({
    label: "Colours on the board",
    name: "heat",
    value: settings.heat,
    onchange: (value) => setSettings({ heat: value }),
    options: ["visits", "value", "rave", "prior"].map((value) => ({
      value,
      text: COLUMNS.find(([key]) => key === value)[1],
    })),
  });
  const cap = select({
    text: "Stop after visits",
    options: CAPS,
    value: settings.visitsCap,
    onchange: (value) => setSettings({ visitsCap: value }),
  });
  const analyst = select({
    text: "Engine",
    options: [["champion", "champion"]],
    value: settings.analyst,
    onchange: (value) => setSettings({ analyst: value }),
  });
  const table = candidateTable();

  const draw = oncePerFrame(() => {
    const { report, analysing, position, reportNote } = state;
    onOff.input.checked = analysing;
    choose(view, state.settings.view);
    const has = (key) =>
      report?.candidates.some((candidate) => candidate[key] !== null && candidate[key] !== undefined);
    choose(
      heat,
      state.settings.heat,
      report
        ? {
            rave: !has("rave") && "This engine keeps no RAVE values",
            prior: !has("prior") && "This engine has no priors",
          }
        : {},
    );
    const color = viewer();
    setText(rate, report ? verdict(report, color) : "–");
    setText(whose, `for ${title(color)}${state.settings.view === "mover" ? ", to move" : ""}`);
    setText(facts, factsOf(report, analysing, position, reportNote));
    table.draw(report, color, has("prior"));
  });
  on("report reportNote analysing settings position", draw);
  on("session about", () => {
    if (!state.session || !state.about) return;
    const names = state.about.players.filter(
      (player) => plays(player, state.session.game) && !["random", "greedy"].includes(player.name),
    );
    const known = names.some((player) => player.name === state.settings.analyst);
    analyst.refill(
      names.map((player) => [player.name, player.name]),
      known ? state.settings.analyst : "champion",
    );
    if (!known) setSettings({ analyst: "champion" });
  });
  draw();
  return h(
    "div",
    { class: "panel analyse" },
    h("div", { class: "row spread" }, onOff),
    h("div", { class: "headline" }, rate, whose, facts),
    h("div", { class: "labelled" }, h("span", { class: "label" }, "Values for"), view),
    h("div", { class: "labelled" }, h("span", { class: "label" }, "On the board"), heat),
    overlaySwitches(),
    table.element,
    h("div", { class: "row two" }, cap, analyst),
    h(
      "p",
      { class: "small-print" },
      "Hatched cells were visited too rarely for a number. Hover a cell or a row for its line.",
    ),
  );
}

function verdict(report, color) {
  if (report.proof === "draw") return "Draw";
  if (report.proof) return report.proof === color ? "Won" : "Lost";
  return percent(seen(report.value, color));
}

function factsOf(report, analysing, position, note) {
  if (position?.outcome) return "The game is over: step back to analyse.";
  if (!analysing) return report ? "" : "Off. Switch it on to see chances on every cell.";
  if (note === "refused") return "No analysis now; switch off and on to try again.";
  if (!report) return "Starting…";
  const speed = report.elapsed > 0 ? `${count(Math.round(report.visits / report.elapsed))}/s` : "";
  const parts = [
    `${count(report.visits)} visits`,
    speed,
    `best ${report.best}`,
    report.proof ? "proved" : "",
    note === "done" ? "finished" : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The candidates, sortable by each column; a row shows its line on the board. */
function candidateTable() {
  let sort = { key: "visits", down: true };
  let shown = null;
  const heads = COLUMNS.map(([key, text]) =>
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
        text,
      ),
    ),
  );
  const body = h("tbody", {});
  const element = h(
    "div",
    { class: "candidates", tabindex: "0", role: "region", "aria-label": "Candidate moves" },
    h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body),
  );
  element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && set({ line: null }));

  function draw(report, color, hasPrior) {
    shown = [report, color, hasPrior];
    element.classList.toggle("no-prior", !hasPrior);
    COLUMNS.forEach(([key], i) =>
      setAttribute(heads[i], "aria-sort", key === sort.key ? (sort.down ? "descending" : "ascending") : null),
    );
    const number = (candidate, key) =>
      key === "visits"
        ? candidate.visits
        : candidate[key] === null || candidate[key] === undefined
          ? -1
          : seen(candidate[key], color);
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
    while (body.children.length > rows.length) body.lastChild.remove();
    while (body.children.length < rows.length) body.append(emptyRow());
    rows.forEach((candidate, i) => fillRow(body.children[i], candidate, color, least, report.best));
  }
  return { element, draw };
}

function emptyRow() {
  const row = h(
    "tr",
    {},
    ...COLUMNS.map(([key]) => h(key === "cell" ? "th" : "td", key === "cell" ? { scope: "row" } : { class: key })),
  );
  row.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && set({ line: row.line }));
  // A finger cannot point without touching: it shows the line, and the board plays.
  row.addEventListener("click", (event) =>
    event.pointerType === "touch" ? set({ line: row.line }) : click(row.dataset.cell),
  );
  return row;
}

function fillRow(row, candidate, color, least, best) {
  row.line = candidate.pv?.length > 0 ? candidate.pv : [candidate.cell];
  row.dataset.cell = candidate.cell;
  row.classList.toggle("few", candidate.visits < least && !candidate.proof);
  row.classList.toggle("best", candidate.cell === best);
  const value = (number) => (typeof number === "number" ? percent(seen(number, color)) : "–");
  const proof = candidate.proof && (candidate.proof === "draw" ? "draw" : candidate.proof === color ? "won" : "lost");
  const words = [
    candidate.cell,
    count(candidate.visits),
    proof ?? value(candidate.value),
    value(candidate.rave),
    typeof candidate.prior === "number" ? percent(candidate.prior) : "–",
  ];
  words.forEach((text, i) => setText(row.children[i], text));
}
