//! Bit-sliced fill-outs: 512 boards filled and judged at once.
//!
//! In all games but Havannah the winner depends on the full board only, so that a random game
//! from a position may as well be a random filling of its empty places (Raiko and Peltonen 2008).
//! A word holds one cell of all boards, one bit for each, and `and`, `or` and `xor` of words play
//! them all together.

mod bamboo;
mod count;
mod graph;
mod reduction;
mod rng;
mod sample;
mod sides;
mod sphere;
mod star;

use catena_core::reference::Stones;
use catena_core::rules::Methods;
use catena_core::topology::Shape;
use catena_core::{Cell, Color, Position, Setup, Switch};
use thiserror::Error;

use crate::lanes::{Block, Kernel, LANES, Lanes, Word};
use bamboo::BridgePair;
use reduction::{Rhombus, Triangle};
pub use rng::LaneRng;
use sample::Plan;
use sides::BoardSides;
use sphere::Sphere;
use star::Star;

/// Options of a fill-out.
#[derive(Clone, Copy, Debug)]
pub struct FillOutOptions {
    /// If on, bridges of either color, as many as do not overlap, chosen at random for each batch, get one
    /// stone of each color; else all empty places are filled alike.
    pub bamboo: Switch,
    /// If on, every cell's stones and wins are counted, not only wins.
    pub amaf: Switch,
    /// The instructions to use; results do not depend on it.
    pub lanes: Lanes,
}

impl Default for FillOutOptions {
    fn default() -> Self {
        Self { bamboo: Switch::Off, amaf: Switch::On, lanes: Lanes::best() }
    }
}

/// Fill-outs of one position at a time: tables of a board, a plan for the position and room to
/// work in. Only [`new`](Self::new) allocates.
///
/// # Examples
/// ```
/// use catena_core::{Color, Game, Position, Setup, SwapRule};
/// use catena_playout::{FillOut, FillOutOptions, LaneRng};
/// let position = Position::new(Setup::new(Game::Hex, 11, SwapRule::Off)?);
/// let mut fill_out = FillOut::new(position.setup(), FillOutOptions::default())?;
/// fill_out.prepare(&position);
/// let result = fill_out.run(&mut LaneRng::new(1));
/// let center = position.topology().cell("f6").expect("f6 is the center");
/// let rate = result.wins_with(center, Color::Black) as f64 / result.count(center, Color::Black) as f64;
/// assert!(rate > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FillOut {
    setup: Setup,
    options: FillOutOptions,
    judge: FillJudge,
    edges: Vec<BridgePair>,
    plan: Plan,
    /// Cells with stones in the prepared position.
    stones: Vec<(u16, Color)>,
    /// Lanes in which black has each cell, and a zero for the off-board cell.
    cells: Vec<Block>,
    scratch: Vec<Block>,
    black_won: Block,
    result: FillOutResult,
}

/// Method of finding the winner of a full board.
#[derive(Debug)]
enum FillJudge {
    Rhombus(Rhombus),
    Triangle(Triangle),
    Sphere(Sphere),
    Star(Star),
    Sides(BoardSides),
}

impl FillOut {
    /// Fill-outs on a board, prepared for its empty position.
    ///
    /// # Errors
    /// For Havannah, where the winner depends on the order of the moves.
    pub fn new(setup: &Setup, options: FillOutOptions) -> Result<Self, NoFillOut> {
        let topology = setup.topology();
        let size = usize::from(setup.size());
        if !setup.game().facts().supports(Methods::FILL_OUTS) {
            return Err(NoFillOut);
        }
        let (judge, scratch) = match topology.shape() {
            Shape::Rhombus => (FillJudge::Rhombus(Rhombus(size)), reduction::scratch_len(size)),
            Shape::Triangle => (FillJudge::Triangle(Triangle(size)), reduction::scratch_len(size)),
            Shape::Star => {
                let star = Star::new(topology);
                let scratch = star.scratch_len();
                (FillJudge::Star(star), scratch)
            }
            Shape::Sphere => (FillJudge::Sphere(Sphere::new(topology)), topology.len() + 1),
            // Any other board, slower.
            _ => {
                let sides = BoardSides::new(setup);
                let scratch = sides.scratch_len();
                (FillJudge::Sides(sides), scratch)
            }
        };
        let edges = match options.bamboo {
            Switch::Off => Vec::new(),
            Switch::On => bamboo::edges(topology),
        };
        let mut fill_out = Self {
            setup: setup.clone(),
            options,
            judge,
            plan: Plan::with_room(topology.len(), edges.len()),
            edges,
            stones: Vec::with_capacity(topology.len()),
            cells: vec![Block::ZERO; topology.len() + 1],
            scratch: vec![Block::ZERO; scratch],
            black_won: Block::ZERO,
            result: FillOutResult {
                games: LANES as u16,
                black_wins: 0,
                cells: vec![CellCount::default(); topology.len()],
            },
        };
        fill_out.prepare(&Position::new(setup.clone()));
        Ok(fill_out)
    }

    /// Takes up a position of the same game and size. Of m empty places the player to move will
    /// get m/2, rounded up.
    ///
    /// # Panics
    /// If the position is of another board.
    pub fn prepare(&mut self, position: &Position) {
        let board = position.board();
        assert!(
            (position.setup().game(), position.setup().size()) == (self.setup.game(), self.setup.size()),
            "fill-outs are made for one board"
        );
        let topology = self.setup.topology();
        self.stones.clear();
        self.plan.places.clear();
        for cell in topology.cells() {
            let index = cell.index() as u16;
            match board.stone(cell) {
                Some(color) => {
                    self.stones.push((index, color));
                    self.cells[cell.index()] = if color == Color::Black { Block::ONES } else { Block::ZERO };
                }
                None if topology.canonical(cell) == cell => self.plan.places.push(index),
                None => {}
            }
        }
        let places = self.plan.places.len() as u32;
        self.plan.black = match position.to_move() {
            Color::Black => places.div_ceil(2),
            Color::White => places / 2,
        };
        self.plan.bridges.clear();
        self.plan.bridges.extend(self.edges.iter().filter_map(|edge| edge.bridge(position)));
    }

    /// Fills and judges one batch of boards.
    pub fn run(&mut self, rng: &mut LaneRng) -> &FillOutResult {
        self.run_some(LANES, rng)
    }

    /// Fills and judges a batch, and counts only this many of its boards, the first ones: for players
    /// that want few games at a time. The time is that of a whole batch.
    ///
    /// # Panics
    /// Unless 1 ≤ `games` ≤ 512.
    pub fn run_some(&mut self, games: u32, rng: &mut LaneRng) -> &FillOutResult {
        assert!((1..=LANES).contains(&games), "a batch has from 1 to {LANES} games");
        self.result.games = games as u16;
        let lanes = self.options.lanes;
        lanes.run(Fill(&mut self.plan, &mut self.cells, rng));
        self.judge();
        lanes.run(Count(self));
        &self.result
    }

    /// One board of the last batch, full.
    #[must_use]
    pub fn board(&self, lane: u32) -> Stones {
        let mut stones = Stones::empty(self.setup.topology());
        for cell in self.setup.topology().cells() {
            let black = self.cells[cell.index()].bit(lane);
            stones.set(cell, Some(if black { Color::Black } else { Color::White }));
        }
        stones
    }

    /// The winner of one board of the last batch.
    #[must_use]
    pub const fn winner(&self, lane: u32) -> Color {
        if self.black_won.bit(lane) { Color::Black } else { Color::White }
    }

    /// Finds the lanes that black has won.
    fn judge(&mut self) {
        let (lanes, won, scratch) = (self.options.lanes, &mut self.black_won, &mut self.scratch);
        let full_board = &self.cells[..self.setup.topology().len()];
        match &self.judge {
            FillJudge::Rhombus(rhombus) => lanes.run(Judged(won, rhombus, full_board, scratch)),
            FillJudge::Triangle(triangle) => lanes.run(Judged(won, triangle, full_board, scratch)),
            FillJudge::Sphere(sphere) => {
                sphere.mirror(&mut self.cells);
                lanes.run(Judged(won, sphere, &self.cells, scratch));
            }
            FillJudge::Star(star) => lanes.run(Judged(won, star, &self.cells, scratch)),
            FillJudge::Sides(sides) => lanes.run(Judged(won, sides, &self.cells, scratch)),
        }
    }

    /// Counts the stones of every cell and how many of them won, in the lanes `counted` if given.
    #[inline(always)]
    fn tally<W: Word>(&mut self, black_won: W, counted: Option<W>) {
        let counts = &mut self.result.cells;
        for place in self.plan.places.iter().map(|&place| usize::from(place)) {
            let black = W::load(&self.cells[place]);
            let (black, won) = counted.map_or(black, |counted| black.and(counted)).count_within(black_won);
            counts[place] = CellCount { black: black as u16, black_won: won as u16 };
        }
        for &(cell, color) in &self.stones {
            counts[usize::from(cell)] = match color {
                Color::Black => CellCount { black: self.result.games, black_won: self.result.black_wins },
                Color::White => CellCount::default(),
            };
        }
        if let FillJudge::Sphere(sphere) = &self.judge {
            sphere.mirror(counts);
        }
    }
}

/// Finds the winners of full boards of one shape. Each shape is a kernel of its own: in one function they
/// would share its registers, and a new shape would slow down the others.
trait BlackWins {
    /// Lanes that black has won.
    fn black_wins<W: Word>(&self, cells: &[Block], scratch: &mut [Block]) -> W;
}

/// Filling a batch as a kernel.
struct Fill<'a>(&'a mut Plan, &'a mut [Block], &'a mut LaneRng);

impl Kernel for Fill<'_> {
    #[inline(always)]
    fn run<W: Word>(self) {
        sample::fill::<W>(self.0, self.1, self.2);
    }
}

/// Judging a batch as a kernel: where the winners go, who finds them, the boards and scratch.
struct Judged<'a, J>(&'a mut Block, &'a J, &'a [Block], &'a mut [Block]);

impl<J: BlackWins> Kernel for Judged<'_, J> {
    #[inline(always)]
    fn run<W: Word>(self) {
        self.1.black_wins::<W>(self.2, self.3).store(self.0);
    }
}

/// Counting a batch as a kernel.
struct Count<'a>(&'a mut FillOut);

impl Kernel for Count<'_> {
    #[inline(always)]
    fn run<W: Word>(self) {
        let Self(fill_out) = self;
        let games = u32::from(fill_out.result.games);
        let black_won = W::load(&fill_out.black_won);
        let counted = W::load(&Block::first(games));
        fill_out.result.black_wins = black_won.and(counted).count() as u16;
        match fill_out.options.amaf {
            Switch::Off => {}
            Switch::On if games == LANES => fill_out.tally(black_won, None),
            Switch::On => fill_out.tally(black_won, Some(counted)),
        }
    }
}

/// Result of a batch of fill-outs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FillOutResult {
    /// Boards that are counted.
    games: u16,
    black_wins: u16,
    cells: Vec<CellCount>,
}

/// Lanes in which black has a cell, and those among them that black has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellCount {
    black: u16,
    black_won: u16,
}

impl FillOutResult {
    /// The number of boards that are counted.
    #[must_use]
    pub const fn lanes(&self) -> u32 {
        self.games as u32
    }

    /// Boards that a color has won.
    #[must_use]
    pub fn wins(&self, color: Color) -> u32 {
        let black = u32::from(self.black_wins);
        if color == Color::Black { black } else { self.lanes() - black }
    }

    /// Boards on which a color has this cell. Only with [`amaf`](FillOutOptions::amaf), as `wins_with`.
    #[must_use]
    pub fn count(&self, cell: Cell, color: Color) -> u32 {
        let black = u32::from(self.cells[cell.index()].black);
        if color == Color::Black { black } else { self.lanes() - black }
    }

    /// Boards on which a color has this cell and has won.
    #[must_use]
    pub fn wins_with(&self, cell: Cell, color: Color) -> u32 {
        let CellCount { black, black_won } = self.cells[cell.index()];
        match color {
            Color::Black => u32::from(black_won),
            // Black has this cell, or has won, or white has both.
            Color::White => {
                self.lanes() + u32::from(black_won) - u32::from(black) - u32::from(self.black_wins)
            }
        }
    }
}

/// The game is not decided by the full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the winner of this game depends on the order of the moves, not on the full board")]
pub struct NoFillOut;
