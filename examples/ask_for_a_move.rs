//! What a player would do in a position: its move, the win rate, and the line it expects.

use catena_core::{Game, Record, Setup, SwapRule};
use catena_engine::{Limits, ModelStore, PlayerSpec, Session};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = Setup::new(Game::Havannah, 4, SwapRule::Off)?;
    let position = Record::read(b"d4 c3 e5", Some(&setup))?.position();
    let player: PlayerSpec = "champion,explore=0.2".parse()?;
    let mut session = Session::new(setup, player.resolve(Game::Havannah, &ModelStore::default())?, 1);
    session.set_limits(Limits { playouts: Some(2000), ..Limits::default() });
    session.set_position(position);

    let color = session.position().to_move();
    let decision = session.choose(color, &mut ())?;
    let topology = session.position().topology();
    let report = decision.report.ok_or("the champion searches")?;
    println!("{color} plays {}, win rate {:.0} %", topology.move_name(decision.mv), 100.0 * report.value);
    for candidate in report.candidates.iter().take(3) {
        println!("  {:>3}  {} visits", topology.name(candidate.cell), candidate.visits);
    }
    Ok(())
}
