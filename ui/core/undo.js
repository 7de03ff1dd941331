// Deletions that can be undone. Nothing is deleted on the server before the time for that is over, or before the reader
// does something that builds on it; leaving the page carries it out.

import { report } from "./server.js";
import { set } from "./store.js";
import { t } from "./text.js";

/** How long an undo is offered. */
const OFFER_MS = 10000;

/** @type {{commit: () => Promise<unknown>, restore: () => unknown} | null} */
let waiting = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Takes something away for now.
 * @param {{text: string, commit: () => Promise<unknown>, restore: () => unknown}} deletion
 */
export async function remove({ text, commit, restore }) {
  await settleDeletion();
  waiting = { commit, restore };
  set({ toast: { text, action: t("undoIt"), act: undoDeletion } });
  timer = setTimeout(settleDeletion, OFFER_MS);
}

/** Carries a deletion out that waits. */
export async function settleDeletion() {
  const deletion = take();
  if (deletion) await deletion.commit().catch(report);
}

function undoDeletion() {
  take()?.restore();
}

function take() {
  const deletion = waiting;
  clearTimeout(timer);
  waiting = null;
  if (deletion) set({ toast: null });
  return deletion;
}

globalThis.addEventListener?.("pagehide", settleDeletion);
