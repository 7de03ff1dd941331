//! Trials: with which changes to its first player each pair of games of a match is played.

use std::collections::BTreeMap;

use rusqlite::params;

use super::{MatchStore, StoreError};

impl MatchStore {
    /// Notes a trial before its games are played; one that is there already stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add_trial(&self, id: i64, number: u64, changes: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO trials (match, number, changes) VALUES (?1, ?2, ?3)";
        self.named(|store| {
            store.connection.execute(sql, params![id, number as i64, changes])?;
            Ok(())
        })
    }

    /// The changes of all trials of a match by their numbers.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn trials(&self, id: i64) -> Result<BTreeMap<u64, String>, StoreError> {
        self.named(|store| {
            let sql = "SELECT number, changes FROM trials WHERE match = ?1";
            let mut statement = store.connection.prepare(sql)?;
            let rows = statement.query_map([id], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?;
            rows.map(|row| row.map_err(StoreError::from)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_of_an_earlier_version_gets_what_it_lacks() {
        let file = std::env::temp_dir().join(format!("catena-trials-{}.sqlite", std::process::id()));
        drop(std::fs::remove_file(&file));
        for version in [1, 2, 3, 4] {
            let store = MatchStore::open(&file).unwrap();
            let a_match = "INSERT OR IGNORE INTO matches (id, key, info) VALUES (1, '', '')";
            store.connection.execute_batch(a_match).unwrap();
            let older = "ALTER TABLE matches DROP COLUMN sprt; ALTER TABLE games DROP COLUMN black_cpu;
                ALTER TABLE games DROP COLUMN white_cpu;";
            store.connection.execute_batch(older).unwrap();
            if version < 4 {
                store.connection.execute_batch("DROP TABLE faults").unwrap();
            }
            if version < 3 {
                store.connection.execute_batch("DROP TABLE trials").unwrap();
            }
            if version == 1 {
                store.connection.execute_batch("DROP TABLE blocks").unwrap();
            }
            store.connection.pragma_update(None, "user_version", version).unwrap();
            drop(store);
            let store = MatchStore::open_to_read(&file).unwrap();
            store.connection.execute_batch("SELECT sprt FROM matches; SELECT black_cpu FROM games").unwrap();
            store.add_trial(1, 7, "explore=1").unwrap();
            store.add_trial(1, 7, "explore=2").unwrap();
            assert_eq!(store.trials(1).unwrap(), BTreeMap::from([(7, "explore=1".to_owned())]));
            store.connection.execute_batch("SELECT * FROM blocks; SELECT * FROM faults").unwrap();
        }
        std::fs::remove_file(&file).unwrap();
    }
}
