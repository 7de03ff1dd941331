//! Thermographs: what a game is worth to whoever moves first in it, if every move costs as much as the temperature.

use catena_core::Color;

use super::HotGame;
use super::wall::Wall;

/// The thermograph of a game: its walls, and the mast where both have met. Numbers have temperature 0 here.
#[derive(Clone, Debug, PartialEq)]
pub struct Thermograph {
    pub(super) left: Wall,
    pub(super) right: Wall,
    mean: f64,
    temperature: f64,
}

impl Thermograph {
    /// The thermograph of a game.
    #[must_use]
    pub fn of(game: &HotGame) -> Self {
        let HotGame::Options { left, right } = game else {
            return Self::of_number(game.as_number().unwrap_or(0.0));
        };
        let left = left.iter().map(|option| Self::of(option).right).reduce(|a, b| a.max(&b));
        // The least of several is the largest with the other sign.
        let right = right.iter().map(|option| Self::of(option).left.negated()).reduce(|a, b| a.max(&b));
        match (left, right) {
            (Some(left), Some(right)) => Self::between(&left.taxed(-1.0), &right.negated().taxed(1.0), game),
            _ => Self::of_number(game.as_number().unwrap_or(0.0)),
        }
    }

    fn of_number(number: f64) -> Self {
        let wall = Wall::constant(number);
        Self { left: wall.clone(), right: wall, mean: number, temperature: 0.0 }
    }

    /// The scaffolds up to where they meet.
    fn between(left: &Wall, right: &Wall, game: &HotGame) -> Self {
        if left.at(0.0) < right.at(0.0) {
            return Self::of_number(game.as_number().unwrap_or(0.0));
        }
        let temperature = left.meets(right).expect("scaffolds close by two degrees for each degree");
        let mean = left.at(temperature);
        Self {
            left: left.with_mast(temperature, mean),
            right: right.with_mast(temperature, mean),
            mean,
            temperature,
        }
    }

    /// The value in the long run, whoever moves first.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The worth of the next move.
    #[must_use]
    pub const fn temperature(&self) -> f64 {
        self.temperature
    }

    /// The value for the color that moves first, where a move costs this much.
    #[must_use]
    pub fn stop(&self, first: Color, temperature: f64) -> f64 {
        match first {
            Color::Black => self.left.at(temperature),
            Color::White => self.right.at(temperature),
        }
    }

    /// The thermograph with each number multiplied by a factor; a negative one exchanges the players.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        if factor == 0.0 {
            return Self::of_number(0.0);
        }
        let (left, right) = if factor > 0.0 { (&self.left, &self.right) } else { (&self.right, &self.left) };
        Self {
            left: left.scaled(factor, factor.abs()),
            right: right.scaled(factor, factor.abs()),
            mean: self.mean * factor,
            temperature: self.temperature * factor.abs(),
        }
    }
}
