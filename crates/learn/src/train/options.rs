//! Options of a training run: network, boards, and amounts.

use catena_core::{Game, Setup, SizeError, SwapRule};
use catena_model::network::Architecture;
use serde::{Deserialize, Serialize};

/// Options of a training run. A run can be resumed with other options, but with the same architecture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainOptions {
    /// The network.
    pub architecture: Architecture,
    /// Sizes of the boards, in the order in which they are learned; the last counts most.
    pub sizes: Vec<u16>,
    /// Games of self-play in a generation.
    pub games: u64,
    /// Options of self-play.
    pub selfplay: SelfplayOptions,
    /// Options of the training steps.
    pub steps: StepOptions,
    /// Options of the comparison of a candidate with the best.
    pub gate: GateOptions,
    /// Other seeds make other games.
    pub seed: u64,
}

/// Options of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfplayOptions {
    /// Evaluations of a full search; only full searches are learned from.
    pub evaluations: u32,
    /// Moves of the root that a full search tries at most.
    pub considered: u32,
    /// Evaluations of a quick search.
    pub quick_evaluations: u32,
    /// The share of full searches while a game is open (playout-cap randomization, Wu 2019).
    pub full_share: f64,
    /// The share of full searches once both players agree who wins.
    pub decided_share: f64,
    /// Games start with up to this many random stones.
    pub opening_stones: u32,
}

/// Options of the training steps on the games in the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepOptions {
    /// Positions of a step.
    pub batch: usize,
    /// Times each new position is learned from, on average.
    pub epochs: f64,
    /// Positions of the newest games that are learned from.
    pub window: usize,
    /// The size of the first steps.
    pub learning_rate: f32,
    /// Steps after which the learning rate has fallen to the first over the square root of 2.
    pub decay_steps: f32,
    /// Weight decay.
    pub weight_decay: f32,
    /// Share of the game's result in the value target; the rest is the search's value.
    pub result_share: f32,
    /// Weight of the value in the loss, beside 1 for the policy.
    pub value_weight: f32,
    /// Weight of the cells' owners in the loss.
    pub owner_weight: f32,
}

/// Options of the comparison of a candidate with the best network so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateOptions {
    /// Games, in pairs with colors swapped.
    pub games: u64,
    /// Evaluations of a search.
    pub evaluations: u32,
    /// The share of points from which on the candidate is the best.
    pub threshold: f64,
}

impl TrainOptions {
    /// A run with everything as usual.
    #[must_use]
    pub fn new(architecture: Architecture, sizes: Vec<u16>) -> Self {
        Self {
            architecture,
            sizes,
            games: 500,
            selfplay: SelfplayOptions {
                evaluations: 32,
                considered: 16,
                quick_evaluations: 4,
                full_share: 1.0,
                decided_share: 0.125,
                opening_stones: 3,
            },
            steps: StepOptions {
                batch: 256,
                epochs: 4.0,
                window: 300_000,
                learning_rate: 2e-3,
                decay_steps: 10_000.0,
                weight_decay: 1e-3,
                result_share: 0.6,
                value_weight: 1.0,
                owner_weight: 0.1,
            },
            gate: GateOptions { games: 64, evaluations: 32, threshold: 0.5 },
            seed: 1,
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.architecture.game
    }

    /// The boards, without the swap rule: whether to swap is asked of the value.
    ///
    /// # Errors
    /// If the game is not played on one of the sizes.
    pub fn setups(&self) -> Result<Vec<Setup>, SizeError> {
        self.sizes.iter().map(|&size| Setup::new(self.game(), u64::from(size), SwapRule::Off)).collect()
    }

    /// The boards of a generation: small ones first, a larger one every second generation.
    #[must_use]
    pub fn boards(&self, generation: u32) -> usize {
        (1 + generation as usize / 2).min(self.sizes.len())
    }

    /// Games on each board in a generation: half of them on the largest, the rest evenly.
    #[must_use]
    pub fn games_by_board(&self, generation: u32) -> Vec<u64> {
        shares(self.games, self.boards(generation))
    }
}

/// Half for the last, the rest evenly.
pub(super) fn shares(games: u64, boards: usize) -> Vec<u64> {
    let others = boards as u64 - 1;
    let each = (games / 2).checked_div(others).unwrap_or(0);
    let mut shares = vec![each; boards];
    shares[boards - 1] = games - each * others;
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_are_shared_out_and_large_boards_come_later() {
        let options = TrainOptions::new(Architecture::new(Game::Hex, 6, 32), vec![5, 7, 9, 11]);
        assert_eq!(options.games_by_board(0), [500]);
        assert_eq!(options.games_by_board(2), [250, 250]);
        assert_eq!(options.games_by_board(100), [83, 83, 83, 251]);
        for generation in 0..20 {
            assert_eq!(options.games_by_board(generation).iter().sum::<u64>(), 500);
        }
    }
}
