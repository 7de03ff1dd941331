// The board: a picture of cells with stones that tells which cell is meant. It knows no rules; what to show and what a
// click means is said from outside.

import { setAttribute } from "../dom.js";
import { flatView } from "./flat.js";
import { listenToKeys } from "./keys.js";
import { listenToPointer } from "./pointer.js";
import { sphereView } from "./sphere.js";

/** On a phone a Hex board stands on its corner: its cells are larger so. */
const PHONE = matchMedia("(max-width: 600px) and (orientation: portrait)");
/** From this width on the two hemispheres lie above each other, beside the ball. */
const WIDE = 700;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{onCell: (name: string) => void, onHover: (name: string | null) => void}} told
   */
  constructor(host, told) {
    this.host = host;
    this.told = told;
    this.views = [];
    /** @type {Map<string, import("./spot.js").Spot[]>} */
    this.spots = new Map();
    this.clear();
    listenToPointer(this);
    listenToKeys(this);
    PHONE.addEventListener("change", () => this.stand());
  }

  clear() {
    this.shown = { stones: {}, last: [], winning: "", numbers: new Map() };
    this.ghosts = [];
    this.heat = new Map();
    /** What overlays say of cells, for those who do not see them. */
    this.marks = new Map();
  }

  /**
   * Shows an empty board.
   * @param {any} geometry
   * @param {{both?: boolean, label: string}} options `both`: a sphere with its flat view beside it
   */
  setGeometry(geometry, { both = false, label }) {
    this.geometry = geometry;
    this.both = both;
    this.label = label;
    this.turned = this.wantsTurn();
    this.build();
  }

  build() {
    const { geometry } = this;
    const names = geometry.shape === "sphere" || (geometry.lines ?? []).length > 0 || geometry.game === "star";
    const flat = (part) => flatView(part, { turned: this.turned, names });
    this.views = geometry.shape === "sphere" ? [sphereView(geometry, { names })] : [flat(geometry)];
    if (geometry.shape === "sphere" && this.both)
      this.views.push(flat(flatHemispheres(geometry, this.host.clientWidth > WIDE)));
    this.spots.clear();
    for (const view of this.views) {
      view.svg.setAttribute("aria-label", this.label);
      const own = view.spots.filter((spot) => !spot.cell.repeated);
      setAttribute(own[Math.floor(own.length / 2)].polygon, "tabindex", "0");
      for (const spot of view.spots) {
        setAttribute(spot.polygon, "aria-label", `${spot.name}, empty`);
        if (!this.spots.has(spot.name)) this.spots.set(spot.name, []);
        this.spots.get(spot.name).push(spot);
      }
    }
    this.clear();
    this.host.replaceChildren(...this.views.map((view) => view.svg));
    this.host.classList.toggle("two", this.views.length > 1);
    this.host.classList.toggle("upright", this.turned);
  }

  wantsTurn() {
    return PHONE.matches && (this.geometry.edges ?? []).some((edge) => edge.color);
  }

  /** Turns a Hex board when the page changes its shape. */
  stand() {
    if (!this.geometry || this.wantsTurn() === this.turned) return;
    const { shown, ghosts, heat, marks } = this;
    this.turned = this.wantsTurn();
    this.build();
    this.update({ ...shown, winning: new Set(shown.winning.split(" ").filter(Boolean)) });
    this.setGhosts(ghosts);
    this.setHeat(heat);
    this.setMarks(marks);
  }

  each(name, action) {
    for (const spot of this.spots.get(name) ?? []) action(spot);
  }

  /**
   * Shows a position; only cells that differ from what is shown are touched.
   * @param {{stones: Record<string, "black" | "white">, last: string[], winning: Set<string>,
   *          numbers: Map<string, number>}} next
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
      this.each(name, (spot) => {
        spot.setStone(color);
        spot.setLast(isLast && color && !number ? color : null);
        spot.setNote(number && color ? String(number) : "", "", `on-${color}${isLast ? " newest" : ""}`);
        setAttribute(spot.polygon, "aria-label", this.words(name, color, isLast));
      });
    }
    const key = [...winning].sort().join(" ");
    if (key !== before.winning) for (const view of this.views) view.figure(winning);
    this.shown = { stones: { ...stones }, last: [...last], winning: key, numbers: new Map(numbers) };
  }

  /** A cell as it is read out. */
  words(name, color, isLast) {
    const marked = (this.marks.get(name) ?? []).map((mark) => mark.words);
    return [name, ...marked, color ?? "empty", isLast && "last move"].filter(Boolean).join(", ");
  }

  /**
   * What overlays mark.
   * @param {Map<string, {kind: string, words: string}[]>} marks by cell
   */
  setMarks(marks) {
    const touched = new Set([...this.marks.keys(), ...marks.keys()]);
    this.marks = marks;
    const { stones, last } = this.shown;
    for (const name of touched) {
      this.each(name, (spot) => {
        spot.setMarks((marks.get(name) ?? []).map((mark) => mark.kind));
        setAttribute(spot.polygon, "aria-label", this.words(name, stones[name] ?? null, last.includes(name)));
      });
    }
  }

  /** @param {{cell: string, color: "black" | "white", number?: number}[]} ghosts */
  setGhosts(ghosts) {
    for (const { cell } of this.ghosts) this.each(cell, (spot) => spot.setGhost(null));
    for (const { cell, color, number } of ghosts) this.each(cell, (spot) => spot.setGhost(color, number));
    this.ghosts = ghosts;
  }

  /** What can be seen only through a ball. @param {Map<string, string>} marks colors by cell */
  setFar(marks) {
    for (const view of this.views) view.setFar?.(marks);
  }

  /** @param {Map<string, {kind: string, opacity: number, text: string, small: string, best: boolean}>} heat */
  setHeat(heat) {
    for (const name of new Set([...this.heat.keys(), ...heat.keys()])) {
      const entry = heat.get(name);
      this.each(name, (spot) => {
        spot.setHeat(entry?.kind ? entry : null);
        if (!this.shown.stones[name]) spot.setNote(entry?.text ?? "", entry?.small ?? "", "on-cell");
      });
    }
    this.heat = heat;
  }

  /** Turns a ball as a drag over so many pixels would; nothing on flat boards. */
  drag(dx, dy) {
    for (const view of this.views) view.drag?.(dx, dy);
  }

  get turns() {
    return this.views.some((view) => view.drag);
  }
}

/** The flat view of a sphere, its halves side by side or above each other. */
function flatHemispheres({ hemispheres, size }, isStacked) {
  const { cells, labels } = hemispheres;
  const [north, south] = labels.map((label) => label.at);
  if (!isStacked || !south) return { shape: "sphere", size, cells, labels };
  const middle = (north[0] + south[0]) / 2;
  const move = ([x, y]) => (x < middle ? [x, y] : [x - south[0] + north[0], y + 2 * north[1] + 0.6]);
  return {
    shape: "sphere",
    size,
    cells: cells.map((cell) => {
      const isSouth = cell.center[0] > middle;
      const place = (point) => (isSouth ? move([Math.max(point[0], middle + 1e-6), point[1]]) : point);
      return { ...cell, center: place(cell.center), outline: cell.outline.map(place) };
    }),
    labels: labels.map((label) => ({ ...label, at: move(label.at) })),
  };
}
