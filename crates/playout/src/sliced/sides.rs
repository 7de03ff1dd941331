//! The winner of a game about sides on any graph, by flooding.
//!
//! A cell is joined to a side if a flood of its color from that side reaches it. So flood black
//! from all sides but the last. A cell of the last side that every flood has reached lies in one
//! chain with all sides.

use catena_core::{Color, Setup};

use super::BlackWins;
use super::graph::{SlicedGraph, spread};
use crate::lanes::{Block, Word};

/// A board with sides as the judge reads it.
#[derive(Debug)]
pub(super) struct BoardSides {
    graph: SlicedGraph,
    /// The cells of each side that black has to join.
    sides: Vec<Vec<u16>>,
    /// For each side but the last, all cells by their distance from it.
    orders: Vec<Vec<u16>>,
}

impl BoardSides {
    /// # Panics
    /// If the game has no sides.
    pub(super) fn new(setup: &Setup) -> Self {
        let topology = setup.topology();
        let graph = SlicedGraph::new(topology);
        let cells_of = |side: &catena_core::rules::Side| -> Vec<u16> {
            let on_side = topology.cells().filter(|&cell| topology.borders(cell).contains(side.borders));
            on_side.map(|cell| cell.index() as u16).collect()
        };
        let sides: Vec<Vec<u16>> = setup.game().sides(Color::Black).iter().map(cells_of).collect();
        assert!(!sides.is_empty(), "a game about sides has some");
        let orders = sides[..sides.len() - 1].iter().map(|side| graph.layers_from(side).concat()).collect();
        Self { graph, sides, orders }
    }

    /// Blocks of scratch: one flood beside another, each with a zero for the off-board cell.
    pub(super) fn scratch_len(&self) -> usize {
        self.orders.len() * (self.graph.len() + 1)
    }

    /// Floods black outwards and back in turn, until no lane changes.
    #[inline(always)]
    fn flood<W: Word>(&self, order: &[u16], cells: &[Block], flooded: &mut [Block]) {
        let mut sweep = |node: u16| {
            let node = usize::from(node);
            spread(&self.graph, flooded, node, W::load(&cells[node]))
        };
        loop {
            let mut news = W::zero();
            for &node in order {
                news = news.or(sweep(node));
            }
            for &node in order.iter().rev() {
                news = news.or(sweep(node));
            }
            if !news.any() {
                return;
            }
        }
    }
}

impl BlackWins for BoardSides {
    #[inline(always)]
    fn black_wins<W: Word>(&self, cells: &[Block], scratch: &mut [Block]) -> W {
        let room = self.graph.len() + 1;
        let floods = self.sides.iter().zip(&self.orders).zip(scratch.chunks_exact_mut(room));
        for ((side, order), flooded) in floods {
            flooded.fill(Block::ZERO);
            for cell in side.iter().map(|&cell| usize::from(cell)) {
                flooded[cell] = cells[cell];
            }
            self.flood::<W>(order, cells, flooded);
        }
        let mut won = W::zero();
        for cell in self.sides.iter().next_back().into_iter().flatten().map(|&cell| usize::from(cell)) {
            let mut joined = W::load(&cells[cell]);
            for flooded in scratch.chunks_exact(room) {
                joined = joined.and(W::load(&flooded[cell]));
            }
            won = won.or(joined);
        }
        won
    }
}

#[cfg(test)]
mod tests {
    use catena_core::{Game, SwapRule};

    use super::super::reduction::{Rhombus, Triangle, scratch_len};
    use super::*;
    use crate::Rng;
    use crate::lanes::{Kernel, Lanes};

    const SIZE: usize = 9;

    /// One game by reduction and by flooding.
    struct Both<'a>(Game, &'a BoardSides, &'a [Block]);

    impl Kernel for Both<'_> {
        #[inline(always)]
        fn run<W: Word>(self) {
            let Self(game, sides, cells) = self;
            let mut scratch = vec![Block::ZERO; scratch_len(SIZE)];
            let reduced: W = match game {
                Game::Hex => Rhombus(SIZE).black_wins(cells, &mut scratch),
                _ => Triangle(SIZE).black_wins(cells, &mut scratch),
            };
            let mut scratch = vec![Block::ZERO; sides.scratch_len()];
            let flooded: W = sides.black_wins(cells, &mut scratch);
            assert!(!reduced.xor(flooded).any());
        }
    }

    #[test]
    fn reduction_and_flood_name_the_same_winners() {
        for game in [Game::Hex, Game::Y] {
            let setup = Setup::new(game, SIZE as u64, SwapRule::Off).unwrap();
            let sides = BoardSides::new(&setup);
            let mut rng = Rng::new(1);
            for _ in 0..20 {
                let random = || Block(std::array::from_fn(|_| rng.next_u64()));
                let cells: Vec<Block> = std::iter::repeat_with(random).take(setup.topology().len()).collect();
                for lanes in Lanes::available() {
                    lanes.run(Both(game, &sides, &cells));
                }
            }
        }
    }
}
