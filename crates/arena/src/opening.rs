//! The first moves of games, which no player chooses: each pair of games starts from one.

use std::fmt;
use std::iter;

use catena_core::{Cell, Color, Game, Move, Position, Setup};
use catena_engine::{Limits, ModelStore, Player, PlayerSpec, Session};
use catena_playout::Rng;

use crate::encoding::code;
use crate::fingerprint::fingerprint;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// The empty board.
    Empty,
    /// Every first move in turn.
    FirstMoves,
    /// This many random moves after which neither color has much of an advantage; see [`Openings::position`].
    Random(usize),
    /// These in turn.
    List(Vec<Vec<Move>>),
}

/// An opening is balanced if a search gives its favored color at most this much more than one half.
const BALANCED: f32 = 0.03;
/// Visits of that search for each place of the board, and at least.
const VISITS_PER_PLACE: u64 = 16;
const LEAST_VISITS: u64 = 2_000;
/// On boards up to this size a search of that many visits proves who wins after most openings, and those that it values
/// near one half are the ones it understands least. There an opening has to be clear, for each color in turn.
const MOST_PLACES_CLEAR: u64 = 49;
/// Least excess over one half of a clear opening.
const CLEAR: f32 = 0.45;
/// Openings farther from one half after a glance are not searched.
const NEARLY_BALANCED: f32 = 0.1;
/// Visits of a glance.
const GLANCE: u64 = 30;
/// Openings that are tried before the most balanced of them is taken.
const TRIES: u64 = 100;

impl Openings {
    /// One opening a line, its moves separated by blanks; empty lines and comments after `#` are
    /// passed over.
    ///
    /// # Errors
    /// The first line that is no opening, and why.
    pub fn from_lines(setup: &Setup, text: &str) -> Result<Self, OpeningError> {
        let mut list = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            if line.trim().is_empty() {
                continue;
            }
            let wrong = |why: String| OpeningError { line: number + 1, why };
            let mut position = Position::new(setup.clone());
            for word in line.split_whitespace() {
                let mv = setup.topology().parse_move(word).map_err(|error| wrong(error.to_string()))?;
                position.play(mv).map_err(|error| wrong(format!("{word}: {error}")))?;
            }
            if position.outcome().is_some() {
                return Err(wrong("the game is over after it".to_owned()));
            }
            list.push(position.plies().iter().map(|ply| ply.mv).collect());
        }
        if list.is_empty() {
            return Err(OpeningError { line: 0, why: "there is no opening in it".to_owned() });
        }
        Ok(Self::List(list))
    }

    /// The first moves of games; games of other sizes, with stones set up or that end
    /// before are left out, and so are openings that were there before.
    #[must_use]
    pub fn from_games(setup: &Setup, games: &[Position], plies: usize) -> Option<Self> {
        let mut list: Vec<Vec<Move>> = Vec::new();
        for game in games {
            let same = game.setup().game() == setup.game()
                && game.setup().size() == setup.size()
                && game.start_stones().is_empty();
            let moves: Vec<Move> = game.plies().iter().take(plies).map(|ply| ply.mv).collect();
            let mut position = Position::new(setup.clone());
            let legal = moves.iter().all(|&mv| position.play(mv).is_ok());
            let full = moves.len() == plies && position.outcome().is_none();
            if same && legal && full && !list.contains(&moves) {
                list.push(moves);
            }
        }
        (!list.is_empty()).then_some(Self::List(list))
    }

    /// Which of the openings pair number `index` starts from; with the same turn it is the same.
    pub(crate) fn turn(&self, setup: &Setup, index: u64) -> u64 {
        match self {
            Self::Empty => 0,
            Self::FirstMoves => index % setup.topology().places().count() as u64,
            Self::Random(_) => index,
            Self::List(list) => index % list.len() as u64,
        }
    }

    /// The position that pair number `index` of a match starts from.
    ///
    /// Random openings: moves are sampled by the seed and the number until a search by the judge gives Black (White, if
    /// the number is odd) between 50 and 53 %, on boards of at most 49 places 95 % or more, at most 100 times; then what
    /// comes closest is taken.
    #[must_use]
    pub fn position(&self, setup: &Setup, models: &ModelStore, seed: u64, index: u64) -> Position {
        let mut position = Position::new(setup.clone());
        let turn = self.turn(setup, index) as usize;
        match self {
            Self::Empty => {}
            Self::FirstMoves => {
                let places: Vec<Cell> = setup.topology().places().collect();
                position.play_unchecked(Move::Place(places[turn]));
                if position.outcome().is_some() {
                    return Position::new(setup.clone());
                }
            }
            Self::Random(plies) => return random(setup, *plies, models, seed, index),
            Self::List(list) => {
                for &mv in &list[turn] {
                    position.play_unchecked(mv);
                }
            }
        }
        position
    }
}

/// Samples openings until one is balanced and gives the small advantage to the color whose turn it is: Black in even
/// pairs, White in odd ones. Among openings close to one half more are good for Black than the judge sees, because
/// most of all openings are; so neither color may be favored more often.
fn random(setup: &Setup, plies: usize, models: &ModelStore, seed: u64, index: u64) -> Position {
    let mut rng = Rng::new(seed ^ fingerprint(&index.to_le_bytes()));
    let player = opening_judge(setup.game(), models);
    let favored = if index.is_multiple_of(2) { Color::Black } else { Color::White };
    let places = setup.topology().places().count() as u64;
    let visits = (VISITS_PER_PLACE * places).max(LEAST_VISITS);
    let least = if places <= MOST_PLACES_CLEAR { CLEAR } else { 0.0 };
    let mut best: Option<(f32, Position)> = None;
    for _ in 0..TRIES {
        let Some(position) = sample(setup, plies, &mut rng) else { continue };
        let mut judge = OpeningJudge::new(&position, &player, rng.next_u64());
        let mut advantage = judge.advantage(favored, GLANCE);
        if (advantage - least).abs() <= NEARLY_BALANCED {
            advantage = judge.advantage(favored, visits);
        }
        let off = unevenness(advantage - least);
        if best.as_ref().is_none_or(|(fewest, _)| off < *fewest) {
            best = Some((off, position));
        }
        if off <= BALANCED {
            break;
        }
    }
    // Boards that are too small for this many moves have only the empty one.
    best.map_or_else(|| Position::new(setup.clone()), |(_, position)| position)
}

/// Distance of an opening from what is wanted; openings that favor the other color come after all that do not.
fn unevenness(advantage: f32) -> f32 {
    if advantage < 0.0 { 1.0 - advantage } else { advantage }
}

/// A position after random moves, unless the game is over by then.
fn sample(setup: &Setup, plies: usize, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(setup.clone());
    let mut cells: Vec<Cell> = setup.topology().places().collect();
    while position.plies().len() < plies && position.outcome().is_none() {
        let cell = cells.swap_remove(rng.below(cells.len() as u32) as usize);
        position.play_unchecked(Move::Place(cell));
    }
    position.outcome().is_none().then_some(position)
}

/// The judge of openings: a frozen player, so that a new champion is measured on the same openings as the old
/// one.
fn opening_judge(game: Game, models: &ModelStore) -> Player {
    let judge = PlayerSpec::parse("opening-judge").and_then(|judge| judge.resolve(game, models));
    judge.expect("the judge of openings plays every game with embedded models")
}

/// A search that continues from call to call.
struct OpeningJudge {
    session: Session,
    to_move: Color,
}

impl OpeningJudge {
    fn new(position: &Position, player: &Player, seed: u64) -> Self {
        // The swap would make every first move even.
        let plain = position.setup().with_swap(catena_core::SwapRule::Off);
        let mut session = Session::new(plain.clone(), player.clone(), seed);
        let mut same = Position::new(plain);
        for ply in position.plies() {
            same.play_unchecked(ply.mv);
        }
        let to_move = same.to_move();
        session.set_position(same);
        Self { session, to_move }
    }

    /// Excess of the color's score over one half, at most 1/2.
    fn advantage(&mut self, color: Color, visits: u64) -> f32 {
        let limits = Limits { visits: Some(visits), ..Limits::default() };
        let advantage = match self.session.think(self.to_move, limits, &mut ()) {
            Ok(Some(report)) => report.value - 0.5,
            Ok(None) | Err(_) => 0.0,
        };
        if color == self.to_move { advantage } else { -advantage }
    }
}

impl fmt::Display for Openings {
    /// As on the command line; lists by their number and a fingerprint of their moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::FirstMoves => f.write_str("first-moves"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::List(list) => {
                let codes = |moves: &Vec<Move>| {
                    let count = u16::try_from(moves.len()).unwrap_or(u16::MAX);
                    iter::once(count).chain(moves.iter().map(|&mv| code(mv))).collect::<Vec<u16>>()
                };
                let bytes: Vec<u8> = list.iter().flat_map(codes).flat_map(u16::to_le_bytes).collect();
                write!(f, "list of {} ({:016x})", list.len(), fingerprint(&bytes))
            }
        }
    }
}

/// A list of openings that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{why}", if *line == 0 { String::new() } else { format!("line {line}: ") })]
pub struct OpeningError {
    /// The line, counted from 1; 0 means the whole file.
    pub line: usize,
    /// Description of the problem.
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::SwapRule;

    fn setup(game: Game, size: u64) -> Setup {
        Setup::new(game, size, SwapRule::Off).unwrap()
    }

    #[test]
    fn random_openings_repeat_by_seed_and_are_even() {
        let (setup, models) = (setup(Game::Hex, 9), ModelStore::default());
        let openings = Openings::Random(2);
        let moves = |seed, index| -> Vec<Move> {
            openings.position(&setup, &models, seed, index).plies().iter().map(|ply| ply.mv).collect()
        };
        assert_eq!(moves(1, 3), moves(1, 3));
        assert_eq!(moves(1, 3).len(), 2);
        let all: std::collections::BTreeSet<Vec<Move>> = (0..10).map(|index| moves(1, index)).collect();
        assert!(all.len() >= 8, "{all:?}");
        let player = opening_judge(Game::Hex, &models);
        for index in 0..5 {
            let position = openings.position(&setup, &models, 1, index);
            assert!(OpeningJudge::new(&position, &player, 9).advantage(Color::Black, 1_000).abs() < 0.1);
        }
    }

    #[test]
    fn random_openings_favor_each_color_in_turn() {
        let (setup, models) = (setup(Game::Hex, 5), ModelStore::default());
        let player = opening_judge(Game::Hex, &models);
        for (index, favored) in (0..6).zip([Color::Black, Color::White].into_iter().cycle()) {
            let position = Openings::Random(2).position(&setup, &models, 1, index);
            let advantage = OpeningJudge::new(&position, &player, 9).advantage(favored, LEAST_VISITS);
            assert!(advantage > 0.4, "{index}: {advantage} for {favored}");
        }
    }

    #[test]
    fn lists_and_first_moves_come_in_turn() {
        let (setup, models) = (setup(Game::Havannah, 4), ModelStore::default());
        let openings = Openings::from_lines(&setup, "d4 e5\n# a comment\n\na1 b2 c3 # another\n").unwrap();
        assert_eq!(openings.position(&setup, &models, 0, 2).plies().len(), 2);
        assert_eq!(openings.position(&setup, &models, 0, 3).plies().len(), 3);
        let first = Openings::FirstMoves;
        assert_eq!(
            first.position(&setup, &models, 0, 0).plies()[0],
            first.position(&setup, &models, 0, 37).plies()[0]
        );
        for (text, line) in [("d4\nz9", 2), ("d4 d4", 1), ("", 0)] {
            assert_eq!(Openings::from_lines(&setup, text).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn boards_without_room_start_empty() {
        assert!(
            Openings::Random(5)
                .position(&setup(Game::Hex, 1), &ModelStore::default(), 1, 1)
                .plies()
                .is_empty()
        );
        assert!(
            Openings::FirstMoves
                .position(&setup(Game::Hex, 1), &ModelStore::default(), 1, 1)
                .plies()
                .is_empty()
        );
    }
}
