//! Depth-first proof-number search (Nagai 2002) with 1+ε thresholds (Pawlewicz and Lew 2007) and a
//! window of the best moves (Henderson 2010), for one claim: "this color wins".

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use catena_core::{Color, Move, Position, SwapRule};

use super::key::{PositionKeys, Zobrist};
use super::refutation::{Refutations, empty_cells};
use super::selection::{Counting, DfpnChild, LEAF, MoveWindow, Selection};
use super::shared::SharedTables;
use super::table::{INFINITE, Numbers};
use super::{SolverConfig, SolverObserver, SolverProgress};
use crate::prober::{FillIn, Probe, Prober};
use crate::set::Carrier;

/// One thread of a proof attempt; borrows everything that outlives it.
pub(crate) struct DfpnThread<'a> {
    pub config: &'a SolverConfig,
    pub zobrist: &'a Zobrist,
    pub shared: &'a SharedTables,
    pub prober: &'a mut dyn Prober,
    pub observer: &'a mut dyn SolverObserver,
    /// The color whose win is to be proved or disproved.
    pub claim: Color,
    /// Mixed into keys: the numbers of one claim are not those of the other.
    pub claim_key: u64,
    /// Positions that this thread has visited.
    pub nodes: u64,
    /// The numbers of the position the search started from.
    pub root: Numbers,
    pub stopped: bool,
}

/// Result of a search below some limit, and the winner's carrier if it is settled and known.
struct NodeResult {
    numbers: Numbers,
    carrier: Option<Carrier>,
    /// The move that wins, if one was searched.
    by: Option<Move>,
}

/// The moves of a position to search, and how deep it lies.
struct Moves<'a> {
    list: &'a [Move],
    offsets: &'a [u32],
    carrier: Option<Carrier>,
    depth: usize,
}

impl DfpnThread<'_> {
    /// Searches a position until its numbers reach the limits or the observer stops it.
    pub fn run(&mut self, position: &Position) -> Numbers {
        let keys = self.zobrist.keys(position);
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        self.search_node(position, &keys, unlimited, 0)
    }

    /// The numbers of a finished or decided position for its player to move.
    fn decided(&self, position: &Position, winner: Option<Color>) -> Numbers {
        let holds = winner == Some(self.claim);
        if holds == (position.to_move() == self.claim) { Numbers::REACHED } else { Numbers::MISSED }
    }

    fn search_node(
        &mut self,
        position: &Position,
        keys: &PositionKeys,
        limit: Numbers,
        depth: usize,
    ) -> Numbers {
        let before = self.nodes;
        self.visit();
        let filled = match position.outcome() {
            None => self.prober.fill_in(position),
            Some(_) => None,
        };
        let mut result = match &filled {
            None => self.search_filled(position, keys, limit, depth),
            // After the end nobody is to move: the result counts for the player who was.
            Some(FillIn { position: filled, .. }) if filled.outcome().is_some() => NodeResult {
                numbers: self.decided(position, filled.outcome().and_then(|outcome| outcome.winner)),
                carrier: Some(Carrier::EMPTY),
                by: None,
            },
            Some(filled) => {
                let keys = self.zobrist.keys(&filled.position);
                self.search_filled_once(&filled.position, &keys, limit, depth)
            }
        };
        let numbers = result.numbers;
        if let (Some(filled), Some(carrier)) = (&filled, &mut result.carrier) {
            // Only games without draws are filled in: who does not reach its aim has lost.
            let mover = position.to_move();
            *carrier |= filled.cells[if numbers.proof == 0 { mover } else { !mover }];
        }
        self.store(keys, &result, before);
        numbers
    }

    /// As [`search_filled`](Self::search_filled), unless the table knows enough of the position:
    /// several positions come here by filling in.
    fn search_filled_once(
        &mut self,
        position: &Position,
        keys: &PositionKeys,
        limit: Numbers,
        depth: usize,
    ) -> NodeResult {
        let key = self.claim_key ^ keys.canonical();
        let enough = |numbers: &Numbers| numbers.settled() || numbers.reach(limit);
        if let Some(numbers) = self.shared.get(key).filter(enough) {
            return NodeResult { numbers, carrier: self.shared.carrier(keys.exact()), by: None };
        }
        let before = self.nodes;
        let result = self.search_filled(position, keys, limit, depth);
        self.store(keys, &result, before);
        result
    }

    /// Keeps a result in the tables, with the visits since there were `before` of them as its work.
    fn store(&self, keys: &PositionKeys, result: &NodeResult, before: u64) {
        if let Some(carrier) = result.carrier.filter(|_| result.numbers.settled()) {
            self.shared.put_carrier(keys.exact(), carrier);
        }
        self.shared.put(self.claim_key ^ keys.canonical(), result.numbers, self.nodes - before);
    }

    fn search_filled(
        &mut self,
        position: &Position,
        keys: &PositionKeys,
        limit: Numbers,
        depth: usize,
    ) -> NodeResult {
        match self.probe(position) {
            Probe::Decided { winner, carrier, .. } => {
                NodeResult { numbers: self.decided(position, winner), carrier, by: None }
            }
            Probe::Open { moves, offsets, carrier } => {
                let moves = Moves { list: &moves, offsets: &offsets, carrier, depth };
                let result = self.search_moves(position, keys, &moves, limit);
                self.record_win(position, &result);
                result
            }
        }
    }

    fn record_win(&mut self, position: &Position, result: &NodeResult) {
        if let Some(carrier) = result.carrier.filter(|_| result.numbers.settled()) {
            // Only games without draws have carriers.
            let mover = position.to_move();
            let winner = if result.numbers.proof == 0 { mover } else { !mover };
            self.prober.record_win(position, winner, carrier, result.by);
        }
    }

    fn probe(&mut self, position: &Position) -> Probe {
        match position.outcome() {
            // A finished game needs no empty cell.
            Some(outcome) => {
                Probe::Decided { winner: outcome.winner, by: None, carrier: Some(Carrier::EMPTY) }
            }
            None => self.prober.probe(position),
        }
    }

    fn search_moves(
        &mut self,
        position: &Position,
        keys: &PositionKeys,
        moves: &Moves<'_>,
        limit: Numbers,
    ) -> NodeResult {
        let mut children = self.children(position, keys, moves);
        // The refutation of a move is, mirrored, one of its image, but not with the same carrier.
        let carrier = moves.carrier.filter(|_| children.len() == moves.list.len());
        let mut refuted =
            carrier.map(|base| Refutations { must_play: empty_cells(position), base, found: Vec::new() });
        let window = self.window(moves, children.len());
        let mut searched = false;
        let mut probe_at = self.deep_probe_at(keys);
        loop {
            if let Some(refuted) = &mut refuted {
                self.use_refutations(position, keys, &mut children, refuted);
            }
            let selected = Selection::of(&children, window);
            if moves.depth == 0 {
                self.root = selected.numbers;
            }
            // The stored numbers ignore where other threads are; the choice of the next child does not.
            let apart = self.select_apart(&children, window).unwrap_or(selected);
            let reached = apart.numbers.reach(limit);
            let settled = selected.numbers.settled();
            if !settled && probe_at.take_if(|at| self.nodes >= *at).is_some() {
                if let Some(result) = self.deep_probe(position, &mut children) {
                    return result;
                }
                continue;
            }
            if settled || self.stopped || (reached && (apart.numbers == selected.numbers || searched)) {
                let carrier = if selected.numbers.proof == 0 {
                    self.carrier_with(position, keys, children[selected.best].mv)
                } else {
                    refuted.map(|refuted| refuted.carrier(empty_cells(position)))
                };
                let by = (selected.numbers.proof == 0).then(|| children[selected.best].mv);
                return NodeResult { numbers: selected.numbers, carrier, by };
            }
            let child_limit = self.child_limit(&apart, limit);
            let best = &children[apart.best];
            let mut next = position.clone();
            next.play_unchecked(best.mv);
            let next_keys = self.zobrist.keys(&next);
            let key = best.key;
            self.enter(key);
            let numbers = self.search_node(&next, &next_keys, child_limit, moves.depth + 1);
            self.leave(key);
            searched = true;
            for child in children.iter_mut().filter(|child| !child.counted) {
                child.numbers = self.shared.get(child.key).unwrap_or(child.numbers);
            }
            children[apart.best].numbers = numbers;
        }
    }

    /// Number of visited positions at which a deep probe of this one is due, unless it was made before.
    fn deep_probe_at(&self, keys: &PositionKeys) -> Option<u64> {
        let work = self.shared.work(self.claim_key ^ keys.canonical());
        let left = self.config.frames_after?.checked_sub(work + 1)?;
        Some(self.nodes + left)
    }

    fn deep_probe(&mut self, position: &Position, children: &mut [DfpnChild]) -> Option<NodeResult> {
        let [tried, decided, narrowed] = &self.shared.deep_probes;
        tried.fetch_add(1, Ordering::Relaxed);
        match self.prober.deep_probe(position)? {
            Probe::Decided { winner, carrier, by } => {
                decided.fetch_add(1, Ordering::Relaxed);
                Some(NodeResult { numbers: self.decided(position, winner), carrier, by })
            }
            Probe::Open { moves, .. } => {
                narrowed.fetch_add(1, Ordering::Relaxed);
                for child in children.iter_mut().filter(|child| !moves.contains(&child.mv)) {
                    child.numbers = Numbers::REACHED;
                    // The next visit makes no deep probe.
                    self.shared.put(child.key, child.numbers, 1);
                }
                None
            }
        }
    }

    fn enter(&self, key: u64) {
        if self.config.threads > 1 {
            self.shared.enter(key);
        }
    }

    fn leave(&self, key: u64) {
        if self.config.threads > 1 {
            self.shared.leave(key);
        }
    }

    /// The selection of a thread that keeps away from the others: each that is below a child makes it
    /// look as hard again (Kaneko 2010). `None` if no other is there.
    fn select_apart(&self, children: &[DfpnChild], window: MoveWindow) -> Option<Selection> {
        if self.config.threads == 1 {
            return None;
        }
        let mut met = false;
        let harder: Vec<DfpnChild> = children
            .iter()
            .map(|child| {
                let threads = if child.numbers.settled() { 0 } else { self.shared.busy(child.key) };
                met |= threads > 0;
                let disproof = child.numbers.disproof.saturating_mul(1 + threads).min(INFINITE);
                DfpnChild { numbers: Numbers { disproof, ..child.numbers }, ..*child }
            })
            .collect();
        met.then(|| Selection::of(&harder, window))
    }

    fn children(&self, position: &Position, keys: &PositionKeys, moves: &Moves<'_>) -> Vec<DfpnChild> {
        let mut children: Vec<DfpnChild> = Vec::with_capacity(moves.list.len());
        for (index, &mv) in moves.list.iter().enumerate() {
            let key = self.claim_key ^ key_after(self.zobrist, position, keys, mv);
            let offset = moves.offsets.get(index);
            let new = offset.map_or(Numbers::NEW, |offset| Numbers { proof: LEAF, disproof: LEAF + offset });
            let numbers = self.shared.get(key).unwrap_or(new);
            // Moves that lead to images of each other count once.
            if !children.iter().any(|child| child.key == key) {
                children.push(DfpnChild { mv, key, numbers, counted: false });
            }
        }
        children
    }

    /// Only probers that know carriers order their moves and fill in.
    fn window(&self, moves: &Moves<'_>, count: usize) -> MoveWindow {
        match moves.carrier {
            Some(_) => MoveWindow { width: self.config.window(count), counting: Counting::Hardest },
            None => MoveWindow { width: usize::MAX, counting: Counting::Sum },
        }
    }

    /// The limits of the next child: it is searched until it is clearly worse than the second best
    /// (1+ε), or until the position itself reaches its limit.
    fn child_limit(&self, next: &Selection, limit: Numbers) -> Numbers {
        let second = next.second;
        let slack = second.saturating_add(1).max((f64::from(second) * (1.0 + self.config.epsilon)) as u32);
        Numbers {
            proof: limit.disproof.saturating_sub(next.others).min(INFINITE),
            disproof: limit.proof.min(slack).min(INFINITE),
        }
    }

    fn visit(&mut self) {
        self.nodes += 1;
        self.stopped |= self.shared.stop.load(Ordering::Relaxed);
        let nodes = self.shared.nodes.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.nodes.is_multiple_of(self.config.report_every) {
            return;
        }
        let (table_used, table_capacity) = self.shared.fill();
        let progress = SolverProgress {
            nodes,
            table_used,
            table_capacity,
            claim: self.claim,
            proof: self.root.proof,
            disproof: self.root.disproof,
        };
        if self.observer.progress(&progress) == ControlFlow::Break(()) {
            self.stopped = true;
        }
    }
}

/// The canonical key after a move.
pub(crate) fn key_after(zobrist: &Zobrist, position: &Position, keys: &PositionKeys, mv: Move) -> u64 {
    let may_swap = position.setup().swap() == SwapRule::On && position.plies().len() < 2;
    match mv {
        Move::Place(cell) if !may_swap => zobrist.after(keys, cell, position.to_move()),
        _ => {
            let mut next = position.clone();
            next.play_unchecked(mv);
            zobrist.keys(&next).canonical()
        }
    }
}
