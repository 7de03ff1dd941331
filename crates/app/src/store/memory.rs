//! Games in memory, for tests: the plainest storage that keeps what the trait promises.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{
    Access, GameStore, Listed, NoteColumn, NoteRow, ReviewJob, Storage, StoredGameRow, Tables, no_such_game,
};
use crate::error::AppResult;

/// All tables. A transaction works on a copy and puts it in place of the old ones at its end.
#[derive(Default)]
pub struct MemoryStorage(Mutex<Contents>);

#[derive(Clone, Default)]
struct Contents {
    games: BTreeMap<String, (StoredGameRow, Option<String>)>,
    notes: BTreeMap<(String, u32), NoteRow>,
    assessments: BTreeMap<(String, String), String>,
    reviews: BTreeMap<String, ReviewJob>,
    /// Changes so far: ids and times.
    changes: u64,
}

impl GameStore {
    pub fn in_memory() -> Self {
        Self::new(Box::new(MemoryStorage::default()))
    }
}

impl Storage for MemoryStorage {
    fn transaction(&self, _: Access, work: &mut dyn FnMut(&dyn Tables) -> AppResult<()>) -> AppResult<()> {
        let mut contents = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let copy = RefCell::new(contents.clone());
        work(&copy)?;
        *contents = copy.into_inner();
        Ok(())
    }
}

impl Tables for RefCell<Contents> {
    fn new_id(&self) -> AppResult<String> {
        self.borrow_mut().changes += 1;
        Ok(format!("game-{}", self.borrow().changes))
    }

    fn insert_game(&self, game: &mut StoredGameRow, owner: Option<&str>) -> AppResult<()> {
        self.update_game(game)?;
        let row = (game.clone(), owner.map(str::to_owned));
        self.borrow_mut().games.insert(game.id.clone(), row);
        Ok(())
    }

    fn owner(&self, id: &str) -> AppResult<Option<String>> {
        Ok(self.borrow().games.get(id).and_then(|(_, owner)| owner.clone()))
    }

    fn update_game(&self, game: &mut StoredGameRow) -> AppResult<()> {
        let mut contents = self.borrow_mut();
        contents.changes += 1;
        game.updated = format!("{:020}", contents.changes);
        if let Some((row, _)) = contents.games.get_mut(&game.id) {
            row.clone_from(game);
        }
        Ok(())
    }

    fn game(&self, id: &str) -> AppResult<Option<StoredGameRow>> {
        Ok(self.borrow().games.get(id).map(|(row, _)| row.clone()))
    }

    fn games(&self, listed: &Listed) -> AppResult<Vec<StoredGameRow>> {
        let contents = self.borrow();
        let is_listed = |owner: &Option<String>| match listed {
            Listed::All => true,
            Listed::Of(wanted) => owner.as_ref() == Some(wanted),
        };
        let listed = contents.games.values().filter(|(_, owner)| is_listed(owner));
        let mut rows: Vec<_> = listed.map(|(row, _)| row.clone()).collect();
        rows.sort_by(|a, b| b.updated.cmp(&a.updated));
        Ok(rows)
    }

    fn delete_game(&self, id: &str) -> AppResult<()> {
        let mut contents = self.borrow_mut();
        contents.games.remove(id).ok_or_else(no_such_game)?;
        contents.notes.retain(|(game, _), _| game != id);
        contents.assessments.retain(|(game, _), _| game != id);
        contents.reviews.remove(id);
        Ok(())
    }

    fn notes(&self, game: &str) -> AppResult<Vec<(u32, NoteRow)>> {
        let contents = self.borrow();
        let notes = contents.notes.iter().filter(|((of, _), _)| of == game);
        Ok(notes.map(|((_, node), note)| (*node, note.clone())).collect())
    }

    fn note(&self, game: &str, node: u32) -> AppResult<Option<NoteRow>> {
        Ok(self.borrow().notes.get(&(game.to_owned(), node)).cloned())
    }

    fn report(&self, game: &str, node: u32) -> AppResult<Option<String>> {
        let contents = self.borrow();
        Ok(contents.notes.get(&(game.to_owned(), node)).and_then(|note| note.report.clone()))
    }

    fn put_note(&self, column: NoteColumn, game: &str, node: u32, text: &str) -> AppResult<()> {
        let mut contents = self.borrow_mut();
        if contents.games.contains_key(game) {
            let note = contents.notes.entry((game.to_owned(), node)).or_default();
            let part = match column {
                NoteColumn::Report => &mut note.report,
                NoteColumn::Review => &mut note.review,
            };
            *part = Some(text.to_owned());
        }
        Ok(())
    }

    fn delete_notes(&self, game: &str, nodes: &[u32]) -> AppResult<()> {
        self.borrow_mut().notes.retain(|(of, node), _| of != game || !nodes.contains(node));
        Ok(())
    }

    fn assessment(&self, game: &str, key: &str) -> AppResult<Option<String>> {
        Ok(self.borrow().assessments.get(&(game.to_owned(), key.to_owned())).cloned())
    }

    fn put_assessment(&self, game: &str, key: &str, found: &str) -> AppResult<()> {
        let mut contents = self.borrow_mut();
        if contents.games.contains_key(game) {
            contents.assessments.insert((game.to_owned(), key.to_owned()), found.to_owned());
        }
        Ok(())
    }

    fn review_jobs(&self) -> AppResult<Vec<ReviewJob>> {
        Ok(self.borrow().reviews.values().cloned().collect())
    }

    fn put_review_job(&self, job: &ReviewJob) -> AppResult<()> {
        self.borrow_mut().reviews.insert(job.game.clone(), job.clone());
        Ok(())
    }

    fn delete_review_job(&self, game: &str) -> AppResult<()> {
        self.borrow_mut().reviews.remove(game);
        Ok(())
    }
}
