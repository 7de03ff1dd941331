//! The gradient of every tensor against finite differences, and the forward pass against the
//! reference.

use std::sync::Arc;

use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_model::network::{Architecture, Encoder, Network, Output, Parameters, Reference};
use catena_playout::Rng;

use super::loss::{LossWeights, Target};
use super::pass::{Pass, Prepared};

const PARTS: LossWeights = LossWeights { value: 1.5, owner: 0.5 };

struct Example {
    architecture: Architecture,
    parameters: Parameters,
    encoder: Encoder,
    planes: Vec<u8>,
    target: Target,
}

/// A position with random stones and a random target; all weights random, so that no part of the
/// gradient is zero.
fn example(game: Game, size: u64, seed: u64) -> Example {
    let architecture = Architecture::new(game, 4, 16);
    let mut rng = Rng::new(seed);
    let mut unit = move || (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
    let mut parameters = Parameters::random(&architecture, seed);
    for value in parameters.values_mut() {
        *value += 0.1 * (unit() - 0.5);
    }
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    let mut position = Position::new(setup.clone());
    for _ in 0..7 {
        let legal: Vec<Move> = position.legal_moves().collect();
        position.play(legal[(unit() * legal.len() as f32) as usize]).unwrap();
    }
    let mut encoder = Encoder::new(&architecture, &setup);
    let mut planes = vec![0; encoder.len()];
    encoder.encode(&position, &mut planes);
    let mut target = Target { outcome: [0.5, 0.3, 0.2], ..Target::default() };
    if architecture.outcomes() == 2 {
        target.outcome = [0.7, 0.3, 0.0];
    }
    let mut policy: Vec<(usize, f32)> = position
        .legal_moves()
        .filter_map(|mv| match mv {
            Move::Place(cell) => Some((encoder.graph().node(cell, position.to_move()), unit())),
            _ => None,
        })
        .collect();
    let sum: f32 = policy.iter().map(|(_, weight)| weight).sum();
    policy.iter_mut().for_each(|(_, weight)| *weight /= sum);
    target.policy = policy;
    target.owner =
        (0..encoder.graph().nodes()).map(|node| (node % 3 > 0).then_some((node % 2) as f32)).collect();
    Example { architecture, parameters, encoder, planes, target }
}

impl Example {
    fn loss(&self, pass: &mut Pass, values: &[f32]) -> f64 {
        pass.forward(&Prepared::new(pass.layout(), values), &self.planes);
        let loss = pass.loss(&self.target, PARTS);
        loss.policy + f64::from(PARTS.value) * loss.value + f64::from(PARTS.owner) * loss.owner
    }
}

const BOARDS: [(Game, u64); 5] =
    [(Game::Hex, 5), (Game::Havannah, 4), (Game::Y, 5), (Game::Star, 4), (Game::Renkula, 2)];

#[test]
fn gradients_agree_with_finite_differences() {
    for (game, size) in BOARDS {
        let example = example(game, size, 7);
        let mut pass = Pass::new(&example.architecture, example.encoder.graph());
        let values = example.parameters.values();
        let mut gradient = vec![0.0; values.len()];
        example.loss(&mut pass, values);
        pass.backward(&Prepared::new(pass.layout(), values), &mut gradient);
        let mut rng = Rng::new(3);
        for tensor in example.parameters.tensors() {
            // Along a random direction within each tensor.
            let direction: Vec<f32> =
                tensor.range.clone().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
            let step = 2e-3 / (direction.len() as f32).sqrt();
            let moved = |sign: f32| {
                let mut values = values.to_vec();
                for (value, way) in values[tensor.range.clone()].iter_mut().zip(&direction) {
                    *value += sign * step * way;
                }
                values
            };
            let (ahead, behind) = (moved(1.0), moved(-1.0));
            let difference = example.loss(&mut pass, &ahead) - example.loss(&mut pass, &behind);
            let measured = difference / (2.0 * f64::from(step));
            let slopes = gradient[tensor.range.clone()].iter().zip(&direction);
            let computed: f64 = slopes.map(|(slope, way)| f64::from(slope * way)).sum();
            let size = computed.abs().max(measured.abs());
            let name = &tensor.name;
            assert!(
                (measured - computed).abs() < 0.02 * size + 2e-2,
                "{game} {name}: {computed} computed, {measured} measured"
            );
        }
    }
}

#[test]
fn every_tensor_has_a_gradient() {
    for (game, size) in BOARDS {
        let example = example(game, size, 11);
        let mut pass = Pass::new(&example.architecture, example.encoder.graph());
        let mut gradient = vec![0.0; example.parameters.values().len()];
        example.loss(&mut pass, example.parameters.values());
        pass.backward(&Prepared::new(pass.layout(), example.parameters.values()), &mut gradient);
        for tensor in example.parameters.tensors() {
            let largest =
                gradient[tensor.range.clone()].iter().fold(0f32, |most, slope| most.max(slope.abs()));
            assert!(largest > 1e-5, "{game} {}: {largest}", tensor.name);
        }
    }
}

#[test]
fn the_forward_pass_agrees_with_the_reference() {
    for (game, size) in BOARDS {
        let example = example(game, size, 5);
        let mut pass = Pass::new(&example.architecture, example.encoder.graph());
        pass.forward(&Prepared::new(pass.layout(), example.parameters.values()), &example.planes);
        let network = Network::new(example.architecture.clone(), example.parameters.clone()).unwrap();
        let mut output = Output::default();
        Reference::new(&Arc::new(network), example.encoder.graph()).forward(&example.planes, &mut output);
        let logits = pass.policy.iter().chain(&pass.outcome);
        for (ours, reference) in logits.zip(output.policy.iter().chain(&output.outcome)) {
            assert!(
                (ours - reference).abs() < 1e-4 * reference.abs().max(1.0),
                "{game}: {ours}, {reference}"
            );
        }
    }
}
