//! Playing the nodes of a record: the check that every path is legal, and the way to a position.
//!
//! The check carries no list of moves, so that a copy for a variation costs the same however long
//! the game is; what it allows is exactly what [`Position`] allows.

use super::{MAX_DEPTH, Node, NodeId, Record, RecordError, Step};
use crate::rules::Rules;
use crate::{
    Board, ByColor, Cell, Color, Move, PlayError, Ply, Position, Setup, StonesError, SwapRule, with_rules,
};

/// The state of a game along one path of a record.
#[derive(Clone, Debug)]
pub(super) struct Replay<'a> {
    setup: &'a Setup,
    board: Board,
    to_move: Color,
    won: ByColor<bool>,
    over: bool,
    /// Moves and swaps made on this path.
    number: usize,
    swap: SwapState,
}

/// Progress of the game toward a swap.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SwapState {
    /// The first move decides.
    BeforeFirst,
    /// The other color may take over this stone.
    First(Cell, Color),
    /// Not any more.
    Never,
}

/// Why a node cannot follow.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    Play { number: usize, step: Step, reason: PlayError },
    Stones(StonesError),
    TooDeep,
}

impl Refusal {
    pub fn into_error(self, setup: &Setup, offset: Option<usize>) -> RecordError {
        match self {
            Self::Stones(reason) => RecordError::Stones { reason, offset },
            Self::TooDeep => RecordError::TooDeep,
            Self::Play { number, step, reason } => {
                let text = format!("{} {}", step.color(), step.text(setup));
                RecordError::Illegal { number, text, reason, offset }
            }
        }
    }
}

impl<'a> Replay<'a> {
    pub fn new(setup: &'a Setup) -> Self {
        Self {
            setup,
            board: Board::new(setup.topology()),
            to_move: Color::Black,
            won: ByColor::default(),
            over: false,
            number: 0,
            swap: SwapState::BeforeFirst,
        }
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Goes on to a child of the node before.
    pub fn visit(&mut self, node: &Node) -> Result<(), Refusal> {
        if self.is_set_up(node) {
            self.set_up(node)?;
        }
        node.step.map_or(Ok(()), |step| self.step(step))
    }

    /// Returns true if the position has to start anew here; a turn that is stated but already true changes
    /// nothing.
    fn is_set_up(&self, node: &Node) -> bool {
        !node.set_up.stones.is_empty() || node.set_up.to_move.is_some_and(|color| color != self.to_move)
    }

    fn set_up(&mut self, node: &Node) -> Result<(), Refusal> {
        let topology = self.setup.topology();
        let changes = || {
            let board = &self.board;
            node.set_up.stones.iter().filter(|&&(cell, content)| board.stone(cell) != content)
        };
        if changes().any(|&(cell, _)| self.board.stone(cell).is_some()) {
            // Groups cannot be taken apart, so all stones are placed again.
            let mut content: Vec<Option<Color>> =
                topology.cells().map(|cell| self.board.stone(cell)).collect();
            for &(cell, color) in changes() {
                content[cell.index()] = color;
            }
            self.board = Board::new(topology);
            self.won = ByColor::default();
            for cell in topology.places() {
                content[cell.index()].into_iter().for_each(|color| self.put(cell, color));
            }
        } else {
            for &(cell, content) in &node.set_up.stones {
                if let Some(color) = content.filter(|_| self.board.stone(cell).is_none()) {
                    self.put(cell, color);
                }
            }
        }
        if self.won.black && self.won.white {
            return Err(Refusal::Stones(StonesError::BothWon));
        }
        let empty = self.board.empty();
        self.over = self.won.black || self.won.white || empty == 0;
        self.swap = if empty == topology.len() { SwapState::BeforeFirst } else { SwapState::Never };
        self.to_move = node.set_up.to_move.unwrap_or(self.to_move);
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<(), Refusal> {
        self.number += 1;
        let color = step.color();
        let refuse = |reason| Err(Refusal::Play { number: self.number, step, reason });
        if self.over {
            return refuse(PlayError::GameOver);
        }
        let swap = match self.swap {
            SwapState::First(cell, first) if first != color && self.setup.swap() == SwapRule::On => {
                Some(cell)
            }
            _ => None,
        };
        let before = std::mem::replace(&mut self.swap, SwapState::Never);
        self.to_move = !color;
        match step {
            Step::Ply(Ply { mv: Move::Place(cell), .. }) => {
                if cell.index() >= self.setup.topology().len() {
                    return refuse(PlayError::OffBoard);
                }
                if self.board.stone(cell).is_some() {
                    return refuse(PlayError::Occupied(cell));
                }
                self.put(cell, color);
                self.over = self.won[color] || self.board.empty() == 0;
                if before == SwapState::BeforeFirst {
                    self.swap = SwapState::First(cell, color);
                }
            }
            Step::Ply(Ply { mv: Move::Pass, .. }) => {}
            Step::Ply(Ply { mv: Move::Resign, .. }) => self.over = true,
            Step::Ply(Ply { mv: Move::Swap, .. }) => {
                let Some(cell) = swap else { return refuse(PlayError::SwapNotAllowed) };
                let topology = self.setup.topology();
                let swapped = self.setup.swapped(cell);
                self.board = Board::new(topology);
                self.put(swapped, color);
                self.over = self.won[color] || self.board.empty() == 0;
            }
            Step::SwapSides(_) => {
                if swap.is_none() {
                    return refuse(PlayError::SwapNotAllowed);
                }
                self.to_move = color;
            }
        }
        Ok(())
    }

    fn put(&mut self, cell: Cell, color: Color) {
        let outcome = with_rules!(self.setup.game(), R => {
            R::play(self.setup.topology(), &mut self.board, cell, color)
        });
        self.won[color] |= outcome.is_some();
    }

    fn stones(&self) -> Vec<(Cell, Color)> {
        let places = self.setup.topology().places();
        places.filter_map(|cell| Some((cell, self.board.stone(cell)?))).collect()
    }
}

impl Record {
    /// The position at a node, if the path to it is legal.
    pub(super) fn replay_to(&self, id: NodeId) -> Result<Position, Refusal> {
        let path = self.path(id);
        let mut replay = Replay::new(&self.setup);
        let mut start = None;
        for (i, node) in path.iter().map(|&id| self.node(id)).enumerate() {
            if replay.is_set_up(node) {
                start = Some(i);
            }
            self.visit(&mut replay, node)?;
        }
        let mut position = match start {
            None => Position::new(self.setup.clone()),
            Some(start) => self.position_set_up(&path[..=start])?,
        };
        for (i, &id) in path.iter().enumerate().skip(start.unwrap_or(0)) {
            let Some(step) = self.node(id).step else { continue };
            match step {
                Step::Ply(Ply { color, mv }) => {
                    position.play_as(color, mv).map_err(|reason| Refusal::Play { number: i, step, reason })?
                }
                Step::SwapSides(_) => position = without_swap(&position)?,
            }
        }
        Ok(position)
    }

    /// The position that starts with the set-up stones of the last node of a path.
    fn position_set_up(&self, path: &[NodeId]) -> Result<Position, Refusal> {
        let mut replay = Replay::new(&self.setup);
        let (last, before) = path.split_last().unwrap_or((&NodeId::ROOT, &[]));
        before.iter().try_for_each(|&id| self.visit(&mut replay, self.node(id)))?;
        let node = self.node(*last);
        self.visit(
            &mut replay,
            &Node { set_up: node.set_up.clone(), parent: node.parent, ..Node::default() },
        )?;
        let stones = if before.is_empty() { root_stones(node) } else { replay.stones() };
        Position::with_stones(self.setup.clone(), &stones, replay.to_move).map_err(Refusal::Stones)
    }

    /// Goes on to a node. Who moves after set-up stones at the root is often not said; then it is
    /// who does move.
    fn visit(&self, replay: &mut Replay<'_>, node: &Node) -> Result<(), Refusal> {
        let unsaid = node.set_up.to_move.is_none() && !node.set_up.stones.is_empty();
        if node.parent.is_none() && unsaid {
            replay.to_move = self.first_color().unwrap_or(Color::Black);
        }
        replay.visit(node)
    }

    /// Checks every path; the record is in the order of [`nodes`](Self::nodes).
    pub(super) fn check(&self) -> Result<(), (NodeId, Refusal)> {
        let mut replay = Replay::new(&self.setup);
        // States at the branchings above the current node.
        let mut branchings: Vec<(NodeId, Replay<'_>)> = Vec::new();
        let mut last = None;
        for id in self.nodes() {
            let node = self.node(id);
            if let Some(parent) = node.parent.filter(|_| node.parent != last) {
                while branchings.last().is_some_and(|&(at, _)| at != parent) {
                    branchings.pop();
                }
                if let Some((_, state)) = branchings.last() {
                    replay.clone_from(state);
                }
            }
            replay.visit(node).map_err(|refusal| (id, refusal))?;
            if node.first_child != node.last_child {
                if branchings.len() >= MAX_DEPTH {
                    return Err((id, Refusal::TooDeep));
                }
                branchings.push((id, replay.clone()));
            }
            last = Some(id);
        }
        Ok(())
    }

    /// The color of the first move of the main line.
    fn first_color(&self) -> Option<Color> {
        self.main_line().find_map(|id| self.node(id).step).map(Step::color)
    }
}

/// The stones of the root in the order of the file.
fn root_stones(root: &Node) -> Vec<(Cell, Color)> {
    root.set_up.stones.iter().filter_map(|&(cell, color)| Some((cell, color?))).collect()
}

/// The same moves with the right to swap used up.
fn without_swap(position: &Position) -> Result<Position, Refusal> {
    let setup = position.setup().with_swap(SwapRule::Off);
    let mut again = Position::with_stones(setup, position.start_stones(), position.first_to_move())
        .map_err(Refusal::Stones)?;
    for (number, &Ply { color, mv }) in position.plies().iter().enumerate() {
        let refused = |reason| Refusal::Play { number, step: Step::Ply(Ply { color, mv }), reason };
        again.play_as(color, mv).map_err(refused)?;
    }
    Ok(again)
}
