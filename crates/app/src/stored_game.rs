//! A stored game with its variations, as requests change it.
//!
//! The store holds the truth; a game is read from it for each request. Nodes have ids that never change
//! and are never given again, whatever is cut.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};

use catena_core::record::{NodeId, Record};
use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use catena_engine::{ModelStore, Player, PlayerSpec, parse_duration};

use crate::error::{AppError, AppResult};
use crate::json::{ReportJson, ReviewJson};
use crate::store::{GameStore, GameSummary, NoteRow, StoredGameRow, Tables, no_such_game};

/// The most nodes of a game: a record of a life's analysis still fits.
pub const MAX_NODES: usize = 20_000;

/// The longest record of a game as SGF, in bytes: it is read and written at every change.
const MAX_BYTES: usize = 1 << 20;

/// The longest title, comment and player, in bytes.
const MAX_TITLE: usize = 200;
const MAX_COMMENT: usize = 20_000;
const MAX_PLAYER: usize = 500;

/// A game with its variations.
pub struct StoredGame {
    pub id: String,
    pub title: String,
    /// `human` or a player as on the command line.
    pub black: String,
    pub white: String,
    /// Time for a move of an engine.
    pub time: String,
    pub record: Record,
    /// The id of each node of the record.
    ids: Vec<u32>,
    next_id: u32,
    pub current: u32,
    pub updated: String,
    pub notes: BTreeMap<u32, NodeNote>,
    /// Nodes that were cut since the game was read.
    cut: Vec<u32>,
    /// Length of the record as it was read; 0 of a new game.
    stored_bytes: usize,
}

/// Results stored for a node.
#[derive(Default)]
pub struct NodeNote {
    pub report: Option<ReportJson>,
    pub review: Option<ReviewJson>,
}

impl NodeNote {
    /// The best that is known of the node's value: a proof, the review, a report.
    pub fn value(&self) -> Option<f64> {
        let report = self.report.as_ref();
        let proven = report.filter(|report| report.proof.is_some()).map(|report| report.value);
        let reviewed = self.review.as_ref().map(|review| review.after);
        proven.or(reviewed).or_else(|| report.map(|report| report.value))
    }
}

/// The player that is no program.
pub const HUMAN: &str = "human";

impl StoredGame {
    /// A game that is not stored yet.
    pub fn new(id: String, record: Record) -> AppResult<Self> {
        let len = record.len();
        if len > MAX_NODES {
            return Err(AppError::invalid(format!("the game has {len} nodes; at most {MAX_NODES} are kept")));
        }
        let ids: Vec<u32> = (0..len as u32).collect();
        let current = record.end().index() as u32;
        Ok(Self {
            id,
            title: title(&record),
            black: HUMAN.to_owned(),
            white: "champion".to_owned(),
            time: "1s".to_owned(),
            ids,
            next_id: len as u32,
            current,
            record,
            updated: String::new(),
            notes: BTreeMap::new(),
            cut: Vec::new(),
            stored_bytes: 0,
        })
    }

    /// Reads a game without what is known about its nodes.
    pub fn load(store: &GameStore, id: &str) -> AppResult<Self> {
        store.read(|tables| Self::read(tables, id))
    }

    /// Reads a game with what is known about its nodes.
    pub fn load_with_notes(store: &GameStore, id: &str) -> AppResult<Self> {
        store.read(|tables| {
            let mut game = Self::read(tables, id)?;
            game.read_notes(tables.notes(id)?)?;
            Ok(game)
        })
    }

    /// Changes a game in one transaction; where the change fails, the game stays as it was.
    pub fn change(
        store: &GameStore,
        id: &str,
        change: impl FnOnce(&mut Self) -> AppResult<()>,
    ) -> AppResult<Self> {
        store.write(|tables| {
            let mut game = Self::read(tables, id)?;
            game.read_notes(tables.notes(id)?)?;
            change(&mut game)?;
            game.update(tables)?;
            Ok(game)
        })
    }

    /// As `change`, of a node that the change names: what is known about others is not read. A game with thousands of
    /// reports plays on as fast as a new one.
    pub fn change_node(
        store: &GameStore,
        id: &str,
        change: impl FnOnce(&mut Self) -> AppResult<u32>,
    ) -> AppResult<(Self, u32)> {
        store.write(|tables| {
            let mut game = Self::read(tables, id)?;
            let node = change(&mut game)?;
            game.update(tables)?;
            game.read_notes(tables.note(id, node)?.map(|note| (node, note)))?;
            Ok((game, node))
        })
    }

    /// Stores a game that is there already.
    fn update(&mut self, tables: &dyn Tables) -> AppResult<()> {
        let mut row = self.row()?;
        tables.update_game(&mut row)?;
        tables.delete_notes(&self.id, &std::mem::take(&mut self.cut))?;
        self.updated = row.updated;
        Ok(())
    }

    /// Refuses to let a visitor take away what the browser of another has made.
    pub fn check_owner(store: &GameStore, id: &str, visitor: Option<&str>) -> AppResult<()> {
        match store.read(|tables| tables.owner(id))? {
            Some(owner) if visitor != Some(owner.as_str()) => Err(AppError::Forbidden(
                "the game was made in another browser: only that one can delete it or parts of it".to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Stores a game for the first time.
    pub fn insert(&mut self, tables: &dyn Tables, owner: Option<&str>) -> AppResult<()> {
        let mut row = self.row()?;
        tables.insert_game(&mut row, owner)?;
        self.updated = row.updated;
        Ok(())
    }

    fn read(tables: &dyn Tables, id: &str) -> AppResult<Self> {
        Self::from_row(tables.game(id)?.ok_or_else(no_such_game)?)
    }

    fn read_notes(&mut self, notes: impl IntoIterator<Item = (u32, NoteRow)>) -> AppResult<()> {
        for (node, note) in notes {
            let report = note.report.map(|text| serde_json::from_str(&text)).transpose()?;
            let review = note.review.map(|text| serde_json::from_str(&text)).transpose()?;
            self.notes.insert(node, NodeNote { report, review });
        }
        Ok(())
    }

    fn from_row(row: StoredGameRow) -> AppResult<Self> {
        let record = Record::read(row.record.as_bytes(), None).map_err(AppError::internal)?;
        if record.len() != row.ids.len() {
            return Err(AppError::internal(format!("game {}: its nodes do not fit its ids", row.id)));
        }
        Ok(Self {
            id: row.id,
            title: row.title,
            black: row.black,
            white: row.white,
            time: row.time,
            record,
            ids: row.ids,
            next_id: row.next_id,
            current: row.current,
            updated: row.updated,
            notes: BTreeMap::new(),
            cut: Vec::new(),
            stored_bytes: row.record.len(),
        })
    }

    /// Refuses what is longer than a game may be, unless it has become shorter.
    fn row(&self) -> AppResult<StoredGameRow> {
        let record = self.record.to_sgf();
        if record.len() > MAX_BYTES.max(self.stored_bytes) {
            let message = format!("the game has {} bytes; at most {MAX_BYTES} are kept", record.len());
            return Err(AppError::invalid(message));
        }
        let setup = self.record.setup();
        let end = self.record.position();
        let result = end.outcome().map(|outcome| {
            outcome.winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} {}", outcome.how))
        });
        Ok(StoredGameRow {
            id: self.id.clone(),
            title: self.title.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            time: self.time.clone(),
            record,
            ids: self.record.nodes().map(|node| self.id_of(node)).collect(),
            next_id: self.next_id,
            current: self.current,
            updated: String::new(),
            summary: GameSummary {
                game: setup.game().name().to_owned(),
                size: setup.size(),
                moves: self.record.plies().count(),
                result,
            },
        })
    }

    pub fn game(&self) -> Game {
        self.record.setup().game()
    }

    /// The id of a node of the record.
    pub fn id_of(&self, node: NodeId) -> u32 {
        self.ids[node.index()]
    }

    /// The node of the record with this id.
    pub fn node(&self, id: u32) -> AppResult<NodeId> {
        let found = self.record.nodes().find(|&node| self.id_of(node) == id);
        found.ok_or_else(|| AppError::Conflict(format!("the game has no node {id}; it may have been cut")))
    }

    pub fn position_at(&self, id: u32) -> AppResult<Position> {
        Ok(self.record.position_at(self.node(id)?))
    }

    /// Plays a move after a node and goes there; the id of the node after the move.
    pub fn play(&mut self, after: u32, mv: Move) -> AppResult<u32> {
        let parent = self.node(after)?;
        let color = self.record.position_at(parent).to_move();
        let before = self.record.len();
        if before >= MAX_NODES {
            return Err(AppError::invalid(format!(
                "the game has {MAX_NODES} nodes, which is all that is kept"
            )));
        }
        let node = self.record.add_move(parent, color, mv).map_err(AppError::invalid)?;
        if self.record.len() > before {
            self.ids.push(self.next_id);
            self.next_id += 1;
        }
        self.current = self.id_of(node);
        Ok(self.current)
    }

    /// Takes out a node with what follows it.
    pub fn cut(&mut self, id: u32) -> AppResult<()> {
        let node = self.node(id)?;
        let Some(parent) = self.record.node(node).parent() else {
            return Err(AppError::invalid("the start of the game cannot be cut; delete the game instead"));
        };
        let parent = self.id_of(parent);
        let kept: Vec<u32> = self.record.cut(node).into_iter().map(|node| self.ids[node.index()]).collect();
        let left: HashSet<u32> = kept.iter().copied().collect();
        let cut = self.ids.iter().copied().filter(|id| !left.contains(id));
        self.cut.extend(cut);
        self.ids = kept;
        if !left.contains(&self.current) {
            self.current = parent;
        }
        self.notes.retain(|id, _| left.contains(id));
        Ok(())
    }

    pub fn comment(&mut self, id: u32, text: &str) -> AppResult<()> {
        let node = self.node(id)?;
        short("the comment", text, MAX_COMMENT)?;
        self.record.set_comment(node, text);
        Ok(())
    }

    pub fn set_title(&mut self, text: &str) -> AppResult<()> {
        short("the title", text, MAX_TITLE)?;
        text.trim().clone_into(&mut self.title);
        Ok(())
    }

    pub fn set_time(&mut self, text: &str) -> AppResult<()> {
        thinking_time(text)?;
        text.clone_into(&mut self.time);
        Ok(())
    }

    pub fn set_player(&mut self, color: Color, spec: &str, models: &ModelStore) -> AppResult<()> {
        if spec != HUMAN {
            player(spec, self.game(), models)?;
        }
        let name = match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        spec.clone_into(name);
        Ok(())
    }

    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    pub fn set_swap(&mut self, swap: SwapRule) -> AppResult<()> {
        self.record.set_swap(swap).map_err(AppError::invalid)
    }

    /// Looks at another node.
    pub fn go_to(&mut self, id: u32) -> AppResult<()> {
        self.node(id)?;
        self.current = id;
        Ok(())
    }
}

/// A player of this game.
pub fn player(spec: &str, game: Game, models: &ModelStore) -> AppResult<Player> {
    short("the player", spec, MAX_PLAYER)?;
    PlayerSpec::parse(spec).and_then(|spec| spec.resolve(game, models)).map_err(AppError::invalid)
}

/// A player of this game that knows values.
pub fn searching_player(spec: &str, game: Game, models: &ModelStore) -> AppResult<Player> {
    let player = player(spec, game, models)?;
    if !player.agent().searches() {
        return Err(AppError::invalid(format!("the player {spec} does not search, so it knows no values")));
    }
    Ok(player)
}

/// The longest time for a move.
pub const LONGEST_MOVE: std::time::Duration = std::time::Duration::from_secs(600);

/// Reads a time for a move.
pub fn thinking_time(text: &str) -> AppResult<std::time::Duration> {
    let time = parse_duration(text).filter(|&time| time <= LONGEST_MOVE);
    time.ok_or_else(|| AppError::invalid("a time such as 5s, 300ms or 2m expected, at most 10m"))
}

pub fn game_named(name: &str) -> AppResult<Game> {
    let known = || Game::ALL.map(Game::name).join(", ");
    let shown: String = name.chars().take(20).collect();
    Game::parse(name)
        .ok_or_else(|| AppError::invalid(format!("there is no game {shown:?}: games are {}", known())))
}

/// Reads the game and the size that a request names; without a size the usual one.
pub fn setup(game: &str, size: Option<u64>, swap: SwapRule) -> AppResult<Setup> {
    let game = game_named(game)?;
    let size = size.unwrap_or_else(|| u64::from(game.default_size()));
    Setup::new(game, size, swap).map_err(AppError::invalid)
}

/// Plays moves by name from a position on.
pub fn play_all(mut position: Position, moves: &[String]) -> AppResult<Position> {
    for (number, name) in moves.iter().enumerate() {
        let played = position
            .topology()
            .parse_move(name)
            .map_err(|error| error.to_string())
            .and_then(|mv| position.play(mv).map_err(|error| format!("{name}: {error}")));
        played.map_err(|why| AppError::invalid(format!("move {}: {why}", number + 1)))?;
    }
    Ok(position)
}

fn short(what: &str, text: &str, longest: usize) -> AppResult<()> {
    if text.len() > longest {
        return Err(AppError::invalid(format!("{what} is longer than {longest} bytes")));
    }
    Ok(())
}

/// Game, size and the names of the players, if the record has them.
fn title(record: &Record) -> String {
    let setup = record.setup();
    let game = format!("{} {}", setup.game().title(), setup.size());
    let names = Color::ALL.map(|color| record.player(color).filter(|name| !name.trim().is_empty()));
    if names == [None, None] {
        return game;
    }
    let [black, white] =
        names.map(|name| name.map_or("?".to_owned(), |name| name.chars().take(24).collect::<String>()));
    format!("{game}: {black} – {white}")
}
