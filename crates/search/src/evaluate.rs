//! Leaf evaluation: playouts or fill-outs, with the AMAF sums of their moves.

mod fill_out;
mod playout;

use catena_core::{ByColor, Cell, Color, Outcome, Position, Topology};
use catena_model::Models;
use catena_playout::policy::{
    Blocks, Breakbridge, EdgeTemplates, Focus, Ladder, LastGoodReply, Nearest, Savebridge, SumTree, Uniform,
    Weighted,
};

use crate::{LeafPlayout, SamplerKind, SearchConfig, Switch, UnsupportedConfig};
use fill_out::FillOutEvaluator;
use playout::{pattern_evaluator, playout_evaluator};

/// The result of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Games played.
    pub playouts: u32,
    /// The mean result for Black.
    pub black: f32,
    /// Weight of the games in RAVE.
    pub weight: f32,
    /// The result, if the leaf is the end of the game.
    pub outcome: Option<Outcome>,
    /// Moves of the last game.
    pub moves: u16,
}

impl Evaluation {
    /// The end of the game.
    pub(crate) fn of_outcome(outcome: Outcome) -> Self {
        Self { playouts: 1, black: black_value(outcome), weight: 1.0, outcome: Some(outcome), moves: 0 }
    }

    /// Evaluation by a network's value for Black.
    pub(crate) const fn of_value(black: f32) -> Self {
        Self { playouts: 1, black, weight: 1.0, outcome: None, moves: 0 }
    }
}

/// Statistics of a move over several games: summed weights and values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AmafSum {
    /// Weight of the games with the move.
    pub weight: f32,
    /// Their results for the color that made it, times the weight.
    pub value: f32,
}

/// Statistics of each cell over the games of an evaluation, for each color that played there.
#[derive(Clone, Debug)]
pub struct Amaf {
    sums: ByColor<Box<[AmafSum]>>,
}

impl Amaf {
    /// Nothing known of any cell.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self { sums: ByColor::new(|_| vec![AmafSum::default(); topology.len()].into_boxed_slice()) }
    }

    pub(crate) fn clear(&mut self) {
        Color::ALL.into_iter().for_each(|color| self.sums[color].fill(AmafSum::default()));
    }

    /// Adds a move of a color with the summed result for it.
    #[inline]
    pub fn add(&mut self, cell: Cell, color: Color, weight: f32, value: f32) {
        let sum = &mut self.sums[color][cell.index()];
        sum.weight += weight;
        sum.value += value;
    }

    /// The sums of a color, by cell.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color) -> &[AmafSum] {
        &self.sums[color]
    }
}

/// Knowledge of the tree that an evaluator can use.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// Games longer than this many moves may be discarded.
    pub horizon: usize,
    /// Initial weights of the moves of weighted playouts, for each color; empty if nothing is known.
    pub weights: ByColor<&'a [(Cell, u32)]>,
}

impl Guide<'_> {
    /// Nothing.
    pub const NONE: Self = Self { horizon: usize::MAX, weights: ByColor { black: &[], white: &[] } };
}

/// Evaluates leaves. The tree does not know how.
pub trait Evaluator: Send {
    /// Evaluates the position after some moves from the root; `None` if the games were discarded. A long
    /// evaluation asks `interrupt` now and then and ends with the games so far if the answer is yes.
    fn evaluate(
        &mut self,
        path: &[Cell],
        guide: Guide,
        amaf: &mut Amaf,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Evaluation>;
}

/// The evaluator that the parameters ask for.
///
/// # Errors
/// If they ask for what the game does not have.
pub fn evaluator(
    root: &Position,
    config: &SearchConfig,
    models: &Models,
    seed: u64,
) -> Result<Box<dyn Evaluator>, UnsupportedConfig> {
    config.check(root.setup().game())?;
    let topology = root.topology();
    Ok(match config.playout {
        LeafPlayout::Uniform => playout_evaluator(root, config, seed, Uniform),
        LeafPlayout::NearestOwn | LeafPlayout::NearestCoin => {
            let nearest = nearest(topology, config).expect("these playouts prefer near moves");
            playout_evaluator(root, config, seed, nearest)
        }
        LeafPlayout::Weighted => match config.sampler {
            SamplerKind::Blocks => {
                playout_evaluator(root, config, seed, Weighted::<Blocks>::new(topology, config.distribution))
            }
            SamplerKind::Tree => playout_evaluator(
                root,
                config,
                seed,
                Weighted::<SumTree<u32>>::new(topology, config.distribution),
            ),
        },
        LeafPlayout::Savebridge => savebridge_evaluator(root, config, seed),
        LeafPlayout::LastGoodReply => playout_evaluator(root, config, seed, LastGoodReply::new()),
        LeafPlayout::Frames => {
            let setup = root.setup();
            playout_evaluator(root, config, seed, (EdgeTemplates::new(setup), Savebridge::new(setup)))
        }
        LeafPlayout::Patterns => pattern_evaluator(root, config, models, seed)?,
        LeafPlayout::FillOut => Box::new(FillOutEvaluator::new(root, config, seed)?),
    })
}

/// Saves bridges; also breaks those of the opponent and continues ladders, if the parameters say so.
fn savebridge_evaluator(root: &Position, config: &SearchConfig, seed: u64) -> Box<dyn Evaluator> {
    let setup = root.setup();
    let saves = Savebridge::new(setup);
    let breaks = (config.breakbridge == Switch::On).then(|| Breakbridge::new(setup));
    let continues = (config.ladder == Switch::On).then(|| Ladder::new(setup));
    match (breaks, continues) {
        (None, None) => playout_evaluator(root, config, seed, saves),
        others => playout_evaluator(root, config, seed, (saves, others)),
    }
}

/// The preference for near moves, if the playouts have one.
pub(crate) fn nearest(topology: &Topology, config: &SearchConfig) -> Option<Nearest> {
    let focus = match config.playout {
        LeafPlayout::NearestOwn => Focus::Own,
        LeafPlayout::NearestCoin => Focus::Coin,
        _ => return None,
    };
    Some(Nearest::new(topology, focus, config.nearest_chance.weight()))
}

/// A value for Black as one for a color, and back.
pub(crate) fn value_for(color: Color, black: f32) -> f32 {
    if color == Color::Black { black } else { 1.0 - black }
}

/// The result as a value for Black.
fn black_value(outcome: Outcome) -> f32 {
    match outcome.winner {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    }
}
