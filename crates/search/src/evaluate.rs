//! What a leaf is worth: playouts or fill-outs from it, with the moves they contain.

use catena_core::{ByColor, Cell, Color, Outcome, Position, Setup, Topology};
use catena_model::{MissingModel, ModelKind, Models};
use catena_playout::policy::{
    self, Blocks, Focus, GuidedKernel, LastGoodReply, Nearest, PatternChances, Patterns, Policy, Savebridge,
    Uniform, Weighted,
};
use catena_playout::{
    FillOut, FillOutOptions, Kernel, LaneRng, NoFillOut, Playout, Rng, Scratch, Start, kernel,
};

use crate::{LeafPlayout, RaveMoves, RaveWeight, SearchConfig, Switch, UnsupportedConfig};

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

/// What games say about a move: summed weights and values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// What the games with the move count.
    pub weight: f32,
    /// Their results for the color that made it, times the weight.
    pub value: f32,
}

/// What the games of an evaluation say about each cell, for each color that played there.
#[derive(Clone, Debug)]
pub struct Amaf {
    sums: ByColor<Box<[Sum]>>,
}

impl Amaf {
    /// Nothing known of any cell.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self { sums: ByColor::new(|_| vec![Sum::default(); topology.len()].into_boxed_slice()) }
    }

    fn clear(&mut self) {
        Color::ALL.into_iter().for_each(|color| self.sums[color].fill(Sum::default()));
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
    pub fn of(&self, color: Color) -> &[Sum] {
        &self.sums[color]
    }
}

/// What the tree tells an evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// Games longer than so many moves may be discarded.
    pub horizon: usize,
    /// What the moves of weighted playouts weigh at first; empty if nothing is known.
    pub weights: &'a [(Cell, u32)],
}

impl Guide<'_> {
    /// Nothing to tell.
    pub const NONE: Self = Self { horizon: usize::MAX, weights: &[] };
}

/// Says what a leaf is worth. The tree does not know who answered.
pub trait Evaluator: Send {
    /// Evaluates the position after some moves from the root; `None` if the games were discarded.
    fn evaluate(&mut self, path: &[Cell], guide: Guide, amaf: &mut Amaf) -> Option<Evaluation>;
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
    let topology = root.topology();
    Ok(match config.playout {
        LeafPlayout::Uniform => scalar(root, config, seed, Uniform),
        LeafPlayout::NearestOwn => scalar(root, config, seed, Nearest::new(topology, Focus::Own)),
        LeafPlayout::NearestCoin => scalar(root, config, seed, Nearest::new(topology, Focus::Coin)),
        LeafPlayout::Weighted => scalar(root, config, seed, Weighted::<Blocks>::new(topology)),
        LeafPlayout::Savebridge => scalar(root, config, seed, Savebridge::new(root.setup())),
        LeafPlayout::LastGoodReply => scalar(root, config, seed, LastGoodReply::new()),
        LeafPlayout::Patterns => {
            let chances = PatternChances { cap: config.pattern_cap, local: config.pattern_local };
            let game = root.setup().game();
            let kernel = match config.decisive_moves {
                Switch::On => kernel::softmax_decisive(game),
                Switch::Off => kernel::softmax(game),
            };
            let missing = MissingModel { kind: ModelKind::PlayoutPatterns, game };
            let model = models.playout_patterns.as_ref().filter(|model| model.game == game).ok_or(missing)?;
            let policy = Patterns::new(&model.value, topology, chances).ok_or(missing)?;
            Box::new(Scalar::new(root, config, seed, Guided { kernel, policy, begin: |_, _| {} }))
        }
        LeafPlayout::FillOut => Box::new(Filled::new(root, config, seed)?),
    })
}

/// Plays games one at a time.
struct Scalar<G> {
    root: Start,
    leaf: Start,
    scratch: Scratch,
    games: G,
    rng: Rng,
    playouts: u32,
    weight: RaveWeight,
    moves: RaveMoves,
}

/// How the games of a [`Scalar`] evaluator are played.
trait Games: Send {
    /// Takes up what the tree tells, before the games of a leaf.
    fn begin(&mut self, _guide: &Guide) {}

    /// One game, unless it gets longer than the horizon.
    fn play(
        &mut self,
        start: &Start,
        scratch: &mut Scratch,
        horizon: usize,
        rng: &mut Rng,
    ) -> Option<Playout>;
}

/// Random games to the first win.
struct Plain(Kernel);

impl Games for Plain {
    fn play(&mut self, start: &Start, scratch: &mut Scratch, _: usize, rng: &mut Rng) -> Option<Playout> {
        Some((self.0)(start, scratch, rng))
    }
}

/// Games whose moves somebody chooses.
struct Guided<P> {
    kernel: GuidedKernel<P>,
    policy: P,
    /// Hands on what the tree tells.
    begin: fn(&mut P, &Guide),
}

impl<P: Send> Games for Guided<P> {
    fn begin(&mut self, guide: &Guide) {
        (self.begin)(&mut self.policy, guide);
    }

    fn play(
        &mut self,
        start: &Start,
        scratch: &mut Scratch,
        horizon: usize,
        rng: &mut Rng,
    ) -> Option<Playout> {
        (self.kernel)(start, scratch, &mut self.policy, horizon, rng)
    }
}

fn scalar<P: Policy + Send + 'static>(
    root: &Position,
    config: &SearchConfig,
    seed: u64,
    policy: P,
) -> Box<dyn Evaluator> {
    let game = root.setup().game();
    let is_plain = config.playout == LeafPlayout::Uniform && config.horizon == Switch::Off;
    if is_plain {
        let kernel = match config.decisive_moves {
            Switch::On => kernel::decisive(game),
            Switch::Off => kernel(game),
        };
        Box::new(Scalar::new(root, config, seed, Plain(kernel)))
    } else {
        let kernel = match config.decisive_moves {
            Switch::On => policy::decisive::<P>(game),
            Switch::Off => policy::guided::<P>(game),
        };
        let begin = |policy: &mut P, guide: &Guide| policy.start_from(guide.weights);
        Box::new(Scalar::new(root, config, seed, Guided { kernel, policy, begin }))
    }
}

impl<G: Games> Scalar<G> {
    fn new(root: &Position, config: &SearchConfig, seed: u64, games: G) -> Self {
        let mut root = Start::new(root);
        if config.decisive_moves == Switch::On {
            root.foresee();
        }
        if config.max_new_ring_stones > 0 {
            root.count_rings_with(config.max_new_ring_stones);
        }
        Self {
            leaf: root.clone(),
            scratch: Scratch::new(&root),
            root,
            games,
            rng: Rng::new(seed),
            playouts: config.playouts_per_leaf,
            weight: config.rave_weight,
            moves: config.rave_moves,
        }
    }

    /// Notes the moves of the last game as what they brought.
    fn note(&self, playout: Playout, black: f32, weight: f32, amaf: &mut Amaf) {
        for color in Color::ALL {
            let value = if color == Color::Black { black } else { 1.0 - black };
            for cell in self.scratch.moves_of(color) {
                amaf.add(cell, color, weight, weight * value);
            }
        }
        if let (RaveMoves::Winners, Some(winner)) = (self.moves, playout.outcome.winner) {
            for cell in self.scratch.moves_of(winner) {
                amaf.add(cell, !winner, weight, weight);
            }
        }
    }
}

impl<G: Games> Evaluator for Scalar<G> {
    fn evaluate(&mut self, path: &[Cell], guide: Guide, amaf: &mut Amaf) -> Option<Evaluation> {
        self.leaf.clone_from(&self.root);
        path.iter().for_each(|&cell| self.leaf.play(cell));
        let ended = self.leaf.outcome().is_some() || self.leaf.empty().len() == 0;
        let (wanted, horizon) = if ended { (1, usize::MAX) } else { (self.playouts, guide.horizon) };
        amaf.clear();
        self.games.begin(&guide);
        let mut total = Evaluation { playouts: 0, black: 0.0, weight: 0.0, outcome: None, moves: 0 };
        for _ in 0..wanted {
            let Some(playout) = self.games.play(&self.leaf, &mut self.scratch, horizon, &mut self.rng) else {
                continue;
            };
            let black = black_value(playout.outcome);
            let weight = match self.weight {
                RaveWeight::Equal => 1.0,
                RaveWeight::ByLength => 1.0 / f32::from(playout.moves.max(1)),
            };
            total.playouts += 1;
            total.black += black;
            total.weight += weight;
            total.moves = playout.moves;
            if ended {
                total.outcome = Some(playout.outcome);
            }
            self.note(playout, black, weight, amaf);
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

/// Fills boards, up to 512 at once.
struct Filled {
    root: Position,
    leaf: Position,
    fill_out: FillOut,
    rng: LaneRng,
    playouts: u32,
}

impl Filled {
    fn new(root: &Position, config: &SearchConfig, seed: u64) -> Result<Self, NoFillOut> {
        let options = FillOutOptions { bamboo: config.bamboo, ..FillOutOptions::default() };
        let setup: &Setup = root.setup();
        Ok(Self {
            root: root.clone(),
            leaf: root.clone(),
            fill_out: FillOut::new(setup, options)?,
            rng: LaneRng::new(seed),
            playouts: config.playouts_per_leaf,
        })
    }
}

impl Evaluator for Filled {
    fn evaluate(&mut self, path: &[Cell], _: Guide, amaf: &mut Amaf) -> Option<Evaluation> {
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
        let (mut left, mut wins) = (self.playouts, 0);
        while left > 0 {
            let games = left.min(BATCH);
            left -= games;
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
        let black = wins as f32 / self.playouts as f32;
        let weight = self.playouts.div_ceil(BATCH) as f32;
        Some(Evaluation { playouts: self.playouts, black, weight, outcome: None, moves: 0 })
    }
}

/// Boards that are filled together; they count as one in RAVE, because they depend on each other.
const BATCH: u32 = 512;
