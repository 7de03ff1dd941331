//! What leaves the server: sessions, nodes, positions and reports as JSON. All values are for Black.

use std::collections::BTreeMap;

use catena_core::record::{NodeId, Step};
use catena_core::{Color, How, Move, Outcome, Position, SwapRule, Topology};
use catena_engine::{Proof, Report};
use serde::{Deserialize, Serialize};

use crate::error::Answer;
use crate::session::{Note, Session};

#[derive(Serialize)]
pub struct SessionView {
    id: String,
    title: String,
    game: &'static str,
    size: u16,
    swap: bool,
    players: PlayersView,
    time: String,
    start: StartView,
    nodes: Vec<NodeView>,
    current: u32,
    position: PositionView,
    reviewing: bool,
    updated: String,
}

#[derive(Serialize)]
struct PlayersView {
    black: String,
    white: String,
}

#[derive(Serialize)]
struct StartView {
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
}

/// A node. `value` is the best that is known: a proof, the review, a report, or what
/// the record says.
#[derive(Serialize)]
pub struct NodeView {
    id: u32,
    parent: Option<u32>,
    #[serde(rename = "move")]
    mv: Option<String>,
    color: Option<String>,
    comment: String,
    children: Vec<u32>,
    value: Option<f64>,
    report: Option<ReportView>,
    review: Option<ReviewView>,
}

#[derive(Serialize)]
pub struct PositionView {
    node: u32,
    to_move: String,
    stones: BTreeMap<String, String>,
    last: Option<String>,
    legal: Vec<String>,
    can_swap: bool,
    outcome: Option<OutcomeView>,
}

#[derive(Serialize)]
pub struct OutcomeView {
    pub winner: Option<String>,
    pub how: Vec<&'static str>,
    pub cells: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreView>,
}

#[derive(Serialize)]
pub struct ScoreView {
    black: i16,
    white: i16,
}

/// What a review says about the move that led to a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewView {
    pub before: f64,
    pub after: f64,
    pub best: Option<String>,
    pub line: Vec<String>,
    pub loss: f64,
    pub mistake: bool,
}

/// What a search has found at a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportView {
    pub node: u32,
    pub player: String,
    pub visits: u32,
    pub playouts: u64,
    pub elapsed: f64,
    pub value: f64,
    pub best: String,
    pub proof: Option<String>,
    pub candidates: Vec<CandidateView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateView {
    pub cell: String,
    pub visits: u32,
    pub value: f64,
    pub rave: Option<f64>,
    pub prior: Option<f64>,
    pub proof: Option<String>,
    pub line: Vec<String>,
}

/// Moves of a line that are told.
const LINE: usize = 16;

impl SessionView {
    pub fn of(session: &Session, reviewing: bool) -> Answer<Self> {
        let setup = session.record.setup();
        let start = session.record.position_at(NodeId::ROOT);
        let of = |wanted: Color| {
            let own = start.start_stones().iter().filter(|(_, color)| *color == wanted);
            own.map(|(cell, _)| setup.topology().name(*cell).to_owned()).collect()
        };
        Ok(Self {
            id: session.id.clone(),
            title: session.title.clone(),
            game: setup.game().name(),
            size: setup.size(),
            swap: setup.swap() == SwapRule::On,
            players: PlayersView { black: session.black.clone(), white: session.white.clone() },
            time: session.time.clone(),
            start: StartView {
                black: of(Color::Black),
                white: of(Color::White),
                to_move: start.first_to_move().to_string(),
            },
            nodes: session.record.nodes().map(|node| NodeView::of(session, node)).collect(),
            current: session.current,
            position: PositionView::of(session.current, &session.position_at(session.current)?),
            reviewing,
            updated: session.updated.clone(),
        })
    }
}

impl NodeView {
    pub fn of(session: &Session, id: NodeId) -> Self {
        let (record, topology) = (&session.record, session.record.setup().topology());
        let node = record.node(id);
        let note = session.notes.get(&session.id_of(id));
        let review = note.and_then(|note| note.review.clone());
        let report = note.and_then(|note| note.report.clone());
        let value = note.and_then(Note::value);
        let value = value.or_else(|| node.win_rate().map(|percent| (percent / 100.0).clamp(0.0, 1.0)));
        Self {
            id: session.id_of(id),
            parent: node.parent().map(|parent| session.id_of(parent)),
            mv: node.step().map(|step| step_name(step, topology)),
            color: node.step().map(|step| step.color().to_string()),
            comment: node.comment().unwrap_or_default().to_owned(),
            children: record.children(id).map(|child| session.id_of(child)).collect(),
            value,
            report,
            review,
        }
    }
}

impl PositionView {
    pub fn of(node: u32, position: &Position) -> Self {
        let topology = position.topology();
        let name = |cell| topology.name(cell).to_owned();
        let stone = |cell| Some((name(cell), position.board().stone(cell)?.to_string()));
        let legal = position.legal_moves().filter_map(|mv| match mv {
            Move::Place(cell) => Some(name(cell)),
            _ => None,
        });
        Self {
            node,
            to_move: position.to_move().to_string(),
            stones: topology.cells().filter_map(stone).collect(),
            last: last_cell(position).map(name),
            legal: legal.collect(),
            can_swap: position.can_swap(),
            outcome: position.outcome().map(|outcome| OutcomeView::of(position, outcome)),
        }
    }
}

/// The cell of the last stone; after a swap the one that was taken over.
fn last_cell(position: &Position) -> Option<catena_core::Cell> {
    match position.plies().last()?.mv {
        Move::Place(cell) => Some(cell),
        Move::Swap => position.topology().cells().find(|&cell| position.board().stone(cell).is_some()),
        Move::Pass | Move::Resign => None,
    }
}

impl OutcomeView {
    pub fn of(position: &Position, outcome: Outcome) -> Self {
        let (how, score) = match outcome.how {
            How::Figures(figures) => (figures.names().collect(), None),
            How::Score { black, white } => (vec!["score"], Some(ScoreView { black, white })),
            How::Resignation => (vec!["resignation"], None),
            How::Full => (Vec::new(), None),
        };
        let cells = position.winning_cells().into_iter();
        Self {
            winner: Some(outcome.winner.map_or("draw".to_owned(), |winner| winner.to_string())),
            how,
            cells: cells.map(|cell| position.topology().name(cell).to_owned()).collect(),
            score,
        }
    }
}

impl ReportView {
    /// A report of a search at a position.
    pub fn of(node: u32, player: &str, position: &Position, report: &Report) -> Self {
        let topology = position.topology();
        let to_move = position.to_move();
        let black = |value: f32| for_black(f64::from(value), to_move);
        let proof = |proof: Option<Proof>| proof.map(|proof| proof_name(proof, to_move));
        let candidates = report.candidates.iter().filter(|candidate| {
            candidate.visits > 0 || candidate.proof.is_some() || candidate.rave.is_some()
        });
        let candidates = candidates.map(|candidate| CandidateView {
            cell: topology.name(candidate.cell).to_owned(),
            visits: candidate.visits,
            value: black(candidate.value),
            rave: candidate.rave.map(black),
            prior: candidate.prior.map(|prior| round(f64::from(prior))),
            proof: proof(candidate.proof),
            line: candidate.line.iter().take(LINE).map(|&cell| topology.name(cell).to_owned()).collect(),
        });
        Self {
            node,
            player: player.to_owned(),
            visits: report.visits,
            playouts: report.playouts,
            elapsed: (report.elapsed.as_secs_f64() * 1e3).round() / 1e3,
            value: black(report.value),
            best: move_name(report.best, topology),
            proof: proof(report.proof),
            candidates: candidates.collect(),
        }
    }
}

/// A value for the player to move as one for Black, to four digits.
pub fn for_black(value: f64, to_move: Color) -> f64 {
    round(if to_move == Color::Black { value } else { 1.0 - value })
}

/// To four digits.
fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn proof_name(proof: Proof, to_move: Color) -> String {
    match proof {
        Proof::Win => to_move.to_string(),
        Proof::Loss => (!to_move).to_string(),
        Proof::Draw => "draw".to_owned(),
    }
}

/// A move as requests write it.
pub fn move_name(mv: Move, topology: &Topology) -> String {
    match mv {
        Move::Swap => "swap".to_owned(),
        other => topology.move_name(other).to_owned(),
    }
}

/// What a node did; `swap-sides` comes from records only.
fn step_name(step: Step, topology: &Topology) -> String {
    match step {
        Step::Ply(ply) => move_name(ply.mv, topology),
        Step::SwapSides(_) => "swap-sides".to_owned(),
    }
}
