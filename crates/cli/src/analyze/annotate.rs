//! A review noted in the record itself: Black's win rate (SBKV) and a comment at each move.

use catena_core::record::{NodeId, Record};

use super::Reviewed;
use super::output::{best_line, names, settings};

/// Beginning of our comments; an older one is replaced.
const MARK: &str = "Catena: ";

/// Moves of a line that a comment shows.
const SHOWN: usize = 12;

/// Note at a node.
pub struct Note {
    node: NodeId,
    /// The chance of the black stones in percent.
    win_rate: f64,
    comment: String,
}

pub fn notes(reviewed: &Reviewed<'_>) -> Vec<Note> {
    let topology = reviewed.record.setup().topology();
    let moves = &reviewed.review.moves;
    let about = format!("{MARK}reviewed by {}.", settings(reviewed));
    let root = moves.first().map(|first| Note {
        node: NodeId::ROOT,
        win_rate: 100.0 * first.black_stones_before,
        comment: about,
    });
    let of_moves = moves.iter().map(|played| {
        let change = format!("{:.1} % → {:.1} %", 100.0 * played.value_before, 100.0 * played.value_after);
        let mut comment = format!("{MARK}{} {change}", played.step.color());
        if played.loss > 0.0 {
            comment += &format!(", gives away {:.1}", 100.0 * played.loss);
        }
        if let Some(judgement) = played.judgement {
            let proved = if played.is_proved_mistake() { ", proved" } else { "" };
            comment += &format!(" ({judgement}{proved})");
        }
        let line = best_line(played, topology, SHOWN);
        if !line.is_empty() && !reviewed.args.hide_best {
            comment += &format!(". Best: {line}");
        }
        let refutation = names(&played.refutation, topology, SHOWN);
        if !refutation.is_empty() && !reviewed.args.hide_best {
            comment += &format!(". Refuted by {refutation}");
        }
        Note { node: played.node, win_rate: 100.0 * played.black_stones_after, comment }
    });
    root.into_iter().chain(of_moves).collect()
}

/// Writes the notes into the record; comments of others are kept.
pub fn apply(record: &mut Record, notes: &[Note]) {
    for note in notes {
        let known = record.node(note.node).comment().unwrap_or_default();
        let others = known.split("\n\n").filter(|part| !part.is_empty() && !part.starts_with(MARK));
        let parts: Vec<&str> = others.chain([note.comment.as_str()]).collect();
        let comment = parts.join("\n\n");
        record.set_comment(note.node, &comment);
        record.set_win_rate(note.node, note.win_rate);
    }
}
