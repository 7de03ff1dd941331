//! The int8 forward pass: the same bits with all instructions, and close to the f32 one.

use std::sync::Arc;

use catena_core::{Cell, Game, Move, Position, Setup, SwapRule};
use catena_model::network::{
    Architecture, Encoder, Inference, Int8, Lanes, Neighbors, Network, NetworkEvaluation, Output, Parameters,
    Quantized,
};
use catena_playout::Rng;

/// Parameters as training leaves them: nothing is zero, and the policy tells moves apart.
fn realistic(architecture: Architecture, seed: u64) -> Arc<Network> {
    let mut parameters = Parameters::random(&architecture, seed);
    let mut rng = Rng::new(seed + 1);
    let deviation = 1.0 / ((7 * architecture.channels) as f32).sqrt();
    for tensor in parameters.tensors().to_vec() {
        for value in &mut parameters.values_mut()[tensor.range] {
            let uniform = rng.below(2001) as f32 / 1000.0 - 1.0;
            match tensor.name.as_str() {
                "policy.out.weight" => *value *= 40.0,
                // Steeper ones would be sure of every game, and then no error shows.
                "value.out.weight" => *value *= 4.0,
                _ if *value == 0.0 => *value = deviation * uniform,
                _ => {}
            }
        }
    }
    Arc::new(Network::new(architecture, parameters).expect("a possible architecture"))
}

fn setup(game: Game, size: u16) -> Setup {
    Setup::new(game, size.into(), SwapRule::Off).expect("a size of the game")
}

/// A position before the end of a random game.
fn random_position(setup: &Setup, rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::new(setup.clone());
        for _ in 0..rng.below(setup.topology().places().count() as u32) {
            let moves: Vec<Move> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

#[test]
fn all_instructions_give_the_same_bits() {
    let mut rng = Rng::new(1);
    let shapes = [(2, 16, 16, 16), (4, 32, 32, 64), (2, 48, 16, 48), (2, 80, 64, 16), (2, 112, 48, 32)];
    for (game, size) in
        [(Game::Hex, 7), (Game::Havannah, 4), (Game::Star, 4), (Game::Renkula, 2), (Game::Y, 1)]
    {
        let setup = setup(game, size);
        for (layers, channels, policy_channels, value_channels) in shapes {
            let shape =
                Architecture { policy_channels, value_channels, ..Architecture::new(game, layers, channels) };
            let network = Arc::new(Arc::unwrap_or_clone(realistic(shape, 2)).calibrated());
            let mut encoder = Encoder::new(network.architecture(), &setup);
            let mut planes = vec![0; encoder.len()];
            encoder.encode(&random_position(&setup, &mut rng), &mut planes);
            let outputs = Lanes::available().map(|lanes| {
                let quantized = Arc::new(Quantized::with_lanes(&network, lanes));
                let mut output = Output::default();
                let mut int8 = Int8::new(&quantized, encoder.graph());
                // A second time, to see that nothing is left from the first.
                int8.forward(&vec![255; planes.len()], &mut output);
                int8.forward(&planes, &mut output);
                (lanes, output)
            });
            let outputs: Vec<_> = outputs.collect();
            for (lanes, output) in &outputs {
                assert!(output.policy.iter().any(|&logit| logit != 0.0));
                assert_eq!(output, &outputs[0].1, "{lanes}: {game} {size}, {layers} × {channels}");
            }
        }
    }
}

/// Lead of the best move from which it counts as clear, in standard deviations of the logits: weights that
/// were not learned leave many positions without a best move.
const CLEAR: f64 = 0.1;

/// Agreement of int8 with f32 on positions of one game.
#[derive(Default)]
struct Agreement {
    /// Positions with a clear best move.
    clear: u32,
    /// Those of them in which int8 has the same best move.
    same_move: u32,
    /// The root of the mean squared error of a logit, relative to the spread of the logits.
    logit_error: f64,
    mean_value_error: f32,
    max_value_error: f32,
}

fn agreement(network: &Arc<Network>, setup: &Setup, positions: u32) -> Agreement {
    let quantized = Arc::new(Quantized::new(network));
    let (mut exact, mut fast) = (Inference::reference(network, setup), Inference::new(&quantized, setup));
    let (mut a, mut b) = (NetworkEvaluation::default(), NetworkEvaluation::default());
    let mut rng = Rng::new(9);
    let (mut squares, mut spread) = (0.0, 0.0);
    let mut agreement = Agreement::default();
    for _ in 0..positions {
        let position = random_position(setup, &mut rng);
        exact.evaluate(&position, &mut a);
        fast.evaluate(&position, &mut b);
        let empty: Vec<Cell> =
            position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).collect();
        let [exact, fast] = [&a, &b].map(|evaluation| centered_logits(evaluation, &empty));
        let squared = |logits: &[f64]| logits.iter().map(|logit| logit * logit).sum::<f64>();
        let deviation = (squared(&exact) / exact.len() as f64).sqrt();
        if lead(&exact) > CLEAR * deviation {
            agreement.clear += 1;
            agreement.same_move += u32::from(best(&exact) == best(&fast));
        }
        squares += exact.iter().zip(&fast).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
        spread += squared(&exact);
        let value_error = (a.value - b.value).abs();
        agreement.mean_value_error += value_error / positions as f32;
        agreement.max_value_error = agreement.max_value_error.max(value_error);
    }
    agreement.logit_error = (squares / spread).sqrt();
    agreement
}

/// The logits of the empty cells, with a mean of 0: what is the same for all moves says nothing.
fn centered_logits(evaluation: &NetworkEvaluation, empty: &[Cell]) -> Vec<f64> {
    let logits: Vec<f64> = empty.iter().map(|cell| f64::from(evaluation.policy[cell.index()])).collect();
    let mean = logits.iter().sum::<f64>() / logits.len() as f64;
    logits.iter().map(|logit| logit - mean).collect()
}

fn best(logits: &[f64]) -> Option<usize> {
    (0..logits.len()).max_by(|&x, &y| logits[x].total_cmp(&logits[y]))
}

/// By how much the best logit is larger than the second.
fn lead(logits: &[f64]) -> f64 {
    let mut sorted = logits.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted[..] {
        [.., second, first] => first - second,
        _ => f64::INFINITY,
    }
}

/// The largest errors that are accepted: of the logits relative to their spread, and of the value on
/// average and at worst. Sums of tied neighbors are large and differ little with random weights, so
/// that bytes tell less of them.
const fn bounds(game: Game) -> (f64, f32, f32) {
    match Neighbors::of(game) {
        Neighbors::Directed => (0.025, 0.001, 0.01),
        Neighbors::Tied => (0.05, 0.006, 0.06),
    }
}

#[test]
fn int8_is_close_to_f32_in_every_game_and_size() {
    for game in Game::ALL {
        let network =
            Arc::new(Arc::unwrap_or_clone(realistic(Architecture::new(game, 6, 32), 3)).calibrated());
        let sizes: Vec<u16> = game.sizes().collect();
        let (logits_bound, mean_bound, max_bound) = bounds(game);
        let (mut clear, mut same_move) = (0, 0);
        for size in [sizes[1], sizes[sizes.len() / 2], game.default_size(), sizes[sizes.len() - 1]] {
            let found = agreement(&network, &setup(game, size), 100);
            let Agreement { logit_error, mean_value_error, max_value_error, .. } = found;
            let told = format!(
                "{game} {size}: logits {logit_error:.4}, value {mean_value_error:.4}, at worst {max_value_error:.4}"
            );
            assert!(logit_error < logits_bound, "{told}");
            assert!(mean_value_error < mean_bound && max_value_error < max_bound, "{told}");
            clear += found.clear;
            same_move += found.same_move;
        }
        assert!(clear >= 200, "{game}: only {clear} of 400 positions have a clear best move");
        assert!(same_move * 100 >= clear * 99, "{game}: the same best move in {same_move} of {clear}");
    }
}
