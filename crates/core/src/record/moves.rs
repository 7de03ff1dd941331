//! Plain lists of moves: `e6 swap f7`, `1. e6 f7 2. d4`, one to a line or separated by commas.

use super::dialect::parse_step;
use super::error::excerpt;
use super::replay::Replay;
use super::{MAX_NODES, Node, NodeId, Record, RecordError, Step};
use crate::{Color, Move, Ply, Setup, SwapRule};

/// A step in a format that does not say who makes it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unsigned {
    /// A move of the player whose turn it is.
    Move(Move),
    /// The player whose turn it is asks for the other color.
    SwapSides,
    /// Anybody may give up at any time.
    Resign(Color),
}

/// Reads a list of moves of alternating colors, Black first.
pub(super) fn read(text: &str, start: usize, setup: &Setup) -> Result<Record, RecordError> {
    let steps = words(text, start).enumerate().map(|(i, (offset, word))| {
        let cell = |name: &str| setup.topology().cell(name);
        match parse_step(Color::Black, word, cell) {
            Some(Step::Ply(ply)) => Ok((offset, Unsigned::Move(ply.mv))),
            Some(Step::SwapSides(_)) => Ok((offset, Unsigned::SwapSides)),
            None => {
                let (number, text) = (i + 1, excerpt(word));
                Err(RecordError::UnknownCell { number, text, offset: Some(offset) })
            }
        }
    });
    main_line(setup, steps)
}

/// A record without variations, from steps and their offsets.
pub(super) fn main_line(
    setup: &Setup,
    steps: impl Iterator<Item = Result<(usize, Unsigned), RecordError>>,
) -> Result<Record, RecordError> {
    let mut record = Record::new(setup.clone());
    // A swap that is written down was allowed.
    let mut rule = setup.swap();
    let allowing = setup.with_swap(SwapRule::On);
    let mut replay = Replay::new(&allowing);
    let mut at = NodeId::ROOT;
    for step in steps {
        let (offset, unsigned) = step?;
        if record.len() >= MAX_NODES {
            return Err(RecordError::TooManyNodes);
        }
        let color = replay.to_move();
        let step = match unsigned {
            Unsigned::Move(Move::Place(cell)) => {
                Step::Ply(Ply { color, mv: Move::Place(setup.topology().canonical(cell)) })
            }
            Unsigned::Move(mv) => Step::Ply(Ply { color, mv }),
            Unsigned::Resign(color) => Step::Ply(Ply { color, mv: Move::Resign }),
            Unsigned::SwapSides => Step::SwapSides(color),
        };
        if matches!(unsigned, Unsigned::SwapSides | Unsigned::Move(Move::Swap)) {
            rule = SwapRule::On;
        }
        let node = Node { step: Some(step), ..Node::default() };
        replay.visit(&node).map_err(|refusal| refusal.into_error(setup, Some(offset)))?;
        at = record.push(at, node);
    }
    record.setup = setup.with_swap(rule);
    Ok(record)
}

/// The moves of a text and where they stand, without the numbers before them.
fn words(text: &str, start: usize) -> impl Iterator<Item = (usize, &str)> {
    let separates = |char: char| char.is_whitespace() || matches!(char, ',' | ';' | '\u{feff}');
    let mut next = start;
    text[start..].split_inclusive(separates).filter_map(move |piece| {
        let offset = next;
        next += piece.len();
        let word = piece.trim_end_matches(separates);
        let move_starts = offset + number_length(word);
        let word = &word[move_starts - offset..];
        (!word.is_empty()).then_some((move_starts, word))
    })
}

/// The length of a move number with its dots: `12.` or `12...`; 0 if there is none.
fn number_length(word: &str) -> usize {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let after = rest.trim_start_matches('.');
    if rest.len() < word.len() && after.len() < rest.len() { word.len() - after.len() } else { 0 }
}
