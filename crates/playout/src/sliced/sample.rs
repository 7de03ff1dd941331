//! Filling the empty places of all lanes, each lane with exactly the stones the position allows.
//!
//! Every place gets a fair coin; then each lane that has too many stones of one color turns the
//! first of them, in an order that is drawn afresh for each batch, into the other color. The joint
//! law of coins and order does not change when places are renamed, and neither does the repair,
//! so the filled set has a law that does not change either: as its size is fixed, all sets of that
//! size are equally likely. Lanes share the order and so depend on each other, but the law of each
//! lane alone is exactly this one.

use super::count::Counter;
use super::rng::{Coins, LaneRng};
use crate::Rng;
use crate::lanes::{Block, Word};

/// Digits above the third of a signed surplus on the largest board.
const HIGH: usize = 7;
/// Digits of the magnitude of such a surplus.
const DIGITS: usize = HIGH + 2;

/// Cells to fill, the same in every batch of a position.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The empty places, in an order that each batch may change.
    pub(super) places: Vec<u16>,
    /// Stones that black gets in every lane.
    pub(super) black: u32,
    /// Bridges whose two places may get one stone of each color.
    pub(super) bridges: Vec<[u16; 2]>,
    /// Bridges chosen for this batch.
    chosen: Vec<[u16; 2]>,
    /// Places that no chosen bridge has, when there are bridges at all.
    free: Vec<u16>,
    /// Places of chosen bridges, by cell.
    taken: Vec<bool>,
}

impl Plan {
    /// A plan with room for a board of this many cells and edges.
    pub(super) fn with_room(cells: usize, edges: usize) -> Self {
        Self {
            places: Vec::with_capacity(cells),
            black: 0,
            bridges: Vec::with_capacity(edges),
            chosen: Vec::with_capacity(cells),
            free: Vec::with_capacity(cells),
            taken: vec![false; cells],
        }
    }

    /// Draws bridges that do not overlap: in random order, each that is still possible.
    fn choose_bridges(&mut self, rng: &mut Rng) {
        self.chosen.clear();
        self.free.clear();
        self.taken.fill(false);
        for i in 0..self.bridges.len() {
            sample(&mut self.bridges, i, rng);
            let pair = self.bridges[i].map(usize::from);
            if pair.iter().all(|&place| !self.taken[place]) {
                pair.iter().for_each(|&place| self.taken[place] = true);
                self.chosen.push(self.bridges[i]);
            }
        }
        let taken = &self.taken;
        self.free.extend(self.places.iter().filter(|&&place| !taken[usize::from(place)]));
    }
}

/// Fills the places of the plan in every lane; black lanes of each cell are set.
#[inline(always)]
pub(super) fn fill<W: Word>(plan: &mut Plan, cells: &mut [Block], rng: &mut LaneRng) {
    let (mut coins, shared) = rng.open::<W>();
    let mut black = plan.black;
    let order = if plan.bridges.is_empty() {
        &mut plan.places
    } else {
        plan.choose_bridges(shared);
        for &[a, b] in &plan.chosen {
            let coin = coins.toss();
            coin.store(&mut cells[usize::from(a)]);
            coin.not().store(&mut cells[usize::from(b)]);
        }
        black -= plan.chosen.len() as u32;
        &mut plan.free
    };
    let surplus = toss_all(order, cells, &mut coins).less(black);
    repair(order, cells, surplus, shared);
    rng.close(coins);
}

/// A coin for every place; how many of a lane's places are black.
#[inline(always)]
fn toss_all<W: Word>(order: &[u16], cells: &mut [Block], coins: &mut Coins<W>) -> Counter<W, HIGH> {
    let mut black = Counter::zero();
    let mut eights = order.chunks_exact(8);
    for places in &mut eights {
        let mut bits = [W::zero(); 8];
        for (bit, &place) in bits.iter_mut().zip(places) {
            *bit = coins.toss();
            bit.store(&mut cells[usize::from(place)]);
        }
        black.add_eight(bits);
    }
    for &place in eights.remainder() {
        let bit = coins.toss();
        bit.store(&mut cells[usize::from(place)]);
        black.add(bit);
    }
    black
}

/// Turns stones of the surplus color until each lane has none too many.
#[inline(always)]
fn repair<W: Word>(order: &mut [u16], cells: &mut [Block], surplus: Counter<W, HIGH>, rng: &mut Rng) {
    let excess = surplus.magnitude();
    let white = surplus.negative();
    let used = (0..DIGITS).rev().find(|&digit| excess.plane(digit).any()).map_or(0, |digit| digit + 1);
    // The digits stay in registers if their number is known to the compiler.
    match used {
        0 => {}
        1..=4 => walk::<W, 4>(order, cells, &excess, white, rng),
        5 => walk::<W, 5>(order, cells, &excess, white, rng),
        6 => walk::<W, 6>(order, cells, &excess, white, rng),
        _ => walk::<W, DIGITS>(order, cells, &excess, white, rng),
    }
}

/// Draws places in random order and turns their stones in the lanes that have an excess of that
/// color: of white in the lanes `white`, else of black.
#[inline(always)]
fn walk<W: Word, const USED: usize>(
    order: &mut [u16],
    cells: &mut [Block],
    excess: &Counter<W, HIGH>,
    white: W,
    rng: &mut Rng,
) {
    let mut digits: [W; USED] = [W::zero(); USED];
    for (digit, plane) in digits.iter_mut().enumerate() {
        *plane = excess.plane(digit);
    }
    for i in 0..order.len() {
        let mut left = digits[0];
        for plane in &digits[1..] {
            left = left.or(*plane);
        }
        if !left.any() {
            break;
        }
        let cell = &mut cells[usize::from(sample(order, i, rng))];
        let stones = W::load(cell);
        let turned = left.and(stones.xor(white));
        stones.xor(turned).store(cell);
        let mut borrow = turned;
        for plane in &mut digits {
            (*plane, borrow) = (plane.xor(borrow), borrow.and_not(*plane));
        }
    }
}

/// One step of a shuffle: a random one of the items from `i` on comes to place `i`.
#[inline(always)]
fn sample<T: Copy>(items: &mut [T], i: usize, rng: &mut Rng) -> T {
    let from = i + rng.below((items.len() - i) as u32) as usize;
    items.swap(i, from);
    items[i]
}
