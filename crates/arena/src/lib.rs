//! Matches, ratings, stores of results, experiments of the papers and self-play.
//!
//! A [`MatchSpec`] says who plays whom on which board, with which limits and openings; [`Match`]
//! plays it, several games at once, and keeps every finished game in a [`MatchStore`] before it is
//! counted in a [`Tally`]. [`stats`] says what the counts mean, [`summary`] shows them.
//! [`Trials`] is a match whose first player is changed from pair to pair, for tuning.
//! A [`runner`] does the work: threads of this program, or other machines. [`assessment`] is that of reviews.
//! [`job`] is what long jobs of all commands share: their identity, checkpoints and progress.
//! [`experiment`] repeats what papers have measured, [`selfplay`] makes records for learning.
//!
//! ```
//! use catena_arena::stats::{Estimate, Pentanomial};
//!
//! // 20 pairs of games: 4 lost, 10 split, 6 won.
//! let results = Pentanomial { pairs: [4, 0, 10, 0, 6], single: [0; 3] };
//! let estimate = Estimate::new(&results).expect("games were played");
//! assert_eq!((estimate.points, estimate.games), (22.0, 40));
//! assert!(estimate.score_interval.low < 0.5, "not enough to tell who is stronger");
//! ```

pub mod assessment;
mod contestant;
mod cpu;
mod encoding;
mod entry;
pub mod experiment;
mod external;
mod fingerprint;
mod game;
pub mod games;
pub mod job;
mod limit;
mod match_player;
mod match_work;
mod named_file;
mod opening;
mod random;
mod run;
pub mod runner;
pub mod selfplay;
mod spec;
pub mod stats;
mod stop;
mod store;
pub mod summary;
mod tally;
mod trial;

pub use contestant::{Contestant, ContestantError, ContestantKind};
pub use cpu::CPU_TIME_IS_KNOWN;
pub use entry::MatchEntry;
pub use fingerprint::fingerprint;
pub use game::FinishedGame;
pub use limit::{MoveLimit, Spent};
pub use match_player::Forfeit;
pub use named_file::NamedFile;
pub use opening::{OpeningError, Openings};
pub use run::{ArenaError, Match, MatchEnd, MatchGoal, MatchObserver};
pub use runner::LocalRunner;
pub use spec::{GameSlot, MatchInfo, MatchSpec};
pub use stop::Stop;
pub use store::{GameRow, MatchLock, MatchStore, StoreError, StoredMatch};
pub use tally::{Forfeited, MoveTimes, Tally};
pub use trial::{Trial, TrialChooser, Trials};
