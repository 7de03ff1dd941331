//! HexWorld strings: `#11c1,e6:sf7i8` and the links that end in them.
//!
//! A size, settings of the drawing, a comma, the moves without blanks, and perhaps another comma
//! with the moves that follow the one that is shown.

use super::dialect::parse_size;
use super::error::excerpt;
use super::moves::{Unsigned, main_line};
use super::{Record, RecordError, Step};
use crate::{Color, Game, Move, Ply, Setup, SwapRule};

/// Where a HexWorld string starts, if the text is one or a link to one.
pub(super) fn find(text: &str, start: usize) -> Option<usize> {
    const SITE: &str = "hexworld.org/";
    let line = text[start..].split_whitespace().next()?;
    if line.starts_with('#') {
        return Some(start + 1);
    }
    if let Some(site) = line.find(SITE) {
        return Some(line.find('#').map_or(start + site + SITE.len(), |hash| start + hash + 1));
    }
    let settings = line.find(',').map(|comma| &line[..comma])?;
    let is_string = settings.starts_with(|char: char| char.is_ascii_digit())
        && settings.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_string.then_some(start)
}

/// Reads the string that starts here and fills the rest of the text.
pub(super) fn read(text: &str, start: usize, hint: Option<&Setup>) -> Result<Record, RecordError> {
    let text = text.trim_end();
    let line = &text[start..];
    let comma = line.find(',').unwrap_or(line.len());
    let settings = &line[..comma];
    let is_size = |char: char| char.is_ascii_digit() || char == 'x';
    let size = &settings[..settings.find(|char| !is_size(char)).unwrap_or(comma)];
    if size.is_empty() {
        return Err(RecordError::Syntax { offset: start, expected: "the size of a HexWorld board" });
    }
    if let Some(at) = settings.find(|char: char| !char.is_ascii_alphanumeric()) {
        return Err(RecordError::Syntax { offset: start + at, expected: "`,` and moves" });
    }
    let swap = hint.filter(|hint| hint.game() == Game::Hex).map_or(SwapRule::Off, Setup::swap);
    let setup = Setup::new(Game::Hex, parse_size(size)?, swap)?;
    let mut reader =
        Reader { text, at: (start + comma + 1).min(text.len()), number: 0, setup: &setup, forfeit: None };
    let mut record = main_line(&setup, std::iter::from_fn(|| reader.next().transpose()))?;
    match reader.forfeit {
        Some(Color::Black) => record.set_result("W+F"),
        Some(Color::White) => record.set_result("B+F"),
        None => {}
    }
    Ok(record)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    number: usize,
    setup: &'a Setup,
    forfeit: Option<Color>,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Option<(usize, Unsigned)>, RecordError> {
        let rest = &self.text[self.at..];
        let rest = rest.strip_prefix(',').unwrap_or(rest);
        if rest.is_empty() {
            return Ok(None);
        }
        let offset = self.text.len() - rest.len();
        self.number += 1;
        for (code, step, forfeit) in CODES {
            if rest.starts_with(code) {
                self.at = offset + code.len();
                self.forfeit = self.forfeit.or(forfeit);
                return Ok(Some((offset, step)));
            }
        }
        if rest.starts_with(':') {
            return Err(RecordError::Syntax {
                offset,
                expected: "`:s`, `:S`, `:p`, `:rb`, `:rw`, `:fb` or `:fw`",
            });
        }
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let digits = rest.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
        let name = &rest[..letters + digits];
        let Some(cell) = self.setup.topology().cell(name) else {
            let text = excerpt(if name.is_empty() { rest } else { name });
            return Err(RecordError::UnknownCell { number: self.number, text, offset: Some(offset) });
        };
        self.at = offset + name.len();
        Ok(Some((offset, Unsigned::Move(Move::Place(cell)))))
    }
}

/// Codes in the place of a cell, with the color that forfeits by them, if any.
const CODES: [(&str, Unsigned, Option<Color>); 7] = [
    (":s", Unsigned::Move(Move::Swap), None),
    (":S", Unsigned::SwapSides, None),
    (":p", Unsigned::Move(Move::Pass), None),
    (":rb", Unsigned::Resign(Color::Black), None),
    (":rw", Unsigned::Resign(Color::White), None),
    (":fb", Unsigned::Resign(Color::Black), Some(Color::Black)),
    (":fw", Unsigned::Resign(Color::White), Some(Color::White)),
];

impl Record {
    /// The main line of a Hex game as HexWorld writes it: `11c1,e6:sf7i8`.
    ///
    /// # Errors
    /// If it is no Hex game, has set-up stones, or the colors do not take turns.
    pub fn to_hexworld(&self) -> Result<String, RecordError> {
        if self.setup().game() != Game::Hex {
            return Err(RecordError::NotForHexWorld("it is no game of Hex"));
        }
        let forfeit = self.result().is_some_and(|result| result.ends_with("+F"));
        let mut text = format!("{}c1,", self.setup().size());
        let mut to_move = Color::Black;
        for node in self.main_line().map(|id| self.node(id)) {
            if !node.set_up().stones.is_empty() || node.set_up().to_move.is_some_and(|color| color != to_move)
            {
                return Err(RecordError::NotForHexWorld("stones or the turn are set up"));
            }
            let Some(step) = node.step() else { continue };
            match step {
                Step::Ply(Ply { color, mv: Move::Resign }) => text.push_str(match (color, forfeit) {
                    (Color::Black, false) => ":rb",
                    (Color::White, false) => ":rw",
                    (Color::Black, true) => ":fb",
                    (Color::White, true) => ":fw",
                }),
                _ if step.color() != to_move => {
                    return Err(RecordError::NotForHexWorld("the colors do not take turns"));
                }
                Step::SwapSides(_) => {
                    text.push_str(":S");
                    continue;
                }
                Step::Ply(Ply { mv: Move::Swap, .. }) => text.push_str(":s"),
                Step::Ply(Ply { mv: Move::Pass, .. }) => text.push_str(":p"),
                Step::Ply(Ply { mv: Move::Place(_), .. }) => text.push_str(step.text(self.setup())),
            }
            to_move = !to_move;
        }
        Ok(text)
    }
}
