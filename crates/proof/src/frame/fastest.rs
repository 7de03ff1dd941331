//! The fastest frame of a bridge or a fork alone: a search asks for it in many positions.

use catena_core::{Color, Position};

use super::figure::FigureSearch;
use super::graph::ColorCells;
use super::{Frame, FrameError, check};

/// States that a search may visit; above, only stones that touch are looked at.
const MOST_STATES: usize = 2_000;

/// The frame of a bridge or a fork of a color that stands first, the tightest of them. Rings are threats rather than aims, and take
/// most of the time of [`frames`](super::frames).
///
/// # Errors
/// If the game is not Havannah, or over.
pub fn fastest(position: &Position, color: Color) -> Result<Option<Frame>, FrameError> {
    check(position)?;
    let color_cells = ColorCells::of(position, color);
    let search = FigureSearch { topology: position.topology(), most_states: MOST_STATES };
    let map = search.map(color_cells);
    let bridge = search.bridge(&map, color_cells, u16::MAX);
    let fork = search.fork(&map, color_cells, u16::MAX).map(|(_, frame)| frame);
    Ok(bridge.into_iter().chain(fork).min_by_key(Frame::order))
}
