//! On or off.

/// A choice between two, where a `bool` would not say what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Used.
    On,
    /// Not used.
    #[default]
    Off,
}

impl Switch {
    /// Returns true for `On`.
    #[inline]
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

impl From<bool> for Switch {
    fn from(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }
}
