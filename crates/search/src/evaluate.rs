//! What a leaf is worth: playouts or fill-outs from it, with the moves they contain.

use catena_core::{ByColor, Cell, Color, Outcome, Position, Setup, Topology};
use catena_playout::policy::{Focus, LastGoodReply, Nearest, Policy, Savebridge, Uniform, Weighted, guided};
use catena_playout::{Bamboo, FillOut, FillOutOptions, LaneRng, NoFillOut, Playout, Rng, Scratch, Start};

use crate::{LeafPlayout, RaveMoves, RaveWeight, SearchConfig, Switch};

/// The result of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Games played.
    pub playouts: u32,
    /// The mean result for Black.
    pub black: f32,
    /// What the games count in RAVE.
    pub weight: f32,
    /// The result, if the leaf is the end of the game.
    pub outcome: Option<Outcome>,
    /// Moves of the last game.
    pub moves: u16,
}

/// Weight and value of each cell in the games of an evaluation, for each color that played there.
#[derive(Clone, Debug)]
pub struct Amaf {
    weights: ByColor<Box<[f32]>>,
    values: ByColor<Box<[f32]>>,
}

impl Amaf {
    /// Nothing known of any cell.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let zeros = || vec![0.0; topology.len()].into_boxed_slice();
        Self { weights: ByColor::new(|_| zeros()), values: ByColor::new(|_| zeros()) }
    }

    fn clear(&mut self) {
        for color in Color::ALL {
            self.weights[color].fill(0.0);
            self.values[color].fill(0.0);
        }
    }

    /// Adds a move of a color with the summed result for it.
    #[inline]
    pub fn add(&mut self, cell: Cell, color: Color, weight: f32, value: f32) {
        self.weights[color][cell.index()] += weight;
        self.values[color][cell.index()] += value;
    }

    /// Weights and values of a color, by cell.
    #[inline]
    #[must_use]
    pub fn of(&self, color: Color) -> (&[f32], &[f32]) {
        (&self.weights[color], &self.values[color])
    }
}

/// Says what a leaf is worth. The tree does not know who answered.
pub trait Evaluator: Send {
    /// Evaluates the position after some moves from the root; `None` if the games were discarded.
    /// A game longer than `horizon` moves may be discarded.
    fn evaluate(&mut self, path: &[Cell], horizon: usize, amaf: &mut Amaf) -> Option<Evaluation>;
}

/// The evaluator that the parameters ask for.
///
/// # Errors
/// If fill-outs are asked for in a game that has none.
pub(crate) fn evaluator(
    root: &Position,
    config: &SearchConfig,
    seed: u64,
) -> Result<Box<dyn Evaluator>, NoFillOut> {
    let topology = root.topology();
    Ok(match config.playout {
        LeafPlayout::Uniform => scalar(root, config, seed, Uniform),
        LeafPlayout::NearestOwn => scalar(root, config, seed, Nearest::new(topology, Focus::Own)),
        LeafPlayout::NearestCoin => scalar(root, config, seed, Nearest::new(topology, Focus::Coin)),
        LeafPlayout::Weighted => {
            scalar(root, config, seed, Weighted::<catena_playout::policy::Blocks>::new(topology))
        }
        LeafPlayout::Savebridge => scalar(root, config, seed, Savebridge::new(topology)),
        LeafPlayout::LastGoodReply => scalar(root, config, seed, LastGoodReply::new()),
        LeafPlayout::FillOut => Box::new(Filled::new(root, config, seed)?),
    })
}

/// Plays games one at a time.
struct Scalar<F> {
    root: Start,
    leaf: Start,
    scratch: Scratch,
    play: F,
    rng: Rng,
    playouts: u32,
    weight: RaveWeight,
    moves: RaveMoves,
}

fn scalar<P: Policy + Send + 'static>(
    root: &Position,
    config: &SearchConfig,
    seed: u64,
    mut policy: P,
) -> Box<dyn Evaluator> {
    let game = root.setup().game();
    let start = Start::new(root);
    let common = |start: Start| (start.clone(), Scratch::new(&start), Rng::new(seed), start);
    let (leaf, scratch, rng, root) = common(start);
    let (playouts, weight, moves) = (config.playouts_per_leaf, config.rave_weight, config.rave_moves);
    let is_plain = config.playout == LeafPlayout::Uniform && config.horizon == Switch::Off;
    if is_plain {
        let kernel = catena_playout::kernel(game);
        let play = move |start: &Start, scratch: &mut Scratch, _: usize, rng: &mut Rng| {
            Some(kernel(start, scratch, rng))
        };
        Box::new(Scalar { root, leaf, scratch, play, rng, playouts, weight, moves })
    } else {
        let kernel = guided::<P>(game);
        let play = move |start: &Start, scratch: &mut Scratch, horizon: usize, rng: &mut Rng| {
            kernel(start, scratch, &mut policy, horizon, rng)
        };
        Box::new(Scalar { root, leaf, scratch, play, rng, playouts, weight, moves })
    }
}

impl<F> Evaluator for Scalar<F>
where
    F: FnMut(&Start, &mut Scratch, usize, &mut Rng) -> Option<Playout> + Send,
{
    fn evaluate(&mut self, path: &[Cell], horizon: usize, amaf: &mut Amaf) -> Option<Evaluation> {
        self.leaf.clone_from(&self.root);
        path.iter().for_each(|&cell| self.leaf.play(cell));
        let ended = self.leaf.outcome().is_some() || self.leaf.empty().len() == 0;
        let wanted = if ended { 1 } else { self.playouts };
        amaf.clear();
        let mut total = Evaluation { playouts: 0, black: 0.0, weight: 0.0, outcome: None, moves: 0 };
        for _ in 0..wanted {
            let horizon = if ended { usize::MAX } else { horizon };
            let Some(playout) = (self.play)(&self.leaf, &mut self.scratch, horizon, &mut self.rng) else {
                continue;
            };
            let black = black_value(playout.outcome);
            let weight = match self.weight {
                RaveWeight::Even => 1.0,
                RaveWeight::ByLength => 1.0 / f32::from(playout.moves.max(1)),
            };
            total.playouts += 1;
            total.black += black;
            total.weight += weight;
            total.moves = playout.moves;
            if ended {
                total.outcome = Some(playout.outcome);
            }
            let winner = playout.outcome.winner;
            for (cell, color) in self.scratch.moves() {
                let value = if color == Color::Black { black } else { 1.0 - black };
                amaf.add(cell, color, weight, weight * value);
                if self.moves == RaveMoves::Winners && winner == Some(color) {
                    amaf.add(cell, !color, weight, weight);
                }
            }
        }
        if total.playouts == 0 {
            return None;
        }
        total.black /= total.playouts as f32;
        Some(total)
    }
}

/// The result as a value for Black.
fn black_value(outcome: Outcome) -> f32 {
    match outcome.winner {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    }
}

/// Fills 512 boards at once.
struct Filled {
    root: Position,
    leaf: Position,
    fill_out: FillOut,
    rng: LaneRng,
    batches: u32,
}

impl Filled {
    fn new(root: &Position, config: &SearchConfig, seed: u64) -> Result<Self, NoFillOut> {
        let bamboo = if config.bamboo == Switch::On { Bamboo::On } else { Bamboo::Off };
        let options = FillOutOptions { bamboo, ..FillOutOptions::default() };
        let setup: &Setup = root.setup();
        Ok(Self {
            root: root.clone(),
            leaf: root.clone(),
            fill_out: FillOut::new(setup, options)?,
            rng: LaneRng::new(seed),
            batches: config.playouts_per_leaf,
        })
    }
}

impl Evaluator for Filled {
    fn evaluate(&mut self, path: &[Cell], _: usize, amaf: &mut Amaf) -> Option<Evaluation> {
        self.leaf.clone_from(&self.root);
        for &cell in path {
            self.leaf.play_unchecked(catena_core::Move::Place(cell));
        }
        amaf.clear();
        if let Some(outcome) = self.leaf.outcome() {
            let black = black_value(outcome);
            return Some(Evaluation { playouts: 1, black, weight: 1.0, outcome: Some(outcome), moves: 0 });
        }
        self.fill_out.prepare(&self.leaf);
        let (mut playouts, mut wins) = (0, 0);
        for _ in 0..self.batches {
            let result = self.fill_out.run(&mut self.rng);
            playouts += result.lanes();
            wins += result.wins(Color::Black);
            let part = 1.0 / result.lanes() as f32;
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
        let black = wins as f32 / playouts as f32;
        Some(Evaluation { playouts, black, weight: self.batches as f32, outcome: None, moves: 0 })
    }
}
