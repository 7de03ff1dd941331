//! Game records: a tree of moves with comments, win rates and set-up stones, read from the formats
//! that the games are kept in and written as SGF.
//!
//! [`Record::read`] knows our own SGF, the Hex SGF of HexGui and others, the files of Little Golem
//! (Hex and Havannah), those of castro and morat, HexWorld strings and plain lists of moves. In
//! whichever dialect a game came, in the record Black moves first in the sense of the rules, cells
//! have our names, and every path from the root is legal.
//!
//! Reading takes time and memory in proportion to the input. A file may have up to [`MAX_NODES`]
//! nodes and [`MAX_DEPTH`] levels of variations inside variations; more is an error.

mod dialect;
mod edit;
mod error;
mod hexworld;
mod moves;
mod node;
mod properties;
mod read;
mod replay;
mod syntax;
mod write;

use crate::{Color, Move, Ply, Position, Setup};
pub use error::RecordError;
pub use node::{Node, NodeId, SetUp, Step};
use replay::Replay;

/// The most nodes that a file may have, all its games together.
pub const MAX_NODES: usize = 1 << 20;

/// The most levels of variations inside variations.
pub const MAX_DEPTH: usize = 4096;

/// A game with its variations. The first child of each node continues the main line.
///
/// # Examples
/// ```
/// use catena_core::record::Record;
/// let record = Record::read(b"https://hexworld.org/board/#11c1,a10:sf6", None)?;
/// assert_eq!(record.position().judgement().to_string(), "none 3 -");
/// assert_eq!(Record::read(record.to_sgf().as_bytes(), None)?, record);
/// # Ok::<(), catena_core::record::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    setup: Setup,
    nodes: Vec<Node>,
}

impl Record {
    /// The record of a game without moves.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { setup, nodes: vec![Node::default()] }
    }

    /// The record of a game that starts with stones on the board.
    ///
    /// # Errors
    /// If the stones make no position.
    pub fn with_set_up(setup: Setup, set_up: SetUp) -> Result<Self, RecordError> {
        let mut record = Self::new(setup);
        record.nodes[0].set_up = set_up.canonical(&record.setup, None)?;
        record.replay_to(NodeId::ROOT).map_err(|refusal| refusal.into_error(&record.setup, None))?;
        Ok(record)
    }

    /// The record of the moves that led to a position, with its result.
    #[must_use]
    pub fn from_position(position: &Position) -> Self {
        let mut record = Self::new(position.setup().clone());
        let mut stones: Vec<_> =
            position.start_stones().iter().map(|&(cell, color)| (cell, Some(color))).collect();
        stones.sort_by_key(|&(_, color)| color);
        let to_move = position.first_to_move();
        let said = !stones.is_empty() || to_move != Color::Black;
        record.nodes[0].set_up = SetUp { stones, to_move: said.then_some(to_move) };
        let mut node = NodeId::ROOT;
        for &ply in position.plies() {
            node = record.push(node, Node { step: Some(Step::Ply(ply)), ..Node::default() });
        }
        if let Some(outcome) = position.outcome() {
            record.set_outcome(outcome);
        }
        record
    }

    /// Game, board and options.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// A node.
    ///
    /// # Panics
    /// If the node belongs to a larger record; so do all functions that take a node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The number of nodes; the root is always there.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no record is without a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The variations that continue a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The nodes of the main line, from the root to its end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.node(id).first_child)
    }

    /// The nodes from the root to this one.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        path.reverse();
        path
    }

    /// All nodes, each before its children and each variation before the next.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| {
            self.node(id).first_child.or_else(|| {
                std::iter::successors(Some(id), |&up| self.node(up).parent)
                    .find_map(|up| self.node(up).next_sibling)
            })
        })
    }

    /// The last node of the main line.
    #[must_use]
    pub fn end(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The position at the end of the main line.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position_at(self.end())
    }

    /// The position at a node. Where stones are set up after the root, the position starts there.
    ///
    /// After swap-sides the stones stand as before and White is still to move; the right to swap
    /// is used up, so the position's own setup has the swap rule off.
    #[must_use]
    pub fn position_at(&self, id: NodeId) -> Position {
        self.replay_to(id)
            .unwrap_or_else(|refusal| unreachable!("every path of a record is legal: {refusal:?}"))
    }

    /// The moves of the main line, without swap-sides, which moves no stone.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        self.main_line().filter_map(|id| match self.node(id).step {
            Some(Step::Ply(ply)) => Some(ply),
            _ => None,
        })
    }

    /// Adds a move after a node, as its last variation; a move that is there already is found again.
    ///
    /// # Errors
    /// If the move is illegal there; the record is as before then.
    pub fn add_move(&mut self, parent: NodeId, color: Color, mv: Move) -> Result<NodeId, RecordError> {
        let mv = match mv {
            Move::Place(cell) if cell.index() < self.setup.topology().len() => {
                Move::Place(self.setup.topology().canonical(cell))
            }
            other => other,
        };
        self.add_step(parent, Step::Ply(Ply { color, mv }))
    }

    /// Adds a move or swap-sides after a node; see [`add_move`](Self::add_move).
    ///
    /// # Errors
    /// If it is illegal there; the record is as before then.
    pub fn add_step(&mut self, parent: NodeId, step: Step) -> Result<NodeId, RecordError> {
        let existing = self.children(parent).find(|&child| {
            let node = self.node(child);
            node.step == Some(step) && node.set_up.is_empty()
        });
        existing.map_or_else(|| self.add(parent, Node { step: Some(step), ..Node::default() }), Ok)
    }

    /// Adds a node that changes the stones on the board.
    ///
    /// # Errors
    /// If the stones make no position; the record is as before then.
    pub fn add_set_up(&mut self, parent: NodeId, set_up: SetUp) -> Result<NodeId, RecordError> {
        let set_up = set_up.canonical(&self.setup, None)?;
        self.add(parent, Node { set_up, ..Node::default() })
    }

    fn add(&mut self, parent: NodeId, node: Node) -> Result<NodeId, RecordError> {
        if self.nodes.len() >= MAX_NODES {
            return Err(RecordError::TooManyNodes);
        }
        let mut replay = Replay::new(&self.setup);
        let legal = (self.path(parent).into_iter().map(|id| self.node(id)))
            .chain([&node])
            .try_for_each(|node| replay.visit(node));
        match legal {
            Ok(()) => Ok(self.push(parent, node)),
            Err(refusal) => Err(refusal.into_error(&self.setup, None)),
        }
    }

    /// Links a node that is known to be legal.
    fn push(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(Node { parent: Some(parent), ..node });
        match self.nodes[parent.index()].last_child.replace(id) {
            None => self.nodes[parent.index()].first_child = Some(id),
            Some(sibling) => self.nodes[sibling.index()].next_sibling = Some(id),
        }
        id
    }
}

/// Records are the same if they say the same, in whichever order their nodes were added.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let nodes = self.nodes().map(|id| self.node(id));
        let mut others = other.nodes().map(|id| other.node(id));
        self.setup == other.setup
            && self.len() == other.len()
            && nodes.into_iter().all(|node| others.next().is_some_and(|other| node.says_the_same(other)))
    }
}

impl Eq for Record {}
