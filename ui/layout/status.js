// The line above the board: who plays, whose turn it is and what to do, in a sentence.

import { h, setAttribute, setText } from "../core/dom.js";
import { gameOf } from "../core/catalog.js";
import { hasEngine } from "../game/current.js";
import { board } from "./stage.js";
import { inGame, on, set, state } from "../core/store.js";
import { depth } from "../game/tree.js";
import { other, outcome, playerName, title } from "../core/format.js";

/** @typedef {import("../types").Color} Color */

/** @param {HTMLElement} host @param {HTMLElement} announcer */
export function showStatus(host, announcer) {
  const stone = h("span", { class: "turn" });
  const sentence = h("h1", {});
  const hint = h("p", { class: "hint" });
  const names = { black: h("span", {}), white: h("span", {}) };
  const chips = { black: chip("black", names.black), white: chip("white", names.white) };
  const go = h("button", { type: "button", class: "primary small", hidden: true, onclick: () => set({ live: true }) });
  host.append(
    h("div", { class: "say" }, stone, h("div", { class: "words" }, sentence, hint), go),
    h("div", { class: "players" }, chips.black, chips.white),
  );

  const draw = () => {
    const { position, storedGame, thinking, setup, notice, opening } = state;
    if (!storedGame || !position) return;
    const [words, help] = setup
      ? ["Set up a position", "Click cells to place stones; click again to take them off."]
      : say();
    setText(sentence, words);
    setText(hint, notice || help);
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
      chips[color].classList.toggle("on", isTurn);
      setText(names[color], nameOf(color));
    }
    const idle =
      !setup && !position.outcome && !position.pending && !state.live && storedGame.players[position.to_move] !== "human";
    setAttribute(go, "hidden", !idle);
    setText(go, hasEngine() ? `Let ${title(position.to_move)} move` : "Start");
  };
  on("position storedGame thinking setup notice live nodes opening", draw);

  /** @type {import("../types").Position | null} */
  let announced = null;
  on("position", () => {
    const { position } = state;
    if (!position || position.pending || position === announced) return;
    announced = position;
    const moved = position.last ? `${title(position.stones[position.last] ?? "black")} ${position.last}. ` : "";
    setText(
      announcer,
      `${moved}${position.outcome ? outcome(position.outcome) : `${title(position.to_move)} to move`}.`,
    );
  });
}

/** @param {Color} color @param {HTMLElement} name */
const chip = (color, name) => h("span", { class: `player ${color}` }, h("i", {}), name);

/** @param {Color} color */
function nameOf(color) {
  const { players } = inGame().storedGame;
  if (players[color] === "human") return hasEngine() ? "You" : title(color);
  return playerName(players[color]);
}

/** What is going on, and what to do about it. */
function say() {
  const { position, storedGame, thinking, nodes, current, live } = inGame();
  // A board that stands on its corner has no top and no left side.
  const goal = board.turned ? "Join the two sides of your color." : (gameOf(storedGame.game)?.aim ?? "");
  const mover = title(position.to_move);
  if (position.outcome) return [verdict(), "Walk back through the game with the arrow keys, or start a new one."];
  if (thinking) return [`${mover} is thinking…`, goal];
  if (storedGame.players[position.to_move] !== "human" && !live) {
    return [
      `${mover} to move`,
      hasEngine() ? "You can also click a cell to move for it." : "Two engines wait to play each other.",
    ];
  }
  if (!hasEngine()) return [`${mover} to move`, depth(nodes, current) === 0 ? `Click a cell. ${goal}` : goal];
  if (position.can_swap) return [`You are ${mover}: play, or swap`, "Swap takes over the stone of the first move."];
  if (depth(nodes, current) < 2) return [`You are ${mover}. Click a cell.`, goal];
  return [`Your turn, ${mover}`, goal];
}

function verdict() {
  const { position, storedGame } = inGame();
  const result = position.outcome;
  if (!result) return "";
  const text = outcome(result);
  if (!hasEngine() || !result.winner || result.winner === "draw") return text;
  const isMine = storedGame.players[result.winner] === "human";
  return isMine
    ? text
        .replace(/^\w+ wins/, "You win")
        .replace(`: ${title(other(result.winner))} resigned`, ": the computer resigned")
    : text.replace(`${title(other(result.winner))} resigned`, "you resigned");
}
