//! Players and sessions: the one interface of everything that talks to people or programs.
//!
//! A [`Player`] is a named preset; a [`Session`] is a game in progress with a player who can be
//! asked for moves. Protocols and commands are thin layers above a session.

mod clock;
mod param;
mod player;
mod session;

pub use clock::{Clock, TimeControl};
pub use param::{PARAMS, Param, ParamError, ParamKind};
pub use player::{PRESETS, Player, PlayerError, Preset};
pub use session::{Session, SessionError};
