//! Any bytes as input of the text protocol: no panic, replies of the right form, and a refused command
//! changes nothing. Files are out of reach.

#![no_main]

use std::sync::LazyLock;

use catena_core::record::Record;
use catena_core::{Game, Setup, SwapRule};
use catena_engine::{Player, Session};
use catena_gtp::{FileAccess, Protocol};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Boards are slow to build; each run starts from a copy of this one.
static START: LazyLock<Session> = LazyLock::new(|| {
    let setup = Setup::new(Game::Havannah, 3, SwapRule::On).expect("Havannah 3 can be played");
    Session::new(setup, Player::parse("random").expect("there is a random player"), 1)
});

/// Lines beyond these are left out: many short runs find more than a few long ones.
const MAX_LINES: usize = 200;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    // The stream with its own rules about bytes and lines …
    let mut output = Vec::new();
    catena_gtp::serve(&mut protocol(), bytes, &mut output).expect("memory can be read and written");
    assert!(output.is_empty() || output.ends_with(b"\n\n"), "the last reply has no end");

    // … and line by line, with a look at the game in between.
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Corpus::Keep;
    };
    let mut protocol = protocol();
    for line in text.split('\n').take(MAX_LINES) {
        let before = protocol.session().position().clone();
        let Some(response) = protocol.answer(line) else {
            continue;
        };
        let body = response.text.strip_suffix("\n\n").expect("a reply ends with an empty line");
        assert!(body.starts_with(['=', '?']), "neither success nor failure: {body:?}");
        assert!(!body.contains("\n\n"), "a reply with an empty line inside: {body:?}");
        let after = protocol.session().position();
        if body.starts_with('?') {
            assert_eq!(after.plies(), before.plies(), "a refused command changed the game: {line:?}");
            assert_eq!(after.setup(), before.setup(), "a refused command changed the board: {line:?}");
        }
        if response.quit {
            break;
        }
    }
    let position = protocol.session().position();
    let record = Record::from_position(position);
    let again = Record::read(record.to_sgf().as_bytes(), None).expect("the game of a session reads back");
    assert_eq!(again.position().judgement(), position.judgement());
    Corpus::Keep
});

fn protocol() -> Protocol {
    Protocol::new(START.clone(), FileAccess::Denied)
}
