//! The evaluation `frames-value` of Havannah, after the plan of Könnecke and Waldmann (2009, section 10): the pair (z, n)
//! of each player and edge by playouts on the sub-game of that edge, and the values of the edges combined by combinatorial
//! game theory into a value of the board. docs/proofs.md follows the section element by element.

mod combine;
mod distance;
mod measure;
mod sub_game;
mod text;

use catena_core::rules::{Methods, UnsupportedMethod};
use catena_core::{ByColor, Cell, Color, Position};
use catena_proof::frame::{Base, Edge};

use combine::{PairGames, combine};
use distance::FrameBoard;
pub use measure::Pair;
use measure::{EdgeAmaf, Measurer};
pub use sub_game::EdgeState;
use sub_game::{ColorGames, sub_games};
pub use text::frames_value_table;

/// The value of a board by the frames of its edges.
#[derive(Clone, Debug)]
pub struct FramesValue {
    /// The value for Black from 0 to 1, with the color to move first.
    pub value: f64,
    /// No lower value is possible if the edges were a sum of games, as the combination takes them for.
    pub low: f64,
    /// No higher one is.
    pub high: f64,
    /// The value for Black if it does not matter who moves first.
    pub mean: f64,
    /// Worth of the next move.
    pub temperature: f64,
    /// The color whose edge, and the edge, where a move is worth most.
    pub hottest: Option<(Color, Edge)>,
    /// Values of each color.
    pub colors: ByColor<ColorValue>,
    /// Playouts of sub-games.
    pub playouts: u64,
}

/// The edges of a color.
#[derive(Clone, Debug)]
pub struct ColorValue {
    /// Where its edge frames start; none if it has no way to three edges.
    pub base: Option<Base>,
    /// The chance that it gets three edges.
    pub fork: f64,
    /// Stones that it lacks for the fastest three.
    pub speed: f64,
    /// As [`Edge::ALL`] lists them.
    pub edges: [EdgeMeasure; 6],
}

/// An edge of a color.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeMeasure {
    /// Before any playout.
    pub state: EdgeState,
    /// The pair (z, n).
    pub pair: Pair,
    /// The mean of its game, from 0 (cut off) to 1 (reached).
    pub mean: f64,
    /// The temperature of its game.
    pub temperature: f64,
    /// How much the value for Black changes if it is reached instead of cut off.
    pub weight: f64,
}

/// Evaluates positions of one board by frames. The same seed gives the same values.
#[derive(Debug)]
pub struct FramesEvaluator {
    board: FrameBoard,
    measurer: Measurer,
    games: PairGames,
}

/// The sub-games of a position with their pairs.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    games: ByColor<Option<ColorGames>>,
    pairs: ByColor<[Pair; 6]>,
    amaf: ByColor<Vec<EdgeAmaf>>,
}

/// Stones counted for a color that has no fork.
const NO_FORK: f64 = 40.0;

impl FramesEvaluator {
    /// For the board of a position.
    ///
    /// # Errors
    /// If the game has no frames.
    pub fn new(position: &Position, seed: u64) -> Result<Self, UnsupportedMethod> {
        let game = position.setup().game();
        if !game.facts().supports(Methods::FRAMES) {
            return Err(UnsupportedMethod { methods: Methods::FRAMES, game });
        }
        Ok(Self {
            board: FrameBoard::new(position.topology()),
            measurer: Measurer::new(position, seed),
            games: PairGames::default(),
        })
    }

    /// The value of a position that is not over, by this many playouts for each edge and number of stones ahead.
    pub fn evaluate(&mut self, position: &Position, playouts: u32) -> FramesValue {
        let before = self.measurer.playouts;
        let measured = self.measure(position, playouts, None, &mut || false).expect("nothing interrupts it");
        FramesValue { playouts: self.measurer.playouts - before, ..self.value(position, &measured) }
    }

    /// Playouts so far.
    pub(crate) const fn playouts(&self) -> u64 {
        self.measurer.playouts
    }

    /// Measures all edges, but for those whose sub-game is the same as one that is known. `None` if it was interrupted.
    pub(crate) fn measure(
        &mut self,
        position: &Position,
        playouts: u32,
        known: Option<&Measured>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Measured> {
        let games = sub_games(&self.board, position);
        let mut pairs = ByColor::new(|_| [Pair::CUT; 6]);
        let mut amaf = ByColor::new(|_| Vec::new());
        for color in Color::ALL {
            let Some(of_color) = &games[color] else { continue };
            let same_base = known.filter(|known| {
                known.games[color]
                    .as_ref()
                    .is_some_and(|other| (other.base, &other.cells) == (of_color.base, &of_color.cells))
            });
            for (index, game) in of_color.edges.iter().enumerate() {
                let same = same_base.filter(|known| {
                    known.games[color].as_ref().is_some_and(|other| other.edges[index] == *game)
                });
                if let Some(known) = same {
                    pairs[color][index] = known.pairs[color][index];
                    continue;
                }
                if interrupt() {
                    return None;
                }
                let (pair, moves) =
                    self.measurer.pair(&self.board, position, color, of_color, game, playouts);
                pairs[color][index] = pair;
                amaf[color].push(moves);
            }
        }
        Some(Measured { games, pairs, amaf })
    }

    /// The value of what was measured.
    pub(crate) fn value(&mut self, position: &Position, measured: &Measured) -> FramesValue {
        let graphs = ByColor::new(|color| measured.pairs[color].map(|pair| self.games.of(pair).clone()));
        let speed = ByColor::new(|color| measured.speed(color));
        let found = combine(&graphs, speed, position.to_move());
        FramesValue {
            value: found.value,
            low: found.low,
            high: found.high,
            mean: found.mean,
            temperature: found.temperature,
            hottest: found.hottest.map(|(color, edge)| (color, Edge::ALL[edge])),
            colors: ByColor::new(|color| ColorValue {
                base: measured.games[color].as_ref().map(|games| games.base),
                fork: found.fork[color],
                speed: speed[color],
                edges: std::array::from_fn(|edge| EdgeMeasure {
                    state: measured.state(color, edge),
                    pair: measured.pairs[color][edge],
                    mean: graphs[color][edge].mean(),
                    temperature: graphs[color][edge].temperature(),
                    weight: found.weight[color][edge],
                }),
            }),
            playouts: 0,
        }
    }
}

impl Measured {
    fn state(&self, color: Color, edge: usize) -> EdgeState {
        self.games[color].as_ref().map_or(EdgeState::Cut, |games| games.edges[edge].state)
    }

    /// The stones that a color lacks until its best three frames stand; negative if they can ignore moves. The stones
    /// that make them chains do not count: the opponent's moves there are answered.
    fn speed(&self, color: Color) -> f64 {
        if self.games[color].is_none() {
            return NO_FORK;
        }
        let stones = |pair: Pair, state: EdgeState| match state {
            EdgeState::Cut => NO_FORK / 3.0,
            EdgeState::Reached | EdgeState::Open => -pair.z,
        };
        let pairs = self.pairs[color].iter().enumerate();
        let mut lacking: Vec<f64> =
            pairs.map(|(edge, &pair)| stones(pair, self.state(color, edge))).collect();
        lacking.sort_by(f64::total_cmp);
        lacking[..3].iter().sum()
    }

    /// How much a stone of a color on a cell changes the value for Black, by the playouts of all sub-games.
    pub(crate) fn gain(&self, value: &FramesValue, color: Color, cell: Cell) -> f64 {
        let of_color = |whose: Color| {
            let edges = value.colors[whose].edges.iter().zip(&self.amaf[whose]);
            edges.map(|(edge, amaf)| edge.weight * f64::from(amaf.gain(color, cell))).sum::<f64>()
        };
        Color::ALL.into_iter().map(of_color).sum()
    }
}

#[cfg(test)]
mod tests;
