//! Static evaluation: who has won by virtual connections, or what the circuits are worth and which moves
//! are to be tried.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use catena_core::{Cell, Color, Move, Ply, Position, Setup};
use catena_proof::circuit::{Circuit, Wires};
use catena_proof::connection::{ConnectionLimits, Connections, Until};
use catena_proof::incremental::IncrementalAnalysis;
use catena_proof::set::CellSet;
use catena_proof::stones::StoneSets;
use catena_proof::with_set_words;

use super::AlphaBetaConfig;
use super::shortest_path::shortest_path_cell;
use super::value::{self, Value};
use crate::{Proof, Switch};

/// Evaluation of a position without search.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum StaticEvaluation {
    /// The result for the player to move.
    Decided(Proof),
    /// It has to be searched.
    Open {
        /// For the player to move.
        value: Value,
        /// Best first, at least one. If the player to move can win, one of these wins.
        moves: Arc<[Cell]>,
    },
}

impl StaticEvaluation {
    /// As a value for the player to move, this many moves on.
    pub fn value(&self, ply: usize) -> Value {
        match self {
            Self::Decided(proof) => value::proved(*proof, ply),
            Self::Open { value, .. } => *value,
        }
    }

    /// Memory beside its own size.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Decided(_) => 0,
            Self::Open { moves, .. } => size_of_val(&**moves) + 2 * size_of::<usize>(),
        }
    }
}

/// Evaluates positions without search.
pub(super) trait StaticEvaluator: Send + fmt::Debug {
    /// A search begins, which may have an end: evaluates its root, a position without plies. An
    /// evaluation that is not done by the end is cut short; what it proves holds.
    fn start(&mut self, root: &Position, end: Option<Instant>) -> StaticEvaluation;

    /// Evaluates a position that the plies since the root have led to.
    fn evaluate(&mut self, position: &Position) -> StaticEvaluation;

    /// All empty cells of the root, those first that matter most.
    fn all_moves(&self) -> Vec<Cell>;

    /// A move for the root that was found to be decided: one that wins, or one that makes it hard.
    fn settle(&self, root: &Position, proof: Proof) -> Cell;
}

/// The evaluator for a board of Hex, with sets no larger than it needs.
pub(super) fn static_evaluator(setup: &Setup, config: &AlphaBetaConfig) -> Box<dyn StaticEvaluator> {
    with_set_words!(setup.topology().len(), N => Box::new(CircuitEvaluator::<N>::new(setup, config)))
}

/// Virtual connections, inferior cells and circuits, taken from move to move. With limits on the
/// connections that are kept, what is found may depend on the order of moves; what is proved holds.
#[derive(Debug)]
struct CircuitEvaluator<const N: usize> {
    config: AlphaBetaConfig,
    analysis: IncrementalAnalysis<N>,
    /// Where the stones were put that led from the analysis's start to its state.
    played: Vec<Ply>,
    /// Number of these that belong to the root.
    base: usize,
    /// True if the last root was decided.
    was_decided: bool,
}

impl<const N: usize> CircuitEvaluator<N> {
    fn new(setup: &Setup, config: &AlphaBetaConfig) -> Self {
        let limits = ConnectionLimits {
            fulls: config.fulls as usize,
            semis: config.semis as usize,
            parallel: ConnectionLimits::default().parallel,
        };
        let analysis = IncrementalAnalysis::new(setup.game(), setup.topology(), limits);
        Self { config: config.clone(), analysis, played: Vec::new(), base: 0, was_decided: false }
    }

    /// Takes the analysis to the position after these moves from the root. Only here connections are
    /// searched: positions that the table knows cost nothing.
    fn follow(&mut self, plies: &[Ply]) {
        let same = self.played[self.base..].iter().zip(plies).take_while(|(a, b)| a == b).count();
        while self.played.len() > self.base + same {
            self.played.pop();
            self.analysis.undo();
        }
        for &ply in &plies[same..] {
            self.play(ply);
        }
    }

    fn play(&mut self, ply: Ply) {
        if let Move::Place(cell) = ply.mv {
            self.analysis.play(ply.color, cell);
            self.played.push(ply);
        }
    }

    /// Goes on from the last root to this one; whether a few stones more lead there.
    fn go_on_to(&mut self, stones: &StoneSets<N>) -> bool {
        const FEW: u32 = 4;
        self.follow(&[]);
        let before = *self.analysis.stones();
        let added = |color: Color| stones.color(color).without(before.color(color));
        let count: u32 = Color::ALL.into_iter().map(|color| added(color).len()).sum();
        let leads_there = before.black.within(stones.black) && before.white.within(stones.white);
        if !leads_there || count > FEW {
            return false;
        }
        for color in Color::ALL {
            added(color).cells().for_each(|cell| self.play(Ply { color, mv: Move::Place(cell) }));
        }
        self.base = self.played.len();
        true
    }

    fn connections(&self, color: Color) -> &Connections<N> {
        self.analysis.connections(color)
    }

    /// Cells filled in for a color.
    fn filled_for(&self, color: Color) -> CellSet<N> {
        self.analysis.filled().color(color).without(self.analysis.stones().color(color))
    }

    fn decided(&self, mover: Color) -> Option<Proof> {
        let (graph, filled) = (self.analysis.graph(), self.analysis.filled());
        let joins = |color: Color| graph.joins(filled.color(color), color);
        let mine = self.connections(mover).goal();
        if joins(mover) || mine.semi().is_some() || mine.full().is_some() {
            Some(Proof::Win)
        } else if joins(!mover) || self.connections(!mover).goal().full().is_some() {
            Some(Proof::Loss)
        } else {
            None
        }
    }

    /// The moves that are worth trying.
    fn tried(&self, mover: Color) -> CellSet<N> {
        let graph = self.analysis.graph();
        let mut tried = self.analysis.filled().empty(graph);
        if self.config.must_play == Switch::On
            && let Some(must_play) = self.connections(!mover).goal().must_play()
        {
            tried &= must_play;
        }
        if self.config.inferior == Switch::On {
            tried = tried.without(self.analysis.prunable(mover));
        }
        tried
    }

    fn known(&self, mover: Color) -> StaticEvaluation {
        if let Some(proof) = self.decided(mover) {
            return StaticEvaluation::Decided(proof);
        }
        let tried = self.tried(mover);
        if tried.is_empty() {
            return StaticEvaluation::Decided(Proof::Loss);
        }
        let [mine, theirs] = self.circuits(mover);
        StaticEvaluation::Open {
            value: value::of_resistances(mine.resistance, theirs.resistance, self.config.tempo),
            moves: by_current(tried, &[mine, theirs]).into(),
        }
    }

    /// Those of a color and of its opponent.
    fn circuits(&self, color: Color) -> [Circuit; 2] {
        let cells = self.analysis.graph().all().len() as usize;
        [color, !color].map(|color| Circuit::new(self.connections(color), Wires::Augmented, cells))
    }
}

/// Cells by how much of the circuits' current flows through them, most first.
fn by_current<const N: usize>(cells: CellSet<N>, circuits: &[Circuit]) -> Vec<Cell> {
    let weight = |cell: Cell| circuits.iter().map(|circuit| circuit.current(cell)).sum::<f64>();
    let mut order: Vec<(f64, Cell)> = cells.cells().map(|cell| (weight(cell), cell)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, cell)| cell).collect()
}

impl<const N: usize> StaticEvaluator for CircuitEvaluator<N> {
    fn start(&mut self, root: &Position, end: Option<Instant>) -> StaticEvaluation {
        self.analysis.end_at(end.map_or(Until::Closed, Until::Time));
        let stones = StoneSets::of(root);
        // Within limits, a search from the start may miss what was known before the last moves.
        if self.was_decided && self.go_on_to(&stones) {
            let known = self.known(root.to_move());
            if matches!(known, StaticEvaluation::Decided(_)) {
                return known;
            }
        }
        self.analysis.set(&stones);
        self.played.clear();
        self.base = 0;
        let known = self.known(root.to_move());
        self.was_decided = matches!(known, StaticEvaluation::Decided(_));
        known
    }

    fn evaluate(&mut self, position: &Position) -> StaticEvaluation {
        self.follow(position.plies());
        self.known(position.to_move())
    }

    fn all_moves(&self) -> Vec<Cell> {
        by_current(self.analysis.stones().empty(self.analysis.graph()), &self.circuits(Color::Black))
    }

    fn settle(&self, root: &Position, proof: Proof) -> Cell {
        let mover = root.to_move();
        let stones = self.analysis.stones();
        let empty = stones.empty(self.analysis.graph());
        let cell = match proof {
            Proof::Win => self.winning_move(mover),
            // Where the winner's connection is busiest, it is the likeliest to go wrong.
            Proof::Draw | Proof::Loss => {
                let carrier = self.carrier(!mover) | self.connections(!mover).goal().union();
                let within = (carrier | self.filled_for(!mover)) & empty;
                by_current(within, &self.circuits(mover)).first().copied()
            }
        };
        cell.or_else(|| empty.first()).expect("a game that is not over has an empty cell")
    }
}

impl<const N: usize> CircuitEvaluator<N> {
    /// The cells of a winning connection that stands whoever moves, beside those filled in.
    fn carrier(&self, winner: Color) -> CellSet<N> {
        let joins = self.analysis.graph().joins(self.analysis.filled().color(winner), winner);
        let carrier = self.connections(winner).goal().full();
        carrier.filter(|_| !joins).unwrap_or(CellSet::EMPTY)
    }

    fn winning_move(&self, mover: Color) -> Option<Cell> {
        let (graph, goal) = (self.analysis.graph(), self.connections(mover).goal());
        if goal.full().is_none() && !graph.joins(self.analysis.filled().color(mover), mover) {
            return goal.semi().map(|semi| semi.key);
        }
        let within = self.carrier(mover) | self.filled_for(mover);
        shortest_path_cell(graph, self.analysis.stones().color(mover), within, mover)
    }
}
