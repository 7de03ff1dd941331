//! A position: board, rules and whose turn it is. The only thing search sees.

use std::fmt;

use thiserror::Error;

use crate::reference::{self, Stones};
use crate::rules::Rules;
use crate::{Board, Cell, Color, Move, Outcome, Setup, SwapRule, Topology, hash, with_rules};

/// A move with the color that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// Color of the player who moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
}

/// A game from its first stone to now. Searches copy one at every iteration: write
/// `scratch.clone_from(&root)`, which reuses the room of the scratch.
#[derive(Debug)]
pub struct Position {
    setup: Setup,
    board: Board,
    to_move: Color,
    outcome: Option<Outcome>,
    stones_hash: u64,
    start: FirstStones,
    plies: Vec<Ply>,
}

/// Stones on the board before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FirstStones {
    stones: Vec<(Cell, Color)>,
    to_move: Color,
}

impl Position {
    /// The empty board, Black to move.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let board = Board::new(setup.topology());
        Self {
            board,
            to_move: Color::Black,
            outcome: None,
            stones_hash: 0,
            start: FirstStones { stones: Vec::new(), to_move: Color::Black },
            plies: Vec::new(),
            setup,
        }
    }

    /// A position that starts with stones on the board. In Renkula! each stone brings its antipode.
    ///
    /// # Errors
    /// If a cell gets two stones, or if both colors have won.
    pub fn with_stones(setup: Setup, stones: &[(Cell, Color)], to_move: Color) -> Result<Self, StonesError> {
        let mut position = Self::new(setup);
        position.to_move = to_move;
        position.start.to_move = to_move;
        for &(cell, color) in stones {
            let cell = position.topology().canonical(cell);
            if position.board.stone(cell).is_some() {
                return Err(StonesError::TwoStones(cell));
            }
            position.put(cell, color);
            position.start.stones.push((cell, color));
        }
        let all = position.stones();
        let game = position.setup.game();
        let figures = reference::figures(game, position.topology(), &all);
        if !figures.black.is_empty() && !figures.white.is_empty() {
            return Err(StonesError::BothWon);
        }
        position.outcome = reference::outcome(game, position.topology(), &all);
        Ok(position)
    }

    /// Game, board and options.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The graph of the board.
    #[inline]
    #[must_use]
    pub fn topology(&self) -> &Topology {
        self.setup.topology()
    }

    /// Stones and groups.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is; after the end, whose turn it would be.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The result, once there is one.
    #[inline]
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The moves made so far, without the stones of the start.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The stones that stood before the first move.
    #[must_use]
    pub fn start_stones(&self) -> &[(Cell, Color)] {
        &self.start.stones
    }

    /// Whose turn it was before the first move.
    #[must_use]
    pub const fn first_to_move(&self) -> Color {
        self.start.to_move
    }

    /// A number that is the same for the same stones, turn and right to swap, in whichever order
    /// the stones came.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.stones_hash ^ hash::turn(self.to_move) ^ hash::swap(self.can_swap())
    }

    /// Returns true if the player to move may take over the first stone.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.setup.swap() == SwapRule::On
            && self.start.stones.is_empty()
            && self.outcome.is_none()
            && matches!(self.plies[..], [Ply { color, mv: Move::Place(_) }] if color != self.to_move)
    }

    /// The moves a player chooses among: all empty places, and the swap where it is allowed.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let places = self.topology().places().filter(|&cell| self.board.stone(cell).is_none());
        places
            .map(Move::Place)
            .chain(self.can_swap().then_some(Move::Swap))
            .filter(|_| self.outcome.is_none())
    }

    /// Why a move cannot be made now, if it cannot.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, mv: Move) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::GameOver);
        }
        match mv {
            Move::Place(cell) if cell.index() >= self.topology().len() => Err(PlayError::OffBoard),
            Move::Place(cell) if self.board.stone(cell).is_some() => Err(PlayError::Occupied(cell)),
            Move::Swap if !self.can_swap() => Err(PlayError::SwapNotAllowed),
            _ => Ok(()),
        }
    }

    /// Makes a move for the player to move.
    ///
    /// # Errors
    /// If the move is illegal; the position is as before then.
    ///
    /// # Examples
    /// ```
    /// use catena_core::{Game, Move, PlayError, Position, Setup, SwapRule};
    /// let mut position = Position::new(Setup::new(Game::Hex, 11, SwapRule::Off)?);
    /// let cell = position.topology().cell("f6").expect("f6 is the center");
    /// assert_eq!(position.play(Move::Place(cell)), Ok(()));
    /// assert_eq!(position.play(Move::Place(cell)), Err(PlayError::Occupied(cell)));
    /// # Ok::<(), catena_core::SizeError>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Makes a move for a color, whoever's turn it is; the other color moves next.
    ///
    /// # Errors
    /// If the move is illegal; the position is as before then.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), PlayError> {
        let to_move = std::mem::replace(&mut self.to_move, color);
        let result = self.play(mv);
        if result.is_err() {
            self.to_move = to_move;
        }
        result
    }

    /// Makes a move that the caller knows to be legal.
    pub fn play_unchecked(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()));
        let color = self.to_move;
        let mv = match mv {
            Move::Place(cell) => Move::Place(self.topology().canonical(cell)),
            other => other,
        };
        match mv {
            Move::Place(cell) => self.outcome = self.put(cell, color),
            Move::Swap => self.take_over(color),
            Move::Pass => {}
            Move::Resign => {
                self.outcome = Some(Outcome { winner: Some(!color), how: crate::How::Resignation });
            }
        }
        self.plies.push(Ply { color, mv });
        self.to_move = !color;
    }

    /// Takes back the last move, by playing the others again from the start.
    pub fn undo(&mut self) -> Option<Ply> {
        let last = self.plies.pop()?;
        let plies = std::mem::take(&mut self.plies);
        self.board = Board::new(self.setup.topology());
        self.stones_hash = 0;
        self.outcome = None;
        for (cell, color) in self.start.stones.clone() {
            self.put(cell, color);
        }
        for ply in plies {
            self.to_move = ply.color;
            self.play_unchecked(ply.mv);
        }
        self.to_move = self.plies.last().map_or(self.start.to_move, |before| !before.color);
        Some(last)
    }

    /// Returns true if a stone of that color on this empty cell would complete a figure.
    #[must_use]
    pub fn would_win(&self, cell: Cell, color: Color) -> bool {
        let (topology, board) = (self.topology(), &self.board);
        with_rules!(self.setup.game(), R => R::would_win(topology, board, cell, color))
    }

    /// The empty places where a stone of that color would complete a figure.
    #[must_use]
    pub fn winning_places(&self, color: Color) -> Vec<Cell> {
        let (topology, board) = (self.topology(), &self.board);
        with_rules!(self.setup.game(), R => {
            let stones = topology.len() - board.empty();
            if stones + 1 < R::fewest_stones(topology) {
                return Vec::new();
            }
            let is_win = |cell: &Cell| board.stone(*cell).is_none() && R::would_win(topology, board, *cell, color);
            topology.places().filter(is_win).collect()
        })
    }

    /// The stones of the position, cell by cell.
    #[must_use]
    pub fn stones(&self) -> Stones {
        let mut stones = Stones::empty(self.topology());
        for cell in self.topology().cells() {
            stones.set(cell, self.board.stone(cell));
        }
        stones
    }

    /// Winner, number of moves and how, as the command `judge` answers: `black 37 ring`,
    /// `draw 37 -`, `none 12 -`.
    #[must_use]
    pub fn judgement(&self) -> JudgeAnswer {
        JudgeAnswer { outcome: self.outcome, plies: self.plies.len() }
    }

    fn put(&mut self, cell: Cell, color: Color) -> Option<Outcome> {
        let topology = self.setup.topology();
        let antipode = topology.antipode(cell);
        self.stones_hash ^= hash::stone(cell, color);
        if antipode != cell {
            self.stones_hash ^= hash::stone(antipode, color);
        }
        with_rules!(self.setup.game(), R => {
            let outcome = R::play(topology, &mut self.board, cell, color);
            match outcome {
                None if self.board.empty() == 0 => Some(R::when_full(topology, &self.board)),
                outcome => outcome,
            }
        })
    }

    fn take_over(&mut self, color: Color) {
        let Some(Ply { mv: Move::Place(cell), .. }) = self.plies.first().copied() else {
            unreachable!("a swap follows the first stone")
        };
        let topology = self.setup.topology();
        let swapped = self.setup.swapped(cell);
        self.board = Board::new(topology);
        self.stones_hash = 0;
        self.outcome = self.put(swapped, color);
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            setup: self.setup.clone(),
            board: self.board.clone(),
            to_move: self.to_move,
            outcome: self.outcome,
            stones_hash: self.stones_hash,
            start: self.start.clone(),
            plies: self.plies.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        // A field that is added must be copied here too, so none may be left out by `..`.
        let Self { setup, board, to_move, outcome, stones_hash, start, plies } = self;
        setup.clone_from(&source.setup);
        board.clone_from(&source.board);
        *to_move = source.to_move;
        *outcome = source.outcome;
        *stones_hash = source.stones_hash;
        start.stones.clone_from(&source.start.stones);
        start.to_move = source.start.to_move;
        plies.clone_from(&source.plies);
    }
}

/// The answer of `judge`; see [`Position::judgement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeAnswer {
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// Moves made.
    pub plies: usize,
}

impl fmt::Display for JudgeAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.plies;
        match self.outcome {
            None => write!(f, "none {plies} -"),
            Some(Outcome { winner: None, how }) => write!(f, "draw {plies} {how}"),
            Some(Outcome { winner: Some(winner), how }) => write!(f, "{winner} {plies} {how}"),
        }
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// There is a stone on the cell already.
    #[error("the cell is occupied")]
    Occupied(Cell),
    /// The board has no such cell.
    #[error("there is no such cell")]
    OffBoard,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Only the second move of a game with the swap rule can be a swap.
    #[error("swap is not allowed here")]
    SwapNotAllowed,
}

/// Why stones cannot be the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StonesError {
    /// A cell would get two stones.
    #[error("two stones are set up on one cell")]
    TwoStones(Cell),
    /// Both colors have a winning figure.
    #[error("both colors have won in the set-up position")]
    BothWon,
}
