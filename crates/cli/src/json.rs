//! Objects of `--json` on standard output; docs/json.md has their schemas.

use std::io::{self, Write};

use catena_core::Position;
use serde_json::{Value, json};

/// Prints one object over several lines.
pub fn print(object: &Value) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    serde_json::to_writer_pretty(&mut output, object).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

/// End of a game: the winner is null if it is not over.
pub fn result(position: &Position) -> Value {
    let outcome = position.outcome();
    let winner =
        outcome.map(|outcome| outcome.winner.map_or_else(|| "draw".to_owned(), |color| color.to_string()));
    json!({
        "winner": winner,
        "moves": position.plies().len(),
        "how": outcome.filter(|outcome| outcome.winner.is_some()).map(|outcome| outcome.how.to_string()),
    })
}

/// Which position an answer is about.
pub fn position(position: &Position) -> Value {
    let setup = position.setup();
    let moves = position.plies().iter().map(|ply| position.topology().move_name(ply.mv));
    json!({
        "game": setup.game().name(),
        "size": setup.size(),
        "moves": moves.collect::<Vec<_>>(),
        "to_move": position.to_move().to_string(),
    })
}
