//! Depth-first proof-number search (Nagai 2002) with 1+ε thresholds (Pawlewicz and Lew 2007) and a
//! window of the best moves (Henderson 2010), for one claim: "this color wins".

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use catena_core::{Color, Move, Position, SwapRule};

use crate::key::{Keyring, Keys};
use crate::knowledge::{Filled, Knowledge, Look};
use crate::set::Carrier;
use crate::shared::Shared;
use crate::solver::{Observer, Progress, SolverConfig};
use crate::table::{INFINITE, Numbers};
use crate::view::{Child, Counting, LEAF, Refuted, View, Window};

/// One thread of a proof attempt; borrows everything that outlives it.
pub(crate) struct Search<'a> {
    pub config: &'a SolverConfig,
    pub keyring: &'a Keyring,
    pub shared: &'a Shared,
    pub knowledge: &'a mut dyn Knowledge,
    pub observer: &'a mut dyn Observer,
    /// The color whose win is to be proved or disproved.
    pub claim: Color,
    /// Mixed into keys: the numbers of one claim are not those of the other.
    pub claim_key: u64,
    /// Positions that this thread has looked at.
    pub nodes: u64,
    /// The numbers of the position the search started from.
    pub root: Numbers,
    pub stopped: bool,
}

/// What came out of a search below some limit, and the winner's carrier if it is settled and known.
struct Settled {
    numbers: Numbers,
    carrier: Option<Carrier>,
    /// The move that wins, if one was searched.
    by: Option<Move>,
}

/// The moves of a position to search, and how deep it lies.
struct Moves<'a> {
    list: &'a [Move],
    doubts: &'a [u32],
    carrier: Option<Carrier>,
    depth: usize,
}

impl Search<'_> {
    /// Searches a position until its numbers reach the limits or the observer stops it.
    pub fn run(&mut self, position: &Position) -> Numbers {
        let keys = self.keyring.keys(position);
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        self.settle(position, &keys, unlimited, 0)
    }

    /// The numbers of a finished or decided position for its player to move.
    fn decided(&self, position: &Position, winner: Option<Color>) -> Numbers {
        let holds = winner == Some(self.claim);
        if holds == (position.to_move() == self.claim) { Numbers::REACHED } else { Numbers::MISSED }
    }

    fn settle(&mut self, position: &Position, keys: &Keys, limit: Numbers, depth: usize) -> Numbers {
        let before = self.nodes;
        self.visit();
        let filled = match position.outcome() {
            None => self.knowledge.fill_in(position),
            Some(_) => None,
        };
        let mut settled = match &filled {
            None => self.settle_filled(position, keys, limit, depth),
            // After the end nobody is to move: the result counts for the player who was.
            Some(Filled { position: filled, .. }) if filled.outcome().is_some() => Settled {
                numbers: self.decided(position, filled.outcome().and_then(|outcome| outcome.winner)),
                carrier: Some(Carrier::EMPTY),
                by: None,
            },
            Some(filled) => {
                let keys = self.keyring.keys(&filled.position);
                self.settle_once(&filled.position, &keys, limit, depth)
            }
        };
        let numbers = settled.numbers;
        if let (Some(filled), Some(carrier)) = (&filled, &mut settled.carrier) {
            // Only games without draws are filled in: who does not reach his aim has lost.
            let mover = position.to_move();
            *carrier |= filled.cells[if numbers.proof == 0 { mover } else { !mover }];
        }
        if let Some(carrier) = settled.carrier.filter(|_| numbers.settled()) {
            self.shared.put_carrier(keys.exact(), carrier);
        }
        self.shared.put(self.claim_key ^ keys.canonical(), numbers, self.nodes - before);
        numbers
    }

    /// As [`settle_filled`](Self::settle_filled), unless the table knows enough of the position:
    /// several positions come here by filling in.
    fn settle_once(&mut self, position: &Position, keys: &Keys, limit: Numbers, depth: usize) -> Settled {
        let key = self.claim_key ^ keys.canonical();
        let enough = |numbers: &Numbers| {
            numbers.settled() || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof
        };
        if let Some(numbers) = self.shared.get(key).filter(enough) {
            return Settled { numbers, carrier: self.shared.carrier(keys.exact()), by: None };
        }
        let before = self.nodes;
        let settled = self.settle_filled(position, keys, limit, depth);
        if let Some(carrier) = settled.carrier.filter(|_| settled.numbers.settled()) {
            self.shared.put_carrier(keys.exact(), carrier);
        }
        self.shared.put(key, settled.numbers, self.nodes - before);
        settled
    }

    fn settle_filled(&mut self, position: &Position, keys: &Keys, limit: Numbers, depth: usize) -> Settled {
        match self.look(position) {
            Look::Decided { winner, carrier, .. } => {
                Settled { numbers: self.decided(position, winner), carrier, by: None }
            }
            Look::Open { moves, doubts, carrier } => {
                let moves = Moves { list: &moves, doubts: &doubts, carrier, depth };
                let settled = self.search_moves(position, keys, &moves, limit);
                self.learn(position, &settled);
                settled
            }
        }
    }

    fn learn(&mut self, position: &Position, settled: &Settled) {
        if let Some(carrier) = settled.carrier.filter(|_| settled.numbers.settled()) {
            // Only games without draws have carriers.
            let mover = position.to_move();
            let winner = if settled.numbers.proof == 0 { mover } else { !mover };
            self.knowledge.learn(position, winner, carrier, settled.by);
        }
    }

    fn look(&mut self, position: &Position) -> Look {
        match position.outcome() {
            // A finished game needs no empty cell.
            Some(outcome) => {
                Look::Decided { winner: outcome.winner, by: None, carrier: Some(Carrier::EMPTY) }
            }
            None => self.knowledge.look(position),
        }
    }

    fn search_moves(
        &mut self,
        position: &Position,
        keys: &Keys,
        moves: &Moves<'_>,
        limit: Numbers,
    ) -> Settled {
        let mut children = self.children(position, keys, moves);
        // The refutation of a move is, mirrored, one of its image, but not with the same carrier.
        let carrier = moves.carrier.filter(|_| children.len() == moves.list.len());
        let mut refuted =
            carrier.map(|base| Refuted { must_play: empty_cells(position), base, found: Vec::new() });
        let window = self.window(moves, children.len());
        let mut searched = false;
        let mut look_at = self.closer_look_at(keys);
        loop {
            if let Some(refuted) = &mut refuted {
                self.use_refutations(position, keys, &mut children, refuted);
            }
            let view = View::of(&children, window);
            if moves.depth == 0 {
                self.root = view.numbers;
            }
            // What is kept says nothing about where other threads are, what is searched next does.
            let apart = self.apart(&children, window).unwrap_or(view);
            let reached = apart.numbers.proof >= limit.proof || apart.numbers.disproof >= limit.disproof;
            let settled = view.numbers.settled();
            if !settled && look_at.take_if(|at| self.nodes >= *at).is_some() {
                if let Some(settled) = self.look_closer(position, &mut children) {
                    return settled;
                }
                continue;
            }
            if settled || self.stopped || (reached && (apart.numbers == view.numbers || searched)) {
                let carrier = if view.numbers.proof == 0 {
                    self.carrier_with(position, keys, children[view.best].mv)
                } else {
                    refuted.map(|refuted| refuted.carrier(empty_cells(position)))
                };
                let by = (view.numbers.proof == 0).then(|| children[view.best].mv);
                return Settled { numbers: view.numbers, carrier, by };
            }
            let child_limit = self.child_limit(&apart, limit);
            let best = &children[apart.best];
            let mut next = position.clone();
            next.play_unchecked(best.mv);
            let next_keys = self.keyring.keys(&next);
            let key = best.key;
            self.enter(key);
            let numbers = self.settle(&next, &next_keys, child_limit, moves.depth + 1);
            self.leave(key);
            searched = true;
            for child in children.iter_mut().filter(|child| !child.counted) {
                child.numbers = self.shared.get(child.key).unwrap_or(child.numbers);
            }
            children[apart.best].numbers = numbers;
        }
    }

    /// How many positions will have been looked at when a closer look at this one is due, unless it
    /// has been taken.
    fn closer_look_at(&self, keys: &Keys) -> Option<u64> {
        let work = self.shared.work(self.claim_key ^ keys.canonical());
        let left = self.config.frames_after?.checked_sub(work + 1)?;
        Some(self.nodes + left)
    }

    fn look_closer(&mut self, position: &Position, children: &mut [Child]) -> Option<Settled> {
        let [asked, decided, narrowed] = &self.shared.looks;
        asked.fetch_add(1, Ordering::Relaxed);
        match self.knowledge.look_closer(position)? {
            Look::Decided { winner, carrier, by } => {
                decided.fetch_add(1, Ordering::Relaxed);
                Some(Settled { numbers: self.decided(position, winner), carrier, by })
            }
            Look::Open { moves, .. } => {
                narrowed.fetch_add(1, Ordering::Relaxed);
                for child in children.iter_mut().filter(|child| !moves.contains(&child.mv)) {
                    child.numbers = Numbers::REACHED;
                    // The next visit takes no closer look.
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

    /// The children as they look to a thread that keeps away from the others: each that is below
    /// a child makes it look as hard again (Kaneko 2010). `None` if nobody is there.
    fn apart(&self, children: &[Child], window: Window) -> Option<View> {
        if self.config.threads == 1 {
            return None;
        }
        let mut met = false;
        let harder: Vec<Child> = children
            .iter()
            .map(|child| {
                let threads = if child.numbers.settled() { 0 } else { self.shared.busy(child.key) };
                met |= threads > 0;
                let disproof = child.numbers.disproof.saturating_mul(1 + threads).min(INFINITE);
                Child { numbers: Numbers { disproof, ..child.numbers }, ..*child }
            })
            .collect();
        met.then(|| View::of(&harder, window))
    }

    fn children(&self, position: &Position, keys: &Keys, moves: &Moves<'_>) -> Vec<Child> {
        let mut children: Vec<Child> = Vec::with_capacity(moves.list.len());
        for (index, &mv) in moves.list.iter().enumerate() {
            let key = self.claim_key ^ key_after(self.keyring, position, keys, mv);
            let doubt = moves.doubts.get(index);
            let new = doubt.map_or(Numbers::NEW, |doubt| Numbers { proof: LEAF, disproof: LEAF + doubt });
            let numbers = self.shared.get(key).unwrap_or(new);
            // Moves that lead to images of each other count once.
            if !children.iter().any(|child| child.key == key) {
                children.push(Child { mv, key, numbers, counted: false });
            }
        }
        children
    }

    /// Refutes the moves that stay out of the carrier of a refutation: it answers them as well.
    fn use_refutations(
        &self,
        position: &Position,
        keys: &Keys,
        children: &mut [Child],
        refuted: &mut Refuted,
    ) {
        let mut changed = false;
        for child in children.iter_mut().filter(|child| !child.counted && child.numbers.proof == 0) {
            child.counted = true;
            changed = true;
            let carrier = self.carrier_after(position, keys, child.mv);
            refuted.must_play &= carrier;
            refuted.found.push((child.mv, carrier));
        }
        if !changed {
            return;
        }
        for child in children.iter_mut().filter(|child| !child.counted) {
            let outside = matches!(child.mv, Move::Place(cell) if !refuted.must_play.contains(cell));
            if outside {
                child.counted = true;
                child.numbers = Numbers::REACHED;
            }
        }
    }

    /// The winner's carrier in the settled position after a move; all empty cells if not known.
    fn carrier_after(&self, position: &Position, keys: &Keys, mv: Move) -> Carrier {
        let Move::Place(cell) = mv else { return empty_cells(position) };
        let exact = self.keyring.exact_after(keys, cell, position.to_move());
        self.shared.carrier(exact).unwrap_or_else(|| empty_cells(position).without(Carrier::of(cell)))
    }

    /// The carrier of a player who wins by this move, if it is known.
    fn carrier_with(&self, position: &Position, keys: &Keys, mv: Move) -> Option<Carrier> {
        let Move::Place(cell) = mv else { return None };
        let exact = self.keyring.exact_after(keys, cell, position.to_move());
        self.shared.carrier(exact).map(|carrier| carrier | Carrier::of(cell))
    }

    /// Only knowledge that knows carriers orders its moves and fills in.
    fn window(&self, moves: &Moves<'_>, count: usize) -> Window {
        match moves.carrier {
            Some(_) => Window { width: self.config.window(count), counting: Counting::Hardest },
            None => Window { width: usize::MAX, counting: Counting::Sum },
        }
    }

    fn child_limit(&self, view: &View, limit: Numbers) -> Numbers {
        let second = view.second;
        let slack = second.saturating_add(1).max((f64::from(second) * (1.0 + self.config.epsilon)) as u32);
        Numbers {
            proof: limit.disproof.saturating_sub(view.others).min(INFINITE),
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
        let progress = Progress {
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
pub(crate) fn key_after(keyring: &Keyring, position: &Position, keys: &Keys, mv: Move) -> u64 {
    let may_swap = position.setup().swap() == SwapRule::On && position.plies().len() < 2;
    match mv {
        Move::Place(cell) if !may_swap => keyring.after(keys, cell, position.to_move()),
        _ => {
            let mut next = position.clone();
            next.play_unchecked(mv);
            keyring.keys(&next).canonical()
        }
    }
}

fn empty_cells(position: &Position) -> Carrier {
    position.topology().cells().filter(|&cell| position.board().stone(cell).is_none()).collect()
}
