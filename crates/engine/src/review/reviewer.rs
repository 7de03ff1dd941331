//! The course of a review: which question to ask next, until every position has a value and every mistake
//! is sure or gone.
//!
//! First the solver goes back from the end of the game, and proofs are carried along the line. What stays
//! open is searched, without moves that are known to lose; a search whose move turns out to be much worse
//! than it thought is made again without that. A move that seems to lose something is looked at
//! again: the solver gets more time, the better move is searched for itself, and at last all of it with
//! more visits.

use catena_core::{Color, Move};

use super::assess::{Assessment, Task, TaskKind};
use super::line::{KnownPosition, KnownPositions};
use super::{Judgement, Perspective, Plan, Planned, Review, ReviewedMove, opens_with_swap};
use catena_core::record::Step;

/// Time of the solver in percent: for each position, after failures, and where a mistake is suspected.
const SOLVE: u32 = 100;
const SOLVE_AFTER_FAILURES: u32 = 25;
const SOLVE_SUSPECT: u32 = 400;
const SOLVE_LAST: u32 = 1600;

/// Failures of the solver in a row after which it gets less time.
const FAILURES: usize = 3;

/// Limits of the search of a suspected mistake at last, as a multiple.
const SEARCH_LAST: u32 = 4;

/// Better moves that are searched for themselves, for each position.
const MAX_ALTERNATIVES: usize = 4;

/// A review under way: it asks questions and takes in the answers.
#[derive(Clone, Debug)]
pub struct Reviewer {
    plan: Plan,
    /// The positions of the plan first, then those after better moves.
    known: KnownPositions,
}

/// Progress of a review: first every position gets a value, then suspected mistakes are looked at again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewProgress {
    /// Positions of the game.
    pub positions: usize,
    /// Those that have a value.
    pub valued: usize,
    /// Suspected mistakes; their number changes as more is known.
    pub suspects: usize,
    /// Those about which nothing is left to find out.
    pub settled: usize,
}

impl Reviewer {
    /// A review of which nothing is known yet.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let mut known = KnownPositions::default();
        for position in plan.positions() {
            known.add(position.clone());
        }
        for planned in &plan.moves {
            if let Step::Ply(ply) = planned.step {
                known.join(planned.before, ply.mv, planned.after);
            }
        }
        known.carry();
        Self { plan, known }
    }

    /// The game that is reviewed.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The next question; none when the review is complete.
    #[must_use]
    pub fn next_task(&self) -> Option<Task> {
        self.next_proof().or_else(|| self.next_search()).or_else(|| {
            let mut suspects: Vec<(&Planned, f64)> =
                self.suspects().map(|planned| (planned, self.raw_loss(planned))).collect();
            suspects.sort_by(|a, b| b.1.total_cmp(&a.1));
            suspects.into_iter().find_map(|(planned, _)| self.next_about(planned))
        })
    }

    /// Takes in the answer to a question.
    pub fn put(&mut self, task: &Task, found: &Assessment) {
        match &task.kind {
            TaskKind::Solve { percent } => self.known.put_solved(task.at, *percent, found),
            TaskKind::Search { times, excluded } => {
                self.known.put_searched(task.at, *times, excluded, found);
            }
        }
        for line in self.lines() {
            self.known.note_between(&line);
        }
        self.add_alternatives();
    }

    /// Progress of the review.
    #[must_use]
    pub fn progress(&self) -> ReviewProgress {
        let positions = self.plan.positions.len();
        let valued = (0..positions).filter(|&at| self.has_value(at)).count();
        let suspects: Vec<_> = self.suspects().collect();
        let settled = suspects.iter().filter(|planned| self.next_about(planned).is_none()).count();
        ReviewProgress { positions, valued, suspects: suspects.len(), settled }
    }

    /// The value of the position of a question and the best move there, as far as they are known.
    #[must_use]
    pub fn known_of(&self, task: &Task, view: Perspective) -> (Option<f64>, Option<Move>) {
        let value = self.known.value(task.at, task.position.to_move());
        let value = match task.at < self.plan.positions.len() {
            true => value.map(|value| self.plan.seen(view, task.at, value)),
            false => None,
        };
        (value, self.known.line(task.at).first().copied())
    }

    /// The moves whose value is known so far.
    #[must_use]
    pub fn moves(&self) -> Vec<ReviewedMove> {
        let moves = self.plan.moves.iter().enumerate();
        moves.filter_map(|(index, planned)| self.reviewed(index + 1, planned)).collect()
    }

    /// The review, as far as it has come.
    #[must_use]
    pub fn review(&self) -> Review {
        Review { moves: self.moves() }
    }

    fn has_value(&self, at: usize) -> bool {
        let known = self.known.get(at);
        known.winner.is_some() || known.search.is_some()
    }

    /// The indices of positions that follow each other; stones that are set up in between end a line.
    fn lines(&self) -> Vec<Vec<usize>> {
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for planned in &self.plan.moves {
            let goes_on = matches!(planned.step, Step::Ply(_));
            match lines.last_mut() {
                Some(line) if goes_on && line.last() == Some(&planned.before) => line.push(planned.after),
                _ if goes_on => lines.push(vec![planned.before, planned.after]),
                _ => lines.push(vec![planned.after]),
            }
        }
        lines
    }

    fn next_proof(&self) -> Option<Task> {
        let positions = self.plan.positions.len();
        let failed = |at: usize| at < positions && self.known.get(at).winner.is_none();
        (0..positions).rev().find_map(|at| {
            let is_hard = (1..=FAILURES).all(|later| failed(at + later));
            self.solve(at, if is_hard { SOLVE_AFTER_FAILURES } else { SOLVE })
        })
    }

    /// A proof of a position, unless it is known or was tried with as much time.
    fn solve(&self, at: usize, percent: u32) -> Option<Task> {
        let known = self.known.get(at);
        // The right to swap is decided by a search: no board is so small that it matters.
        let can_swap = known.position.can_swap() || opens_with_swap(&known.position);
        let is_due = known.winner.is_none() && known.solved < percent.min(SOLVE_LAST) && !can_swap;
        // Every position is tried once; what was tried with less time after failures counts.
        let is_due = is_due && (percent > SOLVE || known.solved == 0);
        is_due.then(|| self.task(at, TaskKind::Solve { percent }))
    }

    fn task(&self, at: usize, kind: TaskKind) -> Task {
        Task { position: self.known.get(at).position.clone(), kind, at }
    }

    fn next_search(&self) -> Option<Task> {
        (0..self.plan.positions.len()).rev().find_map(|at| self.search(at, 1))
    }

    /// A search of a position without a proof, unless it was searched as long; again if its move turned out
    /// to be worse than it thought.
    fn search(&self, at: usize, times: u32) -> Option<Task> {
        let known = self.known.get(at);
        let done = known.search.as_ref().map_or(0, |(_, times, _)| *times);
        let is_due = known.winner.is_none() && (done < times || self.known.is_refuted(at));
        is_due.then(|| self.search_task(at, times.max(done)))
    }

    fn search_task(&self, at: usize, times: u32) -> Task {
        self.task(at, TaskKind::Search { times, excluded: self.known.excluded(at) })
    }

    /// The moves that lost something, whether it is sure or not.
    fn suspects(&self) -> impl Iterator<Item = &Planned> {
        self.plan.moves.iter().filter(|planned| Judgement::of_loss(self.raw_loss(planned)).is_some())
    }

    /// The open questions about a suspected mistake.
    fn next_about(&self, planned: &Planned) -> Option<Task> {
        let Planned { before, after, .. } = *planned;
        let [at_before, at_after] = [before, after].map(|at| self.known.get(at));
        if at_before.winner.is_some() && at_after.winner.is_some() {
            return self.next_explanation(before);
        }
        let alternative = self.alternative(before);
        let both = [after, before];
        let solve = |percent| both.into_iter().find_map(|at| self.solve(at, percent));
        let search = |times| alternative.into_iter().chain(both).find_map(|at| self.search(at, times));
        let solve_alternative = |percent| alternative.and_then(|at| self.solve(at, percent));
        solve(SOLVE_SUSPECT)
            .or_else(|| solve_alternative(SOLVE))
            .or_else(|| search(1))
            .or_else(|| solve_alternative(SOLVE_SUSPECT))
            .or_else(|| search(SEARCH_LAST))
            .or_else(|| solve(SOLVE_LAST))
    }

    /// A winning move, where a position is known to be won without one.
    fn next_explanation(&self, before: usize) -> Option<Task> {
        let known = self.known.get(before);
        let is_won = known.winner == Some(Some(known.position.to_move()));
        if !is_won || !self.known.line(before).is_empty() {
            return None;
        }
        let is_tried = known.solved >= SOLVE_SUSPECT;
        match (is_tried, &known.search) {
            (false, _) => Some(self.task(before, TaskKind::Solve { percent: SOLVE_SUSPECT })),
            (true, None) => Some(self.search_task(before, 1)),
            (true, Some(_)) => None,
        }
    }

    /// The position after the move that the search before it prefers.
    fn alternative(&self, before: usize) -> Option<usize> {
        let known = self.known.get(before);
        let best = known.search.as_ref()?.0.best()?;
        known.moves.iter().find(|(mv, _)| *mv == best).map(|&(_, to)| to)
    }

    /// Adds the positions after moves that searches prefer to suspected mistakes.
    fn add_alternatives(&mut self) {
        let suspects: Vec<usize> = self.suspects().map(|planned| planned.before).collect();
        for before in suspects {
            let known = self.known.get(before);
            let is_open = known.winner.is_none() && !opens_with_swap(&known.position);
            let Some((found, ..)) = known.search.as_ref().filter(|_| is_open) else { continue };
            let Some(best) = found.best() else { continue };
            if known.moves.len() > MAX_ALTERNATIVES || known.moves.iter().any(|(mv, _)| *mv == best) {
                continue;
            }
            let mut next = known.position.clone();
            next.play_unchecked(best);
            let to = self.known.add(next);
            self.known.join(before, best, to);
            self.known.carry();
        }
    }

    /// The values before and after a move for its player.
    fn values(&self, planned: &Planned) -> Option<(f64, f64)> {
        let stones = planned.step.color();
        let before = self.known.value(planned.before, stones)?;
        let after = self.known.value(planned.after, planned.held_after())?;
        Some((before, after))
    }

    /// Loss of a move by the values before and after it.
    fn raw_loss(&self, planned: &Planned) -> f64 {
        match self.values_of_loss(planned) {
            Some((before, after)) if !self.is_best(planned) => (before - after).max(0.0),
            _ => 0.0,
        }
    }

    /// The values that the loss of a move is counted by. What the game has shown of a first stone that was offered is
    /// not known of other first stones, so searches of both are compared.
    fn values_of_loss(&self, planned: &Planned) -> Option<(f64, f64)> {
        let [before, after] = [planned.before, planned.after].map(|at| self.known.get(at));
        match (&before.search, &after.search) {
            (Some((offered, ..)), Some((found, ..)))
                if opens_with_swap(&before.position) && after.winner.is_none() =>
            {
                let is_mover = after.position.to_move() == planned.held_after();
                Some((offered.value, if is_mover { found.value } else { 1.0 - found.value }))
            }
            _ => self.values(planned),
        }
    }

    fn is_best(&self, planned: &Planned) -> bool {
        // A search knows little of moves that it does not like, and so of the most balanced one.
        let is_sure = !opens_with_swap(&self.known.get(planned.before).position);
        is_sure && super::is_best(planned.step, self.known.line(planned.before).first().copied())
    }

    /// Loss of a move. Where only one of its positions is proved, an estimate stands against a proof:
    /// it counts only if both agree that the favorite has changed.
    fn loss(&self, planned: &Planned) -> f64 {
        let Some((before, after)) = self.values(planned) else { return 0.0 };
        let proved = [planned.before, planned.after].map(|at| self.known.get(at).winner.is_some());
        // Whoever offers a first stone for the swap has one half at most.
        let is_offer = opens_with_swap(&self.known.get(planned.before).position);
        let counts = match proved {
            [true, false] => after < 0.5,
            [false, true] => before >= 0.5 || is_offer,
            _ => true,
        };
        if counts { self.raw_loss(planned) } else { 0.0 }
    }

    fn reviewed(&self, number: usize, planned: &Planned) -> Option<ReviewedMove> {
        let (value_before, value_after) = self.values(planned)?;
        let held = planned.held_after();
        let of_black = |value: f64, color: Color| if color == Color::Black { value } else { 1.0 - value };
        let [before, after] = [planned.before, planned.after].map(|at| self.known.get(at));
        let loss = self.loss(planned);
        let is_settled = self.next_about(planned).is_none();
        let judgement = Judgement::of_loss(loss).filter(|_| is_settled);
        let winner = |known: &KnownPosition| known.winner.filter(|_| known.is_theory);
        let refutation = judgement.map(|_| self.known.line(planned.after)).unwrap_or_default();
        Some(ReviewedMove {
            number,
            node: planned.node,
            step: planned.step,
            player: planned.player,
            value_before,
            value_after,
            loss,
            judgement,
            winner_before: winner(before),
            winner_after: winner(after),
            refutation,
            black_stones_after: of_black(value_after, held),
            black_stones_before: of_black(value_before, planned.step.color()),
            found: self.found(planned.before),
        })
    }

    /// All that is known of a position, for the player to move.
    fn found(&self, at: usize) -> Assessment {
        let known = self.known.get(at);
        let (visits, playouts) =
            known.search.as_ref().map_or((0, 0), |(found, ..)| (found.visits, found.playouts));
        let value = self.known.value(at, known.position.to_move()).unwrap_or(0.5);
        Assessment { value, line: self.known.line(at), proof: known.proof(), visits, playouts }
    }
}
