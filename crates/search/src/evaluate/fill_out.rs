//! Evaluation by fill-outs: boards filled at random, up to 512 at once (Raiko and Peltonen 2008).

use catena_core::{Cell, Color, Move, Position};
use catena_playout::{FillOut, FillOutOptions, LaneRng, NoFillOut};

use super::{Amaf, Evaluation, Evaluator, Guide};
use crate::SearchConfig;

/// Fills the empty cells of a leaf, up to 512 times at once.
pub(super) struct FillOutEvaluator {
    root: Position,
    leaf: Position,
    fill_out: FillOut,
    rng: LaneRng,
    playouts: u32,
}

impl FillOutEvaluator {
    pub(super) fn new(root: &Position, config: &SearchConfig, seed: u64) -> Result<Self, NoFillOut> {
        let options = FillOutOptions { bamboo: config.bamboo, ..FillOutOptions::default() };
        Ok(Self {
            root: root.clone(),
            leaf: root.clone(),
            fill_out: FillOut::new(root.setup(), options)?,
            rng: LaneRng::new(seed),
            playouts: config.playouts_per_leaf,
        })
    }
}

impl Evaluator for FillOutEvaluator {
    fn evaluate(
        &mut self,
        path: &[Cell],
        _: Guide,
        amaf: &mut Amaf,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Evaluation> {
        self.leaf.clone_from(&self.root);
        for &cell in path {
            self.leaf.play_unchecked(Move::Place(cell));
        }
        amaf.clear();
        if let Some(outcome) = self.leaf.outcome() {
            return Some(Evaluation::of_outcome(outcome));
        }
        self.fill_out.prepare(&self.leaf);
        let (mut played, mut wins) = (0, 0);
        while played < self.playouts && (played == 0 || !interrupt()) {
            let games = (self.playouts - played).min(BATCH);
            played += games;
            let result = self.fill_out.run_some(games, &mut self.rng);
            wins += result.wins(Color::Black);
            let part = 1.0 / games as f32;
            for cell in self.leaf.topology().places() {
                if self.leaf.board().stone(cell).is_some() {
                    continue;
                }
                for color in Color::ALL {
                    let (count, won) = (result.count(cell, color), result.wins_with(cell, color));
                    amaf.add(cell, color, part * count as f32, part * won as f32);
                }
            }
        }
        let black = wins as f32 / played as f32;
        let weight = played.div_ceil(BATCH) as f32;
        Some(Evaluation { playouts: played, black, weight, outcome: None, moves: 0 })
    }
}

/// Boards that are filled together; they count as one in RAVE, because they depend on each other.
const BATCH: u32 = 512;
