//! The int8 forward pass: the same bits with all instructions, and close to the f32 one.

use std::sync::Arc;

use catena_core::{Cell, Game, Move, Position, Setup, SwapRule};
use catena_model::network::{
    Architecture, Encoder, Evaluation, Inference, Int8, Lanes, Neighbors, Network, Output, Parameters,
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
                "policy.out.weight" | "value.out.weight" => *value *= 40.0,
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

/// Agreement of int8 with f32 on positions of one board.
struct Agreement {
    positions: u32,
    same_move: u32,
    /// The root of the mean squared error of a logit, as a part of the spread of the logits.
    error: f64,
    value_error: f32,
}

fn agreement(network: &Arc<Network>, setup: &Setup, positions: u32) -> Agreement {
    let quantized = Arc::new(Quantized::new(network));
    let (mut exact, mut fast) = (Inference::reference(network, setup), Inference::new(&quantized, setup));
    let (mut a, mut b) = (Evaluation::default(), Evaluation::default());
    let mut rng = Rng::new(9);
    let (mut squares, mut spread) = (0.0, 0.0);
    let mut agreement = Agreement { positions, same_move: 0, error: 0.0, value_error: 0.0 };
    for _ in 0..positions {
        let position = random_position(setup, &mut rng);
        exact.evaluate(&position, &mut a);
        fast.evaluate(&position, &mut b);
        let empty: Vec<Cell> =
            position.topology().places().filter(|&cell| position.board().stone(cell).is_none()).collect();
        let logit = |evaluation: &Evaluation, cell: Cell| f64::from(evaluation.policy[cell.index()]);
        let best = |evaluation: &Evaluation| {
            empty.iter().max_by(|&&x, &&y| logit(evaluation, x).total_cmp(&logit(evaluation, y))).copied()
        };
        agreement.same_move += u32::from(best(&a) == best(&b));
        let mean = |evaluation: &Evaluation| {
            empty.iter().map(|&cell| logit(evaluation, cell)).sum::<f64>() / empty.len() as f64
        };
        let (mean_a, mean_b) = (mean(&a), mean(&b));
        for &cell in &empty {
            let (x, y) = (logit(&a, cell) - mean_a, logit(&b, cell) - mean_b);
            squares += (x - y).powi(2);
            spread += x.powi(2);
        }
        agreement.value_error = agreement.value_error.max((a.value - b.value).abs());
    }
    agreement.error = (squares / spread).sqrt();
    agreement
}

/// The largest errors of the logits, relative to their spread, and of the value. Sums of tied neighbors are large and
/// differ little with random weights: bytes tell less there, and the steep value of a random network shows it.
const fn bounds(game: Game) -> (f64, f32) {
    match Neighbors::of(game) {
        Neighbors::Directed => (0.025, 0.02),
        Neighbors::Tied => (0.05, 0.1),
    }
}

#[test]
fn int8_is_close_to_f32_in_every_game_and_size() {
    for game in Game::ALL {
        let network =
            Arc::new(Arc::unwrap_or_clone(realistic(Architecture::new(game, 6, 32), 3)).calibrated());
        let sizes: Vec<u16> = game.sizes().collect();
        for size in [sizes[1], sizes[sizes.len() / 2], game.default_size(), sizes[sizes.len() - 1]] {
            let Agreement { positions, same_move, error, value_error } =
                agreement(&network, &setup(game, size), 100);
            let told =
                format!("{game} {size}: {same_move} of {positions}, {error:.4}, value {value_error:.4}");
            let (logits_bound, value_bound) = bounds(game);
            assert!(error < logits_bound, "{told}");
            assert!(value_error < value_bound, "{told}");
            assert!(same_move * 100 >= positions * 80, "{told}");
        }
    }
}
