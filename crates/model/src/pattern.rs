//! Patterns: what lies on the 6, 12 or 18 cells around a cell, and what a move there is worth.
//!
//! A [`PatternKey`] holds the stones around a cell, two bits a place, so that a new stone is one xor in the
//! keys of the cells around it ([`Keys`]). A [`Pattern`] is the same seen by the player to move, in
//! the least of its symmetric forms: that is what is learned. A [`PatternTable`] leads from keys to
//! learned [`PatternWeights`] (Huang et al. 2013).

mod file;
mod inferior;
mod key;
mod keys;
mod neighborhood;
mod recent;
mod symmetry;
mod table;
mod weights;

pub use inferior::{InferiorCells, StandIn};
pub use key::{Pattern, PatternKey, Reach, Slot, Spot};
pub use keys::Keys;
pub use neighborhood::{Neighborhood, PatternLink};
pub use recent::RecentGammas;
pub use symmetry::PatternSymmetry;
pub use table::{PatternIndex, PatternTable, PlayoutGammas};
pub use weights::{Combination, LastMove, Learned, PatternWeights, Prune};
