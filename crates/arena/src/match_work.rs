//! The games of a match as work for a runner: what a job says, and who plays it.

use std::iter::{self, Peekable};
use std::sync::Arc;
use std::time::Duration;

use catena_core::{ByColor, Color};
use serde::{Deserialize, Serialize};

use crate::contestant::{Contestant, ContestantKind};
use crate::external;
use crate::fingerprint::fingerprint;
use crate::game::{self, FinishedGame, GameConditions};
use crate::limit::MoveLimit;
use crate::match_player::{self, Forfeit, MatchPlayer};
use crate::random::{self, RandomGames, SLICE};
use crate::runner::{Job, OpeningsText, Performer, RunDescription, Site, Work, setup_of};
use crate::spec::{GameSlot, MatchSpec, slot};
use crate::stop::Stop;
use crate::store::{Batch, GameRow};

/// The kind of work in descriptions.
pub(crate) const KIND: &str = "match";

/// A match and the number that the seeds of its games come from.
#[derive(Debug)]
pub(crate) struct MatchWork {
    pub spec: Arc<MatchSpec>,
    pub key: u64,
    /// The programs of others that may be run; nothing if all may.
    pub allowed: Option<Vec<String>>,
}

/// The same as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchBody {
    game: String,
    size: u16,
    swap: bool,
    players: Vec<String>,
    limit: MoveLimit,
    grace: Duration,
    openings: OpeningsText,
    seed: u64,
    key: u64,
}

/// Games to play in a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchTask {
    /// First numbers of games in a row, and how many there are.
    pub games: Vec<(u64, u64)>,
    /// Parameters changed for the first player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<String>,
}

impl MatchTask {
    pub fn new(slots: &[GameSlot], changes: Option<String>) -> Self {
        let mut games: Vec<(u64, u64)> = Vec::new();
        for slot in slots {
            match games.last_mut() {
                Some((first, count)) if *first + *count == slot.number => *count += 1,
                _ => games.push((slot.number, 1)),
            }
        }
        Self { games, changes }
    }

    /// As a job; its number is that of its first game.
    pub fn job(&self, spec: &MatchSpec) -> Job {
        let number = self.games.first().map_or(0, |&(first, _)| first);
        let body = serde_json::to_vec(self).expect("numbers and texts are JSON");
        let slot = slot(&spec.pairings(), number);
        let mut programs: Vec<String> = [slot.first, slot.second]
            .into_iter()
            .filter_map(|player| program(&spec.contestants[player]))
            .collect();
        programs.sort();
        programs.dedup();
        Job { number, body, programs }
    }

    /// The number of games; nothing if it is out of all bounds.
    fn count(&self) -> Option<u64> {
        self.games.iter().try_fold(0u64, |sum, &(_, count)| sum.checked_add(count))
    }

    fn slots(&self, spec: &MatchSpec) -> Result<Vec<GameSlot>, String> {
        let fits = self.count().is_some_and(|count| (1..=SLICE as u64).contains(&count))
            && self.games.iter().all(|(first, count)| first.checked_add(*count).is_some());
        if !fits {
            return Err("a job has no games or too many".to_owned());
        }
        let pairings = spec.pairings();
        let numbers = self.games.iter().flat_map(|&(first, count)| first..first + count);
        Ok(numbers.map(|number| slot(&pairings, number)).collect())
    }
}

/// The command line of a program of others.
fn program(contestant: &Contestant) -> Option<String> {
    match &contestant.kind {
        ContestantKind::Builtin(_) => None,
        ContestantKind::External(engine) => Some(engine.command_line()),
    }
}

/// Hands out what is still to be played.
pub(crate) struct Queue {
    missing: Peekable<Box<dyn Iterator<Item = GameSlot>>>,
    /// Which players draw every move.
    drawers: Vec<bool>,
    /// Number of games between two of those that are handed out together.
    slice: usize,
}

impl Queue {
    /// These games, in slices of this size if they are random ones.
    pub fn new(spec: &MatchSpec, missing: impl Iterator<Item = GameSlot> + 'static, slice: usize) -> Self {
        let missing: Box<dyn Iterator<Item = GameSlot>> = Box::new(missing);
        Self { missing: missing.peekable(), drawers: random::drawers(spec), slice }
    }

    pub fn next(&mut self) -> Option<MatchTask> {
        let drawers = &self.drawers;
        let drawn = |slot: &GameSlot| drawers[slot.first] && drawers[slot.second];
        let first = self.missing.next()?;
        if !drawn(&first) {
            return Some(MatchTask::new(&[first], None));
        }
        let more = iter::from_fn(|| self.missing.next_if(drawn));
        let slots: Vec<GameSlot> = iter::once(first).chain(more).take(self.slice).collect();
        Some(MatchTask::new(&slots, None))
    }
}

impl MatchWork {
    /// The match that another machine describes.
    ///
    /// # Errors
    /// If there is no such match, or if a player cannot be had here.
    pub fn open(description: &RunDescription, site: &Site) -> Result<Self, String> {
        let body: MatchBody = description.read()?;
        let setup = setup_of(&body.game, body.size, body.swap)?;
        let models = site.model_store();
        let contestant = |spec: &String| Contestant::open(spec, setup.game(), &models, site);
        let contestants = body.players.iter().map(contestant).collect::<Result<Vec<_>, _>>()?;
        if contestants.len() < 2 {
            return Err("a match has at least two players".to_owned());
        }
        let spec = MatchSpec {
            openings: body.openings.openings(&setup)?,
            limit: body.limit.with_time_factor(site.time_factor),
            grace: body.grace,
            seed: body.seed,
            build: String::new(),
            setup,
            contestants,
            models,
        };
        Ok(Self { spec: Arc::new(spec), key: body.key, allowed: Some(site.programs.clone()) })
    }

    fn check_allowed(&self, slot: GameSlot) -> Result<(), String> {
        let Some(allowed) = &self.allowed else { return Ok(()) };
        let needed = [slot.first, slot.second].into_iter();
        match needed
            .filter_map(|player| program(&self.spec.contestants[player]))
            .find(|p| !allowed.contains(p))
        {
            None => Ok(()),
            Some(program) => Err(format!("the program {program:?} is not allowed on this worker")),
        }
    }
}

impl Work for MatchWork {
    fn games(&self, job: &Job) -> u64 {
        let task = serde_json::from_slice::<MatchTask>(&job.body).ok();
        task.and_then(|task| task.count()).unwrap_or(0)
    }

    fn description(&self) -> RunDescription {
        let spec = &self.spec;
        let body = MatchBody {
            game: spec.setup.game().name().to_owned(),
            size: spec.setup.size(),
            swap: spec.setup.swap() == catena_core::SwapRule::On,
            players: spec.contestants.iter().map(Contestant::spec).collect(),
            limit: spec.limit,
            grace: spec.grace,
            openings: OpeningsText::new(&spec.openings, &spec.setup),
            seed: spec.seed,
            key: self.key,
        };
        let timed = spec.limit.is_timed();
        let description = RunDescription::new(KIND, &body).with_time(timed);
        spec.contestants.iter().fold(description, |description, contestant| match &contestant.kind {
            ContestantKind::Builtin(player) => description.with_models_of(player),
            ContestantKind::External(_) => description,
        })
    }

    fn performer(self: Arc<Self>) -> Box<dyn Performer> {
        Box::new(MatchPerformer {
            drawers: random::drawers(&self.spec),
            players: MatchPlayers::new(&self.spec),
            random: RandomGames::new(&self.spec, self.key),
            changed: (*self.spec).clone(),
            work: self,
        })
    }
}

/// Plays one game after another in its thread.
struct MatchPerformer {
    work: Arc<MatchWork>,
    drawers: Vec<bool>,
    players: MatchPlayers,
    random: RandomGames,
    /// The match with the first player as the last trial had it.
    changed: MatchSpec,
}

impl Performer for MatchPerformer {
    fn perform(&mut self, job: &Job, stop: &Stop) -> Result<Option<Vec<u8>>, String> {
        let task: MatchTask = serde_json::from_slice(&job.body)
            .map_err(|error| format!("a job of a match cannot be read: {error}"))?;
        let slots = task.slots(&self.work.spec)?;
        let drawn = |slot: &GameSlot| self.drawers[slot.first] && self.drawers[slot.second];
        if task.changes.is_none() && slots.iter().all(drawn) {
            return Ok(Some(Batch::Block(self.random.play(&slots)).to_bytes()));
        }
        let [slot] = slots[..] else { return Err("a job has several games to think about".to_owned()) };
        self.work.check_allowed(slot)?;
        let spec = match &task.changes {
            None => &*self.work.spec,
            Some(changes) => {
                let player = self.work.spec.contestants[0].changed(changes);
                self.changed.contestants[0] = player.map_err(|error| error.to_string())?;
                self.players.leave(0);
                &self.changed
            }
        };
        let game = Table { spec, key: self.work.key, stop }.game(slot, &mut self.players);
        Ok(game.map(|game| Batch::Game(row(slot, &game)).to_bytes()))
    }
}

/// The players of a match that a thread keeps from game to game.
struct MatchPlayers(Vec<Option<Box<dyn MatchPlayer>>>);

impl MatchPlayers {
    pub fn new(spec: &MatchSpec) -> Self {
        Self(spec.contestants.iter().map(|_| None).collect())
    }

    /// Ends a player: another one takes its place.
    pub fn leave(&mut self, player: usize) {
        self.0[player] = None;
    }
}

/// Where single games of a match are played.
struct Table<'a> {
    pub spec: &'a MatchSpec,
    pub key: u64,
    pub stop: &'a Stop,
}

impl Table<'_> {
    /// Plays a game; nothing comes back from one that was stopped.
    pub fn game(&self, slot: GameSlot, players: &mut MatchPlayers) -> Option<FinishedGame> {
        let MatchPlayers(players) = players;
        let start = self.spec.start(slot);
        // Programs that do not play now give back their memory.
        for (number, player) in players.iter_mut().enumerate() {
            if number != slot.first && number != slot.second {
                *player = None;
            }
        }
        let mut taken = ByColor::new(|color| {
            let player = slot.player(color);
            players[player].take().unwrap_or_else(|| make_player(&self.spec.contestants[player]))
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
        let conditions = GameConditions { limits, grace: self.spec.grace, stop: self.stop };
        let game = game::play(&mut taken, &start, conditions, seeds, &mut |_, _| {});
        players[slot.player(Color::Black)] = Some(taken.black);
        players[slot.player(Color::White)] = Some(taken.white);
        game
    }
}

fn make_player(contestant: &Contestant) -> Box<dyn MatchPlayer> {
    match &contestant.kind {
        ContestantKind::Builtin(player) => match_player::builtin(player),
        ContestantKind::External(external) => Box::new(external::ExternalPlayer::new(external.clone())),
    }
}

/// Row of a game in the store.
fn row(slot: GameSlot, game: &FinishedGame) -> GameRow {
    GameRow {
        number: slot.number,
        black: slot.player(Color::Black),
        white: slot.player(Color::White),
        winner: game.winner,
        how: game.how(),
        forfeit: game.forfeit.as_ref().map(Forfeit::to_string),
        plies: game.position.plies().len() as u32,
        opening: game.opening as u32,
        moves: game.moves(),
        black_seconds: game.used.black.wall.as_secs_f64(),
        white_seconds: game.used.white.wall.as_secs_f64(),
        black_cpu: game.used.black.cpu.map(|time| time.as_secs_f64()),
        white_cpu: game.used.white.cpu.map(|time| time.as_secs_f64()),
    }
}
