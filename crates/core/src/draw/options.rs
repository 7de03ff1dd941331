//! What a caller can choose about an SVG.

use crate::Cell;

/// How an SVG looks; the default is a light board with coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SvgOptions {
    /// The colors.
    pub theme: Theme,
    /// Whether cells can be named from the picture.
    pub coordinates: Coordinates,
    /// Whether stones carry the number of their move.
    pub numbers: MoveNumbers,
    /// What analysis has to say about cells.
    pub marks: Vec<Mark>,
}

/// The colors of a picture; both bring their own background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For white pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// Letters and numbers at the border, or names in the empty cells of \*Star and Renkula!.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Drawn.
    #[default]
    Shown,
    /// Left out.
    Hidden,
}

/// The number of its move on each stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveNumbers {
    /// Left out; the last move has a dot.
    #[default]
    Hidden,
    /// Drawn; set-up stones have none.
    Shown,
}

/// A note on a cell; in Renkula! also on its antipode. Cells beyond the board are passed over.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// A few characters for the middle of the cell; may be empty.
    pub text: String,
    /// How strongly the cell is colored: 0 not at all, 1 fully.
    pub heat: f64,
}
