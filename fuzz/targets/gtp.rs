//! Any bytes as input of the text protocol: no panic, replies of the right form, and a refused command
//! changes nothing. Files are out of reach.

#![no_main]

use std::io::Cursor;
use std::sync::LazyLock;
use std::time::Duration;

use catena_core::record::Record;
use catena_core::{Game, Setup, SwapRule};
use catena_engine::{Limits, ModelFiles, ModelStore, PlayerSpec, Session};
use catena_gtp::{FileAccess, Protocol};
use libfuzzer_sys::{Corpus, fuzz_target};

/// Boards are slow to build; each run starts from a copy of this one.
static START: LazyLock<Setup> =
    LazyLock::new(|| Setup::new(Game::Havannah, 3, SwapRule::On).expect("Havannah 3 can be played"));

static CHAMPION: LazyLock<PlayerSpec> =
    LazyLock::new(|| PlayerSpec::parse("champion").expect("there is a champion"));

/// Models are read once; the input can name none of its own.
static MODELS: LazyLock<ModelStore> = LazyLock::new(|| ModelStore::new(ModelFiles::Only(Vec::new())));

/// A search ends after this time, whatever limits the input sets.
const SEARCH_DEADLINE: Duration = Duration::from_millis(2);

/// Lines beyond these are left out: many short runs find more than a few long ones.
const MAX_LINES: usize = 200;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    // The stream with its own rules about bytes and lines …
    let mut output = Vec::new();
    let input = Cursor::new(bytes.to_vec());
    catena_gtp::serve(&mut protocol(), input, &mut output).expect("memory can be read and written");
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
    let player = CHAMPION.resolve(Game::Havannah, &MODELS).expect("the champion plays Havannah");
    let mut session = Session::new(START.clone(), player, 1);
    session.set_limits(Limits::playouts(20));
    Protocol::new(session, FileAccess::Denied).with_search_deadline(SEARCH_DEADLINE)
}
