//! Notation of colors and cells in other engines, and the commands that set their limits.

/// Notation of moves and colors in an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The color that moves first in the engine's words.
    pub first: FirstColor,
    /// Notation of cells.
    pub cells: CellNames,
    /// Request ids on commands; old engines may not know them.
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

/// Notation of cells.
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

/// Request ids on commands.
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
    /// The commands that set its limits.
    pub limits: LimitCommands,
}

/// The commands of an engine that set limits: `%t` are seconds, `%p` playouts. `None` means that it has no such
/// command that we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LimitCommands {
    pub move_time: Option<&'static str>,
    pub game_time: Option<&'static str>,
    pub playouts: Option<&'static str>,
}

/// Limit commands of GTP: its own for time, ours for playouts.
pub(super) const STANDARD: LimitCommands = LimitCommands {
    move_time: Some("time_settings 0 %t 1"),
    game_time: Some("time_settings %t 0 0"),
    playouts: Some("param playouts %p"),
};

/// castro and morat take all of a limit from one command. Without `-f 0` the time that a move leaves is added to the next,
/// and a number of playouts counts only if it is reached before the time.
const CASTRO: LimitCommands = LimitCommands {
    move_time: Some("time -m %t -g 0 -f 0"),
    game_time: Some("time -m 0 -g %t -f 0"),
    playouts: Some("time -m 3600 -g 0 -f 0 -i %p"),
};

/// The names of `dialect=`.
pub(super) const KNOWN: &[KnownDialect] = &[
    KnownDialect { name: "catena", first: FirstColor::Black, limits: STANDARD },
    KnownDialect {
        name: "hexgui",
        first: FirstColor::Black,
        limits: LimitCommands { playouts: None, ..STANDARD },
    },
    KnownDialect {
        name: "benzene",
        first: FirstColor::Black,
        limits: LimitCommands { playouts: None, ..STANDARD },
    },
    KnownDialect {
        name: "mohex",
        first: FirstColor::Black,
        limits: LimitCommands {
            move_time: Some("param_mohex max_time %t"),
            playouts: Some("param_mohex max_games %p"),
            ..STANDARD
        },
    },
    KnownDialect {
        name: "wolve",
        first: FirstColor::Black,
        limits: LimitCommands { move_time: Some("param_wolve max_time %t"), playouts: None, ..STANDARD },
    },
    KnownDialect { name: "castro", first: FirstColor::White, limits: CASTRO },
    KnownDialect { name: "morat", first: FirstColor::White, limits: CASTRO },
];
