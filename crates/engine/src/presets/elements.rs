//! What the papers say of their players, sentence by sentence, beside the parameters that stand for it.

mod havannah;
mod hex;

pub(super) use havannah::{FRAMER, GREEDY, JOOSTEN, KOENNECKE, RANDOM};
pub(super) use hex::{BIRDCAGE, MOHEX, MOHEX2, RAIKO, WOLVE};

/// An element of a paper's player.
#[derive(Clone, Copy, Debug)]
pub struct PaperElement {
    /// The element in few words.
    pub element: &'static str,
    /// Where the paper describes it.
    pub place: &'static str,
    /// The parameters that stand for it, each with the value that the paper asks for.
    pub parameters: &'static [(&'static str, &'static str)],
    /// How the preset departs from the paper, or what it adds where the paper is silent; empty if it does neither.
    pub departure: &'static str,
}

/// An element that the preset has as the paper says.
const fn same(
    element: &'static str,
    place: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> PaperElement {
    PaperElement { element, place, parameters, departure: "" }
}

/// An element with a departure.
const fn departing(
    element: &'static str,
    place: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    departure: &'static str,
) -> PaperElement {
    PaperElement { element, place, parameters, departure }
}
