//! The solver: who wins a position under best play, and how.

mod config;
mod dfpn;
mod key;
mod observer;
mod refutation;
mod selection;
mod shared;
mod store;
mod strategy;
mod table;

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
use std::thread;

use catena_core::{Color, Move, Position, Setup};

use crate::connection::ConnectionLimits;
use crate::prober::{Prober, ThreatProber, prober};
use crate::set::Carrier;
pub use config::SolverConfig;
use dfpn::DfpnThread;
use key::{Zobrist, mix};
pub use observer::{SolverObserver, SolverProgress};
use shared::SharedTables;
pub use store::ProofStoreError;
use table::Numbers;

/// Result of a position, as far as it is known.
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

/// Results of the deep probes, of positions below which many had been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeepProbes {
    /// Positions that were probed.
    pub tried: u64,
    /// Those that found the winner.
    pub decided: u64,
    /// Those that refuted some moves.
    pub narrowed: u64,
}

/// Results of positions that took long, by canonical key: these are not left to the table, which may lose
/// them.
pub(crate) type Answers = HashMap<u64, Verdict>;

/// Positions that an answer must have taken to be remembered for itself.
const LONG_ANSWER: u64 = 1000;

/// Solves positions of one setup. What it learns stays in its table: a stopped proof resumes when it
/// is asked for again.
///
/// # Examples
/// On Hex 3 the center wins, whatever White answers:
/// ```
/// use catena_core::{Color, Game, Position, Setup, SwapRule};
/// use catena_proof::{Solver, SolverConfig, Verdict};
///
/// let setup = Setup::new(Game::Hex, 3, SwapRule::Off)?;
/// let mut position = Position::new(setup.clone());
/// position.play(setup.topology().parse_move("b2")?)?;
///
/// let mut solver = Solver::new(&setup, SolverConfig::default());
/// assert_eq!(solver.solve(&position, &mut ()), Verdict::Won(Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    setup: Setup,
    config: SolverConfig,
    zobrist: Zobrist,
    shared: SharedTables,
    /// One for each thread.
    probers: Vec<Box<dyn Prober>>,
    answers: Answers,
}

impl Solver {
    /// A solver with all that is known of the game.
    #[must_use]
    pub fn new(setup: &Setup, config: SolverConfig) -> Self {
        Self::with_prober(setup, config, &|| prober(setup, ConnectionLimits::SOLVER))
    }

    /// A solver that knows threats only: slow, and the reference for the others.
    #[must_use]
    pub fn baseline(setup: &Setup, config: SolverConfig) -> Self {
        Self::with_prober(setup, config, &|| Box::new(ThreatProber))
    }

    /// A solver with another prober, made for each thread.
    #[must_use]
    pub fn with_prober(setup: &Setup, config: SolverConfig, new: &dyn Fn() -> Box<dyn Prober>) -> Self {
        let threads = config.threads.max(1);
        let config = SolverConfig { threads, ..config };
        let mut probers: Vec<_> = (0..threads).map(|_| new()).collect();
        // Half for the table, a quarter for the carriers, a quarter for cached probes.
        let quarter = config.table_bytes / 4;
        probers.iter_mut().for_each(|prober| prober.set_cache_bytes(quarter / threads));
        Self {
            zobrist: Zobrist::new(setup.topology()),
            setup: setup.clone(),
            shared: SharedTables::new(2 * quarter, quarter),
            config,
            probers,
            answers: Answers::default(),
        }
    }

    /// Positions visited since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// The deep probes since the solver was made.
    #[must_use]
    pub fn deep_probes(&self) -> DeepProbes {
        let [tried, decided, narrowed] =
            self.shared.deep_probes.each_ref().map(|count| count.load(Ordering::Relaxed));
        DeepProbes { tried, decided, narrowed }
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.shared.clear();
        self.probers.iter_mut().for_each(|prober| prober.forget());
        self.answers = Answers::default();
    }

    /// Writes all that was learned, so that another solver of the setup can resume.
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
    pub fn load(&mut self, reader: &mut dyn Read) -> Result<(), ProofStoreError> {
        let loaded = store::load(&self.setup, &self.shared, &mut self.answers, reader);
        if loaded.is_err() {
            self.clear();
        }
        loaded
    }

    /// Finds the winner under best play.
    pub fn solve(&mut self, position: &Position, observer: &mut dyn SolverObserver) -> Verdict {
        debug_assert_eq!(position.setup().game(), self.setup.game());
        if let Some(outcome) = position.outcome() {
            return Verdict::of(outcome.winner);
        }
        let key = self.zobrist.keys(position).canonical();
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

    fn search_verdict(&mut self, position: &Position, observer: &mut dyn SolverObserver) -> Verdict {
        let mover = position.to_move();
        match self.prove(position, mover, observer) {
            Some(true) => return Verdict::Won(mover),
            Some(false) if !self.setup.game().facts().has_draws() => return Verdict::Won(!mover),
            Some(false) => {}
            None => return Verdict::Unknown,
        }
        match self.prove(position, !mover, observer) {
            Some(true) => Verdict::Won(!mover),
            Some(false) => Verdict::Drawn,
            None => Verdict::Unknown,
        }
    }

    /// Finds the winner after each legal move.
    pub fn each_move(
        &mut self,
        position: &Position,
        observer: &mut dyn SolverObserver,
    ) -> Vec<(Move, Verdict)> {
        let moves: Vec<Move> = position.legal_moves().collect();
        let after = |mv: Move| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, self.solve(&next, observer))
        };
        moves.into_iter().map(after).collect()
    }

    /// Returns true if the color wins under best play; `None` if the observer stopped the proof.
    pub fn prove(
        &mut self,
        position: &Position,
        color: Color,
        observer: &mut dyn SolverObserver,
    ) -> Option<bool> {
        // Without draws both claims say the same, and share what is learned.
        let claim = if self.setup.game().facts().has_draws() { color } else { Color::Black };
        let (config, zobrist, shared) = (&self.config, &self.zobrist, &self.shared);
        shared.stop.store(false, Ordering::Relaxed);
        let run = |prober: &mut dyn Prober, observer: &mut dyn SolverObserver| {
            let claim_key = claim_key(claim);
            let root = Numbers::NEW;
            let mut search = DfpnThread {
                config,
                zobrist,
                shared,
                prober,
                observer,
                claim,
                claim_key,
                nodes: 0,
                root,
                stopped: false,
            };
            let numbers = search.run(position);
            // Settled or stopped: either way the others are not needed any more.
            shared.stop.store(true, Ordering::Relaxed);
            numbers
        };
        let (own, helpers) = self.probers.split_first_mut().expect("a solver has a thread");
        let found = thread::scope(|scope| {
            let helpers: Vec<_> =
                helpers.iter_mut().map(|prober| scope.spawn(|| run(&mut **prober, &mut ()))).collect();
            let mut found = vec![run(&mut **own, observer)];
            found.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            found
        });
        let numbers = found.into_iter().find(|numbers| numbers.settled())?;
        Some((numbers.proof == 0) == (position.to_move() == color))
    }

    /// The carrier of the winner of a solved position, where it is known: the color wins even if all
    /// empty cells outside it were the loser's.
    #[must_use]
    pub fn carrier(&self, position: &Position) -> Option<Carrier> {
        self.shared.carrier(self.zobrist.keys(position).exact())
    }
}

fn claim_key(claim: Color) -> u64 {
    if claim == Color::White { mix(1 << 40) } else { 0 }
}
