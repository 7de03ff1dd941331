//! Time as protocols set it: how much a game gets, and how much of it is left.

use std::time::Duration;

use catena_core::{ByColor, Color, Position};
use catena_search::Limits;

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

/// Time that a move takes on its way to the other end.
const KEPT_BACK: Duration = Duration::from_millis(30);

/// Main time is kept back for at least this many moves.
const RESERVED_MOVES: u32 = 6;

/// Moves that a player still has to think about. Most games are decided long before the board is full, and what follows
/// takes no time; a game that goes on gets a part of what is left for each move.
#[must_use]
pub fn moves_to_come(position: &Position) -> usize {
    const FEWEST: usize = 3;
    /// Of the moves that the board has room for, one of this number needs time.
    const ROOM: usize = 20;
    let topology = position.topology();
    let places = topology.places().count();
    let empty = topology.places().filter(|&cell| position.board().stone(cell).is_none()).count();
    let decided = places * usize::from(position.setup().game().facts().decided_percent) / 100;
    let undecided = decided.saturating_sub(places - empty) / 2;
    undecided.max(empty / ROOM).max(FEWEST)
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
    /// The limits of the next move of a color, if the clock says anything about it: its share of the time, and half
    /// as much more for an unstable search. Some is kept back for the way of each move to the other end.
    #[must_use]
    pub fn limits(&self, color: Color, moves_to_come: usize) -> Option<Limits> {
        let (left, moves) = self.left(color)?;
        let (moves, most_moves) = match moves {
            // Main time is shared out evenly. It has to last for a game of any length.
            0 => {
                let moves = u32::try_from(moves_to_come.max(1)).unwrap_or(u32::MAX);
                (moves, moves.max(RESERVED_MOVES))
            }
            moves => (moves, moves),
        };
        let most = left.saturating_sub(most_moves * KEPT_BACK);
        let share = (most / moves).max(Duration::from_millis(1));
        let extended_time = Some((share + share / 2).min(most)).filter(|&longer| longer > share);
        Some(Limits { extended_time, ..Limits::time(share) })
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
    use catena_core::{Game, Move, Setup, SwapRule};

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

    /// Limits of the next move of Black in milliseconds: the share, and the longest time.
    fn limits(clock: &Clock, moves_to_come: usize) -> (u128, Option<u128>) {
        let limits = clock.limits(Color::Black, moves_to_come).unwrap();
        (limits.time.unwrap().as_millis(), limits.extended_time.map(|time| time.as_millis()))
    }

    #[test]
    fn a_clock_shares_out_what_is_left_and_lends_half_as_much() {
        let mut clock = Clock::default();
        assert_eq!(clock.limits(Color::Black, 20), None);
        clock.control = Some(TimeControl { main: Duration::from_secs(60), period: Duration::ZERO, moves: 0 });
        assert_eq!(limits(&clock, 20), (2_970, Some(4_455)));
        for (left, moves, expected) in [
            (10_000, 5, (1_970, Some(2_955))),
            (10_000, 2, (4_970, Some(7_455))),
            // The whole time: there are no later moves to take any from.
            (10_000, 1, (9_970, None)),
            // What is kept back is never lent.
            (130, 4, (2, Some(3))),
            (120, 4, (1, None)),
            (5, 1, (1, None)),
        ] {
            clock.left.black = Some((Duration::from_millis(left), moves));
            assert_eq!(limits(&clock, 20), expected, "{left} ms for {moves} moves");
        }
    }

    #[test]
    fn a_clock_lasts_for_the_longest_game_of_extended_searches() {
        const LAG: Duration = Duration::from_millis(2);
        for game in Game::ALL {
            for (main, size) in
                [2, 6, 300].into_iter().flat_map(|main| [(main, game.default_size()), (main, 4)])
            {
                let setup = Setup::new(game, u64::from(size), SwapRule::Off).unwrap();
                let mut clock = Clock::default();
                let mut left = Duration::from_secs(main);
                let mut position = Position::new(setup);
                let cells: Vec<_> = position.topology().places().collect();
                for (ply, &cell) in cells.iter().enumerate() {
                    if ply % 2 == 0 {
                        clock.left.black = Some((left, 0));
                        let limits = clock.limits(Color::Black, moves_to_come(&position)).unwrap();
                        let spent = limits.extended_time.or(limits.time).unwrap() + LAG;
                        assert!(spent <= left, "{game} {size}, {main} s: move {ply} has {left:?}");
                        left -= spent;
                    }
                    if position.play(Move::Place(cell)).is_err() {
                        break;
                    }
                }
            }
        }
    }
}
