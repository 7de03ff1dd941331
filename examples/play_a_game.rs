//! A game of Hex against the champion. The moves of the other side come from a list; a person or a program could choose them.

use catena_core::{Game, Setup, SwapRule, render};
use catena_engine::{Limits, ModelStore, PlayerSpec, Session};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::new(Game::Hex, 5, SwapRule::Off)?;
    let champion = "champion".parse::<PlayerSpec>()?.resolve(Game::Hex, &ModelStore::default())?;
    let mut session = Session::new(setup, champion, 1);
    session.set_limits(Limits { visits: Some(100), ..Limits::default() });
    while session.position().outcome().is_none() {
        let color = session.position().to_move();
        let ours = session.position().legal_moves().next().ok_or("no move is left")?;
        session.play(color, ours)?;
        if session.position().outcome().is_none() {
            session.generate(!color, &mut ())?;
        }
    }
    print!("{}", render::text(session.position()));
    Ok(())
}
