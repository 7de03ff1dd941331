//! Recognising the format of a record, and building records from SGF.

use std::borrow::Cow;

use super::dialect::RecordDialect;
use super::error::excerpt;
use super::syntax::{Property, Syntax, SyntaxNode, unescape, write_property};
use super::{Node, NodeId, Record, RecordError, SetUp, Step, hexworld, moves};
use crate::{Color, Game, Move, Ply, Setup, SwapRule};

impl Record {
    /// Reads the first game of a file in any format that [the module](super) knows.
    ///
    /// `hint` gives game, size and swap rule where the text does not: always for a plain list of
    /// moves, and for SGF that leaves them out.
    ///
    /// # Errors
    /// If the text is no record, or if a move is illegal, also in a variation.
    pub fn read(bytes: &[u8], hint: Option<&Setup>) -> Result<Self, RecordError> {
        let text = &*decode(bytes)?;
        let start = start_of(text)?;
        if !text[start..].starts_with('(') {
            return read_line(text, start, hint);
        }
        build(&Syntax::scan(text, start)?, 0, hint, &mut BoardCache::default())
    }

    /// Reads all games of a file; see [`read`](Self::read). Only SGF files can have several.
    ///
    /// # Errors
    /// If the text is no record, or if a move of any game is illegal.
    pub fn read_all(bytes: &[u8], hint: Option<&Setup>) -> Result<Vec<Self>, RecordError> {
        let text = &*decode(bytes)?;
        let start = start_of(text)?;
        if !text[start..].starts_with('(') {
            return Ok(vec![read_line(text, start, hint)?]);
        }
        let syntax = Syntax::scan(text, start)?;
        let mut setups = BoardCache::default();
        (0..syntax.games()).map(|game| build(&syntax, game, hint, &mut setups)).collect()
    }
}

/// The text of a file: UTF-8, or Latin-1 where an SGF says so.
fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    match str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(_) if says_latin_1(bytes) => Ok(bytes.iter().map(|&byte| char::from(byte)).collect()),
        Err(error) => Err(RecordError::NotUtf8 { offset: error.valid_up_to() }),
    }
}

/// Returns true if the property `CA` near the beginning names the character set of old SGF files.
fn says_latin_1(bytes: &[u8]) -> bool {
    const HEADER: usize = 1_000;
    let header = &bytes[..bytes.len().min(HEADER)];
    let Some(at) = header.windows(3).position(|window| window == b"CA[") else { return false };
    let value = header[at + 3..].split(|&byte| byte == b']').next().unwrap_or_default();
    ["ISO-8859-1", "ISO8859-1", "latin1", "latin-1"]
        .iter()
        .any(|name| value.eq_ignore_ascii_case(name.as_bytes()))
}

/// Where a text starts, after blanks and a byte order mark.
fn start_of(text: &str) -> Result<usize, RecordError> {
    let is_blank = |char: char| char == '\u{feff}' || char.is_whitespace();
    text.find(|char| !is_blank(char)).ok_or(RecordError::Empty)
}

fn read_line(text: &str, start: usize, hint: Option<&Setup>) -> Result<Record, RecordError> {
    match hexworld::find(text, start) {
        Some(start) => hexworld::read(text, start, hint),
        None => moves::read(text, start, hint.ok_or(RecordError::NoGame)?),
    }
}

/// The boards of one file: a collection has many games on few boards, and boards are slow to build.
#[derive(Default)]
struct BoardCache(Vec<Setup>);

impl BoardCache {
    fn get(&mut self, game: Game, size: u64, hint: Option<&Setup>) -> Result<Setup, RecordError> {
        let fits = |setup: &&Setup| setup.game() == game && u64::from(setup.size()) == size;
        if let Some(known) = self.0.iter().find(fits).or_else(|| hint.filter(fits)) {
            return Ok(known.clone());
        }
        let setup = Setup::new(game, size, SwapRule::Off)?;
        self.0.push(setup.clone());
        Ok(setup)
    }
}

fn build(
    syntax: &Syntax<'_>,
    game: usize,
    hint: Option<&Setup>,
    setups: &mut BoardCache,
) -> Result<Record, RecordError> {
    let dialect = RecordDialect::detect(syntax.game(game), hint)?;
    let setup = setups.get(dialect.game, dialect.size, hint)?;
    let mut builder = Builder { record: Record { setup, nodes: Vec::new() }, dialect, paths: Vec::new() };
    for node in syntax.game(game) {
        builder.add(&node)?;
    }
    let Builder { mut record, dialect, .. } = builder;
    if let Some(rules) = dialect.rules {
        record.nodes[0].put_property("RU", &[&rules]);
    }
    let swapped = record
        .nodes
        .iter()
        .any(|node| matches!(node.step, Some(Step::SwapSides(_) | Step::Ply(Ply { mv: Move::Swap, .. }))));
    record.setup = record.setup.with_swap(if swapped { SwapRule::On } else { dialect.swap });
    record.check().map_err(|(id, refusal)| {
        let offset = syntax.game(game).nth(id.index()).map(|node| node.offset);
        refusal.into_error(&record.setup, offset)
    })?;
    Ok(record)
}

struct Builder {
    record: Record,
    dialect: RecordDialect,
    /// State along the path to each node.
    paths: Vec<Path>,
}

#[derive(Clone, Copy, Default)]
struct Path {
    moves: usize,
    persons: Persons,
}

/// Meaning of the letters of moves: the colors, or still the persons who had them.
#[derive(Clone, Copy, Default, PartialEq)]
enum Persons {
    #[default]
    Unmoved,
    /// The next move shows what the letters mean: White is to move.
    JustSwapped,
    Swapped,
}

impl Builder {
    fn add(&mut self, node: &SyntaxNode<'_>) -> Result<(), RecordError> {
        let mut path = node.parent.map_or_else(Path::default, |parent| self.paths[parent]);
        let mut new = Node::default();
        let mut stones = Vec::new();
        for property in node.properties() {
            match &*property.name {
                "B" => self.add_step(&mut new, &mut path, node.offset, Color::Black, &property)?,
                "W" => self.add_step(&mut new, &mut path, node.offset, Color::White, &property)?,
                "AB" | "AW" | "AE" => {
                    let color = match &*property.name {
                        "AB" => Some(self.dialect.color(Color::Black)),
                        "AW" => Some(self.dialect.color(Color::White)),
                        _ => None,
                    };
                    for value in property.raw_values() {
                        let name = unescape(value);
                        let cell = self.dialect.cell(self.record.setup.topology(), name.trim());
                        let unknown = || RecordError::UnknownCell {
                            number: 0,
                            text: excerpt(&name),
                            offset: Some(node.offset),
                        };
                        stones.push((cell.ok_or_else(unknown)?, color));
                    }
                }
                "PL" => {
                    let written = Color::parse(property.raw_value().trim());
                    let unknown = || bad(node, "PL names no color", &property);
                    new.set_up.to_move = Some(self.dialect.color(written.ok_or_else(unknown)?));
                }
                "C" => add_comment(&mut new.comment, &unescape(property.raw_value())),
                "SBKV" => new.win_rate = Some(self.dialect.win_rate(&unescape(property.raw_value()))),
                "FF" | "GM" | "SZ" | "AP" | "CA" | "RU" if node.parent.is_none() => {}
                _ => {
                    let (name, first) = self.dialect.person(&property);
                    let values = std::iter::once(&*first).chain(property.raw_values().skip(1));
                    write_property(&mut new.properties, &name, values);
                }
            }
        }
        let to_move = new.set_up.to_move;
        new.set_up = SetUp { stones, to_move }.canonical(&self.record.setup, Some(node.offset))?;
        match node.parent {
            None => self.record.nodes.push(new),
            Some(parent) => drop(self.record.push(NodeId::new(parent), new)),
        }
        self.paths.push(path);
        Ok(())
    }

    fn add_step(
        &self,
        node: &mut Node,
        path: &mut Path,
        offset: usize,
        written: Color,
        property: &Property<'_>,
    ) -> Result<(), RecordError> {
        if node.step.is_some() {
            let text = format!("{}[{}]", property.name, excerpt(property.raw_value()));
            return Err(RecordError::BadProperty { offset, problem: "a second move in one node", text });
        }
        path.moves += 1;
        let mut color = self.dialect.color(written);
        if path.persons == Persons::JustSwapped {
            let follow_persons = self.dialect.is_foreign() && color == Color::Black;
            path.persons = if follow_persons { Persons::Swapped } else { Persons::Unmoved };
        }
        if path.persons == Persons::Swapped {
            color = !color;
        }
        let text = unescape(property.raw_value());
        let text = text.trim();
        let topology = self.record.setup.topology();
        let step = self.dialect.step(topology, color, text).ok_or_else(|| RecordError::UnknownCell {
            number: path.moves,
            text: excerpt(text),
            offset: Some(offset),
        })?;
        let canonical = match step {
            Step::Ply(Ply { color, mv: Move::Place(cell) }) => {
                Step::Ply(Ply { color, mv: Move::Place(topology.canonical(cell)) })
            }
            other => other,
        };
        if matches!(canonical, Step::SwapSides(_)) {
            path.persons = Persons::JustSwapped;
        }
        node.step = Some(canonical);
        Ok(())
    }
}

fn add_comment(comment: &mut Option<Box<str>>, more: &str) {
    *comment = match comment.take() {
        _ if more.is_empty() => return,
        None => Some(more.into()),
        Some(before) => Some(format!("{before}\n{more}").into()),
    };
}

fn bad(node: &SyntaxNode<'_>, problem: &'static str, property: &Property<'_>) -> RecordError {
    RecordError::BadProperty { offset: node.offset, problem, text: excerpt(property.raw_value()) }
}
