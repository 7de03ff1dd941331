//! The rules in a few sentences, with small positions that show them.

use super::Game;

/// The rules of a game for somebody who has never played it.
#[derive(Debug)]
pub struct Tutorial {
    /// The goal in one short sentence.
    pub goal: &'static str,
    /// The rules, one sentence or two each.
    pub points: &'static [&'static str],
    /// Positions, the most telling first.
    pub examples: &'static [Example],
}

/// A small position that shows a rule. Cells are named in one string, separated by blanks.
#[derive(Debug)]
pub struct Example {
    /// What it shows.
    pub caption: &'static str,
    /// The size of the board.
    pub size: u16,
    /// The black stones.
    pub black: &'static str,
    /// The white stones.
    pub white: &'static str,
    /// The stones that win; none where the example shows something else.
    pub figure: &'static str,
}

impl Game {
    /// The rules for somebody who has never played the game.
    #[must_use]
    pub const fn tutorial(self) -> &'static Tutorial {
        match self {
            Self::Havannah => &HAVANNAH,
            Self::Hex => &HEX,
            Self::Y => &Y,
            Self::Star => &STAR,
            Self::Renkula => &RENKULA,
        }
    }
}

const HAVANNAH: Tutorial = Tutorial {
    goal: "Build a bridge, a fork or a ring.",
    points: &[
        "Black begins. Each turn places one stone on any empty cell; stones never move.",
        "A bridge joins two corners of the board with one chain.",
        "A fork joins three sides; corners belong to no side.",
        "A ring goes around at least one cell, empty or not.",
        "The player who completes one of them first wins.",
    ],
    examples: &[
        Example {
            caption: "Fork",
            size: 4,
            black: "a2 b3 c4 d4 d3 e3 e2 d5 d6 e7",
            white: "c3 c5 e4 e5 d2 b2 f6 c6 f3",
            figure: "a2 b3 c4 d4 d3 e3 e2 d5 d6 e7",
        },
        Example {
            caption: "Bridge",
            size: 4,
            black: "a1 b2 b3 b4 a4",
            white: "a2 a3 c3 d4",
            figure: "a1 b2 b3 b4 a4",
        },
        Example {
            caption: "Ring",
            size: 4,
            black: "c3 c4 d3 d5 e4 e5",
            white: "d4 b2 d6 f5 c2",
            figure: "c3 c4 d3 d5 e4 e5",
        },
    ],
};

const HEX: Tutorial = Tutorial {
    goal: "Join your two sides.",
    points: &[
        "Black joins top and bottom, White left and right; the border shows whose side it is.",
        "Each turn places one stone on any empty cell; stones never move.",
        "There are no draws: only a complete chain stops the opponent's.",
        "With the swap rule, White may take over the first stone, mirrored.",
    ],
    examples: &[
        Example {
            caption: "Black has joined top and bottom",
            size: 5,
            black: "c1 c2 b3 b4 b5",
            white: "d1 c3 d2 a4 c4",
            figure: "c1 c2 b3 b4 b5",
        },
        Example {
            caption: "White has joined left and right",
            size: 5,
            black: "b1 c2 d1 b4 d4",
            white: "a3 b3 c3 d3 e2",
            figure: "a3 b3 c3 d3 e2",
        },
    ],
};

const Y: Tutorial = Tutorial {
    goal: "Touch all three sides with one chain.",
    points: &[
        "Each turn places one stone on any empty cell; stones never move.",
        "The first chain that touches all three sides wins. A corner touches two of them.",
        "There are no draws.",
    ],
    examples: &[
        Example {
            caption: "A Y",
            size: 5,
            black: "a2 b2 c1 b3 b4",
            white: "a3 b1 c2 a4",
            figure: "a2 b2 c1 b3 b4",
        },
        Example {
            caption: "A corner counts for two sides",
            size: 5,
            black: "a1 b1 c1 c2 c3",
            white: "a2 b2 b3 d1",
            figure: "a1 b1 c1 c2 c3",
        },
    ],
};

const STAR: Tutorial = Tutorial {
    goal: "Own more of the rim, in few large groups.",
    points: &[
        "Fill the board in turn; the five cells in the middle all touch each other across the bridge.",
        "A group with two or more rim cells is a star. A smaller group is lost to the star around it.",
        "You score each rim cell that you own, 1 more for three of the five corner cells, and 2 for each \
         star that the opponent has more than you.",
        "The higher score wins, so join your groups and part the opponent's.",
    ],
    examples: &[
        Example {
            caption: "A star: one group, four rim cells",
            size: 4,
            black: "*40 *41 *31 *20 *10 T10 T20 T30 T41 T40",
            white: "*42 S40 *32 R43 S20",
            figure: "*40 *41 *31 *20 *10 T10 T20 T30 T41 T40",
        },
        Example {
            caption: "The one black rim cell is no star: it is White's",
            size: 4,
            black: "S41",
            white: "S40 S42 S30 S31 S43",
            figure: "",
        },
    ],
};

const RENKULA: Tutorial = Tutorial {
    goal: "Join a cell with the one opposite to it.",
    points: &[
        "The board is a ball. Each turn places two stones: on a cell and on the cell exactly opposite.",
        "Whoever joins any cell with its opposite by a chain wins. As stones come in pairs, the chain then \
         goes all around the ball.",
        "There are no draws. Drag the ball to turn it.",
    ],
    examples: &[Example {
        caption: "A loop around the ball: drag it",
        size: 3,
        black: "c1 d2 e2 f2 g2 h2 i2 i3 h5 g8 f9 e10 d11 c8 b5 b1",
        white: "",
        figure: "c1 d2 e2 f2 g2 h2 i2 i3 h5 g8 f9 e10 d11 c8 b5 b1",
    }],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Move, Position, Setup, SwapRule};

    fn cells(setup: &Setup, names: &str) -> Vec<Cell> {
        let cell = |name| setup.topology().cell(name).unwrap_or_else(|| panic!("{name}"));
        names.split_whitespace().map(cell).collect()
    }

    /// How many cells of the set a chain from its first one reaches.
    fn reached(setup: &Setup, set: &[Cell]) -> usize {
        let mut chain = vec![set[0]];
        let mut next = 0;
        while next < chain.len() {
            for cell in setup.topology().neighbors(chain[next]) {
                if set.contains(&cell) && !chain.contains(&cell) {
                    chain.push(cell);
                }
            }
            next += 1;
        }
        chain.len()
    }

    /// Plays the stones in turn, the winner's last one at the end.
    fn play(setup: &Setup, winners: &[Cell], losers: &[Cell], is_black: bool) -> Position {
        let mut position = Position::new(setup.clone());
        let mut winners = winners.iter().copied().peekable();
        let mut losers = losers.iter().copied();
        while position.outcome().is_none() && winners.peek().is_some() {
            let is_winners = position.plies().len().is_multiple_of(2) == is_black;
            let next = if is_winners { winners.next() } else { losers.next() };
            // Of a pair of antipodes only the first is played.
            match next.filter(|&cell| position.board().stone(cell).is_none()) {
                Some(cell) => position.play(Move::Place(cell)).unwrap(),
                None if is_winners => {}
                None => position.play(Move::Pass).unwrap(),
            }
        }
        position
    }

    #[test]
    fn the_figures_win() {
        // *Star is counted on the full board.
        for game in Game::ALL.into_iter().filter(|&game| game != Game::Star) {
            for example in game.tutorial().examples {
                let setup = Setup::new(game, u64::from(example.size), SwapRule::Off).unwrap();
                let [black, white, mut figure] =
                    [example.black, example.white, example.figure].map(|names| cells(&setup, names));
                let is_black = figure.iter().all(|cell| black.contains(cell));
                let (winners, losers) = if is_black { (&black, &white) } else { (&white, &black) };
                let position = play(&setup, winners, losers, is_black);
                let mut won = position.winning_cells();
                won.sort_unstable();
                figure.sort_unstable();
                assert_eq!(won, figure, "{game}: {}", example.caption);
            }
        }
    }

    #[test]
    fn the_examples_are_positions_with_connected_figures() {
        for game in Game::ALL {
            let tutorial = game.tutorial();
            assert!(!tutorial.points.is_empty() && tutorial.goal.ends_with('.'));
            assert!(!tutorial.examples[0].figure.is_empty(), "{game}: thumbnails show the first example");
            for example in tutorial.examples {
                let setup = Setup::new(game, u64::from(example.size), SwapRule::Off).unwrap();
                let stones = [example.black, example.white].map(|names| cells(&setup, names));
                let [black, white] = &stones;
                assert!(black.iter().all(|cell| !white.contains(cell)), "{game}: {}", example.caption);
                let figure = cells(&setup, example.figure);
                let is_owned = stones.iter().any(|stones| figure.iter().all(|cell| stones.contains(cell)));
                assert!(is_owned, "{game}: {}", example.caption);
                if !figure.is_empty() {
                    assert_eq!(reached(&setup, &figure), figure.len(), "{game}: {}", example.caption);
                }
            }
        }
    }
}
