//! Results of searches and reviews.

use catena_core::{Color, Move, Position, Topology};
use catena_engine::{Proof, Report, ReviewedMove};
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
    /// True if there is a judgement.
    pub mistake: bool,
    /// `inaccuracy`, `mistake` or `blunder`; null for other moves, and until nothing is left to find out.
    #[serde(default)]
    pub judgement: Option<String>,
    /// Proofs before and after the move: a color, `draw` or null.
    #[serde(default)]
    pub winner_before: Option<String>,
    #[serde(default)]
    pub winner_after: Option<String>,
    /// The moves after a mistake that show why it is one.
    #[serde(default)]
    pub refutation: Vec<String>,
    /// True if the move gave the opponent the better chances.
    #[serde(default)]
    pub turning_point: bool,
}

impl ReviewJson {
    pub fn of(reviewed: &ReviewedMove, topology: &Topology) -> Self {
        let names = |line: &[Move]| -> Vec<String> {
            line.iter().take(MAX_PV).map(|&mv| move_name(mv, topology)).collect()
        };
        let winner = |winner: Option<Color>| winner.map_or("draw".to_owned(), |color| color.to_string());
        let pv = names(&reviewed.found.line);
        Self {
            before: round(reviewed.black_stones_before),
            after: round(reviewed.black_stones_after),
            best: pv.first().cloned(),
            pv,
            loss: round(reviewed.loss),
            mistake: reviewed.judgement.is_some(),
            judgement: reviewed.judgement.map(|judgement| judgement.to_string()),
            winner_before: reviewed.winner_before.map(winner),
            winner_after: reviewed.winner_after.map(winner),
            refutation: names(&reviewed.refutation),
            turning_point: reviewed.is_turning_point(),
        }
    }
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
const MAX_PV: usize = 16;

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
fn for_black(value: f64, to_move: Color) -> f64 {
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
