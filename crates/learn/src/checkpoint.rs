//! State from which an interrupted training resumes.

use catena_arena::job::{Checkpoint, Found, JobIdentity};
use catena_core::Position;

use crate::{LearnError, LearnObserver};

/// Adds training games, which decide what is learned, to a job.
pub(crate) fn with_games(job: JobIdentity, games: &[Position]) -> JobIdentity {
    let mut text = String::new();
    for game in games {
        let topology = game.topology();
        text.push_str(&game.setup().size().to_string());
        for (cell, color) in game.start_stones() {
            text.push_str(&format!(" {color}:{}", topology.name(*cell)));
        }
        for ply in game.plies() {
            text.push_str(&format!(" {} {}", ply.color, topology.move_name(ply.mv)));
        }
        text.push('\n');
    }
    job.with_input("games", text.as_bytes())
}

/// The state that a checkpoint holds; a damaged one is reported and the training starts again.
pub(crate) fn load(
    checkpoint: Option<&Checkpoint>,
    observer: &mut dyn LearnObserver,
) -> Result<Option<Vec<u8>>, LearnError> {
    Ok(match checkpoint.map(Checkpoint::load).transpose()? {
        None | Some(Found::Nothing) => None,
        Some(Found::State(state)) => Some(state),
        Some(Found::Damaged(moved_to)) => {
            observer.damaged(&moved_to);
            None
        }
    })
}

/// Progress of a fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FitState {
    pub epochs: u32,
    /// The log-likelihood of a choice before the last epoch.
    pub likelihood: f64,
    pub gammas: Vec<f64>,
}

/// Fits that are done and, as the last, the one under way.
pub(crate) fn encode(fits: &[FitState]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for fit in fits {
        bytes.extend(u64::from(fit.epochs).to_le_bytes());
        bytes.extend(fit.likelihood.to_le_bytes());
        bytes.extend((fit.gammas.len() as u64).to_le_bytes());
        fit.gammas.iter().for_each(|gamma| bytes.extend(gamma.to_le_bytes()));
    }
    bytes
}

pub(crate) fn decode(state: &[u8]) -> Option<Vec<FitState>> {
    let mut words = state.as_chunks::<8>().0.iter().copied();
    let mut fits = Vec::new();
    while let Some(epochs) = words.next() {
        let epochs = u32::try_from(u64::from_le_bytes(epochs)).ok()?;
        let likelihood = f64::from_le_bytes(words.next()?);
        let length = u64::from_le_bytes(words.next()?);
        let gammas = (0..length).map(|_| words.next().map(f64::from_le_bytes)).collect::<Option<_>>()?;
        fits.push(FitState { epochs, likelihood, gammas });
    }
    Some(fits)
}
