//! Lines of input of bounded length: a blob without line ends must not fill the memory.

use std::io::{self, BufRead, Read};

/// The longest line that is read; more is skipped up to its end.
pub const MAX_LINE: usize = 1 << 20;

/// Result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line, with its end.
    Text(&'a str),
    /// A line that cannot be used, and why.
    Unusable(String),
    /// No more input.
    End,
}

/// Reads a line into a buffer.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line<'a>(input: &mut impl BufRead, buffer: &'a mut Vec<u8>) -> io::Result<Line<'a>> {
    buffer.clear();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', buffer)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if read > MAX_LINE && !buffer.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Line::Unusable(format!("the line is longer than {MAX_LINE} bytes")));
    }
    Ok(match std::str::from_utf8(buffer) {
        Ok(text) => Line::Text(text),
        Err(error) => {
            Line::Unusable(format!("the line is not UTF-8 text from byte {} on", error.valid_up_to() + 1))
        }
    })
}
