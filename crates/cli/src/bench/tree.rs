//! What the tree costs: playouts of a search beside those of the bare kernel.

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use catena_core::{Game, Position, Setup, SwapRule};
use catena_engine::{Limits, Player, Report, Session};
use catena_playout::{Bamboo, FillOut, FillOutOptions, LaneRng, Rng, Scratch, Start, kernel};

use super::stopwatch;
use crate::Done;

/// Boards, and the playouts of a search there.
const BOARDS: [(Game, u64, u64); 5] = [
    (Game::Havannah, 8, 20_000),
    (Game::Hex, 11, 2_000_000),
    (Game::Y, 11, 2_000_000),
    (Game::Star, 6, 2_000_000),
    (Game::Renkula, 3, 2_000_000),
];

/// Measurements are made in turn, and the median of their ratios is told: the machine may be busy.
const ROUNDS: usize = 15;

pub fn run(output: &mut impl Write) -> anyhow::Result<Done> {
    for (game, size, playouts) in BOARDS {
        let setup = Setup::new(game, size, SwapRule::Off)?;
        let part = 100.0 * part_of_kernel(&setup, playouts)?;
        let threads = second_thread(&setup)?;
        writeln!(
            output,
            "{game} {size}: {part:.0} % of the bare kernel; two threads make {threads:.2} times the playouts of one"
        )?;
    }
    Ok(Done::Well)
}

fn session(setup: &Setup, seed: usize) -> anyhow::Result<Session> {
    Ok(Session::new(setup.clone(), Player::parse("champion,memory=800")?, seed as u64))
}

fn think(session: &mut Session, limits: Limits) -> anyhow::Result<Report> {
    let color = session.position().to_move();
    session.think(color, limits, &mut ())?.context("the champion searches")
}

/// The speed of a search from the empty board as a part of the speed of its kernel alone.
fn part_of_kernel(setup: &Setup, playouts: u64) -> anyhow::Result<f64> {
    let mut bare = match FillOut::new(setup, fill_out_options()) {
        Ok(fill_out) => fill_outs(fill_out),
        Err(_) => uniform(setup),
    };
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let mut session = session(setup, round)?;
        let began = stopwatch::now();
        let made = think(&mut session, Limits::playouts(playouts))?.playouts;
        let in_tree = stopwatch::now() - began;
        bare(made);
        let alone = stopwatch::now() - began - in_tree;
        ratios.push(alone.as_secs_f64() / in_tree.as_secs_f64());
    }
    Ok(median(ratios))
}

/// Playouts of two threads for each of one, in the same time of day.
fn second_thread(setup: &Setup) -> anyhow::Result<f64> {
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let mut made = [0.0; 2];
        for threads in [1, 2] {
            let mut session = session(setup, round)?;
            session.set_threads(threads);
            let report = think(&mut session, Limits::time(Duration::from_millis(200)))?;
            made[threads - 1] = report.playouts as f64 / report.elapsed.as_secs_f64();
        }
        ratios.push(made[1] / made[0]);
    }
    Ok(median(ratios))
}

fn median(mut ratios: Vec<f64>) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn uniform(setup: &Setup) -> Box<dyn FnMut(u64)> {
    let start = Start::new(&Position::new(setup.clone()));
    let (mut scratch, mut rng) = (Scratch::new(&start), Rng::new(1));
    let play = kernel(setup.game());
    Box::new(move |playouts| {
        for _ in 0..playouts {
            play(&start, &mut scratch, &mut rng);
        }
    })
}

/// As the champion uses them.
fn fill_out_options() -> FillOutOptions {
    FillOutOptions { bamboo: Bamboo::On, ..FillOutOptions::default() }
}

fn fill_outs(mut fill_out: FillOut) -> Box<dyn FnMut(u64)> {
    let mut rng = LaneRng::new(1);
    Box::new(move |playouts| {
        let mut done = 0;
        while done < playouts {
            done += u64::from(fill_out.run(&mut rng).lanes());
        }
    })
}
