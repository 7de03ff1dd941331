//! Players and sessions: the one interface of everything that talks to people or programs.
//!
//! A [`PlayerSpec`] is a player as a person names it: a [`Preset`] with changes. [Resolved](PlayerSpec::resolve) for a
//! game it is a [`Player`]: an [`Agent`] with its parameters and its models, which a [`ModelStore`] reads once. A
//! [`Session`] is a game in progress with a player that can be asked for moves. Protocols and commands are thin layers
//! above a session. [`Plan`], [`Reviewer`], [`Assessor`] and [`Review`] look back at a game.
//!
//! ```
//! use catena_core::{Color, Game};
//! use catena_engine::{Limits, ModelStore, PlayerSpec, Session};
//!
//! let player = PlayerSpec::parse("joosten,explore=0.3")?.resolve(Game::Havannah, &ModelStore::default())?;
//! let mut session = Session::new("havannah 4".parse()?, player, 1);
//! session.set_limits(Limits { playouts: Some(200), ..Limits::default() });
//! session.generate(Color::Black, &mut ())?;
//! assert_eq!(session.position().plies().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
mod clock;
mod graph;
mod level;
mod models;
mod param;
mod player;
mod presets;
mod review;
mod session;
mod spec;

pub use agent::Agent;
pub use catena_model::ModelKind;
pub use catena_search::{
    AlphaBetaConfig, BirdcageConfig, Bounds, Candidate, ColorValue, EdgeMeasure, EdgeState, FramerConfig,
    FramesEvaluator, FramesValue, Limits, Observer, Pair, Param, Proof, RandomAgent, RandomConfig, Report,
    SearchConfig, frames_value_table,
};
pub use clock::{Clock, TimeControl, moves_to_come, parse_duration};
pub use graph::win_rate_graph;
pub use level::Level;
pub use models::{ModelError, ModelFiles, ModelStore};
pub use player::{Player, PlayerError};
pub use presets::{PRESETS, PaperElement, Preset};
pub use review::{
    Assessment, Assessor, Judgement, MoveValues, Perspective, Plan, Review, ReviewError, ReviewProgress,
    ReviewedMove, Reviewer, Task, TaskKind, accuracy, accuracy_text, position_key,
};
pub use session::{Decision, Session, SessionError};
pub use spec::PlayerSpec;
