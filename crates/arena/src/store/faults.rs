//! Faults: jobs of a match that nobody could do, with the reason. Their games are missing, and played when the match is
//! resumed.

use rusqlite::{Transaction, params};

use super::{MatchStore, StoreError};

impl MatchStore {
    /// The faults of a match: the number of the first game that is missing, and the reason.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn faults(&self, id: i64) -> Result<Vec<(u64, String)>, StoreError> {
        self.named(|store| {
            let sql = "SELECT number, reason FROM faults WHERE match = ?1 ORDER BY number";
            let mut statement = store.connection.prepare(sql)?;
            let rows = statement.query_map([id], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?;
            rows.map(|row| row.map_err(StoreError::from)).collect()
        })
    }
}

/// Notes a fault; the last reason counts.
pub(super) fn add(transaction: &Transaction<'_>, id: i64, number: u64, reason: &str) -> rusqlite::Result<()> {
    let mut statement = transaction
        .prepare_cached("INSERT OR REPLACE INTO faults (match, number, reason) VALUES (?1, ?2, ?3)")?;
    statement.execute(params![id, number as i64, reason])?;
    Ok(())
}

/// The game is played after all.
pub(super) fn remove(transaction: &Transaction<'_>, id: i64, number: u64) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached("DELETE FROM faults WHERE match = ?1 AND number = ?2")?;
    statement.execute(params![id, number as i64])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Batch, GameRow};
    use super::*;

    #[test]
    fn a_fault_stays_until_its_game_is_played() {
        let file = std::env::temp_dir().join(format!("catena-faults-{}.sqlite", std::process::id()));
        drop(std::fs::remove_file(&file));
        let mut store = MatchStore::open(&file).unwrap();
        let a_match = "INSERT INTO matches (id, key, info) VALUES (1, '', '')";
        store.connection.execute_batch(a_match).unwrap();
        let fault = |number: u64, reason: &str| (number, reason.to_owned());
        store.add_results(1, &[], &[fault(3, "first"), fault(5, "other")]).unwrap();
        store.add_results(1, &[], &[fault(3, "second")]).unwrap();
        assert_eq!(store.faults(1).unwrap(), [fault(3, "second"), fault(5, "other")]);
        let game = GameRow {
            number: 3,
            black: 1,
            white: 0,
            winner: None,
            how: "draw".to_owned(),
            forfeit: None,
            plies: 0,
            opening: 0,
            moves: String::new(),
            black_seconds: 0.5,
            white_seconds: 0.25,
            black_cpu: Some(0.125),
            white_cpu: None,
        };
        let batch = Batch::from_bytes(Batch::Game(game.clone()).to_bytes()).unwrap();
        assert!(matches!(&batch, Batch::Game(read) if *read == game));
        store.add_results(1, &[batch], &[]).unwrap();
        assert_eq!(store.faults(1).unwrap(), [fault(5, "other")]);
        std::fs::remove_file(&file).unwrap();
    }
}
