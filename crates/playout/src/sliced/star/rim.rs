//! Tokens on the rim of a triangle that shrinks.
//!
//! Every peri of the color that is counted starts with a token. When the triangle is reduced, a
//! token walks to one of the two new rim cells that cover its own and have its color; then it is
//! still in its group. If neither has, the cell was a group of its own, which is gone. Tokens that
//! meet become one that stands for several.

use super::layout::place_on_side;
use crate::lanes::{Block, Word};
use crate::sliced::count::Counter;

/// Sides of a triangle.
pub(super) const SIDES: usize = 3;
/// Digits above the third of a weight, which is at most the number of peries.
const HIGH: usize = 5;

/// What stands on a rim cell, as two binary digits: 0 for nothing, 3 for several peries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// One peri, not a quark.
    Peri = 1,
    /// One quark.
    Quark = 2,
}

/// The tokens of each side, without its last cell, which is the first of the next.
pub(super) struct Rim<'a> {
    sides: [&'a mut [[Block; 2]]; SIDES],
}

/// The groups that are gone.
pub(super) struct Gone<W> {
    /// 1 for each group with a single peri and 2 for each star: the sum of the digits of tokens.
    pub(super) weight: Counter<W, HIGH>,
    /// Those whose single peri is a quark.
    pub(super) quarks: Counter<W, 1>,
}

impl<W: Word> Gone<W> {
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { weight: Counter::zero(), quarks: Counter::zero() }
    }

    /// Counts groups by their last tokens.
    #[inline(always)]
    fn add(&mut self, [a, b, c]: [[W; 2]; SIDES]) {
        self.weight.add_six([a[0], a[1], b[0], b[1], c[0], c[1]]);
        self.quarks.add_three([a, b, c].map(|token| token[1].and_not(token[0])));
    }
}

impl<'a> Rim<'a> {
    /// Blocks of room for the rim of a triangle.
    pub(super) const fn blocks(side: usize) -> usize {
        2 * SIDES * (side - 1)
    }

    /// An empty rim.
    #[inline(always)]
    pub(super) fn new(side: usize, room: &'a mut [Block]) -> Self {
        room.fill(Block::ZERO);
        let (room, _) = room.as_chunks_mut();
        let (first, rest) = room.split_at_mut(side - 1);
        let (second, third) = rest.split_at_mut(side - 1);
        Self { sides: [first, second, third] }
    }

    /// Puts a token in some lanes on a side at a step.
    #[inline(always)]
    pub(super) fn put<W: Word>(&mut self, [side, step]: [usize; 2], lanes: W, token: Token) {
        lanes.store(&mut self.sides[side][step][usize::from(matches!(token, Token::Quark))]);
    }

    /// Walks on to the rim of the triangle that has shrunk to a side of `reduced`.
    #[inline(always)]
    pub(super) fn walk<W: Word>(
        &mut self,
        triangle: &[Block],
        rows: &[usize],
        reduced: usize,
        gone: &mut Gone<W>,
    ) {
        let last = reduced - 1;
        // The tokens that may walk on to the cell before the one in hand; at first, around the
        // corner, those from the end of the side before.
        let mut ahead = [2, 0, 1].map(|before: usize| load::<W>(&self.sides[before][last]));
        let mut color_before = [W::zero(); SIDES];
        for step in 0..reduced {
            let mut lost = [[W::zero(); 2]; SIDES];
            for side in 0..SIDES {
                let color = W::load(&triangle[place_on_side(rows, reduced, [side, step])]);
                let token = load::<W>(&self.sides[side][step]);
                let left = token.map(|digit| digit.and_not(color));
                lost[side] = left.map(|digit| digit.and_not(color_before[side]));
                if step == 0 {
                    ahead[side] = meet(token, ahead[side]).map(|digit| digit.and(color));
                } else {
                    let back = left.map(|digit| digit.and(color_before[side]));
                    let met = meet(ahead[side], back);
                    met[0].store(&mut self.sides[side][step - 1][0]);
                    met[1].store(&mut self.sides[side][step - 1][1]);
                    ahead[side] = token.map(|digit| digit.and(color));
                }
                color_before[side] = color;
            }
            gone.add(lost);
        }
    }

    /// Counts the last group, whose color the triangle has when it has shrunk to one cell.
    #[inline(always)]
    pub(super) fn close<W: Word>(&self, color: W, gone: &mut Gone<W>) {
        let [a, b, c] = [0, 1, 2].map(|side: usize| load::<W>(&self.sides[side][0]));
        let last = meet(meet(a, b), c).map(|digit| digit.and(color));
        gone.add([last, [W::zero(); 2], [W::zero(); 2]]);
    }
}

#[inline(always)]
fn load<W: Word>(token: &[Block; 2]) -> [W; 2] {
    [W::load(&token[0]), W::load(&token[1])]
}

/// Two tokens on one cell.
#[inline(always)]
fn meet<W: Word>(a: [W; 2], b: [W; 2]) -> [W; 2] {
    let both = a[0].or(a[1]).and(b[0].or(b[1]));
    [a[0].or(b[0]).or(both), a[1].or(b[1]).or(both)]
}
