//! The models of a player: learned values, shared by all that use them, each known by the hash of its file.

use std::fmt;
use std::sync::Arc;

use catena_core::Game;
use thiserror::Error;

use crate::embedded;
use crate::file::ModelFileError;
use crate::hash::ModelHash;
use crate::network::{LoadError, Network, Quantized};
use crate::pattern::{Combination, LastMove, PatternTable, PatternWeights, PlayoutGammas, Reach};

/// Purpose of a model in a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelKind {
    /// Patterns that tell moves of the tree apart before they are tried.
    Patterns,
    /// Patterns of six or twelve cells by which playouts choose their moves, learned without larger ones.
    PlayoutPatterns,
    /// A network that says what moves promise before they are tried, and what positions are worth.
    Network,
}

impl ModelKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Patterns, Self::PlayoutPatterns, Self::Network];

    /// The name by which a player is given another: `patterns=FILE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patterns => "patterns",
            Self::PlayoutPatterns => "playout_patterns",
            Self::Network => "network",
        }
    }

    /// The purpose in one sentence.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::Patterns => "Patterns of `catena learn patterns` for prior=patterns.",
            Self::PlayoutPatterns => {
                "Patterns of `catena learn patterns`, --cells 6 or 12, for playout=patterns."
            }
            Self::Network => "A network of `catena train` for prior=network and network_share.",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Patterns => "patterns",
            Self::PlayoutPatterns => "playout patterns",
            Self::Network => "network",
        })
    }
}

/// A learned value.
#[derive(Clone, Debug)]
pub struct Model<T> {
    /// The game it was learned for.
    pub game: Game,
    /// The hash of its file.
    pub hash: ModelHash,
    /// The patterns or the network.
    pub value: T,
}

impl Model<PatternTable> {
    /// Reads patterns for the tree.
    ///
    /// # Errors
    /// If the file cannot be read, or if its patterns are for playouts.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, UnusableModel> {
        let weights = pattern_weights(bytes)?;
        if weights.reach() == Reach::Six {
            return Err(UnusableModel::ForPlayouts);
        }
        let game = weights.game();
        let value = PatternTable::new(&weights).ok_or(UnusableModel::NoPatterns(game))?;
        Ok(Self { game, hash: ModelHash::of(bytes), value })
    }
}

impl Model<PlayoutGammas> {
    /// Reads patterns for playouts.
    ///
    /// # Errors
    /// If the file cannot be read, or if its patterns are not for playouts.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, UnusableModel> {
        let weights = pattern_weights(bytes)?;
        if weights.reach() == Reach::Eighteen {
            return Err(UnusableModel::ForTree);
        }
        if weights.combination() != Combination::Sum {
            return Err(UnusableModel::Product);
        }
        if weights.reach() == Reach::Twelve && weights.last_move() == LastMove::Place {
            return Err(UnusableModel::LastMovePlace);
        }
        let game = weights.game();
        let table = PatternTable::new(&weights).ok_or(UnusableModel::NoPatterns(game))?;
        let value = table.playout_gammas().ok_or(UnusableModel::ForTree)?;
        Ok(Self { game, hash: ModelHash::of(bytes), value })
    }
}

impl Model<Arc<Quantized>> {
    /// Reads a network.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, UnusableModel> {
        let network = Network::from_bytes(bytes).map_err(Arc::new)?;
        let game = network.architecture().game;
        Ok(Self { game, hash: ModelHash::of(bytes), value: Arc::new(Quantized::new(&Arc::new(network))) })
    }
}

fn pattern_weights(bytes: &[u8]) -> Result<PatternWeights, UnusableModel> {
    let weights = PatternWeights::from_bytes(bytes)?;
    if weights.patterns().is_empty() { Err(UnusableModel::Empty) } else { Ok(weights) }
}

/// Why a file is not the model it is asked for as.
#[derive(Clone, Debug, Error)]
pub enum UnusableModel {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] ModelFileError),
    /// It is no network that can be read.
    #[error(transparent)]
    Network(#[from] Arc<LoadError>),
    /// There is no pattern in it.
    #[error("there are no patterns in it")]
    Empty,
    /// Patterns of six neighbors are for playouts.
    #[error("its patterns have six cells, which are for playouts: playout_patterns=FILE")]
    ForPlayouts,
    /// Playouts have no larger patterns.
    #[error("its patterns have 18 cells, which are for the tree: patterns=FILE")]
    ForTree,
    /// Playouts add weights; these are to be multiplied.
    #[error("playouts add the weights of patterns, and these are multiplied: learn them with --combine sum")]
    Product,
    /// Playouts of twelve cells have one local weight for all places of the last move.
    #[error(
        "playouts by twelve cells do not tell where the last move lies: learn them with --last-move anywhere"
    )]
    LastMovePlace,
    /// There are no patterns of that game.
    #[error("there are no patterns of {0}: its board is not planar")]
    NoPatterns(Game),
}

/// The models of a player, each shared with all who use it. A game need not have all of them.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// For the prior of moves of the tree.
    pub patterns: Option<Arc<Model<PatternTable>>>,
    /// For playouts.
    pub playout_patterns: Option<Arc<Model<PlayoutGammas>>>,
    /// For the prior of moves of the tree and the value of leaves.
    pub network: Option<Arc<Model<Arc<Quantized>>>>,
}

impl Models {
    /// All that the program was built with for a game, read anew.
    ///
    /// # Panics
    /// Never: a test reads the embedded files.
    #[must_use]
    pub fn embedded(game: Game) -> Self {
        let file = |kind| embedded::embedded(kind, game).map(|file| file.bytes);
        let read = "a test reads the embedded files";
        Self {
            patterns: file(ModelKind::Patterns)
                .map(|bytes| Arc::new(Model::<PatternTable>::from_bytes(bytes).expect(read))),
            playout_patterns: file(ModelKind::PlayoutPatterns)
                .map(|bytes| Arc::new(Model::<PlayoutGammas>::from_bytes(bytes).expect(read))),
            network: file(ModelKind::Network)
                .map(|bytes| Arc::new(Model::<Arc<Quantized>>::from_bytes(bytes).expect(read))),
        }
    }

    /// Where both have a model of a kind, takes that of the other.
    pub fn replace_by(&mut self, other: &Self) {
        fn replace<T>(own: &mut Option<Arc<T>>, other: &Option<Arc<T>>) {
            if let (Some(own), Some(other)) = (own, other) {
                own.clone_from(other);
            }
        }
        replace(&mut self.patterns, &other.patterns);
        replace(&mut self.playout_patterns, &other.playout_patterns);
        replace(&mut self.network, &other.network);
    }

    /// The models there are, with their hashes.
    pub fn hashes(&self) -> impl Iterator<Item = (ModelKind, ModelHash)> {
        let hashes = [
            (ModelKind::Patterns, self.patterns.as_ref().map(|model| model.hash)),
            (ModelKind::PlayoutPatterns, self.playout_patterns.as_ref().map(|model| model.hash)),
            (ModelKind::Network, self.network.as_ref().map(|model| model.hash)),
        ];
        hashes.into_iter().filter_map(|(kind, hash)| Some((kind, hash?)))
    }
}

/// A game without a model that a search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there {} for {}: {}", .kind.absent(), .game.name(), .kind.owners())]
pub struct MissingModel {
    /// The requested kind.
    pub kind: ModelKind,
    /// The game.
    pub game: Game,
}

impl ModelKind {
    const fn absent(self) -> &'static str {
        match self {
            Self::Patterns => "are no patterns",
            Self::PlayoutPatterns => "are no playout patterns",
            Self::Network => "is no network",
        }
    }

    /// The games that have one: `hex, havannah and y have them`.
    fn owners(self) -> String {
        let games: Vec<&str> =
            embedded::ALL.iter().filter(|file| file.kind == self).map(|file| file.game.name()).collect();
        let (last, first) = games.split_last().expect("some game has each kind");
        match (first, self) {
            ([], _) => format!("{last} has one"),
            (first, _) => format!("{} and {last} have them", first.join(", ")),
        }
    }
}
