//! Which program wrote an SGF file, and what its letters and cells mean.

use std::borrow::Cow;

use super::error::excerpt;
use super::syntax::{Property, SyntaxNode, unescape};
use super::{RecordError, Step};
use crate::notation::move_word;
use crate::{Cell, Color, Game, Move, Ply, Setup, SwapRule, Topology};

/// Conventions for reading one game of a file.
#[derive(Debug)]
pub(super) struct RecordDialect {
    pub game: Game,
    pub size: u64,
    pub swap: SwapRule,
    /// The rules noted besides the swap rule.
    pub rules: Option<String>,
    source: Source,
    letters: Letters,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Catena,
    LittleGolem,
    /// HexGui up to 0.9, which writes swap-pieces where it means swap-sides.
    OldHexGui,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Letters {
    AsWritten,
    /// `W` is the first player in moves and stones; names and result are right.
    MovesInverted,
    /// `W` is the first player everywhere.
    AllInverted,
}

impl RecordDialect {
    /// Looks at the root, and at the nodes up to the first move.
    pub fn detect<'a>(
        mut nodes: impl Iterator<Item = SyntaxNode<'a>>,
        hint: Option<&Setup>,
    ) -> Result<Self, RecordError> {
        let Some(root) = nodes.next() else { return Err(RecordError::Empty) };
        let value = |name: &str| -> Option<Cow<'a, str>> {
            let property = root.properties().find(|property| property.name == name)?;
            Some(unescape(property.raw_value()))
        };
        let (event, site) = (value("EV").unwrap_or_default(), value("SO").unwrap_or_default());
        let golem_game =
            [Game::Hex, Game::Havannah].into_iter().find(|game| starts_with(&event, game.name()));
        let named = value("GM");
        let game = match (&named, golem_game) {
            (Some(name), _) => parse_game(name.trim())?,
            (None, Some(game)) => game,
            (None, None) => hint.map(Setup::game).ok_or(RecordError::NoGame)?,
        };
        let size = match value("SZ") {
            Some(size) => parse_size(size.trim())?,
            None => hint
                .filter(|hint| hint.game() == game)
                .map(|hint| u64::from(hint.size()))
                .ok_or(RecordError::NoSize)?,
        };
        let writer = value("AP").unwrap_or_default();
        let source = if writer.split(':').next() == Some("Catena") {
            Source::Catena
        } else if named.is_none() && (golem_game.is_some() || site.contains("littlegolem")) {
            Source::LittleGolem
        } else if writer.strip_prefix("HexGui:").is_some_and(is_old_hexgui) {
            Source::OldHexGui
        } else {
            Source::Other
        };
        let (ru_swap, rules) = split_rules(value("RU").as_deref());
        let hint_swap = hint.filter(|_| source != Source::Catena).map_or(SwapRule::Off, Setup::swap);
        let swap =
            if source == Source::LittleGolem || ru_swap == SwapRule::On { SwapRule::On } else { hint_swap };
        // Where a color is a pair of sides, White may well be the first to move.
        let named_by_code = named.as_deref().is_some_and(|name| name.trim() == game.facts().record_code);
        let colors_are_sides = named_by_code && game.facts().has_owned_sides();
        let letters = match (source, first_letter(std::iter::once(root).chain(nodes))) {
            (Source::Catena, _) | (_, First::Said | First::Black | First::Nobody) => Letters::AsWritten,
            (Source::LittleGolem, First::White) => Letters::MovesInverted,
            (_, First::White) if colors_are_sides => Letters::AsWritten,
            (_, First::White) => Letters::AllInverted,
        };
        Ok(Self { game, size, swap, rules, source, letters })
    }

    /// Returns true if colors in moves may follow the persons after swap-sides.
    pub fn is_foreign(&self) -> bool {
        self.source != Source::Catena
    }

    /// The color that the file calls this one.
    pub fn color(&self, written: Color) -> Color {
        if self.letters == Letters::AsWritten { written } else { !written }
    }

    /// The cell with this name.
    pub fn cell(&self, topology: &Topology, name: &str) -> Option<Cell> {
        match (self.game, self.source) {
            (_, Source::Catena) => topology.cell(name),
            (Game::Hex, _) => topology.cell(name).or_else(|| two_letters(topology, name)),
            (Game::Havannah, Source::LittleGolem) => restarted_row(topology, name),
            _ => topology.cell(name),
        }
    }

    /// Parses the value of a move property.
    pub fn step(&self, topology: &Topology, color: Color, text: &str) -> Option<Step> {
        let step = parse_step(color, text, |name| self.cell(topology, name))?;
        let pieces = text.eq_ignore_ascii_case("swap-pieces");
        let means_sides = pieces && self.source == Source::OldHexGui;
        Some(if means_sides { Step::SwapSides(color) } else { step })
    }

    /// The win rate of black, from what the file calls so.
    pub fn win_rate(&self, written: &str) -> Box<str> {
        match written.trim().parse::<f64>() {
            Ok(rate) if self.letters != Letters::AsWritten => (100.0 - rate).to_string().into(),
            _ => written.into(),
        }
    }

    /// A property of the game as a whole, with its colors exchanged if the file needs it.
    pub fn person<'a>(&self, property: &Property<'a>) -> (Cow<'a, str>, Cow<'a, str>) {
        let (name, value) = (property.name.clone(), property.raw_value());
        if self.letters != Letters::AllInverted {
            return (name, value.into());
        }
        let renamed = match &*name {
            "PB" => "PW",
            "PW" => "PB",
            "BR" => "WR",
            "WR" => "BR",
            "BT" => "WT",
            "WT" => "BT",
            "RE" => return (name, inverted_result(value)),
            _ => return (name, value.into()),
        };
        (renamed.into(), value.into())
    }
}

/// A move in words that all formats share; the color is of the player who makes it.
pub(super) fn parse_step(color: Color, text: &str, cell: impl Fn(&str) -> Option<Cell>) -> Option<Step> {
    if text.eq_ignore_ascii_case("swap-sides") {
        return Some(Step::SwapSides(color));
    }
    let mv = match move_word(text) {
        Some(mv) => mv,
        // An SGF move without a value is a pass.
        None if text.is_empty() => Move::Pass,
        None => Move::Place(cell(text)?),
    };
    Some(Step::Ply(Ply { color, mv }))
}

enum First {
    Nobody,
    Black,
    White,
    /// The file says whose turn it is, so it means its letters.
    Said,
}

fn first_letter<'a>(nodes: impl Iterator<Item = SyntaxNode<'a>>) -> First {
    for node in nodes {
        let mut letter = First::Nobody;
        for property in node.properties() {
            match &*property.name {
                "PL" => return First::Said,
                "B" => letter = First::Black,
                "W" => letter = First::White,
                _ => {}
            }
        }
        if !matches!(letter, First::Nobody) {
            return letter;
        }
    }
    First::Nobody
}

fn starts_with(text: &str, name: &str) -> bool {
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

fn parse_game(name: &str) -> Result<Game, RecordError> {
    let by_code = Game::ALL.into_iter().find(|game| game.facts().record_code == name);
    by_code.or_else(|| Game::parse(name)).ok_or_else(|| RecordError::UnknownGame(excerpt(name)))
}

/// Reads `11`, `11:11` or `11x11`.
pub(super) fn parse_size(text: &str) -> Result<u64, RecordError> {
    let number = |part: &str| part.trim().parse().map_err(|_| RecordError::BadSize(excerpt(text)));
    match text.split_once([':', 'x']) {
        None => number(text),
        Some((columns, rows)) => match (number(columns)?, number(rows)?) {
            (columns, rows) if columns == rows => Ok(columns),
            _ => Err(RecordError::UnequalSides(excerpt(text))),
        },
    }
}

fn is_old_hexgui(version: &str) -> bool {
    let mut numbers = version.split('.').map(|part| {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        part[..digits].parse().unwrap_or(0)
    });
    let mut next = || numbers.next().unwrap_or(0);
    (next(), next()) <= (0, 9)
}

/// Takes the word `swap` out of a list of rules.
fn split_rules(text: Option<&str>) -> (SwapRule, Option<String>) {
    let Some(text) = text else { return (SwapRule::Off, None) };
    let is_swap = |rule: &str| rule.trim().eq_ignore_ascii_case("swap");
    if is_swap(text) {
        return (SwapRule::On, None);
    }
    match text.split_once(',') {
        Some((first, rest)) if is_swap(first) => {
            (SwapRule::On, Some(rest.strip_prefix(' ').unwrap_or(rest).to_owned()))
        }
        _ if text.split(',').any(is_swap) => (SwapRule::On, Some(text.to_owned())),
        _ => (SwapRule::Off, Some(text.to_owned())),
    }
}

/// Column and row as letters.
fn two_letters(topology: &Topology, name: &str) -> Option<Cell> {
    let &[column, row] = name.as_bytes() else { return None };
    if !row.is_ascii_alphabetic() {
        return None;
    }
    let number = row.to_ascii_lowercase() - b'a' + 1;
    topology.cell(&format!("{}{number}", char::from(column)))
}

/// Little Golem counts each row of the hexagon from 1; we count on along the axis.
fn restarted_row(topology: &Topology, name: &str) -> Option<Cell> {
    let row = name.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let number: u16 = name.get(1..)?.parse().ok()?;
    let beyond_middle = u16::from(row - b'a').saturating_sub(topology.size() - 1);
    topology.cell(&format!("{}{}", char::from(row), number.checked_add(beyond_middle)?))
}

fn inverted_result(result: &str) -> Cow<'_, str> {
    for (from, to) in [("B", "W"), ("W", "B")] {
        if let Some(rest) = result.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('+'))
        {
            return format!("{to}{rest}").into();
        }
    }
    for (from, to) in [("Black", "White"), ("White", "Black")] {
        if let Some(rest) = result.strip_prefix(from) {
            return format!("{to}{rest}").into();
        }
    }
    result.into()
}
