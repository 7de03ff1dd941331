//! The pair (z, n) of an edge by playouts: with how many stones more or fewer the color still gets there in half of the
//! playouts of the sub-game, and how many stones the chain has then.

use catena_core::topology::MAX_CELLS;
use catena_core::{ByColor, Cell, Color, Position};
use catena_playout::policy::{Blocks, Distribution, EdgeTemplates, Policy, Savebridge, Weighted};
use catena_playout::{EdgeGame, EdgeGoal, Rng};
use catena_proof::frame::Base;

use super::combine::HOPELESS;
use super::distance::FrameBoard;
use super::sub_game::{ColorGames, EdgeState, SubGame};
use crate::evaluate::AmafSum;

/// Most stones ahead or behind that are tried.
const MOST_AHEAD: i32 = 6;
const MOST_BEHIND: i32 = -3;

/// Weight of a RAVE value of 1 at the start of a playout.
const START_WEIGHT: f32 = 100.0;

/// The pair of a color and an edge, in the sign of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Opponent's moves that the color can ignore; negative if it lacks as many stones.
    pub z: f64,
    /// Stones that make the frame a chain once it stands.
    pub n: f64,
}

impl Pair {
    pub(super) const REACHED: Self = Self { z: (-MOST_BEHIND) as f64, n: 0.0 };
    pub(super) const CUT: Self = Self { z: -HOPELESS, n: 0.0 };
}

/// Results of moves in the playouts of a sub-game.
#[derive(Clone, Debug)]
pub(super) struct EdgeAmaf {
    /// By color and cell; the value is that of the color that wants to connect.
    sums: ByColor<Box<[AmafSum]>>,
    total: AmafSum,
}

impl EdgeAmaf {
    fn new() -> Self {
        let sums = ByColor::new(|_| vec![AmafSum::default(); MAX_CELLS].into_boxed_slice());
        Self { sums, total: AmafSum::default() }
    }

    /// How much a stone of a color on a cell adds to the chance that the edge is reached.
    pub(super) fn gain(&self, color: Color, cell: Cell) -> f32 {
        /// Playouts in which the stone makes no difference.
        const PRIOR: f32 = 2.0;
        let AmafSum { weight, value } = self.sums[color][cell.index()];
        let mean = self.total.value / self.total.weight.max(f32::MIN_POSITIVE);
        let unit = self.total.weight / 100.0 * PRIOR;
        if weight > 0.0 { (value + unit * mean) / (weight + unit) - mean } else { 0.0 }
    }
}

/// Plays sub-games.
#[derive(Debug)]
pub(super) struct Measurer {
    game: EdgeGame,
    policy: ((EdgeTemplates, Savebridge), Weighted<Blocks>),
    rng: Rng,
    weights: Vec<(Cell, u32)>,
    pub playouts: u64,
}

impl Measurer {
    pub(super) fn new(position: &Position, seed: u64) -> Self {
        let setup = position.setup();
        let frames = (EdgeTemplates::new(setup), Savebridge::new(setup));
        Self {
            game: EdgeGame::new(setup.topology()),
            policy: (frames, Weighted::new(setup.topology(), Distribution::Shared)),
            rng: Rng::new(seed),
            weights: Vec::new(),
            playouts: 0,
        }
    }

    /// The pair of an edge by this many playouts for each number of stones ahead.
    pub(super) fn pair(
        &mut self,
        board: &FrameBoard,
        position: &Position,
        color: Color,
        games: &ColorGames,
        game: &SubGame,
        playouts: u32,
    ) -> (Pair, EdgeAmaf) {
        let mut amaf = EdgeAmaf::new();
        match game.state {
            EdgeState::Reached => return (Pair::REACHED, amaf),
            EdgeState::Cut => return (Pair::CUT, amaf),
            EdgeState::Open => {}
        }
        let goal = EdgeGoal { color, base: &games.cells, edge: board.edge(game.edge), region: &game.region };
        self.game.load(position, &goal);
        let mut widths = (0.0, 0u32);
        let mut chance = |tempo: i32, this: &mut Self, amaf: &mut EdgeAmaf| {
            this.start_from(color, &game.region, amaf);
            let mut reached = 0;
            for _ in 0..playouts {
                let played = this.game.play(tempo, &mut this.policy, &mut this.rng);
                let value = if let Some(width) = played.width {
                    reached += 1;
                    widths = (widths.0 + f64::from(width), widths.1 + 1);
                    1.0
                } else {
                    0.0
                };
                let weight = 1.0 / played.moves.max(1) as f32;
                this.add_to_amaf(weight, value, amaf);
            }
            this.playouts += u64::from(playouts);
            f64::from(reached) / f64::from(playouts)
        };
        let ahead = half_way(|tempo| chance(tempo, self, &mut amaf));
        // A stone that is to be put on the base itself is one more.
        let missing = if matches!(games.base, Base::Empty(_)) { 1.0 } else { 0.0 };
        let width = widths.0 / f64::from(widths.1.max(1));
        let n = (width - ahead.max(0.0)).max(0.0);
        (Pair { z: -ahead - missing, n }, amaf)
    }

    /// Playouts start from the RAVE values of the sub-game (section 6), at first from equal weights.
    fn start_from(&mut self, goal: Color, region: &[Cell], amaf: &EdgeAmaf) {
        self.weights.clear();
        let weight = |cell: &Cell| {
            let value = |color: Color| {
                let AmafSum { weight, value } = amaf.sums[color][cell.index()];
                if weight > 0.0 { value / weight } else { 0.0 }
            };
            // The opponent wants the goal to fail. Both draw from one distribution.
            let opponent = if amaf.sums[!goal][cell.index()].weight > 0.0 { 1.0 - value(!goal) } else { 0.0 };
            (*cell, 1 + (START_WEIGHT * value(goal).max(opponent)) as u32)
        };
        self.weights.extend(region.iter().map(weight));
        self.policy.start_from(ByColor::new(|_| &self.weights[..]));
    }

    fn add_to_amaf(&mut self, weight: f32, value: f32, amaf: &mut EdgeAmaf) {
        for (cell, color) in self.game.moves() {
            let sum = &mut amaf.sums[color][cell.index()];
            sum.weight += weight;
            sum.value += weight * value;
        }
        amaf.total.weight += weight;
        amaf.total.value += weight * value;
    }
}

/// The number of moves ahead, between whole ones, at which a rising chance is one half.
fn half_way(mut chance: impl FnMut(i32) -> f64) -> f64 {
    const HALF: f64 = 0.5;
    let at_even = chance(0);
    let (step, end) = if at_even < HALF { (1, MOST_AHEAD) } else { (-1, MOST_BEHIND) };
    let (mut tempo, mut before) = (0, at_even);
    while tempo != end {
        let next = chance(tempo + step);
        if (next < HALF) != (at_even < HALF) {
            let share = (HALF - before) / (next - before);
            return f64::from(tempo) + f64::from(step) * share;
        }
        (tempo, before) = (tempo + step, next);
    }
    f64::from(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_is_one_half_between_two_whole_numbers() {
        let line = |tempo: i32| 0.25 + 0.1 * f64::from(tempo);
        assert!((half_way(line) - 2.5).abs() < 1e-9);
        assert!((half_way(|tempo| line(tempo + 4)) + 1.5).abs() < 1e-9);
        assert_eq!(half_way(|_| 0.0), f64::from(MOST_AHEAD));
        assert_eq!(half_way(|_| 1.0), f64::from(MOST_BEHIND));
    }
}
