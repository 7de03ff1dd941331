//! Knowledge for the games whose players join sides, Hex and Y: fill-in, virtual connections,
//! must-play and inferior cells, and moves ordered by circuit resistance.

use std::collections::HashMap;

use catena_core::{ByColor, Cell, Color, Game, Move, Position, Setup, SwapRule};

use crate::connection::{Connections, Limits, Until};
use crate::framed::FrameKnowledge;
use crate::inferior::Inferior;
use crate::knowledge::{Filled, Knowledge, Look, MoveOrder, Plain};
use crate::lesson::{Lesson, Lessons};
use crate::resistance::{Circuit, Wires};
use crate::set::{Carrier, CellSet};
use crate::stones::{Graph, Stones};

/// What connections and inferior cells say about positions of one board.
pub struct SideKnowledge<const N: usize> {
    graph: Graph<N>,
    inferior: Inferior<N>,
    mine: Connections<N>,
    theirs: Connections<N>,
    lessons: Lessons<N>,
    order: MoveOrder,
    /// What was filled in last: nothing is left to fill in there.
    last_filled: Option<Stones<N>>,
    /// Looks at positions that are visited again and again: looking is dearer than searching.
    cache: HashMap<(Stones<N>, Color), Look>,
    /// Bytes that the remembered looks take, and may take; then all are forgotten.
    cached: usize,
    cache_limit: usize,
}

/// The doubt about a move that carries no current, in quarters of a position.
const DOUBT: f64 = 4.0;

/// Bytes of looks, unless told otherwise.
const CACHE_BYTES: usize = 64 << 20;

/// The knowledge that fits a setup, with sets no larger than the board needs.
#[must_use]
pub fn knowledge(setup: &Setup, limits: Limits) -> Box<dyn Knowledge> {
    match (setup.game(), setup.topology().len()) {
        (Game::Hex | Game::Y, 0..=64) => Box::new(SideKnowledge::<1>::new(setup, limits)),
        (Game::Hex | Game::Y, 65..=128) => Box::new(SideKnowledge::<2>::new(setup, limits)),
        (Game::Hex | Game::Y, 129..=192) => Box::new(SideKnowledge::<3>::new(setup, limits)),
        (Game::Hex | Game::Y, _) => Box::new(SideKnowledge::<6>::new(setup, limits)),
        (Game::Havannah, _) => Box::new(FrameKnowledge),
        _ => Box::new(Plain),
    }
}

impl<const N: usize> SideKnowledge<N> {
    /// Knowledge for a board of Hex or Y.
    #[must_use]
    pub fn new(setup: &Setup, limits: Limits) -> Self {
        Self {
            graph: Graph::new(setup.game(), setup.topology()),
            inferior: Inferior::new(setup.game(), setup.topology()),
            mine: Connections::new(limits),
            theirs: Connections::new(limits),
            lessons: Lessons::new(),
            order: MoveOrder::BestFirst,
            last_filled: None,
            cache: HashMap::new(),
            cached: 0,
            cache_limit: CACHE_BYTES,
        }
    }

    fn look_at(&mut self, stones: &Stones<N>, mover: Color) -> Look {
        let graph = &self.graph;
        let is_filled = self.last_filled == Some(*stones);
        let filled = if is_filled { *stones } else { self.inferior.fill_in(graph, stones) };
        // What was filled in for a winner belongs to his carrier: he may have to answer there.
        let filled_for = |color: Color| filled.color(color).without(stones.color(color));
        let decided = |winner: Color, by: Option<Cell>, carrier: CellSet<N>| Look::Decided {
            winner: Some(winner),
            by: by.map(Move::Place),
            carrier: Some((carrier | filled_for(winner)).widen()),
        };
        let some_cell = |within: CellSet<N>| within.first().or_else(|| stones.empty(graph).first());
        for color in Color::ALL {
            if graph.joins(filled.color(color), color) {
                return decided(color, some_cell(filled_for(color)), CellSet::EMPTY);
            }
        }
        let empty = filled.empty(graph);
        if let Some((winner, lesson)) = self.lesson(&filled, mover) {
            let by = lesson.by.filter(|&by| empty.contains(by)).or_else(|| some_cell(lesson.carrier & empty));
            return decided(winner, by.filter(|_| winner == mover), lesson.carrier & empty);
        }
        self.mine.find(graph, &filled, mover, Until::GoalSemi);
        if let Some(semi) = self.mine.goal().semi() {
            return decided(mover, Some(semi.key), semi.carrier);
        }
        if let Some(carrier) = self.mine.goal().full() {
            return decided(mover, some_cell(carrier), carrier);
        }
        self.theirs.find(graph, &filled, !mover, Until::GoalFull);
        if let Some(carrier) = self.theirs.goal().full() {
            return decided(!mover, None, carrier);
        }
        let (open, threats) = self.must_play(&filled, mover);
        let left_out = self.inferior.need_not_try(graph, &filled, mover) & open;
        let mut carrier = threats | filled_for(!mover);
        // The answers to what is left out lie next to it.
        left_out.cells().for_each(|cell| carrier |= graph.near(cell));
        carrier = (carrier | left_out) & stones.empty(graph);
        let tried = open.without(left_out);
        if tried.is_empty() {
            return decided(!mover, None, carrier);
        }
        let (moves, doubts) = match self.order {
            MoveOrder::BestFirst => self.ordered(tried),
            MoveOrder::Any => (tried.cells().map(Move::Place).collect(), Vec::new()),
        };
        Look::Open { moves, doubts, carrier: Some(carrier.widen()) }
    }

    /// The winner, if a lesson tells him. Who wins as the second wins as the first.
    fn lesson(&self, filled: &Stones<N>, mover: Color) -> Option<(Color, &Lesson<N>)> {
        let known = |winner: Color, turn: Color| {
            self.lessons.fitting(filled, winner, turn).next().map(|lesson| (winner, lesson))
        };
        known(mover, mover).or_else(|| known(mover, !mover)).or_else(|| known(!mover, mover))
    }

    /// Where the mover must play against all that the opponent would win by if it were his turn, his
    /// connections and lessons, and the cells of these.
    fn must_play(&self, filled: &Stones<N>, mover: Color) -> (CellSet<N>, CellSet<N>) {
        let goal = self.theirs.goal();
        let empty = filled.empty(&self.graph);
        let (mut common, mut union) = (goal.must_play().unwrap_or(empty) & empty, goal.union());
        for lesson in self.lessons.fitting(filled, !mover, !mover) {
            if !common.within(lesson.carrier) {
                common &= lesson.carrier;
                union |= lesson.carrier & empty;
            }
        }
        (common, union)
    }

    /// The moves to try, those first that carry much current of both colors, and the doubts about
    /// those that carry less.
    fn ordered(&self, tried: CellSet<N>) -> (Vec<Move>, Vec<u32>) {
        let cells = self.graph.all().len() as usize;
        let circuits = [&self.mine, &self.theirs].map(|side| Circuit::new(side, Wires::Augmented, cells));
        let weight = |cell: Cell| circuits[0].current(cell) + circuits[1].current(cell);
        let mut moves: Vec<_> = tried.cells().map(|cell| (weight(cell), cell)).collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let most = moves.first().map_or(1.0, |&(most, _)| most.max(f64::MIN_POSITIVE));
        let doubts = moves.iter().map(|(weight, _)| (DOUBT * (1.0 - weight / most)) as u32).collect();
        (moves.into_iter().map(|(_, cell)| Move::Place(cell)).collect(), doubts)
    }
}

/// Whether a swap can be made now or after the next move: who owns a stone is not settled then.
fn swap_matters(position: &Position) -> bool {
    let first = position.plies().is_empty() && position.start_stones().is_empty();
    position.can_swap() || (first && position.setup().swap() == SwapRule::On)
}

impl<const N: usize> Knowledge for SideKnowledge<N> {
    fn order_moves(&mut self, order: MoveOrder) {
        self.order = order;
    }

    fn remember(&mut self, bytes: usize) {
        let for_lessons = bytes / 8;
        self.lessons.set_room(for_lessons);
        self.cache_limit = bytes - for_lessons;
    }

    fn learn(&mut self, position: &Position, winner: Color, carrier: Carrier, by: Option<Move>) {
        if swap_matters(position) {
            return;
        }
        let by = match by {
            Some(Move::Place(cell)) => Some(cell),
            _ => None,
        };
        let stones = Stones::of(position);
        let lesson = Lesson::new(&self.graph, &stones, winner, CellSet::narrow(carrier), by);
        self.lessons.learn(lesson, winner, position.to_move());
    }

    fn forget(&mut self) {
        self.lessons.clear();
    }

    fn fill_in(&mut self, position: &Position) -> Option<Filled> {
        let stones = Stones::<N>::of(position);
        let filled = self.inferior.fill_in(&self.graph, &stones);
        self.last_filled = Some(filled);
        if filled == stones || swap_matters(position) {
            return None;
        }
        let mover = position.to_move();
        let cells = ByColor::new(|color| filled.color(color).without(stones.color(color)));
        let mut after = position.clone();
        for color in Color::ALL {
            for cell in cells[color].cells() {
                if after.outcome().is_none() {
                    after.play_as(color, Move::Place(cell)).expect("cells to fill in are empty");
                }
            }
        }
        if after.outcome().is_none() && after.to_move() != mover {
            after.play_unchecked(Move::Pass);
        }
        Some(Filled { position: after, cells: ByColor::new(|color| cells[color].widen()) })
    }

    fn look(&mut self, position: &Position) -> Look {
        if swap_matters(position) {
            return Look::open(position.legal_moves().collect());
        }
        let key = (Stones::of(position), position.to_move());
        if let Some(look) = self.cache.get(&key) {
            return look.clone();
        }
        let look = self.look_at(&key.0, key.1);
        // Decided positions are kept by the solver's own table.
        if let Look::Open { moves, .. } = &look {
            // A hash map is at worst a bit less than half full, and doubles.
            let bytes = 3 * size_of::<((Stones<N>, Color), Look)>()
                + moves.capacity() * (size_of::<Move>() + size_of::<u32>());
            if self.cached + bytes > self.cache_limit {
                self.cache = HashMap::new();
                self.cached = 0;
            }
            self.cached += bytes;
            self.cache.insert(key, look.clone());
        }
        look
    }
}
