//! Patterns: what lies on the 6, 12 or 18 cells around a cell, and what a move there is worth.
//!
//! A [`Key`] holds the stones around a cell, two bits a place, so that a new stone is one xor in the
//! keys of the cells around it ([`Keys`]). A [`Pattern`] is the same seen by the player to move, in
//! the least of its symmetric forms: that is what is learned. A [`PatternTable`] leads from keys to
//! learned [`Weights`] (Huang et al. 2013).

mod file;
mod in_use;
mod inferior;
mod key;
mod keys;
pub(crate) mod near;
mod recent;
mod surroundings;
mod symmetry;
mod table;
mod weights;

pub use file::WeightsError;
pub(crate) use file::{game_code, game_of_code};
pub use in_use::{NoPatterns, Purpose, Unusable};
pub use key::{Key, Pattern, Reach, Slot, Spot};
pub use keys::Keys;
pub use recent::RecentGammas;
pub use surroundings::{Link, Surroundings};
pub use symmetry::PatternSymmetry;
pub use table::{PatternIndex, PatternTable};
pub use weights::{Combination, Learned, Prune, Weights};
