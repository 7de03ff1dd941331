//! Havannah: threats at once, and frames where much was searched in vain.

use catena_core::{Move, Position};

use super::{Probe, Prober, ThreatProber};
use crate::frame::{FrameProof, prove};

/// Probes threats, and frames in a deep probe.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameProber;

impl Prober for FrameProber {
    fn probe(&mut self, position: &Position) -> Probe {
        ThreatProber.probe(position)
    }

    fn deep_probe(&mut self, position: &Position) -> Option<Probe> {
        match prove(position).ok()? {
            FrameProof::Won { winner, by } => Some(Probe::decided(Some(winner), by.map(Move::Place))),
            FrameProof::MustPlay(cells) => Some(Probe::open(cells.cells().map(Move::Place).collect())),
            FrameProof::Unknown => None,
        }
    }
}
