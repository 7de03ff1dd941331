//! Commands that read and write records.

use std::fs::{self, File};
use std::io::Read;

use catena_core::Position;
use catena_core::record::Record;

use super::Reply;
use crate::protocol::shorten;
use crate::{FileAccess, Protocol};

/// The longest file that is read.
const MAX_FILE: u64 = 64 << 20;

pub(super) fn loadsgf(protocol: &mut Protocol, args: &[&str]) -> Reply {
    check_access(protocol)?;
    let fail = |why: String| format!("cannot load {}: {why}", shorten(args[0]));
    let before = match args.get(1) {
        None => usize::MAX,
        Some(text) => match text.parse() {
            Ok(number) if number > 0 => number,
            _ => return Err(format!("{:?} is no move number", shorten(text))),
        },
    };
    let bytes = read(args[0]).map_err(fail)?;
    let hint = protocol.session.position().setup();
    let record = Record::read(&bytes, Some(hint)).map_err(|error| fail(error.to_string()))?;
    let mut position: Position = record.position();
    while position.plies().len() >= before {
        position.undo();
    }
    protocol.session.set_position(position);
    Ok(String::new())
}

pub(super) fn printsgf(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let sgf = Record::from_position(protocol.session.position()).to_sgf();
    match args.first() {
        None => Ok(sgf),
        Some(file) => {
            check_access(protocol)?;
            fs::write(file, sgf).map_err(|error| format!("cannot write {}: {error}", shorten(file)))?;
            Ok(String::new())
        }
    }
}

fn check_access(protocol: &Protocol) -> Result<(), String> {
    match protocol.files {
        FileAccess::Allowed => Ok(()),
        FileAccess::Denied => Err("files cannot be opened from here".to_owned()),
    }
}

fn read(name: &str) -> Result<Vec<u8>, String> {
    let file = File::open(name).map_err(|error| error.to_string())?;
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    if !is_file {
        return Err("not a file".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(format!("longer than {} MiB", MAX_FILE >> 20));
    }
    Ok(bytes)
}
