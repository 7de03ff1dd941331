//! The sub-games of a position: for each color where its edge frames start, and for each edge the cells that decide whether
//! it is reached.

use catena_core::{ByColor, Cell, Color, Position};
use catena_proof::frame::{Base, Edge};

use super::combine::{FORK, at_least};
use super::distance::{Distances, FrameBoard, Stones};

/// Stones that a way of the color may be longer than its best and still be played on.
const DETOUR: u32 = 1;

/// State of an edge before any playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeState {
    /// The base is there.
    Reached,
    /// It is played for.
    Open,
    /// The opponent has cut it off.
    Cut,
}

/// One color and one edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SubGame {
    pub edge: Edge,
    pub state: EdgeState,
    /// The empty cells that are played on.
    pub region: Vec<Cell>,
}

/// The sub-games of a color: one for each edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColorGames {
    pub base: Base,
    /// The cells of the base.
    pub cells: Vec<Cell>,
    pub edges: Vec<SubGame>,
}

/// The sub-games of a position; none for a color that has no way to three edges.
pub(super) fn sub_games(board: &FrameBoard, position: &Position) -> ByColor<Option<ColorGames>> {
    ByColor::new(|color| color_games(board, position, color))
}

fn color_games(board: &FrameBoard, position: &Position, color: Color) -> Option<ColorGames> {
    let stones = Stones::of(position, color);
    let to_edges = Edge::ALL.map(|edge| board.edge_distances(&stones, edge));
    let at = base(position, &stones, &to_edges)?;
    let (base, cells) = match stones.is_empty(at) {
        true => (Base::Empty(at), vec![at]),
        false => {
            let mut chain = stones.chain(at);
            chain.sort_unstable();
            (Base::Chain(chain[0]), chain)
        }
    };
    let base_distances = board.base_distances(&stones, &cells);
    let game =
        |edge: Edge| sub_game(board, position, (&base_distances, &to_edges[edge.index()]), &cells, edge);
    Some(ColorGames { edges: Edge::ALL.map(game).into(), base, cells })
}

/// The cell from where a color most likely gets to three edges, if each stone that it lacks for an edge halves the chance; a
/// base that is no stone yet lacks one more. None if there is no way to three edges.
fn base(position: &Position, stones: &Stones, to_edges: &[Distances; 6]) -> Option<Cell> {
    let fork = |cell: Cell| {
        stones.cost(cell)?;
        // An empty cell is counted in each distance.
        let chances = to_edges
            .each_ref()
            .map(|distances| distances.at(cell).map_or(0.0, |lacking| 0.95 * 0.5f64.powi(lacking as i32)));
        let chance = at_least(&chances, FORK);
        (chance > 0.0).then_some((chance, cell))
    };
    // Of equals the first.
    let better = |a: (f64, Cell), b: (f64, Cell)| if b.0 > a.0 { b } else { a };
    position.topology().cells().filter_map(fork).reduce(better).map(|(_, cell)| cell)
}

fn sub_game(
    board: &FrameBoard,
    position: &Position,
    (base_distances, to_edge): (&Distances, &Distances),
    base: &[Cell],
    edge: Edge,
) -> SubGame {
    let topology = position.topology();
    let is_reached = base.iter().any(|cell| board.edge(edge).contains(cell));
    let is_empty = |cell: &Cell| position.board().stone(*cell).is_none() && !base.contains(cell);
    // The cell itself is counted from both sides.
    let through = |cell: Cell| Some(base_distances.at(cell)? + to_edge.at(cell)? - 1);
    let empty = || topology.cells().filter(is_empty);
    let Some(best) = empty().filter_map(through).min() else {
        let state = if is_reached { EdgeState::Reached } else { EdgeState::Cut };
        return SubGame { edge, state, region: Vec::new() };
    };
    if is_reached {
        return SubGame { edge, state: EdgeState::Reached, region: Vec::new() };
    }
    // The frame may stand: then what would be placed is one stone more than needed.
    let stands = base.iter().filter_map(|&cell| to_edge.at(cell)).min().map_or(best, |least| least.min(best));
    let region = empty().filter(|&cell| through(cell).is_some_and(|stones| stones <= stands + DETOUR));
    SubGame { edge, state: EdgeState::Open, region: region.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Move, Setup, SwapRule};

    fn position(size: u64, names: &[&str]) -> Position {
        let mut position = Position::new(Setup::new(Game::Havannah, size, SwapRule::Off).unwrap());
        for name in names {
            position.play(Move::Place(position.topology().cell(name).unwrap())).unwrap();
        }
        position
    }

    #[test]
    fn frames_of_the_empty_board_start_near_its_center() {
        for size in [5, 8, 10] {
            let position = position(size, &[]);
            let games = sub_games(&FrameBoard::new(position.topology()), &position);
            let ColorGames { base, edges, .. } = games.black.unwrap();
            assert!(matches!(base, Base::Empty(_)));
            for game in &edges {
                assert_eq!(game.state, EdgeState::Open);
                assert!(game.region.len() >= 5, "{size}: {game:?}");
            }
            assert_eq!(games.white.unwrap().base, base);
        }
    }

    #[test]
    fn a_stone_that_is_nearest_to_three_edges_is_the_base() {
        let position = position(5, &["e5", "a1"]);
        let games = sub_games(&FrameBoard::new(position.topology()), &position);
        let center = position.topology().cell("e5").unwrap();
        assert_eq!(games.black.unwrap().base, Base::Chain(center));
    }

    #[test]
    fn the_region_of_a_stone_on_the_second_row_is_where_it_can_be_cut() {
        let position = position(5, &["b3", "i9"]);
        let games = sub_games(&FrameBoard::new(position.topology()), &position);
        let ColorGames { edges, base, .. } = games.black.unwrap();
        assert_eq!(base.cell(), position.topology().cell("b3").unwrap());
        let region = &edges[0].region;
        for name in ["a2", "a3"] {
            assert!(region.contains(&position.topology().cell(name).unwrap()), "{name}");
        }
        assert!(region.len() < 12, "{region:?}");
    }
}
