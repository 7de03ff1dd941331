//! All that connections and inferior cells say about one position, ready to be shown.

use catena_core::{ByColor, Cell, Color, Position};

use crate::connection::{Connections, Limits, Until};
use crate::inferior::Inferior;
use crate::resistance::{Circuit, Wires};
use crate::set::Carrier;
use crate::stones::{Graph, Stones};

/// What was found for one color.
#[derive(Clone, Debug)]
pub struct ColorAnalysis {
    /// Cells that can be given to the color without changing who wins.
    pub fill_in: Carrier,
    /// The carrier of a connection that wins, whoever moves.
    pub winning: Option<Carrier>,
    /// The move that wins at once by a semi-connection.
    pub key: Option<Cell>,
    /// Where the opponent must play against its semi-connections.
    pub stopped_at: Option<Carrier>,
    /// Full connections found.
    pub fulls: usize,
    /// Semi-connections found.
    pub semis: usize,
    /// The resistance of its circuit, augmented with its connections.
    pub resistance: f64,
}

/// What was found for a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// By color.
    pub colors: ByColor<ColorAnalysis>,
    /// Moves that the player to move need not try, beside those filled in.
    pub inferior: Carrier,
}

/// Studies a position of Hex or Y.
#[must_use]
pub fn analyze(position: &Position, limits: Limits) -> Analysis {
    match position.topology().len() {
        0..=64 => analyze_with::<1>(position, limits),
        65..=128 => analyze_with::<2>(position, limits),
        129..=192 => analyze_with::<3>(position, limits),
        _ => analyze_with::<6>(position, limits),
    }
}

fn analyze_with<const N: usize>(position: &Position, limits: Limits) -> Analysis {
    let (game, topology) = (position.setup().game(), position.topology());
    let graph = Graph::<N>::new(game, topology);
    let inferior = Inferior::<N>::new(game, topology);
    let stones = Stones::of(position);
    let filled = inferior.fill_in(&graph, &stones);
    let mut connections = Connections::new(limits);
    let mut of = |color: Color| {
        connections.find(&graph, &filled, color, Until::Closed);
        let goal = connections.goal();
        let count = connections.points().len();
        let pairs = || (1..count).flat_map(|b| (0..b).map(move |a| (a, b)));
        ColorAnalysis {
            fill_in: filled.color(color).without(stones.color(color)).widen(),
            winning: goal.full().map(|carrier| carrier.widen()),
            key: goal.semi().map(|semi| semi.key),
            stopped_at: goal.must_play().map(|cells| cells.widen()),
            fulls: pairs().map(|(a, b)| connections.fulls(a, b).count()).sum(),
            semis: pairs().map(|(a, b)| connections.semis(a, b).count()).sum(),
            resistance: Circuit::new(&connections, Wires::Augmented, topology.len()).resistance,
        }
    };
    let colors = ByColor { black: of(Color::Black), white: of(Color::White) };
    Analysis { colors, inferior: inferior.need_not_try(&graph, &filled, position.to_move()).widen() }
}
