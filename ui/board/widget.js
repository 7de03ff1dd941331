// The board: a picture of cells with stones that tells which cell is meant. It knows no rules; what to show and what a
// click means is said from outside.

import { setAttribute } from "../core/dom.js";
import { flatView } from "./flat.js";
import { listenToKeys } from "./keyboard.js";
import { listenToPointer } from "./pointer.js";
import { colorName, t } from "../core/text.js";
import { sphereView } from "./sphere.js";

/**
 * @typedef {import("../types").BoardGeometry} BoardGeometry
 * @typedef {import("../types").Color} Color
 * @typedef {import("../types").Stones} Stones
 * @typedef {import("./cell_view.js").CellView} CellView
 */

/** On a phone a rhombus stands on its corner: its cells are larger so. */
const PHONE = matchMedia("(max-width: 600px) and (orientation: portrait)");

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {import("../types").BoardEvents} events
   */
  constructor(host, events) {
    this.host = host;
    this.events = events;
    /** @type {BoardGeometry | null} */
    this.geometry = null;
    /** Whether a sphere has its flat view beside it. */
    this.both = false;
    this.label = "";
    this.turned = false;
    this.stacked = false;
    /** Whether a rhombus stands on its corner everywhere, not on phones alone. */
    this.diamond = false;
    /** Who owns cells, where points are counted. @type {Stones} */
    this.owners = {};
    /** @type {import("../types").BoardView[]} */
    this.views = [];
    /** @type {Map<string, CellView[]>} */
    this.cellViews = new Map();
    this.shown = empty();
    /** @type {import("../types").Ghost[]} */
    this.ghosts = [];
    /** @type {Map<string, import("../types").Heat>} */
    this.heat = new Map();
    /** What overlays say of cells, for those who do not see them. @type {Map<string, import("../types").Mark[]>} */
    this.marks = new Map();
    listenToPointer(this);
    listenToKeys(this);
    PHONE.addEventListener("change", () => this.stand());
  }

  clear() {
    this.shown = empty();
    this.ghosts = [];
    this.heat = new Map();
    this.marks = new Map();
  }

  /**
   * Shows an empty board.
   * @param {BoardGeometry} geometry
   * @param {{both?: boolean, diamond?: boolean, label: string}} options
   */
  setGeometry(geometry, { both = false, diamond = false, label }) {
    this.diamond = diamond;
    this.geometry = geometry;
    this.both = both;
    this.label = label;
    this.turned = this.wantsTurn();
    this.build();
  }

  build() {
    const { geometry } = this;
    if (!geometry) return;
    const hasMaps = geometry.shape === "sphere" && this.both;
    this.host.classList.toggle("two", hasMaps);
    this.stacked = this.wantsStack();
    if (geometry.shape === "flat") this.views = [flatView(geometry, { turned: this.turned })];
    else this.views = [sphereView(geometry)];
    if (hasMaps) this.views.push(flatView(flatHemispheres(geometry, this.stacked)));
    this.cellViews.clear();
    for (const view of this.views) {
      view.svg.setAttribute("aria-label", this.label);
      const own = view.cellViews.filter((cellView) => !cellView.cell.repeated);
      setAttribute(own[Math.floor(own.length / 2)].polygon, "tabindex", "0");
      for (const cellView of view.cellViews) {
        setAttribute(cellView.polygon, "aria-label", `${cellView.name}, ${t("cell.empty")}`);
        this.cellViews.set(cellView.name, [...(this.cellViews.get(cellView.name) ?? []), cellView]);
      }
    }
    this.clear();
    this.owners = {};
    this.host.replaceChildren(...this.views.map((view) => view.svg));
    this.host.classList.toggle("upright", this.turned);
  }

  /** Maps beside the sphere stand on each other, those below it beside each other. */
  wantsStack() {
    return this.host.classList.contains("two") && getComputedStyle(this.host).flexDirection === "row";
  }

  wantsTurn() {
    const isRhombus = this.geometry?.shape === "flat" && this.geometry.edges.length > 0;
    return isRhombus && (this.diamond || PHONE.matches);
  }

  /** @param {boolean} diamond */
  setDiamond(diamond) {
    this.diamond = diamond;
    this.stand();
  }

  /** Tints what is owned. @param {Stones} owners */
  setOwners(owners) {
    for (const name of new Set([...Object.keys(this.owners), ...Object.keys(owners)]))
      this.each(name, (cellView) => setAttribute(cellView.polygon, "data-owner", owners[name]));
    this.owners = owners;
  }

  /** Turns a ball so that one of these cells can be seen. @param {string[]} names */
  reveal(names) {
    for (const view of this.views) view.reveal?.(names);
  }

  /** Turns the board when the page changes its shape. */
  stand() {
    if (!this.geometry || (this.wantsTurn() === this.turned && this.wantsStack() === this.stacked)) return;
    const { shown, ghosts, heat, marks } = this;
    this.turned = this.wantsTurn();
    this.build();
    this.update({ ...shown, winning: new Set(shown.winning.split(" ").filter(Boolean)) });
    this.setGhosts(ghosts);
    this.setHeat(heat);
    this.setMarks(marks);
  }

  /** @param {string} name @param {(cellView: CellView) => void} action */
  each(name, action) {
    for (const cellView of this.cellViews.get(name) ?? []) action(cellView);
  }

  /**
   * Shows a position; only cells that differ from what is shown are touched.
   * @param {{stones: Stones, last: string[], winning: Set<string>, numbers: Map<string, number>}} next
   */
  update({ stones, last, winning, numbers }) {
    const before = this.shown;
    const touched = new Set([
      ...Object.keys(before.stones),
      ...Object.keys(stones),
      ...before.last,
      ...last,
      ...before.numbers.keys(),
      ...numbers.keys(),
    ]);
    for (const name of touched) {
      const color = stones[name] ?? null;
      const isLast = last.includes(name);
      const number = numbers.get(name);
      const isSame =
        color === (before.stones[name] ?? null) &&
        isLast === before.last.includes(name) &&
        number === before.numbers.get(name);
      if (isSame) continue;
      this.each(name, (cellView) => {
        cellView.setStone(color, { isNew: isLast && !before.stones[name] && before.last.length > 0 });
        cellView.setLast(isLast && color && !number ? color : null);
        cellView.setNote(number && color ? String(number) : "", "", `on-${color}${isLast ? " newest" : ""}`);
        setAttribute(cellView.polygon, "aria-label", this.words(name, color, isLast));
      });
    }
    const key = [...winning].sort().join(" ");
    if (key !== before.winning) for (const view of this.views) view.figure(winning);
    this.shown = { stones: { ...stones }, last: [...last], winning: key, numbers: new Map(numbers) };
  }

  /** A cell as it is read out. @param {string} name @param {Color | null} color @param {boolean} isLast */
  words(name, color, isLast) {
    const marked = (this.marks.get(name) ?? []).map((mark) => mark.words);
    return [name, ...marked, color ? colorName(color) : t("cell.empty"), isLast && t("cell.last")].filter(Boolean).join(", ");
  }

  /** What overlays mark. @param {Map<string, import("../types").Mark[]>} marks by cell */
  setMarks(marks) {
    const touched = new Set([...this.marks.keys(), ...marks.keys()]);
    this.marks = marks;
    const { stones, last } = this.shown;
    for (const name of touched) {
      this.each(name, (cellView) => {
        cellView.setMarks((marks.get(name) ?? []).map((mark) => mark.kind));
        setAttribute(cellView.polygon, "aria-label", this.words(name, stones[name] ?? null, last.includes(name)));
      });
    }
  }

  /** @param {import("../types").Ghost[]} ghosts */
  setGhosts(ghosts) {
    for (const { cell } of this.ghosts) this.each(cell, (cellView) => cellView.setGhost(null));
    for (const { cell, color, number } of ghosts) this.each(cell, (cellView) => cellView.setGhost(color, number));
    this.ghosts = ghosts;
  }

  /** What can be seen only through a ball. @param {Map<string, Color>} marks colors by cell */
  setFar(marks) {
    for (const view of this.views) view.setFar?.(marks);
  }

  /** @param {Map<string, import("../types").Heat>} heat */
  setHeat(heat) {
    for (const name of new Set([...this.heat.keys(), ...heat.keys()])) {
      const entry = heat.get(name);
      this.each(name, (cellView) => {
        cellView.setHeat(entry ?? null);
        if (!this.shown.stones[name]) cellView.setNote(entry?.text ?? "", entry?.small ?? "", "on-cell");
      });
    }
    this.heat = heat;
  }

  /** Turns a ball as a drag over this many pixels would; nothing on flat boards. @param {number} dx @param {number} dy */
  drag(dx, dy) {
    for (const view of this.views) view.drag?.(dx, dy);
  }

  get turns() {
    return this.views.some((view) => Boolean(view.drag));
  }
}

/** Nothing is shown on the board. */
const empty = () => ({
  /** @type {Stones} */
  stones: {},
  /** @type {string[]} */
  last: [],
  winning: "",
  /** @type {Map<string, number>} */
  numbers: new Map(),
});

/**
 * The flat view of a sphere, its halves side by side or above each other.
 * @param {import("../types").SphereBoard} sphere
 * @param {boolean} isStacked
 */
function flatHemispheres({ hemispheres }, isStacked) {
  const { cells, labels } = hemispheres;
  const [north, south] = labels.map((label) => label.at);
  if (!isStacked || !south) return { cells, labels };
  const middle = (north[0] + south[0]) / 2;
  /** @param {import("../types").Point} point */
  const move = ([x, y]) => (x < middle ? [x, y] : [x - south[0] + north[0], y + 2 * north[1] + 0.6]);
  return {
    cells: cells.map((cell) => {
      const isSouth = cell.center[0] > middle;
      /** @param {import("../types").Point} point */
      const place = (point) => (isSouth ? move([Math.max(point[0], middle + 1e-6), point[1]]) : point);
      return { ...cell, center: place(cell.center), outline: cell.outline.map(place) };
    }),
    labels: labels.map((label) => ({ ...label, at: move(label.at) })),
  };
}
