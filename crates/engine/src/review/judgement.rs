//! Grades of moves and accuracy of players: the names and formulas of lichess, whose users know
//! what an inaccuracy, a mistake and a blunder are.

use std::fmt;

use catena_core::{ByColor, Color};

use super::ReviewedMove;

/// Name of a move that gave something away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It gave away 5 % or more.
    Inaccuracy,
    /// It gave away 10 % or more.
    Mistake,
    /// It gave away 15 % or more.
    Blunder,
}

impl Judgement {
    /// All, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least loss of the chance to win that has this name: on lichess a tenth, a fifth and three tenths of
    /// winning chances from -1 to 1.
    #[must_use]
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.15,
        }
    }

    /// The name of a loss; none below that of an inaccuracy.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgement| loss >= judgement.least_loss())
    }

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Values of a move, for accuracy: before and after it are Black's chances in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValues {
    /// The player.
    pub player: Color,
    /// Before the move.
    pub before: f64,
    /// After it.
    pub after: f64,
    /// Win rate that it gave away.
    pub loss: f64,
}

/// Moves of a window, whose volatility is the weight of a move: a tenth of the game, within these limits.
const WINDOW: std::ops::RangeInclusive<usize> = 2..=8;

/// Weights of moves, in percent points of volatility.
const WEIGHT: std::ops::RangeInclusive<f64> = 0.5..=12.0;

/// Accuracy of both players from 0 to 100: the mean of two means of their moves, one weighted by how much
/// the value changes around a move, and the harmonic one, in which single bad moves weigh most. None for a
/// player without a move.
#[must_use]
pub fn accuracy(moves: &[MoveValues]) -> ByColor<Option<f64>> {
    let Some(first) = moves.first() else { return ByColor::default() };
    let values: Vec<f64> = std::iter::once(first.before)
        .chain(moves.iter().map(|played| played.after))
        .map(|value| 100.0 * value)
        .collect();
    let length = (values.len() / 10).clamp(*WINDOW.start(), *WINDOW.end());
    ByColor::new(|color| {
        let weighted: Vec<(f64, f64)> = moves
            .iter()
            .enumerate()
            .filter(|(_, played)| played.player == color)
            .map(|(at, played)| (of_move(played.loss), weight(&values, at, length)))
            .collect();
        let weights: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = weighted.iter().map(|(accuracy, weight)| accuracy * weight).sum();
        let inverse: f64 = weighted.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
        let mean = f64::midpoint(sum / weights, weighted.len() as f64 / inverse);
        (!weighted.is_empty()).then_some(mean)
    })
}

/// Accuracy of a move that gave away this much, from 0 to 100; one percent point is forgiven as noise.
fn of_move(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-4.354 * loss).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// Standard deviation of the values around a move; the window of the first moves is that at the start.
fn weight(values: &[f64], at: usize, length: usize) -> f64 {
    let start = (at + 2).saturating_sub(length).min(values.len().saturating_sub(length));
    let window = &values[start..(start + length).min(values.len())];
    let mean = window.iter().sum::<f64>() / window.len() as f64;
    let variance = window.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / window.len() as f64;
    variance.sqrt().clamp(*WEIGHT.start(), *WEIGHT.end())
}

/// The moves after which the other player has the better chances, by number: bad moves that turned the game.
pub(super) fn turning_points(moves: &[ReviewedMove]) -> Vec<usize> {
    moves.iter().filter(|played| played.is_turning_point()).map(|played| played.number).collect()
}

/// Accuracy as a text: `black 93.1 %, white 88.0 %`.
#[must_use]
pub fn accuracy_text(accuracy: &ByColor<Option<f64>>) -> String {
    let parts = Color::ALL.iter().filter_map(|&color| Some(format!("{color} {:.1} %", accuracy[color]?)));
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_the_names_of_lichess() {
        for (loss, expected) in [
            (0.0, None),
            (0.049, None),
            (0.05, Some(Judgement::Inaccuracy)),
            (0.0999, Some(Judgement::Inaccuracy)),
            (0.1, Some(Judgement::Mistake)),
            (0.15, Some(Judgement::Blunder)),
            (1.0, Some(Judgement::Blunder)),
        ] {
            assert_eq!(Judgement::of_loss(loss), expected, "{loss}");
        }
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert!((of_move(0.0) - 100.0).abs() < 1e-9 && (of_move(1.0) - 0.0).abs() < 1e-9);
        // 10 percent points: 103.1668 · exp(-0.4354) - 3.1669 + 1.
        assert!((of_move(0.1) - 64.58).abs() < 0.05, "{}", of_move(0.1));
        assert!(of_move(0.01) > of_move(0.02));
    }

    #[test]
    fn a_blunder_costs_the_accuracy_of_who_made_it() {
        // Forty quiet moves but one: Black's 21st throws away 30 percent points.
        let moves: Vec<MoveValues> = (0..40)
            .map(|at| MoveValues {
                player: Color::ALL[at % 2],
                before: if at <= 20 { 0.5 } else { 0.2 },
                after: if at < 20 { 0.5 } else { 0.2 },
                loss: if at == 20 { 0.3 } else { 0.0 },
            })
            .collect();
        let found = accuracy(&moves);
        assert_eq!(found.white, Some(100.0));
        // The fall lies in the windows, of four values, of two of Black's moves; the other 18 weigh least.
        let blunder = of_move(0.3);
        let weighted = (12.0 * blunder + 12.0 * 100.0 + 18.0 * 0.5 * 100.0) / (12.0 + 12.0 + 18.0 * 0.5);
        let harmonic = 20.0 / (1.0 / blunder + 19.0 / 100.0);
        assert!((found.black.unwrap() - f64::midpoint(weighted, harmonic)).abs() < 1e-9, "{found:?}");
        assert_eq!(accuracy(&moves[..1]).white, None);
        assert_eq!(accuracy(&[]), ByColor::default());
    }

    #[test]
    fn moves_in_a_quiet_part_of_the_game_weigh_least() {
        let values = [50.0, 50.0, 50.0, 50.0, 90.0, 10.0];
        assert!((weight(&values, 1, 2) - 0.5).abs() < 1e-9);
        assert!((weight(&values, 4, 2) - 12.0).abs() < 1e-9);
        assert!((weight(&values, 0, 4) - 0.5).abs() < 1e-9);
        // The window ends with the value after the move: what comes later does not count.
        let values = [50.0, 50.0, 50.0, 50.0, 50.0, 54.0, 50.0];
        let weights = [2, 3, 4, 5].map(|at| weight(&values, at, 2));
        assert_eq!(weights, [0.5, 0.5, 2.0, 2.0]);
    }
}
