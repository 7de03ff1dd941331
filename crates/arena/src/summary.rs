//! Summary of a stored match: standings, JSON, SGF and pictures. The one interface of the command line and
//! the app.

use catena_core::chart::{IntervalRow, interval_rows};
use catena_core::record::Record;
use catena_core::{Color, Position};
use serde_json::{Value, json};

use crate::spec::MatchInfo;
use crate::stats::{Interval, RatingOptions, Sprt};
use crate::store::{GameRow, StoredMatch};
use crate::tally::Tally;

/// A player in the table of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Which player.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Its rating.
    pub elo: f64,
    /// 95 % interval of the rating.
    pub interval: Interval,
    /// Its points.
    pub points: f64,
    /// Its games.
    pub games: u64,
}

/// All players, the highest rating first.
#[must_use]
pub fn standings(info: &MatchInfo, tally: &Tally, options: RatingOptions) -> Vec<Standing> {
    let mut rows: Vec<Standing> = (tally.ratings(options).iter().enumerate())
        .map(|(player, rating)| {
            let (points, games) = tally.score(player);
            let name = info.players[player].clone();
            Standing { player, name, elo: rating.elo, interval: rating.interval, points, games }
        })
        .collect();
    rows.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    rows
}

/// Everything about a match; `docs/json.md` has the schema. The result is that of the first player against the second;
/// `null` is an end of an interval that is open, or what is not known.
#[must_use]
pub fn json(id: i64, info: &MatchInfo, tally: &Tally, sprt: Option<Sprt>, options: RatingOptions) -> Value {
    let estimate = tally.estimate();
    let results = tally.results(0, 1);
    let elo = estimate.map(|estimate| estimate.elo_interval());
    let two = info.players.len() == 2;
    let games = if two { results.games() } else { tally.games() };
    let [as_black, as_white] = tally.by_color_of(0, 1).map(result_json);
    json!({
        "match": id,
        "info": info,
        "games": games,
        "points": estimate.map(|estimate| estimate.points),
        "score": estimate.map(|estimate| estimate.score),
        "score_interval": estimate.map(|e| [e.score_interval.low, e.score_interval.high]),
        "elo": estimate.map(|estimate| estimate.elo()),
        "elo_interval": elo.map(|interval| [interval.low, interval.high]),
        "los": estimate.map(|estimate| estimate.superiority),
        "pentanomial": results.pairs,
        "as_black": as_black,
        "as_white": as_white,
        "sprt": sprt.map(|sprt| json!({ "test": sprt, "state": sprt.state(&results) })),
        "ends": tally.ends,
        "players": (0..info.players.len()).map(|player| player_json(info, tally, player)).collect::<Vec<_>>(),
        "mean_length": tally.mean_length(),
        "won_by": { "black": tally.by_color[0], "white": tally.by_color[1], "drawn": tally.by_color[2] },
        "ratings": standings(info, tally, options).iter().map(standing_json).collect::<Vec<_>>(),
        "cross": tally.points(),
    })
}

/// Games in the order that all outputs have.
fn result_json([won, drawn, lost]: [u64; 3]) -> Value {
    json!({ "won": won, "drawn": drawn, "lost": lost })
}

/// Description of one player apart from its results.
fn player_json(info: &MatchInfo, tally: &Tally, player: usize) -> Value {
    let time = tally.times[player];
    let forfeits: Vec<Value> = (tally.forfeits[player].iter())
        .map(|(how, forfeited)| json!({ "how": how, "games": forfeited.games, "cause": forfeited.cause }))
        .collect();
    json!({
        "name": info.players[player],
        "seconds_per_move": time.wall(),
        "cpu_seconds_per_move": time.cpu(),
        "forfeits": forfeits,
    })
}

fn standing_json(row: &Standing) -> Value {
    json!({
        "player": row.name,
        "elo": row.elo,
        "elo_interval": [row.interval.low, row.interval.high],
        "points": row.points,
        "games": row.games,
    })
}

/// A list of matches.
#[must_use]
pub fn list_json(matches: &[StoredMatch]) -> Value {
    let one = |found: &StoredMatch| json!({ "match": found.id, "info": found.info, "created": found.created, "games": found.games });
    matches.iter().map(one).collect::<Vec<_>>().into()
}

/// The ratings with their intervals as a picture.
#[must_use]
pub fn plot(info: &MatchInfo, tally: &Tally, options: RatingOptions) -> String {
    let rows: Vec<IntervalRow> = standings(info, tally, options)
        .into_iter()
        .map(|row| IntervalRow {
            label: row.name,
            value: row.elo,
            interval: Some((row.interval.low, row.interval.high)),
            reference: None,
            note: format!("{:.1} points of {} games", row.points, row.games),
        })
        .collect();
    interval_rows(&format!("{}, {}", info.board(), info.limit), "Elo", &rows)
}

/// A stored game as SGF; see [`record`].
///
/// # Errors
/// If the game cannot be played again by this version.
pub fn sgf(info: &MatchInfo, game: &GameRow) -> Result<String, UnknownGame> {
    Ok(record(info, game)?.to_sgf())
}

/// A stored game as a record, with the players, the result and how it ended.
///
/// # Errors
/// If the game cannot be played again by this version.
pub fn record(info: &MatchInfo, game: &GameRow) -> Result<Record, UnknownGame> {
    let unknown = || UnknownGame(game.number);
    let setup = info.setup().ok_or_else(unknown)?;
    let mut position = Position::new(setup);
    for word in game.moves.split_whitespace() {
        let mv = position.topology().parse_move(word).map_err(|_| unknown())?;
        position.play(mv).map_err(|_| unknown())?;
    }
    let mut record = Record::from_position(&position);
    let name = |player: usize| info.players.get(player).cloned().ok_or_else(unknown);
    record.set_player(Color::Black, &name(game.black)?);
    record.set_player(Color::White, &name(game.white)?);
    let root = catena_core::record::NodeId::ROOT;
    if game.forfeit.is_some() {
        let winner = if game.winner == Some(Color::Black) { "B" } else { "W" };
        record.set_result(&format!("{winner}+{}", if game.how == "time" { "Time" } else { "Forfeit" }));
    }
    let forfeit = game.forfeit.as_ref().map_or(String::new(), |forfeit| format!(", {forfeit}"));
    let comment = format!(
        "game {} of a match, {}; moves of its opening: {}; ended by {}{forfeit}",
        game.number, info.limit, game.opening, game.how
    );
    record.set_comment(root, &comment);
    Ok(record)
}

/// A stored game whose moves this version does not understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {0} of the match cannot be played again by this version")]
pub struct UnknownGame(u64);
