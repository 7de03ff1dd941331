//! Frames of Havannah: stones whose connection the opponent cannot prevent (Könnecke and Waldmann
//! 2009, section 10; Joosten 2009, section 2). docs/proofs.md says what is
//! computed, and how far it can be trusted.

mod arm;
mod border;
mod fastest;
mod figure;
mod graph;
mod path;
mod proof;
mod race;
mod ring;
mod text;

use std::cmp::Reverse;

use catena_core::rules::Methods;
use catena_core::{ByColor, Cell, Color, Position};

use arm::{ArmTask, FrameMap};
pub use border::Edge;
pub use fastest::fastest;
use figure::FigureSearch;
use graph::{ColorCells, FrameGraph, Vertex};
use path::FramePath;
pub use proof::{FrameProof, prove};
pub use race::Race;
pub use text::{table, verdict};

use crate::set::Carrier;
use crate::stones::swap_is_open;

/// A frame, or what one would be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The stones that are still to be placed before it stands, in the order of cells.
    pub keys: Vec<Cell>,
    /// The own stones it runs through, whole chains but for rings.
    pub stones: Carrier,
    /// The empty cells that keep it together: wherever the opponent plays there, an answer there
    /// mends it.
    pub carrier: Carrier,
    /// Stones that make it a chain once it stands, if the opponent does not disturb.
    pub width: u32,
    /// Maximum number of these stones, however the opponent plays.
    pub longest: u32,
    /// Tells if a faster one is excluded.
    pub certainty: Certainty,
}

/// Tells if a frame is known to be the fastest of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// There is no faster one of the links that are known.
    Least,
    /// The search for a faster one was given up.
    AtMost,
}

impl Frame {
    /// The stones still needed: until it stands, and from there to the chain.
    #[must_use]
    pub fn speed(&self) -> u32 {
        self.keys.len() as u32 + self.width
    }

    /// Sort key: fewer stones until it stands, then the smaller width.
    fn order(&self) -> (usize, u32, u32) {
        (self.keys.len(), self.width, self.longest)
    }

    /// The frame of a path whose carrier contains these stones to place.
    fn new(path: FramePath, keys: Carrier) -> Self {
        Self {
            keys: keys.cells().collect(),
            stones: path.stones,
            carrier: path.carrier.without(keys),
            width: u32::from(path.cost.w),
            longest: u32::from(path.cost.longest),
            certainty: Certainty::Least,
        }
    }
}

/// Distance of a base from an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeValue {
    /// Its chain is there.
    Reached,
    /// The pair (z, w): the frame has the width w.
    Frame {
        /// The stones until the frame stands; 0 or less if it does, and then as many moves of the
        /// opponent as can be ignored: it stands after any choice of that many of its stones.
        z: i32,
        /// The best frame.
        frame: Frame,
    },
    /// The opponent has cut it off.
    Cut,
}

/// Where the arms of a player's edge frames start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A chain of own stones, named by the first of them.
    Chain(Cell),
    /// An empty cell: a stone there is counted in every z.
    Empty(Cell),
}

impl Base {
    /// The cell it is named by.
    #[must_use]
    pub const fn cell(self) -> Cell {
        match self {
            Self::Chain(cell) | Self::Empty(cell) => cell,
        }
    }
}

/// Winning figures of Havannah.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// Two corners.
    Bridge,
    /// Three edges.
    Fork,
    /// Around a cell.
    Ring,
}

impl Figure {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Bridge, Self::Fork, Self::Ring];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bridge => "bridge",
            Self::Fork => "fork",
            Self::Ring => "ring",
        }
    }
}

/// The frames of one color.
#[derive(Clone, Debug)]
pub struct ColorFrames {
    /// Where its edge frames start; none if it cannot have any.
    pub base: Option<Base>,
    /// Distance of the base from each edge, as [`Edge::ALL`] lists them.
    pub edges: [EdgeValue; 6],
    /// The fastest frame of each figure, as [`Figure::ALL`] lists them; none if it is out of reach.
    pub figures: [Option<Frame>; 3],
    /// Frames of figures that are one stone short, and that the opponent cannot spoil all at once:
    /// together they stand.
    pub double: Option<Frame>,
    /// The stones of the nearest figure if the opponent does not disturb at all.
    pub nearest: Option<u32>,
}

impl ColorFrames {
    /// The frame that stands first, the tightest of them; of a double threat it is no single figure.
    #[must_use]
    pub fn fastest(&self) -> Option<(Option<Figure>, &Frame)> {
        let single = Figure::ALL.into_iter().map(Some).zip(&self.figures);
        let all = single.chain([(None, &self.double)]);
        all.filter_map(|(figure, frame)| Some((figure, frame.as_ref()?)))
            .min_by_key(|(_, frame)| frame.order())
    }

    /// All frames that win.
    fn winning(&self) -> impl Iterator<Item = &Frame> {
        self.figures.iter().chain([&self.double]).flatten()
    }
}

/// The frames of a position.
#[derive(Clone, Debug)]
pub struct Frames {
    /// By color.
    pub colors: ByColor<ColorFrames>,
    /// Comparison of the players' fastest frames.
    pub race: Race,
}

/// Why there are no frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// Frames are known for Havannah.
    #[error("frames are known for havannah")]
    NotHavannah,
    /// The game is over.
    #[error("the game is over: there are no frames any more")]
    GameOver,
}

/// States that a search may visit. Games stay far below, but for rings on large boards.
const MOST_STATES: usize = 100_000;

/// The frames of both colors. Edge frames start from the chain or empty cell that `from` lies in,
/// for the color that can use it; else from where the color's fastest fork has its middle.
///
/// # Examples
/// Black lacks one stone of the bridge from a1 to a4, and is to move:
/// ```
/// use catena_core::{Color, Game, Position, Setup, SwapRule};
/// use catena_proof::frame::{Figure, frames};
///
/// let mut position = Position::new(Setup::new(Game::Havannah, 4, SwapRule::Off)?);
/// for name in ["a1", "d4", "a2", "e5", "a3", "c1"] {
///     position.play(position.topology().parse_move(name)?)?;
/// }
/// let found = frames(&position, None)?;
/// assert_eq!(found.race.winner, Some(Color::Black));
/// let (figure, frame) = found.colors.black.fastest().expect("a frame");
/// assert_eq!((figure, frame.keys.len()), (Some(Figure::Bridge), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the game is not Havannah, or over.
pub fn frames(position: &Position, from: Option<Cell>) -> Result<Frames, FrameError> {
    check(position)?;
    let colors = ByColor::new(|color| color_frames(position, color, from, MOST_STATES));
    let mut race = Race::of(position.to_move(), &colors);
    if swap_is_open(position) {
        race.winner = None;
    }
    Ok(Frames { colors, race })
}

fn check(position: &Position) -> Result<(), FrameError> {
    if !position.setup().game().facts().supports(Methods::FRAMES) {
        return Err(FrameError::NotHavannah);
    }
    if position.outcome().is_some() {
        return Err(FrameError::GameOver);
    }
    Ok(())
}

/// The frames of one color, in a game of Havannah that is not over.
fn color_frames(position: &Position, color: Color, from: Option<Cell>, most_states: usize) -> ColorFrames {
    let topology = position.topology();
    let color_cells = ColorCells::of(position, color);
    let search = FigureSearch { topology, most_states };
    let map = search.map(color_cells);
    let (meeting, fork) = search.fork(&map, color_cells, u16::MAX).unzip();
    let base = from.and_then(|cell| map.graph.vertex(cell)).or_else(|| {
        let within = fork.as_ref().map_or(color_cells.own, |fork: &Frame| fork.stones);
        largest_chain(&map.graph, within).or(meeting)
    });
    let edge_value = |edge: Edge| {
        let task = ArmTask { from: base?, to: vec![edge.border()] };
        let (_, frame) = search.arms(&map, color_cells, std::slice::from_ref(&task), u16::MAX)?;
        Some(edge_value(&map, &task, frame))
    };
    let edges = Edge::ALL.map(|edge| edge_value(edge).unwrap_or(EdgeValue::Cut));
    let figures = [search.bridge(&map, color_cells, u16::MAX), fork, search.ring(color_cells, u16::MAX)];
    ColorFrames {
        base: base.and_then(|vertex| base_of(&map.graph, vertex)),
        edges,
        double: search.double_threat(color_cells, &figures),
        figures,
        nearest: race::nearest(topology, color_cells),
    }
}

/// The largest chain among these stones.
fn largest_chain(graph: &FrameGraph, within: Carrier) -> Option<usize> {
    let chains = (0..graph.vertices.len()).filter(|&vertex| {
        let Vertex { cells, to_place } = graph.vertices[vertex];
        to_place.is_none() && cells.within(within)
    });
    chains.min_by_key(|&vertex| Reverse(graph.vertices[vertex].cells.len()))
}

fn base_of(graph: &FrameGraph, vertex: usize) -> Option<Base> {
    let Vertex { cells, to_place } = graph.vertices[vertex];
    to_place.map(Base::Empty).or_else(|| cells.first().map(Base::Chain))
}

/// Opponent's moves that are tried out to be ignored.
const MOST_IGNORED: u32 = 3;

fn edge_value(map: &FrameMap, task: &ArmTask, frame: Frame) -> EdgeValue {
    if frame.order() == (0, 0, 0) {
        return EdgeValue::Reached;
    }
    if !frame.keys.is_empty() {
        return EdgeValue::Frame { z: frame.keys.len() as i32, frame };
    }
    let ignored =
        (1..=MOST_IGNORED).take_while(|&moves| stands_after(map, task, Carrier::EMPTY, moves)).count();
    EdgeValue::Frame { z: -(ignored as i32), frame }
}

/// Returns true if some frame stands after any choice of this many stones of the opponent: it has to hit
/// each.
fn stands_after(map: &FrameMap, task: &ArmTask, taken: Carrier, moves: u32) -> bool {
    match map.cheapest(std::slice::from_ref(task), taken, 0).found() {
        None => false,
        Some(_) if moves == 0 => true,
        Some((_, frame)) => {
            frame.carrier.cells().all(|cell| stands_after(map, task, taken | Carrier::of(cell), moves - 1))
        }
    }
}
