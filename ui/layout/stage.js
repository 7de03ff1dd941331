// Connects the board to the state: what lies on it, what a hover shows, and what a click means.

import { Board } from "../board/widget.js";
import { heatOf } from "../board/heat.js";
import { oncePerFrame } from "../core/dom.js";
import { titleOf } from "../core/catalog.js";
import { click, isLegal, whyNot, withAntipode } from "../game/moves.js";
import { foundBy, overlaysOn } from "../analysis/overlays.js";
import { editSetup } from "../game/setup.js";
import { inGame, on, set, state } from "../core/store.js";
import { t } from "../core/text.js";
import { path } from "../game/tree.js";
import { other, viewer } from "../core/format.js";

/** Moves of a variation that are shown; more would hide the board. */
const LINE = 10;

/** @type {Board} */
let board;

/** The board on the page. */
export const theBoard = () => board;
/** @type {string | null} */
let hovered = null;

/** @param {HTMLElement} host */
export function setStage(host) {
  board = new Board(host, { onCell, onHover });
  on("board", build);
  on("settings", () => {
    host.classList.toggle("no-coordinates", !state.settings.coordinates);
    if (board.geometry && board.both !== state.settings.flat && state.board?.shape === "sphere") build();
    board.setDiamond(state.settings.diamond);
    drawPosition();
    drawHeat();
  });
  on("position setup", () => {
    drawPosition();
    drawGhosts();
  });
  on("line", drawGhosts);
  on("report position analyzing nodes tab setup", oncePerFrame(drawHeat));
  on("found settings position current storedGame tab setup", oncePerFrame(drawOverlays));
}

function build() {
  const { board: geometry, settings } = state;
  if (!geometry) return;
  const label = t("board.label", { game: titleOf(geometry.game), size: geometry.size });
  board.setGeometry(geometry, { both: settings.flat, diamond: settings.diamond, label });
  board.host.classList.toggle("no-coordinates", !settings.coordinates);
  hovered = null;
  drawPosition();
  drawHeat();
  drawOverlays();
}

/** @param {string} cell */
function onCell(cell) {
  if (state.setup) editSetup(cell);
  else if (state.position) click(cell);
}

function drawPosition() {
  const { position, setup, settings } = state;
  if (!position || !board.geometry) return;
  board.host.toggleAttribute("data-pending", Boolean(position.pending));
  if (setup) {
    board.update({ stones: setup.stones, last: [], winning: new Set(), numbers: new Map() });
    return;
  }
  const last = position.last ? withAntipode(position.last) : [];
  board.update({
    stones: position.stones,
    last,
    winning: new Set(position.outcome?.cells ?? []),
    numbers: settings.numbers ? numbers(position) : new Map(),
  });
  if (last.length > 0 && !hovered) board.reveal(last);
  board.setOwners(position.outcome && position.standing ? position.standing.owners : {});
}

/** The number of the move that placed each stone; a swap counts as the move that placed the first one. @param {import("../types").Position} position */
function numbers(position) {
  const { nodes, current, storedGame } = inGame();
  /** @type {Map<string, number>} */
  const found = new Map();
  let swapped = 0;
  path(nodes, current)
    .slice(1)
    .forEach((node, i) => {
      if (node.move === "swap") {
        found.clear();
        swapped = i + 1;
      } else if (node.move && position.stones[node.move]) {
        for (const name of withAntipode(node.move)) found.set(name, i + 1);
      }
    });
  const setUp = new Set([...storedGame.start.black, ...storedGame.start.white]);
  if (swapped) {
    for (const cell of Object.keys(position.stones)) if (!found.has(cell) && !setUp.has(cell)) found.set(cell, swapped);
  }
  return found;
}

/** @param {string | null} cell */
function onHover(cell) {
  hovered = cell;
  const candidate = cell && state.report?.candidates.find((entry) => withAntipode(entry.cell).includes(cell));
  const line = candidate && candidate.pv.length > 1 && hasHeat() ? candidate.pv : null;
  if (line || state.line) set({ line });
  drawGhosts();
}

/** The variation that is pointed at, or the stone that a click would place. */
function drawGhosts() {
  const { position, line, setup } = state;
  if (!position || !board.geometry) return;
  /** @type {import("../types").Ghost[]} */
  const ghosts = [];
  /** @param {string} cell @param {import("../types").Color} color @param {number} [number] */
  const ghost = (cell, color, number) => {
    for (const name of withAntipode(cell))
      if (!ghosts.some((entry) => entry.cell === name)) ghosts.push({ cell: name, color, number });
  };
  if (line && !setup) {
    let color = position.to_move;
    line.slice(0, LINE).forEach((move, i) => {
      if (board.cellViews.has(move) && !position.stones[move]) ghost(move, color, i + 1);
      color = other(color);
    });
  } else if (setup && hovered && setup.tool !== "erase" && !setup.stones[hovered]) {
    ghost(hovered, setup.tool);
  } else if (!setup && hovered && isLegal(hovered) && !whyNot(hovered)) {
    ghost(hovered, position.to_move);
  }
  board.setGhosts(ghosts);
  // Under a pointer that is on the ball itself nothing turns away.
  if (line && ghosts.length > 0 && !hovered) board.reveal(withAntipode(ghosts[0].cell));
  const marks = new Map(line ? [] : ghosts.map(({ cell, color }) => [cell, color]));
  if (!line && position.last && position.stones[position.last] && ghosts.length === 0) {
    for (const name of withAntipode(position.last)) marks.set(name, position.stones[name]);
  }
  board.setFar(marks);
}

/** What the review has found to be best here, marked on its cell. @returns {Map<string, import("../types").Heat>} */
function reviewed() {
  const { nodes, current, setup, tab } = state;
  const next = nodes.get(nodes.get(current)?.children[0] ?? -1);
  const best = next?.review?.best;
  if (tab !== "review" || setup || isHidden() || !best || !board.cellViews.has(best)) return new Map();
  return new Map([[best, { kind: "visits", opacity: 0.45, text: t("best"), small: "", best: true }]]);
}

const hasHeat = () => state.analyzing && Boolean(state.report) && !state.setup && !isHidden();

/** A reader who looks for the best move is not shown it. */
const isHidden = () => state.settings.hideBest && state.tab === "review";

function drawHeat() {
  if (!board.geometry) return;
  const { report, settings, position } = state;
  const isThere = report?.candidates.some((candidate) => typeof candidate[settings.heat] === "number");
  const map = report && hasHeat() ? heatOf(report, isThere ? settings.heat : "visits", viewer()) : reviewed();
  if (map.size === 0 && board.heat.size === 0) return;
  for (const [cell, entry] of [...map]) {
    for (const name of withAntipode(cell)) map.set(name, entry);
  }
  for (const cell of map.keys()) if (position?.stones[cell]) map.delete(cell);
  board.setHeat(map);
}

/** What is proved; the marks of the node before stay until those of this one have come. */
function drawOverlays() {
  const { position, storedGame, setup } = state;
  if (!board.geometry || !position || !storedGame) return;
  const shown = setup || isHidden() || position.outcome ? [] : overlaysOn();
  const found = shown.map(foundBy);
  const isComing = found.includes(undefined);
  /** @type {Map<string, import("../types").Mark[]>} */
  const marks = new Map();
  /** @param {import("../types").Mark} mark */
  const add = (mark) => {
    if (!position.stones[mark.cell]) marks.set(mark.cell, [...(marks.get(mark.cell) ?? []), mark]);
  };
  if (isComing) [...board.marks.values()].flat().forEach(add);
  else shown.forEach((overlay, i) => found[i] && overlay.marks(found[i]).forEach(add));
  if (marks.size > 0 || board.marks.size > 0) board.setMarks(marks);
}
