//! Lines from a stream, replies to another.

use std::io::{self, BufRead, Read, Write};

use crate::Protocol;

/// The longest line that is read; more is skipped up to the end of the line and refused.
pub const MAX_LINE: usize = 1 << 20;

/// Answers lines until `quit` or the end of the input.
///
/// # Errors
/// If the streams fail.
pub fn serve(protocol: &mut Protocol, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let response = if read > MAX_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            Some(Protocol::refuse(&format!("a line has at most {MAX_LINE} bytes")))
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) => protocol.answer(text),
                Err(error) => {
                    let at = error.valid_up_to() + 1;
                    Some(Protocol::refuse(&format!("the line is not UTF-8 text from byte {at} on")))
                }
            }
        };
        if let Some(response) = response {
            output.write_all(response.text.as_bytes())?;
            output.flush()?;
            if response.quit {
                return Ok(());
            }
        }
    }
}
