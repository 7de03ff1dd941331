//! Timekeeping of players, and how often they ask if others should have a turn.
//!
//! `cargo run --release -p catena-games-engine --example timekeeping -- [MILLISECONDS] [THREADS]`: prints for each
//! player on large boards how much longer than its time it took, and the longest time between two
//! questions to its observer. Needs a machine that is not overloaded.

#![allow(clippy::print_stdout, reason = "a program that reports")]
#![allow(clippy::unwrap_used, reason = "an error ends the program")]

use std::time::{Duration, Instant};

use catena_core::{Game, Position, Setup, SwapRule};
use catena_engine::{Limits, ModelStore, Observer, PlayerSpec, Session};

/// Players with parameters that make a single step long.
const PLAYERS: [(&str, Game, u64); 20] = [
    ("champion", Game::Hex, 19),
    ("champion", Game::Havannah, 10),
    ("champion", Game::Y, 19),
    ("champion", Game::Star, 10),
    ("champion", Game::Renkula, 8),
    ("greedy", Game::Havannah, 10),
    ("greedy,playouts_per_leaf=10000", Game::Havannah, 10),
    ("greedy,playouts_per_leaf=10000,playout=weighted", Game::Havannah, 10),
    ("greedy,playouts_per_leaf=10000,playout=patterns", Game::Hex, 19),
    ("greedy,playouts_per_leaf=10000,playout=fill-out", Game::Star, 10),
    ("champion,playouts_per_leaf=10000,network_share=0", Game::Hex, 19),
    ("champion,playouts_per_leaf=10000,playout=patterns", Game::Havannah, 10),
    ("champion,playouts_per_leaf=10000,subtree_batch=1000", Game::Havannah, 10),
    ("champion,playouts_per_leaf=10000,playout=fill-out", Game::Y, 19),
    ("champion,vc_threshold=1", Game::Hex, 19),
    ("champion,vc_threshold=1", Game::Y, 19),
    ("framer", Game::Havannah, 10),
    ("birdcage", Game::Hex, 19),
    ("wolve", Game::Hex, 19),
    ("wolve,fulls=1000,semis=1000", Game::Hex, 19),
];

/// Notes how long it was not asked.
struct Gaps {
    last: Instant,
    longest: Duration,
}

impl Observer for Gaps {
    fn stop(&mut self) -> bool {
        self.longest = self.longest.max(self.last.elapsed());
        self.last = Instant::now();
        false
    }
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().unwrap());
    let time = Duration::from_millis(args.next().unwrap_or(300));
    let threads = args.next().unwrap_or(1) as usize;
    for (spec, game, size) in PLAYERS {
        let size = size.min(u64::from(*game.facts().sizes.all.end()));
        let player = PlayerSpec::parse(spec).and_then(|spec| spec.resolve(game, &ModelStore::default()));
        let player = match player {
            Ok(player) => player,
            Err(error) => {
                println!("{spec}, {game}: {error}");
                continue;
            }
        };
        let setup = Setup::new(game, size, SwapRule::Off).unwrap();
        let mut session = Session::new(setup.clone(), player, 1);
        session.set_threads(threads);
        session.set_limits(Limits::time(time));
        let (mut late, mut longest) = (Duration::ZERO, Duration::ZERO);
        let mut position = Position::new(setup);
        for _ in 0..4 {
            session.set_position(position.clone());
            let began = Instant::now();
            let mut gaps = Gaps { last: began, longest: Duration::ZERO };
            let decision = session.choose(position.to_move(), &mut gaps).unwrap();
            late = late.max(began.elapsed().saturating_sub(time));
            longest = longest.max(gaps.longest);
            position.play(decision.mv).unwrap();
        }
        println!("{late:>10.1?} late, asked after {longest:>9.1?}  {game} {size}  {spec}");
    }
}
