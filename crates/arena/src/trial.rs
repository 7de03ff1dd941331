//! A match in which the first player has other parameters in each pair of games, chosen by the
//! results of the pairs before.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use catena_core::Color;

use crate::contestant::Contestant;
use crate::entry::MatchEntry;
use crate::run::{ArenaError, End};
use crate::spec::{GameSlot, MatchSpec};
use crate::stop::Stop;
use crate::store::{GameRow, Store};
use crate::tally::Tally;
use crate::worker::{MatchPlayers, Table, row};

/// A pair of games with colors swapped, and the changes to the first player in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Parameters and values: `explore=0.2,expansion_threshold=4`.
    pub changes: String,
    /// Points of the first player as Black and as White, where the game is finished.
    pub points: [Option<f64>; 2],
}

impl Trial {
    /// Points of both games, if they are finished.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        Some(self.points[0]? + self.points[1]?)
    }
}

/// Chooses changes by their results.
pub trait TrialChooser {
    /// The changes of a trial. They are stored before its games are played.
    fn choose(&mut self, number: u64) -> String;

    /// Both games of a trial are finished and stored.
    fn finished(&mut self, number: u64, trial: &Trial, tally: &Tally);
}

/// Trials in a store, taken by this program.
#[derive(Debug)]
pub struct Trials {
    entry: MatchEntry,
    trials: BTreeMap<u64, Trial>,
}

/// A game that a thread plays.
struct Task {
    slot: GameSlot,
    player: Contestant,
}

impl Trials {
    /// Takes up the trials of the first of two players against the second. What is tried, and how it
    /// is chosen, is part of what they are known by; `name` is the first player's in tables.
    ///
    /// # Errors
    /// If the store does not let it, or if a player does not play the game or cannot be started.
    pub fn open(store: Store, spec: MatchSpec, name: String, what: &str) -> Result<Self, ArenaError> {
        let mut info = spec.info();
        info.players[0] = name;
        info.identities[0] = format!("{what}: {}", info.identities[0]);
        let (entry, _) = MatchEntry::open(store, spec, info)?;
        let mut trials: BTreeMap<u64, Trial> = (entry.store.trials(entry.id())?.into_iter())
            .map(|(number, changes)| (number, Trial { changes, points: [None; 2] }))
            .collect();
        for game in entry.store.games(entry.id())? {
            note(&mut trials, &game);
        }
        Ok(Self { entry, trials })
    }

    /// What is played, and the results so far.
    #[must_use]
    pub const fn entry(&self) -> &MatchEntry {
        &self.entry
    }

    /// The first player as the spec has it.
    #[must_use]
    pub fn player(&self) -> &Contestant {
        &self.entry.spec.contestants[0]
    }

    /// All trials by their numbers, with those under way.
    #[must_use]
    pub const fn all(&self) -> &BTreeMap<u64, Trial> {
        &self.trials
    }

    /// Plays until there are this many trials, first what is missing of earlier ones.
    ///
    /// # Errors
    /// If something cannot be stored or a change does not fit; what was stored before stays.
    pub fn play(
        &mut self,
        trials: u64,
        at_once: usize,
        stop: &Stop,
        chooser: &mut dyn TrialChooser,
    ) -> Result<End, ArenaError> {
        let (spec, key) = (self.entry.spec.clone(), self.entry.key());
        let (send_task, tasks) = mpsc::channel();
        let tasks = Mutex::new(tasks);
        thread::scope(|scope| {
            let (send_game, games) = mpsc::channel();
            for _ in 0..at_once.max(1) {
                let (send_game, tasks, spec) = (send_game.clone(), &tasks, &spec);
                scope.spawn(move || work(spec, key, tasks, &send_game, stop));
            }
            drop(send_game);
            // Whatever comes of it, the threads end when there are no more tasks.
            let send_task = send_task;
            self.direct(trials, at_once.max(1), stop, chooser, &send_task, &games)
        })?;
        Ok(if stop.is_asked() { End::Stopped } else { End::Complete })
    }

    /// Hands out games and takes in results.
    fn direct(
        &mut self,
        trials: u64,
        at_once: usize,
        stop: &Stop,
        chooser: &mut dyn TrialChooser,
        tasks: &Sender<Task>,
        games: &Receiver<Option<GameRow>>,
    ) -> Result<(), ArenaError> {
        let mut missing = self.missing(trials);
        let mut under_way = 0;
        loop {
            while under_way < at_once && !stop.is_asked() {
                let Some(number) = self.next_game(trials, &mut missing, chooser)? else { break };
                let player = self.entry.spec.contestants[0].changed(&self.trials[&(number / 2)].changes);
                let player = player.map_err(ArenaError::Contestant)?;
                let slot = GameSlot { number, first: 0, second: 1, opening: number / 2 };
                if tasks.send(Task { slot, player }).is_err() {
                    break;
                }
                under_way += 1;
            }
            if under_way == 0 {
                return Ok(());
            }
            let Ok(game) = games.recv() else { return Ok(()) };
            under_way -= 1;
            let Some(game) = game else { continue };
            self.entry.store.add(self.entry.id(), std::slice::from_ref(&game))?;
            self.entry.tally.add(&game);
            note(&mut self.trials, &game);
            let number = game.number / 2;
            if let Some(trial) = self.trials.get(&number).filter(|trial| trial.score().is_some()) {
                chooser.finished(number, trial, &self.entry.tally);
            }
        }
    }

    /// Games of known trials that are not finished.
    fn missing(&self, trials: u64) -> VecDeque<u64> {
        let games = |(number, trial): (&u64, &Trial)| {
            let (number, points) = (*number, trial.points);
            [0, 1].into_iter().filter(move |&i| points[i].is_none()).map(move |i| 2 * number + i as u64)
        };
        self.trials.range(..trials).flat_map(games).collect()
    }

    /// What to play next: what is missing, then a new trial, which is stored first.
    fn next_game(
        &mut self,
        trials: u64,
        missing: &mut VecDeque<u64>,
        chooser: &mut dyn TrialChooser,
    ) -> Result<Option<u64>, ArenaError> {
        if missing.is_empty() {
            let number = self.trials.last_key_value().map_or(0, |(last, _)| last + 1);
            if number >= trials {
                return Ok(None);
            }
            let changes = chooser.choose(number);
            self.entry.store.add_trial(self.entry.id(), number, &changes)?;
            self.trials.insert(number, Trial { changes, points: [None; 2] });
            missing.extend([2 * number, 2 * number + 1]);
        }
        Ok(missing.pop_front())
    }
}

/// Enters the result of a game in its trial.
fn note(trials: &mut BTreeMap<u64, Trial>, game: &GameRow) {
    let as_black = game.black == 0;
    let points = match game.winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from((winner == Color::Black) == as_black)),
    };
    if let Some(trial) = trials.get_mut(&(game.number / 2)) {
        trial.points[usize::from(!as_black)] = Some(points);
    }
}

/// Plays one game after another in its thread.
fn work(
    spec: &MatchSpec,
    key: u64,
    tasks: &Mutex<Receiver<Task>>,
    results: &Sender<Option<GameRow>>,
    stop: &Stop,
) {
    let mut players = MatchPlayers::new(spec);
    let mut spec = spec.clone();
    loop {
        let task = tasks.lock().map(|tasks| tasks.recv());
        let Ok(Ok(Task { slot, player })) = task else { return };
        spec.contestants[0] = player;
        players.leave(0);
        let game = Table { spec: &spec, key, stop }.game(slot, &mut players);
        if results.send(game.map(|game| row(slot, &game))).is_err() {
            return;
        }
    }
}
