//! The solver of Havannah with frames: what they say is true, they change no answer, and strategies that
//! rest on them hold.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod testdata;

use catena_core::{Game, Move, Position, SwapRule};
use catena_proof::frame::{FrameError, FrameProof, frames, prove};
use catena_proof::verify::{Promise, verify_strategy};
use catena_proof::{Solver, SolverConfig, Verdict};
use testdata::rng::Rng;
use testdata::{known, random, scale, setup};

fn solver(size: u64, frames_after: Option<u64>) -> Solver {
    let config = SolverConfig { table_bytes: 64 << 20, frames_after, ..SolverConfig::default() };
    Solver::new(&setup(Game::Havannah, size), config)
}

/// Random positions with at least this many stones.
fn positions(size: u64, least: u32, count: usize, seed: u64) -> Vec<Position> {
    let setup = setup(Game::Havannah, size);
    let mut rng = Rng::new(seed);
    let mut some = || {
        let plies = least + rng.below(8);
        random(&setup, plies, &mut rng)
    };
    (0..count * scale()).filter_map(|_| some()).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv).unwrap();
    next
}

#[test]
fn what_frames_prove_is_what_the_baseline_solver_finds() {
    let (mut won, mut by_move, mut refuted) = (0, 0, 0);
    for (size, least, count) in [(3, 2, 300), (4, 15, 60)] {
        let mut plain = Solver::baseline(&setup(Game::Havannah, size), SolverConfig::default());
        let mut truth = |position: &Position| plain.solve(position, &mut ());
        for position in positions(size, least, count, 40 + size) {
            let mover = position.to_move();
            let whole = frames(&position, None).unwrap().race.winner;
            let found = prove(&position).unwrap();
            let winner = if let FrameProof::Won { winner, .. } = found { Some(winner) } else { None };
            assert!(whole.is_none() || winner == whole, "{found:?} {:?}", position.plies());
            match found {
                FrameProof::Won { winner, by } => {
                    won += 1;
                    assert_eq!(truth(&position), Verdict::Won(winner), "{:?}", position.plies());
                    if let Some(cell) = by {
                        by_move += 1;
                        assert_eq!(winner, mover);
                        assert_eq!(truth(&after(&position, Move::Place(cell))), Verdict::Won(mover));
                    }
                }
                FrameProof::MustPlay(cells) => {
                    for mv in position.legal_moves() {
                        if !matches!(mv, Move::Place(cell) if cells.contains(cell)) {
                            refuted += 1;
                            let verdict = truth(&after(&position, mv));
                            assert_eq!(verdict, Verdict::Won(!mover), "{mv:?} {:?}", position.plies());
                        }
                    }
                }
                FrameProof::Unknown => {}
            }
        }
    }
    assert!(
        won > 100 && by_move > 50 && refuted > 200,
        "{won} won, {by_move} by a move, {refuted} moves refuted"
    );
}

#[test]
fn frames_prove_nothing_while_stones_may_be_swapped() {
    let swap = setup(Game::Havannah, 2).with_swap(SwapRule::On);
    let cell = swap.topology().parse_move("a1").unwrap();
    let opening = after(&Position::new(swap.clone()), cell);
    for position in [Position::new(swap), opening.clone()] {
        assert_eq!(prove(&position), Ok(FrameProof::Unknown));
    }
    // The same stones, to stay: a stone more and the corners are joined.
    let stays = after(&Position::new(setup(Game::Havannah, 2)), cell);
    assert_ne!(prove(&stays), Ok(FrameProof::Unknown));
    assert_eq!(prove(&Position::new(setup(Game::Hex, 3))), Err(FrameError::NotHavannah));
}

#[test]
fn frames_change_no_answer() {
    for frames_after in [1, 20] {
        let mut framed = solver(3, Some(frames_after));
        for case in known(Game::Havannah, 3) {
            let expected = case.winner.map_or(Verdict::Drawn, Verdict::Won);
            assert_eq!(framed.solve(&case.position, &mut ()), expected, "{:?}", case.position.plies());
        }
        let mut framed_4 = solver(4, Some(frames_after));
        let mut without = solver(4, None);
        for position in positions(4, 16, 10, 50) {
            let expected = without.solve(&position, &mut ());
            assert_eq!(framed_4.solve(&position, &mut ()), expected, "{:?}", position.plies());
        }
        for probes in [framed.deep_probes(), framed_4.deep_probes()] {
            // Where much had to be searched, few are won by frames.
            assert!(probes.narrowed > 0 && (probes.decided > 0 || frames_after > 1), "{probes:?}");
            assert!(probes.decided + probes.narrowed < probes.tried, "{probes:?}");
        }
        // Asked late, they may lead the search to harder positions.
        assert!(frames_after > 1 || 2 * framed_4.nodes() < without.nodes());
        assert_eq!(without.deep_probes().tried, 0);
    }
}

#[test]
fn strategies_with_frames_hold_against_every_reply() {
    let (mut seen, mut framed) = (0, 0);
    for (size, least, count) in [(3, 6, 12), (4, 24, 8)] {
        let mut solver = solver(size, Some(1));
        for position in positions(size, least, count, 60 + size) {
            let verdict = solver.solve(&position, &mut ());
            framed += usize::from(matches!(prove(&position), Ok(FrameProof::Won { .. })));
            let (color, promise) = match verdict {
                Verdict::Won(color) => (color, Promise::Win),
                _ => (position.to_move(), Promise::Draw),
            };
            let mut strategy = |at: &Position| solver.reply(at, &mut ());
            seen += verify_strategy(&position, color, promise, 1_000_000, &mut strategy).unwrap();
        }
    }
    assert!(seen > 1000 && framed > 3, "{seen} positions, {framed} won by frames at the start");
}
