//! From a position to an outcome, fast.
//!
//! [`kernel`](mod@kernel) plays uniform random games one at a time, [`policy`] lets them choose
//! their moves, [`FillOut`] fills 512 boards at once where only the full board counts, [`winner`] holds
//! the winner-finding algorithms of the papers and [`paper`] the playouts of their run-time table.
//!
//! ```
//! use catena_core::{Color, Game, Position};
//! use catena_playout::{Rng, Scratch, Start, kernel};
//!
//! let start = Start::new(&Position::new("hex 5".parse()?));
//! let (mut scratch, mut rng, play) = (Scratch::new(&start), Rng::new(1), kernel(Game::Hex));
//! let wins = (0..1000).filter(|_| play(&start, &mut scratch, &mut rng).outcome.winner == Some(Color::Black)).count();
//! assert!((500..700).contains(&wins), "the first move is an advantage: {wins}");
//! # Ok::<(), catena_core::UnknownText>(())
//! ```

mod edge_game;
pub mod kernel;
mod lanes;
pub mod paper;
pub mod policy;
mod rng;
mod sliced;
pub mod winner;

pub use edge_game::{EdgeGame, EdgeGoal, EdgePlayout};
pub use kernel::{Kernel, Playout, Scratch, Start, bare_fill, kernel};
pub use lanes::{InstructionKind, InstructionSet, Lanes, Widest};
pub use rng::Rng;
pub use sliced::{FillOut, FillOutOptions, FillOutResult, LaneRng, NoFillOut};
