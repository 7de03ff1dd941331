//! Fixed-seed playouts of one kernel, to be counted by `crates/playout/instructions`:
//! `instructions KERNEL PLAYOUTS`; without arguments lists the kernels.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use catena_core::{Game, Position, Setup, SwapRule};
use catena_model::pattern::PlayoutGammas;
use catena_model::{Model, ModelKind, embedded::embedded};
use catena_playout::policy::{
    Blocks, Distribution, PatternChances, Patterns, Policy, Savebridge, Weighted, guided,
};
use catena_playout::{
    FillOut, FillOutOptions, LaneRng, Lanes, Rng, Scratch, Start, bare_fill, kernel, paper,
};

/// Plays this many games; how many moves they had.
type Run = fn(usize) -> usize;

const KERNELS: [(&str, Run); 22] = [
    ("bare-fill-havannah-8", |n| fill(Game::Havannah, 8, n)),
    ("uniform-havannah-4", |n| uniform(Game::Havannah, 4, n)),
    ("uniform-havannah-8", |n| uniform(Game::Havannah, 8, n)),
    ("uniform-havannah-10", |n| uniform(Game::Havannah, 10, n)),
    ("uniform-hex-11", |n| uniform(Game::Hex, 11, n)),
    ("uniform-y-11", |n| uniform(Game::Y, 11, n)),
    ("uniform-star-6", |n| uniform(Game::Star, 6, n)),
    ("uniform-renkula-3", |n| uniform(Game::Renkula, 3, n)),
    ("decisive-havannah-8", |n| decisive(Game::Havannah, 8, n)),
    ("decisive-hex-11", |n| decisive(Game::Hex, 11, n)),
    ("decisive-renkula-3", |n| decisive(Game::Renkula, 3, n)),
    ("weighted-havannah-8", |n| weighted(Game::Havannah, 8, n)),
    ("savebridge-hex-11", |n| savebridge(Game::Hex, 11, n)),
    ("patterns-hex-11", |n| patterns(Game::Hex, 11, n)),
    ("patterns-havannah-8", |n| patterns(Game::Havannah, 8, n)),
    ("paper-3-havannah-8", |n| paper::random_full_all(8, 1, n).map_or(0, |stats| stats.moves)),
    ("paper-4-havannah-8", |n| paper::weighted_full_all(8, 1, n).map_or(0, |stats| stats.moves)),
    ("paper-5-havannah-8", |n| paper::weighted_until_win(8, 1, n).map_or(0, |stats| stats.moves)),
    ("sliced-batch-hex-11", |n| sliced(Game::Hex, 11, n)),
    ("sliced-batch-y-11", |n| sliced(Game::Y, 11, n)),
    ("sliced-batch-star-6", |n| sliced(Game::Star, 6, n)),
    ("sliced-batch-renkula-3", |n| sliced(Game::Renkula, 3, n)),
];

/// Batches of fill-outs in portable words: valgrind does not know all vector instructions.
fn sliced(game: Game, size: u64, n: usize) -> usize {
    let setup = Setup::new(game, size, SwapRule::Off).expect("the size is playable");
    let options = FillOutOptions { lanes: Lanes::PORTABLE, ..FillOutOptions::default() };
    let mut fill_out = FillOut::new(&setup, options).expect("only Havannah has no fill-outs");
    let places = setup.topology().places().count();
    fill_out.prepare(&Position::new(setup));
    let mut rng = LaneRng::new(1);
    (0..n).map(|_| fill_out.run(&mut rng).lanes() as usize * places).sum()
}

fn room(game: Game, size: u64) -> (Start, Scratch, Rng) {
    let setup = Setup::new(game, size, SwapRule::Off).expect("the size is playable");
    let start = Start::new(&Position::new(setup));
    let scratch = Scratch::new(&start);
    (start, scratch, Rng::new(1))
}

fn fill(game: Game, size: u64, n: usize) -> usize {
    let (start, mut scratch, mut rng) = room(game, size);
    (0..n).map(|_| bare_fill(&start, &mut scratch, &mut rng)).sum()
}

fn uniform(game: Game, size: u64, n: usize) -> usize {
    let (start, mut scratch, mut rng) = room(game, size);
    let kernel = kernel(game);
    (0..n).map(|_| usize::from(kernel(&start, &mut scratch, &mut rng).moves)).sum()
}

fn decisive(game: Game, size: u64, n: usize) -> usize {
    let (mut start, mut scratch, mut rng) = room(game, size);
    start.track_threats();
    let kernel = kernel::decisive(game);
    (0..n).map(|_| usize::from(kernel(&start, &mut scratch, &mut rng).moves)).sum()
}

fn weighted(game: Game, size: u64, n: usize) -> usize {
    by_policy(game, size, n, |start| Weighted::<Blocks>::new(start.setup().topology(), Distribution::Shared))
}

fn savebridge(game: Game, size: u64, n: usize) -> usize {
    by_policy(game, size, n, |start| Savebridge::new(start.setup()))
}

fn patterns(game: Game, size: u64, n: usize) -> usize {
    let (start, mut scratch, mut rng) = room(game, size);
    let file = embedded(ModelKind::PlayoutPatterns, game).expect("the game has playout patterns");
    let model = Model::<PlayoutGammas>::from_bytes(file.bytes).expect("a test reads the embedded models");
    let policy = Patterns::new(
        model.value.six().expect("it has six cells"),
        start.setup().topology(),
        PatternChances::PAPER,
    );
    let mut policy = policy.expect("the board is flat");
    let kernel = kernel::softmax(game);
    let mut playout = |_| kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
    (0..n).filter_map(&mut playout).map(|playout| usize::from(playout.moves)).sum()
}

fn by_policy<P: Policy>(game: Game, size: u64, n: usize, policy: impl Fn(&Start) -> P) -> usize {
    let (start, mut scratch, mut rng) = room(game, size);
    let mut policy = policy(&start);
    let kernel = guided(game);
    let mut playout = |_| kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
    (0..n).filter_map(&mut playout).map(|playout| usize::from(playout.moves)).sum()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, playouts] = &arguments[..] else {
        KERNELS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let (_, run) = KERNELS.iter().find(|(known, _)| known == name).expect("a kernel of the list");
    println!("{}", run(playouts.parse().expect("a number of playouts")));
}
