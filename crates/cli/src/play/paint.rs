//! Colors of the terminal: stones, and the coordinates of sides that belong to a color.

use std::env;

use catena_core::{Color, Setup};

/// Style of the painted board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Letters alone.
    Plain,
    /// With ANSI colors.
    Colored,
}

const RESET: &str = "\x1b[0m";
/// Bold, over the background: winning stones.
const WINNING: &str = "\x1b[7m";

/// Lines below the board: the legend and the caption.
const LINES_BELOW: usize = 2;

impl Paint {
    /// Colors where the terminal has them and its user wants them (see no-color.org).
    pub fn for_terminal(is_terminal: bool) -> Self {
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_terminal && !unwanted && !dumb { Self::Colored } else { Self::Plain }
    }

    /// The sign of a stone.
    pub fn stone(self, color: Color) -> String {
        self.painted(color, if color == Color::Black { "X" } else { "O" }, "")
    }

    /// A drawing of [`catena_core::render::text`] with its stones in color; so are the coordinates along sides that
    /// belong to a color.
    pub fn board(self, text: &str, setup: &Setup) -> String {
        if self == Self::Plain {
            return text.to_owned();
        }
        let lines: Vec<&str> = text.lines().collect();
        let (board, below) = lines.split_at(lines.len().saturating_sub(LINES_BELOW));
        let owned = setup.game().facts().has_owned_sides();
        let mut painted = String::new();
        for line in board {
            painted.extend(line.chars().map(|sign| self.sign(sign, owned)));
            painted.push('\n');
        }
        below.iter().for_each(|line| painted += &format!("{line}\n"));
        painted
    }

    fn sign(self, sign: char, owned: bool) -> String {
        let text = sign.to_string();
        match sign {
            'X' => self.painted(Color::Black, &text, ""),
            'O' => self.painted(Color::White, &text, ""),
            '#' => self.painted(Color::Black, &text, WINNING),
            '@' => self.painted(Color::White, &text, WINNING),
            // In Hex letters stand at the top and the bottom, numbers at the left and the right.
            'a'..='z' if owned => self.painted(Color::Black, &text, ""),
            '0'..='9' if owned => self.painted(Color::White, &text, ""),
            _ => text,
        }
    }

    /// Blue and orange: color-blind people can tell them apart, on light and on dark terminals.
    fn painted(self, color: Color, text: &str, style: &str) -> String {
        match (self, color) {
            (Self::Plain, _) => text.to_owned(),
            (Self::Colored, Color::Black) => format!("{style}\x1b[1;34m{text}{RESET}"),
            (Self::Colored, Color::White) => format!("{style}\x1b[1;33m{text}{RESET}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

    use super::*;
    use catena_core::{Game, Position, SwapRule, render};

    fn hex(moves: &str) -> Position {
        let mut position = Position::new(Setup::new(Game::Hex, 2, SwapRule::Off).unwrap());
        for name in moves.split_whitespace() {
            let mv = position.topology().parse_move(name).unwrap();
            position.play(mv).unwrap();
        }
        position
    }

    #[test]
    fn the_colors_change_nothing_but_colors() {
        let position = hex("a1 b1 a2");
        let text = render::text(&position);
        let painted = Paint::Colored.board(&text, position.setup());
        assert!(painted.contains(&format!("{WINNING}\x1b[1;34m#{RESET}")), "{painted}");
        assert!(painted.contains(&format!("\x1b[1;33mO{RESET}")), "{painted}");
        let mut plain = painted;
        for code in [RESET, WINNING, "\x1b[1;34m", "\x1b[1;33m"] {
            plain = plain.replace(code, "");
        }
        assert_eq!(plain, text);
        assert_eq!(Paint::Plain.board(&text, position.setup()), text);
    }

    #[test]
    fn coordinates_are_painted_where_sides_have_owners() {
        let column = format!("\x1b[1;34ma{RESET}");
        let position = hex("");
        assert!(Paint::Colored.board(&render::text(&position), position.setup()).contains(&column));
        let y = Position::new(Setup::new(Game::Y, 2, SwapRule::Off).unwrap());
        assert!(!Paint::Colored.board(&render::text(&y), y.setup()).contains(&column));
    }
}
