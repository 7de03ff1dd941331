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

/// Owner of a rim cell, as two binary digits: 0 for nothing, 3 for several peries.
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
    fn add(&mut self, [a, b, c]: [Digits<W>; SIDES]) {
        self.weight.add_six([a.0, a.1, b.0, b.1, c.0, c.1]);
        self.quarks.add_three([a.1.and_not(a.0), b.1.and_not(b.0), c.1.and_not(c.0)]);
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
        // Around each corner come the tokens from the end of the side before.
        let [first, second, third] = &self.sides;
        let last = reduced - 1;
        let mut walkers = [
            Walker::new(Digits::load(&third[last])),
            Walker::new(Digits::load(&first[last])),
            Walker::new(Digits::load(&second[last])),
        ];
        for step in 0..reduced {
            let mut lost = [Digits::nothing(); SIDES];
            for side in 0..SIDES {
                let color = W::load(&triangle[place_on_side(rows, reduced, [side, step])]);
                lost[side] = walkers[side].step(color, self.sides[side], step);
            }
            gone.add(lost);
        }
    }

    /// Counts the last group, whose color the triangle has when it has shrunk to one cell.
    #[inline(always)]
    pub(super) fn close<W: Word>(&self, color: W, gone: &mut Gone<W>) {
        let [a, b, c] = &self.sides;
        let last = Digits::load(&a[0]).meet(Digits::load(&b[0])).meet(Digits::load(&c[0]));
        gone.add([last.and(color), Digits::nothing(), Digits::nothing()]);
    }
}

/// The way along one side.
#[derive(Clone, Copy)]
struct Walker<W> {
    /// Tokens that walk forwards to the new cell in hand.
    ahead: Digits<W>,
    /// The color of the new cell before.
    before: W,
}

impl<W: Word> Walker<W> {
    #[inline(always)]
    fn new(ahead: Digits<W>) -> Self {
        Self { ahead, before: W::zero() }
    }

    /// One step: the token there goes forwards to the new cell of this color if it can, else
    /// backwards if it can; else it is lost.
    #[inline(always)]
    fn step(&mut self, color: W, side: &mut [[Block; 2]], step: usize) -> Digits<W> {
        let token = Digits::load(&side[step]);
        let left = token.and_not(color);
        let forwards = token.and(color);
        if step == 0 {
            self.ahead = self.ahead.and(color).meet(forwards);
        } else {
            self.ahead.meet(left.and(self.before)).store(&mut side[step - 1]);
            self.ahead = forwards;
        }
        let lost = left.and_not(self.before);
        self.before = color;
        lost
    }
}

/// Tokens in registers: the lanes of their low and of their high digit. Methods take the place of
/// `map`, whose closures are not compiled for the instructions of the kernel.
#[derive(Clone, Copy)]
struct Digits<W>(W, W);

impl<W: Word> Digits<W> {
    #[inline(always)]
    fn nothing() -> Self {
        Self(W::zero(), W::zero())
    }

    #[inline(always)]
    fn load(token: &[Block; 2]) -> Self {
        Self(W::load(&token[0]), W::load(&token[1]))
    }

    #[inline(always)]
    fn store(self, token: &mut [Block; 2]) {
        self.0.store(&mut token[0]);
        self.1.store(&mut token[1]);
    }

    #[inline(always)]
    fn and(self, lanes: W) -> Self {
        Self(self.0.and(lanes), self.1.and(lanes))
    }

    #[inline(always)]
    fn and_not(self, lanes: W) -> Self {
        Self(self.0.and_not(lanes), self.1.and_not(lanes))
    }

    /// Tokens that come to one cell.
    #[inline(always)]
    fn meet(self, other: Self) -> Self {
        let both = self.0.or(self.1).and(other.0.or(other.1));
        Self(self.0.or(other.0).or(both), self.1.or(other.1).or(both))
    }
}
