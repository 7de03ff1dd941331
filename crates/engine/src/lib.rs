//! Players and sessions: the one interface of everything that talks to people or programs.
//!
//! A [`Player`] is a named preset of an agent and its parameters; a [`Session`] is a game in
//! progress with a player who can be asked for moves. Protocols and commands are thin layers above
//! a session. [`Plan`], [`Assessor`] and [`Review`] look back at a game.

mod clock;
mod graph;
mod param;
mod player;
mod review;
mod session;

pub use catena_search::{
    AlphaBetaConfig, Bounds, Candidate, Limits, Observer, Param, Proof, Report, SearchConfig,
};
pub use clock::{Clock, TimeControl, parse_duration};
pub use graph::win_rate_graph;
pub use player::{Agent, Level, PRESETS, Player, PlayerError, Preset};
pub use review::{
    Assessment, Assessor, MISTAKE, Plan, Review, ReviewError, ReviewedMove, View, position_key,
};
pub use session::{Session, SessionError, Thought};
