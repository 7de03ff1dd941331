//! Options of the server.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use catena_cluster::RemoteRunner;
use catena_engine::PlayerSpec;

/// Where data lies, and how much of the machine may be used.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the file of games.
    pub data: PathBuf,
    /// A name under which the machine may be asked, besides its addresses and `localhost`.
    pub host: Option<String>,
    /// Visibility of the games.
    pub audience: Audience,
    /// Token that every request needs, if any; see [`WebApp::new_token`](crate::WebApp::new_token).
    pub token: Option<String>,
    /// Players that are offered besides the presets. Visitors name no files of models but theirs.
    pub players: Vec<PlayerSpec>,
    /// The most games that are stored.
    pub games: usize,
    /// Memory of all searches in MiB.
    pub memory: u64,
    /// Threads that search at the same time. A search has up to eight; others wait for their turn.
    pub threads: usize,
    /// The most connections at the same time; those that are idle make room for new ones.
    pub connections: usize,
    /// Time an engine waits for the next question before it ends.
    pub idle: Duration,
    /// The server of other machines that work: the Arena tab shows them, and reviews are done there.
    pub cluster: Option<Arc<RemoteRunner>>,
}

/// The people who can reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Only this machine: all games are listed.
    ThisMachine,
    /// Others too: each browser has the list of its own games.
    Network,
}

impl Options {
    /// The usual limits, with the games in this folder.
    #[must_use]
    pub fn new(data: PathBuf) -> Self {
        Self {
            data,
            host: None,
            audience: Audience::ThisMachine,
            token: None,
            players: Vec::new(),
            games: Self::GAMES,
            memory: Self::MEMORY,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            connections: Self::CONNECTIONS,
            idle: Duration::from_secs(600),
            cluster: None,
        }
    }

    /// The files of models that the players name.
    pub(crate) fn model_files(&self) -> Vec<PathBuf> {
        self.players.iter().flat_map(PlayerSpec::models).map(|(_, file)| file.clone()).collect()
    }

    /// The usual limit of stored games.
    pub const GAMES: usize = 10_000;

    /// The usual limit of connections.
    pub const CONNECTIONS: usize = 2_000;

    /// The usual memory of all searches in MiB.
    pub const MEMORY: u64 = 2048;
}
