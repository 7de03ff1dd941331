//! Virtual connections: points that the opponent cannot separate.
//!
//! A point is an empty cell, a chain of own stones or a side of the board. A full connection holds
//! although the opponent moves first within its carrier, a semi-connection if its owner does.
//! H-search (Anshelevich 2002) builds them from neighboring points by two rules. In series (the
//! and-rule): two full connections that meet at a point and share no cell are a full connection if
//! the point is a chain, and a semi-connection, begun by playing there, if it is an empty cell. In
//! parallel (the or-rule): semi-connections between the same points whose carriers have no cell
//! in common are a full connection.

mod advance;
mod goal;
mod h_search;
mod pair;
mod parallel;
mod point;
mod queue;
mod undo;

pub use goal::GoalConnections;
pub use h_search::{ConnectionLimits, Connections, Until};
pub use pair::Semi;
pub use point::{Point, Points};
