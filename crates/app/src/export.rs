//! A game as files: SGF and SVG.

use catena_core::record::Record;
use catena_core::render::{self, SvgOptions};

use crate::App;
use crate::error::AppResult;
use crate::stored_game::StoredGame;

/// A game as SGF with variations, comments and values, and a name for the file.
pub fn sgf(app: &App, id: &str) -> AppResult<(String, String)> {
    let game = StoredGame::load_with_notes(&app.store, id)?;
    let setup = game.record.setup();
    Ok((format!("{}-{}-{id}.sgf", setup.game(), setup.size()), annotated(&game).to_sgf()))
}

/// The record with what is known about its positions (SBKV).
fn annotated(game: &StoredGame) -> Record {
    let mut record = game.record.clone();
    let nodes: Vec<_> = record.nodes().collect();
    for node in nodes {
        let Some(note) = game.notes.get(&game.id_of(node)) else { continue };
        if let Some(value) = note.value() {
            record.set_win_rate(node, 100.0 * value);
        }
    }
    record
}

/// The drawing of a node, of the current one if none is named.
pub fn svg(app: &App, id: &str, node: Option<u32>, options: &SvgOptions) -> AppResult<String> {
    let game = StoredGame::load(&app.store, id)?;
    let position = game.position_at(node.unwrap_or(game.current))?;
    Ok(render::svg(&position, options))
}
