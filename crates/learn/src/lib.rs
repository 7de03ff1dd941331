//! Learning from games: parameters tuned by matches.

pub mod tune;
