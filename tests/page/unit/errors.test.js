import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { sentence } from "../../../ui/core/errors.js";
import { english } from "../../../ui/texts/en.js";

/** What the server says of the mistakes that people make. */
const SENT = {
  'move 3, "hello": there is no such cell (byte 12)': "Move 3: “hello” is not a cell on this board",
  'move 1: "z9" is no cell of this board': "Move 1: “z9” is not a cell on this board",
  "move 2: a1: the cell is occupied": "Move 2: a1 is taken",
  "move 2, a1: the cell is occupied (byte 7)": "Move 2: a1 is taken",
  "move 9: b2: the game is over": "Move 9: the game is over before it",
  "move 4: swap: swap is not allowed here": "Move 4: no swap is possible there",
  '"q1" is no cell of this board': "“q1” is not a cell on this board",
  "hex has no size 99: sizes are 1 to 19": "hex has no size 99: sizes are 1 to 19",
  "byte 17: expected ]": "This record is damaged or cut off (at character 17).",
  'unknown game "1"': "This is a Go record.",
  'there is no game "chess": games are havannah, hex': "This link is for a game that is not here: “chess”.",
  "32 searches of yours are under way: try again when some have ended": "Many searches are under way: try again in a moment.",
  "there is no such game": "This game is not there any more.",
};

test("what the server says of a mistake is said in the reader's words", () => {
  for (const [sent, said] of Object.entries(SENT)) assert.equal(sentence(sent), said);
  assert.equal(sentence("size without game says nothing"), "Size without game says nothing", "the rest is a sentence too");
  assert.equal(sentence(undefined), undefined);
});

test("each of these texts comes from the catalogue", () => {
  for (const said of Object.values(SENT)) {
    const isKnown = Object.values(english).some((text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`).test(said));
    assert.ok(isKnown, said);
  }
});
