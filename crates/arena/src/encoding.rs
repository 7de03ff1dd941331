//! Numbers, moves and winners as bytes: what records of self-play and blocks of games are made of.

use catena_core::{Cell, Color, Move, Setup};

/// Moves that are no cells are numbers above all of them.
const SWAP: u16 = 1000;
const RESIGN: u16 = 1001;
const PASS: u16 = 1002;

/// The number of a move.
pub(crate) fn code(mv: Move) -> u16 {
    match mv {
        Move::Place(cell) => cell.index() as u16,
        Move::Swap => SWAP,
        Move::Resign => RESIGN,
        Move::Pass => PASS,
    }
}

/// The move with this number; nothing if there is none on this board.
pub(crate) fn decoded(code: u64, setup: &Setup) -> Option<Move> {
    match u16::try_from(code).ok()? {
        SWAP => Some(Move::Swap),
        RESIGN => Some(Move::Resign),
        PASS => Some(Move::Pass),
        index if usize::from(index) < setup.topology().len() => {
            Some(Move::Place(Cell::new(usize::from(index))))
        }
        _ => None,
    }
}

/// Seven bits a byte, the lowest first; the high bit says that more follow (LEB128).
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A number that `put` has written; nothing if the bytes are none.
pub(crate) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let [byte] = take_bytes(bytes)?;
        let part = u64::from(byte & 0x7f);
        if shift == 63 && part > 1 {
            return None;
        }
        number |= part << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The next `N` bytes, if there are that many.
pub(crate) fn take_bytes<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

/// Appends the winner as a byte.
pub(crate) fn put_winner(bytes: &mut Vec<u8>, winner: Option<Color>) {
    bytes.push(match winner {
        Some(Color::Black) => 0,
        Some(Color::White) => 1,
        None => 2,
    });
}

/// A winner that `put_winner` has written.
#[allow(clippy::option_option, reason = "no byte, and nobody has won")]
pub(crate) fn take_winner(bytes: &mut &[u8]) -> Option<Option<Color>> {
    match take_bytes::<1>(bytes)?[0] {
        0 => Some(Some(Color::Black)),
        1 => Some(Some(Color::White)),
        2 => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length_read_back() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(take(&mut &bytes[..]), Some(number));
        }
        assert_eq!(take(&mut &[0xff; 11][..]), None);
    }
}
