//! Statistics of random games from a position: the share that the player to move wins, and for each cell the
//! correlation between owning it and winning. It tells a shallow network what lies far away.

use catena_core::{Color, Position, Setup, Switch};
use catena_playout::{FillOut, FillOutOptions, FillOutResult, Kernel, LaneRng, Rng, Scratch, Start, kernel};

/// Playouts where the winner depends on the order of the moves.
const PLAYOUTS: usize = 16;

/// Random games of one board, and room to play them in. The games of a position are always the
/// same: its hash is the seed.
#[derive(Debug)]
pub(super) struct StatisticsGames {
    method: Method,
    /// The share of wins.
    pub(super) wins: f32,
    /// For each cell from -1 to 1.
    pub(super) correlations: Vec<f32>,
}

#[derive(Debug)]
enum Method {
    FillOuts(Box<FillOut>),
    Playouts(Box<Playouts>),
}

impl StatisticsGames {
    pub(super) fn new(setup: &Setup) -> Self {
        let options = FillOutOptions { bamboo: Switch::On, ..FillOutOptions::default() };
        let method = match FillOut::new(setup, options) {
            Ok(fill_out) => Method::FillOuts(Box::new(fill_out)),
            Err(_) => Method::Playouts(Box::new(Playouts::new(setup))),
        };
        Self { method, wins: 0.5, correlations: vec![0.0; setup.topology().len()] }
    }

    /// Plays the games of a position.
    pub(super) fn play(&mut self, position: &Position) {
        let own = position.to_move();
        let seed = position.hash();
        match &mut self.method {
            Method::FillOuts(fill_out) => {
                fill_out.prepare(position);
                let result = fill_out.run(&mut LaneRng::new(seed));
                self.wins = result.wins(own) as f32 / result.lanes() as f32;
                for cell in position.topology().cells() {
                    self.correlations[cell.index()] = match position.board().stone(cell) {
                        Some(_) => 0.0,
                        None => phi(
                            result,
                            result.count(cell, own),
                            result.wins_with(cell, own),
                            result.wins(own),
                        ),
                    };
                }
            }
            Method::Playouts(playouts) => {
                self.wins = playouts.play(position, own, seed);
                for (correlation, cell) in self.correlations.iter_mut().zip(&playouts.cells) {
                    *correlation = cell.gain();
                }
            }
        }
    }
}

/// The correlation of two events that happened so often, alone and together.
fn phi(result: &FillOutResult, owned: u32, both: u32, won: u32) -> f32 {
    let games = result.lanes() as f32;
    let (owned, both, won) = (owned as f32 / games, both as f32 / games, won as f32 / games);
    let variance = owned * (1.0 - owned) * won * (1.0 - won);
    if variance > 0.0 { (both - owned * won) / variance.sqrt() } else { 0.0 }
}

/// Uniform playouts and whose stones won them.
#[derive(Debug)]
struct Playouts {
    start: Start,
    scratch: Scratch,
    kernel: Kernel,
    cells: Vec<CellCount>,
}

/// Playouts in which a color has a cell, and the points of the player to move in them.
#[derive(Clone, Copy, Debug, Default)]
struct CellCount {
    own: f32,
    own_points: f32,
    opposing: f32,
    opposing_points: f32,
}

impl CellCount {
    /// Change of the mean result by owning the cell, drawn towards 0 while there are few games.
    fn gain(self) -> f32 {
        let mean = |points: f32, games: f32| (points + 1.0) / (games + 2.0);
        mean(self.own_points, self.own) - mean(self.opposing_points, self.opposing)
    }
}

impl Playouts {
    fn new(setup: &Setup) -> Self {
        let start = Start::new(&Position::new(setup.clone()));
        let scratch = Scratch::new(&start);
        let cells = vec![CellCount::default(); setup.topology().len()];
        Self { scratch, start, kernel: kernel(setup.game()), cells }
    }

    /// The share of points of `own`; a draw is half a point.
    fn play(&mut self, position: &Position, own: Color, seed: u64) -> f32 {
        self.start.load(position);
        self.cells.fill(CellCount::default());
        let mut rng = Rng::new(seed);
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            let outcome = (self.kernel)(&self.start, &mut self.scratch, &mut rng).outcome;
            let points = outcome.winner.map_or(0.5, |winner| f32::from(u8::from(winner == own)));
            sum += points;
            for (cell, color) in self.scratch.moves() {
                let count = &mut self.cells[cell.index()];
                let (games, won) = if color == own {
                    (&mut count.own, &mut count.own_points)
                } else {
                    (&mut count.opposing, &mut count.opposing_points)
                };
                *games += 1.0;
                *won += points;
            }
        }
        sum / PLAYOUTS as f32
    }
}
