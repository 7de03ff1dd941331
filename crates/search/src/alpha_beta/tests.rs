//! Alpha-beta against plain minimax, and incremental evaluations against those from the start.

use catena_playout::Rng;

use super::negamax::after;
use super::value::{ABOVE_ALL, Value, proof, proved};
use super::*;
use crate::Switch;

/// Values and moves out of the hash of a position.
#[derive(Debug)]
struct Toy {
    seed: u64,
    /// One position in this many is decided; none for 0.
    decides: u64,
}

impl Toy {
    fn known(&self, position: &Position) -> StaticEvaluation {
        let mut rng = Rng::new(position.hash() ^ self.seed);
        if self.decides > 0 && rng.next_u64().is_multiple_of(self.decides) {
            return StaticEvaluation::Decided(if rng.below(2) == 0 { Proof::Win } else { Proof::Loss });
        }
        let mut moves: Vec<(u64, Cell)> = places(position).map(|cell| (rng.next_u64(), cell)).collect();
        moves.sort_unstable();
        let value = rng.below(1000) as Value / 100.0 - 5.0;
        StaticEvaluation::Open { value, moves: moves.into_iter().map(|(_, cell)| cell).collect() }
    }
}

impl StaticEvaluator for Toy {
    fn start(&mut self, root: &Position, _: Option<Instant>) -> StaticEvaluation {
        self.known(root)
    }

    fn evaluate(&mut self, position: &Position) -> StaticEvaluation {
        self.known(position)
    }

    fn all_moves(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn settle(&self, root: &Position, _: Proof) -> Cell {
        places(root).next().unwrap()
    }
}

/// The reference implementation: all moves within the beam, no windows, no table.
fn minimax(toy: &Toy, position: &Position, depth: u32, width: usize) -> Value {
    let ply = position.plies().len();
    if position.outcome().is_some() {
        return proved(Proof::Loss, ply);
    }
    match toy.known(position) {
        StaticEvaluation::Open { moves, .. } if depth > 0 => {
            let values =
                moves.iter().take(width).map(|&cell| -minimax(toy, &after(position, cell), depth - 1, width));
            values.reduce(Value::max).unwrap()
        }
        known => known.value(ply),
    }
}

fn start(size: u64, moves: &str) -> Position {
    let mut position = Position::new(Setup::new(Game::Hex, size, SwapRule::Off).unwrap());
    for name in moves.split_whitespace() {
        position.play(position.topology().parse_move(name).unwrap()).unwrap();
    }
    stones_alone(&position)
}

/// Result of alpha-beta with a toy evaluator.
fn search(toy: &mut Toy, root: &Position, depth: u32, width: u32) -> (Cell, Option<Value>, u64) {
    search_with(&mut PositionTable::new(100_000_000), toy, root, depth, width)
}

/// The same with a table that is kept.
fn search_with(
    table: &mut PositionTable,
    toy: &mut Toy,
    root: &Position,
    depth: u32,
    width: u32,
) -> (Cell, Option<Value>, u64) {
    let widths = AlphaBetaConfig { width_1: width, width_2: width, ..AlphaBetaConfig::default() };
    let config = AlphaBetaConfig { depth, width_3: width, width_4: width, ..widths };
    let moves = match toy.start(root, None) {
        StaticEvaluation::Open { moves, .. } => moves.iter().copied().map(RootMove::new).collect(),
        StaticEvaluation::Decided(_) => Vec::new(),
    };
    let mut run = AlphaBetaRun {
        config: &config,
        evaluator: toy,
        table,
        observer: &mut (),
        limits: Limits::default(),
        began: Instant::now(),
        last_reported: Instant::now(),
        evaluations: 0,
        root,
        can_swap: false,
        goal: RootGoal::BestMove,
        root_value: 0.0,
        best: root.topology().off_board(),
        moves,
    };
    run.deepen();
    let best = run.moves.iter().find(|tried| tried.cell == run.best);
    (run.best, best.and_then(|tried| tried.value), run.evaluations)
}

/// Values that are proved are compared by who wins: how soon depends on the order of moves.
fn same(a: Value, b: Value) -> bool {
    if proof(a).is_some() || proof(b).is_some() { proof(a) == proof(b) } else { a == b }
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    let mut compared = 0;
    let everything = 400;
    for seed in 0..60 {
        for (decides, width, root, deepest) in [
            (0, everything, start(3, ""), 3),
            (0, everything, start(3, "b2 a1 c3"), 5),
            // Nobody wins so soon: a beam lets others move up for lost moves, which minimax does not.
            (0, 3, start(4, "b2"), 4),
            (9, everything, start(3, ""), 3),
            (3, everything, start(3, "b2 a1 c3"), 5),
            (9, everything, start(4, "b2"), 2),
        ] {
            let mut toy = Toy { seed, decides };
            if matches!(toy.known(&root), StaticEvaluation::Decided(_)) {
                continue;
            }
            for depth in 1..=deepest {
                let expected = minimax(&toy, &root, depth, width);
                let (best, value, _) = search(&mut toy, &root, depth, width as u32);
                let of_best = -minimax(&toy, &after(&root, best), depth - 1, width);
                let case = format!("seed {seed}, 1 of {decides} decided, width {width}, depth {depth}");
                assert!(same(value.unwrap(), expected), "{case}: {value:?} is not {expected}");
                assert!(same(of_best, expected), "{case}: the move is worth {of_best}, not {expected}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared} cases");
}

/// All positions up to this many moves ahead.
fn ahead(position: &Position, moves: u32) -> Vec<Position> {
    let mut all = vec![position.clone()];
    if moves > 0 && position.outcome().is_none() {
        all.extend(places(position).flat_map(|cell| ahead(&after(position, cell), moves - 1)));
    }
    all
}

#[test]
fn what_the_table_calls_proved_is_proved() {
    let (depth, everything, mut proofs) = (5, 400, 0);
    for seed in 0..200 {
        for (decides, root) in [2, 3, 4, 6].map(|decides| (decides, start(3, "b2 a1 c3"))) {
            let (mut toy, mut table) = (Toy { seed, decides }, PositionTable::new(100_000_000));
            if matches!(toy.known(&root), StaticEvaluation::Decided(_)) {
                continue;
            }
            search_with(&mut table, &mut toy, &root, depth, everything);
            for position in ahead(&root, depth) {
                let ply = position.plies().len();
                let Some(found) = table.found(position.hash()) else { continue };
                let value = found.answer(found.depth, ply, -ABOVE_ALL, ABOVE_ALL);
                let Some(claimed) = value.and_then(proof) else { continue };
                let real = minimax(&toy, &position, found.depth, everything as usize);
                assert_eq!(proof(real), Some(claimed), "seed {seed}, {decides}: {:?}", position.plies());
                proofs += 1;
            }
        }
    }
    assert!(proofs > 500, "{proofs} proofs");
}

#[test]
fn most_positions_need_not_be_evaluated() {
    let (mut toy, root) = (Toy { seed: 1, decides: 0 }, start(4, ""));
    let (_, _, evaluations) = search(&mut toy, &root, 3, 400);
    // 16 + 16 · 15 + 16 · 15 · 14, by way of which 16 · 15 · 14 / 2 different ones of three stones.
    assert!(evaluations < (16 + 240 + 1_680) / 2, "{evaluations} positions");
}

#[test]
fn a_beam_whose_moves_all_lose_becomes_wider() {
    let root = start(3, "");
    for seed in 0..200 {
        let mut toy = Toy { seed, decides: 2 };
        if matches!(toy.known(&root), StaticEvaluation::Decided(_)) {
            continue;
        }
        let (_, value, _) = search(&mut toy, &root, 2, 1);
        if proof(value.unwrap()) == Some(Proof::Loss) {
            assert_eq!(proof(minimax(&toy, &root, 2, 400)), Some(Proof::Loss), "seed {seed}");
        }
    }
}

#[test]
fn incremental_evaluations_are_those_from_the_start() {
    let config = AlphaBetaConfig { fulls: 5000, semis: 5000, ..AlphaBetaConfig::default() };
    for (size, steps) in [(3, 200), (4, 40)] {
        let root = start(size, "");
        let mut kept = static_evaluator(root.setup(), &config);
        kept.start(&root, None);
        let mut rng = Rng::new(size);
        let mut position = root.clone();
        for _ in 0..steps {
            let empty: Vec<Cell> = places(&position).collect();
            if position.outcome().is_some() || rng.below(3) == 0 {
                position.undo();
            } else {
                let cell = empty[rng.below(empty.len() as u32) as usize];
                position = after(&position, cell);
            }
            // Some are passed over, as those that the table knows are.
            if position.outcome().is_some() || rng.below(4) == 0 {
                continue;
            }
            let mut fresh = static_evaluator(root.setup(), &config);
            fresh.start(&root, None);
            assert_eq!(kept.evaluate(&position), fresh.evaluate(&position), "{:?}", position.plies());
        }
    }
}

#[test]
fn pruning_removes_moves_and_adds_none() {
    let moves = |must_play: Switch, inferior: Switch, position: &Position| {
        let config = AlphaBetaConfig { must_play, inferior, ..AlphaBetaConfig::default() };
        match static_evaluator(position.setup(), &config).start(position, None) {
            StaticEvaluation::Open { moves, .. } => moves.to_vec(),
            StaticEvaluation::Decided(_) => Vec::new(),
        }
    };
    let mut fewer = [0, 0];
    let mut rng = Rng::new(1);
    for _ in 0..60 {
        let mut position = start(6, "");
        for _ in 0..8 {
            let empty: Vec<Cell> = places(&position).collect();
            position = after(&position, empty[rng.below(empty.len() as u32) as usize]);
        }
        let root = stones_alone(&position);
        let all = moves(Switch::Off, Switch::Off, &root);
        for (kind, switches) in [(Switch::On, Switch::Off), (Switch::Off, Switch::On)].into_iter().enumerate()
        {
            let some = moves(switches.0, switches.1, &root);
            assert!(some.iter().all(|cell| all.contains(cell)), "{some:?} of {all:?}");
            fewer[kind] += usize::from(some.len() < all.len());
        }
    }
    assert!(fewer.iter().all(|&count| count > 5), "{fewer:?}");
}

#[test]
fn only_a_first_stone_that_may_be_taken_over_has_to_be_balanced() {
    use catena_core::{Game, Setup, SwapRule};
    for (swap, empty_board) in [(SwapRule::On, RootGoal::MostBalanced), (SwapRule::Off, RootGoal::BestMove)] {
        let mut position = Position::new(Setup::new(Game::Hex, 5, swap).unwrap());
        assert_eq!(RootGoal::of(&position), empty_board, "{swap:?}");
        let first = places(&position).next().unwrap();
        position = after(&position, first);
        assert_eq!(RootGoal::of(&position), RootGoal::BestMove, "{swap:?}");
    }
}
