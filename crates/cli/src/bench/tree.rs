//! Cost of the tree: playouts of a search beside those of the bare kernel.

use std::io::Write;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use catena_core::rules::Methods;
use catena_core::{Game, Position, Setup, SwapRule, Switch};
use catena_engine::{Limits, ModelStore, Player, Report, Session};
use catena_playout::{FillOut, FillOutOptions, LaneRng, Rng, Scratch, Start, kernel};
use serde_json::json;

use super::{Who, stopwatch};
use crate::Done;

/// Playouts of a search, one by one and by fill-outs.
const SCALAR_PLAYOUTS: u64 = 20_000;
const FILL_OUTS: u64 = 2_000_000;

/// Measurements are made in turn, and the median of their ratios is printed: the machine may be busy.
const ROUNDS: usize = 15;

/// Memory of a search in MiB.
const MEMORY: u32 = 800;

pub fn run(output: &mut impl Write, who: &Who) -> anyhow::Result<Done> {
    let models = ModelStore::default();
    let mut rows = Vec::new();
    for game in Game::ALL.into_iter().filter(|&game| who.plays(game)) {
        let player = who.resolve(game, &models, MEMORY)?;
        let size = game.default_size();
        let setup = Setup::new(game, size.into(), SwapRule::Off)?;
        let fills_out = game.facts().supports(Methods::FILL_OUTS);
        let playouts = if fills_out { FILL_OUTS } else { SCALAR_PLAYOUTS };
        let part = 100.0 * part_of_kernel(&player, &setup, playouts)?;
        let Second { threads, searches } = second_core(&player, &setup)?;
        if who.json {
            rows.push(json!({
                "game": game.name(),
                "size": size,
                "share_of_kernel": part / 100.0,
                "two_threads": threads,
                "two_searches": searches,
            }));
            continue;
        }
        writeln!(
            output,
            "{game} {size}: {part:.0} % of the bare kernel; two threads make {threads:.2} times the playouts of one, \
             two searches side by side {searches:.2}"
        )?;
    }
    if who.json {
        serde_json::to_writer_pretty(&mut *output, &json!({ "rows": rows }))?;
        writeln!(output)?;
    }
    Ok(Done::Well)
}

fn session(player: &Player, setup: &Setup, seed: usize) -> Session {
    Session::new(setup.clone(), player.clone(), seed as u64)
}

fn think(session: &mut Session, limits: Limits) -> anyhow::Result<Report> {
    let color = session.position().to_move();
    session.think(color, limits, &mut ())?.context("the player does not search")
}

/// The speed of a search from the empty board as a part of the speed of its kernel alone.
fn part_of_kernel(player: &Player, setup: &Setup, playouts: u64) -> anyhow::Result<f64> {
    let mut bare = match FillOut::new(setup, fill_out_options()) {
        Ok(fill_out) => fill_outs(fill_out),
        Err(_) => uniform(setup),
    };
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let mut session = session(player, setup, round);
        let began = stopwatch::now();
        let made = think(&mut session, Limits::playouts(playouts))?.playouts;
        let in_tree = stopwatch::now() - began;
        bare(made);
        let alone = stopwatch::now() - began - in_tree;
        ratios.push(alone.as_secs_f64() / in_tree.as_secs_f64());
    }
    Ok(median(ratios))
}

/// Gain by a second core, as playouts for each of one thread alone.
struct Second {
    /// To a search of two threads.
    threads: f64,
    /// To two searches that share nothing: what the machine has to give.
    searches: f64,
}

/// Measured in the same time of day.
fn second_core(player: &Player, setup: &Setup) -> anyhow::Result<Second> {
    let (mut threads, mut searches) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let alone = speed(player, setup, round, 1)?;
        threads.push(speed(player, setup, round, 2)? / alone);
        let both = thread::scope(|scope| {
            let other = scope.spawn(|| speed(player, setup, round + ROUNDS, 1));
            let own = speed(player, setup, round, 1)?;
            anyhow::Ok(own + other.join().expect("a search does not panic")?)
        })?;
        searches.push(both / alone);
    }
    Ok(Second { threads: median(threads), searches: median(searches) })
}

/// Playouts per second of a search.
fn speed(player: &Player, setup: &Setup, seed: usize, threads: usize) -> anyhow::Result<f64> {
    let mut session = session(player, setup, seed);
    session.set_threads(threads);
    let report = think(&mut session, Limits::time(Duration::from_millis(200)))?;
    Ok(report.playouts as f64 / report.elapsed.as_secs_f64())
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
    FillOutOptions { bamboo: Switch::On, ..FillOutOptions::default() }
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
