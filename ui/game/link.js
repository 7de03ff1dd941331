// The position in the address: `#hex/11/c2,f6;swap` or, set up, `#hex/11/c2;black=a1,b1;white=c3;to=white`.

/** @typedef {{game: string, size: number, moves: string[], swap: boolean,
 *             start: import("../types").StartPosition | null}} Shared */

/** @param {Shared} shared */
export function write({ game, size, moves, swap, start }) {
  const parts = [`${game}/${size}/${moves.join(",")}`];
  if (start && isSet(start)) {
    parts.push(`black=${start.black.join(",")}`, `white=${start.white.join(",")}`, `to=${start.to_move}`);
  }
  if (swap) parts.push("swap");
  return `#${parts.join(";")}`;
}

/** What an address holds that is no position, or "". @param {string} hash */
export const unreadable = (hash) => (hash.length > 1 && !read(hash) ? hash.slice(1, 60) : "");

/** The position of a link or code that somebody pastes, from any Catena. @param {string} text */
export function readPasted(text) {
  const match = /^(?:https?:\/\/[^\s#]*)?#?([a-z][a-z0-9-]*\/\d{1,2}(?:[/;]\S*)?)$/.exec(text.trim());
  return match ? read(match[1]) : null;
}

/** @type {Record<string, string>} */
const HEXWORLD = { swap: ":s", "swap-sides": ":S", pass: ":p" };

/**
 * A game of Hex as HexWorld links it; null where HexWorld has no such game.
 * @param {Shared} shared
 * @param {(import("../types").Color | null)[]} colors of the moves
 */
export function hexworld({ game, size, moves, start }, colors) {
  if (game !== "hex" || isSet(start)) return null;
  const codes = moves.map((move, i) => (move === "resign" ? `:r${colors[i]?.[0]}` : (HEXWORLD[move] ?? move)));
  return `https://hexworld.org/board/#${size}c1,${codes.join("")}`;
}

/** @param {Shared["start"]} start */
const isSet = (start) => start && (start.black.length > 0 || start.white.length > 0 || start.to_move === "white");

/** @param {string} hash @returns {Shared | null} null where the address holds no position */
export function read(hash) {
  let text;
  try {
    text = decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return null;
  }
  const [place, ...options] = text.split(";");
  const match = /^([a-z][a-z0-9-]*)\/(\d{1,2})(?:\/([^/]*))?$/.exec(place);
  if (!match) return null;
  /** @param {string | undefined} list */
  const names = (list) =>
    (list ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
  const given = Object.fromEntries(
    options.map((option) => option.split("=")).map(([key, value]) => [key, value ?? ""]),
  );
  const isSetUp = "black" in given || "white" in given || "to" in given;
  return {
    game: match[1],
    size: Number(match[2]),
    moves: names(match[3]),
    swap: "swap" in given,
    start: isSetUp
      ? { black: names(given.black), white: names(given.white), to_move: given.to === "white" ? "white" : "black" }
      : null,
  };
}
