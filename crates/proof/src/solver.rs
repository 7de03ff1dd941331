//! The solver: who wins a position under best play, and how.

use std::ops::ControlFlow;

use catena_core::{Color, Game, Move, Position, Setup};

use crate::connection::Limits;
use crate::key::{Keyring, mix};
use crate::knowledge::{Knowledge, Look, Plain};
use crate::search::Search;
use crate::set::Carrier;
use crate::sides::knowledge;
use crate::table::{Carriers, Numbers, Table};

/// How a solver works.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverConfig {
    /// Bytes of the transposition table and of the carriers of settled positions.
    pub table_bytes: usize,
    /// How far the best move may get worse than the second before the search turns to that:
    /// 0.25 is a quarter.
    pub epsilon: f64,
    /// Where moves are ordered (Hex and Y), the search looks at this many of the best …
    pub window_base: usize,
    /// … and this part of all that are not refuted yet, before it widens its view.
    pub window_part: f64,
    /// Positions between two reports to the observer.
    pub report_every: u64,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self { table_bytes: 256 << 20, epsilon: 0.25, window_base: 1, window_part: 0.25, report_every: 1024 }
    }
}

impl SolverConfig {
    pub(crate) fn window(&self, moves: usize) -> usize {
        self.window_base + (moves as f64 * self.window_part).ceil() as usize
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This color wins.
    Won(Color),
    /// Neither color can win.
    Drawn,
    /// The search was stopped before it knew.
    Unknown,
}

impl Verdict {
    fn of(winner: Option<Color>) -> Self {
        winner.map_or(Self::Drawn, Self::Won)
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at so far.
    pub nodes: u64,
    /// Entries of the table in use.
    pub table_used: usize,
    /// Entries the table has.
    pub table_capacity: usize,
    /// The color whose win is being proved or disproved.
    pub claim: Color,
    /// Positions that must be settled at least, for the player to move to reach his aim …
    pub proof: u32,
    /// … and for showing that he does not.
    pub disproof: u32,
}

/// Hears how far a proof has come and may stop it.
pub trait Observer {
    /// Called every [`SolverConfig::report_every`] positions.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()>;
}

impl Observer for () {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Progress) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// Solves positions of one setup. What it learns stays in its table: a stopped proof goes on when
/// it is asked for again.
pub struct Solver {
    setup: Setup,
    config: SolverConfig,
    keyring: Keyring,
    table: Table,
    knowledge: Box<dyn Knowledge>,
    carriers: Carriers,
    nodes: u64,
}

impl Solver {
    /// A solver with all that is known of the game.
    #[must_use]
    pub fn new(setup: &Setup, config: SolverConfig) -> Self {
        Self::with_knowledge(setup, config, knowledge(setup, Limits::default()))
    }

    /// A solver that knows only what holds in every game.
    #[must_use]
    pub fn plain(setup: &Setup, config: SolverConfig) -> Self {
        Self::with_knowledge(setup, config, Box::new(Plain))
    }

    /// A solver with knowledge of its own.
    #[must_use]
    pub fn with_knowledge(setup: &Setup, config: SolverConfig, knowledge: Box<dyn Knowledge>) -> Self {
        Self {
            keyring: Keyring::new(setup.topology()),
            table: Table::new(config.table_bytes / 4 * 3),
            setup: setup.clone(),
            carriers: Carriers::new(config.table_bytes / 4),
            config,
            knowledge,
            nodes: 0,
        }
    }

    /// Positions looked at since the solver was made.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything learnt.
    pub fn clear(&mut self) {
        self.table.clear();
        self.carriers.clear();
    }

    /// Who wins under best play.
    pub fn solve(&mut self, position: &Position, observer: &mut dyn Observer) -> Verdict {
        debug_assert_eq!(position.setup().game(), self.setup.game());
        if let Some(outcome) = position.outcome() {
            return Verdict::of(outcome.winner);
        }
        let mover = position.to_move();
        match self.prove(position, mover, observer) {
            Some(true) => return Verdict::Won(mover),
            Some(false) if self.setup.game() != Game::Havannah => return Verdict::Won(!mover),
            Some(false) => {}
            None => return Verdict::Unknown,
        }
        match self.prove(position, !mover, observer) {
            Some(true) => Verdict::Won(!mover),
            Some(false) => Verdict::Drawn,
            None => Verdict::Unknown,
        }
    }

    /// Who wins after each legal move.
    pub fn each_move(&mut self, position: &Position, observer: &mut dyn Observer) -> Vec<(Move, Verdict)> {
        let moves: Vec<Move> = position.legal_moves().collect();
        let after = |mv: Move| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, self.solve(&next, observer))
        };
        moves.into_iter().map(after).collect()
    }

    /// Whether the color wins under best play; `None` if the observer stopped the proof.
    pub fn prove(&mut self, position: &Position, color: Color, observer: &mut dyn Observer) -> Option<bool> {
        let mut search = self.search(color, observer);
        let numbers = search.run(position);
        numbers.settled().then_some((numbers.proof == 0) == (position.to_move() == color))
    }

    /// The carrier of the winner of a solved position, where it is known: he wins even if all empty
    /// cells outside it were the loser's.
    #[must_use]
    pub fn carrier(&self, position: &Position) -> Option<Carrier> {
        self.carriers.get(self.keyring.keys(position).exact())
    }

    /// A move that keeps the verdict of a position for its player to move: one step of the proof
    /// as a strategy. `None` if the game is over or the observer stopped the search.
    pub fn reply(&mut self, position: &Position, observer: &mut dyn Observer) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let mover = position.to_move();
        let (claim, aim) = match self.solve(position, observer) {
            Verdict::Unknown => return None,
            Verdict::Won(winner) if winner == mover => (mover, true),
            // A draw is kept by denying the opponent his win.
            Verdict::Drawn => (!mover, false),
            Verdict::Won(_) => return self.stubborn_move(position, observer),
        };
        let moves = match self.knowledge.look(position) {
            Look::Decided { by: Some(mv), .. } => return Some(mv),
            Look::Decided { .. } => position.legal_moves().collect(),
            Look::Open { moves, .. } => moves,
        };
        let keys = self.keyring.keys(position);
        let search = self.search(claim, observer);
        let known = moves.iter().copied().find(|&mv| {
            let (_, numbers) = search.known(position, &keys, mv);
            numbers.disproof == 0
        });
        if known.is_some() {
            return known;
        }
        moves.into_iter().find(|&mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.prove(&next, claim, observer) == Some(aim)
        })
    }

    /// The moves of both players under best play, as far as the strategy goes.
    pub fn line(&mut self, position: &Position, observer: &mut dyn Observer) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = position.clone();
        while let Some(mv) = self.reply(&at, observer) {
            at.play_unchecked(mv);
            line.push(mv);
        }
        line
    }

    /// A move of a lost position whose refutation is not there at once, if there is one.
    fn stubborn_move(&mut self, position: &Position, observer: &mut dyn Observer) -> Option<Move> {
        let mut hardest: Option<(u64, Move)> = None;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let before = self.nodes;
            self.solve(&next, observer);
            let work = self.nodes - before;
            if hardest.is_none_or(|(most, _)| work > most) {
                hardest = Some((work, mv));
            }
        }
        hardest.map(|(_, mv)| mv)
    }

    fn search<'a>(&'a mut self, color: Color, observer: &'a mut dyn Observer) -> Search<'a> {
        // Without draws both claims say the same, and share what is learnt.
        let claim = if self.setup.game() == Game::Havannah { color } else { Color::Black };
        Search {
            config: &self.config,
            keyring: &self.keyring,
            table: &mut self.table,
            carriers: &mut self.carriers,
            knowledge: &mut *self.knowledge,
            observer,
            claim,
            claim_key: if claim == Color::White { mix(1 << 40) } else { 0 },
            nodes: &mut self.nodes,
            root: Numbers::NEW,
            stopped: false,
        }
    }
}
