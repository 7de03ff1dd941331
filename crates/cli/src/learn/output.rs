//! What learning and measuring found, as text for people and as JSON for programs.

use catena_core::Game;
use catena_learn::predict::Prediction;
use catena_learn::{FitSummary, Teams, TrainingResult};
use catena_model::pattern::{PatternWeights, Prune};
use serde_json::{Value, json};

use crate::progress::counted;

/// Number of patterns, of dead or captured ones, and of dominated ones: global or local.
fn pattern_counts(weights: &PatternWeights, local: bool) -> [usize; 3] {
    let these = weights.patterns().iter().filter(|learned| learned.pattern.last().is_some() == local);
    let dead = these.clone().filter(|learned| learned.prune == Prune::Dead).count();
    let dominated = these.clone().filter(|learned| matches!(learned.prune, Prune::Dominated { .. })).count();
    [these.count(), dead, dominated]
}

pub fn learned(game: Game, result: &TrainingResult<PatternWeights>) -> Value {
    let counts = |local| {
        let [patterns, dead, dominated] = pattern_counts(&result.model, local);
        json!({ "patterns": patterns, "dead": dead, "dominated": dominated })
    };
    let fits = result.fits.iter().map(|fit| {
        json!({
            "weights": name(fit.teams),
            "epochs": fit.epochs,
            "log_likelihood_before": fit.first,
            "log_likelihood_after": fit.last,
        })
    });
    let held_out = (result.held_out > 0).then(|| object(game, result.held_out, &result.prediction));
    json!({
        "game": game.name(),
        "games": result.games,
        "moves": result.choices,
        "global": counts(false),
        "local": counts(true),
        "fits": fits.collect::<Vec<_>>(),
        "held_out": held_out,
    })
}

pub fn report(result: &TrainingResult<PatternWeights>) {
    let (games, moves) = (counted(result.games as u64, "game"), counted(result.choices as u64, "move"));
    println!("learned from {games}, {moves}");
    for (name, local) in [("global", false), ("local", true)] {
        let [patterns, dead, dominated] = pattern_counts(&result.model, local);
        println!("{name} patterns: {patterns}, {dead} dead or captured, {dominated} dominated");
    }
    for FitSummary { teams, epochs, first, last } in &result.fits {
        let name = name(*teams);
        let epochs = counted(u64::from(*epochs), "epoch");
        println!("{name}: {epochs}, log-likelihood of a move {first:.4} before, {last:.4} after");
    }
    if result.held_out > 0 {
        println!("{} held out, {}", counted(result.held_out as u64, "game"), describe(&result.prediction));
    }
}

/// Top-1 and top-5 accuracy, and the log-likelihood of a move.
pub fn describe(found: &Prediction) -> String {
    if found.choices == 0 {
        return "no moves to measure".to_owned();
    }
    let each = |sum: f64| sum / found.choices as f64;
    format!(
        "{}: {:.1} % are the strongest candidate ({:.1} % by chance), {:.1} % among the five strongest; \
         log-likelihood {:.4} (all equal {:.4})",
        counted(found.choices, "move"),
        100.0 * each(found.first),
        100.0 * each(found.first_uniform),
        100.0 * each(found.five),
        each(found.log_likelihood),
        each(found.log_uniform)
    )
}

/// Shares and means over the moves; null where there are none.
pub fn object(game: Game, games: usize, found: &Prediction) -> Value {
    let each = |sum: f64| (found.choices > 0).then(|| sum / found.choices as f64);
    json!({
        "game": game.name(),
        "games": games,
        "moves": found.choices,
        "top_1": each(found.first),
        "top_1_by_chance": each(found.first_uniform),
        "top_5": each(found.five),
        "log_likelihood": each(found.log_likelihood),
        "log_likelihood_by_chance": each(found.log_uniform),
    })
}

pub const fn name(teams: Teams) -> &'static str {
    match teams {
        Teams::Global => "global",
        Teams::Local => "local",
        Teams::Both => "global and local",
    }
}
