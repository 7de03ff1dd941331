//! The models that the program was built with, as bytes.

use catena_core::Game;

use crate::models::ModelKind;

/// A file of a model that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The kind of model.
    pub kind: ModelKind,
    /// The game it was learned for.
    pub game: Game,
    /// The file.
    pub bytes: &'static [u8],
}

macro_rules! embedded {
    ($($(#[doc = $doc:literal])+ $NAME:ident = $kind:ident of $game:ident, $file:literal;)*) => {
        $($(#[doc = $doc])+
        pub const $NAME: Embedded = Embedded {
            kind: ModelKind::$kind,
            game: Game::$game,
            bytes: include_bytes!(concat!("../weights/", $file)),
        };)*

        /// All of them.
        pub const ALL: &[Embedded] = &[$($NAME),*];
    };
}

embedded! {
    /// Hex: patterns for the tree.
    HEX_PATTERNS = Patterns of Hex, "hex.patterns";
    /// Havannah: patterns for the tree.
    HAVANNAH_PATTERNS = Patterns of Havannah, "havannah.patterns";
    /// Y: patterns for the tree.
    Y_PATTERNS = Patterns of Y, "y.patterns";
    /// Renkula!: patterns for the tree.
    RENKULA_PATTERNS = Patterns of Renkula, "renkula.patterns";
    /// Hex: patterns for playouts.
    HEX_PLAYOUT_PATTERNS = PlayoutPatterns of Hex, "hex-6.patterns";
    /// Havannah: patterns for playouts.
    HAVANNAH_PLAYOUT_PATTERNS = PlayoutPatterns of Havannah, "havannah-6.patterns";
    /// Y: patterns for playouts.
    Y_PLAYOUT_PATTERNS = PlayoutPatterns of Y, "y-6.patterns";
    /// Havannah: a network for the tree.
    HAVANNAH_NETWORK = Network of Havannah, "havannah.network";
    /// Hex: a network for the tree.
    HEX_NETWORK = Network of Hex, "hex.network";
    /// Y: a network for the tree.
    Y_NETWORK = Network of Y, "y.network";
    /// *Star: a network for the tree.
    STAR_NETWORK = Network of Star, "star.network";
    /// Renkula!: a network for the tree.
    RENKULA_NETWORK = Network of Renkula, "renkula.network";
    /// Bent Y: a network for the tree.
    BENT_Y_NETWORK = Network of BentY, "bent-y.network";
}

/// Hex: patterns of twelve cells for the tree, in place of those of the table for who names them.
pub const HEX_TWELVE_PATTERNS: Embedded = Embedded {
    kind: ModelKind::Patterns,
    game: Game::Hex,
    bytes: include_bytes!("../weights/hex-12.patterns"),
};

/// The same for playouts.
pub const HEX_TWELVE_PLAYOUT_PATTERNS: Embedded =
    Embedded { kind: ModelKind::PlayoutPatterns, ..HEX_TWELVE_PATTERNS };

/// Hex: the network that judges openings. It never changes, whatever the champion plays by.
pub const HEX_JUDGE_NETWORK: Embedded = Embedded {
    kind: ModelKind::Network,
    game: Game::Hex,
    bytes: include_bytes!("../weights/judge/hex.network"),
};

/// The model that players of a game use by default; `None` for games without.
#[must_use]
pub fn embedded(kind: ModelKind, game: Game) -> Option<Embedded> {
    ALL.iter().copied().find(|file| file.kind == kind && file.game == game)
}
