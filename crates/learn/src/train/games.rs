//! The self-play of a generation: its files of games, and what they do not have yet.

use std::collections::BTreeSet;

use catena_arena::runner::{Collector, Job, JobResult, Need};
use catena_arena::selfplay::{FileError, SelfplayFile, decode};
use catena_core::Setup;

use super::work::{board_and_game, job, number};

/// Hands out the games that the files do not have, and adds them.
pub(super) struct GamesCollector<'a> {
    files: Vec<SelfplayFile>,
    setups: &'a [Setup],
    open: std::vec::IntoIter<u64>,
    known: BTreeSet<u64>,
    pub faults: Vec<(u64, String)>,
    pub failed: Option<FileError>,
    on_games: &'a mut dyn FnMut(u64),
}

impl<'a> GamesCollector<'a> {
    /// A file for each board, with the numbers of the games that it has, and how many it shall have.
    pub(super) fn new(
        files: Vec<(SelfplayFile, BTreeSet<u64>, u64)>,
        setups: &'a [Setup],
        on_games: &'a mut dyn FnMut(u64),
    ) -> Self {
        let (mut open, mut known, mut opened) = (Vec::new(), BTreeSet::new(), Vec::new());
        for (board, (file, kept, games)) in files.into_iter().enumerate() {
            known.extend(kept.iter().map(|&game| number(board, game)));
            open.extend((0..games).filter(|game| !kept.contains(game)).map(|game| number(board, game)));
            opened.push(file);
        }
        on_games(known.len() as u64);
        Self {
            files: opened,
            setups,
            open: open.into_iter(),
            known,
            faults: Vec::new(),
            failed: None,
            on_games,
        }
    }

    /// Games that the files have.
    pub(super) fn count(&self) -> u64 {
        self.known.len() as u64
    }
}

impl Collector for GamesCollector<'_> {
    fn next(&mut self) -> Option<Job> {
        self.open.next().map(job)
    }

    fn store(&mut self, results: Vec<JobResult>) -> Need {
        for JobResult { number, outcome } in results {
            let (board, in_file) = board_and_game(number);
            // The same result may come twice from other machines.
            let Some(setup) = self.setups.get(board).filter(|_| !self.known.contains(&number)) else {
                continue;
            };
            let game = outcome.and_then(|bytes| {
                let game = decode(&bytes, setup).filter(|game| game.number == in_file);
                game.ok_or_else(|| "the result is no game of this board".to_owned())
            });
            match game {
                Err(reason) => self.faults.push((number, reason)),
                Ok(game) => {
                    if let Err(error) = self.files[board].add(&game) {
                        self.failed = Some(error);
                        return Need::Enough;
                    }
                    self.known.insert(number);
                }
            }
        }
        (self.on_games)(self.known.len() as u64);
        Need::More
    }
}
