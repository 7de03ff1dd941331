//! A protocol to talk to, and how.

use catena_core::{Game, Setup, SwapRule};
use catena_engine::{Limits, ModelStore, PlayerSpec, Session};
use catena_gtp::{FileAccess, Protocol};

pub fn protocol(game: Game, size: u64, player: &str, playouts: Option<u64>) -> Protocol {
    let setup = Setup::new(game, size, SwapRule::Off).unwrap();
    let random = PlayerSpec::parse("random").unwrap().resolve(game, &ModelStore::default()).unwrap();
    let mut session = Session::new(setup, random, 1);
    // It need not play the game.
    session.set_player(PlayerSpec::parse(player).unwrap());
    session.set_limits(Limits { playouts, ..Limits::default() });
    Protocol::new(session, FileAccess::Denied)
}

pub fn ask(protocol: &mut Protocol, line: &str) -> String {
    let text = protocol.answer(line).unwrap().text;
    assert!(text.ends_with("\n\n"), "{text:?}");
    text.trim_end().to_owned()
}
