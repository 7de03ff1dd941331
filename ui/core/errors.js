// What the server says of a mistake, in the reader's words. It names what is wrong in English; the usual mistakes of people
// have texts of their own, the others stay as they are.

import { t } from "./text.js";

/** @type {[RegExp, (match: RegExpExecArray) => string][]} */
const MISTAKES = [
  [/^move (\d+)(?:, |: )"(.*?)": there is no such cell/, ([, number, cell]) => t("review.badCell", { number, cell })],
  [/^move (\d+): "(.*?)" is (?:no|not a) cell/i, ([, number, cell]) => t("review.badCell", { number, cell })],
  [/^nothing in it says which game this is/, () => t("review.unknown")],
  [/^unknown game "1"/, () => t("review.isGo")],
  [/^there is no game "(.*?)"/, ([, game]) => t("link.game", { game })],
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
