//! Hex and Y: fill-in, virtual connections, must-play and inferior cells, and moves ordered by
//! circuit resistance.

use std::collections::HashMap;

use catena_core::{ByColor, Cell, Color, Move, Position, Setup};

use super::win_pattern::{WinPattern, WinPatterns};
use super::{FillIn, MoveOrder, Probe, Prober};
use crate::circuit::{Circuit, Wires};
use crate::connection::{ConnectionLimits, Connections, Until};
use crate::inferior::InferiorCells;
use crate::set::{Carrier, CellSet};
use crate::stones::{BoardGraph, StoneSets, swap_is_open};

/// Probes the positions of one board for virtual connections and inferior cells.
pub struct ConnectionProber<const N: usize> {
    graph: BoardGraph<N>,
    inferior: InferiorCells<N>,
    mine: Connections<N>,
    theirs: Connections<N>,
    win_patterns: WinPatterns<N>,
    order: MoveOrder,
    /// Stones after the last fill-in: nothing is left to fill in there.
    last_filled: Option<StoneSets<N>>,
    /// Probes of positions that are visited again and again: a probe costs more than a visit.
    cache: HashMap<(StoneSets<N>, Color), Probe>,
    /// Bytes that the cached probes take, and may take; then all are forgotten.
    cache_bytes: usize,
    cache_limit: usize,
}

/// The initial proof-number offset of a move that carries no current, in quarters of a position.
const MAX_OFFSET: f64 = 4.0;

/// Bytes of cached probes, unless set otherwise.
const DEFAULT_CACHE_BYTES: usize = 64 << 20;

impl<const N: usize> ConnectionProber<N> {
    /// A prober for a board of Hex or Y.
    #[must_use]
    pub fn new(setup: &Setup, limits: ConnectionLimits) -> Self {
        Self {
            graph: BoardGraph::new(setup.game(), setup.topology()),
            inferior: InferiorCells::new(setup.game(), setup.topology()),
            mine: Connections::new(limits),
            theirs: Connections::new(limits),
            win_patterns: WinPatterns::new(),
            order: MoveOrder::BestFirst,
            last_filled: None,
            cache: HashMap::new(),
            cache_bytes: 0,
            cache_limit: DEFAULT_CACHE_BYTES,
        }
    }

    fn probe_stones(&mut self, stones: &StoneSets<N>, mover: Color) -> Probe {
        let graph = &self.graph;
        let is_filled = self.last_filled == Some(*stones);
        let filled = if is_filled { *stones } else { self.inferior.fill_in(graph, stones) };
        // Cells filled in for a winner belong to its carrier: it may have to answer there.
        let filled_for = |color: Color| filled.color(color).without(stones.color(color));
        let decided = |winner: Color, by: Option<Cell>, carrier: CellSet<N>| Probe::Decided {
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
        if let Some((winner, win_pattern)) = self.cached_win(&filled, mover) {
            let by = win_pattern
                .by
                .filter(|&by| empty.contains(by))
                .or_else(|| some_cell(win_pattern.carrier & empty));
            return decided(winner, by.filter(|_| winner == mover), win_pattern.carrier & empty);
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
        let pruned = self.inferior.prunable(graph, &filled, mover) & open;
        let mut carrier = threats | filled_for(!mover);
        // The answers to pruned moves lie next to them.
        pruned.cells().for_each(|cell| carrier |= graph.near(cell));
        carrier = (carrier | pruned) & stones.empty(graph);
        let tried = open.without(pruned);
        if tried.is_empty() {
            return decided(!mover, None, carrier);
        }
        let (moves, offsets) = match self.order {
            MoveOrder::BestFirst => self.ordered(tried),
            MoveOrder::Any => (tried.cells().map(Move::Place).collect(), Vec::new()),
        };
        Probe::Open { moves, offsets, carrier: Some(carrier.widen()) }
    }

    /// The winner by a cached win pattern. Who wins as the second to move wins as the first.
    fn cached_win(&self, filled: &StoneSets<N>, mover: Color) -> Option<(Color, &WinPattern<N>)> {
        let known = |winner: Color, turn: Color| {
            self.win_patterns.matching(filled, winner, turn).next().map(|win_pattern| (winner, win_pattern))
        };
        known(mover, mover).or_else(|| known(mover, !mover)).or_else(|| known(!mover, mover))
    }

    /// Where the mover must play against all that the opponent would win by at its turn, connections
    /// and win patterns, and the cells of these.
    fn must_play(&self, filled: &StoneSets<N>, mover: Color) -> (CellSet<N>, CellSet<N>) {
        let goal = self.theirs.goal();
        let empty = filled.empty(&self.graph);
        let (mut common, mut union) = (goal.must_play().unwrap_or(empty) & empty, goal.union());
        for win_pattern in self.win_patterns.matching(filled, !mover, !mover) {
            if !common.within(win_pattern.carrier) {
                common &= win_pattern.carrier;
                union |= win_pattern.carrier & empty;
            }
        }
        (common, union)
    }

    /// The moves to try, those first that carry much current of both colors, and their initial
    /// proof-number offsets.
    fn ordered(&self, tried: CellSet<N>) -> (Vec<Move>, Vec<u32>) {
        let cells = self.graph.all().len() as usize;
        let circuits = [&self.mine, &self.theirs].map(|side| Circuit::new(side, Wires::Augmented, cells));
        let weight = |cell: Cell| circuits[0].current(cell) + circuits[1].current(cell);
        let mut moves: Vec<_> = tried.cells().map(|cell| (weight(cell), cell)).collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let most = moves.first().map_or(1.0, |&(most, _)| most.max(f64::MIN_POSITIVE));
        let offsets = moves.iter().map(|(weight, _)| (MAX_OFFSET * (1.0 - weight / most)) as u32).collect();
        (moves.into_iter().map(|(_, cell)| Move::Place(cell)).collect(), offsets)
    }
}

impl<const N: usize> Prober for ConnectionProber<N> {
    fn set_move_order(&mut self, order: MoveOrder) {
        self.order = order;
    }

    fn set_cache_bytes(&mut self, bytes: usize) {
        let for_patterns = bytes / 8;
        self.win_patterns.set_cache_bytes(for_patterns);
        self.cache_limit = bytes - for_patterns;
    }

    fn record_win(&mut self, position: &Position, winner: Color, carrier: Carrier, by: Option<Move>) {
        if swap_is_open(position) {
            return;
        }
        let by = match by {
            Some(Move::Place(cell)) => Some(cell),
            _ => None,
        };
        let stones = StoneSets::of(position);
        let win_pattern = WinPattern::new(&self.graph, &stones, winner, CellSet::narrow(carrier), by);
        self.win_patterns.insert(win_pattern, winner, position.to_move());
    }

    fn forget(&mut self) {
        self.win_patterns.clear();
    }

    fn fill_in(&mut self, position: &Position) -> Option<FillIn> {
        let stones = StoneSets::<N>::of(position);
        let filled = self.inferior.fill_in(&self.graph, &stones);
        self.last_filled = Some(filled);
        if filled == stones || swap_is_open(position) {
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
        Some(FillIn { position: after, cells: ByColor::new(|color| cells[color].widen()) })
    }

    fn probe(&mut self, position: &Position) -> Probe {
        if swap_is_open(position) {
            return Probe::open(position.legal_moves().collect());
        }
        let key = (StoneSets::of(position), position.to_move());
        if let Some(probe) = self.cache.get(&key) {
            return probe.clone();
        }
        let probe = self.probe_stones(&key.0, key.1);
        // Decided positions are kept by the solver's own table.
        if let Probe::Open { moves, .. } = &probe {
            // A hash map is at worst a bit less than half full, and doubles.
            let bytes = 3 * size_of::<((StoneSets<N>, Color), Probe)>()
                + moves.capacity() * (size_of::<Move>() + size_of::<u32>());
            if self.cache_bytes + bytes > self.cache_limit {
                self.cache = HashMap::new();
                self.cache_bytes = 0;
            }
            self.cache_bytes += bytes;
            self.cache.insert(key, probe.clone());
        }
        probe
    }
}
