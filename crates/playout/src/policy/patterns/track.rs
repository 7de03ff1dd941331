//! Stones around each place, from the start of a playout to its end: the next start is much like the last one.

use catena_core::Cell;
use catena_core::topology::MAX_CELLS;

use super::layout::{NOWHERE, Place};
use crate::policy::View;

/// What lies around each place, kept up to date stone by stone.
pub(super) trait StoneIndex: Clone {
    /// Where the cells lie.
    type Layout;

    /// The place of a cell.
    fn place(layout: &Self::Layout, cell: Cell) -> Place;
    /// Puts a stone, 1 for Black and 2 for White, on an empty place.
    fn put(&mut self, place: Place, stone: u8);
    /// Takes a stone away.
    fn remove(&mut self, place: Place, stone: u8);
    /// Takes over the places in use.
    fn load(&mut self, from: &Self, layout: &Self::Layout);
}

/// The stones of a playout and those of its start.
#[derive(Clone, Debug)]
pub(super) struct Tracked<I> {
    /// Those of the playout under way.
    pub(super) now: I,
    start: I,
    start_stones: [u8; MAX_CELLS],
}

/// Stones that are compared at once.
const CHUNK: usize = 8;

impl<I: StoneIndex> Tracked<I> {
    /// Starts with the empty board.
    pub(super) fn new(empty: I) -> Self {
        Self { now: empty.clone(), start: empty, start_stones: [0; MAX_CELLS] }
    }

    /// Takes up the start of a playout; where the opponent's last move lies.
    pub(super) fn begin(&mut self, layout: &I::Layout, view: &View) -> Place {
        let (before, now) = (self.start_stones.as_chunks::<CHUNK>(), view.stones().as_chunks::<CHUNK>());
        for (number, (before, now)) in before.0.iter().zip(now.0).enumerate() {
            if before == now {
                continue;
            }
            for (at, (&before, &now)) in before.iter().zip(now).enumerate() {
                let place = I::place(layout, Cell::new(number * CHUNK + at));
                if before != 0 && before != now {
                    self.start.remove(place, before);
                }
                if now != 0 && before != now {
                    self.start.put(place, now);
                }
            }
        }
        self.start_stones = *view.stones();
        self.now.load(&self.start, layout);
        view.last(!view.to_move()).map_or(NOWHERE, |cell| I::place(layout, cell))
    }
}
