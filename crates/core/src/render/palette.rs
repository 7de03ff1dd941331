//! Colors, one set per theme. The accents are of the palette of Okabe and Ito (2008), which
//! people with any kind of color blindness can tell apart.

use super::geometry::Ground;
use super::svg::{StoneColors, Theme};
use crate::{ByColor, Cell, Topology};

/// The colors of one theme.
pub(super) struct Palette {
    pub(super) background: &'static str,
    pub(super) frame: &'static str,
    pub(super) cell: &'static str,
    /// Cells from beyond the equator.
    pub(super) guest_cell: &'static str,
    pub(super) side_cell: &'static str,
    pub(super) corner_cell: &'static str,
    pub(super) line: &'static str,
    /// Names in cells.
    pub(super) name: &'static str,
    /// Coordinates around the board.
    pub(super) label: &'static str,
    /// The text of a mark.
    pub(super) note: &'static str,
    pub(super) heat: &'static str,
    pub(super) figure: &'static str,
    /// The sides of the Hex board.
    pub(super) sides: ByColor<&'static str>,
    pub(super) stones: ByColor<Stone>,
}

/// The colors of a stone: in the light, in the shade, its rim and what is written on it.
pub(super) struct Stone {
    pub(super) light: &'static str,
    pub(super) shade: &'static str,
    pub(super) rim: &'static str,
    pub(super) number: &'static str,
    pub(super) last: &'static str,
}

const LIGHT: Palette = Palette {
    background: "#eae4d8",
    frame: "#a8916a",
    cell: "#efe4cd",
    guest_cell: "#cdbb98",
    side_cell: "#e4d4b3",
    corner_cell: "#d3bc90",
    line: "#b8a37d",
    name: "#75643f",
    label: "#6b5d45",
    note: "#1f1a12",
    heat: "#56b4e9",
    figure: "#d55e00",
    sides: ByColor { black: "#2b2b2e", white: "#ffffff" },
    stones: ByColor {
        black: Stone {
            light: "#5c5c62",
            shade: "#141416",
            rim: "#000000",
            number: "#ffffff",
            last: "#56b4e9",
        },
        white: Stone {
            light: "#ffffff",
            shade: "#dcdad4",
            rim: "#77716a",
            number: "#111111",
            last: "#0072b2",
        },
    },
};

const DARK: Palette = Palette {
    background: "#2c323b",
    frame: "#8795a5",
    cell: "#5a6675",
    guest_cell: "#39424d",
    side_cell: "#687688",
    corner_cell: "#8091a5",
    line: "#3a434e",
    name: "#b9c4d1",
    label: "#a9b4c1",
    note: "#ffffff",
    heat: "#009e73",
    figure: "#f0a500",
    sides: ByColor { black: "#050506", white: "#e9e9e6" },
    stones: ByColor {
        black: Stone {
            light: "#44454b",
            shade: "#08080a",
            rim: "#8f9aa6",
            number: "#ffffff",
            last: "#56b4e9",
        },
        white: Stone {
            light: "#ffffff",
            shade: "#cfcfca",
            rim: "#3c3f44",
            number: "#111111",
            last: "#0072b2",
        },
    },
};

/// Red and blue, as Hex is mostly played; their lightness tells them apart as well.
const RED_BLUE: ByColor<Stone> = ByColor {
    black: Stone { light: "#e8604f", shade: "#a92a1c", rim: "#6f160c", number: "#ffffff", last: "#ffe3a3" },
    white: Stone { light: "#6ba4e4", shade: "#2a62a6", rim: "#123a6b", number: "#ffffff", last: "#ffe3a3" },
};
const RED_BLUE_SIDES: ByColor<&str> = ByColor { black: "#c0392b", white: "#2f6fb7" };
const LIGHT_RED_BLUE: Palette = Palette { sides: RED_BLUE_SIDES, stones: RED_BLUE, ..LIGHT };
const DARK_RED_BLUE: Palette = Palette { sides: RED_BLUE_SIDES, stones: RED_BLUE, ..DARK };

impl Palette {
    pub(super) const fn of(theme: Theme, stones: StoneColors) -> &'static Self {
        match (theme, stones) {
            (Theme::Light, StoneColors::BlackWhite) => &LIGHT,
            (Theme::Dark, StoneColors::BlackWhite) => &DARK,
            (Theme::Light, StoneColors::RedBlue) => &LIGHT_RED_BLUE,
            (Theme::Dark, StoneColors::RedBlue) => &DARK_RED_BLUE,
        }
    }

    /// The color of an empty cell: what the rules treat apart is a little darker.
    pub(super) fn ground(&self, topology: &Topology, cell: Cell) -> &'static str {
        match Ground::of(topology, cell) {
            Ground::Corner => self.corner_cell,
            Ground::Side => self.side_cell,
            Ground::Plain => self.cell,
        }
    }
}
