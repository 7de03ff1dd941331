// Analysis of the position on the board, as a stream that follows the reader from node to node.

import * as client from "../core/client.js";
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
  const isOurs = () => key === own;
  close = client.analyze(id, { node, player: analyst, interval: INTERVAL_MS, visits: Number(visitsCap) }, {
    report: (report) => isOurs() && report && set({ report }),
    done: () => {
      if (!isOurs()) return;
      set({ reportNote: "done" });
      if (state.report) change(node, { report: state.report });
    },
    failed: (failure) => isOurs() && set({ notice: failure?.error ?? t("analyze.failed") }),
    refused: (sentence) => isOurs() && set({ reportNote: "refused", notice: sentence }),
  });
}
