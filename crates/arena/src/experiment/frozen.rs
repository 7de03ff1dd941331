//! Presets get stronger with versions; an experiment can say which ones it means by their fingerprints.

use std::collections::BTreeMap;

use super::measure::LabError;
use super::{Case, Experiment, Kind, game_of};
use crate::contestant::Contestant;
use crate::fingerprint::fingerprint;
use catena_engine::ModelStore;

/// The fingerprints of all players of an experiment, as `frozen` in its file holds them.
///
/// # Errors
/// If a case names no game or a player that does not exist.
pub fn freeze(experiment: &Experiment, models: &ModelStore) -> Result<BTreeMap<String, String>, LabError> {
    let mut found = BTreeMap::new();
    if !matches!(experiment.kind, Kind::Match | Kind::Lengths) {
        return Ok(found);
    }
    for case in &experiment.cases {
        let game = game_of(experiment, case).map_err(|why| LabError::data(experiment, case, why))?;
        for text in players(case) {
            let contestant = Contestant::parse(text, game, models)
                .map_err(|error| LabError::data(experiment, case, error.to_string()))?;
            found.insert(key(text, experiment, case), fingerprint_of(&contestant));
        }
    }
    Ok(found)
}

/// Refuses a player that is not what it was when the file was written.
pub(super) fn check(
    experiment: &Experiment,
    case: &Case,
    text: &str,
    contestant: &Contestant,
) -> Result<(), String> {
    match experiment.frozen.get(&key(text, experiment, case)) {
        Some(frozen) if *frozen != fingerprint_of(contestant) => Err(format!(
            "{text} is not what it was when the file was written: its parameters or models have changed \
             (fingerprint {}, frozen {frozen})",
            fingerprint_of(contestant)
        )),
        _ => Ok(()),
    }
}

fn players(case: &Case) -> impl Iterator<Item = &str> {
    [case.player.as_deref(), case.opponent.as_deref()].into_iter().flatten()
}

/// A preset may be another player in another game: `champion in hex`.
fn key(text: &str, experiment: &Experiment, case: &Case) -> String {
    let game = case.game.as_deref().or(experiment.game.as_deref()).unwrap_or_default();
    format!("{text} in {game}")
}

fn fingerprint_of(contestant: &Contestant) -> String {
    format!("{:016x}", fingerprint(contestant.identity().as_bytes()))
}
