//! Commands about the frames of a Havannah position.

use catena_core::{Cell, Color, Position};
use catena_engine::{FramesEvaluator, frames_value_table};
use catena_proof::frame::{self, ColorFrames, Edge, EdgeValue, Frames};

use super::Reply;
use super::game::color;
use crate::protocol::shorten;
use crate::{Protocol, form};

/// The frames of the position, with edge frames from the named cell.
fn found<'a>(protocol: &'a Protocol, from: Option<&&str>) -> Result<(&'a Position, Frames), String> {
    let position = protocol.session.position();
    let from = match from {
        None => None,
        Some(name) => {
            let cell = position.topology().cell(name);
            Some(cell.ok_or_else(|| format!("there is no cell {:?}", shorten(name)))?)
        }
    };
    let frames = frame::frames(position, from).map_err(|error| error.to_string())?;
    Ok((position, frames))
}

pub(super) fn table(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let (position, frames) = found(protocol, args.first())?;
    Ok(frame::table(position, &frames))
}

pub(super) fn ahead(protocol: &mut Protocol, _: &[&str]) -> Reply {
    let (_, frames) = found(protocol, None)?;
    Ok(frame::verdict(&frames))
}

/// The evaluation frames-value.
pub(super) fn value(protocol: &mut Protocol, _: &[&str]) -> Reply {
    /// Playouts of an edge for each number of stones ahead.
    const PLAYOUTS: u32 = 200;
    let (position, seed) = (protocol.session.position(), protocol.session.seed());
    if position.outcome().is_some() {
        return Err(frame::FrameError::GameOver.to_string());
    }
    let mut evaluator = FramesEvaluator::new(position, seed).map_err(|error| error.to_string())?;
    Ok(frames_value_table(position, &evaluator.evaluate(position, PLAYOUTS)))
}

/// Each edge's pair on the empty cell in its middle, or next to that.
pub(super) fn edges(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let color = color(args[0])?;
    let (position, frames) = found(protocol, args.get(1))?;
    let marks = Edge::ALL.into_iter().zip(&frames.colors[color].edges).filter_map(|(edge, value)| {
        let cells: Vec<Cell> = edge.cells(position.topology()).cells().collect();
        let middle = cells.len() / 2;
        let by_distance = (0..cells.len())
            .min_by_key(|&index| (position.board().stone(cells[index]).is_some(), index.abs_diff(middle)));
        let text = match value {
            EdgeValue::Reached => "reached".to_owned(),
            EdgeValue::Cut => "cut".to_owned(),
            EdgeValue::Frame { z, frame } => format!("{z},{}", frame.width),
        };
        Some(format!("{} {text}", position.topology().name(cells[by_distance?])))
    });
    Ok(marks.collect::<Vec<_>>().join(" "))
}

pub(super) fn place(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let color = color(args[0])?;
    let (position, frames) = found(protocol, None)?;
    let keys = frames.colors[color].fastest().map_or(&[][..], |(_, frame)| &frame.keys);
    Ok(form::names(position, keys))
}

/// Stones and carrier of the fastest frame as shades, what is to be placed as labels.
pub(super) fn gfx(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let color = color(args[0])?;
    let (position, frames) = found(protocol, None)?;
    Ok(graphics(position, color, &frames.colors[color], &frame::verdict(&frames)))
}

fn graphics(position: &Position, color: Color, found: &ColorFrames, verdict: &str) -> String {
    let Some((_, frame)) = found.fastest() else { return format!("TEXT {color} has no figure left") };
    let name = |cell: Cell| position.topology().name(cell);
    let shades = frame.stones.cells().map(|cell| format!(" {} 1.0", name(cell)));
    let shades = shades.chain(frame.carrier.cells().map(|cell| format!(" {} 0.4", name(cell))));
    let labels = frame.keys.iter().map(|&cell| format!(" {} +", name(cell)));
    format!("INFLUENCE{}\nLABEL{}\nTEXT {verdict}", shades.collect::<String>(), labels.collect::<String>())
}
