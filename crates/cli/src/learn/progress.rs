//! Progress display of training.

use std::path::Path;

use catena_learn::{LearnObserver, Phase, Teams};

use super::output::name;
use crate::progress::{Meter, damaged_line};

pub struct LearnProgress {
    meter: Meter,
}

impl LearnProgress {
    pub fn new() -> Self {
        Self { meter: Meter::new("games", None, 0) }
    }

    pub fn finish(&self) {
        self.meter.finish();
    }
}

impl LearnObserver for LearnProgress {
    fn games(&mut self, phase: Phase, done: usize, of: usize) {
        let unit = match phase {
            Phase::Count => "games counted",
            Phase::Extract => "games read for their choices",
            Phase::Measure => "games measured",
        };
        self.meter.phase(unit, of as u64);
        self.meter.update(done as u64, String::new);
    }

    fn patterns(&mut self, found: usize, kept: usize) {
        self.meter.line(&format!("{found} different patterns, {kept} appeared often enough"));
    }

    fn resumed(&mut self, teams: Teams, epochs: u32) {
        self.meter.line(&format!("resuming: {epochs} epochs of the {} are done", name(teams)));
    }

    fn damaged(&mut self, moved_to: &Path) {
        self.meter.line(&damaged_line(moved_to));
    }

    fn choices(&mut self, epoch: u32, done: usize, of: usize, likelihood: f64) {
        self.meter.phase("moves", of as u64);
        self.meter.update(done as u64, || format!("epoch {epoch}: log-likelihood of a move {likelihood:.4}"));
    }

    fn epoch(&mut self, teams: Teams, epoch: u32, of: u32, likelihood: f64) {
        let name = name(teams);
        self.meter.line(&format!("{name}, epoch {epoch} of {of}: log-likelihood of a move {likelihood:.6}"));
    }
}
