//! Evaluation by playouts, one at a time.

use catena_core::{Cell, Color, Position};
use catena_model::pattern::PlayoutGammas;
use catena_model::{MissingModel, ModelKind, Models};
use catena_playout::policy::{
    self, GuidedKernel, PatternChances, Patterns, Policy, SoftmaxPolicy, TwelvePatterns,
};
use catena_playout::{Kernel, Playout, Rng, Scratch, Start, kernel};

use super::{Amaf, Evaluation, Evaluator, Guide, black_value, value_for};
use crate::{LeafPlayout, RaveMoves, RaveWeight, SearchConfig, Switch};

/// Games between two questions whether the evaluation is interrupted: a few milliseconds on large boards.
const INTERRUPT_INTERVAL: u32 = 32;

/// Plays out a leaf, one game at a time.
struct PlayoutEvaluator<G> {
    root: Start,
    leaf: Start,
    scratch: Scratch,
    games: G,
    rng: Rng,
    playouts: u32,
    weight: RaveWeight,
    moves: RaveMoves,
}

/// Plays the games of a [`PlayoutEvaluator`].
trait PlayoutSource: Send {
    /// Takes up what the tree knows, before the games of a leaf.
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
struct UniformPlayouts(Kernel);

impl PlayoutSource for UniformPlayouts {
    fn play(&mut self, start: &Start, scratch: &mut Scratch, _: usize, rng: &mut Rng) -> Option<Playout> {
        Some((self.0)(start, scratch, rng))
    }
}

/// Games whose moves a policy chooses.
struct PolicyPlayouts<P> {
    kernel: GuidedKernel<P>,
    policy: P,
    /// Gives the policy what the tree knows.
    begin: fn(&mut P, &Guide),
}

impl<P: Send> PlayoutSource for PolicyPlayouts<P> {
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

/// The evaluator that plays by a policy.
pub(super) fn playout_evaluator<P: Policy + Send + 'static>(
    root: &Position,
    config: &SearchConfig,
    seed: u64,
    policy: P,
) -> Box<dyn Evaluator> {
    let game = root.setup().game();
    // Uniform playouts without a horizon have a kernel of their own, which is faster.
    if config.playout == LeafPlayout::Uniform && config.horizon == Switch::Off {
        let kernel = match config.decisive_moves {
            Switch::On => kernel::decisive(game),
            Switch::Off => kernel(game),
        };
        Box::new(PlayoutEvaluator::new(root, config, seed, UniformPlayouts(kernel)))
    } else {
        let kernel = match config.decisive_moves {
            Switch::On => policy::decisive::<P>(game),
            Switch::Off => policy::guided::<P>(game),
        };
        let begin = |policy: &mut P, guide: &Guide| policy.start_from(guide.weights);
        Box::new(PlayoutEvaluator::new(root, config, seed, PolicyPlayouts { kernel, policy, begin }))
    }
}

/// The evaluator that plays by learned patterns.
pub(super) fn pattern_evaluator(
    root: &Position,
    config: &SearchConfig,
    models: &Models,
    seed: u64,
) -> Result<Box<dyn Evaluator>, MissingModel> {
    let game = root.setup().game();
    let chances = PatternChances { cap: config.pattern_cap, local: config.pattern_local };
    let missing = MissingModel { kind: ModelKind::PlayoutPatterns, game };
    let model = models.playout_patterns.as_ref().filter(|model| model.game == game).ok_or(missing)?;
    match &model.value {
        PlayoutGammas::Six(gammas) => {
            let policy = Patterns::new(gammas, root.topology(), chances).ok_or(missing)?;
            Ok(softmax_evaluator(root, config, seed, policy))
        }
        PlayoutGammas::Twelve(gammas) => {
            let policy = TwelvePatterns::new(gammas, root.topology(), chances).ok_or(missing)?;
            Ok(softmax_evaluator(root, config, seed, policy))
        }
    }
}

fn softmax_evaluator<P: SoftmaxPolicy + Send + 'static>(
    root: &Position,
    config: &SearchConfig,
    seed: u64,
    policy: P,
) -> Box<dyn Evaluator> {
    let game = root.setup().game();
    let kernel = match config.decisive_moves {
        Switch::On => kernel::softmax_decisive(game),
        Switch::Off => kernel::softmax(game),
    };
    let games = PolicyPlayouts { kernel, policy, begin: |_, _| {} };
    Box::new(PlayoutEvaluator::new(root, config, seed, games))
}

impl<G: PlayoutSource> PlayoutEvaluator<G> {
    fn new(root: &Position, config: &SearchConfig, seed: u64, games: G) -> Self {
        let mut root = Start::new(root);
        if config.decisive_moves == Switch::On {
            root.track_threats();
        }
        if config.max_new_ring_stones > 0 {
            root.set_max_new_ring_stones(config.max_new_ring_stones);
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

    /// Adds the moves of the last game with its result.
    fn add_to_amaf(&self, playout: Playout, black: f32, weight: f32, amaf: &mut Amaf) {
        for color in Color::ALL {
            let value = value_for(color, black);
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

impl<G: PlayoutSource> Evaluator for PlayoutEvaluator<G> {
    fn evaluate(
        &mut self,
        path: &[Cell],
        guide: Guide,
        amaf: &mut Amaf,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Evaluation> {
        self.leaf.clone_from(&self.root);
        path.iter().for_each(|&cell| self.leaf.play(cell));
        let ended = self.leaf.outcome().is_some() || self.leaf.empty().len() == 0;
        let (wanted, horizon) = if ended { (1, usize::MAX) } else { (self.playouts, guide.horizon) };
        amaf.clear();
        self.games.begin(&guide);
        let mut total = Evaluation { playouts: 0, black: 0.0, weight: 0.0, outcome: None, moves: 0 };
        for game in 0..wanted {
            if game > 0 && game.is_multiple_of(INTERRUPT_INTERVAL) && interrupt() {
                break;
            }
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
            self.add_to_amaf(playout, black, weight, amaf);
        }
        if total.playouts == 0 {
            return None;
        }
        total.black /= total.playouts as f32;
        Some(total)
    }
}
