//! Sums of hot games by their thermographs alone: a bounded approximation, since exact sums take too long.

use catena_core::Color;

use super::Thermograph;
use super::wall::{Wall, bends_of};

/// A sum of games.
#[derive(Clone, Debug, Default)]
pub struct HotSum {
    parts: Vec<Thermograph>,
}

impl HotSum {
    /// The sum of these games.
    #[must_use]
    pub const fn new(parts: Vec<Thermograph>) -> Self {
        Self { parts }
    }

    /// The sum of the means: exact.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.parts.iter().map(Thermograph::mean).sum()
    }

    /// The highest temperature of a part, which that of the sum never exceeds.
    #[must_use]
    pub fn temperature(&self) -> f64 {
        self.parts.iter().map(Thermograph::temperature).fold(0.0, f64::max)
    }

    /// The part with the highest temperature, if one is hot: where a player of the sum moves (hotstrat).
    #[must_use]
    pub fn hottest(&self) -> Option<usize> {
        let hot = (0..self.parts.len()).filter(|&index| self.parts[index].temperature() > 0.0);
        hot.reduce(|a, b| if self.parts[b].temperature() > self.parts[a].temperature() { b } else { a })
    }

    /// Bounds of the stop of the sum for the color that moves first. The mover gets at least what thermostrat promises:
    /// at any temperature it moves in the part whose walls are farthest apart, and answers wherever the opponent
    /// moves. No stop is farther from the mean than the highest temperature.
    #[must_use]
    pub fn bounds(&self, first: Color) -> (f64, f64) {
        let (mean, temperature) = (self.mean(), self.temperature());
        let walls: Vec<&Wall> = self.parts.iter().flat_map(|part| [&part.left, &part.right]).collect();
        let promised = bends_of(&walls).into_iter().map(|t| self.promise(first, t));
        match first {
            Color::Black => {
                let low = promised.fold(mean, f64::max);
                (low, (mean + temperature).max(low))
            }
            Color::White => {
                let high = promised.fold(mean, f64::min);
                ((mean - temperature).min(high), high)
            }
        }
    }

    /// What thermostrat at a temperature promises to the color that moves first.
    fn promise(&self, first: Color, temperature: f64) -> f64 {
        let second = |part: &Thermograph| part.stop(!first, temperature);
        let gain = |part: &Thermograph| part.stop(first, temperature) - second(part);
        let gains = self.parts.iter().map(gain);
        let most = if first == Color::Black { gains.fold(0.0, f64::max) } else { gains.fold(0.0, f64::min) };
        self.parts.iter().map(second).sum::<f64>() + most
    }

    /// The stop of the sum for the color that moves first, as if all parts were switches, which the players take in turn from the
    /// hottest on: exact for switches, and within the bounds in any case.
    #[must_use]
    pub fn estimate(&self, first: Color) -> f64 {
        let mut temperatures: Vec<f64> = self.parts.iter().map(Thermograph::temperature).collect();
        temperatures.sort_by(|a, b| b.total_cmp(a));
        let gain: f64 =
            temperatures.iter().enumerate().map(|(i, t)| if i.is_multiple_of(2) { *t } else { -t }).sum();
        let (low, high) = self.bounds(first);
        let estimate = if first == Color::Black { self.mean() + gain } else { self.mean() - gain };
        estimate.clamp(low, high)
    }
}
