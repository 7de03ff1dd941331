// The rules in few words, with small positions that show them. `figure` cells glow as a winning figure does.

/** @typedef {{caption: string, size: number, black: string[], white?: string[], figure?: string[], loop?: string}} Example */

const words = (text) => text.split(" ");

/** @type {Record<string, {goal: string, points: string[], examples: Example[]}>} */
export const LESSONS = {
  havannah: {
    goal: "Build a bridge, a fork or a ring.",
    points: [
      "Black begins. Each turn places one stone on any empty cell; stones never move.",
      "A bridge joins two corners of the board with one chain.",
      "A fork joins three sides; corners belong to no side.",
      "A ring goes around at least one cell, empty or not.",
      "Whoever completes one of them first wins.",
    ],
    examples: [
      {
        caption: "Bridge",
        size: 4,
        black: words("a1 b2 b3 b4 a4"),
        white: words("a2 a3 c3 d4"),
        figure: words("a1 b2 b3 b4 a4"),
      },
      {
        caption: "Fork",
        size: 4,
        black: words("a2 b3 c4 d4 d3 e3 e2 d5 d6 e7"),
        white: words("c3 c5 e4 e5 d2 b2 f6 c6 f3"),
        figure: words("a2 b3 c4 d4 d3 e3 e2 d5 d6 e7"),
      },
      {
        caption: "Ring",
        size: 4,
        black: words("c3 c4 d3 d5 e4 e5"),
        white: words("d4 b2 d6 f5 c2"),
        figure: words("c3 c4 d3 d5 e4 e5"),
      },
    ],
  },
  hex: {
    goal: "Join your two sides.",
    points: [
      "Black joins top and bottom, White left and right; the border shows whose side it is.",
      "Each turn places one stone on any empty cell; stones never move.",
      "There are no draws: only a complete chain stops the other's.",
      "With the swap rule, White may take over the first stone, mirrored.",
    ],
    examples: [
      {
        caption: "Black has joined top and bottom",
        size: 5,
        black: words("c1 c2 b3 b4 b5"),
        white: words("d1 c3 d2 a4 c4"),
        figure: words("c1 c2 b3 b4 b5"),
      },
      {
        caption: "White has joined left and right",
        size: 5,
        black: words("b1 c2 d1 b4 d4"),
        white: words("a3 b3 c3 d3 e2"),
        figure: words("a3 b3 c3 d3 e2"),
      },
    ],
  },
  y: {
    goal: "Touch all three sides with one chain.",
    points: [
      "Each turn places one stone on any empty cell; stones never move.",
      "The first chain that touches all three sides wins. A corner touches two of them.",
      "There are no draws.",
    ],
    examples: [
      {
        caption: "A Y",
        size: 5,
        black: words("a2 b2 c1 b3 b4"),
        white: words("a3 b1 c2 a4"),
        figure: words("a2 b2 c1 b3 b4"),
      },
      {
        caption: "A corner counts for two sides",
        size: 5,
        black: words("a1 b1 c1 c2 c3"),
        white: words("a2 b2 b3 d1"),
        figure: words("a1 b1 c1 c2 c3"),
      },
    ],
  },
  star: {
    goal: "Own more of the rim, in few large groups.",
    points: [
      "Fill the board in turn; the five cells in the middle all touch each other across the bridge.",
      "A group with two or more rim cells is a star. A smaller group is lost to the star around it.",
      "You score each rim cell that you own, 1 more for three of the five corner cells, and 2 for each star that the other has more than you.",
      "The higher score wins, so join your groups and part the other's.",
    ],
    examples: [
      {
        caption: "A star: one group, four rim cells",
        size: 4,
        black: words("*40 *41 *31 *20 *10 T10 T20 T30 T41 T40"),
        white: words("*42 S40 *32 R43 S20"),
        figure: words("*40 *41 *31 *20 *10 T10 T20 T30 T41 T40"),
      },
      {
        caption: "The one black rim cell is no star: it is White's",
        size: 4,
        black: words("S41"),
        white: words("S40 S42 S30 S31 S43"),
        figure: [],
      },
    ],
  },
  renkula: {
    goal: "Join a cell with the one opposite to it.",
    points: [
      "The board is a ball. Each turn places two stones: on a cell and on the cell exactly opposite.",
      "Whoever joins any cell with its opposite by a chain wins. As stones come in pairs, the chain then goes all around the ball.",
      "There are no draws. Drag the ball to turn it.",
    ],
    examples: [{ caption: "A loop around the ball: drag it", size: 3, black: [], loop: "c1" }],
  },
};
