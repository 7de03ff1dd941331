//! Evaluation by playouts, one at a time.

use catena_core::{Cell, Color, Position};
use catena_model::pattern::PlayoutGammas;
use catena_model::{MissingModel, ModelKind, Models};
use catena_playout::policy::{
    self, GuidedKernel, OfflineRings, PatternChances, Patterns, Policy, SoftmaxPolicy, TwelvePatterns,
};
use catena_playout::{Kernel, Playout, Rng, Scratch, Start, kernel};

use super::{Amaf, Evaluation, Evaluator, Guide, black_value, value_for};
use crate::{LeafPlayout, RaveMoves, RaveWeight, Rings, SearchConfig, Switch};

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

/// The same with rings found off-line.
struct OfflinePlayouts<P> {
    rings: OfflineRings,
    policy: P,
}

impl<P: Policy + Send> PlayoutSource for OfflinePlayouts<P> {
    fn begin(&mut self, guide: &Guide) {
        self.policy.start_from(guide.weights);
    }

    fn play(
        &mut self,
        start: &Start,
        scratch: &mut Scratch,
        horizon: usize,
        rng: &mut Rng,
    ) -> Option<Playout> {
        self.rings.play(start, scratch, &mut self.policy, horizon, rng)
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
    if let Some(rings) = offline_rings(root, config) {
        return Box::new(PlayoutEvaluator::new(root, config, seed, OfflinePlayouts { rings, policy }));
    }
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

/// What finds rings off-line, if the parameters ask for it and no other rule about rings is in force.
fn offline_rings(root: &Position, config: &SearchConfig) -> Option<OfflineRings> {
    let is_offline = config.rings == Rings::Offline
        && config.decisive_moves == Switch::Off
        && config.max_new_ring_stones == 0;
    OfflineRings::new(root.setup()).filter(|_| is_offline)
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
        if self.weight == RaveWeight::ByDistance {
            return self.add_by_distance(black, amaf);
        }
        for color in Color::ALL {
            let value = value_for(color, black);
            for cell in self.scratch.moves_of(color) {
                amaf.add(cell, color, weight, weight * value);
            }
        }
        let Some(winner) = playout.outcome.winner else { return };
        if let RaveMoves::Winners | RaveMoves::All = self.moves {
            for cell in self.scratch.moves_of(winner) {
                amaf.add(cell, !winner, weight, weight);
            }
        }
        if self.moves == RaveMoves::All {
            for cell in self.scratch.moves_of(!winner) {
                amaf.add(cell, winner, weight, 0.0);
            }
        }
    }
}

impl<G> PlayoutEvaluator<G> {
    /// The same where a move weighs as many moves as are left from it on.
    fn add_by_distance(&self, black: f32, amaf: &mut Amaf) {
        let moves = self.scratch.moves();
        let all = moves.len();
        for (made, (cell, color)) in moves.enumerate() {
            let (weight, value) = ((all - made) as f32, value_for(color, black));
            amaf.add(cell, color, weight, weight * value);
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
                RaveWeight::Equal | RaveWeight::ByDistance => 1.0,
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

#[cfg(test)]
mod tests {
    use catena_core::{ByColor, Game, Setup, SwapRule, Topology};

    use super::*;

    /// What a playout of Havannah leaves: its winner, its moves by color, and the sums of each cell.
    fn amaf_of_a_playout(moves: &str, seed: u64) -> (Color, Vec<(Cell, Color)>, Amaf) {
        let root = Position::new(Setup::new(Game::Havannah, 5, SwapRule::Off).unwrap());
        let mut config = SearchConfig::default();
        config.set("rave_moves", moves).unwrap();
        config.set("rave_weight", "by-length").unwrap();
        let mut evaluator =
            PlayoutEvaluator::new(&root, &config, seed, UniformPlayouts(kernel(Game::Havannah)));
        let mut amaf = Amaf::new(root.topology());
        let found = evaluator.evaluate(&[], Guide::NONE, &mut amaf, &mut || false).unwrap();
        let winner = if found.black > 0.5 { Color::Black } else { Color::White };
        (winner, evaluator.scratch.moves().collect(), amaf)
    }

    #[test]
    fn by_distance_a_move_weighs_as_many_moves_as_are_left() {
        let root = Position::new(Setup::new(Game::Hex, 5, SwapRule::Off).unwrap());
        let config = SearchConfig { rave_weight: RaveWeight::ByDistance, ..SearchConfig::default() };
        for seed in 1..20 {
            let games = UniformPlayouts(kernel(Game::Hex));
            let mut evaluator = PlayoutEvaluator::new(&root, &config, seed, games);
            let mut amaf = Amaf::new(root.topology());
            let found = evaluator.evaluate(&[], Guide::NONE, &mut amaf, &mut || false).unwrap();
            let moves: Vec<(Cell, Color)> = evaluator.scratch.moves().collect();
            assert_eq!(usize::from(found.moves), moves.len());
            for (number, &(cell, color)) in moves.iter().enumerate() {
                let weight = (moves.len() - number) as f32;
                let sum = amaf.of(color)[cell.index()];
                assert_eq!((sum.weight, sum.value), (weight, weight * value_for(color, found.black)));
                assert_eq!(amaf.of(!color)[cell.index()].weight, 0.0);
            }
        }
    }

    #[test]
    fn moves_of_winner_and_loser_are_credited_and_debited_as_the_parameter_says() {
        for seed in 1..20 {
            for (rave_moves, winners_for_both, losers_for_both) in
                [("own", false, false), ("winners", true, false), ("all", true, true)]
            {
                let (winner, moves, amaf) = amaf_of_a_playout(rave_moves, seed);
                let weight = 1.0 / moves.len() as f32;
                let mut expected: ByColor<Vec<(f32, f32)>> =
                    ByColor::new(|_| vec![(0.0, 0.0); Topology::hexagon(5).len()]);
                for (cell, mover) in moves {
                    let value = if mover == winner { weight } else { 0.0 };
                    expected[mover][cell.index()] = (weight, value);
                    let for_both = if mover == winner { winners_for_both } else { losers_for_both };
                    if for_both {
                        expected[!mover][cell.index()] = (weight, value);
                    }
                }
                for color in Color::ALL {
                    let sums: Vec<(f32, f32)> =
                        amaf.of(color).iter().map(|sum| (sum.weight, sum.value)).collect();
                    assert_eq!(sums, expected[color], "{rave_moves}, seed {seed}, {color}");
                }
            }
        }
    }
}
