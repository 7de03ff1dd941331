//! The log-likelihood of choices and its gradient by the parameters of the network.

use catena_core::topology::MAX_CELLS;
use catena_core::{ByColor, Cell, Color};
use catena_playout::network::{HIDDEN, Judge, Params, Seen, Sight, into_chances};

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
    /// That of choices, all seen from the view of this number.
    #[must_use]
    pub fn of(params: &Params, records: &GameRecords, choices: &[Choice], view: usize) -> Self {
        let mut gradient = Self { sum: Params::zero(), log_likelihood: 0.0 };
        // What is beyond the border is the same in all choices on a board: its gradient is summed by cell first.
        let mut borders: Vec<ByColor<Option<Border>>> = Vec::new();
        borders.resize_with(records.boards.len(), ByColor::default);
        for &choice in choices {
            let sample = records.sample(choice);
            let context = &records.boards[sample.board];
            let border = &mut borders[sample.board][sample.mover];
            let border = border.get_or_insert_with(|| Border::new(params, context, sample.mover, view));
            gradient.add(params, context, &sample, view, border);
        }
        for (context, borders) in records.boards.iter().zip(&borders) {
            for mover in Color::ALL {
                if let Some(border) = &borders[mover] {
                    gradient.add_border(context, mover, view, border);
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
        view: usize,
        border: &mut Border,
    ) {
        let (vicinity, mover, lasts) = (&context.vicinity, sample.mover, sample.lasts);
        let sight = Sight { params, vicinity, view: &context.views[mover][view], lasts };
        let mut open = [true; MAX_CELLS];
        sample.stones.iter().for_each(|(cell, _)| open[cell.index()] = false);
        let is_open = |cell: Cell| open[cell.index()];
        let stones = || sample.stones.iter().map(|&(cell, color)| (cell, Seen::stone(color, mover)));
        let mut hidden = border.empty.to_vec();
        sight.see(stones(), is_open, &mut hidden);
        let cells = context.topology.cells().filter(|&cell| is_open(cell));
        let mut chances: Vec<(Cell, f32)> =
            cells.map(|cell| (cell, sight.score(cell, &hidden[cell.index()]))).collect();
        into_chances(&mut chances);

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
            if let Some(far) = sight.far(cell, lasts.reply_to) {
                *self.sum.reply_mut(far) += surprise;
            }
            if let Some(far) = sight.far(cell, lasts.own) {
                *self.sum.again_mut(far) += surprise;
            }
        }
        for (cell, seen) in stones().chain(lasts.seen()) {
            for glimpse in vicinity.glimpses(cell) {
                if is_open(glimpse.from) {
                    let row = self.sum.row_mut(seen, sight.view.slot(glimpse.slot));
                    add(row, &hidden[glimpse.from.index()]);
                }
            }
        }
    }

    fn add_border(&mut self, context: &BoardContext, mover: Color, view: usize, border: &Border) {
        let view = &context.views[mover][view];
        for cell in context.topology.cells() {
            let units = &border.gradient[cell.index()];
            add(self.sum.bias_mut(), units);
            for (slot, seen) in context.vicinity.beyond(cell, mover) {
                add(self.sum.row_mut(seen, view.slot(slot)), units);
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
    fn new(params: &Params, context: &BoardContext, mover: Color, view: usize) -> Self {
        let view = &context.views[mover][view];
        let empty = Judge::empty(params, &context.vicinity, &context.topology, mover, view);
        let gradient = vec![[0.0; HIDDEN]; empty.len()].into();
        Self { empty, gradient }
    }
}

#[inline]
fn add(sums: &mut Units, units: &Units) {
    sums.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
}
