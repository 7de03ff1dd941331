//! \*Star: the board is filled, then peries, quarks and stars are counted.

use super::{Example, Facts, Goal, Methods, Rules, Side, Sizes, SwappedStone, Tutorial};
use crate::reference::{Stones, components};
use crate::topology::Borders;
use crate::{Board, ByColor, Cell, Color, Figures, How, Outcome, SwapRule, Topology};

/// The outer ring: stones want to reach it.
const RIM: Side = Side::new("rim", Borders::PERI);

/// The rules of \*Star.
#[derive(Debug)]
pub struct Star;

impl Rules for Star {
    const FACTS: Facts = Facts {
        name: "star",
        title: "*Star",
        aim: "Own more of the border than the opponent, with fewer and larger groups.",
        sizes: Sizes {
            all: 1..=10,
            usual: &[6, 8, 10],
            default: 6,
            meaning: "rings around the bridge in the middle",
            label: |size| format!("{size} rings"),
            cells: None,
        },
        record_code: "Star",
        file_code: 3,
        goal: Goal::Score,
        sides: ByColor { black: &[RIM], white: &[RIM] },
        usual_swap: SwapRule::On,
        swapped_stone: SwappedStone::Stays,
        methods: Methods::FILL_OUTS,
        decided_percent: 90,
        tutorial: &TUTORIAL,
    };

    fn topology(size: u16) -> Topology {
        Topology::star(size)
    }

    #[inline]
    fn play(topology: &Topology, board: &mut Board, cell: Cell, color: Color) -> Option<Outcome> {
        board.place(topology, cell, color);
        None
    }

    /// No single stone decides: the full board counts.
    fn would_win(_: &Topology, _: &Board, _: Cell, _: Color) -> bool {
        false
    }

    fn when_full(topology: &Topology, board: &Board) -> Outcome {
        let mut peries = [0u8; crate::topology::MAX_CELLS];
        let mut score = Score::default();
        for cell in topology.cells().filter(|&cell| is_peri(topology, cell)) {
            peries[board.group(cell).index()] += 1;
        }
        for cell in topology.cells().filter(|&cell| is_peri(topology, cell)) {
            let color = board.stone(cell).expect("the board is full");
            let in_star = peries[board.group(cell).index()] >= MIN_PERIES;
            score.count_peri(topology, cell, if in_star { color } else { !color });
        }
        for cell in topology.cells().filter(|&cell| peries[cell.index()] >= MIN_PERIES) {
            score.stars[board.stone(cell).expect("the board is full")] += 1;
        }
        score.outcome()
    }

    /// There are no figures: only the full board counts. See [`Score::of`].
    fn figures(_: &Topology, _: &Stones, _: Color) -> Figures {
        Figures::empty()
    }
}

/// A group with fewer peries is no star.
const MIN_PERIES: u8 = 2;

/// Owning this many of the five quarks is worth a point.
const QUARK_MAJORITY: i16 = 3;

/// Returns true if a group is a star.
pub(crate) fn is_star(topology: &Topology, group: &[Cell]) -> bool {
    group.iter().filter(|&&cell| is_peri(topology, cell)).count() >= usize::from(MIN_PERIES)
}

fn is_peri(topology: &Topology, cell: Cell) -> bool {
    topology.borders(cell).contains(Borders::PERI)
}

/// Score of each player on a full board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Outer cells in own stars or surrounded by them.
    pub peries: ByColor<i16>,
    /// Arm cells among the peries.
    pub quarks: ByColor<i16>,
    /// Groups with at least two peries.
    pub stars: ByColor<i16>,
}

impl Score {
    /// The score of a full board by the definition: list the groups, find the stars, give each
    /// peri to its owner.
    #[must_use]
    pub fn of(topology: &Topology, stones: &Stones) -> Self {
        let mut score = Self::default();
        for color in Color::ALL {
            for group in components(topology, |cell| stones.get(cell) == Some(color)) {
                let owner = if is_star(topology, &group) { color } else { !color };
                score.stars[color] += i16::from(owner == color);
                for peri in group.into_iter().filter(|&cell| is_peri(topology, cell)) {
                    score.count_peri(topology, peri, owner);
                }
            }
        }
        score
    }

    /// The score of a board that is not full, as it stands: peries count where they belong to a star already; smaller
    /// groups and empty cells count for nobody. With the owner of each peri that counts. On a full board it is [`Self::of`].
    #[must_use]
    pub fn standing(topology: &Topology, stones: &Stones) -> (Self, Vec<(Cell, Color)>) {
        let mut score = Self::default();
        let mut owners = Vec::new();
        for color in Color::ALL {
            for group in components(topology, |cell| stones.get(cell) == Some(color)) {
                let owner = match (is_star(topology, &group), stones.is_full()) {
                    (true, _) => color,
                    (false, true) => !color,
                    (false, false) => continue,
                };
                score.stars[color] += i16::from(owner == color);
                for peri in group.into_iter().filter(|&cell| is_peri(topology, cell)) {
                    score.count_peri(topology, peri, owner);
                    owners.push((peri, owner));
                }
            }
        }
        (score, owners)
    }

    fn count_peri(&mut self, topology: &Topology, cell: Cell, owner: Color) {
        self.peries[owner] += 1;
        self.quarks[owner] += i16::from(topology.borders(cell).contains(Borders::QUARK));
    }

    /// Peries, a point for the quarks, and two points for each star the opponent has more.
    #[must_use]
    pub fn points(&self, color: Color) -> i16 {
        self.peries[color]
            + i16::from(self.quarks[color] >= QUARK_MAJORITY)
            + 2 * (self.stars[!color] - self.stars[color])
    }

    /// The winner: more points; where they tie (odd boards only), the higher sum of peries less
    /// four per own star, then the quarks.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let rank = |color: Color| {
            (self.points(color), self.peries[color] - 4 * self.stars[color], self.quarks[color])
        };
        let winner = if rank(Color::Black) > rank(Color::White) { Color::Black } else { Color::White };
        let (black, white) = (self.points(Color::Black), self.points(Color::White));
        Outcome { winner: Some(winner), how: How::Score { black, white } }
    }
}

const TUTORIAL: Tutorial = Tutorial {
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
