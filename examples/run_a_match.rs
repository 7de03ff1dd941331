//! A match of two players: score with its interval. The games are in a store; run again, it plays only what is missing.

use std::time::Duration;

use catena_arena::{
    Contestant, LocalRunner, Match, MatchGoal, MatchSpec, MatchStore, MoveLimit, Openings, Stop,
};
use catena_core::{Game, Setup, SwapRule};
use catena_engine::ModelStore;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::temp_dir().join(format!("catena-example-{}.sqlite", std::process::id()));
    let models = ModelStore::default();
    let contestant = |spec| Contestant::parse(spec, Game::Y, &models);
    let spec = MatchSpec {
        setup: Setup::new(Game::Y, 5, SwapRule::Off)?,
        contestants: vec![contestant("joosten")?, contestant("random")?],
        limit: MoveLimit::Playouts(200),
        grace: Duration::from_secs(1),
        openings: Openings::Empty,
        models,
        seed: 1,
        build: "example".to_owned(),
    };
    let mut contest = Match::open(MatchStore::open(&file)?, spec)?;
    let id = contest.entry().id();
    contest.play(MatchGoal { games: 10, sprt: None }, &LocalRunner::new(2), &Stop::new(), &mut ())?;
    let tally = MatchStore::open_to_read(&file)?.tally(id)?;
    let estimate = tally.estimate().ok_or("games were played")?;
    let (low, high) = (estimate.score_interval.low, estimate.score_interval.high);
    println!("joosten: {} points of {} games, {low:.2} to {high:.2}", estimate.points, estimate.games);
    std::fs::remove_file(file)?;
    Ok(())
}
