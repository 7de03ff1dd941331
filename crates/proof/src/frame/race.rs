//! The race of the two players' fastest frames: who is ahead, and when that is a proof.

use catena_core::{ByColor, Color, Topology};

use super::border::{Border, Edge};
use super::graph::{ColorCells, Cost, FrameGraph, Granularity, LinkKind};
use super::path::BorderPaths;
use super::{ColorFrames, Frame, ring};

/// Comparison of the players' fastest frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// The player whose frame stands first, or is tighter if both stand; none if neither can win.
    pub ahead: Option<Color>,
    /// The player who wins for sure: its frame stands, and the opponent's nearest figure needs more
    /// stones than it has time for.
    pub winner: Option<Color>,
}

impl Race {
    pub(super) fn of(mover: Color, colors: &ByColor<ColorFrames>) -> Self {
        let winner = Color::ALL.into_iter().find(|&color| wins(mover, color, colors));
        Self { ahead: winner.or_else(|| ahead(mover, colors)), winner }
    }
}

/// Fewer stones until the frame stands, then the smaller width; the player to move wins ties.
fn ahead(mover: Color, colors: &ByColor<ColorFrames>) -> Option<Color> {
    let order = |color: Color| colors[color].fastest().map(|(_, frame)| (frame.keys.len(), frame.width));
    match (order(mover), order(!mover)) {
        (None, None) => None,
        (Some(mine), Some(theirs)) if mine > theirs => Some(!mover),
        (None, Some(_)) => Some(!mover),
        _ => Some(mover),
    }
}

/// Every stone of the owner goes where a link is attacked, or settles another one: after `longest`
/// of them the figure is there. The opponent, if it moves first, has as many stones until then.
fn wins(mover: Color, color: Color, colors: &ByColor<ColorFrames>) -> bool {
    let in_time = |frame: &Frame| {
        let moves = frame.longest + frame.keys.len() as u32;
        let opponent = if color == mover { moves.saturating_sub(1) } else { moves };
        let stands = frame.keys.len() <= usize::from(color == mover);
        stands && colors[!color].nearest.is_none_or(|stones| stones > opponent)
    };
    colors[color].winning().any(in_time)
}

/// The stones that a color needs for its nearest figure if the opponent lets it; never too many.
pub(super) fn nearest(topology: &Topology, color_cells: ColorCells) -> Option<u32> {
    let chains = FrameGraph::new(topology, color_cells, Granularity::Chains, LinkKind::Touching);
    let approach = |border: Border| BorderPaths::touching(topology, &chains, border).distance;
    let corners: Vec<_> = Border::corners().map(approach).collect();
    let edges: Vec<_> = Edge::ALL.into_iter().map(|edge| approach(edge.border())).collect();
    let joined = |vertex: usize, borders: &[Vec<Option<Cost>>], count: usize| -> Option<u16> {
        let mut arms: Vec<Cost> = borders.iter().filter_map(|distance| distance[vertex]).collect();
        arms.sort_unstable();
        let needed: Cost = arms.get(..count)?.iter().copied().sum();
        Some((needed + chains.vertices[vertex].cost()).z)
    };
    let figures = (0..chains.vertices.len())
        .flat_map(|vertex| [joined(vertex, &corners, 2), joined(vertex, &edges, 3)]);
    let stones = FrameGraph::new(topology, color_cells, Granularity::StoneSets, LinkKind::Touching);
    ring::least(topology, &stones, figures.flatten().min()).map(u32::from)
}
