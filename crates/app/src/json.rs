//! Output of the server: games, nodes, positions and reports as JSON. All values are for Black.

mod frames;
mod position;
mod report;
mod stored_game;

pub use frames::frames_json;
pub use position::{OutcomeJson, PositionJson};
pub use report::{ReportJson, ReviewJson};
pub use stored_game::{AccuracyJson, NodeJson, StoredGameJson};

use catena_core::record::Step;
use catena_core::{Move, Topology};

/// A move as requests write it.
pub fn move_name(mv: Move, topology: &Topology) -> String {
    match mv {
        Move::Swap => "swap".to_owned(),
        other => topology.move_name(other).to_owned(),
    }
}

/// Name of the action of a node; `swap-sides` comes from records only.
fn step_name(step: Step, topology: &Topology) -> String {
    match step {
        Step::Ply(ply) => move_name(ply.mv, topology),
        Step::SwapSides(_) => "swap-sides".to_owned(),
    }
}
