//! The solver: who wins a position under best play, and how.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::thread;

use catena_core::{Color, Game, Move, Position, Setup};

use crate::connection::Limits;
use crate::key::{Keyring, mix};
use crate::knowledge::{Knowledge, Look, Plain};
use crate::search::{Search, key_after};
use crate::set::Carrier;
use crate::shared::Shared;
use crate::sides::knowledge;
use crate::store::{self, StoreError};
use crate::table::Numbers;

/// How a solver works.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverConfig {
    /// Bytes of all that is remembered: the transposition table, the carriers of settled positions
    /// and the looks at positions.
    pub table_bytes: usize,
    /// Threads that search at the same time.
    pub threads: usize,
    /// How far the best move may get worse than the second before the search turns to that:
    /// 0.25 is a quarter.
    pub epsilon: f64,
    /// Where moves are ordered (Hex and Y), the search looks at this many of the best …
    pub window_base: usize,
    /// … and this part of all that are not refuted yet, before it widens its view.
    pub window_part: f64,
    /// Positions that are searched below one before frames are asked about it (Havannah); 1 asks of each,
    /// `None` of none.
    pub frames_after: Option<u64>,
    /// Positions between two reports to the observer.
    pub report_every: u64,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            table_bytes: 256 << 20,
            threads: 1,
            epsilon: 0.25,
            window_base: 1,
            window_part: 0.25,
            frames_after: Some(1000),
            report_every: 64,
        }
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
    /// Positions that must be settled at least, for the player to move to reach his aim (in Hex and Y
    /// quarters of them) …
    pub proof: u32,
    /// … and for showing that he does not.
    pub disproof: u32,
}

/// What came of the looks at positions below which many had been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloserLooks {
    /// Positions at which one was due.
    pub asked: u64,
    /// Those that found the winner.
    pub decided: u64,
    /// Those that refuted some moves.
    pub narrowed: u64,
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

/// What was found out about positions that took long, by canonical key: these are not left to the
/// table, which may lose them.
pub(crate) type Answers = HashMap<u64, Verdict>;

/// Positions that an answer must have taken to be remembered for itself.
const LONG_ANSWER: u64 = 1000;

/// Solves positions of one setup. What it learns stays in its table: a stopped proof goes on when
/// it is asked for again.
pub struct Solver {
    setup: Setup,
    config: SolverConfig,
    keyring: Keyring,
    shared: Shared,
    /// One for each thread.
    knowledge: Vec<Box<dyn Knowledge>>,
    answers: Answers,
}

impl Solver {
    /// A solver with all that is known of the game.
    #[must_use]
    pub fn new(setup: &Setup, config: SolverConfig) -> Self {
        Self::with_knowledge(setup, config, &|| knowledge(setup, Limits::SOLVER))
    }

    /// A solver that knows only what holds in every game.
    #[must_use]
    pub fn plain(setup: &Setup, config: SolverConfig) -> Self {
        Self::with_knowledge(setup, config, &|| Box::new(Plain))
    }

    /// A solver with knowledge of its own, made for each thread.
    #[must_use]
    pub fn with_knowledge(setup: &Setup, config: SolverConfig, new: &dyn Fn() -> Box<dyn Knowledge>) -> Self {
        let threads = config.threads.max(1);
        let config = SolverConfig { threads, ..config };
        let mut knowledge: Vec<_> = (0..threads).map(|_| new()).collect();
        // Half for the table, a quarter for the carriers, a quarter for looks.
        let quarter = config.table_bytes / 4;
        knowledge.iter_mut().for_each(|knowledge| knowledge.remember(quarter / threads));
        Self {
            keyring: Keyring::new(setup.topology()),
            setup: setup.clone(),
            shared: Shared::new(2 * quarter, quarter),
            config,
            knowledge,
            answers: Answers::default(),
        }
    }

    /// Positions looked at since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// How often frames were asked since the solver was made, and what came of it.
    #[must_use]
    pub fn closer_looks(&self) -> CloserLooks {
        let [asked, decided, narrowed] =
            self.shared.looks.each_ref().map(|count| count.load(Ordering::Relaxed));
        CloserLooks { asked, decided, narrowed }
    }

    /// Forgets everything learnt.
    pub fn clear(&mut self) {
        self.shared.clear();
        self.knowledge.iter_mut().for_each(|knowledge| knowledge.forget());
        self.answers = Answers::default();
    }

    /// Writes all that was learnt, so that another solver of the setup can go on.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn save(&self, writer: &mut dyn Write) -> io::Result<()> {
        store::save(&self.setup, &self.shared, &self.answers, writer)
    }

    /// Reads what a solver of the same setup has saved. Nothing is known after an error.
    ///
    /// # Errors
    /// If it is no such file, of another version or setup, or damaged.
    pub fn load(&mut self, reader: &mut dyn Read) -> Result<(), StoreError> {
        let loaded = store::load(&self.setup, &self.shared, &mut self.answers, reader);
        if loaded.is_err() {
            self.clear();
        }
        loaded
    }

    /// Who wins under best play.
    pub fn solve(&mut self, position: &Position, observer: &mut dyn Observer) -> Verdict {
        debug_assert_eq!(position.setup().game(), self.setup.game());
        if let Some(outcome) = position.outcome() {
            return Verdict::of(outcome.winner);
        }
        let key = self.keyring.keys(position).canonical();
        if let Some(&verdict) = self.answers.get(&key) {
            return verdict;
        }
        let before = self.nodes();
        let verdict = self.search_verdict(position, observer);
        if verdict != Verdict::Unknown && self.nodes() - before >= LONG_ANSWER {
            self.answers.insert(key, verdict);
        }
        verdict
    }

    fn search_verdict(&mut self, position: &Position, observer: &mut dyn Observer) -> Verdict {
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
        // Without draws both claims say the same, and share what is learnt.
        let claim = if self.setup.game() == Game::Havannah { color } else { Color::Black };
        let (config, keyring, shared) = (&self.config, &self.keyring, &self.shared);
        shared.stop.store(false, Ordering::Relaxed);
        let run = |knowledge: &mut dyn Knowledge, observer: &mut dyn Observer| {
            let claim_key = claim_key(claim);
            let root = Numbers::NEW;
            let mut search = Search {
                config,
                keyring,
                shared,
                knowledge,
                observer,
                claim,
                claim_key,
                nodes: 0,
                root,
                stopped: false,
            };
            let numbers = search.run(position);
            // Settled or told to stop: either way the others are not needed any more.
            shared.stop.store(true, Ordering::Relaxed);
            numbers
        };
        let (own, helpers) = self.knowledge.split_first_mut().expect("a solver has a thread");
        let found = thread::scope(|scope| {
            let helpers: Vec<_> =
                helpers.iter_mut().map(|knowledge| scope.spawn(|| run(&mut **knowledge, &mut ()))).collect();
            let mut found = vec![run(&mut **own, observer)];
            found.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            found
        });
        let numbers = found.into_iter().find(|numbers| numbers.settled())?;
        Some((numbers.proof == 0) == (position.to_move() == color))
    }

    /// The carrier of the winner of a solved position, where it is known: he wins even if all empty
    /// cells outside it were the loser's.
    #[must_use]
    pub fn carrier(&self, position: &Position) -> Option<Carrier> {
        self.shared.carrier(self.keyring.keys(position).exact())
    }

    /// A move that keeps the verdict of a position for its player to move: one step of the proof
    /// as a strategy. `None` if the game is over or the observer stopped the search.
    pub fn reply(&mut self, position: &Position, observer: &mut dyn Observer) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        if let Some(mv) = self.framed_move(position) {
            return Some(mv);
        }
        let mover = position.to_move();
        let (claim, aim) = match self.solve(position, observer) {
            Verdict::Unknown => return None,
            Verdict::Won(winner) if winner == mover => (mover, true),
            // A draw is kept by denying the opponent his win.
            Verdict::Drawn => (!mover, false),
            Verdict::Won(_) => return self.stubborn_move(position, observer),
        };
        let moves = match self.knowledge[0].look(position) {
            Look::Decided { by: Some(mv), .. } => return Some(mv),
            Look::Decided { .. } => position.legal_moves().collect(),
            Look::Open { moves, .. } => moves,
        };
        let keys = self.keyring.keys(position);
        let claimed = if self.setup.game() == Game::Havannah { claim } else { Color::Black };
        let known = moves.iter().copied().find(|&mv| {
            let key = claim_key(claimed) ^ key_after(&self.keyring, position, &keys, mv);
            self.shared.get(key).is_some_and(|numbers| numbers.disproof == 0)
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

    /// A move that wins by a closer look: no search may have seen what comes after it.
    fn framed_move(&mut self, position: &Position) -> Option<Move> {
        self.config.frames_after?;
        let mover = position.to_move();
        let knowledge = &mut self.knowledge[0];
        let mut winner = |at: &Position| match knowledge.look_closer(at) {
            Some(Look::Decided { winner, by, .. }) if winner == Some(mover) => Some(by),
            _ => None,
        };
        let by = winner(position)?;
        by.or_else(|| {
            position.legal_moves().find(|&mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                // A move that wins at once is found by the plain look.
                next.outcome().is_none() && winner(&next).is_some()
            })
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
            let before = self.nodes();
            self.solve(&next, observer);
            let work = self.nodes() - before;
            if hardest.is_none_or(|(most, _)| work > most) {
                hardest = Some((work, mv));
            }
        }
        hardest.map(|(_, mv)| mv)
    }
}

fn claim_key(claim: Color) -> u64 {
    if claim == Color::White { mix(1 << 40) } else { 0 }
}
