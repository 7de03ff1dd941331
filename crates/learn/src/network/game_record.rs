//! Games as stones in their order, and the choices in them.

use catena_core::{ByColor, Cell, Color, Game, Move, Position, Topology};
use catena_model::policy_net::{LastMoves, Orientation, ReceptiveField};

/// Games on boards of some sizes.
#[derive(Clone, Debug, Default)]
pub struct GameRecords {
    pub(super) boards: Vec<BoardContext>,
    records: Vec<GameRecord>,
}

/// A board and how its cells see each other.
#[derive(Clone, Debug)]
pub(super) struct BoardContext {
    pub(super) topology: Topology,
    pub(super) field: ReceptiveField,
    pub(super) orientations: ByColor<Vec<Orientation>>,
}

#[derive(Clone, Debug)]
struct GameRecord {
    board: usize,
    stones: Vec<(Cell, Color)>,
    /// Stones whose order is not known.
    set_up: usize,
    /// The first stone that was a choice.
    first: usize,
}

/// A move of a game: a stone among all empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub(super) record: u32,
    pub(super) stone: u32,
}

/// What a choice was made from.
pub(super) struct Sample<'a> {
    pub(super) board: usize,
    pub(super) mover: Color,
    pub(super) stones: &'a [(Cell, Color)],
    pub(super) last_moves: LastMoves,
    pub(super) played: Cell,
}

impl GameRecords {
    /// Adds a game; false if its board is not flat. As for patterns, the first move is no choice, because the swap rule
    /// makes it no attempt to play well; neither are swaps and passes.
    pub fn add(&mut self, game: &Position) -> bool {
        let Some(board) = self.board(game.setup().game(), game.topology()) else { return false };
        let set_up = game.start_stones().len();
        let mut record =
            GameRecord { board, stones: game.start_stones().to_vec(), set_up, first: set_up.max(1) };
        let mut position = Position::new(game.setup().clone());
        for ply in game.plies() {
            match ply.mv {
                Move::Place(cell) => record.stones.push((cell, ply.color)),
                Move::Swap => {
                    // The board starts again with one stone of the other color.
                    position.play_unchecked(ply.mv);
                    let stone = |cell| Some((cell, position.board().stone(cell)?));
                    record.stones = position.topology().cells().filter_map(stone).collect();
                    continue;
                }
                Move::Pass | Move::Resign => {}
            }
            if set_up == 0 {
                position.play_unchecked(ply.mv);
            }
        }
        self.records.push(record);
        true
    }

    fn board(&mut self, game: Game, topology: &Topology) -> Option<usize> {
        let known = self.boards.iter().position(|known| known.topology.size() == topology.size());
        known.or_else(|| {
            let field = ReceptiveField::new(topology)?;
            let orientations = ByColor::new(|mover| Orientation::all(game, mover));
            self.boards.push(BoardContext { topology: topology.clone(), field, orientations });
            Some(self.boards.len() - 1)
        })
    }

    /// All choices, game by game.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let of = |(record, stones): (u32, &GameRecord)| {
            (stones.first..stones.stones.len()).map(move |stone| Choice { record, stone: stone as u32 })
        };
        (0..).zip(&self.records).flat_map(of).collect()
    }

    /// From how many orientations each board can be seen.
    pub(super) fn orientations(&self) -> usize {
        self.boards.first().map_or(1, |board| board.orientations[Color::Black].len())
    }

    pub(super) fn sample(&self, choice: Choice) -> Sample<'_> {
        let record = &self.records[choice.record as usize];
        let (stones, rest) = record.stones.split_at(choice.stone as usize);
        let (played, mover) = rest[0];
        let known = stones.get(record.set_up..).unwrap_or_default();
        let opponent = known.last().filter(|(_, color)| *color != mover).map(|(cell, _)| *cell);
        let own = known.iter().rev().find(|(_, color)| *color == mover).map(|(cell, _)| *cell);
        Sample { board: record.board, mover, stones, last_moves: LastMoves { opponent, own }, played }
    }
}
