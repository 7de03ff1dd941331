//! Playing a match: several games at once, each finished one into the store before it is counted.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use catena_core::{ByColor, Color};

use crate::contestant::{Contestant, ContestantError, ContestantKind};
use crate::fingerprint::fingerprint;
use crate::game::{self, FinishedGame, Terms};
use crate::process;
use crate::seat::{self, Fault, Seat};
use crate::spec::{MatchInfo, MatchSpec, Slot};
use crate::stats::{Sprt, Verdict};
use crate::stop::Stop;
use crate::store::{GameRow, MatchLock, Store, StoreError};
use crate::tally::Tally;

/// When a match ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Games of each pairing.
    pub games: u64,
    /// A test that may end it before.
    pub sprt: Option<Sprt>,
}

/// Why playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(Verdict),
    /// It was asked to stop.
    Stopped,
}

/// Who wants to know how a match goes on.
pub trait MatchObserver {
    /// A game was finished, stored and counted.
    fn game(&mut self, _game: &GameRow, _tally: &Tally) {}
}

impl MatchObserver for () {}

/// A match in a store, taken by this program.
#[derive(Debug)]
pub struct Match {
    spec: MatchSpec,
    info: MatchInfo,
    id: i64,
    store: Store,
    tally: Tally,
    finished: BTreeSet<u64>,
    _lock: MatchLock,
}

impl Match {
    /// Takes up the match that the spec describes, with the games that it has already.
    ///
    /// # Errors
    /// If the store does not let it, or if a player does not play the game or cannot be started.
    pub fn open(store: Store, spec: MatchSpec) -> Result<Self, ArenaError> {
        let info = spec.info().map_err(ArenaError::Contestant)?;
        for contestant in &spec.contestants {
            if let ContestantKind::External(external) = &contestant.kind {
                process::try_out(external, &spec.setup)
                    .map_err(|fault| ArenaError::Start(contestant.name().to_owned(), fault))?;
            }
        }
        let id = store.find_or_add(&info)?;
        let lock = store.lock(id)?;
        let games = store.games(id)?;
        let tally = Tally::of(spec.contestants.len(), &games);
        let finished = games.iter().map(|game| game.number).collect();
        Ok(Self { spec, info, id, store, tally, finished, _lock: lock })
    }

    /// Its number in the store.
    #[must_use]
    pub const fn id(&self) -> i64 {
        self.id
    }

    /// What is played.
    #[must_use]
    pub const fn info(&self) -> &MatchInfo {
        &self.info
    }

    /// What was asked for.
    #[must_use]
    pub const fn spec(&self) -> &MatchSpec {
        &self.spec
    }

    /// The results so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The file with the games.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Plays what is missing, so many games at once.
    ///
    /// # Errors
    /// If a game cannot be stored; what was stored before stays.
    pub fn play(
        &mut self,
        goal: Goal,
        at_once: usize,
        stop: &Stop,
        observer: &mut dyn MatchObserver,
    ) -> Result<End, ArenaError> {
        if let Some(verdict) = self.verdict(goal) {
            return Ok(End::Decided(verdict));
        }
        let finished = self.finished.clone();
        let missing = self.spec.slots(goal.games).filter(move |slot| !finished.contains(&slot.number));
        let queue: Mutex<Missing> = Mutex::new(Box::new(missing));
        // Ends the workers without telling the caller's own stop apart from ours.
        let enough = Stop::new();
        let spec = self.spec.clone();
        let key = fingerprint(self.info.key().as_bytes());
        let collected = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..at_once.max(1) {
                let worker = Worker { spec: &spec, key, queue: &queue, stop, enough: &enough };
                let sender = sender.clone();
                scope.spawn(move || worker.run(&sender));
            }
            drop(sender);
            let collected = self.collect(goal, &receiver, &enough, observer);
            enough.finish_games();
            collected
        });
        collected?;
        Ok(match self.verdict(goal) {
            Some(verdict) => End::Decided(verdict),
            None if stop.is_asked() => End::Stopped,
            None => End::Complete,
        })
    }

    /// Stores what comes in, all that is there in one transaction, then counts it.
    fn collect(
        &mut self,
        goal: Goal,
        receiver: &Receiver<GameRow>,
        enough: &Stop,
        observer: &mut dyn MatchObserver,
    ) -> Result<(), StoreError> {
        while let Ok(first) = receiver.recv() {
            let games: Vec<GameRow> = [first].into_iter().chain(receiver.try_iter()).collect();
            self.store.add(self.id, &games)?;
            for game in &games {
                self.tally.add(game);
                self.finished.insert(game.number);
                observer.game(game, &self.tally);
            }
            if self.verdict(goal).is_some() {
                enough.finish_games();
            }
        }
        Ok(())
    }

    fn verdict(&self, goal: Goal) -> Option<Verdict> {
        let state = goal.sprt?.state(&self.tally.results(0, 1));
        (state.verdict != Verdict::Open).then_some(state.verdict)
    }
}

/// Games that are still to be played.
type Missing = Box<dyn Iterator<Item = Slot> + Send>;

/// Plays one game after another in its thread.
struct Worker<'a> {
    spec: &'a MatchSpec,
    key: u64,
    queue: &'a Mutex<Missing>,
    stop: &'a Stop,
    enough: &'a Stop,
}

impl Worker<'_> {
    fn run(&self, sender: &Sender<GameRow>) {
        let mut seats: Vec<Option<Box<dyn Seat>>> = self.spec.contestants.iter().map(|_| None).collect();
        while !self.stop.is_asked() && !self.enough.is_asked() {
            let next = self.queue.lock().map_or(None, |mut queue| queue.next());
            let Some(slot) = next else { return };
            let Some(game) = self.game(slot, &mut seats) else { return };
            // Nobody listens any more if storing has failed.
            if sender.send(row(slot, &game)).is_err() {
                return;
            }
        }
    }

    fn game(&self, slot: Slot, seats: &mut [Option<Box<dyn Seat>>]) -> Option<FinishedGame> {
        let start = self.spec.start(slot);
        // Programs that do not play now give back their memory.
        for (player, seat) in seats.iter_mut().enumerate() {
            if player != slot.first && player != slot.second {
                *seat = None;
            }
        }
        let mut taken = ByColor::new(|color| {
            let player = slot.player(color);
            seats[player].take().unwrap_or_else(|| make_seat(&self.spec.contestants[player], self.spec))
        });
        let seeds = ByColor::new(|color| {
            let mut bytes = [0; 17];
            bytes[..8].copy_from_slice(&self.key.to_le_bytes());
            bytes[8..16].copy_from_slice(&slot.number.to_le_bytes());
            bytes[16] = color as u8;
            fingerprint(&bytes)
        });
        let share = |color| self.spec.contestants[slot.player(color)].share;
        let limits = ByColor::new(|color| self.spec.limit.times(share(color)));
        let terms = Terms { limits, grace: self.spec.grace, stop: self.stop };
        let game = game::play(&mut taken, &start, terms, seeds, &mut |_, _| {});
        seats[slot.player(Color::Black)] = Some(taken.black);
        seats[slot.player(Color::White)] = Some(taken.white);
        game
    }
}

fn make_seat(contestant: &Contestant, spec: &MatchSpec) -> Box<dyn Seat> {
    match &contestant.kind {
        ContestantKind::Own(player) => seat::own(player, &spec.setup),
        ContestantKind::External(external) => Box::new(process::ExternalSeat::new(external.clone())),
    }
}

fn row(slot: Slot, game: &FinishedGame) -> GameRow {
    GameRow {
        number: slot.number,
        black: slot.player(Color::Black),
        white: slot.player(Color::White),
        winner: game.winner,
        how: game.how(),
        fault: game.fault.as_ref().map(Fault::to_string),
        plies: game.position.plies().len() as u32,
        opening: game.opening as u32,
        moves: game.moves(),
        black_seconds: game.used.black.as_secs_f64(),
        white_seconds: game.used.white.as_secs_f64(),
    }
}

/// Why a match cannot go on.
#[derive(Debug)]
pub enum ArenaError {
    /// The store.
    Store(StoreError),
    /// A player who does not play this game.
    Contestant(ContestantError),
    /// A program that does not start.
    Start(String, Fault),
}

impl From<StoreError> for ArenaError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Contestant(error) => error.fmt(f),
            Self::Start(name, fault) => write!(f, "{name} does not start: {fault}"),
        }
    }
}

impl std::error::Error for ArenaError {}
