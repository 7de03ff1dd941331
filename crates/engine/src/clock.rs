//! Time as protocols set it: how much a game gets, and how much of it is left.

use std::time::Duration;

use catena_core::{ByColor, Color};

/// The time of a game: main time, then periods of a fixed number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time before the first period.
    pub main: Duration,
    /// Length of a period; zero for none.
    pub period: Duration,
    /// Moves to make in a period; zero with a period above zero means no limit at all.
    pub moves: u32,
}

impl TimeControl {
    /// Returns true if no time is kept, in the notation of GTP: a period of zero moves.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.moves == 0 && !self.period.is_zero()
    }
}

/// Time left for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time of the game, if any was set.
    pub control: Option<TimeControl>,
    /// Time left, and the moves to make in it (0 in main time), as last told.
    pub left: ByColor<Option<(Duration, u32)>>,
}

impl Clock {
    /// The time for the next move of a color, if the clock says anything about it. Some is kept
    /// back for the way of the move to the other end.
    #[must_use]
    pub fn for_move(&self, color: Color, moves_to_come: usize) -> Option<Duration> {
        const KEPT_BACK: Duration = Duration::from_millis(30);
        let (left, moves) = self.left(color)?;
        let moves = match moves {
            // Main time is shared out evenly.
            0 => u32::try_from(moves_to_come.max(1)).unwrap_or(u32::MAX),
            moves => moves,
        };
        Some((left / moves).saturating_sub(KEPT_BACK).max(Duration::from_millis(1)))
    }

    /// Returns true if time that the next move of a color does not take is there for later ones.
    #[must_use]
    pub fn saves(&self, color: Color) -> bool {
        self.left(color).is_some_and(|(_, moves)| moves != 1)
    }

    /// The time left for a color, and the moves to make in it (0 in main time).
    fn left(&self, color: Color) -> Option<(Duration, u32)> {
        match (self.left[color], self.control) {
            (Some(left), _) => Some(left),
            (None, Some(control)) if control.main.is_zero() => Some((control.period, control.moves)),
            (None, Some(control)) => Some((control.main, 0)),
            (None, None) => None,
        }
    }
}

/// Reads a time such as `5s`, `0.1s`, `300ms`, `2m` or plain seconds.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    const DAY: f64 = 86_400.0;
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * factor;
    (seconds > 0.0 && seconds <= DAY).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        for (text, millis) in [("5s", 5_000), ("0.1s", 100), ("300ms", 300), ("2m", 120_000), ("1", 1_000)] {
            assert_eq!(parse_duration(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "0", "-1s", "1e99s", "5 s", "5x", "nan"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn a_clock_shares_out_what_is_left() {
        let mut clock = Clock::default();
        assert_eq!(clock.for_move(Color::Black, 20), None);
        clock.control = Some(TimeControl { main: Duration::from_secs(60), period: Duration::ZERO, moves: 0 });
        assert_eq!(clock.for_move(Color::Black, 20), Some(Duration::from_millis(2_970)));
        clock.left.black = Some((Duration::from_secs(10), 5));
        assert_eq!(clock.for_move(Color::Black, 20), Some(Duration::from_millis(1_970)));
        clock.left.black = Some((Duration::from_millis(5), 0));
        assert_eq!(clock.for_move(Color::Black, 1), Some(Duration::from_millis(1)));
    }

    #[test]
    fn a_period_of_one_move_saves_nothing() {
        let mut clock = Clock::default();
        assert!(!clock.saves(Color::Black));
        clock.control = Some(TimeControl { main: Duration::ZERO, period: Duration::from_secs(1), moves: 1 });
        assert!(!clock.saves(Color::Black));
        for left in [(Duration::from_secs(9), 0), (Duration::from_secs(9), 2)] {
            clock.left.black = Some(left);
            assert!(clock.saves(Color::Black) && !clock.saves(Color::White), "{left:?}");
        }
    }
}
