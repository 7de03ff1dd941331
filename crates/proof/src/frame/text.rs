//! Frames as a table for people.

use std::fmt::Write;

use catena_core::{Cell, Color, Position};

use super::{Base, Certainty, ColorFrames, Edge, EdgeValue, Figure, Frame, Frames};

/// The frames of a position, a line for each; no line is empty.
#[must_use]
pub fn table(position: &Position, frames: &Frames) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let found = &frames.colors[color];
        let base = match found.base {
            Some(Base::Chain(cell)) => format!("from the chain of {}", position.topology().name(cell)),
            Some(Base::Empty(cell)) => {
                format!("from {}, where a stone is to be put first", position.topology().name(cell))
            }
            None => "from nowhere: no stone and no way to three edges".to_owned(),
        };
        let _ = writeln!(text, "{color}: edges {base}");
        let _ = writeln!(text, "  {:<8}{:>4}{:>4}  stones to place; carrier", "", "z", "w");
        rows(&mut text, position, found);
        let nearest = found.nearest.map_or("none".to_owned(), |stones| format!("{stones} stones"));
        let _ = writeln!(text, "  nearest figure if undisturbed: {nearest}");
    }
    let _ = write!(text, "{}", verdict(frames));
    text
}

fn rows(text: &mut String, position: &Position, found: &ColorFrames) {
    for (edge, value) in Edge::ALL.into_iter().zip(&found.edges) {
        let name = edge.name(position.topology());
        match value {
            EdgeValue::Reached => row(text, &name, "-", "0", "reached"),
            EdgeValue::Cut => row(text, &name, "-", "-", "cut off"),
            EdgeValue::Frame { z, frame } => framed(text, position, &name, *z, frame),
        }
    }
    let named = Figure::ALL.map(Figure::name).into_iter().zip(&found.figures);
    for (name, frame) in named {
        match frame {
            Some(frame) => framed(text, position, name, frame.keys.len() as i32, frame),
            None => row(text, name, "-", "-", "out of reach"),
        }
    }
    if let Some(frame) = &found.double {
        framed(text, position, "double", 0, frame);
    }
}

fn framed(text: &mut String, position: &Position, name: &str, z: i32, frame: &Frame) {
    let names = |cells: &[Cell]| {
        let names: Vec<&str> = cells.iter().map(|&cell| position.topology().name(cell)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    };
    let at_most = if frame.certainty == Certainty::AtMost { "≤" } else { "" };
    let carrier: Vec<Cell> = frame.carrier.cells().collect();
    let cells = format!("{}; {}", names(&frame.keys), names(&carrier));
    row(text, name, &format!("{at_most}{z}"), &frame.width.to_string(), &cells);
}

fn row(text: &mut String, name: &str, z: &str, w: &str, cells: &str) {
    let _ = writeln!(text, "  {name:<8}{z:>4}{w:>4}  {cells}");
}

/// Names the leader in one line.
#[must_use]
pub fn verdict(frames: &Frames) -> String {
    let best = |color: Color| match frames.colors[color].fastest() {
        None => format!("{color} has no figure left"),
        Some((figure, frame)) => format!(
            "{color} {} z {} w {}",
            figure.map_or("double threat", Figure::name),
            frame.keys.len(),
            frame.width
        ),
    };
    let who = match (frames.race.winner, frames.race.ahead) {
        (Some(winner), _) => format!("winner {winner}, for sure"),
        (None, Some(ahead)) => format!("ahead {ahead}"),
        (None, None) => "nobody can win".to_owned(),
    };
    format!("{who} ({}; {})", best(Color::Black), best(Color::White))
}
