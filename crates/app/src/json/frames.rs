//! Frames as JSON.

use catena_core::{Cell, Color, Position};
use catena_engine::{ColorValue, EdgeMeasure, EdgeState, FramesValue};
use catena_proof::frame::{Base, Certainty, ColorFrames, Edge, EdgeValue, Figure, Frame, Frames};
use serde_json::{Value, json};

/// The frames of a position, as the command line and the app tell them.
#[must_use]
pub fn frames_json(position: &Position, found: &Frames, value: &FramesValue) -> Value {
    let name = |color: Option<Color>| color.map(|color| color.to_string());
    json!({
        "game": position.setup().game().name(),
        "size": position.setup().size(),
        "to_move": position.to_move().to_string(),
        "black": json_color(position, &found.colors.black),
        "white": json_color(position, &found.colors.white),
        "ahead": name(found.race.ahead),
        "winner": name(found.race.winner),
        "value": json_value(position, value),
    })
}

fn json_color(position: &Position, found: &ColorFrames) -> Value {
    let edge = |(edge, value): (Edge, &EdgeValue)| {
        let name = edge.name(position.topology());
        match value {
            EdgeValue::Reached => json!({ "edge": name, "state": "reached" }),
            EdgeValue::Cut => json!({ "edge": name, "state": "cut" }),
            EdgeValue::Frame { z, frame } => {
                json!({ "edge": name, "state": "frame", "frame": json_frame(position, *z, frame) })
            }
        }
    };
    let winning = |frame: &Option<Frame>| {
        frame.as_ref().map(|frame| json_frame(position, frame.keys.len() as i32, frame))
    };
    json!({
        "base": found.base.map(|base| json_base(position, base)),
        "edges": Edge::ALL.into_iter().zip(&found.edges).map(edge).collect::<Vec<_>>(),
        "bridge": winning(&found.figures[Figure::Bridge as usize]),
        "fork": winning(&found.figures[Figure::Fork as usize]),
        "ring": winning(&found.figures[Figure::Ring as usize]),
        "double": winning(&found.double),
        "fastest": found.fastest().map(|(figure, _)| figure.map_or("double", Figure::name)),
        "nearest": found.nearest,
    })
}

fn json_base(position: &Position, base: Base) -> Value {
    json!({ "cell": position.topology().name(base.cell()), "stone": matches!(base, Base::Chain(_)) })
}

/// The evaluation frames-value.
fn json_value(position: &Position, value: &FramesValue) -> Value {
    json!({
        "value": value.value,
        "low": value.low,
        "high": value.high,
        "mean": value.mean,
        "temperature": value.temperature,
        "hottest": value.hottest.map(|(color, edge)| json!({
            "color": color.to_string(),
            "edge": edge.name(position.topology()),
        })),
        "playouts": value.playouts,
        "black": json_color_value(position, &value.colors.black),
        "white": json_color_value(position, &value.colors.white),
    })
}

fn json_color_value(position: &Position, value: &ColorValue) -> Value {
    let edge = |(edge, measure): (Edge, &EdgeMeasure)| {
        json!({
            "edge": edge.name(position.topology()),
            "state": match measure.state {
                EdgeState::Reached => "reached",
                EdgeState::Open => "open",
                EdgeState::Cut => "cut",
            },
            "z": measure.pair.z,
            "n": measure.pair.n,
            "mean": measure.mean,
            "temperature": measure.temperature,
            "weight": measure.weight,
        })
    };
    json!({
        "base": value.base.map(|base| json_base(position, base)),
        "fork": value.fork,
        "speed": value.speed,
        "edges": Edge::ALL.into_iter().zip(&value.edges).map(edge).collect::<Vec<_>>(),
    })
}

fn json_frame(position: &Position, z: i32, frame: &Frame) -> Value {
    let name = |cell: Cell| position.topology().name(cell).to_owned();
    json!({
        "z": z,
        "w": frame.width,
        "longest": frame.longest,
        "exact": frame.certainty == Certainty::Least,
        "place": frame.keys.iter().map(|&cell| name(cell)).collect::<Vec<_>>(),
        "stones": frame.stones.cells().map(name).collect::<Vec<_>>(),
        "carrier": frame.carrier.cells().map(name).collect::<Vec<_>>(),
    })
}
