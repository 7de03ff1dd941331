//! Measuring what a paper measured.

use std::path::PathBuf;
use std::time::Duration;

use catena_core::{Setup, SwapRule};
use catena_engine::ModelStore;
use catena_playout::paper;

use super::{Agreement, Case, Experiment, Extent, Finding, Kind, Unit, frozen, game_of, verdict};
use crate::contestant::Contestant;
use crate::cpu;
use crate::job::RESUME_HINT;
use crate::limit::MoveLimit;
use crate::opening::Openings;
use crate::run::{ArenaError, Match, MatchEnd, MatchGoal, MatchObserver};
use crate::runner::Runner;
use crate::spec::MatchSpec;
use crate::stats::{Estimate, Interval, Pentanomial};
use crate::stop::Stop;
use crate::store::{MatchStore, StoreError};

/// Where experiments are made.
pub struct Lab<'a> {
    /// The file of results.
    pub store: PathBuf,
    /// Runner of the games.
    pub runner: &'a dyn Runner,
    /// Which program plays.
    pub build: String,
    /// Scale of the experiment: minutes, or as in the paper.
    pub extent: Extent,
    /// Where players get their models from.
    pub models: ModelStore,
    /// Asks to end.
    pub stop: &'a Stop,
}

/// Measures all cases of an experiment; `on_case` is told how many games each will have, and gives
/// back who watches them.
///
/// # Errors
/// If it is stopped, or if the store fails.
pub fn measure(
    experiment: &Experiment,
    lab: &Lab<'_>,
    on_case: &mut dyn FnMut(&str, u64) -> Box<dyn MatchObserver>,
) -> Result<Vec<Finding>, LabError> {
    match experiment.kind {
        Kind::Impossible => Ok(Vec::new()),
        Kind::RunTimes => Ok(run_times(experiment, lab)),
        Kind::Complexity => Ok(experiment.cases.iter().map(|case| complexity(experiment, case)).collect()),
        Kind::Match | Kind::Lengths => {
            experiment.cases.iter().map(|case| played(experiment, case, lab, on_case)).collect()
        }
    }
}

fn played(
    experiment: &Experiment,
    case: &Case,
    lab: &Lab<'_>,
    on_case: &mut dyn FnMut(&str, u64) -> Box<dyn MatchObserver>,
) -> Result<Finding, LabError> {
    let (spec, games) = spec(experiment, case, lab)?;
    let mut contest = Match::open(MatchStore::open(&lab.store)?, spec)?;
    let mut observer = on_case(&case.label, games);
    let end = contest.play(MatchGoal { games, sprt: None }, lab.runner, lab.stop, observer.as_mut())?;
    match end {
        MatchEnd::Stopped => return Err(LabError::Stopped),
        MatchEnd::Faults(jobs) => return Err(LabError::Faults(jobs)),
        MatchEnd::Complete | MatchEnd::Decided(_) => {}
    }
    let (ours, interval, games) = match experiment.kind {
        Kind::Lengths => lengths(&contest)?,
        _ => {
            let none = || LabError::data(experiment, case, "there were no games".to_owned());
            let estimate = estimate(&contest, case).ok_or_else(none)?;
            match experiment.unit {
                Unit::Elo => (estimate.elo(), estimate.elo_interval(), estimate.games),
                _ => (estimate.score, estimate.score_interval, estimate.games),
            }
        }
    };
    let verdict = verdict(case, experiment.unit, ours, Some(interval));
    Ok(Finding {
        label: case.label.clone(),
        paper: case.paper,
        ours,
        interval: Some(interval),
        games,
        verdict,
    })
}

/// Checks that all cases of an experiment can be played; better known before the first game than after.
///
/// # Errors
/// If the data name something that does not exist, or a player that has changed since they were written.
pub fn check(experiment: &Experiment, lab: &Lab<'_>) -> Result<(), LabError> {
    match experiment.kind {
        Kind::Match | Kind::Lengths => {
            experiment.cases.iter().try_for_each(|case| spec(experiment, case, lab).map(drop))
        }
        Kind::Complexity => experiment.cases.iter().try_for_each(|case| {
            setup(experiment, case).map(drop).map_err(|why| LabError::data(experiment, case, why))
        }),
        Kind::RunTimes | Kind::Impossible => Ok(()),
    }
}

fn spec(experiment: &Experiment, case: &Case, lab: &Lab<'_>) -> Result<(MatchSpec, u64), LabError> {
    match_spec(experiment, case, lab).map_err(|why| LabError::data(experiment, case, why))
}

fn match_spec(experiment: &Experiment, case: &Case, lab: &Lab<'_>) -> Result<(MatchSpec, u64), String> {
    let setup = setup(experiment, case)?;
    let scale = experiment.scale(case, lab.extent).ok_or(match lab.extent {
        Extent::Small => "it has no small scale",
        Extent::Full => "it has no full scale",
    })?;
    let mut contestants = Vec::new();
    for text in [case.player.as_deref(), case.opponent.as_deref()] {
        let text = text.ok_or("it needs a player and an opponent")?;
        let contestant =
            Contestant::parse(text, setup.game(), &lab.models).map_err(|error| error.to_string())?;
        frozen::check(experiment, case, text, &contestant)?;
        contestants.push(contestant);
    }
    if contestants[0].name() == contestants[1].name() {
        let name = format!("{} (2)", contestants[1].name());
        contestants[1].rename(name);
    }
    let openings = match experiment.openings.as_deref().unwrap_or("empty") {
        "empty" => Openings::Empty,
        "first-moves" => Openings::FirstMoves,
        other => {
            let moves = other.strip_prefix("random:").and_then(|moves| moves.parse().ok());
            Openings::Random(moves.ok_or_else(|| format!("{other:?} is no kind of openings"))?)
        }
    };
    if let Some(side) = case.side.as_deref().filter(|side| !["black", "white"].contains(side)) {
        return Err(format!("{side:?} is no side: black, white"));
    }
    let spec = MatchSpec {
        setup,
        contestants,
        limit: MoveLimit::parse(&scale.limit).ok_or_else(|| format!("{:?} is no limit", scale.limit))?,
        // Shared machines stop programs for moments; no time of a paper depends on it.
        grace: Duration::from_secs(30),
        openings,
        models: lab.models.clone(),
        seed: 1,
        build: lab.build.clone(),
    };
    Ok((spec, scale.games))
}

fn setup(experiment: &Experiment, case: &Case) -> Result<Setup, String> {
    let game = game_of(experiment, case)?;
    let size = case.size.or(experiment.size).ok_or("no size is named")?;
    Setup::new(game, size, SwapRule::Off).map_err(|error| error.to_string())
}

/// The result of the first player, in all games or with one color.
fn estimate(contest: &Match, case: &Case) -> Option<Estimate> {
    let tally = contest.entry().tally();
    let one_color = match case.side.as_deref() {
        Some("black") => tally.by_color_of(0, 1)[0],
        Some("white") => tally.by_color_of(0, 1)[1],
        _ => return tally.estimate(),
    };
    // Games with one color have different openings or seeds, so that they are independent: pairs of
    // them spread as two games do.
    let [won, drawn, lost] = one_color.map(|count| count as f64);
    let total = (lost + drawn + won).max(1.0);
    let (l, d, w) = (lost / total, drawn / total, won / total);
    let chances = [l * l, 2.0 * l * d, d * d + 2.0 * l * w, 2.0 * d * w, w * w];
    let mut estimate = Estimate::new(&Pentanomial { pairs: [0; 5], single: one_color })?;
    estimate.score_interval = Estimate::interval_of(estimate.score, &chances.map(|p| p * total / 2.0), total);
    Some(estimate)
}

/// The mean number of moves.
fn lengths(contest: &Match) -> Result<(f64, Interval, u64), LabError> {
    let games = contest.entry().store().games(contest.entry().id())?;
    let lengths: Vec<f64> = games.iter().map(|game| f64::from(game.plies)).collect();
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<f64>() / count;
    let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let margin = 1.96 * (variance / count).sqrt();
    Ok((mean, Interval { low: mean - margin, high: mean + margin }, games.len() as u64))
}

/// The median of five measurements for each row and size of the table.
fn run_times(experiment: &Experiment, lab: &Lab<'_>) -> Vec<Finding> {
    let scale = match lab.extent {
        Extent::Small => &experiment.small,
        Extent::Full => &experiment.full,
    };
    let playouts = scale.as_ref().map_or(1000, |scale| scale.games) as usize / 5;
    let mut findings = Vec::new();
    for row in paper::ROWS {
        for (size, theirs) in paper::SIZES.into_iter().zip(row.milliseconds) {
            let mut times: Vec<f64> = (1..=5)
                .map(|seed| {
                    let began = cpu::of_this_thread();
                    let stats =
                        (row.run)(size, seed, playouts).expect("the sizes of the paper can be played");
                    let spent = began.and_then(|began| Some(cpu::of_this_thread()? - began));
                    spent.unwrap_or(stats.elapsed).as_secs_f64() * 1e3 / stats.playouts.max(1) as f64
                })
                .collect();
            times.sort_by(f64::total_cmp);
            findings.push(Finding {
                label: format!("{}, size {size}", row.name),
                paper: Some(theirs),
                ours: times[2],
                interval: Some(Interval { low: times[0], high: times[4] }),
                games: 5 * playouts as u64,
                verdict: Agreement::Faster(theirs / times[2]),
            });
        }
    }
    findings
}

fn complexity(experiment: &Experiment, case: &Case) -> Finding {
    let places = setup(experiment, case).map_or(0, |setup| setup.topology().places().count());
    let log = match case.formula.as_deref() {
        Some("game-tree") => (0..case.length.unwrap_or(0)).map(|i| (places as f64 - i as f64).log10()).sum(),
        _ => state_space(places),
    };
    let ours = log - case.divide.unwrap_or(1.0).log10();
    let verdict = verdict(case, experiment.unit, ours, None);
    Finding { label: case.label.clone(), paper: case.paper, ours, interval: None, games: 0, verdict }
}

/// Joosten's formulas 1 and 2 as a logarithm: the largest conditions rule the sum.
fn state_space(places: usize) -> f64 {
    let mut factorials = vec![0.0f64];
    for n in 1..=places {
        factorials.push(factorials[n - 1] + (n as f64).log10());
    }
    let term = |stones: usize| {
        let (first, second) = (stones.div_ceil(2), stones / 2);
        factorials[places] - factorials[first] - factorials[second] - factorials[places - first - second]
    };
    let largest = (1..=places).map(term).fold(f64::NEG_INFINITY, f64::max);
    largest + (1..=places).map(|stones| 10f64.powf(term(stones) - largest)).sum::<f64>().log10()
}

/// Why an experiment has no result.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// It was asked to stop; the games so far are in the store.
    #[error("stopped; {RESUME_HINT}")]
    Stopped,
    /// Games could not be played; the store says why.
    #[error("{0} games could not be played; {RESUME_HINT}")]
    Faults(u64),
    /// The data say something that cannot be played: the experiment, its case, and why.
    #[error("{0}, {1}: {2}")]
    Data(String, String, String),
    /// The match.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

impl LabError {
    pub(super) fn data(experiment: &Experiment, case: &Case, why: String) -> Self {
        Self::Data(experiment.name.clone(), case.label.clone(), why)
    }
}

impl From<StoreError> for LabError {
    fn from(error: StoreError) -> Self {
        Self::Arena(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::experiments;
    use crate::runner::LocalRunner;

    #[test]
    fn every_case_that_is_possible_can_be_played() {
        let stop = Stop::new();
        for extent in [Extent::Small, Extent::Full] {
            let store = PathBuf::new();
            let models = ModelStore::default();
            let runner = &LocalRunner::new(1);
            let lab = Lab { store, runner, build: String::new(), extent, models, stop: &stop };
            for experiment in experiments() {
                if !matches!(experiment.kind, Kind::Match | Kind::Lengths) {
                    continue;
                }
                for case in &experiment.cases {
                    assert!(spec(&experiment, case, &lab).is_ok(), "{}: {}", experiment.name, case.label);
                }
            }
        }
    }

    #[test]
    fn joostens_complexities_come_out() {
        let all = experiments();
        let experiment = all.iter().find(|experiment| experiment.name == "joosten-complexity").unwrap();
        for case in &experiment.cases {
            assert_eq!(complexity(experiment, case).verdict, Agreement::Agrees, "{}", case.label);
        }
        // One black stone: 3; black and white: 6; two black and a white: 3.
        assert!((state_space(3) - 12f64.log10()).abs() < 1e-12);
    }
}
