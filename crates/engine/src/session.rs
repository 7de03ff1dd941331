//! A game in progress with a player who can be asked for moves.

use std::fmt;

use catena_core::{Color, Game, Move, PlayError, Ply, Position, Setup, SizeError, SwapRule};
use catena_playout::Rng;

use crate::{Clock, Player};

/// Position, player, clock and random numbers of one game.
#[derive(Clone, Debug)]
pub struct Session {
    position: Position,
    player: Player,
    clock: Clock,
    seed: u64,
    rng: Rng,
}

impl Session {
    /// A new game.
    #[must_use]
    pub fn new(setup: Setup, player: Player, seed: u64) -> Self {
        Self { position: Position::new(setup), player, clock: Clock::default(), seed, rng: Rng::new(seed) }
    }

    /// The game so far.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Takes up another game, such as one from a file.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// Who chooses moves.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Changes who chooses moves.
    pub const fn set_player(&mut self, player: Player) {
        self.player = player;
    }

    /// The seed of the random numbers.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts the random numbers again.
    pub const fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.rng = Rng::new(seed);
    }

    /// The time of the game.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The time of the game, to change it.
    pub const fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Clears the board.
    pub fn clear(&mut self) {
        self.position = Position::new(self.position.setup().clone());
    }

    /// Clears the board and changes its size.
    ///
    /// # Errors
    /// If the game is not played on that size; nothing is changed then.
    pub fn set_size(&mut self, size: u64) -> Result<(), SizeError> {
        let setup = self.position.setup();
        self.position = Position::new(Setup::new(setup.game(), size, setup.swap())?);
        Ok(())
    }

    /// Clears the board for another game on its usual size.
    pub fn set_game(&mut self, game: Game) {
        let swap = self.position.setup().swap();
        let setup = Setup::new(game, u64::from(game.default_size()), swap);
        self.position = Position::new(setup.expect("the default size can be played"));
    }

    /// Changes the swap rule of the game under way.
    ///
    /// # Errors
    /// If the rule is turned off after a swap; nothing is changed then.
    pub fn set_swap(&mut self, swap: SwapRule) -> Result<(), SessionError> {
        let old = &self.position;
        let setup = old.setup().with_swap(swap);
        let mut position = Position::with_stones(setup, old.start_stones(), old.first_to_move())
            .expect("the stones of the start have been checked before");
        for ply in old.plies() {
            position.play_as(ply.color, ply.mv).map_err(|_| SessionError::SwapPlayed)?;
        }
        self.position = position;
        Ok(())
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If it is illegal; nothing is changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), PlayError> {
        self.position.play_as(color, mv)
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Ply> {
        self.position.undo()
    }

    /// The player's move for a color, without making it.
    ///
    /// # Errors
    /// If the game is over.
    pub fn choose(&mut self, color: Color) -> Result<Move, SessionError> {
        if self.position.outcome().is_some() {
            return Err(SessionError::GameOver);
        }
        let mut asked = self.position.clone();
        if color != asked.to_move() {
            asked.play_unchecked(Move::Pass);
        }
        Ok(self.player.choose(&asked, &mut self.rng).expect("a game that is not over has a move"))
    }

    /// The player's move for a color, made on the board.
    ///
    /// # Errors
    /// If the game is over.
    pub fn generate(&mut self, color: Color) -> Result<Move, SessionError> {
        let mv = self.choose(color)?;
        self.position.play_as(color, mv).expect("players choose legal moves");
        Ok(mv)
    }
}

/// What a session refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// No move can be made any more.
    GameOver,
    /// The swap rule cannot be turned off after a swap.
    SwapPlayed,
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::SwapPlayed => "the game has a swap already",
        })
    }
}

impl std::error::Error for SessionError {}
