//! How likely choices are, and how that changes with the numbers of the network.

use catena_core::topology::MAX_CELLS;
use catena_core::{ByColor, Cell, Color};
use catena_playout::network::{HIDDEN, Judge, Params, Seen, Sight, into_chances};

use super::course::{Choice, Courses, Grounds, Scene};

type Units = [f32; HIDDEN];

/// The gradient of the log-likelihood of some choices.
#[derive(Debug)]
pub struct Slope {
    /// The sum of the gradients.
    pub gradient: Params,
    /// The sum of the logarithms.
    pub log_likelihood: f64,
}

impl Slope {
    /// That of choices, all seen from the view of this number.
    #[must_use]
    pub fn of(params: &Params, courses: &Courses, choices: &[Choice], view: usize) -> Self {
        let mut slope = Self { gradient: Params::zero(), log_likelihood: 0.0 };
        // What is beyond the border is the same in all choices on a board: its gradient is summed by cell first.
        let mut borders: Vec<ByColor<Option<Border>>> = Vec::new();
        borders.resize_with(courses.boards.len(), ByColor::default);
        for &choice in choices {
            let scene = courses.scene(choice);
            let grounds = &courses.boards[scene.board];
            let border = &mut borders[scene.board][scene.mover];
            let border = border.get_or_insert_with(|| Border::new(params, grounds, scene.mover, view));
            slope.add(params, grounds, &scene, view, border);
        }
        for (grounds, borders) in courses.boards.iter().zip(&borders) {
            for mover in Color::ALL {
                if let Some(border) = &borders[mover] {
                    slope.add_border(grounds, mover, view, border);
                }
            }
        }
        slope
    }

    fn add(
        &mut self,
        params: &Params,
        grounds: &Grounds,
        scene: &Scene<'_>,
        view: usize,
        border: &mut Border,
    ) {
        let (vicinity, mover, lasts) = (&grounds.vicinity, scene.mover, scene.lasts);
        let sight = Sight { params, vicinity, view: &grounds.views[mover][view], lasts };
        let mut open = [true; MAX_CELLS];
        scene.stones.iter().for_each(|(cell, _)| open[cell.index()] = false);
        let is_open = |cell: Cell| open[cell.index()];
        let stones = || scene.stones.iter().map(|&(cell, color)| (cell, Seen::stone(color, mover)));
        let mut hidden = border.empty.to_vec();
        sight.see(stones(), is_open, &mut hidden);
        let cells = grounds.topology.cells().filter(|&cell| is_open(cell));
        let mut chances: Vec<(Cell, f32)> =
            cells.map(|cell| (cell, sight.score(cell, &hidden[cell.index()]))).collect();
        into_chances(&mut chances);

        for &(cell, chance) in &chances {
            let was_played = cell == scene.played;
            if was_played {
                self.log_likelihood += f64::from(chance.max(f32::MIN_POSITIVE)).ln();
            }
            let surprise = if was_played { 1.0 - chance } else { -chance };
            let units = &mut hidden[cell.index()];
            let out = self.gradient.out_mut();
            for unit in 0..HIDDEN {
                out[unit] += surprise * units[unit].max(0.0);
                units[unit] = if units[unit] > 0.0 { surprise * params.out()[unit] } else { 0.0 };
            }
            add(&mut border.slope[cell.index()], units);
            if let Some(far) = sight.far(cell, lasts.reply_to) {
                *self.gradient.reply_mut(far) += surprise;
            }
            if let Some(far) = sight.far(cell, lasts.own) {
                *self.gradient.again_mut(far) += surprise;
            }
        }
        for (cell, seen) in stones().chain(lasts.seen()) {
            for glimpse in vicinity.glimpses(cell) {
                if is_open(glimpse.from) {
                    let row = self.gradient.row_mut(seen, sight.view.slot(glimpse.slot));
                    add(row, &hidden[glimpse.from.index()]);
                }
            }
        }
    }

    fn add_border(&mut self, grounds: &Grounds, mover: Color, view: usize, border: &Border) {
        let view = &grounds.views[mover][view];
        for cell in grounds.topology.cells() {
            let units = &border.slope[cell.index()];
            add(self.gradient.bias_mut(), units);
            for (slot, seen) in grounds.vicinity.beyond(cell, mover) {
                add(self.gradient.row_mut(seen, view.slot(slot)), units);
            }
        }
    }
}

/// Hidden units of the cells of an empty board, and the gradient by them.
struct Border {
    empty: Box<[Units]>,
    slope: Box<[Units]>,
}

impl Border {
    fn new(params: &Params, grounds: &Grounds, mover: Color, view: usize) -> Self {
        let view = &grounds.views[mover][view];
        let empty = Judge::empty(params, &grounds.vicinity, &grounds.topology, mover, view);
        let slope = vec![[0.0; HIDDEN]; empty.len()].into();
        Self { empty, slope }
    }
}

#[inline]
fn add(sums: &mut Units, units: &Units) {
    sums.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
}
