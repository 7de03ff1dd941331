//! What to play: Monte Carlo tree search, and the simple agents it is measured against.
//!
//! [`Search`] grows a tree of statistics that knows no game. What a leaf is worth
//! comes from an [`Evaluator`]; which is used, and every constant of the search, is a parameter of
//! [`SearchConfig`].

mod config;
mod evaluate;
mod flat;
mod limits;
mod param;
mod report;
mod search;
mod tree;
mod worker;

pub use config::{Exploration, FinalMove, LeafPlayout, RaveMoves, RaveWeight, SearchConfig, Switch};
pub use evaluate::{Evaluation, Evaluator};
pub use flat::greedy;
pub use limits::Limits;
pub use param::{Param, ParamError};
pub use report::{Candidate, Observer, Proof, Report};
pub use search::Search;
