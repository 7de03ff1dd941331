//! A session: a game with its variations, as requests change it.
//!
//! The store holds the truth; a session is read from it for each request. Nodes have ids that never
//! change and are never given again, whatever is cut.

use std::collections::{BTreeMap, HashSet};

use catena_core::record::{NodeId, Record};
use catena_core::{Color, Game, Move, Position, Setup, SwapRule};
use catena_engine::{Player, parse_duration};

use crate::error::{Answer, ApiError};
use crate::store::{Store, Stored, Summary};
use crate::view::{ReportView, ReviewView};

/// The most nodes of a session: a record of a life's analysis still fits.
pub const MAX_NODES: usize = 20_000;

/// The longest title, comment and player, in bytes.
const MAX_TITLE: usize = 200;
const MAX_COMMENT: usize = 20_000;
const MAX_PLAYER: usize = 500;

/// A game with its variations.
pub struct Session {
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
    pub notes: BTreeMap<u32, Note>,
}

/// What is known about a node.
#[derive(Default)]
pub struct Note {
    pub report: Option<ReportView>,
    pub review: Option<ReviewView>,
}

impl Note {
    /// The best that is known of the node's value: a proof, the review, a report.
    pub fn value(&self) -> Option<f64> {
        let report = self.report.as_ref();
        let proven = report.filter(|report| report.proof.is_some()).map(|report| report.value);
        let reviewed = self.review.as_ref().map(|review| review.after);
        proven.or(reviewed).or_else(|| report.map(|report| report.value))
    }
}

/// The player who is no program.
pub const HUMAN: &str = "human";

impl Session {
    /// A session that is not stored yet.
    pub fn new(id: String, record: Record) -> Answer<Self> {
        let len = record.len();
        if len > MAX_NODES {
            return Err(ApiError::bad(format!("the game has {len} nodes; at most {MAX_NODES} are kept")));
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
        })
    }

    /// Reads a session with what is known about its nodes.
    pub fn load(store: &Store, id: &str) -> Answer<Self> {
        let mut session = Self::load_bare(store, id)?;
        for (node, note) in store.notes(id)? {
            let report = note.report.map(|text| serde_json::from_str(&text)).transpose()?;
            let review = note.review.map(|text| serde_json::from_str(&text)).transpose()?;
            session.notes.insert(node, Note { report, review });
        }
        Ok(session)
    }

    /// Reads a session without what is known about its nodes.
    pub fn load_bare(store: &Store, id: &str) -> Answer<Self> {
        let stored = store.get(id)?.ok_or_else(|| ApiError::not_found("there is no such game"))?;
        let record = Record::read(stored.record.as_bytes(), None).map_err(ApiError::internal)?;
        if record.len() != stored.ids.len() {
            return Err(ApiError::internal(format_args!("game {id}: its nodes do not fit its ids")));
        }
        Ok(Self {
            id: stored.id,
            title: stored.title,
            black: stored.black,
            white: stored.white,
            time: stored.time,
            record,
            ids: stored.ids,
            next_id: stored.next_id,
            current: stored.current,
            updated: stored.updated,
            notes: BTreeMap::new(),
        })
    }

    /// Stores a session for the first time.
    pub fn insert(&mut self, store: &Store) -> Answer<()> {
        let mut stored = self.stored();
        store.insert(&mut stored)?;
        self.updated = stored.updated;
        Ok(())
    }

    /// Stores what has changed.
    pub fn save(&mut self, store: &Store) -> Answer<()> {
        let mut stored = self.stored();
        store.update(&mut stored)?;
        self.updated = stored.updated;
        Ok(())
    }

    fn stored(&self) -> Stored {
        let setup = self.record.setup();
        let end = self.record.position();
        let result = end.outcome().map(|outcome| {
            outcome.winner.map_or_else(|| "draw".to_owned(), |winner| format!("{winner} {}", outcome.how))
        });
        Stored {
            id: self.id.clone(),
            title: self.title.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            time: self.time.clone(),
            record: self.record.to_sgf(),
            ids: self.record.nodes().map(|node| self.id_of(node)).collect(),
            next_id: self.next_id,
            current: self.current,
            updated: String::new(),
            summary: Summary {
                game: setup.game().name().to_owned(),
                size: setup.size(),
                moves: self.record.plies().count(),
                result,
            },
        }
    }

    pub fn game(&self) -> Game {
        self.record.setup().game()
    }

    /// The id of a node of the record.
    pub fn id_of(&self, node: NodeId) -> u32 {
        self.ids[node.index()]
    }

    /// The node of the record with this id.
    pub fn node(&self, id: u32) -> Answer<NodeId> {
        let found = self.record.nodes().find(|&node| self.id_of(node) == id);
        found.ok_or_else(|| ApiError::conflict(format!("the game has no node {id}; it may have been cut")))
    }

    pub fn position_at(&self, id: u32) -> Answer<Position> {
        Ok(self.record.position_at(self.node(id)?))
    }

    /// Plays a move after a node and goes there; the id of the node after the move.
    pub fn play(&mut self, after: u32, mv: Move) -> Answer<u32> {
        let parent = self.node(after)?;
        let color = self.record.position_at(parent).to_move();
        let before = self.record.len();
        if before >= MAX_NODES {
            return Err(ApiError::bad(format!("the game has {MAX_NODES} nodes, which is all that is kept")));
        }
        let node = self.record.add_move(parent, color, mv).map_err(ApiError::bad)?;
        if self.record.len() > before {
            self.ids.push(self.next_id);
            self.next_id += 1;
        }
        self.current = self.id_of(node);
        Ok(self.current)
    }

    /// Takes out a node with what follows; the ids that are gone.
    pub fn cut(&mut self, id: u32) -> Answer<Vec<u32>> {
        let node = self.node(id)?;
        let Some(parent) = self.record.node(node).parent() else {
            return Err(ApiError::bad("the start of the game cannot be cut; delete the game instead"));
        };
        let parent = self.id_of(parent);
        let kept: Vec<u32> = self.record.cut(node).into_iter().map(|node| self.ids[node.index()]).collect();
        let left: HashSet<u32> = kept.iter().copied().collect();
        let gone: Vec<u32> = self.ids.iter().copied().filter(|id| !left.contains(id)).collect();
        self.ids = kept;
        if !left.contains(&self.current) {
            self.current = parent;
        }
        gone.iter().for_each(|id| drop(self.notes.remove(id)));
        Ok(gone)
    }

    pub fn comment(&mut self, id: u32, text: &str) -> Answer<()> {
        let node = self.node(id)?;
        short("the comment", text, MAX_COMMENT)?;
        self.record.set_comment(node, text);
        Ok(())
    }

    pub fn set_title(&mut self, text: &str) -> Answer<()> {
        short("the title", text, MAX_TITLE)?;
        text.trim().clone_into(&mut self.title);
        Ok(())
    }

    pub fn set_time(&mut self, text: &str) -> Answer<()> {
        thinking_time(text)?;
        text.clone_into(&mut self.time);
        Ok(())
    }

    pub fn set_player(&mut self, color: Color, spec: &str) -> Answer<()> {
        if spec != HUMAN {
            player(spec, self.game())?;
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

    pub fn set_swap(&mut self, swap: SwapRule) -> Answer<()> {
        self.record.set_swap(swap).map_err(ApiError::bad)
    }

    /// Looks at another node.
    pub fn go_to(&mut self, id: u32) -> Answer<()> {
        self.node(id)?;
        self.current = id;
        Ok(())
    }
}

/// A player who plays this game.
pub fn player(spec: &str, game: Game) -> Answer<Player> {
    short("the player", spec, MAX_PLAYER)?;
    let player = Player::parse(spec).map_err(ApiError::bad)?;
    player.agent(game).map_err(ApiError::bad)?;
    Ok(player)
}

/// The longest time for a move.
pub const LONGEST_MOVE: std::time::Duration = std::time::Duration::from_secs(600);

/// Reads a time for a move.
pub fn thinking_time(text: &str) -> Answer<std::time::Duration> {
    let time = parse_duration(text).filter(|&time| time <= LONGEST_MOVE);
    time.ok_or_else(|| ApiError::bad("a time such as 5s, 300ms or 2m expected, at most 10m"))
}

/// Reads the game and the size that a request names; without a size the usual one.
pub fn setup(game: &str, size: Option<u64>, swap: SwapRule) -> Answer<Setup> {
    let known = || Game::ALL.map(Game::name).join(", ");
    let shown: String = game.chars().take(20).collect();
    let game = Game::parse(game)
        .ok_or_else(|| ApiError::bad(format!("there is no game {shown:?}: games are {}", known())))?;
    let size = size.unwrap_or_else(|| u64::from(game.default_size()));
    Setup::new(game, size, swap).map_err(ApiError::bad)
}

/// Plays moves by name from a position on.
pub fn play_all(mut position: Position, moves: &[String]) -> Answer<Position> {
    for (number, name) in moves.iter().enumerate() {
        let played = position
            .topology()
            .parse_move(name)
            .map_err(|error| error.to_string())
            .and_then(|mv| position.play(mv).map_err(|error| format!("{name}: {error}")));
        played.map_err(|why| ApiError::bad(format!("move {}: {why}", number + 1)))?;
    }
    Ok(position)
}

fn short(what: &str, text: &str, longest: usize) -> Answer<()> {
    if text.len() > longest {
        return Err(ApiError::bad(format!("{what} is longer than {longest} bytes")));
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
