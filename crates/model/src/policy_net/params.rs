//! The numbers of a network.

use catena_core::{Color, Game};

use super::receptive_field::{FieldSlot, LastMoveOffset, SLOTS};

/// Units between what a cell sees and what it is worth.
pub const HIDDEN: usize = 64;

/// What a cell can see in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// A stone of the player to move.
    Own,
    /// A stone of the other one.
    Opponent,
    /// The outside of a side of the player to move (Hex).
    OwnSide,
    /// The outside of the opponent's side (Hex).
    OpponentSide,
    /// The outside of two sides, or of a side that is nobody's.
    Beyond,
    /// The opponent's last move, as well as his stone.
    OpponentLast,
    /// The last move of the player to move, as well as his stone.
    OwnLast,
}

impl Feature {
    const COUNT: usize = 7;

    /// A stone of a color.
    #[must_use]
    pub fn stone(color: Color, mover: Color) -> Self {
        if color == mover { Self::Own } else { Self::Opponent }
    }
}

const ROWS: usize = Feature::COUNT * SLOTS * HIDDEN;
const BIAS: usize = ROWS;
const OUT: usize = BIAS + HIDDEN;
const OPPONENT_LAST: usize = OUT + HIDDEN;
const OWN_LAST: usize = OPPONENT_LAST + LastMoveOffset::COUNT;

/// All numbers in a row, so that those who learn can treat them alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Params(Vec<f32>);

impl Params {
    /// How many there are.
    pub const COUNT: usize = OWN_LAST + LastMoveOffset::COUNT;

    /// These numbers; `None` if they are not as many as there must be.
    #[must_use]
    pub fn new(numbers: Vec<f32>) -> Option<Self> {
        (numbers.len() == Self::COUNT).then_some(Self(numbers))
    }

    /// All of them 0.
    #[must_use]
    pub fn zero() -> Self {
        Self(vec![0.0; Self::COUNT])
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[f32] {
        &self.0
    }

    /// All of them, to be changed.
    #[must_use]
    pub fn all_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }

    /// All rows, to be changed.
    #[must_use]
    pub fn rows_mut(&mut self) -> &mut [f32] {
        &mut self.0[..ROWS]
    }

    const fn row_start(feature: Feature, slot: FieldSlot) -> usize {
        (feature as usize * SLOTS + slot.index()) * HIDDEN
    }

    /// What something in a slot adds to the hidden units.
    #[inline]
    #[must_use]
    pub fn row(&self, feature: Feature, slot: FieldSlot) -> &[f32; HIDDEN] {
        units(&self.0[Self::row_start(feature, slot)..])
    }

    /// The same, to be changed.
    #[inline]
    #[must_use]
    pub fn row_mut(&mut self, feature: Feature, slot: FieldSlot) -> &mut [f32; HIDDEN] {
        units_mut(&mut self.0[Self::row_start(feature, slot)..])
    }

    /// What the hidden units start from.
    #[must_use]
    pub fn bias(&self) -> &[f32; HIDDEN] {
        units(&self.0[BIAS..])
    }

    /// The same, to be changed.
    #[must_use]
    pub fn bias_mut(&mut self) -> &mut [f32; HIDDEN] {
        units_mut(&mut self.0[BIAS..])
    }

    /// What the hidden units say of the move.
    #[must_use]
    pub fn out(&self) -> &[f32; HIDDEN] {
        units(&self.0[OUT..])
    }

    /// The same, to be changed.
    #[must_use]
    pub fn out_mut(&mut self) -> &mut [f32; HIDDEN] {
        units_mut(&mut self.0[OUT..])
    }

    /// What it says of a move where the opponent's last one lies.
    #[inline]
    #[must_use]
    pub fn opponent_last(&self, offset: LastMoveOffset) -> f32 {
        self.0[OPPONENT_LAST + offset.index()]
    }

    /// The same, to be changed.
    #[must_use]
    pub fn opponent_last_mut(&mut self, offset: LastMoveOffset) -> &mut f32 {
        &mut self.0[OPPONENT_LAST + offset.index()]
    }

    /// What it says of a move where the own last one lies.
    #[inline]
    #[must_use]
    pub fn own_last(&self, offset: LastMoveOffset) -> f32 {
        self.0[OWN_LAST + offset.index()]
    }

    /// The same, to be changed.
    #[must_use]
    pub fn own_last_mut(&mut self, offset: LastMoveOffset) -> &mut f32 {
        &mut self.0[OWN_LAST + offset.index()]
    }
}

#[inline]
fn units(numbers: &[f32]) -> &[f32; HIDDEN] {
    numbers.first_chunk().expect("a row ends within the numbers")
}

#[inline]
fn units_mut(numbers: &mut [f32]) -> &mut [f32; HIDDEN] {
    numbers.first_chunk_mut().expect("a row ends within the numbers")
}

/// What was learned about the moves of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyNet {
    /// The game.
    pub game: Game,
    /// The numbers.
    pub params: Params,
}
