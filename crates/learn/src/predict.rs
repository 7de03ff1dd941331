//! Accuracy of a model that predicts the moves of games: top-1 and top-5, and log-likelihood.

use catena_core::Color;
use catena_model::pattern::PatternTable;

use crate::Example;

/// Sums over choices; the rates are these over `choices`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prediction {
    /// The number of choices.
    pub choices: u64,
    /// Candidates of all choices.
    pub candidates: u64,
    /// Choices whose move was the strongest candidate; equals share.
    pub first: f64,
    /// Choices whose move was among the five strongest.
    pub five: f64,
    /// The log-likelihood.
    pub log_likelihood: f64,
    /// The same if all candidates were equal …
    pub log_uniform: f64,
    /// … and the choices predicted then.
    pub first_uniform: f64,
}

impl Prediction {
    /// Adds the choices of a game.
    pub fn add(&mut self, table: &PatternTable, example: &Example) {
        for color in Color::ALL {
            let series = &example[color];
            let spans: Vec<(u32, u32, f32)> = series
                .spans
                .iter()
                .map(|span| (span.from, span.to, table.gamma(table.global(span.what, color))))
                .collect();
            for (number, choice) in series.choices.iter().enumerate() {
                let number = number as u32;
                let mut strengths: Vec<f32> = spans
                    .iter()
                    .filter(|(from, to, _)| (*from..*to).contains(&number))
                    .map(|s| s.2)
                    .collect();
                let mut played = table.gamma(table.global(choice.played, color));
                // Near candidates are among the spans with their global weight alone.
                for near in &choice.near {
                    let global = table.gamma(table.global(near.key, color));
                    let same = strengths.iter().position(|&strength| strength == global);
                    same.map(|at| strengths.swap_remove(at));
                }
                for (index, near) in choice.near.iter().enumerate() {
                    let local = table.local(near.key, near.last, color);
                    let strength = table.strength(table.global(near.key, color), local);
                    strengths.push(strength);
                    if choice.played_near == Some(index) {
                        played = strength;
                    }
                }
                self.count(&strengths, played);
            }
        }
    }

    /// Adds a choice between moves of these strengths.
    pub(crate) fn count(&mut self, strengths: &[f32], played: f32) {
        let stronger = strengths.iter().filter(|&&strength| strength > played).count() as f64;
        let equal = strengths.iter().filter(|&&strength| strength == played).count() as f64;
        let among = |places: f64| ((places - stronger) / equal).clamp(0.0, 1.0);
        let sum: f64 = strengths.iter().map(|&strength| f64::from(strength)).sum();
        let all = strengths.len() as f64;
        self.choices += 1;
        self.candidates += strengths.len() as u64;
        self.first += among(1.0);
        self.five += among(5.0);
        self.log_likelihood += (f64::from(played) / sum).ln();
        self.log_uniform -= all.ln();
        self.first_uniform += 1.0 / all;
    }
}
