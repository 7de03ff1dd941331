//! A review as a table for people and as JSON for programs.

use std::io::{self, Write};

use catena_core::{Color, Move, Position, Topology};
use catena_engine::{Judgement, Limits, Perspective, Proof, ReviewedMove, accuracy_text};
use serde_json::{Map, Value, json};

use super::{Reviewed, title};
use crate::progress::counted;

/// Moves of a line that a table shows.
const SHOWN: usize = 6;

/// A line per move, then the mistakes.
pub fn table(output: &mut impl Write, reviewed: &Reviewed<'_>) -> anyhow::Result<()> {
    let view = reviewed.args.view.view();
    let topology = reviewed.record.setup().topology();
    let side = reviewed.args.view.name();
    writeln!(output, "{}, values in % for {side}, {}", title(reviewed.record), settings(reviewed))?;
    writeln!(output, "{:>4}  {:<18} {:>6} {:>6} {:>6}  best line", "move", "", "before", "after", "loss")?;
    for played in &reviewed.review.moves {
        let name = format!("{} {}", played.step.color(), played.name(topology));
        let line = if reviewed.args.hide_best { String::new() } else { best_line(played, topology, SHOWN) };
        let row = format!(
            "{:>4}  {name:<18} {:>6.1} {:>6.1} {:>6.1}  {line}",
            played.number,
            100.0 * played.before(view),
            100.0 * played.after(view),
            100.0 * played.loss
        );
        writeln!(output, "{}", row.trim_end())?;
    }
    mistakes(output, reviewed)?;
    summary(output, reviewed)?;
    writeln!(output, "\nResult: {}", result(&reviewed.record.position()))?;
    Ok(())
}

fn mistakes(output: &mut impl Write, reviewed: &Reviewed<'_>) -> io::Result<()> {
    let topology = reviewed.record.setup().topology();
    let all = reviewed.review.mistakes();
    let shown = &all[..all.len().min(reviewed.args.mistakes)];
    match (all.len(), shown.len()) {
        (0, _) => return writeln!(output, "\nno mistakes"),
        (_, 0) => return Ok(()),
        (all, shown) if shown < all => writeln!(output, "\nthe {shown} worst of {all} mistakes:")?,
        (_, _) => writeln!(output, "\nmistakes, the worst first:")?,
    }
    for played in shown {
        let better = match best_line(played, topology, SHOWN) {
            line if line.is_empty() || reviewed.args.hide_best => String::new(),
            line => format!(", better {line}"),
        };
        let (number, color, name) = (played.number, played.step.color(), played.name(topology));
        let kind = played.judgement.map_or("", Judgement::name);
        let proved = if played.is_proved_mistake() { ", proved" } else { "" };
        let loss = 100.0 * played.loss;
        writeln!(output, "{number:>4}  {color} {name} ({kind}{proved}) gives away {loss:.1}{better}")?;
        let refutation = names(&played.refutation, topology, SHOWN);
        if !refutation.is_empty() && !reviewed.args.hide_best {
            writeln!(output, "      refuted by {refutation}")?;
        }
    }
    Ok(())
}

/// Accuracy of both players, and where the game turned.
fn summary(output: &mut impl Write, reviewed: &Reviewed<'_>) -> io::Result<()> {
    writeln!(output, "\naccuracy: {}", accuracy_text(&reviewed.review.accuracy()))?;
    let turns: Vec<String> = reviewed.review.turning_points().iter().map(ToString::to_string).collect();
    if turns.is_empty() {
        return Ok(());
    }
    writeln!(output, "turning points: moves {}", turns.join(", "))
}

/// The line that the search prefers; empty if its move was played.
pub fn best_line(played: &ReviewedMove, topology: &Topology, longest: usize) -> String {
    if played.is_best() {
        return String::new();
    }
    names(&played.found.line, topology, longest)
}

/// The first moves of a line.
pub fn names(line: &[Move], topology: &Topology, longest: usize) -> String {
    line.iter().take(longest).map(|&mv| topology.move_name(mv)).collect::<Vec<_>>().join(" ")
}

/// The player and the limits of the analysis.
pub fn settings(reviewed: &Reviewed<'_>) -> String {
    let Limits { time, playouts, visits, .. } = reviewed.assessor.limits;
    let time = time.map(|time| format!("{}s", time.as_secs_f64()));
    let playouts = playouts.map(|playouts| counted(playouts, "playout"));
    let visits = visits.map(|visits| counted(visits, "visit"));
    let limits: Vec<String> = [time, playouts, visits].into_iter().flatten().collect();
    format!("{} with {} per position", reviewed.assessor.player.spec(), limits.join(" or "))
}

/// One object; values in [0, 1].
pub fn json(reviewed: &Reviewed<'_>) -> Value {
    let (record, assessor, view) = (reviewed.record, reviewed.assessor, reviewed.args.view.view());
    let setup = record.setup();
    let moves: Vec<Value> = reviewed.review.moves.iter().map(|played| json_move(reviewed, played)).collect();
    let mistakes: Vec<usize> =
        reviewed.review.mistakes().iter().take(reviewed.args.mistakes).map(|played| played.number).collect();
    let found = reviewed.review.accuracy();
    let accuracy: Map<String, Value> = Color::ALL
        .iter()
        .map(|&color| (color.to_string(), found[color].map(|percent| (percent * 10.0).round() / 10.0).into()))
        .collect();
    json!({
        "game": setup.game().name(),
        "size": setup.size(),
        "swap": setup.swap().to_string(),
        "black": record.player(catena_core::Color::Black),
        "white": record.player(catena_core::Color::White),
        "result": crate::json::result(&record.position()),
        "player": assessor.player.spec().to_string(),
        "seconds": assessor.limits.time.map(|time| time.as_secs_f64()),
        "playouts": assessor.limits.playouts,
        "solver_seconds": assessor.solver_time.as_secs_f64(),
        "visits": assessor.limits.visits,
        "threads": assessor.threads,
        "seed": assessor.seed,
        "view": match view { Perspective::Black => "black", Perspective::White => "white", Perspective::Mover => "mover" },
        "moves": moves,
        "mistakes": mistakes,
        "accuracy": accuracy,
        "turning_points": reviewed.review.turning_points(),
    })
}

fn json_move(reviewed: &Reviewed<'_>, played: &ReviewedMove) -> Value {
    let topology = reviewed.record.setup().topology();
    let view = reviewed.args.view.view();
    let mut object = json!({
        "number": played.number,
        "color": played.step.color().to_string(),
        "player": played.player.to_string(),
        "move": played.name(topology),
        "before": rounded(played.before(view)),
        "after": rounded(played.after(view)),
        "loss": rounded(played.loss),
        "judgement": played.judgement.map(Judgement::name),
        "winner_before": played.winner_before.map(winner),
        "winner_after": played.winner_after.map(winner),
        "proof": played.found.proof.map(Proof::name),
        "visits": played.found.visits,
        "playouts": played.found.playouts,
    });
    if !reviewed.args.hide_best {
        let names = played.found.line.iter().map(|&mv| topology.move_name(mv));
        object["best"] = played.found.best().map(|best| topology.move_name(best)).into();
        object["line"] = names.collect();
        object["refutation"] = played.refutation.iter().map(|&mv| topology.move_name(mv)).collect();
    }
    object
}

/// A proved winner.
fn winner(winner: Option<Color>) -> String {
    winner.map_or("draw".to_owned(), |color| color.to_string())
}

/// Six digits: more than any search knows.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The result as a person says it.
fn result(position: &Position) -> String {
    let moves = position.plies().len();
    match position.outcome() {
        None => format!("unfinished after {}", counted(moves as u64, "move")),
        Some(_) => position.judgement().to_string(),
    }
}
