//! The evaluation as a table for people.

use std::fmt::Write;

use catena_core::{Color, Position};
use catena_proof::frame::{Base, Edge};

use super::{ColorValue, EdgeState, FramesValue};

/// The value of a position, a line for each edge; no line is empty.
#[must_use]
pub fn frames_value_table(position: &Position, value: &FramesValue) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        add_color(&mut text, position, color, &value.colors[color]);
    }
    let _ = write!(
        text,
        "frames-value {:.3} for black ({:.3} to {:.3}; mean {:.3}, temperature {:.3}",
        value.value, value.low, value.high, value.mean, value.temperature
    );
    if let Some((color, edge)) = value.hottest {
        let _ = write!(text, ", hottest {color} {}", edge.name(position.topology()));
    }
    let _ = write!(text, "; {} playouts)", value.playouts);
    text
}

fn add_color(text: &mut String, position: &Position, color: Color, value: &ColorValue) {
    let base = match value.base {
        Some(Base::Chain(cell)) => format!("from the chain of {}", position.topology().name(cell)),
        Some(Base::Empty(cell)) => {
            format!("from {}, where a stone is to be put first", position.topology().name(cell))
        }
        None => "out of reach".to_owned(),
    };
    let _ = writeln!(text, "{color}: three edges {base}: chance {:.2}", value.fork);
    let _ = writeln!(text, "  {:<8}{:>6}{:>6}{:>6}{:>6}{:>8}", "", "z", "n", "mean", "temp", "weight");
    for (edge, measure) in Edge::ALL.into_iter().zip(&value.edges) {
        let name = edge.name(position.topology());
        let (z, n) = match measure.state {
            EdgeState::Open => (format!("{:.1}", measure.pair.z), format!("{:.1}", measure.pair.n)),
            EdgeState::Reached => ("-".to_owned(), "0".to_owned()),
            EdgeState::Cut => ("-".to_owned(), "-".to_owned()),
        };
        let (mean, temperature, weight) = (measure.mean, measure.temperature, measure.weight);
        let _ = writeln!(text, "  {name:<8}{z:>6}{n:>6}{mean:>6.2}{temperature:>6.2}{weight:>8.3}");
    }
}
