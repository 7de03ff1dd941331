//! From a position to input planes.

use std::collections::VecDeque;
use std::sync::Arc;

use catena_core::topology::{Borders, MAX_CELLS};
use catena_core::{Board, ByColor, Cell, Color, Move, Position, Setup, Topology};

use super::planes::{self, GroupPlane};
use super::statistics::StatisticsGames;
use super::{Architecture, Graph, Statistics};

/// The byte of a plane that stands for 1.
pub const ONE: u8 = 255;

/// Steps of the board's size in the plane that tells it.
const SIZE_STEP: u16 = 8;

/// Stones of a group for which its size is told as 1.
const LARGE_GROUP: usize = 16;

/// Correlations of fill-outs seldom exceed a quarter: told as `1/2 + 2 × correlation`.
const CORRELATION_SCALE: f32 = 2.0;

/// Encodes positions of one board. The same position always gives the same planes.
#[derive(Debug)]
pub struct Encoder {
    setup: Setup,
    graph: Arc<Graph>,
    planes: usize,
    /// Inputs that do not depend on the stones, by the player to move.
    fixed: ByColor<Box<[u8]>>,
    groups: ByColor<Vec<GroupPlane>>,
    first_group_plane: usize,
    random_games: Option<StatisticsGames>,
}

impl Encoder {
    /// An encoder for the networks of an architecture on a board.
    ///
    /// # Panics
    /// If the board is of another game.
    #[must_use]
    pub fn new(architecture: &Architecture, setup: &Setup) -> Self {
        let game = setup.game();
        assert_eq!(architecture.game, game, "a network plays one game");
        let graph = Arc::new(Graph::new(setup, architecture.neighbors));
        let planes = architecture.planes();
        Self {
            fixed: ByColor::new(|to_move| fixed_planes(setup, &graph, planes, to_move)),
            groups: ByColor::new(|color| planes::groups(game, color)),
            first_group_plane: planes::BORDERS + planes::borders(game, Color::Black).len(),
            random_games: (architecture.statistics == Statistics::On).then(|| StatisticsGames::new(setup)),
            setup: setup.clone(),
            graph,
            planes,
        }
    }

    /// The nodes that planes are told of.
    #[must_use]
    pub const fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// Bytes of an encoded position: nodes × planes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.graph.nodes() * self.planes
    }

    /// Writes the planes of a position, node by node; 255 stands for 1.
    ///
    /// # Panics
    /// If the position is of another board, or `input` has not [`len`](Self::len) bytes.
    pub fn encode(&mut self, position: &Position, input: &mut [u8]) {
        let setup = position.setup();
        let same = (setup.game(), setup.size()) == (self.setup.game(), self.setup.size());
        assert!(same, "an encoder serves one board");
        input.copy_from_slice(&self.fixed[position.to_move()]);
        self.encode_stones(position, input);
        self.encode_last_moves(position, input);
        if let Some(games) = &mut self.random_games {
            games.play(position);
            encode_statistics(games, &self.graph, position, input);
        }
    }

    fn encode_stones(&self, position: &Position, input: &mut [u8]) {
        let (topology, board, to_move) = (position.topology(), position.board(), position.to_move());
        let asks_stars = self.groups[to_move].contains(&GroupPlane::IsStar);
        let peries = asks_stars.then(|| peries_of_groups(topology, board));
        let group_planes = self.groups[to_move].len();
        for cell in topology.places() {
            let at = self.graph.node(cell, to_move) * self.planes;
            let row = &mut input[at..at + self.planes];
            let Some(color) = board.stone(cell) else {
                row[planes::EMPTY] = ONE;
                continue;
            };
            let (stones, first) = if color == to_move {
                (planes::OWN, self.first_group_plane)
            } else {
                (planes::OPPOSING, self.first_group_plane + group_planes)
            };
            row[stones] = ONE;
            for (plane, &group) in row[first..].iter_mut().zip(&self.groups[color]) {
                *plane = match group {
                    GroupPlane::Touches(borders, count) => {
                        flag(board.group_borders(cell).count(borders) >= count)
                    }
                    GroupPlane::IsStar => {
                        flag(peries.as_ref().is_some_and(|peries| peries[board.group(cell).index()] >= 2))
                    }
                    GroupPlane::Stones => {
                        (board.group_size(cell).min(LARGE_GROUP) * usize::from(ONE) / LARGE_GROUP) as u8
                    }
                };
            }
        }
    }

    fn encode_last_moves(&self, position: &Position, input: &mut [u8]) {
        for (ply, plane) in position.plies().iter().rev().zip([planes::LAST, planes::BEFORE_LAST]) {
            if let Move::Place(cell) = ply.mv
                // A stone that was swapped stands elsewhere.
                && position.board().stone(cell) == Some(ply.color)
            {
                input[self.graph.node(cell, position.to_move()) * self.planes + plane] = ONE;
            }
        }
    }
}

const fn flag(is: bool) -> u8 {
    if is { ONE } else { 0 }
}

/// A number between 0 and 1 as a byte.
fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * f32::from(ONE)).round() as u8
}

fn encode_statistics(games: &StatisticsGames, graph: &Graph, position: &Position, input: &mut [u8]) {
    let planes = input.len() / graph.nodes();
    let wins = byte(games.wins);
    for cell in position.topology().places() {
        let row = graph.node(cell, position.to_move()) * planes;
        input[row + planes::WINS] = wins;
        input[row + planes::CORRELATION] = byte(0.5 + CORRELATION_SCALE * games.correlations[cell.index()]);
    }
}

/// Cells of the outer ring that each group has, at the cell that stands for the group.
fn peries_of_groups(topology: &Topology, board: &Board) -> [u8; MAX_CELLS] {
    let mut peries = [0; MAX_CELLS];
    for cell in topology.cells() {
        if board.stone(cell).is_some() && topology.borders(cell).contains(Borders::PERI) {
            peries[board.group(cell).index()] += 1;
        }
    }
    peries
}

/// Board size and nearness to each border.
fn fixed_planes(setup: &Setup, graph: &Graph, planes: usize, to_move: Color) -> Box<[u8]> {
    let topology = setup.topology();
    let mut fixed = vec![0; graph.nodes() * planes];
    for row in fixed.chunks_exact_mut(planes) {
        row[planes::SIZE] = (setup.size() * SIZE_STEP).min(u16::from(ONE)) as u8;
    }
    for (plane, borders) in planes::borders(setup.game(), to_move).into_iter().enumerate() {
        for (cell, distance) in topology.cells().zip(distances(topology, borders)) {
            let at = graph.node(cell, to_move) * planes + planes::BORDERS + plane;
            fixed[at] = byte(1.0 / (1.0 + distance as f32));
        }
    }
    fixed.into()
}

/// Steps from each cell to the nearest one that touches one of these borders.
fn distances(topology: &Topology, borders: Borders) -> Vec<usize> {
    let touches = |cell: &Cell| topology.borders(*cell).count(borders) > 0;
    let mut queue: VecDeque<Cell> = topology.cells().filter(touches).collect();
    let mut distances = vec![usize::MAX; topology.len()];
    for cell in &queue {
        distances[cell.index()] = 0;
    }
    while let Some(cell) = queue.pop_front() {
        for next in topology.neighbors(cell) {
            if distances[next.index()] == usize::MAX {
                distances[next.index()] = distances[cell.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}
