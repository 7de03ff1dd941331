//! Results of searches and reviews.

use catena_core::{Color, Position};
use catena_engine::{Proof, Report};
use serde::{Deserialize, Serialize};

use super::move_name;

/// Review of the move that led to a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewJson {
    pub before: f64,
    pub after: f64,
    pub best: Option<String>,
    /// The principal variation. Older files call it `line`.
    #[serde(alias = "line")]
    pub pv: Vec<String>,
    pub loss: f64,
    pub mistake: bool,
}

/// Report of a search at a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportJson {
    pub node: u32,
    pub player: String,
    pub visits: u32,
    pub playouts: u64,
    pub elapsed: f64,
    pub value: f64,
    pub best: String,
    pub proof: Option<String>,
    pub candidates: Vec<CandidateJson>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateJson {
    pub cell: String,
    pub visits: u32,
    pub value: f64,
    pub rave: Option<f64>,
    pub prior: Option<f64>,
    pub proof: Option<String>,
    #[serde(alias = "line")]
    pub pv: Vec<String>,
}

/// The longest principal variation that is sent.
pub const MAX_PV: usize = 16;

impl ReportJson {
    pub fn of(node: u32, player: &str, position: &Position, report: &Report) -> Self {
        let topology = position.topology();
        let to_move = position.to_move();
        let black = |value: f32| for_black(f64::from(value), to_move);
        let proof = |proof: Option<Proof>| proof.map(|proof| proof_name(proof, to_move));
        let candidates = report.candidates.iter().filter(|candidate| {
            candidate.visits > 0 || candidate.proof.is_some() || candidate.rave.is_some()
        });
        let candidates = candidates.map(|candidate| CandidateJson {
            cell: topology.name(candidate.cell).to_owned(),
            visits: candidate.visits,
            value: black(candidate.value),
            rave: candidate.rave.map(black),
            prior: candidate.prior.map(|prior| round(f64::from(prior))),
            proof: proof(candidate.proof),
            pv: candidate.line.iter().take(MAX_PV).map(|&cell| topology.name(cell).to_owned()).collect(),
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

/// From a value for the player to move, to four digits.
pub fn for_black(value: f64, to_move: Color) -> f64 {
    round(if to_move == Color::Black { value } else { 1.0 - value })
}

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
