// Analysis of the position on the board, as a stream that follows the reader from node to node.

import { stream } from "../core/server.js";
import { change } from "../game/current.js";
import { t } from "../core/text.js";
import { on, set, state } from "../core/store.js";

const INTERVAL_MS = 200;

/** @type {(() => void) | null} */
let close = null;
let key = "";

export function watchAnalysis() {
  on("current position storedGame analyzing online settings", follow);
}

/** Starts, moves or ends the stream, as the state asks. */
function follow() {
  const { storedGame, current, position, analyzing, online, settings } = state;
  const isPossible = storedGame && position && analyzing && online && !position.pending && !position.outcome;
  const wanted = isPossible ? [storedGame.id, current, settings.analyst, settings.visitsCap].join(" ") : "";
  if (wanted !== key) {
    close?.();
    close = null;
    key = wanted;
    if (isPossible) start(storedGame.id, current, wanted);
    else set({ report: null, reportNote: "" });
  }
}

/** @param {string} id @param {number} node @param {string} own */
function start(id, node, own) {
  const { analyst, visitsCap } = state.settings;
  const kept = state.nodes.get(node)?.report;
  set({ report: kept?.player === analyst ? kept : null, reportNote: "running" });
  const query = new URLSearchParams({ node: String(node), player: analyst, interval: String(INTERVAL_MS) });
  if (visitsCap !== "0") query.set("visits", visitsCap);
  const isOurs = () => key === own;
  close = stream(`/games/${id}/analyze?${query}`, {
    report: (/** @type {import("../types").Report | null} */ report) => isOurs() && report && set({ report }),
    done: () => {
      if (!isOurs()) return;
      set({ reportNote: "done" });
      if (state.report) change(node, { report: state.report });
    },
    failed: (/** @type {{error: string} | null} */ failure) => isOurs() && set({ notice: failure?.error ?? t("analyze.failed") }),
    refused: (/** @type {string} */ sentence) => isOurs() && set({ reportNote: "refused", notice: sentence }),
  });
}
