//! The form of SGF files: trees, nodes, properties and the escapes of their values.
//!
//! One pass over the text notes where each node stands; properties are looked at in place. Nothing
//! recurses, so deep files cost no more than long ones.

use std::borrow::Cow;

use super::{MAX_NODES, RecordError};

/// The nodes of a file in the order of the text: each game is a run of nodes, parents first.
#[derive(Debug)]
pub(super) struct Syntax<'a> {
    text: &'a str,
    nodes: Vec<Span>,
    /// Where the nodes of each game start.
    games: Vec<usize>,
}

#[derive(Debug)]
struct Span {
    /// The index of the parent; a root is its own.
    parent: u32,
    start: usize,
    end: usize,
}

/// Kind of text before the current place of the scan.
#[derive(PartialEq)]
enum Before {
    Open,
    Node,
    Close,
}

impl<'a> Syntax<'a> {
    /// Finds the nodes of a file, from `start` to its end.
    pub fn scan(text: &'a str, start: usize) -> Result<Self, RecordError> {
        let bytes = text.as_bytes();
        let mut syntax = Self { text, nodes: Vec::new(), games: Vec::new() };
        // For each open parenthesis the node before it; a root has none.
        let mut open: Vec<Option<u32>> = Vec::new();
        let mut last: Option<u32> = None;
        let mut before = Before::Close;
        let mut at = skip_blank(bytes, start);
        while let Some(&byte) = bytes.get(at) {
            let expected = |expected| Err(RecordError::Syntax { offset: at, expected });
            match byte {
                _ if open.is_empty() && byte != b'(' => return expected("`(` or the end of the file"),
                b'(' if before == Before::Open => return expected("`;` after `(`"),
                b'(' => {
                    open.push(last);
                    if open.len() == 1 {
                        syntax.games.push(syntax.nodes.len());
                    }
                    before = Before::Open;
                    at += 1;
                }
                b';' if before == Before::Close => return expected("`(` or `)` after `)`"),
                b';' => {
                    let end = skip_properties(bytes, at + 1)?;
                    if syntax.nodes.len() == MAX_NODES {
                        return Err(RecordError::TooManyNodes);
                    }
                    let index = u32::try_from(syntax.nodes.len()).map_err(|_| RecordError::TooManyNodes)?;
                    syntax.nodes.push(Span { parent: last.unwrap_or(index), start: at + 1, end });
                    last = Some(index);
                    before = Before::Node;
                    at = end;
                }
                b')' if before == Before::Open => return expected("`;` after `(`"),
                b')' => {
                    last = open.pop().flatten();
                    before = Before::Close;
                    at += 1;
                }
                _ => return expected("a property, `;`, `(` or `)`"),
            }
            at = skip_blank(bytes, at);
        }
        if open.is_empty() {
            Ok(syntax)
        } else {
            Err(RecordError::Syntax { offset: at, expected: "`)`, but the file ends" })
        }
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The nodes of one game.
    pub fn game(&self, game: usize) -> impl Iterator<Item = SyntaxNode<'a>> {
        let start = self.games[game];
        let end = self.games.get(game + 1).map_or(self.nodes.len(), |&next| next);
        self.nodes[start..end].iter().enumerate().map(move |(i, span)| {
            let parent = span.parent as usize - start;
            SyntaxNode {
                parent: (parent != i).then_some(parent),
                offset: span.start,
                text: &self.text[span.start..span.end],
            }
        })
    }
}

/// One node of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct SyntaxNode<'a> {
    /// The index within the game; none for the root.
    pub parent: Option<usize>,
    /// Where the node starts, after its `;`.
    pub offset: usize,
    text: &'a str,
}

impl<'a> SyntaxNode<'a> {
    /// The properties of the node in their order.
    pub fn properties(&self) -> Properties<'a> {
        Properties { text: self.text }
    }
}

/// Walks over well-formed properties.
#[derive(Clone, Debug)]
pub(super) struct Properties<'a> {
    text: &'a str,
}

impl<'a> Properties<'a> {
    /// Over a text of properties that has been through [`Syntax::scan`] or [`write_property`].
    pub fn of(text: &'a str) -> Self {
        Self { text }
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        let text = &self.text[skip_blank(self.text.as_bytes(), 0)..];
        let open = text.find('[')?;
        let end = skip_values(text.as_bytes(), open).ok()?;
        self.text = &text[end..];
        Some(Property { name: property_name(text[..open].trim_end()), values: &text[open..end] })
    }
}

/// A property with all its values.
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    /// The name in capitals: SGF before version 4 adds small letters for the reader only.
    pub name: Cow<'a, str>,
    values: &'a str,
}

impl<'a> Property<'a> {
    /// The values as they stand in the file, with their escapes.
    pub fn raw_values(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut rest = self.values;
        std::iter::from_fn(move || {
            let text = &rest[rest.find('[')?..];
            let end = skip_value(text.as_bytes(), 0).ok()?;
            rest = &text[end..];
            Some(&text[1..end - 1])
        })
    }

    /// The first value as it stands in the file.
    pub fn raw_value(&self) -> &'a str {
        self.raw_values().next().unwrap_or_default()
    }
}

fn property_name(written: &str) -> Cow<'_, str> {
    if written.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Cow::Owned(written.chars().filter(|letter| !letter.is_ascii_lowercase()).collect())
    } else {
        Cow::Borrowed(written)
    }
}

fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    const VERTICAL_TAB: u8 = 0x0b;
    while bytes.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == VERTICAL_TAB) {
        at += 1;
    }
    at
}

/// The end of the properties that start here.
fn skip_properties(bytes: &[u8], start: usize) -> Result<usize, RecordError> {
    let mut at = skip_blank(bytes, start);
    while bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
        let name = at;
        while bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) {
            at += 1;
        }
        // The rest of the name without its small letters must be a name again.
        let capital = bytes[name..at].iter().find(|byte| !byte.is_ascii_lowercase());
        if !capital.is_some_and(u8::is_ascii_uppercase) {
            return Err(RecordError::Syntax { offset: name, expected: "a property name in capitals" });
        }
        at = skip_blank(bytes, at);
        if bytes.get(at) != Some(&b'[') {
            return Err(RecordError::Syntax { offset: at, expected: "`[` after a property name" });
        }
        at = skip_values(bytes, at)?;
    }
    Ok(at)
}

/// The place after the values that start here, and after the blanks behind them.
fn skip_values(bytes: &[u8], start: usize) -> Result<usize, RecordError> {
    let mut at = start;
    while bytes.get(at) == Some(&b'[') {
        at = skip_blank(bytes, skip_value(bytes, at)?);
    }
    Ok(at)
}

/// The place after the value whose `[` stands here.
fn skip_value(bytes: &[u8], start: usize) -> Result<usize, RecordError> {
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            None => return Err(RecordError::Syntax { offset: start, expected: "a `]` for this `[`" }),
            Some(b']') => return Ok(at + 1),
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// A value without its escapes and soft line breaks. Other white space stays as it is, so that any
/// text comes back unchanged.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        match chars.next() {
            Some('\n') => drop(chars.next_if_eq(&'\r')),
            Some('\r') => drop(chars.next_if_eq(&'\n')),
            Some(escaped) => text.push(escaped),
            None => {}
        }
    }
    Cow::Owned(text)
}

/// Appends a text so that [`unescape`] gives it back.
pub(super) fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        if matches!(char, ']' | '\\') {
            out.push('\\');
        }
        out.push(char);
    }
}

/// Appends a property whose values are escaped already.
pub(super) fn write_property<'a>(
    out: &mut String,
    name: &str,
    raw_values: impl IntoIterator<Item = &'a str>,
) {
    out.push_str(name);
    for value in raw_values {
        out.push('[');
        out.push_str(value);
        out.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_line_breaks_vanish_and_escapes_open() {
        assert_eq!(unescape("a\\\nb\\\r\nc\\]d\\\\e\\:f\ng"), "abc]d\\e:f\ng");
    }

    #[test]
    fn old_long_property_names_are_read_by_their_capitals() {
        let syntax = Syntax::scan("(;CoMment [x] [y\\]]\n B[a1])", 0).unwrap();
        let node = syntax.game(0).next().unwrap();
        let found: Vec<(String, Vec<&str>)> =
            node.properties().map(|p| (p.name.to_string(), p.raw_values().collect())).collect();
        assert_eq!(found, [("CM".to_owned(), vec!["x", "y\\]"]), ("B".to_owned(), vec!["a1"])]);
    }
    #[test]
    fn a_name_has_a_capital_before_its_digits() {
        assert!(Syntax::scan("(;aB2[x])", 0).is_ok());
        assert!(Syntax::scan("(;a13FF[4])", 0).is_err());
        assert!(Syntax::scan("(;a13[4])", 0).is_err());
    }
}
