//! Combinatorial game theory of hot games (Conway 1976; Berlekamp, Conway and Guy 1982): switches, thermographs,
//! and bounds for the stops of sums. Black is Left, who wants more.
//!
//! ```
//! use catena_core::Color;
//! use catena_proof::cgt::{HotGame, HotSum, Thermograph};
//!
//! let switch = |high, low| Thermograph::of(&HotGame::switch(high, low));
//! let sum = HotSum::new(vec![switch(3.0, -3.0), switch(1.0, -1.0)]);
//! assert_eq!((sum.mean(), sum.temperature()), (0.0, 3.0));
//! // Black takes the larger switch, White the smaller one.
//! assert_eq!(sum.estimate(Color::Black), 2.0);
//! ```

mod sum;
mod thermograph;
mod wall;

use catena_core::Color;

pub use sum::HotSum;
pub use thermograph::Thermograph;

/// A game in which a move may be urgent, as a tree. Its numbers are dyadic fractions.
#[derive(Clone, Debug, PartialEq)]
pub enum HotGame {
    /// Nobody wants to move: it is worth this much to Black.
    Number(f64),
    /// What each player can move to; neither list is empty.
    Options {
        /// The moves of Black.
        left: Vec<Self>,
        /// The moves of White.
        right: Vec<Self>,
    },
}

impl HotGame {
    /// The game of a single move: Black makes it `high`, White `low`.
    #[must_use]
    pub fn switch(high: f64, low: f64) -> Self {
        Self::between(Self::Number(high), Self::Number(low))
    }

    /// A game with one move for each player.
    #[must_use]
    pub fn between(left: Self, right: Self) -> Self {
        Self::Options { left: vec![left], right: vec![right] }
    }

    /// The number that it is equal to, if it is written as one or if Black's move leaves less than White's:
    /// then it is the simplest number between the two.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Options { .. } => {
                let (left, right) = (self.stop(Color::Black), self.stop(Color::White));
                (left < right).then(|| simplest_between(left, right))
            }
        }
    }

    /// The number that play arrives at if this color moves first and nothing else is on the board.
    #[must_use]
    pub fn stop(&self, first: Color) -> f64 {
        exact_stop(std::slice::from_ref(self), first)
    }

    /// What a color can move to.
    fn options(&self, mover: Color) -> &[Self] {
        match (self, mover) {
            (Self::Number(_), _) => &[],
            (Self::Options { left, .. }, Color::Black) => left,
            (Self::Options { right, .. }, Color::White) => right,
        }
    }
}

/// The number that a sum of games arrives at under best play, by trying everything: for sums of a few small games. It
/// takes longer by a factor with every move that there is.
#[must_use]
pub fn exact_stop(games: &[HotGame], mover: Color) -> f64 {
    let better = |a: f64, b: f64| if mover == Color::Black { a.max(b) } else { a.min(b) };
    let after = |(index, game): (usize, &HotGame)| {
        // A game that is a number is left alone as long as there is another one (number avoidance).
        let is_open = games.len() == 1 || game.as_number().is_none();
        let options = if is_open { game.options(mover) } else { &[] };
        let stops = options.iter().map(|option| {
            let mut rest = games.to_vec();
            rest[index] = option.clone();
            exact_stop(&rest, !mover)
        });
        stops.reduce(better)
    };
    let best = games.iter().enumerate().filter_map(after).reduce(better);
    best.unwrap_or_else(|| games.iter().filter_map(HotGame::as_number).sum())
}

/// The number of the earliest day that lies strictly between two: 0, else the whole number next to 0, else the one of the least
/// denominator.
fn simplest_between(low: f64, high: f64) -> f64 {
    if low < 0.0 && high > 0.0 {
        return 0.0;
    }
    if low < 0.0 {
        return -simplest_between(-high, -low);
    }
    let mut unit = 1.0;
    loop {
        let next = ((low / unit).floor() + 1.0) * unit;
        if next < high || unit < f64::EPSILON {
            return next;
        }
        unit /= 2.0;
    }
}

#[cfg(test)]
mod tests;
