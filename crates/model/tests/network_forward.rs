//! The f32 forward pass: as the definition says, and as symmetric as the game.

use std::sync::Arc;

use catena_core::topology::{ColorRoles, Symmetry};
use catena_core::{Game, Move, Position, Setup, SwapRule};
use catena_model::network::{Architecture, Encoder, Network, Output, Parameters, Reference, Statistics};
use catena_playout::Rng;

/// Parameters as training leaves them: nothing is zero.
fn realistic(architecture: Architecture, seed: u64) -> Arc<Network> {
    let mut parameters = Parameters::random(&architecture, seed);
    let mut rng = Rng::new(seed + 1);
    let deviation = (1.0 / (7 * architecture.channels) as f32).sqrt();
    for value in parameters.values_mut() {
        let uniform = rng.below(2001) as f32 / 1000.0 - 1.0;
        if *value == 0.0 {
            *value = deviation * uniform;
        }
    }
    Arc::new(Network::new(architecture, parameters).expect("a possible architecture"))
}

fn small(game: Game) -> Architecture {
    Architecture {
        policy_channels: 16,
        value_channels: 16,
        statistics: Statistics::Off,
        ..Architecture::new(game, 4, 16)
    }
}

fn random_position(setup: &Setup, moves: u32, rng: &mut Rng) -> Position {
    let mut position = Position::new(setup.clone());
    for _ in 0..moves {
        let legal: Vec<Move> = position.legal_moves().collect();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[rng.below(legal.len() as u32) as usize]);
    }
    position
}

fn evaluate(network: &Arc<Network>, position: &Position) -> (Encoder, Output) {
    let mut encoder = Encoder::new(network.architecture(), position.setup());
    let mut planes = vec![0; encoder.len()];
    encoder.encode(position, &mut planes);
    let mut output = Output::default();
    Reference::new(network, encoder.graph()).forward(&planes, &mut output);
    (encoder, output)
}

/// The position with all moves mapped by a symmetry of the board.
fn mapped(position: &Position, symmetry: &Symmetry) -> Position {
    let mut image = Position::new(position.setup().clone());
    for ply in position.plies() {
        let Move::Place(cell) = ply.mv else { panic!("only stones were placed") };
        image.play_as(symmetry.color(ply.color), Move::Place(symmetry.cell(cell))).expect("a legal move");
    }
    image
}

/// Compares all logits of a position and its image.
fn assert_same(network: &Arc<Network>, position: &Position, symmetry: &Symmetry) {
    let image = mapped(position, symmetry);
    let (encoder, here) = evaluate(network, position);
    let (_, there) = evaluate(network, &image);
    let close = |a: f32, b: f32| (a - b).abs() <= 1e-4 * (1.0 + a.abs());
    for cell in position.topology().places() {
        let a = here.policy[encoder.graph().node(cell, position.to_move())];
        let b = there.policy[encoder.graph().node(symmetry.cell(cell), image.to_move())];
        assert!(close(a, b), "{:?}: {a} and {b} at {cell:?}", position.topology());
    }
    for (a, b) in here.outcome.into_iter().zip(there.outcome) {
        assert!(close(a, b), "{:?}: outcome {a} and {b}", position.topology());
    }
}

#[test]
fn tied_games_give_symmetric_outputs_on_symmetric_positions() {
    let mut rng = Rng::new(1);
    for (game, size) in [(Game::Star, 1), (Game::Star, 4), (Game::Renkula, 1), (Game::Renkula, 3)] {
        let setup = Setup::new(game, size, SwapRule::Off).expect("a size of the game");
        let network = realistic(small(game), 3);
        let position = random_position(&setup, setup.topology().len() as u32 / 3, &mut rng);
        for symmetry in setup.topology().symmetries() {
            assert_same(&network, &position, symmetry);
        }
    }
}

#[test]
fn exchanging_the_colors_of_hex_changes_nothing() {
    let mut rng = Rng::new(2);
    let network = realistic(small(Game::Hex), 4);
    for size in [2, 5, 8] {
        let setup = Setup::new(Game::Hex, size, SwapRule::Off).expect("a size of the game");
        let corner = catena_core::Cell::new(0);
        let mirror =
            setup.topology().symmetries().iter().find(|symmetry| {
                symmetry.roles() == ColorRoles::Exchanged && symmetry.cell(corner) == corner
            });
        for moves in 1..2 * size as u32 {
            let position = random_position(&setup, moves, &mut rng);
            assert_same(&network, &position, mirror.expect("a mirror"));
        }
    }
}

#[test]
fn a_network_serves_all_sizes_of_its_game() {
    for game in Game::ALL {
        let network = realistic(Architecture::new(game, 2, 16), 5);
        for size in game.sizes() {
            let setup = Setup::new(game, size.into(), SwapRule::Off).expect("a size of the game");
            let (encoder, output) = evaluate(&network, &Position::new(setup));
            assert_eq!(output.policy.len(), encoder.graph().nodes());
            assert!(output.policy.iter().chain(&output.outcome).all(|logit| logit.is_finite()));
        }
    }
}

/// The forward pass once more, cell by cell from the definition, with weights where the file has
/// them and f64 sums.
mod definition {
    use super::*;
    use catena_model::network::{Graph, ONE};

    type Rows = Vec<Vec<f64>>;

    fn convolve(network: &Network, graph: &Graph, name: &str, rows: &Rows, extra: &[f64]) -> Rows {
        let weight = network.parameters().get(&format!("{name}.weight"));
        let bias = network.parameters().get(&format!("{name}.bias"));
        let (inputs, taps) = (rows[0].len(), network.architecture().neighbors.taps());
        let at =
            |out: usize, tap: usize, input: usize| f64::from(weight[(out * taps + tap) * inputs + input]);
        let sum = |node: usize, out: usize| {
            let mut sum = f64::from(bias[out]) + extra.get(out).unwrap_or(&0.0);
            for (slot, &from) in graph.taps(node).iter().enumerate() {
                let Some(row) = rows.get(usize::from(from)) else { continue };
                sum += (0..inputs).map(|input| at(out, slot.min(taps - 1), input) * row[input]).sum::<f64>();
            }
            sum
        };
        (0..graph.nodes()).map(|node| (0..bias.len()).map(|out| sum(node, out)).collect()).collect()
    }

    fn rectified(rows: &Rows) -> Rows {
        rows.iter().map(|row| row.iter().map(|value| value.max(0.0)).collect()).collect()
    }

    fn pooled(rows: &Rows) -> Vec<f64> {
        let channels = 0..rows[0].len();
        let mean = channels.clone().map(|c| rows.iter().map(|row| row[c]).sum::<f64>() / rows.len() as f64);
        mean.chain(channels.map(|c| rows.iter().map(|row| row[c]).fold(0.0, f64::max))).collect()
    }

    fn product(matrix: &[f32], vector: &[f64]) -> Vec<f64> {
        let rows = matrix.chunks_exact(vector.len());
        rows.map(|row| row.iter().zip(vector).map(|(&weight, value)| f64::from(weight) * value).sum())
            .collect()
    }

    pub fn forward(network: &Network, graph: &Graph, planes: &[u8]) -> (Vec<f64>, Vec<f64>) {
        let get = |name: &str| network.parameters().get(name);
        let input: Rows = planes
            .chunks_exact(network.architecture().planes())
            .map(|row| row.iter().map(|&byte| f64::from(byte) / f64::from(ONE)).collect())
            .collect();
        let mut stream = convolve(network, graph, "input", &input, &[]);
        for block in 0..network.architecture().blocks() {
            let rows = rectified(&stream);
            let extra = if network.architecture().pools(block) {
                product(get(&format!("blocks.{block}.pool.weight")), &pooled(&rows))
            } else {
                Vec::new()
            };
            let hidden = convolve(network, graph, &format!("blocks.{block}.conv1"), &rows, &extra);
            let part = convolve(network, graph, &format!("blocks.{block}.conv2"), &rectified(&hidden), &[]);
            for (row, part) in stream.iter_mut().zip(part) {
                row.iter_mut().zip(part).for_each(|(value, part)| *value += part);
            }
        }
        let rows = rectified(&stream);
        let pool = pooled(&rows);
        let bias = product(get("policy.pool.weight"), &pool);
        let policy = rows.iter().map(|row| {
            let hidden = product(get("policy.conv.weight"), row);
            let hidden = hidden.iter().zip(&bias).zip(get("policy.conv.bias"));
            let hidden: Vec<f64> = hidden.map(|((h, b), &c)| (h + b + f64::from(c)).max(0.0)).collect();
            product(get("policy.out.weight"), &hidden)[0]
        });
        let dense = product(get("value.dense.weight"), &pool).into_iter().zip(get("value.dense.bias"));
        let dense: Vec<f64> = dense.map(|(sum, &bias)| (sum + f64::from(bias)).max(0.0)).collect();
        let outcome = product(get("value.out.weight"), &dense).into_iter().zip(get("value.out.bias"));
        (policy.collect(), outcome.map(|(sum, &bias)| sum + f64::from(bias)).collect())
    }
}

#[test]
fn outputs_are_those_of_the_definition() {
    let mut rng = Rng::new(3);
    for (game, size) in
        [(Game::Havannah, 4), (Game::Hex, 7), (Game::Y, 6), (Game::Star, 4), (Game::Renkula, 2)]
    {
        let setup = Setup::new(game, size, SwapRule::Off).expect("a size of the game");
        let network = realistic(Architecture { statistics: Statistics::On, ..small(game) }, 6);
        for moves in [0, 5, 10, 15] {
            let position = random_position(&setup, moves, &mut rng);
            let (mut encoder, output) = evaluate(&network, &position);
            let mut planes = vec![0; encoder.len()];
            encoder.encode(&position, &mut planes);
            let (policy, outcome) = definition::forward(&network, encoder.graph(), &planes);
            let largest = policy.iter().chain(&outcome).fold(0f64, |most, value| most.max(value.abs()));
            assert!(largest > 0.01, "the outputs are not all zero");
            for (&a, b) in output.policy.iter().chain(&output.outcome).zip(policy.iter().chain(&outcome)) {
                assert!((f64::from(a) - b).abs() < 1e-4 * (1.0 + largest), "{game}: {a} and {b}");
            }
        }
    }
}
