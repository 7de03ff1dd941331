// Numbers as people read them. The server's values are for Black; the reader chooses whose view to see.

import { state } from "./store.js";
import { colorName, listed, t } from "./text.js";

/** @typedef {import("../types").Color} Color */
/** @typedef {import("../types").Outcome} Outcome */
/** @typedef {import("./text.js").Key} Key */

/** @type {(color: Color) => Color} */
export const other = (color) => (color === "black" ? "white" : "black");
/** @type {(color: Color) => string} */
export const title = (color) => colorName(color);

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

/** How a game ended, without whose view it is: `White connected left to right`. @param {Outcome} outcome @param {string} game @param {Color} [flagged] */
function reason({ winner, how, score }, game, flagged) {
  if (!winner || winner === "draw") return "";
  const color = title(winner);
  if (how.includes("resignation") && flagged === other(winner)) return t("why.time", { color: title(flagged) });
  if (how.includes("resignation")) return t("why.resignation", { color: title(other(winner)) });
  if (score) return t("why.score", { won: score[winner], lost: score[other(winner)] });
  return listed(
    how.map((word) => {
      if (word === "connection" && game === "hex") return t(winner === "black" ? "why.hex.black" : "why.hex.white", { color });
      if (word === "connection" && game.endsWith("y")) return t("why.y", { color });
      return t(/** @type {Key} */ (`why.${word}`), { color });
    }),
  );
}

/**
 * How an outcome reads: `You lost: White connected left to right`.
 * @param {Outcome} outcome
 * @param {string} game
 * @param {Color | null} [mine] the color of the reader, where an engine was the opponent
 * @param {Color} [flagged] whose time was over
 */
export function outcomeWords(outcome, game, mine = null, flagged = undefined) {
  const { winner } = outcome;
  if (!winner || winner === "draw") return t("end.draw");
  const result = mine ? t(winner === mine ? "end.won" : "end.lost") : t("end.wins", { color: title(winner) });
  const why = reason(outcome, game, flagged);
  return why ? t("end.reason", { result, reason: why }) : result;
}

/** A player as people say it: `champion,level=3` is `Computer, level 3`. @param {string} spec @param {string | null} [name] */
export function playerName(spec, name) {
  if (name) return name;
  if (!spec || spec === "human") return t("person");
  const [preset, ...changes] = spec.split(",");
  const level = changes.find((change) => change.startsWith("level="))?.slice(6);
  if (preset === "champion") return level ? t("computer.level", { level }) : t("computer");
  const words = preset[0].toUpperCase() + preset.slice(1);
  return level ? `${words} ${level}` : words;
}
