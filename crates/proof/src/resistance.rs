//! Circuit resistance (Shannon; Anshelevich 2002): the points of a color as a network in which an
//! empty cell resists, an own stone does not and an enemy stone does not conduct. Cells that carry
//! much current matter.

use catena_core::Cell;

use crate::connection::{Connections, Point};

/// Which points conduct to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wires {
    /// Those that touch.
    Plain,
    /// Those with a full connection.
    Augmented,
}

/// The network of one color with voltage between its sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Circuit {
    /// The resistance from side to side; in Y the mean over the sides, each against the other two.
    /// Infinite if the sides are cut off from each other.
    pub resistance: f64,
    /// The share of the current that flows through each cell; 0 for cells with a stone.
    pub current: Vec<f64>,
}

/// What a wire between two chains resists: little, but the equations must stay solvable.
const CHAIN_RESISTANCE: f64 = 0.05;

impl Circuit {
    /// Solves the network of the points of one color on a board of so many cells.
    #[must_use]
    pub fn new<const N: usize>(connections: &Connections<N>, wires: Wires, cells: usize) -> Self {
        let points = connections.points().list();
        let sides = points.iter().filter(|point| matches!(point, Point::Side(_))).count();
        let inner = points.len() - sides;
        let network = Network::new(connections, wires, sides);
        let mut circuit = Self { resistance: 0.0, current: vec![0.0; cells] };
        // With two sides the second solution is the first, reversed.
        let sources = if sides == 2 { 1 } else { sides };
        let Some(factors) = network.factor(inner) else {
            return Self { resistance: f64::INFINITY, ..circuit };
        };
        for source in 0..sources {
            let voltage = network.voltages(&factors, source);
            let total = network.total(&voltage, source);
            circuit.resistance += 1.0 / (total.max(f64::MIN_POSITIVE) * sources as f64);
            if total > f64::EPSILON {
                circuit.add_current(&network, &voltage, points, total * sources as f64);
            }
        }
        circuit
    }

    fn add_current(&mut self, network: &Network, voltage: &[f64], points: &[Point], total: f64) {
        for (index, point) in points.iter().enumerate() {
            let Point::Empty(cell) = point else { continue };
            let through: f64 =
                network.wires[index].iter().map(|&(to, g)| g * (voltage[index] - voltage[to]).abs()).sum();
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
struct Network {
    wires: Vec<Vec<(usize, f64)>>,
    sides: usize,
}

impl Network {
    fn new<const N: usize>(connections: &Connections<N>, wires: Wires, sides: usize) -> Self {
        let points = connections.points().list();
        let resists =
            |point: usize| -> f64 { if matches!(points[point], Point::Empty(_)) { 1.0 } else { 0.0 } };
        let mut network = Self { wires: vec![Vec::new(); points.len()], sides };
        for b in 1..points.len() {
            for a in (0..b).filter(|&a| a.max(b) >= sides) {
                let joined = match wires {
                    Wires::Plain => connections.fulls(a, b).any(|carrier| carrier.is_empty()),
                    Wires::Augmented => connections.fulls(a, b).next().is_some(),
                };
                if joined {
                    let conductance = 1.0 / (resists(a) + resists(b)).max(CHAIN_RESISTANCE);
                    network.wires[a].push((b, conductance));
                    network.wires[b].push((a, conductance));
                }
            }
        }
        network
    }

    /// The equations of the points that are no sides, factored as L·D·Lᵀ in place; `None` if no
    /// side conducts.
    fn factor(&self, inner: usize) -> Option<Vec<f64>> {
        if self.wires[..self.sides].iter().all(Vec::is_empty) {
            return None;
        }
        let mut matrix = vec![0.0; inner * inner];
        for row in 0..inner {
            // A point without wires floats; a trace of a wire to nowhere keeps it solvable.
            matrix[row * inner + row] = 1e-9;
            for &(to, g) in &self.wires[row + self.sides] {
                matrix[row * inner + row] += g;
                if to >= self.sides {
                    matrix[row * inner + to - self.sides] = -g;
                }
            }
        }
        for pivot in 0..inner {
            let (head, tail) = matrix.split_at_mut((pivot + 1) * inner);
            let pivot_row = &head[pivot * inner..];
            for row in tail.chunks_exact_mut(inner) {
                let factor = row[pivot] / pivot_row[pivot];
                if factor != 0.0 {
                    row[pivot] = factor;
                    let rest = row[pivot + 1..].iter_mut().zip(&pivot_row[pivot + 1..inner]);
                    rest.for_each(|(value, above)| *value -= factor * above);
                }
            }
        }
        Some(matrix)
    }

    /// The voltage of every point, with 1 at the source and 0 at the other sides.
    fn voltages(&self, factors: &[f64], source: usize) -> Vec<f64> {
        let inner = self.wires.len() - self.sides;
        let mut solution: Vec<f64> = (0..inner)
            .map(|row| {
                self.wires[row + self.sides].iter().filter(|(to, _)| *to == source).map(|(_, g)| g).sum()
            })
            .collect();
        for row in 0..inner {
            let known: f64 = (0..row).map(|column| factors[row * inner + column] * solution[column]).sum();
            solution[row] -= known;
        }
        for row in (0..inner).rev() {
            let known: f64 =
                (row + 1..inner).map(|column| factors[row * inner + column] * solution[column]).sum();
            solution[row] = (solution[row] - known) / factors[row * inner + row];
        }
        (0..self.sides).map(|side| if side == source { 1.0 } else { 0.0 }).chain(solution).collect()
    }

    fn total(&self, voltage: &[f64], source: usize) -> f64 {
        self.wires[source].iter().map(|&(to, g)| g * (1.0 - voltage[to])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{Limits, Until};
    use crate::stones::{Graph, Stones};
    use catena_core::{Color, Game, Position, Setup, SwapRule};

    fn circuit(size: u64, moves: &[&str], color: Color, wires: Wires) -> Circuit {
        let mut position = Position::new(Setup::new(Game::Hex, size, SwapRule::Off).unwrap());
        for name in moves {
            position.play(position.topology().parse_move(name).unwrap()).unwrap();
        }
        let graph = Graph::<1>::new(Game::Hex, position.topology());
        let mut connections = Connections::new(Limits::default());
        connections.find(&graph, &Stones::of(&position), color, Until::Closed);
        Circuit::new(&connections, wires, position.topology().len())
    }

    #[test]
    fn one_cell_resists_once_towards_each_side() {
        let one = circuit(1, &[], Color::Black, Wires::Plain);
        assert!((one.resistance - 2.0).abs() < 1e-6, "{}", one.resistance);
        assert!((one.current[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn symmetric_boards_are_balanced_and_stones_help() {
        let plain = |moves: &[&str], color| circuit(5, moves, color, Wires::Plain).resistance;
        assert!((plain(&[], Color::Black) - plain(&[], Color::White)).abs() < 1e-6);
        assert!(plain(&["c3"], Color::Black) < plain(&[], Color::Black));
        assert!(plain(&["c3"], Color::White) > plain(&[], Color::White));
        let augmented = circuit(5, &["c3"], Color::Black, Wires::Augmented).resistance;
        assert!(augmented < plain(&["c3"], Color::Black));
    }
}
