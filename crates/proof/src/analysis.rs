//! The virtual connections, must-play regions and inferior cells of one position, ready to be shown.

use catena_core::rules::{Methods, Side};
use catena_core::{ByColor, Cell, Color, Game, Position};

use crate::circuit::{Circuit, Wires};
use crate::connection::{ConnectionLimits, Connections, Point, Semi, Until};
use crate::inferior::{InferiorCells, Reason};
use crate::set::{Carrier, CellSet, with_set_words};
use crate::stones::{BoardGraph, StoneSets};

/// Limits of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Limits of the connections kept.
    pub limits: ConnectionLimits,
    /// When the search of each color ends.
    pub until: Until,
}

impl Default for Effort {
    /// Milliseconds on a usual board, and less than a second on the largest.
    fn default() -> Self {
        Self { limits: ConnectionLimits::default(), until: Until::Steps(200_000) }
    }
}

/// End of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionEnd {
    /// An empty cell, or the chain with this stone.
    Cell(Cell),
    /// A side of the board.
    Side(Side),
}

/// A connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its two ends.
    pub ends: (ConnectionEnd, ConnectionEnd),
    /// The empty cells it needs.
    pub carrier: Carrier,
    /// The first move of a semi-connection; none for a full one.
    pub key: Option<Cell>,
}

/// Results for one color.
#[derive(Clone, Debug)]
pub struct ColorAnalysis {
    /// Cells that can be given to the color without changing who wins.
    pub fill_in: Carrier,
    /// The carrier of a connection that wins, whoever moves.
    pub winning: Option<Carrier>,
    /// The move that wins at once by a semi-connection.
    pub key: Option<Cell>,
    /// Where the opponent must play against its semi-connections: nowhere if the color has won;
    /// none if there is nothing to stop.
    pub stopped_at: Option<Carrier>,
    /// Full connections found.
    pub fulls: usize,
    /// Semi-connections found.
    pub semis: usize,
    /// The smallest full connection of any two of its chains and sides that do not touch.
    pub links: Vec<Link>,
    /// The resistance of its circuit, augmented with its connections; none in Havannah.
    pub resistance: Option<f64>,
    /// The share of the current through each cell; empty in Havannah.
    pub current: Vec<f64>,
    /// True if the search came to its end.
    pub is_complete: bool,
}

/// Results for a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// By color.
    pub colors: ByColor<ColorAnalysis>,
    /// The cells filled in that are of no use to anybody.
    pub dead: Carrier,
    /// Moves of the player to move that can be pruned, beside those filled in.
    pub inferior: Vec<(Cell, Reason)>,
}

/// Analyzes a position of Hex, Y or Havannah; of Havannah only its connections, among them those
/// with the edges.
///
/// # Examples
/// A stone on the third row of Hex 5 is connected to both of Black's sides, so that Black has won:
/// ```
/// use catena_core::{Game, Position, Setup, SwapRule};
/// use catena_proof::analysis::{Effort, analyze};
///
/// let setup = Setup::new(Game::Hex, 5, SwapRule::Off)?;
/// let mut position = Position::new(setup.clone());
/// position.play(setup.topology().parse_move("c3")?)?;
///
/// let found = analyze(&position, Effort::default());
/// let carrier = found.colors.black.winning.expect("a connection from side to side");
/// assert!(carrier.len() < 24, "cells outside the carrier do not matter");
/// assert!(found.colors.white.winning.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn analyze(position: &Position, effort: Effort) -> Analysis {
    with_set_words!(position.topology().len(), N => analyze_with::<N>(position, effort))
}

/// All connections of a color between two points, in a position of Hex, Y or Havannah; without
/// `to`, those of a point to all others.
#[must_use]
pub fn links(
    position: &Position,
    color: Color,
    from: ConnectionEnd,
    to: Option<ConnectionEnd>,
    effort: Effort,
) -> Vec<Link> {
    with_set_words!(position.topology().len(), N => links_with::<N>(position, color, from, to, effort))
}

fn analyze_with<const N: usize>(position: &Position, effort: Effort) -> Analysis {
    let (game, topology) = (position.setup().game(), position.topology());
    let graph = BoardGraph::<N>::new(game, topology);
    let stones = StoneSets::of(position);
    let inferior =
        game.facts().supports(Methods::INFERIOR_CELLS).then(|| InferiorCells::<N>::new(game, topology));
    let untouched = (stones, CellSet::EMPTY);
    let (filled, dead) =
        inferior.as_ref().map_or(untouched, |inferior| inferior.fill_in_with_dead(&graph, &stones));
    let mut connections = Connections::new(effort.limits);
    let mut of = |color: Color| {
        connections.find(&graph, &filled, color, effort.until);
        let fill_in = filled.color(color).without(stones.color(color)).widen();
        let circuit = inferior.as_ref().map(|_| Circuit::new(&connections, Wires::Augmented, topology.len()));
        of_color(&connections, PointNames { game, color }, fill_in, circuit)
    };
    let colors = ByColor { black: of(Color::Black), white: of(Color::White) };
    let mover = position.to_move();
    let reasons = inferior.map_or_else(Vec::new, |inferior| inferior.reasons(&graph, &filled, mover));
    Analysis { colors, dead: dead.widen(), inferior: reasons }
}

/// Whose points they are, which gives them names.
#[derive(Clone, Copy)]
struct PointNames {
    game: Game,
    color: Color,
}

impl PointNames {
    fn end(self, point: Point) -> ConnectionEnd {
        match point {
            Point::Empty(cell) | Point::Chain(cell) => ConnectionEnd::Cell(cell),
            Point::Side(side) => ConnectionEnd::Side(self.game.sides(self.color)[side]),
        }
    }
}

fn of_color<const N: usize>(
    connections: &Connections<N>,
    names: PointNames,
    fill_in: Carrier,
    circuit: Option<Circuit>,
) -> ColorAnalysis {
    let goal = connections.goal();
    let points = connections.points().list();
    let pairs = || (1..points.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let is_empty = |point: usize| matches!(points[point], Point::Empty(_));
    let links = pairs().filter(|&(a, b)| !is_empty(a) && !is_empty(b)).filter_map(|(a, b)| {
        let carrier = connections.fulls(a, b).min_by_key(|carrier| carrier.len())?;
        let ends = (names.end(points[a]), names.end(points[b]));
        (!carrier.is_empty()).then(|| Link { ends, carrier: carrier.widen(), key: None })
    });
    ColorAnalysis {
        fill_in,
        winning: goal.full().map(|carrier| carrier.widen()),
        key: goal.semi().map(|semi| semi.key),
        stopped_at: goal
            .full()
            .map_or_else(|| goal.must_play().map(|cells| cells.widen()), |_| Some(Carrier::EMPTY)),
        fulls: pairs().map(|(a, b)| connections.fulls(a, b).count()).sum(),
        semis: pairs().map(|(a, b)| connections.semis(a, b).count()).sum(),
        links: links.collect(),
        resistance: circuit.as_ref().map(|circuit| circuit.resistance),
        current: circuit.map_or_else(Vec::new, |circuit| circuit.current),
        is_complete: connections.is_closed(),
    }
}

fn links_with<const N: usize>(
    position: &Position,
    color: Color,
    from: ConnectionEnd,
    to: Option<ConnectionEnd>,
    effort: Effort,
) -> Vec<Link> {
    let (game, topology) = (position.setup().game(), position.topology());
    let graph = BoardGraph::<N>::new(game, topology);
    let mut connections = Connections::new(effort.limits);
    connections.find(&graph, &StoneSets::of(position), color, effort.until);
    let points = connections.points();
    let names = PointNames { game, color };
    let point = |end: ConnectionEnd| match end {
        ConnectionEnd::Cell(cell) => points.at(cell),
        ConnectionEnd::Side(side) => game.sides(color).iter().position(|&other| other == side),
    };
    let Some(from) = point(from) else { return Vec::new() };
    let others: Vec<usize> = match to {
        Some(end) => point(end).into_iter().collect(),
        None => (0..points.len()).collect(),
    };
    let mut links = Vec::new();
    for other in others.into_iter().filter(|&other| other != from) {
        let ends = (names.end(points.list()[from]), names.end(points.list()[other]));
        let link = |carrier: CellSet<N>, key| Link { ends, carrier: carrier.widen(), key };
        links.extend(connections.fulls(from, other).map(|carrier| link(carrier, None)));
        links.extend(connections.semis(from, other).map(|Semi { carrier, key }| link(carrier, Some(key))));
    }
    links.sort_by_key(|link| (link.key.is_some(), link.carrier.len()));
    links
}
