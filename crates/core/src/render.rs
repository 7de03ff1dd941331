//! Pictures of positions: a text board for terminals and an SVG that a person likes to look at.
//!
//! Both work from the drawing layout of the [`Topology`](crate::Topology); a game adds only what
//! its own board has, such as the colored sides of Hex or the two hemispheres of Renkula!.

mod geometry;
mod highlight;
mod label;
mod paint;
mod palette;
mod scene;
mod svg;
mod text;

pub use geometry::{Geometry, Ground, Half, Label, Place, Presence, ViewBox, geometry};
pub use svg::{Coordinates, Mark, MoveNumbers, StoneColors, SvgOptions, Theme, svg};
pub use text::text;

use crate::{How, Outcome, Position};

/// Game, size, number of moves and whose turn or which result it is, in one line:
/// `Havannah 8 after 42 moves: white wins (ring)`.
#[must_use]
pub fn caption(position: &Position) -> String {
    let setup = position.setup();
    let played = match position.plies().len() {
        0 => String::new(),
        1 => " after 1 move".to_owned(),
        plies => format!(" after {plies} moves"),
    };
    format!("{} {}{played}: {}", setup.game().title(), setup.size(), state(position))
}

fn state(position: &Position) -> String {
    match position.outcome() {
        None if position.can_swap() => format!("{} to move, may swap", position.to_move()),
        None => format!("{} to move", position.to_move()),
        Some(Outcome { winner: None, .. }) => "draw (the board is full)".to_owned(),
        Some(Outcome { winner: Some(winner), how }) => match how {
            How::Figures(figures) => {
                let names: Vec<&str> = figures.names().collect();
                format!("{winner} wins ({})", names.join(" and "))
            }
            How::Score { black, white } => format!("{winner} wins (score {black}-{white})"),
            How::Resignation => format!("{winner} wins (resignation)"),
            How::Full => format!("{winner} wins"),
        },
    }
}
