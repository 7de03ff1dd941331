//! The network of one thread: what it says about the position at a leaf, priors and value at once.

use std::sync::Arc;

use catena_core::topology::{ColorRoles, Symmetry};
use catena_core::{Cell, Color, Move, Position};
use catena_model::network::{Inference, Neighbors, NetworkEvaluation};
use catena_model::{MissingModel, ModelKind, Models};

use crate::evaluate::value_for;
use crate::{SearchConfig, Switch};

/// The network of one thread on one board. It is asked at most once for each leaf.
#[derive(Debug)]
pub(crate) struct LeafNetwork {
    inference: Inference,
    evaluation: NetworkEvaluation,
    /// True if the evaluation is that of the present leaf.
    is_current: bool,
    /// The symmetries in which positions are shown to the network.
    views: Vec<SymmetryView>,
    /// The view of the present leaf.
    view: usize,
    /// The leaf in its view.
    image: Position,
}

/// A symmetry of the board with the root as it looks there.
#[derive(Debug)]
struct SymmetryView {
    symmetry: Symmetry,
    root: Position,
}

impl LeafNetwork {
    /// The network that the parameters ask for; none if they do not.
    pub fn new(
        config: &SearchConfig,
        models: &Models,
        root: &Position,
    ) -> Result<Option<Self>, MissingModel> {
        if !config.uses(ModelKind::Network) {
            return Ok(None);
        }
        let game = root.setup().game();
        let missing = MissingModel { kind: ModelKind::Network, game };
        let model = models.network.as_ref().filter(|model| model.game == game).ok_or(missing)?;
        // Where the weights of neighbors are tied, all views look the same to the network.
        let tied = model.value.network().architecture().neighbors == Neighbors::Tied;
        let views = if tied || config.network_symmetry == Switch::Off { 1 } else { usize::MAX };
        Ok(Some(Self {
            inference: Inference::new(&Arc::clone(&model.value), root.setup()),
            evaluation: NetworkEvaluation::default(),
            is_current: false,
            views: SymmetryView::all(root).take(views).collect(),
            view: 0,
            image: root.clone(),
        }))
    }

    /// Invalidates the evaluation: it was of another leaf.
    pub const fn next_leaf(&mut self) {
        self.is_current = false;
    }

    /// Value of the leaf for Black.
    pub fn black_value(&mut self, leaf: &Position) -> f32 {
        self.evaluate(leaf);
        value_for(leaf.to_move(), self.evaluation.value)
    }

    /// Adds moves of the leaf with their shares of the policy, 1 in all.
    pub fn add_moves(&mut self, leaf: &Position, cells: &[Cell], moves: &mut Vec<(Cell, f32)>) {
        self.evaluate(leaf);
        let symmetry = &self.views[self.view].symmetry;
        let logit = |cell: Cell| self.evaluation.policy[symmetry.cell(cell).index()];
        let largest = cells.iter().map(|&cell| logit(cell)).fold(f32::NEG_INFINITY, f32::max);
        let first = moves.len();
        // In double precision, so that the libraries of all systems agree after rounding.
        let weight = |cell: Cell| f64::from(logit(cell) - largest).exp() as f32;
        moves.extend(cells.iter().map(|&cell| (cell, weight(cell))));
        let sum: f32 = moves[first..].iter().map(|(_, share)| share).sum();
        moves[first..].iter_mut().for_each(|(_, share)| *share /= sum);
    }

    fn evaluate(&mut self, leaf: &Position) {
        if self.is_current {
            return;
        }
        self.is_current = true;
        self.view = (leaf.hash() % self.views.len() as u64) as usize;
        let SymmetryView { symmetry, root } = &self.views[self.view];
        if self.view == 0 {
            self.inference.evaluate(leaf, &mut self.evaluation);
            return;
        }
        self.image.clone_from(root);
        let from_root = leaf.plies().len() - self.views[0].root.plies().len();
        for ply in &leaf.plies()[leaf.plies().len() - from_root..] {
            if let Move::Place(cell) = ply.mv {
                self.image.play_unchecked(Move::Place(symmetry.cell(cell)));
            }
        }
        self.inference.evaluate(&self.image, &mut self.evaluation);
    }
}

impl SymmetryView {
    /// The root in all symmetries that leave the colors their sides, as it is first.
    fn all(root: &Position) -> impl Iterator<Item = Self> {
        let symmetries = root.topology().symmetries().iter();
        symmetries.filter(|symmetry| symmetry.roles() == ColorRoles::Kept).enumerate().map(
            |(number, symmetry)| Self {
                root: if number == 0 { root.clone() } else { image(root, symmetry) },
                symmetry: symmetry.clone(),
            },
        )
    }
}

/// A position in a symmetry of its board. Of its moves only the last two remain, which networks look at.
fn image(position: &Position, symmetry: &Symmetry) -> Position {
    let topology = position.topology();
    let stones = topology.places().filter_map(|cell| Some((cell, position.board().stone(cell)?)));
    let last = last_stones(position);
    let before: Vec<(Cell, Color)> = stones
        .filter(|stone| !last.contains(stone))
        .map(|(cell, color)| (symmetry.cell(cell), color))
        .collect();
    let to_move = if last.len().is_multiple_of(2) { position.to_move() } else { !position.to_move() };
    let setup = position.setup().clone();
    let mut image = Position::with_stones(setup, &before, to_move).expect("stones of a position");
    for (cell, _) in last {
        image.play_unchecked(Move::Place(symmetry.cell(cell)));
    }
    image
}

/// The stones of the last two moves, as far as they alternate and were not taken over by a swap.
fn last_stones(position: &Position) -> Vec<(Cell, Color)> {
    let mut color = position.to_move();
    let mut last: Vec<(Cell, Color)> = Vec::new();
    for ply in position.plies().iter().rev().take(2) {
        color = !color;
        match ply.mv {
            Move::Place(cell) if ply.color == color && position.board().stone(cell) == Some(color) => {
                last.push((cell, color));
            }
            _ => break,
        }
    }
    last.reverse();
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Setup, SwapRule};
    use catena_model::network::{Architecture, Network, Quantized};
    use catena_model::{Model, ModelHash};
    use catena_playout::Rng;

    use crate::Prior;
    use crate::moves::places;

    fn models(game: Game) -> Models {
        let network = Network::random(Architecture::new(game, 2, 16), 7).unwrap();
        let model = Model {
            game,
            hash: ModelHash::of(&network.to_bytes()),
            value: Arc::new(Quantized::new(&Arc::new(network))),
        };
        Models { network: Some(Arc::new(model)), ..Models::default() }
    }

    fn config() -> SearchConfig {
        SearchConfig { prior: Prior::Network, network_share: 1.0, ..SearchConfig::default() }
    }

    /// Plays random moves while the game goes on.
    fn play(position: &mut Position, moves: usize, rng: &mut Rng) {
        for _ in 0..moves {
            let cells: Vec<Cell> = places(position).collect();
            let mut next = position.clone();
            next.play_unchecked(Move::Place(cells[rng.below(cells.len() as u32) as usize]));
            if next.outcome().is_none() {
                *position = next;
            }
        }
    }

    #[test]
    fn a_leaf_looks_the_same_whether_its_view_is_played_or_made_at_once() {
        let mut rng = Rng::new(5);
        for game in [Game::Hex, Game::Havannah, Game::Y] {
            let (models, setup) = (models(game), Setup::new(game, 5, SwapRule::On).unwrap());
            let mut plain = Inference::new(&models.network.as_ref().unwrap().value, &setup);
            let mut expected = NetworkEvaluation::default();
            for number in 0..40 {
                let mut root = Position::new(setup.clone());
                play(&mut root, 1, &mut rng);
                if number % 4 == 0 {
                    root.play(Move::Swap).unwrap();
                }
                play(&mut root, number % 7, &mut rng);
                let mut network = LeafNetwork::new(&config(), &models, &root).unwrap().unwrap();
                let mut leaf = root.clone();
                play(&mut leaf, number % 5, &mut rng);
                let cells: Vec<Cell> = places(&leaf).collect();
                let mut moves = Vec::new();
                network.add_moves(&leaf, &cells, &mut moves);
                let sum: f32 = moves.iter().map(|(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{sum}");

                let symmetry = network.views[network.view].symmetry.clone();
                plain.evaluate(&image(&leaf, &symmetry), &mut expected);
                assert_eq!(network.black_value(&leaf), value_for(leaf.to_move(), expected.value));
                let logit = |cell: Cell| expected.policy[symmetry.cell(cell).index()];
                for pair in moves.windows(2) {
                    let [(a, of_a), (b, of_b)] = [pair[0], pair[1]];
                    assert!((of_a / of_b / (logit(a) - logit(b)).exp() - 1.0).abs() < 1e-3);
                }
            }
        }
    }

    #[test]
    fn views_are_all_symmetries_that_keep_the_sides() {
        for (game, switch, views) in
            [(Game::Hex, Switch::On, 2), (Game::Hex, Switch::Off, 1), (Game::Havannah, Switch::On, 12)]
        {
            let root = Position::new(Setup::new(game, 5, SwapRule::Off).unwrap());
            let config = SearchConfig { network_symmetry: switch, ..config() };
            let network = LeafNetwork::new(&config, &models(game), &root).unwrap().unwrap();
            assert_eq!(network.views.len(), views, "{game}");
        }
    }

    #[test]
    fn a_network_of_another_game_is_missing() {
        let root = Position::new(Setup::new(Game::Y, 5, SwapRule::Off).unwrap());
        let missing = MissingModel { kind: ModelKind::Network, game: Game::Y };
        assert_eq!(LeafNetwork::new(&config(), &models(Game::Hex), &root).unwrap_err(), missing);
        assert!(LeafNetwork::new(&SearchConfig::default(), &Models::default(), &root).unwrap().is_none());
    }
}
