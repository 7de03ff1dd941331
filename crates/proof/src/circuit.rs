//! Circuit resistance (Shannon; Anshelevich 2002): the points of a color as a circuit in which an
//! empty cell resists, an own stone does not and an enemy stone does not conduct. Cells that carry
//! much current matter.

use catena_core::Cell;

use crate::connection::{Connections, Point};

/// Which points conduct to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wires {
    /// Those that touch.
    Adjacent,
    /// Those with a full connection.
    Augmented,
}

/// The circuit of one color with voltage between its sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Circuit {
    /// The resistance from side to side; in Y the mean over the sides, each against the other two.
    /// Infinite if the sides are cut off from each other.
    pub resistance: f64,
    /// The share of the current that flows through each cell; 0 for cells with a stone.
    pub current: Vec<f64>,
}

/// Resistance of a wire between two chains: little, but the equations must stay solvable.
const CHAIN_RESISTANCE: f64 = 0.05;

impl Circuit {
    /// Solves the circuit of one color on a board of this many cells.
    #[must_use]
    pub fn new<const N: usize>(connections: &Connections<N>, wires: Wires, cells: usize) -> Self {
        let points = connections.points().list();
        let sides = points.iter().filter(|point| matches!(point, Point::Side(_))).count();
        let inner = points.len() - sides;
        let graph = WireGraph::new(connections, wires, sides);
        let mut circuit = Self { resistance: 0.0, current: vec![0.0; cells] };
        // With two sides the second solution is the first, reversed.
        let sources = if sides == 2 { 1 } else { sides };
        let Some(factors) = graph.factor(inner) else {
            return Self { resistance: f64::INFINITY, ..circuit };
        };
        for source in 0..sources {
            let voltage = graph.voltages(&factors, source);
            let total = graph.total(&voltage, source);
            circuit.resistance += 1.0 / (total.max(f64::MIN_POSITIVE) * sources as f64);
            if total > f64::EPSILON {
                circuit.add_current(&graph, &voltage, points, total * sources as f64);
            }
        }
        circuit
    }

    fn add_current(&mut self, graph: &WireGraph, voltage: &[f64], points: &[Point], total: f64) {
        for (index, point) in points.iter().enumerate() {
            let Point::Empty(cell) = point else { continue };
            let through: f64 =
                graph.wires[index].iter().map(|&(to, g)| g * (voltage[index] - voltage[to]).abs()).sum();
            self.current[cell.index()] += through / (2.0 * total);
        }
    }

    /// The share of the current through a cell.
    #[must_use]
    pub fn current(&self, cell: Cell) -> f64 {
        self.current[cell.index()]
    }
}

/// Wires between points, with their conductance.
struct WireGraph {
    wires: Vec<Vec<(usize, f64)>>,
    sides: usize,
}

impl WireGraph {
    fn new<const N: usize>(connections: &Connections<N>, wires: Wires, sides: usize) -> Self {
        let points = connections.points().list();
        let resists =
            |point: usize| -> f64 { if matches!(points[point], Point::Empty(_)) { 1.0 } else { 0.0 } };
        let mut graph = Self { wires: vec![Vec::new(); points.len()], sides };
        for b in 1..points.len() {
            for a in (0..b).filter(|&a| a.max(b) >= sides) {
                let joined = match wires {
                    Wires::Adjacent => connections.is_touching(a, b),
                    Wires::Augmented => connections.is_linked(a, b),
                };
                if joined {
                    let conductance = 1.0 / (resists(a) + resists(b)).max(CHAIN_RESISTANCE);
                    graph.wires[a].push((b, conductance));
                    graph.wires[b].push((a, conductance));
                }
            }
        }
        graph
    }

    /// The row of a point that is no side. The last points come first: those are empty cells, which
    /// conduct only to what is near, so that the rows stay short until the chains.
    fn row(&self, point: usize) -> usize {
        self.wires.len() - 1 - point
    }

    /// The equations of the points that are no sides, factored; `None` if no side conducts.
    fn factor(&self, inner: usize) -> Option<Factors> {
        if self.wires[..self.sides].iter().all(Vec::is_empty) {
            return None;
        }
        let mut matrix = vec![0.0; inner * inner];
        let mut ends: Vec<usize> = (1..=inner).collect();
        for point in self.sides..self.wires.len() {
            let row = self.row(point);
            // A point without wires floats; a trace of a wire to nowhere keeps it solvable.
            matrix[row * inner + row] = 1e-9;
            for &(to, g) in &self.wires[point] {
                matrix[row * inner + row] += g;
                if to >= self.sides && self.row(to) > row {
                    matrix[row * inner + self.row(to)] = -g;
                    ends[row] = ends[row].max(self.row(to) + 1);
                }
            }
        }
        for pivot in 0..inner {
            let (head, tail) = matrix.split_at_mut((pivot + 1) * inner);
            let (pivot_row, end) = (&head[pivot * inner..], ends[pivot]);
            for (row, values) in (pivot + 1..end).zip(tail.chunks_exact_mut(inner)) {
                let factor = pivot_row[row] / pivot_row[pivot];
                if factor != 0.0 {
                    let rest = values[row..end].iter_mut().zip(&pivot_row[row..end]);
                    rest.for_each(|(value, above)| *value -= factor * above);
                    ends[row] = ends[row].max(end);
                }
            }
        }
        Some(Factors { matrix, ends })
    }

    /// The voltage of every point, with 1 at the source and 0 at the other sides.
    fn voltages(&self, factors: &Factors, source: usize) -> Vec<f64> {
        let inner = self.wires.len() - self.sides;
        let mut solution = vec![0.0; inner];
        for &(to, g) in self.wires[source].iter().filter(|(to, _)| *to >= self.sides) {
            solution[self.row(to)] = g;
        }
        for row in 0..inner {
            let values = factors.row(row, inner);
            let share = solution[row] / values[0];
            let rest = solution[row + 1..].iter_mut().zip(&values[1..]);
            rest.for_each(|(other, value)| *other -= share * value);
        }
        for row in (0..inner).rev() {
            let values = factors.row(row, inner);
            let known: f64 = values[1..].iter().zip(&solution[row + 1..]).map(|(value, x)| value * x).sum();
            solution[row] = (solution[row] - known) / values[0];
        }
        let sides = (0..self.sides).map(|side| if side == source { 1.0 } else { 0.0 });
        sides.chain(solution.into_iter().rev()).collect()
    }

    fn total(&self, voltage: &[f64], source: usize) -> f64 {
        self.wires[source].iter().map(|&(to, g)| g * (1.0 - voltage[to])).sum()
    }
}

/// A symmetric matrix in upper triangular form.
struct Factors {
    matrix: Vec<f64>,
    /// Where each row has nothing but zeros from.
    ends: Vec<usize>,
}

impl Factors {
    /// A row from its diagonal on.
    fn row(&self, row: usize, inner: usize) -> &[f64] {
        &self.matrix[row * inner + row..row * inner + self.ends[row]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{ConnectionLimits, Until};
    use crate::relaxation;
    use crate::stones::{BoardGraph, StoneSets};
    use catena_core::{Color, Game, Position, Setup, SwapRule};

    fn connections(size: u64, moves: &[&str], color: Color) -> Connections<1> {
        let mut position = Position::new(Setup::new(Game::Hex, size, SwapRule::Off).unwrap());
        for name in moves {
            position.play(position.topology().parse_move(name).unwrap()).unwrap();
        }
        let graph = BoardGraph::<1>::new(Game::Hex, position.topology());
        let mut connections = Connections::new(ConnectionLimits::default());
        connections.find(&graph, &StoneSets::of(&position), color, Until::Closed);
        connections
    }

    fn circuit(size: u64, moves: &[&str], color: Color, wires: Wires) -> Circuit {
        Circuit::new(&connections(size, moves, color), wires, (size * size) as usize)
    }

    #[test]
    fn what_flows_into_a_point_flows_out_of_it() {
        let moves: Vec<&str> = "c4 d3 d2 b4 e5 c2 b5 e2".split(' ').collect();
        for stones in 0..=moves.len() {
            for (color, wires) in
                Color::ALL.into_iter().flat_map(|color| [(color, Wires::Adjacent), (color, Wires::Augmented)])
            {
                let connections = connections(6, &moves[..stones], color);
                let graph = WireGraph::new(&connections, wires, 2);
                let factors = graph.factor(graph.wires.len() - 2).unwrap();
                let voltage = graph.voltages(&factors, 0);
                for point in 2..voltage.len() {
                    let flow = |&(to, g): &(usize, f64)| g * (voltage[point] - voltage[to]);
                    let sum: f64 = graph.wires[point].iter().map(flow).sum();
                    assert!(sum.abs() < 1e-6, "{stones} stones: {sum} stays in point {point}");
                }
            }
        }
    }

    #[test]
    fn currents_are_those_of_relaxation() {
        let mut rng = crate::rng::Rng::new(3);
        for round in 0..60 {
            let size = 2 + round % 4;
            let setup = Setup::new(Game::Hex, size, SwapRule::Off).unwrap();
            let topology = setup.topology();
            let mut stones: Vec<(Cell, Color)> = Vec::new();
            for cell in topology.cells() {
                match rng.below(4) {
                    0 => stones.push((cell, Color::Black)),
                    1 => stones.push((cell, Color::White)),
                    _ => {}
                }
            }
            let position = Position::with_stones(setup.clone(), &stones, Color::Black).unwrap();
            let graph = BoardGraph::<1>::new(Game::Hex, topology);
            for color in Color::ALL {
                let sets = StoneSets::of(&position);
                let mut connections = Connections::new(ConnectionLimits::default());
                connections.find(&graph, &sets, color, Until::Steps(0));
                let found = Circuit::new(&connections, Wires::Adjacent, topology.len());
                let within = graph.all().without(sets.color(!color));
                if !graph.joins(within, color) || graph.joins(sets.color(color), color) {
                    continue;
                }
                let sides: Vec<_> = Game::Hex.sides(color).iter().map(|side| side.borders).collect();
                let expected = relaxation::currents(
                    topology.len(),
                    |cell| position.board().stone(Cell::new(cell)).map(|of| of == color),
                    |cell| topology.neighbors(Cell::new(cell)).map(Cell::index).collect(),
                    |cell, side| topology.borders(Cell::new(cell)).contains(sides[side]),
                );
                for (cell, (a, b)) in found.current.iter().zip(&expected).enumerate() {
                    assert!((a - b).abs() < 1e-5, "round {round}, {color}, cell {cell}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn one_cell_resists_once_towards_each_side() {
        let one = circuit(1, &[], Color::Black, Wires::Adjacent);
        assert!((one.resistance - 2.0).abs() < 1e-6, "{}", one.resistance);
        assert!((one.current[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn symmetric_boards_are_balanced_and_stones_help() {
        let plain = |moves: &[&str], color| circuit(5, moves, color, Wires::Adjacent).resistance;
        assert!((plain(&[], Color::Black) - plain(&[], Color::White)).abs() < 1e-6);
        assert!(plain(&["c3"], Color::Black) < plain(&[], Color::Black));
        assert!(plain(&["c3"], Color::White) > plain(&[], Color::White));
        let augmented = circuit(5, &["c3"], Color::Black, Wires::Augmented).resistance;
        assert!(augmented < plain(&["c3"], Color::Black));
    }
}
