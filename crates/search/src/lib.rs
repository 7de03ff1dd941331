//! Choice of moves: Monte Carlo tree search, alpha-beta, and the simple agents they are measured against.
//!
//! [`Search`] grows a tree of statistics that knows no game. What a leaf is worth
//! comes from an [`Evaluator`]; which is used, and every constant of the search, is a parameter of
//! [`SearchConfig`]. [`AlphaBeta`] searches Hex without playouts.
//!
//! ```
//! use catena_core::Position;
//! use catena_model::Models;
//! use catena_search::{Limits, Search, SearchConfig};
//!
//! let position = Position::new("y 5".parse()?);
//! let mut search = Search::new(SearchConfig::default(), Models::default(), 1, 7);
//! let report = search.run(&position, Limits { playouts: Some(500), ..Limits::default() }, &mut ())?;
//! assert!(report.value > 0.5, "the first move is an advantage");
//! println!("{}", position.topology().move_name(report.best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod back_up;
mod birdcage;
mod config;
mod criticality;
mod decide;
mod evaluate;
mod expand;
mod few_visits;
mod framer;
mod frames_value;
mod greedy;
mod gumbel;
mod leaf;
mod leaf_network;
mod limits;
mod moves;
mod node;
mod param;
mod path;
mod phase;
mod prior;
mod probe;
mod puct;
mod random;
mod rave;
mod rave_buffer;
mod report;
mod reuse;
mod search;
mod select;
mod subtree_batch;
mod sync;
mod transposition;
mod tree;
mod unsupported_config;
mod worker;

pub use alpha_beta::{AlphaBeta, AlphaBetaConfig, OnlyHex};
pub use birdcage::{BirdcageConfig, CircuitOf, birdcage};
pub use catena_core::Switch;
pub use catena_playout::policy::Distribution;
pub use config::{
    Exploration, FinalMove, LeafPlayout, NearestChance, PatternPruning, Prior, RaveBlend, RaveMoves,
    RaveWeight, Rings, SamplerKind, SearchConfig, Selection, StartWeights,
};
pub use evaluate::{Amaf, AmafSum, Evaluation, Evaluator, Guide, evaluator};
pub use framer::{FramerConfig, framer};
pub use frames_value::{
    ColorValue, EdgeMeasure, EdgeState, FramesEvaluator, FramesValue, Pair, frames_value_table,
};
pub use greedy::greedy;
pub use gumbel::{Gumbel, GumbelConfig, GumbelResult, PolicyValue};
pub use limits::Limits;
pub use param::{Bounds, Param, ParamError};
pub use random::{RandomAgent, RandomConfig, RandomPlayout};
pub use report::{Candidate, Observer, Proof, Report};
pub use search::Search;
pub use unsupported_config::UnsupportedConfig;
