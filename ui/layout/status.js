// The line above the board: who plays, whose turn it is and what to do, in a sentence; after the end, what comes next.

import { h, setAttribute, setText } from "../core/dom.js";
import { aimOf } from "../core/catalog.js";
import { hasEngine, isPlaying } from "../game/current.js";
import { flagged } from "../game/clock.js";
import { canRematch, rematch } from "../game/rematch.js";
import { startReview } from "../analysis/review.js";
import { theBoard } from "./stage.js";
import { inGame, on, set, state } from "../core/store.js";
import { depth } from "../game/tree.js";
import { outcomeWords, playerName, seen, short, title } from "../core/format.js";
import { t } from "../core/text.js";

/** @typedef {import("../types").Color} Color */

/** Where there is no room for names beside the sentence. */
const NARROW = globalThis.matchMedia?.("(max-width: 860px), (max-height: 520px)");
const TOUCH = globalThis.matchMedia?.("(hover: none)");

/** @param {HTMLElement} host @param {HTMLElement} announcer */
export function showStatus(host, announcer) {
  const stone = h("span", { class: "turn" });
  const sentence = h("h1", {});
  const hint = h("p", { class: "hint" });
  const chips = { black: chip("black"), white: chip("white") };
  /** @param {string} kind @param {() => void} onclick @param {string} [id] */
  const button = (kind, onclick, id) => h("button", { type: "button", class: `${kind} small`, hidden: true, onclick, id });
  const go = button("primary", () => set({ live: true }));
  const again = button("primary", rematch, "rematch");
  const review = button("plain", reviewThis, "review-this");
  setText(again, t("end.rematch"));
  setText(review, t("end.review"));
  host.append(
    h("div", { class: "say" }, stone, h("div", { class: "words" }, sentence, hint), h("div", { class: "next" }, go, again, review)),
    h("div", { class: "players" }, chips.black.element, chips.white.element),
  );

  const draw = () => {
    const { position, storedGame, thinking, setup, notice, opening } = state;
    if (!storedGame || !position) return;
    const [words, help] = setup ? [t("status.setup"), t("hint.setup")] : say();
    setText(sentence, words);
    setText(hint, notice || (!setup && NARROW?.matches && namesOf()) || help);
    hint.classList.toggle("notice", Boolean(notice));
    const isEngines = thinking || (state.live && storedGame.players[position.to_move] !== "human");
    if (opening) host.dataset.phase = "opening";
    else if (setup) host.dataset.phase = "setup";
    else if (position.outcome) host.dataset.phase = "over";
    else host.dataset.phase = isEngines || position.pending ? "thinking" : "turn";
    const shown =
      position.outcome?.winner && position.outcome.winner !== "draw" ? position.outcome.winner : position.to_move;
    stone.className = `turn ${setup ? setup.to_move : shown}${thinking ? " thinking" : ""}`;
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      const isTurn = !position.outcome && position.to_move === color && !setup;
      chips[color].draw(isTurn, nameOf(color), factOf(color));
    }
    const isIdle = !setup && !position.outcome && !position.pending && !state.live;
    setAttribute(go, "hidden", !isIdle || storedGame.players[position.to_move] === "human");
    setText(go, hasEngine() ? t("go.let", { color: title(position.to_move) }) : t("go.start"));
    const isOver = Boolean(position.outcome) && !setup;
    setAttribute(again, "hidden", !isOver || !canRematch());
    setAttribute(review, "hidden", !isOver || state.tab === "review");
  };
  on("position storedGame thinking setup notice live nodes opening tab views clocks settings", draw);
  NARROW?.addEventListener("change", draw);

  /** @type {import("../types").Position | null} */
  let announced = null;
  on("position", () => {
    const { position } = state;
    if (!position || position.pending || position === announced) return;
    announced = position;
    const { last, outcome } = position;
    const moved = last ? `${t("move.said", { color: title(position.stones[last] ?? "black"), cell: last })} ` : "";
    setText(announcer, `${moved}${outcome ? verdict() : t("status.toMove", { color: title(position.to_move) })}`);
  });
}

/** @param {Color} color */
function chip(color) {
  const name = h("span", { class: "player-name" });
  const fact = h("b", {});
  const element = h("span", { class: `player ${color}` }, h("i", {}), name, fact);
  /** @param {boolean} isTurn @param {string} text @param {string} more */
  const draw = (isTurn, text, more) => {
    element.classList.toggle("on", isTurn);
    setText(name, text);
    setText(fact, more);
    setAttribute(element, "title", text);
  };
  return { element, draw };
}

/** @param {Color} color */
function nameOf(color) {
  const { players, names } = inGame().storedGame;
  if (players[color] !== "human") return playerName(players[color]);
  return names[color] ?? (hasEngine() ? t("you") : title(color));
}

/** Who played, where a record says it: `Black: Ada · White: Bela`, or "". */
function namesOf() {
  const { names } = inGame().storedGame;
  const known = /** @type {Color[]} */ (["black", "white"]).flatMap((color) => (names[color] ? [`${title(color)}: ${names[color]}`] : []));
  return known.join(" · ");
}

/** What a player has: points, the time that is left, what an engine thinks of its chances. @param {Color} color */
function factOf(color) {
  const { position, views, storedGame, clocks } = inGame();
  if (position.standing) return String(position.standing[color].points);
  if (clocks) return clockWords(clocks[color]);
  const view = views[color];
  const areEngines = storedGame.players.black !== "human" && storedGame.players.white !== "human";
  return areEngines && view !== undefined ? `${short(seen(view.value, color))} %` : "";
}

/** @param {number} ms */
function clockWords(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is going on, and what to do about it. */
function say() {
  const { position, storedGame, thinking, nodes, current, live } = inGame();
  // A board that stands on its corner has no top and no left side.
  const aim = theBoard().turned ? t("hint.turned") : aimOf(storedGame.game);
  const color = title(position.to_move);
  if (position.outcome) return [verdict(), t("hint.over")];
  if (thinking) return [t("status.thinking", { color }), aim];
  if (storedGame.players[position.to_move] !== "human" && !live) {
    const help = !hasEngine() ? t("hint.engines") : isPlaying() ? t("hint.clickToMove") : t("hint.waits");
    return [t("status.toMove", { color }), help];
  }
  if (!hasEngine()) return [t("status.toMove", { color }), depth(nodes, current) === 0 ? t("hint.clickCell", { aim }) : aim];
  if (position.can_swap) return [t("status.playOrSwap", { color }), t("hint.swap", { color: title("black") })];
  if (depth(nodes, current) < 2) return [t(TOUCH?.matches ? "status.touch" : "status.youAre", { color }), aim];
  return [t("status.yourTurn", { color }), aim];
}

/** How the game ended, as the reader sees it. */
function verdict() {
  const { position, storedGame } = inGame();
  const { players, game } = storedGame;
  const mine = hasEngine() ? (players.black === "human" ? "black" : "white") : null;
  return position.outcome ? outcomeWords(position.outcome, game, mine, flagged()) : "";
}

function reviewThis() {
  set({ tab: "review" });
  if (!state.review.running) startReview();
}
