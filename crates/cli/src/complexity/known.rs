//! Table 1 and figure 4 of Joosten (2009): complexities of well-known games, after van den Herik, Uiterwijk and
//! van Rijswijck (2002).

use std::io::{self, Write};

use catena_core::chart::{Marker, NumberedPoint, PRIMARY, SECONDARY, exponents};

/// A game with the exponents of its complexities, powers of ten.
struct KnownGame {
    name: &'static str,
    state_space: f64,
    game_tree: f64,
}

const fn known(name: &'static str, state_space: f64, game_tree: f64) -> KnownGame {
    KnownGame { name, state_space, game_tree }
}

/// The table as it is printed; Havannah is the paper's own.
const TABLE: [KnownGame; 19] = [
    known("Awari", 12.0, 32.0),
    known("Checkers", 21.0, 31.0),
    known("Chess", 46.0, 123.0),
    known("Chinese Chess", 48.0, 150.0),
    known("Connect-Four", 14.0, 21.0),
    known("Dakon-6", 15.0, 33.0),
    known("Domineering (8×8)", 15.0, 27.0),
    known("Draughts", 30.0, 54.0),
    known("Go (19×19)", 172.0, 360.0),
    known("Go-Moku (15×15)", 105.0, 70.0),
    known("Havannah (19×19)", 127.0, 157.0),
    known("Hex (11×11)", 57.0, 98.0),
    known("Kalah(6,4)", 13.0, 18.0),
    known("Nine Men's Morris", 10.0, 50.0),
    known("Othello", 28.0, 58.0),
    known("Pentominoes", 12.0, 18.0),
    known("Qubic", 30.0, 34.0),
    known("Renju (15×15)", 105.0, 70.0),
    known("Shogi", 71.0, 226.0),
];

/// A board with the logarithms of its complexities.
pub struct Computed {
    pub name: String,
    pub state_space: f64,
    pub game_tree: f64,
}

/// Prints the table with the board at its end.
pub fn print(output: &mut impl Write, board: &Computed) -> io::Result<()> {
    writeln!(output, "{:<26} {:>11} {:>11}", "Joosten 2009, table 1", "state space", "game tree")?;
    for KnownGame { name, state_space, game_tree } in TABLE {
        let [states, tree] = [state_space, game_tree].map(|exponent| format!("10^{exponent}"));
        writeln!(output, "{name:<26} {states:>11} {tree:>11}")?;
    }
    let [states, tree] = [board.state_space, board.game_tree].map(|exponent| format!("10^{exponent:.1}"));
    writeln!(output, "{:<26} {states:>11} {tree:>11}", board.name)
}

/// Figure 4 with the board among the games of the table.
pub fn picture(board: &Computed) -> String {
    let paper = TABLE.iter().map(|game| NumberedPoint {
        name: game.name.to_owned(),
        x: game.state_space,
        y: game.game_tree,
        marker: Marker::Disc { radius: 4.0, color: PRIMARY },
    });
    let ours = NumberedPoint {
        name: format!("{} (computed)", board.name),
        x: board.state_space,
        y: board.game_tree,
        marker: Marker::Disc { radius: 5.0, color: SECONDARY },
    };
    let points: Vec<NumberedPoint> = paper.chain([ours]).collect();
    exponents("Complexities of games", ["state-space complexity", "game-tree complexity"], &points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_of_the_table_are_in_the_picture() {
        let board = Computed { name: "Hex 13".to_owned(), state_space: 79.5, game_tree: 130.0 };
        let picture = picture(&board);
        assert!(TABLE.iter().all(|game| picture.contains(&format!(">{}<", game.name))));
        assert!(picture.contains(">Hex 13 (computed)<") && picture.contains(">10, 18<"));
        let mut text = Vec::new();
        print(&mut text, &board).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), 21);
        assert!(text.lines().any(|line| line.ends_with("10^127      10^157")), "{text}");
    }
}
