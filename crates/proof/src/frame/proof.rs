//! Proofs of a position by frames, and nothing else: the solver asks for these in many positions.

use std::iter;

use catena_core::{Cell, Color, Position};

use super::arm::FrameMap;
use super::figure::{FigureSearch, cells};
use super::graph::ColorCells;
use super::{Frame, FrameError, MOST_STATES, check, race};
use crate::set::Carrier;
use crate::stones::swap_is_open;

/// Result proved by frames for the player to move and its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameProof {
    /// This color wins.
    Won {
        /// The winner.
        winner: Color,
        /// A move that wins, if the winner is to move and its frame lacks a stone.
        by: Option<Cell>,
    },
    /// The player to move loses by every other move.
    MustPlay(Carrier),
    /// Neither.
    Unknown,
}

/// Finds the winner by frames, or the cells where the player to move has to play. Whoever [`super::frames`]
/// calls the winner is found too.
///
/// # Errors
/// If the game is not Havannah, or over.
pub fn prove(position: &Position) -> Result<FrameProof, FrameError> {
    check(position)?;
    if swap_is_open(position) {
        return Ok(FrameProof::Unknown);
    }
    let mover = position.to_move();
    let nearest = |color: Color| race::nearest(position.topology(), ColorCells::of(position, color));
    let (mine, theirs) = (nearest(mover), nearest(!mover));
    // A frame takes no fewer stones than the nearest figure: only who is nearer can be in time.
    let far = |stones: Option<u32>| stones.unwrap_or(u32::MAX);
    Ok(if far(mine) <= far(theirs) {
        won_by_mover(position, theirs)
    } else {
        won_by_opponent(position, mine)
    })
}

/// The frames of a color that stand, or are one stone short; each is searched for when it is asked for.
fn nearly_standing(
    search: &FigureSearch<'_>,
    map: &FrameMap,
    color_cells: ColorCells,
) -> impl Iterator<Item = Frame> {
    let bridge = iter::once_with(move || search.bridge(map, color_cells, 1));
    let fork = iter::once_with(move || search.fork(map, color_cells, 1).map(|(_, frame)| frame));
    let ring = iter::once_with(move || search.ring(color_cells, 1));
    bridge.chain(fork).chain(ring).flatten()
}

/// The stones until a frame is a figure.
fn stones_left(frame: &Frame) -> u32 {
    frame.longest + frame.keys.len() as u32
}

/// The player to move has won if the opponent needs at least as many stones.
fn won_by_mover(position: &Position, theirs: Option<u32>) -> FrameProof {
    let mover = position.to_move();
    let search = FigureSearch { topology: position.topology(), most_states: MOST_STATES };
    let in_time = |frame: &Frame| theirs.is_none_or(|theirs| theirs >= stones_left(frame));
    let color_cells = ColorCells::of(position, mover);
    match nearly_standing(&search, &search.map(color_cells), color_cells).find(in_time) {
        Some(frame) => FrameProof::Won { winner: mover, by: frame.keys.first().copied() },
        None => FrameProof::Unknown,
    }
}

/// A frame of the opponent that is one stone short wins after every move outside it, if the player to
/// move needs more stones for its nearest figure than the frame does.
fn won_by_opponent(position: &Position, mine: Option<u32>) -> FrameProof {
    let (mover, topology) = (position.to_move(), position.topology());
    let search = FigureSearch { topology, most_states: MOST_STATES };
    let color_cells = ColorCells::of(position, !mover);
    let in_time = |frame: &Frame| mine.is_none_or(|mine| mine > stones_left(frame));
    let won = FrameProof::Won { winner: !mover, by: None };
    let mut must_play = color_cells.empty;
    let map = search.map(color_cells);
    for frame in nearly_standing(&search, &map, color_cells).filter(in_time) {
        if frame.keys.is_empty() {
            return won;
        }
        must_play &= cells(&frame);
    }
    if must_play == color_cells.empty {
        return FrameProof::Unknown;
    }
    // A move into these frames may leave another one.
    let mut untried = must_play;
    while let Some(cell) = untried.first() {
        let left = ColorCells { empty: color_cells.empty.without(Carrier::of(cell)), own: color_cells.own };
        let arms = search.arms_around(&map, cell).find(in_time);
        if let Some(frame) = arms.or_else(|| search.ring(left, 1).filter(in_time)) {
            must_play &= cells(&frame);
        }
        untried = untried.without(Carrier::of(cell)) & must_play;
    }
    if must_play.is_empty() { won } else { FrameProof::MustPlay(must_play) }
}
