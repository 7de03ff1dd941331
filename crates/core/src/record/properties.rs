//! Properties of a record besides the moves: players, result, comments, win rates and the rest.

use super::{NodeId, Record, RecordError};
use crate::{Color, How, Outcome};

/// Properties that follow from the setup or have their own place in a node.
const RESERVED: [&str; 14] =
    ["FF", "GM", "SZ", "AP", "CA", "RU", "B", "W", "AB", "AW", "AE", "PL", "C", "SBKV"];

impl Record {
    /// The name of a player. The players keep their names when they exchange colors by swap-sides:
    /// Black is who placed the first stone.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<String> {
        self.node(NodeId::ROOT).property(player_property(color))
    }

    /// Names a player.
    pub fn set_player(&mut self, color: Color, name: &str) {
        self.nodes[0].put_property(player_property(color), &[name]);
    }

    /// The noted result as in the file, for instance `B+R`.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        self.node(NodeId::ROOT).property("RE")
    }

    /// Notes a result.
    pub fn set_result(&mut self, result: &str) {
        self.nodes[0].put_property("RE", &[result]);
    }

    /// The winner by the noted result; moves are not looked at.
    #[must_use]
    pub fn noted_winner(&self) -> Option<Color> {
        let result = self.result()?;
        Color::parse(result.split('+').next()?.trim())
    }

    /// Comments a node; an empty comment is none.
    pub fn set_comment(&mut self, id: NodeId, comment: &str) {
        self.nodes[id.index()].comment = (!comment.is_empty()).then(|| comment.into());
    }

    /// Notes Black's chance to win in percent, to a hundredth.
    pub fn set_win_rate(&mut self, id: NodeId, percent: f64) {
        self.nodes[id.index()].win_rate = Some(format!("{percent:.2}").into());
    }

    /// Sets any other property of a node; no values remove it.
    ///
    /// # Errors
    /// If the record takes care of that property itself, or if the name is not made of capitals.
    pub fn set_property(&mut self, id: NodeId, name: &str, values: &[&str]) -> Result<(), RecordError> {
        let well_formed = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
        if !well_formed || RESERVED.contains(&name) {
            return Err(RecordError::ReservedProperty(super::error::excerpt(name)));
        }
        self.nodes[id.index()].put_property(name, values);
        Ok(())
    }

    pub(super) fn set_outcome(&mut self, outcome: Outcome) {
        let letter = outcome.winner.map(color_letter);
        match (letter, outcome.how) {
            (None, _) => self.set_result("0"),
            (Some(letter), How::Resignation) => self.set_result(&format!("{letter}+R")),
            (Some(letter), How::Score { black, white }) => {
                self.set_result(&format!("{letter}+{}", (black - white).abs()));
            }
            (Some(letter), How::Figures(_) | How::Full) => self.set_result(&format!("{letter}+")),
        }
    }
}

/// The letter of a color in SGF.
pub(super) const fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

const fn player_property(color: Color) -> &'static str {
    match color {
        Color::Black => "PB",
        Color::White => "PW",
    }
}
