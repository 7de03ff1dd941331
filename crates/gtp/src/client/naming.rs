//! Moves as other engines write them.

use catena_core::{Move, Setup};

use super::dialect::CellNames;

/// A move as the engine writes it.
pub fn write(setup: &Setup, cells: CellNames, mv: Move) -> String {
    let name = setup.topology().move_name(mv);
    match mv {
        Move::Place(_) => converted(setup, cells, name, Way::Out).unwrap_or_else(|| name.to_owned()),
        Move::Swap => setup.game().facts().swapped_stone.move_word().to_owned(),
        Move::Pass | Move::Resign => name.to_owned(),
    }
}

/// The move that the engine means, if it is any.
pub fn read(setup: &Setup, cells: CellNames, text: &str) -> Option<Move> {
    let text = text.trim();
    let topology = setup.topology();
    let place = match cells {
        CellNames::Ours => topology.cell(text),
        other => converted(setup, other, text, Way::In).and_then(|name| topology.cell(&name)),
    };
    match place {
        Some(cell) => Some(Move::Place(cell)),
        None => topology.parse_move(text).ok().filter(|mv| !matches!(mv, Move::Place(_))),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

/// Translates a name of a letter and a number.
fn converted(setup: &Setup, cells: CellNames, name: &str, way: Way) -> Option<String> {
    let letter = name.chars().next()?.to_ascii_lowercase();
    let row = u32::from(letter).checked_sub(u32::from('a')).filter(|&row| row < 26)?;
    let number: u32 = name.get(1..)?.parse().ok().filter(|number| (1..=26).contains(number))?;
    let joined = |row: u32, number: u32| {
        char::from_u32(u32::from('a') + row).map(|letter| format!("{letter}{number}"))
    };
    match cells {
        CellNames::Ours => joined(row, number),
        CellNames::Transposed => joined(number - 1, row + 1),
        CellNames::Restarting => {
            // The rows below the middle of a Havannah board begin one cell further each.
            let skipped = (row + 1).saturating_sub(u32::from(setup.size()));
            match way {
                Way::Out => joined(row, number.checked_sub(skipped)?),
                Way::In => joined(row, number + skipped),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, SwapRule};

    #[test]
    fn names_go_there_and_back() {
        let havannah = Setup::new(Game::Havannah, 4, SwapRule::On).unwrap();
        let hex = Setup::new(Game::Hex, 11, SwapRule::On).unwrap();
        let place = |setup: &Setup, name: &str| Move::Place(setup.topology().cell(name).unwrap());
        assert_eq!(write(&hex, CellNames::Transposed, place(&hex, "b3")), "c2");
        assert_eq!(write(&havannah, CellNames::Restarting, place(&havannah, "g4")), "g1");
        assert_eq!(write(&havannah, CellNames::Restarting, place(&havannah, "d7")), "d7");
        assert_eq!(write(&hex, CellNames::Ours, Move::Swap), "swap-pieces");
        assert_eq!(write(&havannah, CellNames::Ours, Move::Swap), "swap");
        for setup in [&havannah, &hex] {
            for cells in [CellNames::Ours, CellNames::Transposed, CellNames::Restarting] {
                if cells == CellNames::Restarting && setup.game() == Game::Hex {
                    continue;
                }
                for cell in setup.topology().places() {
                    let name = write(setup, cells, Move::Place(cell));
                    assert_eq!(read(setup, cells, &name), Some(Move::Place(cell)), "{name}");
                }
                assert_eq!(read(setup, cells, " RESIGN"), Some(Move::Resign));
                assert_eq!(read(setup, cells, "swap-pieces"), Some(Move::Swap));
                for nonsense in ["", "z99", "win", "é1", "a", "black wins"] {
                    assert_eq!(read(setup, cells, nonsense), None, "{nonsense}");
                }
            }
        }
    }
}
