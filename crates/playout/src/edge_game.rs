//! The sub-game of one color and one edge (Könnecke and Waldmann 2009, section 10): on the cells that matter for it, the color
//! wants to connect a base with the edge, and the opponent wants to prevent that. Played out with any policy.

use catena_core::topology::{MAX_CELLS, NEIGHBOR_SLOTS};
use catena_core::{Cell, Color, Position, Topology};

use crate::Rng;
use crate::policy::{Policy, View};

/// Goal of a sub-game.
#[derive(Clone, Copy, Debug)]
pub struct EdgeGoal<'a> {
    /// The color that wants to connect.
    pub color: Color,
    /// Where its chain starts; an empty cell counts as a stone of its.
    pub base: &'a [Cell],
    /// Where the chain has to end.
    pub edge: &'a [Cell],
    /// The empty cells that are played on.
    pub region: &'a [Cell],
}

/// The result of a playout of a sub-game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgePlayout {
    /// The least number of new stones in the chain, if it stands in the end.
    pub width: Option<u32>,
    /// Moves made.
    pub moves: u32,
}

/// A sub-game, ready for playouts; the room serves one after the other on a board.
#[derive(Clone, Debug)]
pub struct EdgeGame {
    neighbors: Box<[[Cell; NEIGHBOR_SLOTS]]>,
    off_board: Cell,
    color: Color,
    base: Vec<Cell>,
    is_edge: [bool; MAX_CELLS],
    /// Which of the color's stones were there before.
    is_old: [bool; MAX_CELLS],
    /// The cells connected to the base at the start, and in the playout.
    reached_at_start: [bool; MAX_CELLS],
    reached: [bool; MAX_CELLS],
    is_connected: bool,
    start: View,
    view: View,
    queue: Vec<Cell>,
}

impl EdgeGame {
    /// Room for the sub-games of a board.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        Self {
            neighbors: topology.cells().map(|cell| *topology.around(cell)).collect(),
            off_board: topology.off_board(),
            color: Color::Black,
            base: Vec::new(),
            is_edge: [false; MAX_CELLS],
            is_old: [false; MAX_CELLS],
            reached_at_start: [false; MAX_CELLS],
            reached: [false; MAX_CELLS],
            is_connected: false,
            start: View::new(),
            view: View::new(),
            queue: Vec::new(),
        }
    }

    /// Takes up a sub-game of a position.
    pub fn load(&mut self, position: &Position, goal: &EdgeGoal) {
        self.color = goal.color;
        self.base.clear();
        self.base.extend_from_slice(goal.base);
        self.is_edge.fill(false);
        goal.edge.iter().for_each(|cell| self.is_edge[cell.index()] = true);
        self.start.set(position);
        self.start.restrict(goal.region, goal.color);
        for cell in position.topology().cells() {
            self.is_old[cell.index()] = position.board().stone(cell) == Some(goal.color);
        }
        goal.base.iter().for_each(|cell| self.is_old[cell.index()] = true);
        self.reached.fill(false);
        self.view.load(&self.start);
        self.is_connected = false;
        for &cell in goal.base {
            self.is_connected |= self.spread(cell);
        }
        self.reached_at_start = self.reached;
    }

    /// Plays out. With tempo 0 the opponent moves first, with 1 the color does, with 2 it makes two moves before, and so on;
    /// with a negative one the opponent makes as many moves more.
    pub fn play<P: Policy>(&mut self, tempo: i32, policy: &mut P, rng: &mut Rng) -> EdgePlayout {
        self.view.load(&self.start);
        self.reached = self.reached_at_start;
        policy.begin(&self.view);
        let mut is_connected = self.is_connected;
        let own_first = u32::try_from(tempo).unwrap_or(0);
        let opponent_first = 1 + u32::try_from(-tempo).unwrap_or(0);
        let mut moves = 0;
        while !is_connected && !self.view.empty().is_empty() {
            let is_own = match tempo {
                1.. => moves < own_first || (moves - own_first) % 2 == 1,
                _ => moves >= opponent_first && (moves - opponent_first).is_multiple_of(2),
            };
            if is_own != (self.view.to_move() == self.color) {
                self.view.pass();
            }
            let chosen = policy.choose(&self.view, rng).filter(|&cell| self.view.may_play(cell));
            let cell = chosen.unwrap_or_else(|| self.view.any(rng));
            self.view.play(cell);
            policy.played(&self.view, cell);
            moves += 1;
            if is_own && self.touches_reached(cell) {
                is_connected = self.spread(cell);
            }
        }
        EdgePlayout { width: is_connected.then(|| self.width()), moves }
    }

    /// The moves of the last playout, with who made them.
    pub fn moves(&self) -> impl Iterator<Item = (Cell, Color)> {
        self.view.moves().iter().filter_map(|&cell| Some((cell, self.view.stone(cell)?)))
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.is_old[cell.index()] || self.view.stone(cell) == Some(self.color)
    }

    fn touches_reached(&self, cell: Cell) -> bool {
        let mut around = self.neighbors[cell.index()].iter().filter(|&&next| next != self.off_board);
        around.any(|next| self.reached[next.index()])
    }

    /// Marks the chain of a stone as connected to the base; returns true if it is at the edge.
    fn spread(&mut self, cell: Cell) -> bool {
        let mut is_at_edge = false;
        self.reached[cell.index()] = true;
        self.queue.clear();
        self.queue.push(cell);
        while let Some(cell) = self.queue.pop() {
            is_at_edge |= self.is_edge[cell.index()];
            for next in self.neighbors[cell.index()] {
                if next != self.off_board && !self.reached[next.index()] && self.is_own(next) {
                    self.reached[next.index()] = true;
                    self.queue.push(next);
                }
            }
        }
        is_at_edge
    }

    /// The least number of new stones on a way from the base to the edge.
    fn width(&mut self) -> u32 {
        let mut seen = [false; MAX_CELLS];
        let (mut here, mut later) = (std::mem::take(&mut self.queue), Vec::new());
        here.clear();
        here.extend_from_slice(&self.base);
        here.iter().for_each(|cell| seen[cell.index()] = true);
        for width in 0.. {
            while let Some(cell) = here.pop() {
                if self.is_edge[cell.index()] {
                    self.queue = here;
                    return width;
                }
                for next in self.neighbors[cell.index()] {
                    if next == self.off_board || seen[next.index()] || !self.is_own(next) {
                        continue;
                    }
                    // A new stone may yet be reached over old ones at the same cost: it is seen a step later.
                    if self.is_old[next.index()] {
                        seen[next.index()] = true;
                        here.push(next);
                    } else {
                        later.push(next);
                    }
                }
            }
            later.retain(|cell: &Cell| !std::mem::replace(&mut seen[cell.index()], true));
            std::mem::swap(&mut here, &mut later);
            if here.is_empty() {
                break;
            }
        }
        unreachable!("the chain stands")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{EdgeTemplates, Savebridge, Uniform};
    use catena_core::{Game, Setup, SwapRule};

    struct Case {
        position: Position,
        edge: Vec<Cell>,
        region: Vec<Cell>,
    }

    /// Black stones, white stones; the edge is the top one, the region all that is empty.
    fn case(black: &[&str], white: &[&str]) -> Case {
        let setup = Setup::new(Game::Havannah, 4, SwapRule::Off).unwrap();
        let cell = |name: &&str| setup.topology().cell(name).unwrap();
        let stones: Vec<(Cell, Color)> = black
            .iter()
            .map(|name| (cell(name), Color::Black))
            .chain(white.iter().map(|name| (cell(name), Color::White)))
            .collect();
        let position = Position::with_stones(setup.clone(), &stones, Color::Black).unwrap();
        let side = catena_core::topology::Borders::SIX_SIDES[0];
        let topology = setup.topology();
        let edge = topology.cells().filter(|&cell| topology.borders(cell).contains(side)).collect();
        let region = topology.cells().filter(|&cell| position.board().stone(cell).is_none()).collect();
        Case { position, edge, region }
    }

    fn play(case: &Case, base: &str, tempo: i32) -> Vec<EdgePlayout> {
        let mut game = EdgeGame::new(case.position.topology());
        let base = [case.position.topology().cell(base).unwrap()];
        let goal = EdgeGoal { color: Color::Black, base: &base, edge: &case.edge, region: &case.region };
        game.load(&case.position, &goal);
        let setup = case.position.setup();
        let mut policy = ((EdgeTemplates::new(setup), Savebridge::new(setup)), Uniform);
        let mut rng = Rng::new(1);
        (0..200).map(|_| game.play(tempo, &mut policy, &mut rng)).collect()
    }

    #[test]
    fn a_chain_at_the_edge_is_there_before_any_move() {
        let case = case(&["b2", "a2"], &["d4"]);
        for playout in play(&case, "b2", 0) {
            assert_eq!(playout, EdgePlayout { width: Some(0), moves: 0 });
        }
    }

    #[test]
    fn a_stone_of_the_second_row_reaches_the_edge() {
        let case = case(&["b3"], &["d4"]);
        for tempo in 0..3 {
            let playouts = play(&case, "b3", tempo);
            // Now and then its opponent intrudes into two templates at once.
            let reached = playouts.iter().filter(|playout| playout.width >= Some(1)).count();
            assert!(reached >= 190, "{reached}");
        }
        assert!(play(&case, "b3", -3).iter().any(|playout| playout.width.is_none()));
    }

    #[test]
    fn who_is_cut_off_never_gets_there() {
        let case = case(&["d4"], &["c3", "c4", "d5", "e5", "e4", "d3"]);
        assert!(play(&case, "d4", 2).iter().all(|playout| playout.width.is_none()));
    }

    #[test]
    fn an_empty_base_counts_as_a_stone() {
        let case = case(&[], &["g7"]);
        let playouts = play(&case, "b3", 0);
        assert!(playouts.iter().any(|playout| playout.width == Some(1)));
        // The base may be taken by nobody: it is a stone.
        assert!(playouts.iter().all(|playout| playout.moves > 0));
    }

    #[test]
    fn each_stone_ahead_helps() {
        let case = case(&["d4"], &["c3", "e4"]);
        let wins =
            |tempo: i32| play(&case, "d4", tempo).iter().filter(|playout| playout.width.is_some()).count();
        let wins: Vec<usize> = (-4..=5).map(wins).collect();
        assert!(wins[0] + 15 < wins[9], "{wins:?}");
    }

    #[test]
    fn old_stones_are_no_part_of_the_width() {
        let case = case(&["d4", "b3"], &["g7"]);
        assert!(play(&case, "d4", 1).iter().all(|playout| playout.width.is_none_or(|width| width >= 2)));
        assert!(play(&case, "d4", 2).iter().any(|playout| playout.width == Some(2)));
    }
}
