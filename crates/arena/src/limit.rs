//! Limit of a move in a match.

use std::fmt;
use std::time::Duration;

use catena_engine::parse_duration;
use serde::{Deserialize, Serialize};

/// Time or playouts for a move, or a clock for the game; the same for all players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveLimit {
    /// Time for each move.
    Time(Duration),
    /// Processor time of the player for each move: other programs on the machine do not shorten it.
    CpuTime(Duration),
    /// Playouts for each move.
    Playouts(u64),
    /// Time for the game, and what each move adds to it.
    Clock {
        /// Before the first move.
        main: Duration,
        /// After each move.
        increment: Duration,
    },
    /// Several limits for each move, or visits alone: the first that is reached ends the search.
    First {
        /// Time.
        time: Option<Duration>,
        /// Playouts.
        playouts: Option<u64>,
        /// Visits of the root.
        visits: Option<u64>,
    },
}

impl MoveLimit {
    /// The limits of a move, of which the first that is reached ends the search; `None` without any.
    #[must_use]
    pub fn first(time: Option<Duration>, playouts: Option<u64>, visits: Option<u64>) -> Option<Self> {
        match (time, playouts, visits) {
            (None, None, None) => None,
            (Some(time), None, None) => Some(Self::Time(time)),
            (None, Some(playouts), None) => Some(Self::Playouts(playouts)),
            _ => Some(Self::First { time, playouts, visits }),
        }
    }

    /// Returns true if the speed of the machine matters.
    #[must_use]
    pub const fn is_timed(self) -> bool {
        !matches!(self, Self::Playouts(_) | Self::First { time: None, .. })
    }

    /// Reads a clock such as `5m` or `5m+2s`.
    #[must_use]
    pub fn parse_clock(text: &str) -> Option<Self> {
        let (main, increment) = match text.split_once('+') {
            Some((main, increment)) => (main, parse_duration(increment)?),
            None => (text, Duration::ZERO),
        };
        Some(Self::Clock { main: parse_duration(main)?, increment })
    }

    /// Reads `0.1s`, `cpu 0.1s`, `1000 playouts`, `500 visits`, several of these joined by `or`, or `clock 5m+2s`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains(" or ") || text.ends_with("visits") {
            return Self::parse_first(text);
        }
        if let Some(number) = text.strip_suffix("playouts") {
            return number.trim().parse().ok().filter(|&playouts| playouts > 0).map(Self::Playouts);
        }
        if let Some(time) = text.strip_prefix("cpu ") {
            return parse_duration(time).map(Self::CpuTime);
        }
        match text.strip_prefix("clock ") {
            Some(clock) => Self::parse_clock(clock),
            None => parse_duration(text).map(Self::Time),
        }
    }

    fn parse_first(text: &str) -> Option<Self> {
        let (mut time, mut playouts, mut visits) = (None, None, None);
        let number = |text: &str| text.trim().parse().ok().filter(|&number: &u64| number > 0);
        for part in text.split(" or ").map(str::trim) {
            let is_new = if let Some(count) = part.strip_suffix("playouts") {
                playouts.replace(number(count)?).is_none()
            } else if let Some(count) = part.strip_suffix("visits") {
                visits.replace(number(count)?).is_none()
            } else {
                time.replace(parse_duration(part)?).is_none()
            };
            if !is_new {
                return None;
            }
        }
        Self::first(time, playouts, visits)
    }

    /// The same with times for a machine that needs this many times as long; playouts are the same everywhere.
    #[must_use]
    pub fn with_time_factor(self, factor: f64) -> Self {
        let times = |time: Duration| {
            Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX / 4)
        };
        match self {
            Self::Time(time) => Self::Time(times(time)),
            Self::CpuTime(time) => Self::CpuTime(times(time)),
            Self::Playouts(_) => self,
            Self::Clock { main, increment } => Self::Clock { main: times(main), increment: times(increment) },
            Self::First { time, playouts, visits } => Self::First { time: time.map(times), playouts, visits },
        }
    }

    /// A multiple of it.
    #[must_use]
    pub fn times(self, share: f64) -> Self {
        let count = |count: u64| ((count as f64 * share) as u64).max(1);
        match self {
            Self::Time(time) => Self::Time(time.mul_f64(share)),
            Self::CpuTime(time) => Self::CpuTime(time.mul_f64(share)),
            Self::Playouts(playouts) => Self::Playouts(count(playouts)),
            Self::Clock { main, increment } => {
                Self::Clock { main: main.mul_f64(share), increment: increment.mul_f64(share) }
            }
            Self::First { time, playouts, visits } => Self::First {
                time: time.map(|time| time.mul_f64(share)),
                playouts: playouts.map(count),
                visits: visits.map(count),
            },
        }
    }
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{}s per move", time.as_secs_f64()),
            Self::CpuTime(time) => write!(f, "{}s of CPU time per move", time.as_secs_f64()),
            Self::Playouts(1) => f.write_str("1 playout per move"),
            Self::Playouts(playouts) => write!(f, "{playouts} playouts per move"),
            Self::Clock { main, increment } if increment.is_zero() => {
                write!(f, "{}s per game", main.as_secs_f64())
            }
            Self::Clock { main, increment } => {
                write!(f, "{}s per game and {}s per move", main.as_secs_f64(), increment.as_secs_f64())
            }
            Self::First { time, playouts, visits } => {
                let counted =
                    |count: u64, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
                let limits = [
                    time.map(|time| format!("{}s", time.as_secs_f64())),
                    playouts.map(|count| counted(count, "playout")),
                    visits.map(|count| counted(count, "visit")),
                ];
                let limits: Vec<String> = limits.into_iter().flatten().collect();
                write!(f, "{} per move", limits.join(" or "))
            }
        }
    }
}

/// A program that is limited by processor time may not wait forever either: this multiple of the limit and this much more
/// are its deadline by the clock on the wall.
const IDLE: u32 = 20;
/// See [`IDLE`].
const LONGEST_IDLE: Duration = Duration::from_secs(60);

/// Time that was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// By the clock on the wall.
    pub wall: Duration,
    /// Processor time, where the system tells it.
    pub cpu: Option<Duration>,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, more: Self) {
        self.wall += more.wall;
        self.cpu = match (self.cpu, more.cpu) {
            (Some(before), Some(more)) => Some(before + more),
            (before, more) => before.or(more),
        };
    }
}

/// The time of one player in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    limit: MoveLimit,
    grace: Duration,
    left: Duration,
}

impl Watch {
    pub fn new(limit: MoveLimit, grace: Duration) -> Self {
        let left = match limit {
            MoveLimit::Clock { main, .. } => main,
            MoveLimit::Time(time) | MoveLimit::CpuTime(time) => time,
            MoveLimit::First { time, .. } => time.unwrap_or_default(),
            MoveLimit::Playouts(_) => Duration::ZERO,
        };
        Self { limit, grace, left }
    }

    /// Time left on the clock, or for the move.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// After so long a move is too late; playouts take what they take.
    pub fn deadline(&self) -> Option<Duration> {
        match self.limit {
            MoveLimit::Playouts(_) | MoveLimit::First { time: None, .. } => None,
            MoveLimit::Time(_) | MoveLimit::Clock { .. } | MoveLimit::First { .. } => {
                Some(self.left + self.grace)
            }
            MoveLimit::CpuTime(_) => Some(IDLE * (self.left + self.grace) + LONGEST_IDLE),
        }
    }

    /// Processor time after which a move is too late.
    pub fn cpu_deadline(&self) -> Option<Duration> {
        matches!(self.limit, MoveLimit::CpuTime(_)).then_some(self.left + self.grace)
    }

    /// A move took so long. Whether it was in time.
    pub fn press(&mut self, took: Spent) -> InTime {
        let is_over = |took: Option<Duration>, deadline: Option<Duration>| {
            took.zip(deadline).is_some_and(|(took, deadline)| took > deadline)
        };
        let late = is_over(Some(took.wall), self.deadline()) || is_over(took.cpu, self.cpu_deadline());
        if let MoveLimit::Clock { increment, .. } = self.limit {
            self.left = self.left.saturating_sub(took.wall) + increment;
        }
        if late { InTime::No } else { InTime::Yes }
    }
}

/// Tells if a move came in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InTime {
    Yes,
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_limits_are_one() {
        let both = MoveLimit::parse("0.1s or 1000 playouts").unwrap();
        assert_eq!(both.to_string(), "0.1s or 1000 playouts per move");
        assert_eq!(both.times(2.0).to_string(), "0.2s or 2000 playouts per move");
        assert_eq!(both.with_time_factor(3.0).to_string(), "0.3s or 1000 playouts per move");
        assert_eq!(MoveLimit::parse("1 visits").unwrap().to_string(), "1 visit per move");
        let watch = |text: &str| Watch::new(MoveLimit::parse(text).unwrap(), Duration::from_secs(1));
        assert_eq!(watch("0.5s or 9 visits").deadline(), Some(Duration::from_millis(1500)));
        assert_eq!(watch("9 visits or 9 playouts").deadline(), None);
        assert_eq!(MoveLimit::first(None, Some(5), None), Some(MoveLimit::Playouts(5)));
        for wrong in ["0 visits", "1s or 2s", "1s or", " or 5 visits"] {
            assert_eq!(MoveLimit::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn clocks_run_down_and_forgive_the_grace() {
        let second = Duration::from_secs(1);
        let limit = MoveLimit::parse_clock("3s+1s").unwrap();
        assert_eq!(limit.to_string(), "3s per game and 1s per move");
        let mut watch = Watch::new(limit, second / 2);
        let wall = |wall: Duration| Spent { wall, cpu: Some(99 * second) };
        assert_eq!(watch.press(wall(2 * second)), InTime::Yes);
        assert_eq!(watch.left(), 2 * second);
        assert_eq!(watch.press(wall(2 * second + second / 4)), InTime::Yes);
        assert_eq!(watch.left(), second);
        assert_eq!(watch.press(wall(2 * second)), InTime::No);
        for wrong in ["", "5m+", "+2s", "0"] {
            assert_eq!(MoveLimit::parse_clock(wrong), None, "{wrong}");
        }
        assert_eq!(
            MoveLimit::parse("10 playouts").map(|limit| limit.times(2.5)),
            Some(MoveLimit::Playouts(25))
        );
        let playouts = MoveLimit::Playouts(10);
        assert_eq!(playouts.with_time_factor(2.0), playouts);
        assert_eq!(limit.with_time_factor(2.0), MoveLimit::parse_clock("6s+2s").unwrap());
        assert_eq!(MoveLimit::parse("clock 2s"), MoveLimit::parse_clock("2s"));
        assert_eq!(MoveLimit::parse("2s").map(|limit| limit.times(0.5)), Some(MoveLimit::Time(second)));
        assert_eq!(Watch::new(MoveLimit::Playouts(1), second).press(wall(99 * second)), InTime::Yes);
    }

    #[test]
    fn processor_time_is_judged_whatever_the_clock_says() {
        let second = Duration::from_secs(1);
        let limit = MoveLimit::parse("cpu 2s").unwrap();
        assert_eq!(limit.to_string(), "2s of CPU time per move");
        let press = |wall, cpu| Watch::new(limit, second).press(Spent { wall, cpu });
        assert_eq!(press(50 * second, Some(2 * second)), InTime::Yes);
        assert_eq!(press(2 * second, Some(4 * second)), InTime::No);
        // A program that only waits is not waited for without end.
        assert_eq!(press(200 * second, Some(second)), InTime::No);
    }
}
