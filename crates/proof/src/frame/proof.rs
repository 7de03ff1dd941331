//! What frames prove of a position, and nothing else: the solver asks this of many positions.

use std::iter;

use catena_core::{Cell, Color, Position};

use super::arm::FrameMap;
use super::figure::{FigureSearch, cells};
use super::graph::ColorCells;
use super::{Frame, FrameError, MOST_STATES, check, race, swap_is_open};
use crate::set::Carrier;

/// What frames prove for the player to move and his opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameProof {
    /// This color wins.
    Won {
        /// The winner.
        winner: Color,
        /// A move that wins, if the winner is to move and his frame lacks a stone.
        by: Option<Cell>,
    },
    /// The player to move loses by every other move.
    MustPlay(Carrier),
    /// Neither.
    Unknown,
}

/// Who has won by frames, or where the player to move has to play. Whoever [`super::frames`] calls the winner
/// is found too.
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
fn near(search: &FigureSearch<'_>, map: &FrameMap, ground: ColorCells) -> impl Iterator<Item = Frame> {
    let bridge = iter::once_with(move || search.bridge(map, ground, 1));
    let fork = iter::once_with(move || search.fork(map, ground, 1).map(|(_, frame)| frame));
    let ring = iter::once_with(move || search.ring(ground, 1));
    bridge.chain(fork).chain(ring).flatten()
}

/// The stones until a frame is a figure.
fn stones(frame: &Frame) -> u32 {
    frame.longest + frame.keys.len() as u32
}

/// The player to move has won if the opponent needs at least as many stones as he.
fn won_by_mover(position: &Position, theirs: Option<u32>) -> FrameProof {
    let mover = position.to_move();
    let search = FigureSearch { topology: position.topology(), most_states: MOST_STATES };
    let in_time = |frame: &Frame| theirs.is_none_or(|theirs| theirs >= stones(frame));
    let ground = ColorCells::of(position, mover);
    match near(&search, &search.map(ground), ground).find(in_time) {
        Some(frame) => FrameProof::Won { winner: mover, by: frame.keys.first().copied() },
        None => FrameProof::Unknown,
    }
}

/// A frame of the opponent that is one stone short wins after every move outside it, if the player to
/// move needs more stones for his nearest figure than the frame does.
fn won_by_opponent(position: &Position, mine: Option<u32>) -> FrameProof {
    let (mover, topology) = (position.to_move(), position.topology());
    let search = FigureSearch { topology, most_states: MOST_STATES };
    let ground = ColorCells::of(position, !mover);
    let in_time = |frame: &Frame| mine.is_none_or(|mine| mine > stones(frame));
    let won = FrameProof::Won { winner: !mover, by: None };
    let mut must_play = ground.empty;
    let map = search.map(ground);
    for frame in near(&search, &map, ground).filter(in_time) {
        if frame.keys.is_empty() {
            return won;
        }
        must_play &= cells(&frame);
    }
    if must_play == ground.empty {
        return FrameProof::Unknown;
    }
    // A move into these frames may leave another one.
    let mut untried = must_play;
    while let Some(cell) = untried.first() {
        let left = ColorCells { empty: ground.empty.without(Carrier::of(cell)), own: ground.own };
        let arms = search.arms_around(&map, cell).find(in_time);
        if let Some(frame) = arms.or_else(|| search.ring(left, 1).filter(in_time)) {
            must_play &= cells(&frame);
        }
        untried = untried.without(Carrier::of(cell)) & must_play;
    }
    if must_play.is_empty() { won } else { FrameProof::MustPlay(must_play) }
}
