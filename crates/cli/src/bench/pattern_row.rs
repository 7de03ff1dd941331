//! Rows of playouts by patterns, of six and of twelve cells, with the share of their moves that are local.

use catena_core::Game;
use catena_engine::ModelKind;
use catena_model::Model;
use catena_model::embedded::{Embedded, HEX_TWELVE_PLAYOUT_PATTERNS, embedded};
use catena_model::pattern::{Neighborhood, PlayoutGammas, Reach};
use catena_playout::kernel::softmax;
use catena_playout::policy::{PatternChances, Patterns, SoftmaxPolicy, TwelvePatterns};
use catena_playout::{Rng, Scratch, Start};

use super::row::{BenchRow, boards, start};

/// Playouts whose local moves are counted.
const COUNTED: usize = 400;

/// The rows of a game on all its boards; none where there are no weights.
pub fn pattern_rows(game: Game) -> Vec<BenchRow> {
    let six = embedded(ModelKind::PlayoutPatterns, game);
    let twelve = (game == Game::Hex).then_some(HEX_TWELVE_PLAYOUT_PATTERNS);
    let files: Vec<Embedded> = six.into_iter().chain(twelve).collect();
    boards(game)
        .into_iter()
        .flat_map(|size| files.iter().filter_map(move |file| pattern_row(size, file)))
        .collect()
}

fn pattern_row(size: u64, file: &Embedded) -> Option<BenchRow> {
    let model = Model::<PlayoutGammas>::from_bytes(file.bytes).expect("a test reads the embedded models");
    let start = start(file.game, size);
    let topology = start.setup().topology();
    match &model.value {
        PlayoutGammas::Six(gammas) => {
            let policy = Patterns::new(gammas, topology, PatternChances::PAPER)?;
            softmax_row(start, "patterns", policy, Reach::Six)
        }
        PlayoutGammas::Twelve(gammas) => {
            let policy = TwelvePatterns::new(gammas, topology, PatternChances::PAPER)?;
            softmax_row(start, "patterns-12", policy, Reach::Twelve)
        }
    }
}

fn softmax_row<P: SoftmaxPolicy + 'static>(
    start: Start,
    name: &str,
    mut policy: P,
    reach: Reach,
) -> Option<BenchRow> {
    let (game, size) = (start.setup().game(), u64::from(start.setup().size()));
    let (mut scratch, mut rng, kernel) = (Scratch::new(&start), Rng::new(1), softmax::<P>(game));
    let around = Neighborhood::new(game, start.setup().topology(), reach)?;
    let (mut local, mut all) = (0, 0);
    for _ in 0..COUNTED {
        kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
        let moves: Vec<_> = scratch.moves().map(|(cell, _)| cell).collect();
        let is_reply = |pair: &&[_]| around.replies(pair[0]).iter().any(|reply| reply.cell == pair[1]);
        local += moves.windows(2).filter(is_reply).count();
        all += moves.len();
    }
    let row = BenchRow::new(game, size, name, move |n| {
        let mut playout = |_| kernel(&start, &mut scratch, &mut policy, usize::MAX, &mut rng);
        (n, (0..n).filter_map(&mut playout).map(|playout| usize::from(playout.moves)).sum())
    });
    Some(row.with_local_moves(local as f64 / all as f64))
}
