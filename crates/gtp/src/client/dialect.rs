//! How other engines write colors and cells, and which commands set their limits.

/// How an engine writes moves and colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The color that moves first in the engine's words.
    pub first: FirstColor,
    /// How it names cells.
    pub cells: CellNames,
    /// Whether commands carry a request id; old engines may not know them.
    pub ids: RequestIds,
}

/// The color that moves first in an engine's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstColor {
    /// As here, in HexGui and benzene.
    #[default]
    Black,
    /// As in castro and morat.
    White,
}

/// How cells are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellNames {
    /// As here, in benzene, castro and HavannahGui.
    #[default]
    Ours,
    /// Letter and number exchanged: our b3 is its c2.
    Transposed,
    /// Each row of a Havannah board starts at 1, as on Little Golem.
    Restarting,
}

/// Whether commands carry a request id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequestIds {
    /// `7 genmove black` is answered by `=7 d4`, so that other output cannot be mistaken for it.
    #[default]
    On,
    /// The next line that starts with `=` or `?` is the answer.
    Off,
}

/// An engine family whose dialect is known by name.
#[derive(Debug)]
pub(super) struct KnownDialect {
    pub name: &'static str,
    pub first: FirstColor,
    /// How its time of a move is set, where `time_settings` does not do it.
    pub limit: Option<&'static str>,
}

/// The names of `dialect=`.
pub(super) const KNOWN: &[KnownDialect] = &[
    KnownDialect { name: "catena", first: FirstColor::Black, limit: None },
    KnownDialect { name: "hexgui", first: FirstColor::Black, limit: None },
    KnownDialect { name: "benzene", first: FirstColor::Black, limit: None },
    KnownDialect { name: "mohex", first: FirstColor::Black, limit: Some("param_mohex max_time %t") },
    KnownDialect { name: "wolve", first: FirstColor::Black, limit: Some("param_wolve max_time %t") },
    KnownDialect { name: "castro", first: FirstColor::White, limit: None },
    KnownDialect { name: "morat", first: FirstColor::White, limit: None },
];
