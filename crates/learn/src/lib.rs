//! Learning from games: patterns with weights by minorization-maximization, networks by self-play, and
//! parameters tuned by matches.
//!
//! [`games`] reads games, [`Example`] is a game as choices between patterns, [`WeightFit`] finds the weights
//! that explain the choices best, [`prune`] marks patterns that are provably inferior, and
//! [`Learner`] does all of it in order, telling a [`LearnObserver`]. [`predict`] measures the result
//! on games that were held out; [`picture`] draws patterns. See `docs/learning.md`.
//! [`train`] makes networks; see `docs/networks.md`. [`tune`] finds the values of parameters that win most games; see
//! `docs/tuning.md`.
//!
//! ```
//! use std::path::Path;
//!
//! use catena_core::Game;
//! use catena_learn::games::Reader;
//!
//! let mut reader = Reader::new(Some(Game::Hex), &[5])?;
//! reader.read(Path::new("games.txt"), &mut &b"c3 d2 b4\nc3 c4"[..])?;
//! assert_eq!(reader.finish().games.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod count;
mod example;
mod fit;
pub mod games;
mod learner;
pub mod picture;
pub mod predict;
pub mod prune;
mod rank;
mod supervised;
pub mod train;
pub mod tune;

pub use count::Counts;
pub use example::{Choice, Example, LocalCandidate, Series, SpanOf, example};
pub use fit::{FitData, Teams, WeightFit};
pub use learner::{LearnOptions, Learner, measure};
pub use rank::{Ranked, strongest};
pub use supervised::{FitSummary, LearnError, LearnObserver, Phase, TrainingResult, split};
