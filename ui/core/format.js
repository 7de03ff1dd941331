// Numbers as people read them. The server's values are for Black; the reader chooses whose view to see.

import { state } from "./store.js";

/** @typedef {import("../types").Color} Color */

/** @type {(color: Color) => Color} */
export const other = (color) => (color === "black" ? "white" : "black");
/** @type {(color: Color) => string} */
export const title = (color) => (color === "black" ? "Black" : "White");

/** The color whose chances are shown. @returns {Color} */
export function viewer() {
  const { view } = state.settings;
  return view === "mover" ? (state.position?.to_move ?? "black") : view;
}

/** A value for Black as one for the viewer. @param {number} value @param {Color} [color] */
export const seen = (value, color = viewer()) => (color === "black" ? value : 1 - value);

/** 0.531 as `53.1 %`. @param {number} value */
export const percent = (value) => `${(100 * value).toFixed(1)} %`;
/** 0.531 as `53`. @param {number} value */
export const short = (value) => String(Math.round(100 * value));

/** 5120 as `5.1k`. @param {number} number */
export function count(number) {
  if (number < 1000) return String(number);
  if (number < 10000) return `${(number / 1000).toFixed(1)}k`;
  if (number < 1000000) return `${Math.round(number / 1000)}k`;
  return `${(number / 1000000).toFixed(1)}M`;
}

/** How an outcome reads: `Black wins by ring`. @param {import("../types").Outcome} outcome */
export function outcome({ winner, how = [], score }) {
  if (!winner || winner === "draw") return "A draw: the board is full";
  if (how.includes("resignation")) return `${title(winner)} wins: ${title(other(winner))} resigned`;
  if (score) return `${title(winner)} wins ${score[winner]}–${score[other(winner)]}`;
  const figures = how.map((word) => (word === "antipodes" ? "joining opposite cells" : word));
  return figures.length > 0 ? `${title(winner)} wins by ${figures.join(" and ")}` : `${title(winner)} wins`;
}

/** A player as people say it: `champion,level=3` is `Computer, level 3`. @param {string} spec */
export function playerName(spec) {
  if (!spec || spec === "human") return "Person";
  const [preset, ...changes] = spec.split(",");
  const level = changes.find((change) => change.startsWith("level="))?.slice(6);
  const name = preset === "champion" ? "Computer" : preset[0].toUpperCase() + preset.slice(1);
  return level ? `${name}, level ${level}` : name;
}
