//! A network learned from games: which of all empty cells was played, by Adam.
//!
//! [`GameRecords`] are games as choices, [`Gradient`] is that of their log-likelihood by the parameters
//! of the network, [`NetworkLearner`] follows it.

mod adam;
mod game_record;
mod gradient;
mod learner;

pub use game_record::{Choice, GameRecords};
pub use gradient::Gradient;
pub use learner::{NetworkLearner, NetworkOptions, measure};
