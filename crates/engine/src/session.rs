//! A game in progress with a player who can be asked for moves.

use std::time::Duration;

use catena_core::{Cell, Color, Game, Move, PlayError, Ply, Position, Setup, SizeError, SwapRule};
use catena_model::ModelKind;
use catena_playout::Rng;
use catena_search::{
    AlphaBeta, Limits, Observer, RandomAgent, RandomConfig, Report, Search, SearchConfig, Switch, birdcage,
    framer, greedy,
};
use thiserror::Error;

use crate::clock::moves_to_come;
use crate::level::Weakening;
use crate::{Agent, Clock, ModelStore, Player, PlayerError, PlayerSpec};

mod pick;

pub(crate) use pick::most_balanced_opening;

/// Position, player, clock and random numbers of one game.
///
/// ```
/// use catena_core::Color;
/// use catena_engine::{Limits, ModelStore, PlayerSpec, Session};
///
/// let setup: catena_core::Setup = "hex 5".parse()?;
/// let player = PlayerSpec::parse("joosten")?.resolve(setup.game(), &ModelStore::default())?;
/// let mut session = Session::new(setup, player, 1);
/// session.set_limits(Limits::playouts(50));
/// session.play(Color::Black, session.position().topology().parse_move("c3")?)?;
/// session.generate(Color::White, &mut ())?;
/// assert_eq!(session.position().to_move(), Color::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    position: Position,
    player: PlayerSpec,
    models: ModelStore,
    /// The player in the game of the position, once it was needed.
    resolved: Option<Player>,
    limits: Limits,
    threads: usize,
    clock: Clock,
    seed: u64,
    rng: Rng,
    /// Moves that searches leave out.
    excluded: Vec<Cell>,
    /// Kept from move to move with its tree or table.
    search: Option<CachedSearch>,
}

/// A search that goes on from what it found before.
#[derive(Debug)]
enum CachedSearch {
    Mcts(Box<Search>),
    AlphaBeta(AlphaBeta),
}

/// A player's move with what led to it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// Report of the search; none from players that do not search.
    pub report: Option<Report>,
}

impl Session {
    /// A new game. Without other limits a move takes a second.
    #[must_use]
    pub fn new(setup: Setup, player: Player, seed: u64) -> Self {
        Self {
            position: Position::new(setup),
            player: player.spec().clone(),
            models: player.store().clone(),
            resolved: Some(player),
            limits: Limits::time(Duration::from_secs(1)),
            threads: 1,
            clock: Clock::default(),
            seed,
            rng: Rng::new(seed),
            excluded: Vec::new(),
            search: None,
        }
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

    /// The player that chooses moves.
    #[must_use]
    pub const fn player(&self) -> &PlayerSpec {
        &self.player
    }

    /// Changes who chooses moves.
    pub fn set_player(&mut self, player: PlayerSpec) {
        self.player = player;
        self.resolved = None;
        self.search = None;
    }

    /// The player in the game under way.
    ///
    /// # Errors
    /// If it does not play that game, or if there is something wrong with its models.
    pub fn resolved(&self) -> Result<Player, PlayerError> {
        let game = self.position.setup().game();
        match self.resolved.as_ref().filter(|player| player.game() == game) {
            Some(player) => Ok(player.clone()),
            None => self.player.resolve(game, &self.models),
        }
    }

    /// The same, kept for the moves to come; a search of another game is forgotten.
    fn resolve(&mut self) -> Result<&Player, PlayerError> {
        let player = self.resolved()?;
        if self.resolved.as_ref().is_none_or(|known| known.game() != player.game()) {
            self.search = None;
        }
        Ok(self.resolved.insert(player))
    }

    /// Limits of a move, where the clock sets none.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes what a move may cost.
    pub const fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Threads of a search.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Changes the threads of a search.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.search = None;
    }

    /// The seed of the random numbers.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts the random numbers again.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.rng = Rng::new(seed);
        self.search = None;
    }

    /// Leaves out moves that are known to lose. Only Monte Carlo tree search can.
    pub fn exclude(&mut self, cells: Vec<Cell>) {
        self.excluded = cells;
        self.search = None;
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
        self.set_game(self.position.setup().game(), size)
    }

    /// Clears the board for another game.
    ///
    /// # Errors
    /// If the game is not played on that size; nothing is changed then.
    pub fn set_game(&mut self, game: Game, size: u64) -> Result<(), SizeError> {
        self.position = Position::new(Setup::new(game, size, self.position.setup().swap())?);
        Ok(())
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
    /// If the game is over, or if the player does not play it.
    pub fn choose(&mut self, color: Color, observer: &mut dyn Observer) -> Result<Decision, SessionError> {
        let limits = self.clock.limits(color, moves_to_come(&self.position)).unwrap_or(self.limits);
        let weakening = self.weakening()?;
        let limits = Limits { visits: weakening.map(|weak| weak.visits).or(limits.visits), ..limits };
        let Some(report) = self.think(color, limits, observer)? else {
            return Ok(Decision { mv: self.random_move(color)?, report: None });
        };
        let mv = self.pick(color, &report, weakening);
        Ok(Decision { mv, report: Some(report) })
    }

    /// The player's move for a color, made on the board.
    ///
    /// # Errors
    /// If the game is over, or if the player does not play it.
    pub fn generate(&mut self, color: Color, observer: &mut dyn Observer) -> Result<Decision, SessionError> {
        let decision = self.choose(color, observer)?;
        self.position.play_as(color, decision.mv).expect("players choose legal moves");
        Ok(decision)
    }

    /// Searches for a color within limits; `None` if the player does not search.
    ///
    /// # Errors
    /// If the game is over, or if the player does not play it.
    pub fn think(
        &mut self,
        color: Color,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Option<Report>, SessionError> {
        if self.position.outcome().is_some() {
            return Err(SessionError::GameOver);
        }
        let asked = self.seen_by(color);
        let weakening = self.weakening()?;
        let player = self.resolve()?;
        let (agent, models) = (player.agent().clone(), player.models().clone());
        let report = match agent {
            Agent::Random(_) => return Ok(None),
            Agent::Greedy(config) => greedy(&asked, &config, &models, self.rng.next_u64(), limits, observer)
                .expect("players fit their games"),
            Agent::Framer(config) => framer(&asked, &config, self.rng.next_u64(), limits, observer)
                .expect("players fit their games"),
            Agent::Birdcage(config) => {
                birdcage(&asked, &config, limits, observer).expect("players fit their games")
            }
            Agent::Mcts(config) => {
                let mut search = match self.search.take() {
                    Some(CachedSearch::Mcts(search)) => search,
                    _ => {
                        let config = Self::weakened(config, weakening);
                        let mut search = Search::new(config, models, self.threads, self.seed);
                        search.exclude(self.excluded.clone());
                        Box::new(search)
                    }
                };
                let report = search.run(&asked, limits, observer).expect("players fit their games");
                self.search = Some(CachedSearch::Mcts(search));
                report
            }
            Agent::AlphaBeta(config) => {
                let mut search = match self.search.take() {
                    Some(CachedSearch::AlphaBeta(search)) => search,
                    _ => AlphaBeta::new(config),
                };
                let report = search.run(&asked, limits, observer).expect("players fit their games");
                self.search = Some(CachedSearch::AlphaBeta(search));
                report
            }
        };
        Ok(Some(report))
    }

    /// A move of a player that does not search.
    fn random_move(&mut self, color: Color) -> Result<Move, SessionError> {
        let config = match self.resolve()?.agent() {
            Agent::Random(config) => config.clone(),
            _ => RandomConfig::default(),
        };
        let asked = self.seen_by(color);
        Ok(RandomAgent::new(&config, &asked).random_move(&asked, &mut self.rng))
    }

    /// Weakening by the level of the player; none at full strength.
    fn weakening(&mut self) -> Result<Option<Weakening>, SessionError> {
        let level = self.player.level();
        let has_network = self.resolve()?.agent().uses(ModelKind::Network);
        Ok(if has_network { level.of_network() } else { level.of_others() })
    }

    /// Only the highest level sees what takes a proof, and one that does not search overlooks threats.
    fn weakened(config: SearchConfig, weakening: Option<Weakening>) -> SearchConfig {
        let Some(weakening) = weakening else { return config };
        let seen = if weakening.searches() { Switch::On } else { Switch::Off };
        SearchConfig { win_in_one: seen, solve: seen, vc_threshold: 0, frame_threshold: 0, ..config }
    }

    /// The position with this color to move.
    fn seen_by(&self, color: Color) -> Position {
        let mut asked = self.position.clone();
        if color != asked.to_move() {
            asked.play_unchecked(Move::Pass);
        }
        asked
    }
}

/// Reason why a session refuses a request.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// No move can be made any more.
    #[error("the game is over")]
    GameOver,
    /// The swap rule cannot be turned off after a swap.
    #[error("the game has a swap already")]
    SwapPlayed,
    /// The player does not play this game.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn a_weak_level_proves_nothing_and_overlooks_threats_unless_it_searches() {
        let strong = SearchConfig {
            win_in_one: Switch::On,
            solve: Switch::On,
            vc_threshold: 256,
            frame_threshold: 50,
            ..SearchConfig::default()
        };
        for level in (1..10).filter_map(Level::new) {
            for weakening in [level.of_others(), level.of_network()] {
                let weak = Session::weakened(strong.clone(), weakening);
                assert_eq!((weak.vc_threshold, weak.frame_threshold), (0, 0), "{level:?}");
                let searches = weakening.is_some_and(Weakening::searches);
                assert_eq!([weak.win_in_one, weak.solve], [Switch::from(searches); 2], "{level:?}");
            }
        }
        let same = Session::weakened(strong.clone(), None);
        assert_eq!((same.vc_threshold, same.frame_threshold), (strong.vc_threshold, strong.frame_threshold));
    }
}
