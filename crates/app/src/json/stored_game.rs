//! A game with its tree of nodes.

use catena_core::record::NodeId;
use catena_core::{Color, SwapRule};
use catena_engine::{MoveValues, accuracy};
use serde::Serialize;

use super::{PositionJson, ReportJson, ReviewJson, step_name};
use crate::error::AppResult;
use crate::stored_game::{NodeNote, StoredGame};

#[derive(Serialize)]
pub struct StoredGameJson {
    id: String,
    title: String,
    game: &'static str,
    size: u16,
    swap: bool,
    players: PlayersJson,
    /// Names of the players, as a record gives them.
    names: NamesJson,
    time: String,
    start: StartJson,
    nodes: Vec<NodeJson>,
    current: u32,
    position: PositionJson,
    reviewing: bool,
    accuracy: AccuracyJson,
    updated: String,
}

#[derive(Serialize)]
struct PlayersJson {
    black: String,
    white: String,
}

#[derive(Serialize)]
struct NamesJson {
    black: Option<String>,
    white: Option<String>,
}

/// Accuracy of both players on the reviewed main line in percent; null for a player without a reviewed move.
#[derive(Clone, Debug, Serialize)]
pub struct AccuracyJson {
    black: Option<f64>,
    white: Option<f64>,
}

impl AccuracyJson {
    pub fn of(game: &StoredGame) -> Self {
        let reviewed = game.record.main_line().filter_map(|node| {
            let player = game.record.node(node).step()?.color();
            let review = game.notes.get(&game.id_of(node))?.review.as_ref()?;
            let &ReviewJson { before, after, loss, .. } = review;
            Some(MoveValues { player, before, after, loss })
        });
        let found = accuracy(&reviewed.collect::<Vec<_>>());
        let percent = |color| found[color].map(|percent: f64| (percent * 10.0).round() / 10.0);
        Self { black: percent(Color::Black), white: percent(Color::White) }
    }
}

#[derive(Serialize)]
struct StartJson {
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
}

/// A node. `value` is the best that is known: a proof, the review, a report, or what
/// the record says.
#[derive(Serialize)]
pub struct NodeJson {
    id: u32,
    parent: Option<u32>,
    #[serde(rename = "move")]
    mv: Option<String>,
    color: Option<String>,
    comment: String,
    children: Vec<u32>,
    value: Option<f64>,
    report: Option<ReportJson>,
    review: Option<ReviewJson>,
}

impl StoredGameJson {
    pub fn of(game: &StoredGame, reviewing: bool) -> AppResult<Self> {
        let setup = game.record.setup();
        let start = game.record.position_at(NodeId::ROOT);
        let of = |wanted: Color| {
            let own = start.start_stones().iter().filter(|(_, color)| *color == wanted);
            own.map(|(cell, _)| setup.topology().name(*cell).to_owned()).collect()
        };
        let name = |color| {
            game.record.player(color).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
        };
        Ok(Self {
            id: game.id.clone(),
            title: game.title.clone(),
            game: setup.game().name(),
            size: setup.size(),
            swap: setup.swap() == SwapRule::On,
            players: PlayersJson { black: game.black.clone(), white: game.white.clone() },
            names: NamesJson { black: name(Color::Black), white: name(Color::White) },
            time: game.time.clone(),
            start: StartJson {
                black: of(Color::Black),
                white: of(Color::White),
                to_move: start.first_to_move().to_string(),
            },
            nodes: game.record.nodes().map(|node| NodeJson::of(game, node)).collect(),
            current: game.current,
            position: PositionJson::of(game.current, &game.position_at(game.current)?),
            reviewing,
            accuracy: AccuracyJson::of(game),
            updated: game.updated.clone(),
        })
    }
}

impl NodeJson {
    pub fn of(game: &StoredGame, id: NodeId) -> Self {
        let (record, topology) = (&game.record, game.record.setup().topology());
        let node = record.node(id);
        let note = game.notes.get(&game.id_of(id));
        let review = note.and_then(|note| note.review.clone());
        let report = note.and_then(|note| note.report.clone());
        let value = note.and_then(NodeNote::value);
        let value = value.or_else(|| node.win_rate().map(|percent| (percent / 100.0).clamp(0.0, 1.0)));
        Self {
            id: game.id_of(id),
            parent: node.parent().map(|parent| game.id_of(parent)),
            mv: node.step().map(|step| step_name(step, topology)),
            color: node.step().map(|step| step.color().to_string()),
            comment: node.comment().unwrap_or_default().to_owned(),
            children: record.children(id).map(|child| game.id_of(child)).collect(),
            value,
            report,
            review,
        }
    }
}
