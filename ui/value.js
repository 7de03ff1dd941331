// Numbers as people read them. The server's values are for Black; the reader chooses whose view to see.

import { state } from "./store.js";

export const other = (color) => (color === "black" ? "white" : "black");
export const title = (color) => (color === "black" ? "Black" : "White");

/** The color whose chances are shown. */
export function viewer() {
  const { view } = state.settings;
  return view === "mover" ? (state.position?.to_move ?? "black") : view;
}

/** A value for Black as one for the viewer. */
export const seen = (value, color = viewer()) => (color === "black" ? value : 1 - value);

/** 0.531 as `53.1 %`, 0.531 with no digits as `53`. */
export const percent = (value) => `${(100 * value).toFixed(1)} %`;
export const short = (value) => String(Math.round(100 * value));

/** 5120 as `5.1k`. */
export function count(number) {
  if (number < 1000) return String(number);
  if (number < 10000) return `${(number / 1000).toFixed(1)}k`;
  if (number < 1000000) return `${Math.round(number / 1000)}k`;
  return `${(number / 1000000).toFixed(1)}M`;
}

/** How an outcome reads: `Black wins by ring`. */
export function outcome({ winner, how = [], score }) {
  if (!winner || winner === "draw") return "A draw: the board is full";
  if (how.includes("resignation")) return `${title(winner)} wins: ${title(other(winner))} resigned`;
  if (score) return `${title(winner)} wins ${score[winner]}–${score[other(winner)]}`;
  const figures = how.map((word) => (word === "antipodes" ? "joining opposite cells" : word));
  return figures.length > 0 ? `${title(winner)} wins by ${figures.join(" and ")}` : `${title(winner)} wins`;
}

/** A player as people say it: `champion,level=3` is `Computer, level 3`. */
export function playerName(spec) {
  if (!spec || spec === "human") return "Person";
  const [preset, ...changes] = spec.split(",");
  const level = changes.find((change) => change.startsWith("level="))?.slice(6);
  const name = preset === "champion" ? "Computer" : preset[0].toUpperCase() + preset.slice(1);
  return level ? `${name}, level ${level}` : name;
}
