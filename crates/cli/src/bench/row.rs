//! Rows that can be timed: kernels, policies, fill-outs and the playouts of the paper's table.

use std::time::Duration;

use catena_core::rules::Methods;
use catena_core::{Game, Position, Setup, SwapRule, Switch};
use catena_playout::kernel::decisive;
use catena_playout::policy::{
    Blocks, Distribution, Focus, Horizon, LastGoodReply, Nearest, OfflineRings, Policy, Savebridge, SumTree,
    Uniform, Weighted, guided, linear,
};
use catena_playout::{
    FillOut, FillOutOptions, Kernel, LaneRng, Rng, Scratch, Start, bare_fill, kernel, paper,
};
use serde::Serialize;

use super::pattern_row::pattern_rows;
use super::stopwatch;

/// Plays about this many playouts; tells playouts and moves.
type Run = Box<dyn FnMut(usize) -> (usize, usize)>;

/// A kind of playout on a board.
pub struct BenchRow {
    pub game: Game,
    pub size: u64,
    pub name: String,
    run: Run,
    rounds: Vec<Round>,
    /// Share of the moves that lie around the opponent's last one.
    pub local_moves: Option<f64>,
}

#[derive(Clone, Copy)]
struct Round {
    ns_per_move: f64,
    moves_per_playout: f64,
}

/// A row as others read it.
#[derive(Serialize)]
pub struct BenchReport {
    game: &'static str,
    size: u64,
    name: String,
    /// Of the median round.
    pub ns_per_move: f64,
    pub playouts_per_second: f64,
    /// From the first to the third quartile of the rounds, as a part of the median.
    pub spread: f64,
    /// Share of the moves that lie around the opponent's last one; of playouts by patterns.
    pub local_moves: Option<f64>,
}

/// Playouts between two looks at the clock. The paper's rows build their boards in each call.
const BATCH: usize = 2_000;

impl BenchRow {
    pub fn new(
        game: Game,
        size: u64,
        name: &str,
        run: impl FnMut(usize) -> (usize, usize) + 'static,
    ) -> Self {
        let run = Box::new(run);
        Self { game, size, name: name.to_owned(), run, rounds: Vec::new(), local_moves: None }
    }

    /// Adds the share of local moves, which was counted beside the measurement.
    pub fn with_local_moves(self, share: f64) -> Self {
        Self { local_moves: Some(share), ..self }
    }

    /// Plays for that long and notes the speed.
    pub fn measure(&mut self, time: Duration) {
        let began = stopwatch::now();
        let (mut playouts, mut moves) = (0, 0);
        let mut spent = Duration::ZERO;
        while spent < time {
            let done = (self.run)(BATCH);
            playouts += done.0;
            moves += done.1;
            spent = stopwatch::now() - began;
        }
        self.rounds.push(Round {
            ns_per_move: spent.as_nanos() as f64 / moves as f64,
            moves_per_playout: moves as f64 / playouts as f64,
        });
    }

    pub fn report(&self) -> BenchReport {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(|a, b| a.ns_per_move.total_cmp(&b.ns_per_move));
        let at = |part: usize| rounds[(rounds.len() - 1) * part / 4];
        let Round { ns_per_move, moves_per_playout } = at(2);
        BenchReport {
            game: self.game.name(),
            size: self.size,
            name: self.name.clone(),
            ns_per_move,
            playouts_per_second: 1e9 / (ns_per_move * moves_per_playout),
            spread: (at(3).ns_per_move - at(1).ns_per_move) / ns_per_move,
            local_moves: self.local_moves,
        }
    }
}

/// Boards beside the default ones: Havannah on the sizes of the paper, larger boards elsewhere.
const MORE_BOARDS: [(Game, u16); 7] = [
    (Game::Havannah, 4),
    (Game::Havannah, 6),
    (Game::Havannah, 10),
    (Game::Hex, 13),
    (Game::Y, 15),
    (Game::Star, 10),
    (Game::Renkula, 6),
];

/// The boards of a game, the smallest first.
pub fn boards(game: Game) -> Vec<u64> {
    let more = MORE_BOARDS.into_iter().filter(|(of, _)| *of == game).map(|(_, size)| size);
    let mut sizes: Vec<u64> = more.chain([game.default_size()]).map(u64::from).collect();
    sizes.sort_unstable();
    sizes
}

/// All rows, in the order of the tables.
pub fn all() -> Vec<BenchRow> {
    let mut rows: Vec<BenchRow> = paper::SIZES.into_iter().flat_map(paper_rows).collect();
    let boards =
        Game::ALL.into_iter().flat_map(|game| boards(game).into_iter().map(move |size| (game, size)));
    for (game, size) in boards {
        let facts = game.facts();
        rows.push(bare_fill_row(game, size));
        rows.push(uniform_row(game, size));
        if game == Game::Havannah {
            rows.push(ring_filter_row(size));
        }
        if facts.supports(Methods::THREATS) {
            rows.push(decisive_row(game, size));
        }
        if facts.supports(Methods::FILL_OUTS) {
            rows.push(sliced_row(game, size, "sliced", Switch::Off, Switch::Off));
            rows.push(sliced_row(game, size, "sliced-amaf", Switch::On, Switch::Off));
            rows.push(sliced_row(game, size, "sliced-bamboo", Switch::On, Switch::On));
        }
    }
    for game in Game::ALL {
        let size = u64::from(game.default_size());
        rows.push(policy_row(game, size, "nearest-own", |setup| {
            Nearest::new(setup.topology(), Focus::Own, linear)
        }));
        rows.push(policy_row(game, size, "nearest-coin", |setup| {
            Nearest::new(setup.topology(), Focus::Coin, linear)
        }));
        rows.push(policy_row(game, size, "weighted", |setup| {
            Weighted::<Blocks>::new(setup.topology(), Distribution::Own)
        }));
        rows.push(policy_row(game, size, "weighted-tree", |setup| {
            Weighted::<SumTree<u32>>::new(setup.topology(), Distribution::Own)
        }));
        rows.push(policy_row(game, size, "weighted-shared", |setup| {
            Weighted::<Blocks>::new(setup.topology(), Distribution::Shared)
        }));
        rows.extend(offline_row(game, size));
        rows.push(policy_row(game, size, "savebridge", Savebridge::new));
        rows.push(policy_row(game, size, "last-good-reply", |_| LastGoodReply::new()));
        rows.extend(pattern_rows(game));
        rows.push(horizon_row(game, size));
    }
    rows
}

/// The five rows of the paper, and the uniform measure for its last.
fn paper_rows(size: u64) -> impl Iterator<Item = BenchRow> {
    let numbered = paper::ROWS.iter().enumerate().map(|(i, row)| (format!("paper-{}", i + 1), row.run));
    let uniform = [("uniform-until-bridge-or-fork".to_owned(), paper::random_until_win as fn(_, _, _) -> _)];
    numbered.chain(uniform).map(move |(name, run)| {
        let mut seed = 0;
        BenchRow::new(Game::Havannah, size, &name, move |n| {
            seed += 1;
            let stats: paper::Stats = run(size, seed, n).expect("the sizes of the paper can be played");
            (stats.playouts, stats.moves)
        })
    })
}

pub fn start(game: Game, size: u64) -> Start {
    let setup = Setup::new(game, size, SwapRule::Off).expect("the boards above can be played");
    Start::new(&Position::new(setup))
}

fn bare_fill_row(game: Game, size: u64) -> BenchRow {
    let start = start(game, size);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(1));
    BenchRow::new(game, size, "bare-fill", move |n| {
        (n, (0..n).map(|_| bare_fill(&start, &mut scratch, &mut rng)).sum())
    })
}

fn uniform_row(game: Game, size: u64) -> BenchRow {
    kernel_row(start(game, size), "uniform", kernel(game))
}

/// Rings count as in the playouts of the champion.
fn ring_filter_row(size: u64) -> BenchRow {
    let mut start = start(Game::Havannah, size);
    start.set_max_new_ring_stones(4);
    kernel_row(start, "uniform-ring-filter", kernel(Game::Havannah))
}

/// \*Star has none: no move wins before its board is full.
fn decisive_row(game: Game, size: u64) -> BenchRow {
    let mut start = start(game, size);
    start.track_threats();
    kernel_row(start, "decisive", decisive(game))
}

fn kernel_row(start: Start, name: &str, kernel: Kernel) -> BenchRow {
    let (game, size) = (start.setup().game(), u64::from(start.setup().size()));
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(1));
    BenchRow::new(game, size, name, move |n| {
        (n, (0..n).map(|_| usize::from(kernel(&start, &mut scratch, &mut rng).moves)).sum())
    })
}

fn policy_row<P: Policy + 'static>(game: Game, size: u64, name: &str, policy: fn(&Setup) -> P) -> BenchRow {
    let start = start(game, size);
    let mut policy = policy(start.setup());
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(1), guided::<P>(game));
    BenchRow::new(game, size, name, move |n| {
        let mut playout = |_| kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
        (n, (0..n).filter_map(&mut playout).map(|playout| usize::from(playout.moves)).sum())
    })
}

/// `weighted-tree` with rings found off-line: the playouts of `koennecke`.
fn offline_row(game: Game, size: u64) -> Option<BenchRow> {
    let start = start(game, size);
    let mut rings = OfflineRings::new(start.setup())?;
    let mut policy = Weighted::<SumTree<u32>>::new(start.setup().topology(), Distribution::Own);
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(1));
    Some(BenchRow::new(game, size, "weighted-tree-offline", move |n| {
        let mut playout = |_| rings.play(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
        (n, (0..n).filter_map(&mut playout).map(|playout| usize::from(playout.moves)).sum())
    }))
}

/// Uniform playouts under a horizon that starts at the full board. Discarded ones count as played:
/// their moves took the time.
fn horizon_row(game: Game, size: u64) -> BenchRow {
    let start = start(game, size);
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(1), guided::<Uniform>(game));
    let mut horizon = Horizon::new(start.empty().len() as u16);
    BenchRow::new(game, size, "horizon", move |n| {
        let mut moves = 0;
        for _ in 0..n {
            match kernel(&start, &mut scratch, &mut Uniform, horizon.moves(), &mut rng) {
                Some(playout) => horizon.ended(playout.moves),
                None => horizon.discarded(),
            }
            moves += scratch.moves().len();
        }
        (n, moves)
    })
}

fn sliced_row(game: Game, size: u64, name: &str, amaf: Switch, bamboo: Switch) -> BenchRow {
    let setup = Setup::new(game, size, SwapRule::Off).expect("the boards above can be played");
    let options = FillOutOptions { amaf, bamboo, ..FillOutOptions::default() };
    let mut fill_out = FillOut::new(&setup, options).expect("asked only for games with fill-outs");
    let places = setup.topology().places().count();
    fill_out.prepare(&Position::new(setup));
    let mut rng = LaneRng::new(1);
    BenchRow::new(game, size, name, move |n| {
        let mut playouts = 0;
        while playouts < n {
            playouts += fill_out.run(&mut rng).lanes() as usize;
        }
        (playouts, playouts * places)
    })
}
