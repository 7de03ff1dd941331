// What analysis says about cells, as colors and words. A cell that was hardly visited is hatched, never colored as if
// its number were sure.

import { t } from "../core/text.js";
import { count, seen, short } from "../core/format.js";

/**
 * @typedef {import("../types").Report} Report
 * @typedef {import("../types").Candidate} Candidate
 * @typedef {import("../types").Color} Color
 * @typedef {import("../types").Heat} Heat
 */

/** Visits below which a number says nothing: this many, and this share of the most visited. */
const FEW = 12;
const FEW_SHARE = 0.004;
const STRONGEST = 0.85;
/** Below 1, so that what was visited a little differs from what was not. */
const CONTRAST = 0.38;
/** Differences of value below this are drawn as small ones. */
const SPREAD = 0.1;

/** Visits from which on a candidate's numbers are shown. @param {Report} report */
export function enough(report) {
  const most = Math.max(0, ...report.candidates.map((candidate) => candidate.visits));
  return Math.max(FEW, FEW_SHARE * most);
}

/**
 * @param {Report} report
 * @param {import("../types").HeatMode} mode
 * @param {Color} viewer whose chances are shown
 * @returns {Map<string, Heat>} by cell
 */
export function heatOf(report, mode, viewer) {
  /** @type {Map<string, Heat>} */
  const map = new Map();
  const least = enough(report);
  const most = Math.max(1, ...report.candidates.map((candidate) => candidate.visits));
  // A prior is no chance of either side: it says how much a move promises to whoever makes it.
  if (mode === "prior") return promises(report);
  /** The number of a candidate that is sure enough to be shown. @param {Candidate} candidate */
  const sure = (candidate) =>
    candidate.proof || candidate.visits >= least ? (mode === "visits" ? candidate.value : candidate[mode]) : null;
  /** @param {number} value */
  const advantage = (value) => seen(value, viewer) - 0.5;
  const values = report.candidates.map(sure).filter((value) => value !== null);
  const spread = Math.max(SPREAD, ...values.map((value) => Math.abs(advantage(value))));
  for (const candidate of report.candidates) {
    const best = candidate.cell === report.best;
    const value = sure(candidate);
    if (value === null) {
      if (candidate.visits > 0) map.set(candidate.cell, { kind: "unsure", opacity: 1, text: "", small: "", best });
      continue;
    }
    const trust = Math.min(1, Math.log(1 + candidate.visits / least) / Math.log(1 + most / least));
    /** @type {Pick<Heat, "kind" | "opacity">} */
    const tint =
      mode === "visits"
        ? { kind: "visits", opacity: STRONGEST * (candidate.visits / most) ** CONTRAST }
        : {
            kind: advantage(value) >= 0 ? "good" : "bad",
            opacity: STRONGEST * (0.25 + 0.75 * trust) * (0.12 + 0.88 * Math.abs(advantage(value) / spread)),
          };
    map.set(candidate.cell, {
      ...tint,
      text: words(candidate, value, viewer),
      small: count(candidate.visits),
      best,
    });
  }
  return map;
}

/** Priors as colors, whether a move was tried or not. @param {Report} report @returns {Map<string, Heat>} */
function promises(report) {
  /** @type {Map<string, Heat>} */
  const map = new Map();
  for (const { cell, prior, visits } of report.candidates) {
    if (!prior) continue;
    const best = cell === report.best;
    map.set(cell, { kind: "visits", opacity: STRONGEST * prior, text: short(prior), small: count(visits), best });
  }
  return map;
}

/** @param {Candidate} candidate @param {number} value @param {Color} viewer */
function words(candidate, value, viewer) {
  if (candidate.proof === "draw") return t("result.draw");
  if (candidate.proof) return candidate.proof === viewer ? t("result.won") : t("result.lost");
  return short(seen(value, viewer));
}
