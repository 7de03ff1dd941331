//! Which parameters are tuned, in which range, and how they are mapped to coordinates from 0 to 1.

use std::fmt;

use catena_arena::{Contestant, ContestantKind};
use catena_engine::{Agent, Bounds};

/// All parameters that are tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    dimensions: Vec<Dimension>,
}

/// One parameter and its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// The name.
    pub name: String,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
    /// Spacing of values.
    pub scale: Spacing,
    /// The player's value without tuning.
    pub now: f64,
    whole: bool,
}

/// Spacing of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Evenly.
    Linear,
    /// Evenly in their logarithm; in that of 1 more, if the range starts at 0.
    Log,
}

/// A range from above 0 whose ends are this many times apart is logarithmic…
const FAR_APART: f64 = 100.0;
/// …and so is one from 0 to this or more.
const FAR_FROM_0: f64 = 1000.0;

impl Space {
    /// Reads parameters of a player: `explore`, `explore=0.1..2`, `rave_equivalence=10..5000:log`. Without
    /// a range it is that of the parameter.
    ///
    /// # Errors
    /// Describes the mistake in one of them.
    pub fn parse(specs: &[String], player: &Contestant) -> Result<Self, SpaceError> {
        let ContestantKind::Builtin(own) = &player.kind else {
            return Err(SpaceError::NotOurs(player.name().to_owned()));
        };
        let agent = own.agent();
        if !agent.searches() {
            return Err(SpaceError::NoSearch(player.name().to_owned()));
        }
        let mut dimensions: Vec<Dimension> = Vec::new();
        for spec in specs {
            let dimension = Dimension::parse(spec, agent)?;
            if dimensions.iter().any(|known| known.name == dimension.name) {
                return Err(SpaceError::Twice(dimension.name));
            }
            dimensions.push(dimension);
        }
        if dimensions.is_empty() {
            return Err(SpaceError::Nothing);
        }
        Ok(Self { dimensions })
    }

    /// The parameters.
    #[must_use]
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The changes to a player that a point stands for: `explore=0.2,expansion_threshold=4`.
    #[must_use]
    pub fn changes(&self, point: &[f64]) -> String {
        let each = self.dimensions.iter().zip(point);
        each.map(|(d, &u)| format!("{}={}", d.name, d.text(u))).collect::<Vec<_>>().join(",")
    }

    /// The point of such changes, if they are of these parameters.
    #[must_use]
    pub fn point(&self, changes: &str) -> Option<Vec<f64>> {
        let mut words = changes.split(',');
        let one = |d: &Dimension| {
            Some(d.coordinate(words.next()?.strip_prefix(&d.name)?.strip_prefix('=')?.parse().ok()?))
        };
        self.dimensions.iter().map(one).collect()
    }

    /// Where the player stands without tuning; values outside of the range are moved to its end.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.dimensions.iter().map(|d| d.coordinate(d.now)).collect()
    }

    /// Returns true if the player's values without tuning lie in the range.
    #[must_use]
    pub fn has_start(&self) -> bool {
        self.dimensions.iter().all(|d| (d.low..=d.high).contains(&d.now))
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, d) in self.dimensions.iter().enumerate() {
            let scale = if d.scale == Spacing::Log { ":log" } else { "" };
            write!(f, "{}{}={}..{}{scale}", if index > 0 { " " } else { "" }, d.name, d.low, d.high)?;
        }
        Ok(())
    }
}

impl Dimension {
    fn parse(spec: &str, agent: &Agent) -> Result<Self, SpaceError> {
        let (name, range) = spec.split_once('=').map_or((spec, None), |(name, range)| (name, Some(range)));
        let bounds = agent.bounds(name).map_err(|error| SpaceError::Parameter(error.to_string()))?;
        let params = agent.params();
        let now = params.iter().find(|param| param.name == name).map_or("", |param| &param.value);
        // By their text: 0.1 in single precision is 0.10000000149 in double.
        let wide = |x: f32| x.to_string().parse::<f64>().unwrap_or(f64::from(x));
        let (least, most, whole) = match bounds {
            Bounds::Real { low, high } => (wide(low), wide(high), false),
            Bounds::Whole { low, high } => (f64::from(low), f64::from(high), true),
            Bounds::Named => return Err(SpaceError::NoNumber(name.to_owned())),
        };
        let wrong = || SpaceError::Range { spec: spec.to_owned(), least, most };
        let (ends, scale) = match range.map(|range| range.split_once(':').unwrap_or((range, ""))) {
            None => (None, ""),
            Some((ends, scale)) => (Some(ends), scale),
        };
        let (low, high) = match ends {
            None => (least, most),
            Some(ends) => {
                let (low, high) = ends.split_once("..").ok_or_else(wrong)?;
                let number = |text: &str| text.trim_start_matches('=').parse::<f64>().map_err(|_| wrong());
                (number(low)?, number(high)?)
            }
        };
        let fits = low >= least && high <= most && low < high;
        if !fits || (whole && (low.fract() != 0.0 || high.fract() != 0.0)) {
            return Err(wrong());
        }
        let spans = (low > 0.0 && high >= FAR_APART * low) || (low == 0.0 && high >= FAR_FROM_0);
        let scale = match scale {
            "log" if low >= 0.0 => Spacing::Log,
            "linear" => Spacing::Linear,
            "" if spans => Spacing::Log,
            "" => Spacing::Linear,
            _ => return Err(wrong()),
        };
        let now = now.parse().map_err(|_| SpaceError::NoNumber(name.to_owned()))?;
        Ok(Self { name: name.to_owned(), low, high, scale, now, whole })
    }

    /// The value at a coordinate.
    #[must_use]
    pub fn value(&self, coordinate: f64) -> f64 {
        let u = coordinate.clamp(0.0, 1.0);
        let value = match self.scale {
            Spacing::Linear => self.low + (self.high - self.low) * u,
            Spacing::Log if self.low > 0.0 => self.low * (self.high / self.low).powf(u),
            Spacing::Log => (u * self.high.ln_1p()).exp_m1(),
        };
        value.clamp(self.low, self.high)
    }

    /// The coordinate of a value, that of the nearer end if it is outside of the range.
    #[must_use]
    pub fn coordinate(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        match self.scale {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Log if self.low > 0.0 => (value / self.low).ln() / (self.high / self.low).ln(),
            Spacing::Log => value.ln_1p() / self.high.ln_1p(),
        }
    }

    /// The value at a coordinate as the player is given it: a whole number where only those fit, four
    /// digits elsewhere.
    #[must_use]
    pub fn text(&self, coordinate: f64) -> String {
        let value = self.value(coordinate);
        if self.whole {
            return format!("{}", value.round());
        }
        let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
        rounded.clamp(self.low, self.high).to_string()
    }
}

/// Reason why parameters cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpaceError {
    /// No parameter is named.
    #[error("--param names a parameter to tune; `catena players --params` lists them")]
    Nothing,
    /// A parameter that does not exist.
    #[error("{0}")]
    Parameter(String),
    /// A parameter whose values are names.
    #[error("parameter {0} cannot be tuned: its values are no numbers")]
    NoNumber(String),
    /// A parameter that was named before.
    #[error("parameter {0} is named twice")]
    Twice(String),
    /// A range that does not fit.
    #[error(
        "{spec:?} is no range: NAME=LOW..HIGH within {least}..{most} expected, with :log or :linear after it if need be"
    )]
    Range {
        /// The given text.
        spec: String,
        /// The lowest value that the parameter takes.
        least: f64,
        /// The highest.
        most: f64,
    },
    /// A player without parameters.
    #[error("the player {0} does not search, so there is nothing to tune")]
    NoSearch(String),
    /// A program.
    #[error("{0} is a program: only players of ours can be tuned")]
    NotOurs(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::Game;
    use catena_engine::ModelStore;

    fn space(specs: &[&str]) -> Result<Space, SpaceError> {
        let specs: Vec<String> = specs.iter().map(|&spec| spec.to_owned()).collect();
        let player = "champion,rave_equivalence=500";
        Space::parse(&specs, &Contestant::parse(player, Game::Havannah, &ModelStore::default()).unwrap())
    }

    #[test]
    fn ranges_come_from_the_table_or_from_the_user() {
        let all = space(&["explore", "rave_equivalence", "expansion_threshold=1..64", "memory=100..200:log"])
            .unwrap();
        assert_eq!(
            all.to_string(),
            "explore=0..4 rave_equivalence=0..1000000:log expansion_threshold=1..64 memory=100..200:log"
        );
        assert_eq!(space(&["rave_equivalence=10..5000"]).unwrap().dimensions()[0].scale, Spacing::Log);
        assert_eq!(
            space(&["rave_equivalence=10..5000:linear"]).unwrap().dimensions()[0].scale,
            Spacing::Linear
        );
        assert_eq!(all.dimensions()[1].now, 500.0);
        assert!(!all.has_start() && space(&["explore", "rave_equivalence"]).unwrap().has_start());
    }

    #[test]
    fn values_and_coordinates_are_each_others_inverse() {
        let space = space(&[
            "explore=0.1..0.7",
            "rave_equivalence",
            "rave_buffer=1..1000",
            "expansion_threshold=2..9",
        ])
        .unwrap();
        for step in 0..=20 {
            let u = f64::from(step) / 20.0;
            for d in space.dimensions() {
                assert!((d.coordinate(d.value(u)) - u).abs() < 1e-9, "{d:?} {u}");
                assert!((d.low..=d.high).contains(&d.text(u).parse().unwrap()), "{d:?} {u}");
            }
            // The stored values are those that were played.
            let changes = space.changes(&[u; 4]);
            let point = space.point(&changes).unwrap();
            assert_eq!(space.changes(&point), changes);
        }
        assert_eq!(
            space.changes(&[0.5; 4]),
            "explore=0.4,rave_equivalence=999,rave_buffer=32,expansion_threshold=6"
        );
        assert_eq!(space.point("explore=0.4,rave_equivalence=999"), None);
        assert_eq!(space.point("expand=0.4,rave_equivalence=999,rave_buffer=32,expansion_threshold=6"), None);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (specs, told) in [
            (vec![], "--param"),
            (vec!["explode"], "\"explode\""),
            (vec!["playout"], "no numbers"),
            (vec!["explore", "explore=0..1"], "twice"),
            (vec!["explore=0..5"], "within 0..4"),
            (vec!["explore=2..1"], "explore=2..1"),
            (vec!["explore=nan..1"], "LOW..HIGH"),
            (vec!["explore=1"], "LOW..HIGH"),
            (vec!["explore=0..1:cubic"], ":log"),
            (vec!["expansion_threshold=1.5..4"], "expansion_threshold=1.5..4"),
        ] {
            let error = space(&specs).unwrap_err().to_string();
            assert!(error.contains(told), "{specs:?}: {error}");
        }
        let of = |player: &str| {
            let player = Contestant::parse(player, Game::Hex, &ModelStore::default()).unwrap();
            Space::parse(&["explore".to_owned()], &player).unwrap_err().to_string()
        };
        assert!(of("random").contains("does not search"));
        assert!(of("gtp,name=other:x").contains("other is a program"));
    }
}
