//! Any text as a HexWorld string or a list of moves, the first byte choosing the board that is assumed for a
//! list: no panic, and what reads, writes as SGF and reads back equal.

#![no_main]

use std::sync::LazyLock;

use catena_core::record::Record;
use catena_core::{Game, Setup, SwapRule};
use libfuzzer_sys::{Corpus, fuzz_target};

static HINTS: LazyLock<Vec<Option<Setup>>> = LazyLock::new(|| {
    let small = [
        (Game::Hex, 4, SwapRule::On),
        (Game::Havannah, 3, SwapRule::On),
        (Game::Y, 4, SwapRule::Off),
        (Game::Star, 2, SwapRule::Off),
        (Game::Renkula, 2, SwapRule::Off),
    ];
    let setup = |(game, size, swap)| Setup::new(game, size, swap).expect("these sizes can be played");
    std::iter::once(None).chain(small.into_iter().map(setup).map(Some)).collect()
});

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&choice, text)) = bytes.split_first() else {
        return Corpus::Reject;
    };
    // The printable bytes from '0' on are hints 0, 1, 2 …, so that seeds can be typed.
    let hint = &HINTS[usize::from(choice.wrapping_sub(b'0')) % HINTS.len()];
    let Ok(record) = Record::read(text, hint.as_ref()) else {
        return Corpus::Keep;
    };
    let sgf = record.to_sgf();
    let again = Record::read(sgf.as_bytes(), None)
        .unwrap_or_else(|error| panic!("what was written does not read: {error}\n{sgf}"));
    assert_eq!(again, record, "what was written reads back as another game:\n{sgf}");
    if let Ok(link) = record.to_hexworld() {
        let again = Record::read(link.as_bytes(), None)
            .unwrap_or_else(|error| panic!("what was written does not read: {error}\n{link}"));
        assert_eq!(again.position().judgement(), record.position().judgement(), "{link}");
        assert_eq!(again.to_hexworld().as_ref(), Ok(&link), "the same game is written in two ways");
    }
    Corpus::Keep
});
