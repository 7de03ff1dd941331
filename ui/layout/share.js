// A position as text for others: a link, a code that every Catena reads, a HexWorld link, a list of moves.

import { address } from "../game/current.js";
import { hexworld } from "../game/link.js";
import { moves, path } from "../game/tree.js";
import { inGame, set } from "../core/store.js";
import { t } from "../core/text.js";

export const linkText = () => `${location.origin}/${address()}`;

/** The part of the link that is the same on every machine. */
export const codeText = () => address();

export const moveList = () => moves(inGame().nodes, inGame().current).join(" ");

/** A link of this position for HexWorld; null where there can be none. */
export function hexworldLink() {
  const { storedGame, nodes, current } = inGame();
  const line = path(nodes, current).slice(1);
  const colors = line.map((node) => node.color);
  return hexworld({ ...storedGame, moves: moves(nodes, current) }, colors);
}

/** Whether links lead to this machine only. */
export const isLocal = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** @param {string} text @param {string} done what is said then */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    set({ notice: done });
  } catch {
    set({ notice: t("share.failed") });
  }
}
