//! The threads that play the games of a match.

use std::iter::{self, Peekable};
use std::sync::Mutex;
use std::sync::mpsc::SyncSender;

use catena_core::{ByColor, Color};

use crate::contestant::{Contestant, ContestantKind};
use crate::external;
use crate::fingerprint::fingerprint;
use crate::game::{self, FinishedGame, GameConditions};
use crate::match_player::{self, Forfeit, MatchPlayer};
use crate::random::{self, RandomGames};
use crate::spec::{GameSlot, MatchSpec};
use crate::stop::Stop;
use crate::store::{Batch, GameRow};

/// Games that are still to be played.
type Missing = Peekable<Box<dyn Iterator<Item = GameSlot> + Send>>;

/// Hands out what is still to be played.
pub(crate) struct Queue {
    missing: Mutex<Missing>,
    /// Which players draw every move.
    drawers: Vec<bool>,
    /// How many games between two of those are handed out together.
    slice: usize,
}

impl Queue {
    /// These games, in slices of this size if they are random ones.
    pub fn new(
        spec: &MatchSpec,
        missing: impl Iterator<Item = GameSlot> + Send + 'static,
        slice: usize,
    ) -> Self {
        let missing: Box<dyn Iterator<Item = GameSlot> + Send> = Box::new(missing);
        Self { missing: Mutex::new(missing.peekable()), drawers: random::drawers(spec), slice }
    }

    fn next(&self) -> Option<Task> {
        let mut missing = self.missing.lock().ok()?;
        let drawn = |slot: &GameSlot| self.drawers[slot.first] && self.drawers[slot.second];
        let first = missing.next()?;
        if !drawn(&first) {
            return Some(Task::Game(first));
        }
        let more = iter::from_fn(|| missing.next_if(drawn));
        Some(Task::Slice(iter::once(first).chain(more).take(self.slice).collect()))
    }
}

/// What a worker does next.
enum Task {
    /// A single game.
    Game(GameSlot),
    /// Games in which both players draw every move.
    Slice(Vec<GameSlot>),
}

/// Plays one game after another in its thread.
pub(crate) struct Worker<'a> {
    pub spec: &'a MatchSpec,
    pub key: u64,
    pub queue: &'a Queue,
    pub stop: &'a Stop,
    pub enough: &'a Stop,
}

impl Worker<'_> {
    /// Until there is nothing to do, nobody listens or it is asked to stop.
    pub fn run(&self, sender: &SyncSender<Batch>) {
        let mut players = MatchPlayers::new(self.spec);
        let table = Table { spec: self.spec, key: self.key, stop: self.stop };
        let mut random = RandomGames::new(self.spec, self.key);
        while !self.stop.is_asked() && !self.enough.is_asked() {
            let batch = match self.queue.next() {
                None => return,
                Some(Task::Slice(slots)) => Batch::Block(random.play(&slots)),
                Some(Task::Game(slot)) => match table.game(slot, &mut players) {
                    None => return,
                    Some(game) => Batch::Game(row(slot, &game)),
                },
            };
            if sender.send(batch).is_err() {
                return;
            }
        }
    }
}

/// The players of a match that a thread keeps from game to game.
pub(crate) struct MatchPlayers(Vec<Option<Box<dyn MatchPlayer>>>);

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
pub(crate) struct Table<'a> {
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

/// What the store keeps of a game.
pub(crate) fn row(slot: GameSlot, game: &FinishedGame) -> GameRow {
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
        black_seconds: game.used.black.as_secs_f64(),
        white_seconds: game.used.white.as_secs_f64(),
    }
}
