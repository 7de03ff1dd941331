//! Cut-off regions: empty cells from which a color can reach at most one of its chains. A path
//! through them would come back to where it started, so that the color has no use for them, and
//! what one color has no use for is dead.

use catena_core::Color;

use super::SideEffect;
use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

/// All cells of useless regions.
pub(super) fn useless_regions<const N: usize>(
    graph: &BoardGraph<N>,
    stones: &StoneSets<N>,
    sides: SideEffect,
) -> CellSet<N> {
    let mut useless = CellSet::EMPTY;
    let mut rest = stones.empty(graph);
    while let Some(cell) = rest.first() {
        let region = graph.flood(CellSet::of(cell), rest);
        rest = rest.without(region);
        if Color::ALL.into_iter().any(|color| reaches(graph, stones, color, region, sides) <= 1) {
            useless |= region;
        }
    }
    useless
}

/// Number of different chains and sides of a color that a region touches.
fn reaches<const N: usize>(
    graph: &BoardGraph<N>,
    stones: &StoneSets<N>,
    color: Color,
    region: CellSet<N>,
    sides: SideEffect,
) -> usize {
    let mut rim = CellSet::EMPTY;
    region.cells().for_each(|cell| rim |= graph.near(cell));
    let mut touched: Vec<bool> = graph.sides(color).iter().map(|side| side.meets(region)).collect();
    let mut chains = 0;
    let mut rest = rim & stones.color(color);
    while let Some(cell) = rest.first() {
        let chain = graph.flood(CellSet::of(cell), stones.color(color));
        rest = rest.without(chain);
        let side = graph.sides(color).iter().position(|side| side.meets(chain));
        match side {
            Some(side) if sides == SideEffect::Join => touched[side] = true,
            _ => chains += 1,
        }
    }
    chains + touched.into_iter().filter(|&side| side).count()
}
