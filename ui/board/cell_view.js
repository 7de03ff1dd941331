// A cell as it is drawn: a polygon that can be clicked, and above it whatever lies on the cell. Its elements
// are made when first needed and kept, so that a stone costs one small change and never a new picture.

import { s, setAttribute } from "../core/dom.js";
import { shapeOf } from "./marks.js";

/** Page units per cell; browsers do not draw letters well that are smaller than one unit. */
export const UNIT = 40;

/** @typedef {import("../types").Color} Color */

/** What lies on a cell, from the ground up. */
const PARTS = ["label", "marks", "stone", "last", "note", "small", "ghost", "order"];

export class CellView {
  /**
   * @param {import("../types").DrawnCell} cell
   * @param {import("../types").Layers} layers
   */
  constructor(cell, layers) {
    this.name = cell.name;
    this.cell = cell;
    this.layers = layers;
    /** @type {import("../types").Point} */
    this.center = [0, 0];
    /** On a ball: how far out of the page the cell lies. */
    this.depth = 1;
    this.outline = cell.outline;
    this.points = "";
    this.radius = 0.43 * UNIT;
    this.visible = true;
    /** Of letters, which fade near the rim of a ball. */
    this.opacity = 1;
    /** Letters on the cell compared with those of a board of usual size. */
    this.scale = 1;
    this.polygon = s("polygon", {
      class: `cell ${cell.ground}`,
      "data-cell": cell.name,
      role: "button",
      tabindex: "-1",
    });
    this.top = s("g", {});
    /** @type {Record<string, SVGElement>} */
    this.parts = {};
    layers.cells.append(this.polygon);
    layers.tops.append(this.top);
    // Cells from beyond an equator are shown twice; one of the two is enough for keys and screen readers.
    if (cell.repeated) setAttribute(this.polygon, "aria-hidden", "true");
  }

  /**
   * Where the cell lies now: its outline, and how a circle around [0, 0] comes to lie on it.
   * @param {string} points
   * @param {import("../types").Point} center
   * @param {string} transform
   */
  place(points, center, transform) {
    this.center = center;
    this.points = points;
    this.polygon.setAttribute("points", points);
    this.parts.heat?.setAttribute("points", points);
    this.top.setAttribute("transform", transform);
  }

  /** @param {boolean} visible */
  show(visible) {
    if (visible === this.visible) return;
    this.visible = visible;
    for (const element of [this.polygon, this.top, this.parts.heat]) {
      if (element) setAttribute(element, "display", visible ? null : "none");
    }
  }

  /** Letters that stand on the ground, not those on stones. @param {number} opacity */
  fade(opacity) {
    for (const name of ["label", "note", "small"])
      if (this.parts[name]) setAttribute(this.parts[name], "opacity", opacity < 1 ? opacity.toFixed(2) : null);
    this.opacity = opacity;
  }

  /** @param {string} name @param {() => SVGElement} make */
  part(name, make) {
    if (!this.parts[name]) {
      this.parts[name] = make();
      if (this.opacity < 1 && ["label", "note", "small"].includes(name)) setAttribute(this.parts[name], "opacity", this.opacity.toFixed(2));
      const after = PARTS.slice(PARTS.indexOf(name) + 1)
        .map((next) => this.parts[next])
        .find(Boolean);
      this.top.insertBefore(this.parts[name], after ?? null);
    }
    return this.parts[name];
  }

  /** @param {...string} names */
  drop(...names) {
    for (const name of names) {
      this.parts[name]?.remove();
      delete this.parts[name];
    }
  }

  /** @param {Color | null} color @param {{isNew?: boolean}} [options] a new stone comes with a short motion */
  setStone(color, { isNew = false } = {}) {
    if (!color) return this.drop("stone");
    const stone = this.part("stone", () => s("circle", { r: this.radius }));
    setAttribute(stone, "class", `stone ${color}${isNew ? " placed" : ""}`);
    // A style sheet would look for the gradient in its own file, so the fill is an attribute.
    setAttribute(stone, "fill", `url(#stone-${color})`);
  }

  /** @param {Color | null} color of the stone, null for no mark */
  setLast(color) {
    if (!color) return this.drop("last");
    setAttribute(
      this.part("last", () => s("circle", { r: 0.34 * this.radius })),
      "class",
      `last ${color}`,
    );
  }

  /**
   * One word in the middle, with a class of its own, or two lines where there is a second.
   * @param {string} text
   * @param {string} small
   * @param {string} kind
   */
  setNote(text, small, kind) {
    if (this.parts.label) setAttribute(this.parts.label, "display", text ? "none" : null);
    if (!text) {
      this.drop("note", "small");
      return this.placeMarks();
    }
    const note = this.part("note", () => s("text", {}));
    setAttribute(note, "class", `note ${kind}`);
    setAttribute(note, "y", small ? -0.1 * this.scale * UNIT : 0);
    setAttribute(note, "font-size", fit(text, this.scale * (small ? 0.36 : 0.42), this.radius));
    note.textContent = text;
    this.placeMarks();
    if (!small) return this.drop("small");
    const line = this.part("small", () => s("text", {}));
    setAttribute(line, "class", `note small ${kind}`);
    setAttribute(line, "y", 0.22 * this.scale * UNIT);
    setAttribute(line, "font-size", fit(small, 0.25 * this.scale, this.radius));
    line.textContent = small;
  }

  /** Shapes of overlays, below everything else that lies on the cell. @param {string[]} kinds */
  setMarks(kinds) {
    if (kinds.length === 0) return this.drop("marks");
    const shapes = kinds.map((kind) => shapeOf(kind, this.radius)).filter((shape) => shape !== null);
    this.part("marks", () => s("g", {})).replaceChildren(...shapes);
    this.placeMarks();
  }

  /** Marks stand in the middle, or above a number. A ring goes around both. */
  placeMarks() {
    const { marks, note } = this.parts;
    for (const shape of marks?.children ?? []) {
      const isFree = !note || shape.classList.contains("must");
      setAttribute(shape, "transform", isFree ? null : `translate(0 ${(-0.82 * this.radius).toFixed(1)}) scale(.34)`);
    }
  }

  /** The name of the cell, in letters of this size. @param {string} text @param {number} size */
  setLabel(text, size) {
    const label = this.part("label", () => s("text", { class: "name" }));
    label.setAttribute("font-size", Math.min(size, fit(text, 1, this.radius)).toFixed(1));
    label.textContent = text;
  }

  /** A stone that is only thought of. @param {Color | null} color @param {number} [number] */
  setGhost(color, number) {
    // A variation covers what analysis has written here.
    for (const words of ["note", "small"])
      if (this.parts[words]) setAttribute(this.parts[words], "display", color && number ? "none" : null);
    if (!color) return this.drop("ghost", "order");
    const ghost = this.part("ghost", () => s("circle", { r: this.radius }));
    setAttribute(ghost, "class", `ghost ${color}${number ? " numbered" : ""}`);
    setAttribute(ghost, "fill", `url(#stone-${color})`);
    if (!number) return this.drop("order");
    const order = this.part("order", () => s("text", { "font-size": 0.42 * this.scale * UNIT }));
    setAttribute(order, "class", `note on-${color}`);
    order.textContent = String(number);
  }

  /** @param {import("../types").Heat | null} heat */
  setHeat(heat) {
    if (!heat) {
      this.parts.heat?.remove();
      delete this.parts.heat;
      return;
    }
    if (!this.parts.heat) {
      this.parts.heat = s("polygon", { points: this.points });
      this.layers.heat.append(this.parts.heat);
      if (!this.visible) this.parts.heat.setAttribute("display", "none");
    }
    setAttribute(this.parts.heat, "class", `heat ${heat.kind}${heat.best ? " best" : ""}`);
    setAttribute(this.parts.heat, "fill", heat.kind === "unsure" ? "url(#hatch)" : null);
    setAttribute(this.parts.heat, "fill-opacity", heat.opacity.toFixed(2));
  }

  /** Stones and letters have their size from the board's; it is known before the first one is drawn. @param {number} radius @param {number} scale */
  setSize(radius, scale) {
    this.radius = radius;
    this.scale = scale;
  }
}

/** A font size in page units at which the text fits a stone of this radius. @param {string} text @param {number} cells @param {number} radius */
function fit(text, cells, radius) {
  return Number(Math.min(cells * UNIT, (1.75 * radius) / (0.58 * text.length)).toFixed(1));
}
