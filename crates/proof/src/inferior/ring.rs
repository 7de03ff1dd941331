//! The rings of six neighbors, and which of them make the cell in the middle dead.

use catena_core::topology::{Borders, Shape};
use catena_core::{Cell, Color, Topology};

/// One of the six places around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingSpot {
    /// An empty cell: anything may come there.
    Cell,
    /// A stone or a side of that color.
    Stone(Color),
}

/// For each ring, whether the cell within is dead.
#[derive(Clone, Debug)]
pub struct Rings(Box<[bool]>);

/// Rings there are.
const RINGS: usize = 3usize.pow(6);

/// Amount that a black stone on each place adds to the code of a ring.
pub(super) const WEIGHTS: [u16; 6] = [243, 81, 27, 9, 3, 1];

impl Rings {
    /// Tries every filling of every ring.
    #[must_use]
    pub fn new() -> Self {
        Self((0..RINGS).map(|code| always_joined(&mut decode(code), 0)).collect())
    }

    /// Returns true if the cell within the ring is dead.
    #[inline]
    #[must_use]
    pub fn is_dead(&self, ring: &[RingSpot; 6]) -> bool {
        self.0[encode(ring)]
    }

    /// The same for the code of a ring.
    #[inline]
    pub(super) fn is_dead_code(&self, code: usize) -> bool {
        self.0[code]
    }

    /// Number of rings that make the cell dead.
    #[must_use]
    pub fn dead(&self) -> usize {
        self.0.iter().filter(|&&dead| dead).count()
    }
}

impl Default for Rings {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
pub(super) fn encode(ring: &[RingSpot; 6]) -> usize {
    ring.iter().fold(0, |code, spot| {
        3 * code
            + match spot {
                RingSpot::Cell => 0,
                RingSpot::Stone(Color::Black) => 1,
                RingSpot::Stone(Color::White) => 2,
            }
    })
}

fn decode(mut code: usize) -> [RingSpot; 6] {
    let mut ring = [RingSpot::Cell; 6];
    for spot in ring.iter_mut().rev() {
        *spot = [RingSpot::Cell, RingSpot::Stone(Color::Black), RingSpot::Stone(Color::White)][code % 3];
        code /= 3;
    }
    ring
}

/// Returns true if no color has two separate runs however the empty places from `from` on are filled.
fn always_joined(ring: &mut [RingSpot; 6], from: usize) -> bool {
    if from == ring.len() {
        let changes = (0..6).filter(|&place| ring[place] != ring[(place + 1) % 6]).count();
        return changes <= 2;
    }
    if ring[from] != RingSpot::Cell {
        return always_joined(ring, from + 1);
    }
    let joined = Color::ALL.into_iter().all(|color| {
        ring[from] = RingSpot::Stone(color);
        always_joined(ring, from + 1)
    });
    ring[from] = RingSpot::Cell;
    joined
}

/// The ring of a cell on the empty board: what lies beyond a side of Hex is a stone of its color.
/// The place beyond an obtuse corner belongs to both sides or none; it stays open.
pub(super) fn on_empty_board(topology: &Topology, cell: Cell) -> [RingSpot; 6] {
    let borders = topology.borders(cell);
    let beyond: [&[(Borders, Color)]; 6] = [
        &[(Borders::RIGHT, Color::White)],
        &[(Borders::BOTTOM, Color::Black)],
        &[(Borders::BOTTOM, Color::Black), (Borders::LEFT, Color::White)],
        &[(Borders::LEFT, Color::White)],
        &[(Borders::TOP, Color::Black)],
        &[(Borders::TOP, Color::Black), (Borders::RIGHT, Color::White)],
    ];
    std::array::from_fn(|direction| {
        let off_board = topology.around(cell)[direction] == topology.off_board();
        if topology.shape() != Shape::Rhombus || !off_board {
            return RingSpot::Cell;
        }
        let mut sides = beyond[direction].iter().filter(|(side, _)| borders.contains(*side));
        match (sides.next(), sides.next()) {
            (Some(&(_, color)), None) => RingSpot::Stone(color),
            _ => RingSpot::Cell,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_derived_by_trying_every_filling() {
        let rings = Rings::new();
        // Full rings: one run of each color or a single color: 2 + 6 · 5 of 64.
        let full = |code: &usize| !decode(*code).contains(&RingSpot::Cell);
        let dead = (0..RINGS).filter(full).filter(|&code| rings.is_dead(&decode(code))).count();
        assert_eq!(dead, 32);
        assert_eq!(rings.dead(), DEAD_RINGS);
        assert!((0..RINGS).all(|code| encode(&decode(code)) == code));
    }

    /// Returns true if a stone of the color on some empty place of the ring makes the cell dead.
    fn is_killed_by(rings: &Rings, ring: [RingSpot; 6], color: Color) -> bool {
        let kills = |place: usize| {
            let mut after = ring;
            after[place] = RingSpot::Stone(color);
            ring[place] == RingSpot::Cell && rings.is_dead(&after)
        };
        (0..6).any(kills)
    }

    /// The rings of two neighbors among the eight cells around both; the first is to the east of
    /// the second. Each is in the ring of the other.
    fn rings_of_two(around: [RingSpot; 8], east: RingSpot, west: RingSpot) -> [[RingSpot; 6]; 2] {
        let [e, se, s, sw, w, nw, n, ne] = around;
        [[e, se, s, west, n, ne], [east, s, sw, w, nw, n]]
    }

    #[test]
    fn patterns_are_counted() {
        let rings = Rings::new();
        let alive = || (0..RINGS).map(decode).filter(|ring| !rings.is_dead(ring));
        let vulnerable = alive().filter(|&ring| is_killed_by(&rings, ring, Color::Black)).count();
        assert_eq!(vulnerable, VULNERABLE_RINGS);
        let captured = (0..3usize.pow(8)).filter(|&code| {
            let spots = [RingSpot::Cell, RingSpot::Stone(Color::Black), RingSpot::Stone(Color::White)];
            let around: [RingSpot; 8] =
                std::array::from_fn(|place| spots[code / 3usize.pow(place as u32) % 3]);
            let black = RingSpot::Stone(Color::Black);
            let open = rings_of_two(around, RingSpot::Cell, RingSpot::Cell);
            let [east, _] = rings_of_two(around, RingSpot::Cell, black);
            let [_, west] = rings_of_two(around, black, RingSpot::Cell);
            !open.iter().any(|ring| rings.is_dead(ring)) && rings.is_dead(&east) && rings.is_dead(&west)
        });
        assert_eq!(captured.count(), CAPTURED_PAIRS);
    }

    /// Of 729 rings, those of a living cell that a black stone nearby makes dead: vulnerable for
    /// White, dominated for Black.
    const VULNERABLE_RINGS: usize = 171;

    /// Of 6,561 surroundings of two living neighbors, those in which Black has captured both.
    const CAPTURED_PAIRS: usize = 397;

    /// Of 729 rings, counting each turned and colored form.
    const DEAD_RINGS: usize = 122;
}
