//! The games that are learned from, and positions of them as a network sees them.

use std::collections::HashMap;

use catena_arena::selfplay::SelfplayGame;
use catena_core::topology::Symmetry;
use catena_core::{Cell, Color, Move, Position, Setup};
use catena_model::network::{Architecture, Encoder};
use catena_playout::Rng;

use super::loss::Target;

/// One game in this many is held out to measure.
pub(super) const HOLD_OUT: u64 = 16;

/// A game with its board, ready to be learned from.
#[derive(Debug)]
struct WindowGame {
    board: usize,
    game: SelfplayGame,
    /// Final owner of each cell.
    owners: Vec<Option<Color>>,
}

/// One searched position.
#[derive(Clone, Copy, Debug)]
struct Sample {
    game: u32,
    /// The number of the searched move.
    ply: u32,
}

/// Games and their positions, those that are learned from and those that are held out.
#[derive(Debug)]
pub(super) struct Window {
    setups: Vec<Setup>,
    games: Vec<WindowGame>,
    samples: Vec<Sample>,
    held_out: Vec<Sample>,
}

impl Window {
    pub(super) const fn new(setups: Vec<Setup>) -> Self {
        Self { setups, games: Vec::new(), samples: Vec::new(), held_out: Vec::new() }
    }

    /// Positions to learn from.
    pub(super) const fn len(&self) -> usize {
        self.samples.len()
    }

    /// Positions to measure with.
    pub(super) const fn held_out(&self) -> usize {
        self.held_out.len()
    }

    /// Adds a game of a board, by its place in the list; damaged games are left out.
    pub(super) fn add(&mut self, board: usize, game: SelfplayGame) {
        let mut position = Position::new(self.setups[board].clone());
        let moves = game.opening.iter().copied().chain(game.moves.iter().map(|searched| searched.mv));
        for mv in moves {
            if position.play(mv).is_err() {
                return;
            }
        }
        let owners = position.topology().cells().map(|cell| position.board().stone(cell)).collect();
        let number = self.games.len() as u32;
        let searched = game.moves.iter().enumerate().filter(|(_, searched)| !searched.visits.is_empty());
        let samples = searched.map(|(ply, _)| Sample { game: number, ply: ply as u32 });
        if game.number % HOLD_OUT == HOLD_OUT - 1 {
            self.held_out.extend(samples);
        } else {
            self.samples.extend(samples);
        }
        self.games.push(WindowGame { board, game, owners });
    }
}

/// Encodes positions of a window for one thread.
#[derive(Debug)]
pub(super) struct SampleReader {
    architecture: Architecture,
    encoders: HashMap<usize, Encoder>,
    /// The planes of the last position.
    pub(super) planes: Vec<u8>,
    /// Its target.
    pub(super) target: Target,
}

impl SampleReader {
    pub(super) fn new(architecture: &Architecture) -> Self {
        Self {
            architecture: architecture.clone(),
            encoders: HashMap::new(),
            planes: Vec::new(),
            target: Target::default(),
        }
    }

    /// The encoder of a board.
    pub(super) fn encoder(&mut self, window: &Window, board: usize) -> &mut Encoder {
        let architecture = &self.architecture;
        self.encoders.entry(board).or_insert_with(|| Encoder::new(architecture, &window.setups[board]))
    }

    /// Reads a random position in a random symmetry; returns its board.
    pub(super) fn read(&mut self, window: &Window, result_share: f32, rng: &mut Rng) -> usize {
        let sample = window.samples[rng.below(window.samples.len() as u32) as usize];
        let board = window.games[sample.game as usize].board;
        let symmetries = window.setups[board].topology().symmetries();
        let symmetry = &symmetries[rng.below(symmetries.len() as u32) as usize];
        self.encode(window, sample, symmetry, result_share)
    }

    /// Reads a held-out position as it was played, with the result of its game as the value.
    pub(super) fn read_held_out(&mut self, window: &Window, number: usize) -> usize {
        let sample = window.held_out[number];
        let board = window.games[sample.game as usize].board;
        self.encode(window, sample, &window.setups[board].topology().symmetries()[0], 1.0)
    }

    fn encode(&mut self, window: &Window, sample: Sample, symmetry: &Symmetry, result_share: f32) -> usize {
        let WindowGame { board, game, owners } = &window.games[sample.game as usize];
        let position = replay(&window.setups[*board], game, sample.ply as usize, symmetry);
        let topology = position.topology();
        let own = position.to_move();
        self.encoder(window, *board);
        let encoder = self.encoders.get_mut(board).expect("it was asked for above");
        self.planes.resize(encoder.len(), 0);
        encoder.encode(&position, &mut self.planes);
        let node = |cell: Cell| encoder.graph().node(cell, own);
        let image = |cell: Cell| topology.canonical(symmetry.cell(cell));
        let searched = &game.moves[sample.ply as usize];

        let visits: u32 = searched.visits.iter().map(|&(_, visits)| visits).sum();
        let wanted: HashMap<Cell, u32> =
            searched.visits.iter().map(|&(cell, visits)| (image(cell), visits)).collect();
        self.target.policy.clear();
        let empty = topology.places().filter(|&cell| position.board().stone(cell).is_none());
        self.target.policy.extend(
            empty.map(|cell| {
                (node(cell), wanted.get(&cell).map_or(0.0, |&share| share as f32 / visits as f32))
            }),
        );

        let winner = game.winner.map(|color| symmetry.color(color));
        let result = [winner == Some(own), winner == Some(!own), winner.is_none()];
        let expected = [searched.value, 1.0 - searched.value, 0.0];
        self.target.outcome = std::array::from_fn(|outcome| {
            let result = f32::from(u8::from(result[outcome]));
            result_share * result + (1.0 - result_share) * expected[outcome]
        });

        self.target.owner.clear();
        self.target.owner.resize(encoder.graph().nodes(), None);
        for (cell, owner) in topology.cells().zip(owners) {
            self.target.owner[node(image(cell))] =
                owner.map(|owner| f32::from(u8::from(symmetry.color(owner) == own)));
        }
        *board
    }
}

/// The position before a searched move, in a symmetry.
fn replay(setup: &Setup, game: &SelfplayGame, ply: usize, symmetry: &Symmetry) -> Position {
    let mut position = Position::new(setup.clone());
    let moves = game.opening.iter().copied().chain(game.moves.iter().map(|searched| searched.mv));
    let mut color = Color::Black;
    for mv in moves.take(game.opening.len() + ply) {
        if let Move::Place(cell) = mv {
            let image = Move::Place(symmetry.cell(cell));
            position.play_as(symmetry.color(color), image).expect("the game was replayed when it was added");
        }
        color = !color;
    }
    if position.plies().is_empty() && symmetry.color(Color::Black) != Color::Black {
        // On an empty board White moves first only if it is set up so.
        return Position::with_stones(setup.clone(), &[], Color::White).expect("no stones are no conflict");
    }
    position
}
