//! A prior by a policy network.

use std::sync::Arc;

use catena_core::{Cell, Position, Setup};
use catena_model::policy_net::{Inference, LastMoves, PolicyNet};
use catena_model::{MissingModel, Model, ModelKind, Models};

/// The network of a player on a board.
#[derive(Debug)]
pub(crate) struct NetworkPrior {
    network: Arc<Model<PolicyNet>>,
    inference: Inference,
}

impl NetworkPrior {
    pub(super) fn new(models: &Models, setup: &Setup) -> Result<Self, MissingModel> {
        let missing = MissingModel { kind: ModelKind::Network, game: setup.game() };
        let network = models.network.clone().filter(|model| model.game == setup.game()).ok_or(missing)?;
        let inference =
            Inference::new(&network.value.params, setup.game(), setup.topology()).ok_or(missing)?;
        Ok(Self { network, inference })
    }

    /// Adds the cells with their probabilities of being played.
    pub(super) fn add_moves(
        &self,
        position: &Position,
        cells: &[Cell],
        last_moves: LastMoves,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        let seen = (position.board(), position.to_move());
        self.inference.probabilities(&self.network.value.params, seen, last_moves, cells, moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Move, SwapRule};
    use catena_model::embedded::HEX_NETWORK;

    #[test]
    fn chances_are_parts_of_one_and_follow_the_last_move() {
        let setup = Setup::new(Game::Hex, 7, SwapRule::Off).unwrap();
        let mut position = Position::new(setup.clone());
        let cell = |name: &str| setup.topology().cell(name).unwrap();
        // Black has two bridges to choose from, and White has intruded into the second one.
        for name in ["d4", "b6", "e2", "a7", "c6", "d3"] {
            position.play(Move::Place(cell(name))).unwrap();
        }
        let cells: Vec<Cell> = crate::moves::places(&position).collect();
        let network = Arc::new(Model::<PolicyNet>::from_bytes(HEX_NETWORK.bytes).unwrap());
        let models = Models { network: Some(network), ..Models::default() };
        let prior = NetworkPrior::new(&models, &setup).unwrap();
        let priors = |last_moves: LastMoves| {
            let mut moves = Vec::new();
            prior.add_moves(&position, &cells, last_moves, &mut moves);
            moves
        };
        let after = priors(LastMoves { opponent: Some(cell("d3")), own: Some(cell("c6")) });
        let sum: f32 = after.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let best = |moves: &[(Cell, f32)]| moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        assert_eq!(setup.topology().name(best(&after)), "e3");
        let chance = |moves: &[(Cell, f32)]| moves.iter().find(|(at, _)| *at == cell("e3")).unwrap().1;
        assert!(chance(&after) > chance(&priors(LastMoves::default())), "the last move counts");
        let y = Setup::new(Game::Y, 7, SwapRule::Off).unwrap();
        let missing = MissingModel { kind: ModelKind::Network, game: Game::Y };
        assert_eq!(NetworkPrior::new(&models, &y).unwrap_err(), missing, "a network serves its game");
        let missing = MissingModel { kind: ModelKind::Network, game: Game::Hex };
        assert_eq!(NetworkPrior::new(&Models::default(), &setup).unwrap_err(), missing);
    }
}
