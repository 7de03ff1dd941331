//! Players that do not search: each legal move with the same chance, or near moves preferred (Joosten 2009).

use catena_core::{Move, Position};
use catena_playout::policy::{Focus, Nearest, guided};
use catena_playout::{Rng, Scratch, Start};

use crate::NearestChance;
use crate::param::{Any, choices, params};

choices! {
    /// Which moves a random player prefers.
    pub enum RandomPlayout {
        /// None: all have the same chance.
        Uniform = "uniform",
        /// Those near the own last move.
        NearestOwn = "nearest-own",
        /// Those near the own or the opponent's last move, by a coin.
        NearestCoin = "nearest-coin",
    }
}

params! {
    /// Parameters of a random player. Each line is a parameter with its default and range.
    pub struct RandomConfig {
        /// The playout policy whose first move is played.
        playout: RandomPlayout = RandomPlayout::Uniform, in Any;
        /// How the chance of a move falls with its distance from a last move.
        nearest_chance: NearestChance = NearestChance::Linear, in Any;
    }
}

/// A random player on a board.
#[derive(Debug)]
pub struct RandomAgent {
    nearest: Option<NearestMoves>,
}

/// The first moves of playouts that prefer near ones, on one board.
#[derive(Debug)]
struct NearestMoves {
    policy: Nearest,
    start: Start,
    scratch: Scratch,
}

impl RandomAgent {
    /// For the board of a position.
    #[must_use]
    pub fn new(config: &RandomConfig, position: &Position) -> Self {
        let focus = match config.playout {
            RandomPlayout::Uniform => None,
            RandomPlayout::NearestOwn => Some(Focus::Own),
            RandomPlayout::NearestCoin => Some(Focus::Coin),
        };
        let nearest = focus.map(|focus| {
            let start = Start::new(position);
            let policy = Nearest::new(position.topology(), focus, config.nearest_chance.weight());
            NearestMoves { policy, scratch: Scratch::new(&start), start }
        });
        Self { nearest }
    }

    /// A move in a position that is not over, on the same board. Near moves are never swaps.
    ///
    /// # Panics
    /// If the game is over, or if the board is another.
    pub fn random_move(&mut self, position: &Position, rng: &mut Rng) -> Move {
        let Some(NearestMoves { policy, start, scratch }) = &mut self.nearest else {
            let moves: Vec<Move> = position.legal_moves().collect();
            let count = u32::try_from(moves.len()).expect("a board has a few hundred cells");
            return moves[rng.below(count) as usize];
        };
        start.load(position);
        let kernel = guided::<Nearest>(position.setup().game());
        // It does not matter if the playout is over after its first move.
        let _end = kernel(start, scratch, policy, 1, rng);
        let (cell, _) = scratch.moves().next().expect("there is a move to find");
        Move::Place(cell)
    }
}
