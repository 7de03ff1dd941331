//! One node of a record: what happened there and what is noted about it.

use super::RecordError;
use super::syntax::{Properties, escape, unescape, write_property};
use crate::{Cell, Color, Move, Ply, Setup, StonesError};

/// A node of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node that every record starts with.
    pub const ROOT: Self = Self(0);

    pub(super) fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a record has at most MAX_NODES nodes"))
    }

    /// The index of this node, in the order in which nodes came into the record.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Action of a player in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A move.
    Ply(Ply),
    /// The players exchanged their colors, at the wish of this one. No stone moves, and the player
    /// who placed the first stone goes on as White.
    SwapSides(Color),
}

impl Step {
    /// Color of the player who acts.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Self::Ply(Ply { color, .. }) | Self::SwapSides(color) => color,
        }
    }

    /// The action as it is written in a record: a cell, `swap`, `pass` …
    pub(super) fn text(self, setup: &Setup) -> &str {
        match self {
            Self::SwapSides(_) => "swap-sides",
            Self::Ply(ply) => match ply.mv {
                Move::Place(cell) if cell.index() >= setup.topology().len() => "off the board",
                Move::Place(cell) => setup.topology().name(cell),
                Move::Swap => setup.game().facts().swapped_stone.move_word(),
                Move::Pass => "pass",
                Move::Resign => "resign",
            },
        }
    }
}

/// A change of the position that is no move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Cells that get a stone, whatever was there, or that become empty.
    pub stones: Vec<(Cell, Option<Color>)>,
    /// Color to move next, if the record says so.
    pub to_move: Option<Color>,
}

impl SetUp {
    /// Returns true if nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stones.is_empty() && self.to_move.is_none()
    }

    /// The same change in the order of its writing: black stones, white stones, empty cells.
    pub(super) fn canonical(self, setup: &Setup, offset: Option<usize>) -> Result<Self, RecordError> {
        let topology = setup.topology();
        let mut seen = [None; crate::topology::MAX_CELLS];
        let mut stones = Vec::new();
        for (cell, content) in self.stones {
            if cell.index() >= topology.len() {
                return Err(RecordError::UnknownCell { number: 0, text: "off the board".into(), offset });
            }
            let cell = topology.canonical(cell);
            match seen[cell.index()].replace(content) {
                None => stones.push((cell, content)),
                Some(before) if before == content => {}
                Some(_) => {
                    return Err(RecordError::Stones { reason: StonesError::TwoStones(cell), offset });
                }
            }
        }
        stones.sort_by_key(|&(_, content)| (content.is_none(), content));
        Ok(Self { stones, to_move: self.to_move })
    }
}

/// Contents of a record at one point of the game.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    pub(super) step: Option<Step>,
    pub(super) set_up: SetUp,
    pub(super) comment: Option<Box<str>>,
    pub(super) win_rate: Option<Box<str>>,
    /// All other properties as SGF text; kept as one string because most nodes have none and
    /// hostile files have millions.
    pub(super) properties: String,
}

impl Node {
    /// The node before.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Action of a player; none in nodes that only set up stones or comment.
    #[must_use]
    pub const fn step(&self) -> Option<Step> {
        self.step
    }

    /// Stones that are set up, before the move if there is one.
    #[must_use]
    pub const fn set_up(&self) -> &SetUp {
        &self.set_up
    }

    /// The comment.
    #[must_use]
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    /// Black's chance to win in percent (`SBKV`).
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        self.win_rate.as_deref()?.trim().parse().ok().filter(|rate: &f64| rate.is_finite())
    }

    /// The first value of another property, such as `N` or `TM`.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<String> {
        let mut properties = Properties::of(&self.properties);
        let found = properties.find(|property| property.name == name)?;
        Some(unescape(found.raw_value()).into_owned())
    }

    /// All other properties with their values, in their order.
    pub fn properties(&self) -> impl Iterator<Item = (String, Vec<String>)> {
        Properties::of(&self.properties).map(|property| {
            let values = property.raw_values().map(|value| unescape(value).into_owned()).collect();
            (property.name.into_owned(), values)
        })
    }

    /// Replaces a property where it stands, or appends it; no values remove it.
    pub(super) fn put_property(&mut self, name: &str, values: &[&str]) {
        let mut written = String::new();
        if !values.is_empty() {
            written.push_str(name);
        }
        for value in values {
            written.push('[');
            escape(value, &mut written);
            written.push(']');
        }
        let mut text = String::new();
        for property in Properties::of(&self.properties) {
            if property.name == name {
                text.push_str(&std::mem::take(&mut written));
            } else {
                write_property(&mut text, &property.name, property.raw_values());
            }
        }
        text.push_str(&written);
        self.properties = text;
    }

    /// Returns true if two nodes of different records have the same place and content.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        self.first_child.is_some() == other.first_child.is_some()
            && self.next_sibling.is_some() == other.next_sibling.is_some()
            && self.step == other.step
            && self.set_up == other.set_up
            && self.comment == other.comment
            && self.win_rate == other.win_rate
            && self.properties == other.properties
    }
}
