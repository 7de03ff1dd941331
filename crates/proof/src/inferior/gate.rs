//! Cells behind a narrow gate: a set of empty cells that the rest of the board reaches only through
//! one empty cell, or through two that touch. A path that goes in and comes out again uses both,
//! and is as good without what lies behind. What one color has no use for is dead.

use catena_core::{Cell, Color};

use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

/// All empty cells behind gates of either color.
pub(super) fn behind_gates<const N: usize>(graph: &BoardGraph<N>, stones: &StoneSets<N>) -> CellSet<N> {
    let empty = stones.empty(graph);
    let mut behind = CellSet::EMPTY;
    for color in Color::ALL {
        let free = empty | stones.color(color);
        let mut sides = CellSet::EMPTY;
        graph.sides(color).iter().for_each(|&side| sides |= side);
        for cell in empty.cells() {
            let later = |other: &Cell| other.index() > cell.index();
            let second = (graph.near(cell) & empty).cells().filter(later).map(Some);
            for other in std::iter::once(None).chain(second) {
                let gate = other.map_or(CellSet::EMPTY, CellSet::of) | CellSet::of(cell);
                if may_part(graph, free, sides, gate) {
                    let rest = free.without(gate);
                    behind |= rest.without(graph.flood(sides & rest, rest)) & empty;
                }
            }
        }
    }
    behind
}

/// Returns true if the free cells around a gate are in several pieces, a side counting as one: else nothing
/// lies behind it. Most gates are in the open, which is seen at once.
fn may_part<const N: usize>(
    graph: &BoardGraph<N>,
    free: CellSet<N>,
    sides: CellSet<N>,
    gate: CellSet<N>,
) -> bool {
    let mut around = CellSet::EMPTY;
    gate.cells().for_each(|cell| around |= graph.near(cell));
    around = around.without(gate);
    let is_open = around.within(free);
    around &= free;
    let Some(first) = around.first() else { return false };
    let is_whole = is_open || graph.flood(CellSet::of(first), around) == around;
    !is_whole || (gate.meets(sides) && !around.meets(sides))
}

#[cfg(test)]
mod tests {
    use crate::rng::Rng;
    use catena_core::{Game, Setup, SwapRule};

    use super::*;

    /// Gives each of these cells to either color.
    fn fill(stones: &StoneSets<1>, cells: CellSet<1>, rng: &mut Rng) -> StoneSets<1> {
        let mut full = *stones;
        for cell in cells.cells() {
            full.put(Color::ALL[rng.below(2) as usize], CellSet::of(cell));
        }
        full
    }

    #[test]
    fn who_gets_a_cell_behind_a_gate_makes_no_difference() {
        let mut rng = Rng::new(1);
        for (game, size) in [(Game::Hex, 6), (Game::Y, 8)] {
            let setup = Setup::new(game, size, SwapRule::Off).unwrap();
            let graph = BoardGraph::<1>::new(game, setup.topology());
            let mut found = 0;
            for _ in 0..300 {
                let some: CellSet<1> = graph.all().cells().filter(|_| rng.below(5) < 2).collect();
                let stones = fill(&StoneSets::default(), some, &mut rng);
                for cell in behind_gates(&graph, &stones).cells() {
                    found += 1;
                    let others = stones.empty(&graph).without(CellSet::of(cell));
                    for _ in 0..100 {
                        let full = fill(&stones, others, &mut rng);
                        let winner = |owner: Color| {
                            let mut board = full;
                            board.put(owner, CellSet::of(cell));
                            graph.joins(board.black, Color::Black)
                        };
                        assert_eq!(winner(Color::Black), winner(Color::White), "{stones:?} {cell:?}");
                    }
                }
            }
            assert!(found > 30, "{game}: {found}");
        }
    }
}
