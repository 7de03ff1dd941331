//! Connections and inferior cells kept up to date while moves are played and taken back.

use catena_core::rules::Methods;
use catena_core::{ByColor, Cell, Color, Game, Topology};

use crate::connection::{ConnectionLimits, Connections, Until};
use crate::inferior::InferiorCells;
use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

/// A position of Hex, Y or Havannah with all that is known of it for both colors.
#[derive(Clone, Debug)]
pub struct IncrementalAnalysis<const N: usize> {
    graph: BoardGraph<N>,
    /// Not in Havannah: its rings and draws make use of cells that are dead in Hex.
    inferior: Option<InferiorCells<N>>,
    stones: StoneSets<N>,
    filled: StoneSets<N>,
    connections: ByColor<Connections<N>>,
    until: Until,
    moves: Vec<UndoMove<N>>,
}

/// State before a move.
#[derive(Clone, Debug)]
struct UndoMove<const N: usize> {
    stones: StoneSets<N>,
    filled: StoneSets<N>,
    how: Update<N>,
}

/// Way in which a move updated the connections.
#[derive(Clone, Debug)]
enum Update<const N: usize> {
    /// From those before it.
    Advanced,
    /// Nothing had to change.
    Same,
    /// From the start: the stone stands where one of the other color was filled in. Those before
    /// it are put aside.
    Anew(Box<ByColor<Connections<N>>>),
}

impl<const N: usize> IncrementalAnalysis<N> {
    /// Analyzes the empty board.
    ///
    /// # Panics
    /// If the board has more than 64·N cells.
    #[must_use]
    pub fn new(game: Game, topology: &Topology, limits: ConnectionLimits) -> Self {
        let none = StoneSets::default();
        let mut analysis = Self {
            graph: BoardGraph::new(game, topology),
            inferior: game
                .facts()
                .supports(Methods::INFERIOR_CELLS)
                .then(|| InferiorCells::new(game, topology)),
            stones: none,
            filled: none,
            connections: ByColor::new(|_| Connections::new(limits)),
            until: Until::Closed,
            moves: Vec::new(),
        };
        analysis.set(&none);
        analysis
    }

    /// Changes when the search for connections ends, which is when all are found unless set here.
    /// After an early end the results are correct but incomplete.
    pub const fn end_at(&mut self, until: Until) {
        self.until = until;
    }

    /// Analyzes a position from the start. Earlier moves cannot be taken back any more.
    pub fn set(&mut self, stones: &StoneSets<N>) {
        self.moves.clear();
        self.stones = *stones;
        self.find();
    }

    fn find(&mut self) {
        self.filled = self.fill_in(&self.stones);
        for color in Color::ALL {
            self.connections[color].find(&self.graph, &self.filled, color, self.until);
        }
    }

    fn fill_in(&self, stones: &StoneSets<N>) -> StoneSets<N> {
        self.inferior.as_ref().map_or(*stones, |inferior| inferior.fill_in(&self.graph, stones))
    }

    /// The moves of a color that need not be tried: if it wins, a move outside this set wins.
    #[must_use]
    pub fn prunable(&self, mover: Color) -> CellSet<N> {
        let inferior = self.inferior.as_ref();
        inferior.map_or(CellSet::EMPTY, |inferior| inferior.prunable(&self.graph, &self.filled, mover))
    }

    /// Puts a stone on an empty cell.
    pub fn play(&mut self, color: Color, cell: Cell) {
        let before = (self.stones, self.filled);
        let place = CellSet::of(cell);
        self.stones.put(color, place);
        let how = if self.filled.color(color).contains(cell) {
            Update::Same
        } else if self.filled.color(!color).contains(cell) {
            let fresh = ByColor::new(|color| Connections::new(self.connections[color].limits()));
            let aside = std::mem::replace(&mut self.connections, fresh);
            self.find();
            Update::Anew(Box::new(aside))
        } else {
            // Fill-ins stay: the position has the same winner with and without them.
            self.filled.put(color, place);
            self.filled = self.fill_in(&self.filled);
            for color in Color::ALL {
                self.connections[color].advance_until(&self.graph, &self.filled, self.until);
            }
            Update::Advanced
        };
        self.moves.push(UndoMove { stones: before.0, filled: before.1, how });
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(UndoMove { stones, filled, how }) = self.moves.pop() else { return false };
        (self.stones, self.filled) = (stones, filled);
        match how {
            Update::Same => {}
            Update::Advanced => {
                for color in Color::ALL {
                    self.connections[color].retreat();
                }
            }
            Update::Anew(aside) => self.connections = *aside,
        }
        true
    }

    /// The board.
    #[must_use]
    pub const fn graph(&self) -> &BoardGraph<N> {
        &self.graph
    }

    /// The stones that were played.
    #[must_use]
    pub const fn stones(&self) -> &StoneSets<N> {
        &self.stones
    }

    /// The stones with those that are filled in.
    #[must_use]
    pub const fn filled(&self) -> &StoneSets<N> {
        &self.filled
    }

    /// The connections of a color among the filled-in stones.
    #[must_use]
    pub fn connections(&self, color: Color) -> &Connections<N> {
        &self.connections[color]
    }
}
