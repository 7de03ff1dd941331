//! Any bytes as a file of game records: no panic, and what reads, writes and reads back equal.

#![no_main]

use catena_core::record::Record;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let first = Record::read(bytes, None);
    let Ok(all) = Record::read_all(bytes, None) else {
        return Corpus::Keep;
    };
    assert_eq!(all.first(), first.as_ref().ok(), "the first of all games is the first game");
    for record in all {
        let sgf = record.to_sgf();
        let again = Record::read(sgf.as_bytes(), None)
            .unwrap_or_else(|error| panic!("what was written does not read: {error}\n{sgf}"));
        assert_eq!(again, record, "what was written reads back as another game:\n{sgf}");
        assert_eq!(again.to_sgf(), sgf, "the same game is written in two ways");
        let position = record.position();
        assert_eq!(position.judgement(), again.position().judgement());
    }
    Corpus::Keep
});
