//! A board as geometry.

use catena_core::render::{self, Ground, Place, Presence};
use catena_core::topology::{Point, Shape};
use catena_core::{Setup, Topology};
use serde_json::{Value, json};

/// The board of a game: cells, edges, labels and lines.
#[must_use]
pub fn geometry(setup: &Setup) -> Value {
    let topology = setup.topology();
    let drawing = render::geometry(topology);
    let view = drawing.view_box;
    let view_box = [view.x, view.y, view.width, view.height].map(round);
    let plane = json!({
        "view_box": view_box,
        "cells": drawing.places.iter().map(|place| cell(topology, place)).collect::<Vec<_>>(),
        "edges": drawing.edges.iter().map(|(color, points)| {
            json!({ "color": color.to_string(), "points": points.iter().map(flat).collect::<Vec<_>>() })
        }).collect::<Vec<_>>(),
        "labels": drawing.labels.iter().map(|label| {
            json!({ "text": label.text, "at": flat(&label.at) })
        }).collect::<Vec<_>>(),
        "lines": drawing.lines.iter().map(|line| line.each_ref().map(flat)).collect::<Vec<_>>(),
    });
    let mut board = json!({ "game": setup.game().name(), "size": setup.size() });
    let parts = if topology.shape() == Shape::Sphere { sphere(topology, plane) } else { whole(plane) };
    for (name, part) in parts {
        board[name] = part;
    }
    board
}

fn whole(mut plane: Value) -> Vec<(&'static str, Value)> {
    let names = ["view_box", "cells", "edges", "labels", "lines"];
    let mut parts: Vec<_> = names.into_iter().map(|name| (name, plane[name].take())).collect();
    parts.push(("shape", json!("flat")));
    parts
}

fn sphere(topology: &Topology, plane: Value) -> Vec<(&'static str, Value)> {
    let cells = topology.cells().map(|cell| {
        json!({
            "name": topology.name(cell),
            "at": solid(&topology.layout().center(cell)),
            "outline": topology.layout().outline(cell).iter().map(solid).collect::<Vec<_>>(),
            "neighbors": topology.neighbors(cell).map(|other| topology.name(other)).collect::<Vec<_>>(),
            "antipode": topology.name(topology.antipode(cell)),
            "ground": ground(Ground::of(topology, cell)),
        })
    });
    vec![("shape", json!("sphere")), ("cells", cells.collect()), ("hemispheres", plane)]
}

fn cell(topology: &Topology, place: &Place) -> Value {
    let mut cell = json!({
        "name": topology.name(place.cell),
        "center": flat(&place.center),
        "outline": place.outline.iter().map(flat).collect::<Vec<_>>(),
        "stone_radius": round(place.stone),
        "neighbors": topology.neighbors(place.cell).map(|other| topology.name(other)).collect::<Vec<_>>(),
        "ground": ground(place.ground),
    });
    if topology.shape() == Shape::Sphere {
        cell["repeated"] = json!(place.presence == Presence::Guest);
    }
    cell
}

const fn ground(ground: Ground) -> Option<&'static str> {
    match ground {
        Ground::Plain => None,
        Ground::Side => Some("side"),
        Ground::Corner => Some("corner"),
    }
}

fn flat(point: &Point) -> [f64; 2] {
    [round(point.x), round(point.y)]
}

fn solid(point: &Point) -> [f64; 3] {
    // Finer than a plane: the sphere is drawn large.
    [point.x, point.y, point.z].map(|x| (x * 1e6).round() / 1e6 + 0.0)
}

/// To four digits, and without a negative zero.
fn round(x: f64) -> f64 {
    (x * 1e4).round() / 1e4 + 0.0
}
