//! Learned weights of the patterns of a game.

use catena_core::Game;

use super::key::{Pattern, Reach, Slot};

/// Pruning of a move in a pattern, proved for the pattern alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prune {
    /// Nothing is proved.
    Keep,
    /// The cell is dead or captured: nobody needs it.
    Dead,
    /// Another cell of the pattern is at least as good. Two cells may say so of each other; see
    /// [`PatternTable::prunable`](super::PatternTable::prunable).
    Dominated {
        /// That cell.
        by: Slot,
    },
}

/// Combination of the weights of the global and the local pattern of a move into its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// They were learned apart and are added, as in MoHex 2.0.
    Sum,
    /// They were learned as a team and are multiplied, as in Coulom (2007).
    Product,
}

/// What local patterns tell of the opponent's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastMove {
    /// Where it lies.
    Place,
    /// Only that it is near: on any of the cells that the largest patterns see, as in MoHex 2.0.
    Anywhere,
}

/// A pattern with what was learned about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learned {
    /// The pattern.
    pub pattern: Pattern,
    /// Its weight γ; 1 is a move about which nothing is known.
    pub gamma: f32,
    /// Pruning of the move.
    pub prune: Prune,
    /// Times the move was played …
    pub played: u32,
    /// … of the times that it could have been.
    pub appeared: u32,
}

/// The patterns of a game with their weights.
///
/// ```
/// use catena_core::Game;
/// use catena_model::ModelKind;
/// use catena_model::embedded::embedded;
/// use catena_model::pattern::PatternWeights;
///
/// let file = embedded(ModelKind::Patterns, Game::Hex).expect("Hex has patterns");
/// let weights = PatternWeights::from_bytes(file.bytes)?;
/// assert_eq!(weights.game(), Game::Hex);
/// assert!(weights.patterns().iter().all(|learned| learned.gamma > 0.0));
/// # Ok::<(), catena_model::ModelFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PatternWeights {
    game: Game,
    combination: Combination,
    patterns: Vec<Learned>,
}

impl PatternWeights {
    /// PatternWeights of these patterns, each of them once.
    #[must_use]
    pub fn new(game: Game, combination: Combination, mut patterns: Vec<Learned>) -> Self {
        patterns.sort_by_key(|learned| learned.pattern);
        debug_assert!(patterns.windows(2).all(|pair| pair[0].pattern < pair[1].pattern));
        Self { game, combination, patterns }
    }

    /// The game they are for.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Combination of global and local weights.
    #[must_use]
    pub const fn combination(&self) -> Combination {
        self.combination
    }

    /// The largest reach of its patterns.
    #[must_use]
    pub fn reach(&self) -> Reach {
        self.patterns.iter().map(|learned| learned.pattern.reach()).max().unwrap_or(Reach::Six)
    }

    /// What the local patterns tell of the last move.
    #[must_use]
    pub fn last_move(&self) -> LastMove {
        match self.patterns.iter().any(|learned| learned.pattern.last() == Some(Slot::ANYWHERE)) {
            true => LastMove::Anywhere,
            false => LastMove::Place,
        }
    }

    /// All patterns in their order.
    #[must_use]
    pub fn patterns(&self) -> &[Learned] {
        &self.patterns
    }
}
