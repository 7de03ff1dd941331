//! The level that suits a visitor: Glicko-2 (Glickman 2012) over the games against the levels of a game.

use catena_core::{Color, Game};
use catena_engine::{Level, PlayerSpec};
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::App;
use crate::error::AppResult;
use crate::store::{Listed, StoredGameRow};
use crate::stored_game::HUMAN;

/// The level of a visitor without games.
const FIRST_LEVEL: u8 = 3;
/// Deviation of the levels, whose steps are measured to about this many Elo.
const LEVEL_DEVIATION: f64 = 60.0;
/// The latest games, whose score is kept near one half.
const RECENT: usize = 6;

/// The level that suits a visitor, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuitedLevel {
    pub level: u8,
    /// Strength of the visitor in Elo above level 1; null without games.
    pub rating: Option<f64>,
    /// Standard deviation of the rating.
    pub deviation: Option<f64>,
    /// Finished games against levels of this game.
    pub games: usize,
}

/// A finished game against a level.
#[derive(Clone, Copy)]
struct Played {
    level: Level,
    /// 1 for a win of the visitor, 0 for a loss.
    score: f64,
}

/// The level that suits whoever has played the listed games.
pub fn suited_level(app: &App, game: Game, listed: &Listed) -> AppResult<SuitedLevel> {
    let mut rows = app.store.read(|tables| tables.games(listed))?;
    // The last used game comes first; ratings follow the course of time.
    rows.reverse();
    let played: Vec<Played> = rows.iter().filter_map(|row| against_level(row, game)).collect();
    Ok(suited(game, &played))
}

/// The game as one of a person against a level, if it was one and is over.
fn against_level(row: &StoredGameRow, game: Game) -> Option<Played> {
    let (mine, engine) = match (row.black.as_str(), row.white.as_str()) {
        (HUMAN, HUMAN) => return None,
        (HUMAN, engine) => (Color::Black, engine),
        (engine, HUMAN) => (Color::White, engine),
        _ => return None,
    };
    if row.summary.game != game.name() {
        return None;
    }
    let spec = PlayerSpec::parse(engine).ok().filter(|spec| spec.preset().name == "champion")?;
    let winner = row.summary.result.as_deref()?.split(' ').next()?;
    let score = match Color::parse(winner) {
        Some(winner) if winner == mine => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    Some(Played { level: spec.level(), score })
}

fn suited(game: Game, played: &[Played]) -> SuitedLevel {
    let games = played.len();
    if games == 0 {
        return SuitedLevel { level: FIRST_LEVEL, rating: None, deviation: None, games };
    }
    let rating = rate(game, played);
    let recent = &played[games.saturating_sub(RECENT)..];
    let score = recent.iter().map(|game| game.score).sum::<f64>() / recent.len() as f64;
    let (rounded, deviation) = (rating.rating.round(), rating.deviation.round());
    let level = follow_streak(played, choose(game, rating.rating, score));
    SuitedLevel { level, rating: Some(rounded), deviation: Some(deviation), games }
}

/// The visitor's rating in Elo above level 1.
fn rate(game: Game, played: &[Played]) -> Glicko2Rating {
    let start = Level::new(FIRST_LEVEL).map_or(0.0, |level| level.elo(game));
    let first = Glicko2Rating { rating: start, ..Glicko2Rating::new() };
    let config = Glicko2Config::new();
    played.iter().fold(first, |rating, &Played { level, score }| {
        let opponent =
            Glicko2Rating { rating: level.elo(game), deviation: LEVEL_DEVIATION, ..Glicko2Rating::new() };
        let outcome = match score {
            1.0 => Outcomes::WIN,
            0.0 => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        };
        glicko2(&rating, &opponent, &outcome, &config).0
    })
}

/// The level next to a rating. Levels are far apart: of the two around it the harder one after more won
/// games than lost ones, the easier one after more lost ones, so that the score stays near one half.
fn choose(game: Game, rating: f64, score: f64) -> u8 {
    let levels = || (1..=Level::FULL.number()).filter_map(Level::new);
    let below = levels().rfind(|level| level.elo(game) <= rating);
    let above = levels().find(|level| level.elo(game) > rating);
    let chosen = match (below, above) {
        (Some(below), Some(above)) => {
            let is_nearer = above.elo(game) - rating < rating - below.elo(game);
            if score > 0.5 || (score == 0.5 && is_nearer) { above } else { below }
        }
        (one, other) => one.or(other).unwrap_or(Level::FULL),
    };
    chosen.number()
}

/// Two won games in a row ask for a harder level than the last one, two lost ones for an easier one: a rating follows slowly.
fn follow_streak(played: &[Played], chosen: u8) -> u8 {
    let [.., before, last] = played else { return chosen };
    let (score, level) = (last.score, last.level.number());
    if before.score == score && score == 1.0 {
        chosen.max(Level::FULL.number().min(level + 1))
    } else if before.score == score && score == 0.0 {
        chosen.min(level.max(2) - 1)
    } else {
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::GameSummary;

    /// A person of fixed strength who always plays the level that suits; the score of each game.
    fn play(game: Game, strength: f64, games: usize, seed: u64) -> Vec<Played> {
        let mut state = seed;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut played = Vec::new();
        for _ in 0..games {
            let level = Level::new(suited(game, &played).level).unwrap();
            let chance = 1.0 / (1.0 + 10_f64.powf((level.elo(game) - strength) / 400.0));
            played.push(Played { level, score: if random() < chance { 1.0 } else { 0.0 } });
        }
        played
    }

    #[test]
    fn the_score_stays_near_one_half_at_any_strength() {
        for game in Game::ALL {
            let highest = Level::FULL.elo(game);
            for strength in [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95].map(|part| part * highest) {
                let played = play(game, strength, 110, 7);
                let late = &played[10..];
                let score = late.iter().map(|game| game.score).sum::<f64>() / late.len() as f64;
                assert!((0.42..=0.58).contains(&score), "{game} {strength}: {score}");
            }
        }
    }

    #[test]
    fn a_rating_finds_the_strength() {
        let played = play(Game::Hex, 1400.0, 60, 3);
        let found = suited(Game::Hex, &played);
        assert!((found.rating.unwrap() - 1400.0).abs() < 250.0, "{found:?}");
        assert!(found.deviation.unwrap() < 150.0, "{found:?}");
        assert_eq!(found.games, 60);
    }

    #[test]
    fn who_has_not_played_starts_gently_and_the_ends_hold() {
        assert_eq!(suited(Game::Hex, &[]).level, FIRST_LEVEL);
        let all = |score| vec![Played { level: Level::FULL, score }; 40];
        assert_eq!(suited(Game::Hex, &all(1.0)).level, Level::FULL.number());
        let lost = vec![Played { level: Level::new(1).unwrap(), score: 0.0 }; 40];
        assert_eq!(suited(Game::Hex, &lost).level, 1);
    }

    #[test]
    fn only_finished_games_of_a_person_against_a_level_count() {
        let row = |black: &str, white: &str, result: Option<&str>| StoredGameRow {
            id: String::new(),
            title: String::new(),
            black: black.to_owned(),
            white: white.to_owned(),
            time: String::new(),
            record: String::new(),
            ids: Vec::new(),
            next_id: 0,
            current: 0,
            updated: String::new(),
            summary: GameSummary {
                game: "hex".to_owned(),
                size: 11,
                moves: 9,
                result: result.map(str::to_owned),
            },
        };
        let score = |row: &StoredGameRow| against_level(row, Game::Hex).map(|game| game.score);
        let level = "champion,level=4";
        assert_eq!(score(&row(HUMAN, level, Some("black connection"))), Some(1.0));
        assert_eq!(score(&row(level, HUMAN, Some("black connection"))), Some(0.0));
        assert_eq!(score(&row(HUMAN, level, None)), None);
        assert_eq!(score(&row(HUMAN, HUMAN, Some("black connection"))), None);
        assert_eq!(score(&row(level, level, Some("black connection"))), None);
        assert_eq!(score(&row(HUMAN, "joosten,level=4", Some("black connection"))), None);
        assert!(against_level(&row(HUMAN, level, Some("black connection")), Game::Y).is_none());
    }
}
