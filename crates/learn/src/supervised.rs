//! Learning from recorded games: who watches, what comes out, and what can go wrong.

use std::path::Path;

use catena_arena::job::{CheckpointError, RESUME_HINT};
use catena_core::{Game, Position};

use crate::fit::Teams;
use crate::predict::Prediction;

/// A step over all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Counting the patterns of games.
    Count,
    /// Turning games into choices.
    Extract,
    /// Measuring on the games that were held out.
    Measure,
}

/// Watches training.
pub trait LearnObserver {
    /// N of all games have gone through a phase.
    fn games(&mut self, _phase: Phase, _done: usize, _of: usize) {}
    /// Patterns that were found and kept, global and local together.
    fn patterns(&mut self, _found: usize, _kept: usize) {}
    /// An interrupted training resumes after N epochs.
    fn resumed(&mut self, _teams: Teams, _epochs: u32) {}
    /// The checkpoint was damaged and has another name now; the training starts again.
    fn damaged(&mut self, _moved_to: &Path) {}
    /// N of all choices of an epoch, and the log-likelihood of one so far.
    fn choices(&mut self, _epoch: u32, _done: usize, _of: usize, _likelihood: f64) {}
    /// An epoch is done; with the log-likelihood of a choice before its updates.
    fn epoch(&mut self, _teams: Teams, _epoch: u32, _of: u32, _likelihood: f64) {}
}

impl LearnObserver for () {}

/// A trained model and how well it predicts games that were held out.
#[derive(Clone, Debug)]
pub struct TrainingResult<M> {
    /// The model.
    pub model: M,
    /// Games in the training data.
    pub games: usize,
    /// Moves of these games that were choices.
    pub choices: usize,
    /// Summaries of the fits.
    pub fits: Vec<FitSummary>,
    /// Games held out.
    pub held_out: usize,
    /// Accuracy on their moves.
    pub prediction: Prediction,
}

/// Summary of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSummary {
    /// The fitted teams.
    pub teams: Teams,
    /// Epochs done.
    pub epochs: u32,
    /// The log-likelihood of a choice with all weights 1 …
    pub first: f64,
    /// … and with those found.
    pub last: f64,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// Patterns are not for this game.
    #[error("patterns are not for {}: its middle is not planar", .0.title())]
    NoPatterns(Game),
    /// The training data has no choice.
    #[error("there is no game of this board with more than one move to learn from")]
    NoChoices,
    /// It was asked to stop; what was done is kept.
    #[error("stopped; {RESUME_HINT}")]
    Stopped,
    /// The file to resume from.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The training games and those that are held out: every N-th, none for 0.
#[must_use]
pub fn split(games: &[Position], hold_out: usize) -> (Vec<&Position>, Vec<&Position>) {
    let held = |number: usize| hold_out > 0 && number % hold_out == hold_out - 1;
    let numbered = games.iter().enumerate();
    let (held_out, training): (Vec<_>, Vec<_>) = numbered.partition(|(number, _)| held(*number));
    let games = |numbered: Vec<(usize, _)>| numbered.into_iter().map(|(_, game)| game).collect();
    (games(training), games(held_out))
}
