// What the server says of a mistake, in the reader's words. It names what is wrong in English, for programs too; what people
// can come upon has texts of its own, and what only programs get wrong stays as it is.

import { titleOf } from "./catalog.js";
import { t } from "./text.js";

/** @type {[RegExp, (match: RegExpExecArray) => string][]} */
const MISTAKES = [
  // Records, links and move lists
  [/^move (\d+)(?:, |: )"(.*?)": there is no such cell/, ([, number, cell]) => t("review.badCell", { number, cell })],
  [/^move (\d+): "(.*?)" is (?:no|not a) cell/i, ([, number, cell]) => t("review.badCell", { number, cell })],
  [/^move (\d+)[,:] (\S+): the cell is occupied/, ([, number, cell]) => t("error.taken", { number, cell })],
  [/^move (\d+)[,:] (\S+): the game is over/, ([, number]) => t("error.afterEnd", { number })],
  [/^move (\d+)[,:] (\S+): swap is not allowed/, ([, number]) => t("error.noSwap", { number })],
  [/^(?:set-up stone )?"(.*?)"(?: is no cell of this board|: there is no such cell)/, ([, cell]) => t("error.noCell", { cell })],
  [/^two stones are set up on one cell/, () => t("error.twoStones")],
  [/^both colors have won/, () => t("error.bothWon")],
  [/^(\S+) has no size (\d+): sizes are (\d+) to (\d+)/, ([, game, size, min, max]) => t("error.size", { game: titleOf(game), size, min, max })],
  [/^the record is empty/, () => t("error.empty")],
  [/^byte (\d+): /, ([, at]) => t("error.broken", { at })],
  [/^the size of the board is missing|^the size ".*" is no number|^the sides of the board differ/, () => t("error.noSize")],
  [/^nothing in it says which game this is/, () => t("review.unknown")],
  [/^unknown game "1"/, () => t("review.isGo")],
  [/^(?:there is no|unknown) game "(.*?)"/, ([, game]) => t("link.game", { game })],
  [/^more than \d+ nodes|nested more than|nodes; at most \d+ are kept|which is all that is kept/, () => t("error.large")],
  // What is there no more, or not yet
  [/^there is no such game/, () => t("error.gone")],
  [/^the game has no node/, () => t("error.cut")],
  [/^the cell is occupied|^the game is over|^swap is not allowed/, () => t("error.illegal")],
  [/^the game was made in another browser/, () => t("error.foreign")],
  [/ are under way: try again|^the memory /, () => t("error.busy")],
  [/are too many: a review has at most/, () => t("error.tooManyVisits")],
  [/^the search was ended/, () => t("error.ended")],
  [/ is longer than \d+ bytes/, () => t("error.long")],
  [/^the disk is full/, () => t("error.disk")],
  [/^the server failed at this/, () => t("error.server")],
];

/** @param {string | undefined} sent */
export function sentence(sent) {
  if (!sent) return undefined;
  for (const [pattern, words] of MISTAKES) {
    const match = pattern.exec(sent);
    if (match) return words(match);
  }
  return sent[0].toUpperCase() + sent.slice(1);
}
