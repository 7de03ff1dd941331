//! The shortest path between the sides: where to put the stones of a connection that stands anyway.

use catena_core::{Cell, Color};
use catena_proof::set::CellSet;
use catena_proof::stones::BoardGraph;

/// A cell on a shortest path between the sides of a color, over its stones and cells of `within`:
/// who puts a stone there each time is done with the fewest.
pub(super) fn shortest_path_cell<const N: usize>(
    graph: &BoardGraph<N>,
    stones: CellSet<N>,
    within: CellSet<N>,
    color: Color,
) -> Option<Cell> {
    let &[from, to] = graph.sides(color) else { return None };
    let mut reached = graph.flood(from, stones);
    let mut edge = from | around(graph, reached);
    loop {
        let layer = (edge & within).without(reached);
        if layer.is_empty() {
            return None;
        }
        let chain = |cell: Cell| graph.flood(CellSet::of(cell), stones | CellSet::of(cell));
        if let Some(cell) = layer.cells().find(|&cell| chain(cell).meets(to)) {
            return Some(cell);
        }
        layer.cells().for_each(|cell| reached |= chain(cell));
        edge = around(graph, reached);
    }
}

fn around<const N: usize>(graph: &BoardGraph<N>, cells: CellSet<N>) -> CellSet<N> {
    let mut near = CellSet::EMPTY;
    cells.cells().for_each(|cell| near |= graph.near(cell));
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Setup, SwapRule};

    #[test]
    fn the_path_takes_the_fewest_stones() {
        let setup = Setup::new(Game::Hex, 5, SwapRule::Off).unwrap();
        let graph = BoardGraph::<1>::new(Game::Hex, setup.topology());
        let cells = |names: &str| -> CellSet<1> {
            names.split_whitespace().map(|name| setup.topology().cell(name).unwrap()).collect()
        };
        // Black joins top and bottom: c2 and c4 lack one stone between them and one at each side.
        let (mut stones, within) = (cells("c2 c4"), cells("b3 c3 c1 d1 b5 c5 e4"));
        for left in (0..3).rev() {
            let cell = shortest_path_cell(&graph, stones, within.without(stones), Color::Black).unwrap();
            stones.insert(cell);
            assert_eq!(graph.joins(stones, Color::Black), left == 0, "{left} stones are missing");
        }
        assert_eq!(shortest_path_cell(&graph, stones, CellSet::EMPTY, Color::White), None, "there is no way");
    }
}
