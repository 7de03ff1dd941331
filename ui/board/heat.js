// What analysis says about cells, as colours and words. A cell that was hardly visited is hatched, never coloured as if
// its number were sure.

import { count, seen, short } from "../value.js";

/** Visits below which a number says nothing: so many, and this share of the most visited. */
const FEW = 12;
const FEW_SHARE = 0.004;
const STRONGEST = 0.85;
/** Below 1, so that what was visited a little differs from what was not. */
const CONTRAST = 0.38;
/** Differences of value below this are drawn as small ones. */
const SPREAD = 0.1;

/** Visits from which on a candidate's numbers are shown. */
export function enough(report) {
  const most = Math.max(0, ...report.candidates.map((candidate) => candidate.visits));
  return Math.max(FEW, FEW_SHARE * most);
}

/**
 * @param {any} report
 * @param {"visits" | "value" | "rave" | "prior"} mode
 * @param {"black" | "white"} viewer whose chances are shown
 * @returns {Map<string, {kind: string, opacity: number, text: string, small: string, best: boolean}>} by cell
 */
export function heatOf(report, mode, viewer) {
  const map = new Map();
  const least = enough(report);
  const most = Math.max(1, ...report.candidates.map((candidate) => candidate.visits));
  const isSure = (candidate) => Boolean(candidate.proof) || candidate.visits >= least;
  // A prior is no chance of either side: it says how much a move promises to whoever makes it.
  if (mode === "prior") return promises(report);
  const number = (candidate) => (mode === "visits" ? candidate.value : candidate[mode]);
  const shown = (candidate) => seen(number(candidate), viewer) - 0.5;
  const sure = report.candidates.filter((candidate) => isSure(candidate) && isNumber(number(candidate)));
  const spread = Math.max(SPREAD, ...sure.map((candidate) => Math.abs(shown(candidate))));
  for (const candidate of report.candidates) {
    const best = candidate.cell === report.best;
    if (!isSure(candidate) || !isNumber(number(candidate))) {
      if (candidate.visits > 0) map.set(candidate.cell, { kind: "unsure", opacity: 1, text: "", small: "", best });
      continue;
    }
    const trust = Math.min(1, Math.log(1 + candidate.visits / least) / Math.log(1 + most / least));
    const tint =
      mode === "visits"
        ? { kind: "visits", opacity: STRONGEST * (candidate.visits / most) ** CONTRAST }
        : {
            kind: shown(candidate) >= 0 ? "good" : "bad",
            opacity: STRONGEST * (0.25 + 0.75 * trust) * (0.12 + 0.88 * Math.abs(shown(candidate) / spread)),
          };
    map.set(candidate.cell, {
      ...tint,
      text: words(candidate, number(candidate), viewer),
      small: count(candidate.visits),
      best,
    });
  }
  return map;
}

/** Priors as colours, whether a move was tried or not. */
function promises(report) {
  const known = report.candidates.filter((candidate) => candidate.prior > 0);
  const cell = (candidate) => ({
    kind: "visits",
    opacity: STRONGEST * candidate.prior,
    text: short(candidate.prior),
    small: count(candidate.visits),
    best: candidate.cell === report.best,
  });
  return new Map(known.map((candidate) => [candidate.cell, cell(candidate)]));
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

function words(candidate, value, viewer) {
  if (candidate.proof === "draw") return "draw";
  if (candidate.proof) return candidate.proof === viewer ? "won" : "lost";
  return short(seen(value, viewer));
}
