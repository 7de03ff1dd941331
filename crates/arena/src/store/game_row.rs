//! A finished game as a row of the store.

use catena_core::Color;
use rusqlite::Row;
use serde::{Deserialize, Serialize};

/// A finished game in a store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Its number in the match.
    pub number: u64,
    /// Which player had Black.
    pub black: usize,
    /// Which player had White.
    pub white: usize,
    /// The winner; `None` is a draw.
    #[serde(with = "winner_name")]
    pub winner: Option<Color>,
    /// Reason for the end, in a word.
    pub how: String,
    /// Mistake of the loser, if any.
    pub forfeit: Option<String>,
    /// Number of moves.
    pub plies: u32,
    /// Moves of the opening.
    pub opening: u32,
    /// The moves with blanks between.
    pub moves: String,
    /// Seconds that Black thought; random players do not think.
    pub black_seconds: f64,
    /// Seconds that White thought.
    pub white_seconds: f64,
    /// Seconds of processor time of Black, where they are known.
    pub black_cpu: Option<f64>,
    /// Seconds of processor time of White.
    pub white_cpu: Option<f64>,
}

impl GameRow {
    /// The same without the times, which no two runs share.
    #[must_use]
    pub fn untimed(self) -> Self {
        Self { black_seconds: 0.0, white_seconds: 0.0, black_cpu: None, white_cpu: None, ..self }
    }
}

/// Reads a row of all columns, in the order of the fields.
pub(super) fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let winner: Option<String> = row.get(3)?;
    Ok(GameRow {
        number: row.get::<_, i64>(0)? as u64,
        black: row.get::<_, i64>(1)? as usize,
        white: row.get::<_, i64>(2)? as usize,
        winner: winner.as_deref().and_then(Color::parse),
        how: row.get(4)?,
        forfeit: row.get(5)?,
        plies: row.get(6)?,
        opening: row.get(7)?,
        moves: row.get(8)?,
        black_seconds: row.get(9)?,
        white_seconds: row.get(10)?,
        black_cpu: row.get(11)?,
        white_cpu: row.get(12)?,
    })
}

/// A winner as the store writes it.
mod winner_name {
    use catena_core::Color;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde gives a reference")]
    pub fn serialize<S: Serializer>(winner: &Option<Color>, to: S) -> Result<S::Ok, S::Error> {
        winner.map(|color| color.to_string()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Color>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        name.map(|name| Color::parse(&name).ok_or_else(|| D::Error::custom("no color"))).transpose()
    }
}
