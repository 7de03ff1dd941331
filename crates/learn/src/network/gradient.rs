//! The log-likelihood of choices and its gradient by the parameters of the network.

use catena_core::topology::MAX_CELLS;
use catena_core::{ByColor, Cell, Color};
use catena_model::policy_net::{Feature, HIDDEN, Inference, InputView, Params, softmax};

use super::game_record::{BoardContext, Choice, GameRecords, Sample};

type Units = [f32; HIDDEN];

/// The gradient of the log-likelihood of some choices.
#[derive(Debug)]
pub struct Gradient {
    /// Summed over the choices.
    pub sum: Params,
    /// Summed over the choices.
    pub log_likelihood: f64,
}

impl Gradient {
    /// That of choices, all seen from the orientation of this number.
    #[must_use]
    pub fn of(params: &Params, records: &GameRecords, choices: &[Choice], orientation: usize) -> Self {
        let mut gradient = Self { sum: Params::zero(), log_likelihood: 0.0 };
        // What is beyond the border is the same in all choices on a board: its gradient is summed by cell first.
        let mut borders: Vec<ByColor<Option<Border>>> = Vec::new();
        borders.resize_with(records.boards.len(), ByColor::default);
        for &choice in choices {
            let sample = records.sample(choice);
            let context = &records.boards[sample.board];
            let border = &mut borders[sample.board][sample.mover];
            let border =
                border.get_or_insert_with(|| Border::new(params, context, sample.mover, orientation));
            gradient.add(params, context, &sample, orientation, border);
        }
        for (context, borders) in records.boards.iter().zip(&borders) {
            for mover in Color::ALL {
                if let Some(border) = &borders[mover] {
                    gradient.add_border(context, mover, orientation, border);
                }
            }
        }
        gradient
    }

    fn add(
        &mut self,
        params: &Params,
        context: &BoardContext,
        sample: &Sample<'_>,
        orientation: usize,
        border: &mut Border,
    ) {
        let (field, mover, last_moves) = (&context.field, sample.mover, sample.last_moves);
        let input =
            InputView { params, field, orientation: &context.orientations[mover][orientation], last_moves };
        let mut open = [true; MAX_CELLS];
        sample.stones.iter().for_each(|(cell, _)| open[cell.index()] = false);
        let is_open = |cell: Cell| open[cell.index()];
        let stones = || sample.stones.iter().map(|&(cell, color)| (cell, Feature::stone(color, mover)));
        let mut hidden = border.empty.to_vec();
        input.add_to(stones(), is_open, &mut hidden);
        let cells = context.topology.cells().filter(|&cell| is_open(cell));
        let mut chances: Vec<(Cell, f32)> =
            cells.map(|cell| (cell, input.score(cell, &hidden[cell.index()]))).collect();
        softmax(&mut chances);

        for &(cell, chance) in &chances {
            let was_played = cell == sample.played;
            if was_played {
                self.log_likelihood += f64::from(chance.max(f32::MIN_POSITIVE)).ln();
            }
            let surprise = if was_played { 1.0 - chance } else { -chance };
            let units = &mut hidden[cell.index()];
            let out = self.sum.out_mut();
            for unit in 0..HIDDEN {
                out[unit] += surprise * units[unit].max(0.0);
                units[unit] = if units[unit] > 0.0 { surprise * params.out()[unit] } else { 0.0 };
            }
            add(&mut border.gradient[cell.index()], units);
            if let Some(offset) = input.offset(cell, last_moves.opponent) {
                *self.sum.opponent_last_mut(offset) += surprise;
            }
            if let Some(offset) = input.offset(cell, last_moves.own) {
                *self.sum.own_last_mut(offset) += surprise;
            }
        }
        for (cell, seen) in stones().chain(last_moves.features()) {
            for edge in field.edges(cell) {
                if is_open(edge.from) {
                    let row = self.sum.row_mut(seen, input.orientation.slot(edge.slot));
                    add(row, &hidden[edge.from.index()]);
                }
            }
        }
    }

    fn add_border(&mut self, context: &BoardContext, mover: Color, orientation: usize, border: &Border) {
        let orientation = &context.orientations[mover][orientation];
        for cell in context.topology.cells() {
            let units = &border.gradient[cell.index()];
            add(self.sum.bias_mut(), units);
            for (slot, seen) in context.field.beyond(cell, mover) {
                add(self.sum.row_mut(seen, orientation.slot(slot)), units);
            }
        }
    }
}

/// Hidden units of the cells of an empty board, and the gradient by them.
struct Border {
    empty: Box<[Units]>,
    gradient: Box<[Units]>,
}

impl Border {
    fn new(params: &Params, context: &BoardContext, mover: Color, orientation: usize) -> Self {
        let orientation = &context.orientations[mover][orientation];
        let empty = Inference::empty(params, &context.field, &context.topology, mover, orientation);
        let gradient = vec![[0.0; HIDDEN]; empty.len()].into();
        Self { empty, gradient }
    }
}

#[inline]
fn add(sums: &mut Units, units: &Units) {
    sums.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
}
