//! The input planes of each game: what a network is told about a position.
//!
//! A plane holds one byte per node; 255 stands for 1. Everything is told from the side of the
//! player to move.

use catena_core::rules::Goal;
use catena_core::topology::Borders;
use catena_core::{Color, Game};

/// Own stones.
pub(super) const OWN: usize = 0;
/// Opposing stones.
pub(super) const OPPOSING: usize = 1;
/// Empty cells.
pub(super) const EMPTY: usize = 2;
/// The last move.
pub(super) const LAST: usize = 3;
/// The move before the last one.
pub(super) const BEFORE_LAST: usize = 4;
/// The size of the board, the same on all nodes.
pub(super) const SIZE: usize = 5;
/// The share of random games that the player to move wins, the same on all nodes.
pub(super) const WINS: usize = 6;
/// Correlation between owning the cell and winning random games.
pub(super) const CORRELATION: usize = 7;
/// The planes of a game's borders begin here.
pub(super) const BORDERS: usize = 8;

/// Planes come in groups of four: one 32-bit word of bytes.
const GROUP: usize = 4;

/// A feature of a group of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupPlane {
    /// 1 if it touches at least this many of these borders.
    Touches(Borders, u32),
    /// 1 if its cells of the outer ring make it a star.
    IsStar,
    /// Number of its stones.
    Stones,
}

/// The borders that a game has for the player to move: a plane of the nearness to each.
pub(super) fn borders(game: Game, to_move: Color) -> Vec<Borders> {
    let facts = game.facts();
    match facts.goal {
        Goal::Connect if facts.has_owned_sides() => {
            [to_move, !to_move].map(|color| facts.goal_borders(color)).to_vec()
        }
        Goal::Connect => game.sides(to_move).iter().map(|side| side.borders).collect(),
        Goal::Figures => vec![Borders::CORNERS, Borders::SIDES],
        Goal::Score => vec![Borders::PERI, Borders::QUARK],
        Goal::Antipodes => Vec::new(),
    }
}

/// Features of the groups of a color: a plane each for own and for opposing stones.
pub(super) fn groups(game: Game, color: Color) -> Vec<GroupPlane> {
    let touches = |side| GroupPlane::Touches(side, 1);
    match game.facts().goal {
        Goal::Connect => game.sides(color).iter().map(|side| touches(side.borders)).collect(),
        Goal::Figures => {
            vec![touches(Borders::CORNERS), touches(Borders::SIDES), GroupPlane::Touches(Borders::SIDES, 2)]
        }
        Goal::Score => vec![touches(Borders::PERI), GroupPlane::IsStar],
        Goal::Antipodes => vec![GroupPlane::Stones],
    }
}

/// The number of planes of a game, unused ones at the end included.
pub(super) fn count(game: Game) -> usize {
    names(game).len().next_multiple_of(GROUP)
}

/// Names of the planes in use.
#[must_use]
pub fn names(game: Game) -> Vec<String> {
    let mut names: Vec<String> = [
        "own stones",
        "opposing stones",
        "empty cells",
        "last move",
        "move before the last",
        "board size",
        "share of random games won",
        "correlation of owning the cell with winning",
    ]
    .map(String::from)
    .into();
    let borders = match game.facts().goal {
        Goal::Connect if game.facts().has_owned_sides() => &["own sides", "opposing sides"][..],
        Goal::Connect => &["the first side", "the second side", "the third side"],
        Goal::Figures => &["corners", "sides"],
        Goal::Score => &["the outer ring", "quarks"],
        Goal::Antipodes => &[],
    };
    names.extend(borders.iter().map(|border| format!("nearness to {border}")));
    for owner in ["own", "opposing"] {
        names.extend(groups(game, Color::Black).into_iter().enumerate().map(|(i, group)| match group {
            GroupPlane::Touches(_, 1) => format!("{owner} groups that touch border {}", i + 1),
            GroupPlane::Touches(_, count) => format!("{owner} groups that touch {count} sides"),
            GroupPlane::IsStar => format!("{owner} groups that are stars"),
            GroupPlane::Stones => format!("{owner} groups by their size"),
        }));
    }
    names
}
