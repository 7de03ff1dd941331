// The tree of moves: the main line from left to right, variations below it. A click goes there.

import * as client from "../core/client.js";
import { report } from "../core/server.js";
import { h, oncePerFrame, s, setAttribute } from "../core/dom.js";
import { change, cut, tellOthers } from "../game/current.js";
import { go } from "../game/navigation.js";
import { iconButton, iconPath } from "../core/icons.js";
import { title } from "../core/format.js";
import { t } from "../core/text.js";
import { inGame, on, setSettings, state } from "../core/store.js";
import { lanes, path } from "../game/tree.js";

const STEP = 34;
const LANE = 32;
const RADIUS = 13;
const MARGIN = 22;

/** @typedef {import("../types").TreeNode} TreeNode */

/** @param {HTMLElement} host */
export function showTree(host) {
  const links = s("g", { class: "links" });
  const stones = s("g", { class: "nodes" });
  const svg = s("svg", { class: "tree", role: "tree", "aria-label": t("tree.label") }, links, stones);
  const scroll = h("div", { class: "tree-scroll" }, svg);
  /** The move that a note is being written on. @type {{storedGame: string, node: number} | null} */
  let noted = null;
  const comment = h("input", {
    type: "text",
    class: "comment",
    placeholder: t("tree.comment"),
    "aria-label": t("tree.comment"),
    maxlength: 2000,
    // An engine may move while somebody writes: the note is on the move that was there at first.
    onfocus: () => (noted = { storedGame: inGame().storedGame.id, node: state.current }),
    onchange: () => noted && storeComment(noted, comment.value),
    onblur: () => noted?.node !== state.current && draw(),
  });
  const trash = iconButton({ name: "trash", text: t("tree.delete"), onclick: cut });
  host.append(splitter(scroll), scroll, h("div", { class: "tree-foot" }, comment, trash));
  /** @type {Map<number, SVGGElement>} */
  let drawn = new Map();
  /** @type {ReturnType<typeof lanes>["places"]} */
  let places = new Map();
  let shape = "";

  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const node = event.target instanceof Element && event.target.closest("[data-node]");
    if (node) go(Number(node.getAttribute("data-node")));
  });

  /** Draws all nodes anew; only where the tree has changed its shape. */
  function build() {
    const { nodes } = state;
    const layout = lanes(nodes);
    places = layout.places;
    /** @param {{column: number}} place */
    const x = (place) => MARGIN + place.column * STEP;
    /** @param {{row: number}} place */
    const y = (place) => MARGIN + place.row * LANE;
    const lines = [];
    const elements = [];
    drawn = new Map();
    for (const [id, place] of places) {
      const node = /** @type {TreeNode} */ (nodes.get(id));
      const parent = places.get(node.parent ?? -1);
      if (parent) lines.push(s("path", { d: connect(x(parent), y(parent), x(place), y(place)) }));
      const element = s(
        "g",
        {
          "data-node": id,
          role: "treeitem",
          transform: `translate(${x(place)} ${y(place)})`,
          "aria-label": node.move ? `${title(node.color ?? "black")} ${node.move}` : t("tree.start"),
        },
        s("circle", { r: node.move ? RADIUS : 5 }),
        sign(node.move),
      );
      drawn.set(id, element);
      elements.push(element);
    }
    links.replaceChildren(...lines);
    stones.replaceChildren(...elements);
    setAttribute(svg, "width", 2 * MARGIN + (layout.columns - 1) * STEP);
    setAttribute(svg, "height", 2 * MARGIN + (layout.rows - 1) * LANE);
  }

  const draw = oncePerFrame(() => {
    const { nodes, current, storedGame } = state;
    if (!storedGame) return;
    const next = `${storedGame.id} ${[...nodes.values()].map((node) => `${node.id}:${node.children.join(",")}`).join(" ")}`;
    if (next !== shape) {
      shape = next;
      build();
    }
    const onPath = new Set(path(nodes, current).map((node) => node.id));
    for (const [id, element] of drawn) {
      const node = nodes.get(id);
      if (!node) continue;
      setAttribute(
        element,
        "class",
        [
          "node",
          node.color ?? "start",
          id === current ? "current" : "",
          onPath.has(id) ? "" : "aside",
          node.review?.mistake ? "mistake" : "",
          node.comment ? "noted" : "",
        ]
          .filter(Boolean)
          .join(" "),
      );
    }
    const place = places.get(current);
    if (place) {
      const [x, y] = [MARGIN + place.column * STEP, MARGIN + place.row * LANE];
      if (x < scroll.scrollLeft + 2 * STEP || x > scroll.scrollLeft + scroll.clientWidth - 2 * STEP)
        scroll.scrollLeft = x - scroll.clientWidth / 2;
      if (y < scroll.scrollTop + LANE / 2 || y > scroll.scrollTop + scroll.clientHeight - LANE)
        scroll.scrollTop = y - scroll.clientHeight / 2;
    }
    if (document.activeElement !== comment) comment.value = nodes.get(current)?.comment ?? "";
    trash.disabled = current === 0;
  });
  on("nodes current storedGame", draw);
}

/** Moves that are no cells. @type {Record<string, string>} */
const SIGNS = { resign: "flag", swap: "swap", "swap-sides": "swap", pass: "forward" };

/** What stands on a stone of the tree. @param {string | null} move */
function sign(move) {
  if (!move) return null;
  const name = SIGNS[move];
  if (name) return s("path", { class: "sign", d: iconPath(name), transform: "scale(.58) translate(-12 -12.5)" });
  return s("text", { "font-size": move.length > 3 ? 7.5 : move.length > 2 ? 9.5 : 11 }, move);
}

/** Fewer pixels show no row of the tree, more leave no panel. */
const LOWEST = 46;
const HIGHEST = 420;

/** The edge above the tree, which can be dragged, or moved by arrow keys. @param {HTMLElement} scroll */
function splitter(scroll) {
  /** @param {number} height */
  const size = (height) => {
    const fit = Math.round(Math.max(LOWEST, Math.min(HIGHEST, height)));
    scroll.style.height = `${fit}px`;
    setAttribute(bar, "aria-valuenow", fit);
    return fit;
  };
  const bar = h("div", {
    class: "splitter",
    role: "separator",
    tabindex: 0,
    "aria-orientation": "horizontal",
    "aria-label": t("tree.resize"),
    "aria-valuemin": LOWEST,
    "aria-valuemax": HIGHEST,
    "aria-valuenow": 132,
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      const [start, height] = [event.clientY, scroll.clientHeight];
      bar.setPointerCapture(event.pointerId);
      bar.onpointermove = ({ clientY }) => void size(height + start - clientY);
      bar.onpointerup = ({ clientY }) => {
        bar.onpointermove = bar.onpointerup = null;
        if (clientY !== start) setSettings({ treeHeight: size(height + start - clientY) });
      };
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = event.key === "ArrowUp" ? 32 : event.key === "ArrowDown" ? -32 : 0;
      if (step === 0) return;
      event.preventDefault();
      setSettings({ treeHeight: size(scroll.clientHeight + step) });
    },
  });
  if (state.settings.treeHeight) size(state.settings.treeHeight);
  return bar;
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function connect(x1, y1, x2, y2) {
  if (y1 === y2) return `M${x1} ${y1}H${x2}`;
  const bend = Math.min(STEP, LANE) / 2;
  return `M${x1} ${y1}V${y2 - bend}Q${x1} ${y2} ${x1 + bend} ${y2}H${x2}`;
}

/** @param {{storedGame: string, node: number}} place @param {string} text */
async function storeComment({ storedGame, node }, text) {
  try {
    await client.comment(storedGame, node, text);
    if (state.storedGame?.id === storedGame) change(node, { comment: text });
    tellOthers({ id: storedGame });
  } catch (error) {
    report(error);
  }
}
