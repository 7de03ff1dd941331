//! Experiments as data: `experiments.toml` in this crate says what is played, and what the papers found; files
//! of others have the same format (`docs/experiment-files.md`).

mod frozen;
mod measure;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use catena_core::Game;
use serde::Deserialize;

use crate::stats::Interval;
pub use frozen::freeze;
pub use measure::{Lab, LabError, check, measure};
pub use report::{markdown, not_measured, picture, text};

/// An experiment of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name on the command line.
    pub name: String,
    /// The paper, if it is one of a paper.
    #[serde(default)]
    pub paper: String,
    /// Where in the paper.
    #[serde(default)]
    pub place: String,
    /// The paper's claim, or the question.
    pub claim: String,
    /// Kind of experiment.
    pub kind: Kind,
    /// Unit of the numbers.
    pub unit: Unit,
    /// The game, unless cases say it.
    pub game: Option<String>,
    /// The board, unless cases say it.
    pub size: Option<u64>,
    /// Where games start.
    #[serde(default)]
    openings: Option<String>,
    /// Games and limit of a run of minutes.
    pub small: Option<MatchScale>,
    /// Games and limit of the paper.
    pub full: Option<MatchScale>,
    /// Possible reasons for a difference.
    #[serde(default)]
    pub why: String,
    /// Players at the time the file was written: the fingerprint of each one's parameters and models.
    #[serde(default)]
    pub frozen: BTreeMap<String, String>,
    /// The numbers of the paper.
    #[serde(default, rename = "case")]
    pub cases: Vec<Case>,
}

/// Kind of experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Points of a player against another.
    Match,
    /// The mean number of moves of their games.
    Lengths,
    /// The table of run times.
    RunTimes,
    /// A number that is computed.
    Complexity,
    /// Something is missing.
    Impossible,
}

/// Unit of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Points per game.
    Score,
    /// Elo points.
    Elo,
    /// Moves.
    Moves,
    /// Milliseconds.
    Ms,
    /// The logarithm of a count.
    Log10,
}

impl Unit {
    /// The word at an axis.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Score => "points per game",
            Self::Elo => "Elo",
            Self::Moves => "moves",
            Self::Ms => "ms",
            Self::Log10 => "log10",
        }
    }

    /// A number with as many digits as it deserves.
    #[must_use]
    pub fn show(self, value: f64) -> String {
        match self {
            Self::Score => format!("{value:.3}"),
            Self::Elo if !value.is_finite() => if value > 0.0 { "+∞" } else { "-∞" }.to_owned(),
            Self::Elo => format!("{value:+.0}"),
            Self::Moves | Self::Log10 => format!("{value:.1}"),
            Self::Ms => format!("{value:.5}"),
        }
    }
}

/// Number of games, and the limit of a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchScale {
    /// Games.
    pub games: u64,
    /// `1000 playouts` or `5s`.
    pub limit: String,
}

/// One number of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Description of the case.
    pub label: String,
    /// The game, if not that of the experiment.
    pub game: Option<String>,
    /// The board, if not that of the experiment.
    pub size: Option<u64>,
    /// The measured player…
    pub player: Option<String>,
    /// …and against whom.
    pub opponent: Option<String>,
    /// Only the games with this color.
    pub side: Option<String>,
    /// The paper's number.
    pub paper: Option<f64>,
    /// In this many games.
    pub paper_games: Option<u64>,
    /// Tolerance where the paper is vague.
    #[serde(default)]
    pub tolerance: f64,
    /// The paper's expectation without a number.
    pub expect: Option<Expected>,
    /// Formula of a computed case.
    pub formula: Option<String>,
    /// Mean length of a game in a formula.
    pub length: Option<u64>,
    /// A divisor in a formula.
    pub divide: Option<f64>,
    /// Games and limit, if not those of the experiment.
    pub small: Option<MatchScale>,
    /// The same at the scale of the paper.
    pub full: Option<MatchScale>,
}

/// Expectation of a paper without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// The player is the stronger one.
    Above,
}

/// Scale of the experiment: minutes, or as in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Minutes.
    Small,
    /// As in the paper.
    Full,
}

/// A number of the paper beside ours.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Description of the case.
    pub label: String,
    /// The paper's number.
    pub paper: Option<f64>,
    /// Our number.
    pub ours: f64,
    /// 95 % interval of ours.
    pub interval: Option<Interval>,
    /// Games behind ours.
    pub games: u64,
    /// Agreement of the two.
    pub verdict: Agreement,
}

/// Agreement of our result with the paper's.
#[derive(Clone, Debug, PartialEq)]
pub enum Agreement {
    /// The numbers may be the same.
    Agrees,
    /// They are not.
    Differs,
    /// Too few games to tell.
    Undecided,
    /// There is nothing to compare with.
    Measured,
    /// Ours is this many times as fast.
    Faster(f64),
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agrees => f.write_str("agrees"),
            Self::Differs => f.write_str("differs"),
            Self::Undecided => f.write_str("not decided by so few games"),
            Self::Measured => f.write_str("measured"),
            Self::Faster(ratio) => write!(f, "{ratio:.0} times as fast"),
        }
    }
}

/// All experiments, in the order of the papers.
///
/// # Panics
/// Never: the file is part of the program and tested.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    read(include_str!("../experiments.toml")).expect("the file is tested")
}

/// Words that a command takes in place of a name.
const RESERVED: [&str; 2] = ["all", "list"];

/// The experiments of a file.
///
/// # Errors
/// With a sentence, if it has another format, no experiments, or a name twice.
pub fn read(text: &str) -> Result<Vec<Experiment>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        experiment: Vec<Experiment>,
    }
    let file: File = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    let mut names = BTreeSet::new();
    for experiment in &file.experiment {
        let name = experiment.name.as_str();
        if name.is_empty() || RESERVED.contains(&name) {
            return Err(format!("an experiment cannot have the name {name:?}"));
        }
        if !names.insert(name) {
            return Err(format!("two experiments have the name {name:?}"));
        }
    }
    if names.is_empty() { Err("there are no experiments".to_owned()) } else { Ok(file.experiment) }
}

impl Experiment {
    /// Paper and place: `Joosten 2009, section 5.2`; empty without a paper.
    #[must_use]
    pub fn source(&self) -> String {
        let parts = [&self.paper, &self.place];
        parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    }

    /// Games and limit of a case.
    fn scale<'a>(&'a self, case: &'a Case, extent: Extent) -> Option<&'a MatchScale> {
        match extent {
            Extent::Small => case.small.as_ref().or(self.small.as_ref()),
            Extent::Full => case.full.as_ref().or(self.full.as_ref()),
        }
    }
}

/// The game of a case.
fn game_of(experiment: &Experiment, case: &Case) -> Result<Game, String> {
    let name = case.game.as_ref().or(experiment.game.as_ref()).ok_or("no game is named")?;
    name.parse().map_err(|error: catena_core::UnknownText| error.to_string())
}

/// Compares our interval with the number of the paper: the paper has an interval too, where it says in how
/// many games the number was found.
fn verdict(case: &Case, unit: Unit, ours: f64, interval: Option<Interval>) -> Agreement {
    let found = interval.unwrap_or(Interval { low: ours, high: ours });
    if case.expect == Some(Expected::Above) {
        let even = if unit == Unit::Score { 0.5 } else { 0.0 };
        return match found {
            Interval { low, .. } if low > even => Agreement::Agrees,
            Interval { high, .. } if high < even => Agreement::Differs,
            Interval { .. } => Agreement::Undecided,
        };
    }
    let Some(paper) = case.paper else { return Agreement::Measured };
    let sampling = case.paper_games.filter(|_| unit == Unit::Score).map_or(0.0, |games| {
        // Three of n is what may still happen when nothing was seen in n games.
        let games = games as f64;
        (1.96 * (paper * (1.0 - paper) / games).sqrt()).max(3.0 / games)
    });
    let margin = case.tolerance + sampling;
    let meets = found.low <= paper + margin && found.high >= paper - margin;
    if meets { Agreement::Agrees } else { Agreement::Differs }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_complete() {
        let all = experiments();
        let names: std::collections::BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        for experiment in &all {
            for extent in [Extent::Small, Extent::Full] {
                for case in &experiment.cases {
                    let scale = experiment.scale(case, extent).unwrap();
                    assert!(crate::MoveLimit::parse(&scale.limit).is_some(), "{}", experiment.name);
                    assert!(case.paper.is_some() || case.expect.is_some(), "{}", case.label);
                }
            }
            assert!(experiment.kind == Kind::Impossible || experiment.small.is_some());
        }
    }

    #[test]
    fn other_files_are_refused_with_a_sentence() {
        let one = "[[experiment]]\nname = \"a\"\nclaim = \"?\"\nkind = \"match\"\nunit = \"score\"\n";
        assert_eq!(read(one).unwrap().len(), 1);
        assert_eq!(read(&one.repeat(2)).unwrap_err(), "two experiments have the name \"a\"");
        let all = one.replace("\"a\"", "\"all\"");
        assert_eq!(read(&all).unwrap_err(), "an experiment cannot have the name \"all\"");
        assert_eq!(read("experiment = []").unwrap_err(), "there are no experiments");
        assert!(read(&one.replace("unit", "unite")).unwrap_err().contains("unknown field `unite`"));
    }

    #[test]
    fn no_experiment_of_a_paper_drifts_with_the_champion() {
        for experiment in experiments() {
            for case in &experiment.cases {
                for player in [&case.player, &case.opponent].into_iter().flatten() {
                    assert!(!player.starts_with("champion"), "{}: {player}", experiment.name);
                }
            }
        }
    }

    #[test]
    fn verdicts_weigh_both_samples() {
        let mut case = experiments()[1].cases[0].clone();
        let interval = |low, high| Some(Interval { low, high });
        case.paper = Some(0.76);
        case.tolerance = 0.0;
        case.paper_games = Some(100);
        assert_eq!(verdict(&case, Unit::Score, 0.65, interval(0.6, 0.7)), Agreement::Agrees);
        case.paper_games = Some(100_000);
        assert_eq!(verdict(&case, Unit::Score, 0.65, interval(0.6, 0.7)), Agreement::Differs);
        case.expect = Some(Expected::Above);
        assert_eq!(verdict(&case, Unit::Score, 0.55, interval(0.45, 0.65)), Agreement::Undecided);
        assert_eq!(verdict(&case, Unit::Score, 0.7, interval(0.6, 0.8)), Agreement::Agrees);
    }
}
