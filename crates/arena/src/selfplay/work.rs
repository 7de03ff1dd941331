//! Self-play as work for a runner: a job is a game, known by its number.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use catena_core::{ByColor, Position, Setup};
use serde::{Deserialize, Serialize};

use super::format::{decode, encode};
use super::{FileError, Selfplay, SelfplayFile, SelfplayGame, assembled, noted};
use crate::fingerprint::fingerprint;
use crate::game::{self, GameConditions};
use crate::limit::MoveLimit;
use crate::match_player::{self, Choice};
use crate::runner::{
    Collector, Job, JobResult, Need, OpeningsText, Performer, RunDescription, Site, Work, setup_of,
};
use crate::stop::Stop;

/// The kind of work in descriptions.
pub(crate) const KIND: &str = "self-play";

/// The plan as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SelfplayBody {
    game: String,
    size: u16,
    swap: bool,
    player: String,
    limit: MoveLimit,
    openings: OpeningsText,
    seed: u64,
}

impl Selfplay {
    /// The games that another machine describes.
    ///
    /// # Errors
    /// If there are no such games, or if the player cannot be had here.
    pub(crate) fn open(description: &RunDescription, site: &Site) -> Result<Self, String> {
        let body: SelfplayBody = description.read()?;
        let setup = setup_of(&body.game, body.size, body.swap)?;
        let player = site.player(&body.player, setup.game(), &site.model_store())?;
        Ok(Self {
            openings: body.openings.openings(&setup)?,
            limit: body.limit.with_time_factor(site.time_factor),
            seed: body.seed,
            build: String::new(),
            setup,
            player,
        })
    }

    fn game(&self, number: u64, stop: &Stop) -> Option<SelfplayGame> {
        let start = self.openings.position(&self.setup, self.player.store(), self.seed, number);
        let mut players = ByColor::new(|_| match_player::builtin(&self.player));
        let seeds = ByColor::new(|color| fingerprint(format!("{} {number} {color}", self.seed).as_bytes()));
        // Nobody loses on time here: the game is what counts.
        let conditions =
            GameConditions { limits: ByColor::new(|_| self.limit), grace: Duration::MAX / 4, stop };
        let mut searched = Vec::new();
        let mut on_move = |position: &Position, choice: &Choice| searched.push(noted(position, choice));
        let game = game::play(&mut players, &start, conditions, seeds, &mut on_move)?;
        Some(assembled(number, &game, searched))
    }
}

impl Work for Selfplay {
    fn description(&self) -> RunDescription {
        let body = SelfplayBody {
            game: self.setup.game().name().to_owned(),
            size: self.setup.size(),
            swap: self.setup.swap() == catena_core::SwapRule::On,
            player: self.player.spec().to_string(),
            limit: self.limit,
            openings: OpeningsText::new(&self.openings, &self.setup),
            seed: self.seed,
        };
        let timed = self.limit.is_timed();
        RunDescription::new(KIND, &body).with_time(timed).with_models_of(&self.player)
    }

    fn performer(self: Arc<Self>) -> Box<dyn Performer> {
        Box::new(SelfplayPerformer(self))
    }
}

struct SelfplayPerformer(Arc<Selfplay>);

impl Performer for SelfplayPerformer {
    fn perform(&mut self, job: &Job, stop: &Stop) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.game(job.number, stop).map(|game| encode(&game)))
    }
}

/// Hands out the games that a file does not have, and adds them to it.
pub(super) struct SelfplayCollector<'a> {
    pub file: &'a mut SelfplayFile,
    pub setup: &'a Setup,
    pub missing: Box<dyn Iterator<Item = u64>>,
    pub on_game: &'a mut dyn FnMut(&SelfplayGame),
    pub added: BTreeSet<u64>,
    pub faults: Vec<(u64, String)>,
    pub failed: Option<FileError>,
}

impl Collector for SelfplayCollector<'_> {
    fn next(&mut self) -> Option<Job> {
        Some(Job { number: self.missing.next()?, body: Vec::new(), programs: Vec::new() })
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        for JobResult { number, outcome } in results {
            // The same result may come twice from other machines.
            if self.added.contains(&number) {
                continue;
            }
            let game = outcome.and_then(|bytes| {
                let game = decode(&bytes, self.setup).filter(|game| game.number == number);
                game.ok_or_else(|| "the result is no game of this board".to_owned())
            });
            match game {
                Err(reason) => self.faults.push((number, reason)),
                Ok(game) => {
                    if let Err(error) = self.file.add(&game) {
                        self.failed = Some(error);
                        return Need::Enough;
                    }
                    self.added.insert(number);
                    (self.on_game)(&game);
                }
            }
        }
        Need::More
    }
}
