//! Knowledge about the positions of a game: proofs are carried along its moves in both directions, and the
//! value of a position counts what is known of those that follow it.

use catena_core::{Cell, Color, Move, Position};
use catena_search::Proof;

use super::Judgement;
use super::assess::{Assessment, proof_of};

/// Chance of the winner in a position without a proof between two that it is proved to win: only two
/// mistakes in a row that cancel each other could have changed the winner in between.
const BETWEEN_PROOFS: f64 = 0.98;

/// Moves that disappoint and are left out of a search, beside those that lose.
const MAX_DISAPPOINTING: usize = 3;

/// The longest line that is put together.
const MAX_LINE: usize = 24;

/// Result of a position: the winner, or none for a draw.
pub type Winner = Option<Color>;

/// Knowledge about a position.
#[derive(Clone, Debug)]
pub struct KnownPosition {
    pub position: Position,
    /// The result under best play.
    pub winner: Option<Winner>,
    /// The moves that a solver has found, where the player to move wins.
    pub proof_line: Vec<Move>,
    /// The most time that the solver had, in percent.
    pub solved: u32,
    /// The last search, with its limits and the moves that it left out.
    pub search: Option<(Assessment, u32, Vec<Cell>)>,
    /// Moves to positions that are known too.
    pub moves: Vec<(Move, usize)>,
    /// True if the result comes from best play, and not from a player who gave up.
    pub is_theory: bool,
}

impl KnownPosition {
    pub fn new(position: Position) -> Self {
        let gave_up = position.plies().last().is_some_and(|ply| ply.mv == Move::Resign);
        let winner = position.outcome().map(|outcome| outcome.winner);
        Self {
            winner,
            proof_line: Vec::new(),
            solved: 0,
            search: None,
            moves: Vec::new(),
            is_theory: !gave_up,
            position,
        }
    }

    pub fn proof(&self) -> Option<Proof> {
        Some(proof_of(self.winner?, self.position.to_move()))
    }

    fn is_won_by(&self, color: Color) -> bool {
        self.winner == Some(Some(color))
    }
}

/// The positions of a line and of better moves, with what is known of them.
#[derive(Clone, Debug, Default)]
pub struct KnownPositions {
    all: Vec<KnownPosition>,
    /// The proved winner before and after a position of the line that is not proved itself.
    between: Vec<Option<Color>>,
}

impl KnownPositions {
    pub fn add(&mut self, position: Position) -> usize {
        self.all.push(KnownPosition::new(position));
        self.between.push(None);
        self.all.len() - 1
    }

    pub fn get(&self, at: usize) -> &KnownPosition {
        &self.all[at]
    }

    /// Notes that a move leads from one position to another. Passes lead back to where they began, and who
    /// resigns has not played.
    pub fn join(&mut self, from: usize, mv: Move, to: usize) {
        let is_play = matches!(mv, Move::Place(_) | Move::Swap);
        if is_play && !self.all[from].moves.contains(&(mv, to)) {
            self.all[from].moves.push((mv, to));
        }
    }

    /// Takes in the answer of the solver.
    pub fn put_solved(&mut self, at: usize, percent: u32, found: &Assessment) {
        let known = &mut self.all[at];
        known.solved = known.solved.max(percent);
        known.proof_line.clone_from(&found.line);
        self.prove(at, found.proof);
    }

    /// Takes in the answer of a search.
    pub fn put_searched(&mut self, at: usize, times: u32, excluded: &[Cell], found: &Assessment) {
        self.all[at].search = Some((found.clone(), times, excluded.to_vec()));
        self.prove(at, found.proof);
    }

    fn prove(&mut self, at: usize, proof: Option<Proof>) {
        let known = &mut self.all[at];
        let mover = known.position.to_move();
        if known.winner.is_none()
            && let Some(proof) = proof
        {
            known.winner = Some(match proof {
                Proof::Win => Some(mover),
                Proof::Draw => None,
                Proof::Loss => Some(!mover),
            });
        }
        self.carry();
    }

    /// Carries proofs along the moves: who has a winning move wins before it, and after any move in a lost
    /// position the opponent wins.
    pub fn carry(&mut self) {
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for from in 0..self.all.len() {
                let mover = self.all[from].position.to_move();
                for (_, to) in self.all[from].moves.clone() {
                    if self.all[from].winner.is_none() && self.all[to].is_won_by(mover) {
                        self.all[from].winner = Some(Some(mover));
                        is_changed = true;
                    }
                    if self.all[to].winner.is_none() && self.all[from].is_won_by(!mover) {
                        self.all[to].winner = Some(Some(!mover));
                        is_changed = true;
                    }
                }
            }
        }
    }

    /// Notes which positions of a line, in their order, lie between two that the same color is proved to win.
    pub fn note_between(&mut self, line: &[usize]) {
        let proved = |at: usize| self.all[at].winner.filter(|_| self.all[at].is_theory);
        let mut last = None;
        let mut open = Vec::new();
        let mut found = Vec::new();
        for &at in line {
            match proved(at) {
                None => open.push(at),
                Some(winner) => {
                    if last == Some(winner) {
                        found.extend(open.iter().map(|&at| (at, winner)));
                    }
                    open.clear();
                    last = Some(winner);
                }
            }
        }
        line.iter().for_each(|&at| self.between[at] = None);
        found.into_iter().for_each(|(at, winner)| self.between[at] = winner);
    }

    /// Moves of a position that are proved to lose.
    pub fn losing(&self, at: usize) -> Vec<Move> {
        let opponent = !self.all[at].position.to_move();
        let lost = self.all[at].moves.iter().filter(|&&(_, to)| self.all[to].is_won_by(opponent));
        lost.map(|&(mv, _)| mv).collect()
    }

    /// Moves that the search of a position leaves out: those that are proved to lose, and those of which it
    /// expected much more than is known of them now.
    pub fn excluded(&self, at: usize) -> Vec<Cell> {
        let mut excluded: Vec<Cell> = self.losing(at).into_iter().filter_map(cell_of).collect();
        let known = &self.all[at];
        let Some((found, _, before)) = &known.search else { return excluded };
        let disappoints = |mv: Move, to: usize| {
            let value = self.value(to, known.position.to_move());
            before.iter().any(|&cell| mv == Move::Place(cell))
                || Judgement::of_loss(found.value - value.unwrap_or(found.value)).is_some()
        };
        let disappointing = known.moves.iter().filter(|&&(mv, to)| disappoints(mv, to));
        let new = disappointing.take(MAX_DISAPPOINTING).filter_map(|&(mv, _)| cell_of(mv));
        for cell in new {
            if !excluded.contains(&cell) {
                excluded.push(cell);
            }
        }
        excluded
    }

    /// Returns true if the search of a position has chosen a move that it has to leave out.
    pub fn is_refuted(&self, at: usize) -> bool {
        let Some((found, _, excluded)) = &self.all[at].search else { return false };
        let Some(Move::Place(best)) = found.best() else { return false };
        !excluded.contains(&best) && self.excluded(at).contains(&best)
    }

    /// The chance of a color to win, if anything is known.
    pub fn value(&self, at: usize, color: Color) -> Option<f64> {
        let known = &self.all[at];
        if let Some(winner) = known.winner {
            return Some(f64::from(proof_of(winner, color).value()));
        }
        let mover = known.position.to_move();
        let value = self.best_value(at)?;
        let value = if color == mover { value } else { 1.0 - value };
        Some(match self.between[at] {
            Some(winner) if winner == color => value.max(BETWEEN_PROOFS),
            Some(_) => value.min(1.0 - BETWEEN_PROOFS),
            None => value,
        })
    }

    /// Value for the player to move: that of the best move. A position after a move was searched for itself,
    /// so its value counts more than what the search before the move thought of it.
    fn best_value(&self, at: usize) -> Option<f64> {
        let known = &self.all[at];
        let mover = known.position.to_move();
        let losing = self.losing(at);
        let open = known.moves.iter().filter(|(mv, _)| !losing.contains(mv));
        let best = open.filter_map(|&(_, to)| self.value(to, mover)).max_by(f64::total_cmp);
        let searched = known.search.as_ref().map(|(found, ..)| found);
        match (best, searched) {
            (None, found) => found.map(|found| found.value),
            (Some(value), None) => Some(value),
            (Some(value), Some(found)) => {
                // Until the position after its move has a value of its own, the search is believed.
                let has_value = |&(mv, to): &(Move, usize)| {
                    found.best() == Some(mv) && (losing.contains(&mv) || self.value(to, mover).is_some())
                };
                Some(if known.moves.iter().any(has_value) { value } else { value.max(found.value) })
            }
        }
    }

    /// The best move and what is expected after it.
    pub fn line(&self, at: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = at;
        while line.len() < MAX_LINE {
            let known = &self.all[at];
            match self.best_known(at) {
                Some((mv, to)) => {
                    line.push(mv);
                    at = to;
                }
                None if known.proof() == Some(Proof::Win) && !known.proof_line.is_empty() => {
                    line.extend(&known.proof_line);
                    break;
                }
                None => {
                    let losing = self.losing(at);
                    let found = known.search.iter().map(|(found, ..)| &found.line);
                    let loses = |mv: &Move| losing.contains(mv);
                    line.extend(found.filter(|line| !line.first().is_some_and(loses)).flatten());
                    break;
                }
            }
        }
        line.truncate(MAX_LINE);
        line
    }

    /// The best move among those to positions that are known, if no other is better.
    fn best_known(&self, at: usize) -> Option<(Move, usize)> {
        let known = &self.all[at];
        let mover = known.position.to_move();
        if let Some(winner) = known.winner {
            let keeps = known.moves.iter().find(|&&(_, to)| self.all[to].winner == Some(winner));
            return keeps.copied();
        }
        let value = self.best_value(at)?;
        let losing = self.losing(at);
        let open = known.moves.iter().filter(|(mv, _)| !losing.contains(mv));
        open.copied().find(|&(_, to)| self.value(to, mover) == Some(value))
    }
}

/// Where a stone goes.
const fn cell_of(mv: Move) -> Option<Cell> {
    match mv {
        Move::Place(cell) => Some(cell),
        _ => None,
    }
}
