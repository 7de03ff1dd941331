//! Edge templates kept in playouts: where the opponent intrudes into a connection of a stone of the second or third row to the
//! edge, another way to the edge is played. With [`Savebridge`](super::Savebridge) the frames of
//! Könnecke and Waldmann (2009, section 10) hold in playouts.

use catena_core::rules::Goal;
use catena_core::topology::Borders;
use catena_core::{Cell, Color, Setup, Topology};

use super::{Policy, TwoBridges, View};
use crate::Rng;

/// A template that a stone can intrude into.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Intrusion {
    /// The own stone that it connects.
    stone: Cell,
    /// The cell that keeps it connected.
    save: Cell,
    /// The other cells of the template, which must be empty.
    empty: Box<[Cell]>,
}

/// Answers intrusions into the templates of the second and third row.
#[derive(Clone, Debug)]
pub struct EdgeTemplates {
    /// By intruding place, and by the color whose template it is.
    intrusions: [Box<[Box<[Intrusion]>]>; 2],
}

/// A way of a stone to an edge: one more stone, and what has to be empty for it.
struct Way {
    stone: Cell,
    carrier: Vec<Cell>,
}

impl Way {
    /// All of its cells.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.carrier.iter().copied().chain([self.stone])
    }

    fn meets(&self, other: &Self) -> bool {
        self.cells().any(|cell| other.cells().any(|shared| shared == cell))
    }
}

impl EdgeTemplates {
    /// For playouts on this board.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let topology = setup.topology();
        let bridges = TwoBridges::new(topology);
        Self {
            intrusions: Color::ALL.map(|color| {
                let mut table = vec![Vec::new(); topology.len()];
                for side in sides(setup, color) {
                    for stone in topology.cells() {
                        add_templates(topology, &bridges, side, stone, &mut table);
                    }
                }
                table.into_iter().map(Vec::into_boxed_slice).collect()
            }),
        }
    }
}

/// The sides that a color may want to reach.
fn sides(setup: &Setup, color: Color) -> Vec<Borders> {
    let facts = setup.game().facts();
    match facts.goal {
        Goal::Figures => Borders::SIX_SIDES.to_vec(),
        Goal::Connect => facts.sides[color].iter().map(|side| side.borders).collect(),
        Goal::Antipodes | Goal::Score => Vec::new(),
    }
}

/// Adds the templates of a stone at a side.
fn add_templates(
    topology: &Topology,
    bridges: &TwoBridges,
    side: Borders,
    stone: Cell,
    table: &mut [Vec<Intrusion>],
) {
    let is_at_side = |cell: Cell| topology.borders(cell).contains(side);
    let beside = |cell: Cell| topology.neighbors(cell).filter(|&next| is_at_side(next)).collect::<Vec<_>>();
    if is_at_side(stone) {
        return;
    }
    let next_to = beside(stone);
    if let &[a, b] = next_to.as_slice() {
        for (intruder, save) in [(a, b), (b, a)] {
            table[intruder.index()].push(Intrusion { stone, save, empty: Box::default() });
        }
    }
    if !next_to.is_empty() {
        return;
    }
    let linked = topology.neighbors(stone).map(|to| (to, Vec::new()));
    let bridged = bridges.of(stone).iter().map(|bridge| (bridge.to, bridge.carrier.to_vec()));
    let ways = linked.chain(bridged).filter_map(|(to, mut carrier)| {
        if !is_at_side(to) {
            let &[a, b] = beside(to).as_slice() else { return None };
            carrier.extend([a, b]);
        }
        Some(Way { stone: to, carrier })
    });
    let ways: Vec<Way> = ways.collect();
    for broken in &ways {
        for kept in ways.iter().filter(|kept| !kept.meets(broken)) {
            for intruder in broken.cells() {
                let others = broken.cells().filter(|&cell| cell != intruder);
                let empty = others.chain(kept.carrier.iter().copied()).collect();
                table[intruder.index()].push(Intrusion { stone, save: kept.stone, empty });
            }
        }
    }
}

impl Policy for EdgeTemplates {
    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let own = view.to_move();
        let intruder = view.last(!own)?;
        let (mut found, mut count) = (None, 0);
        for Intrusion { stone, save, empty } in &self.intrusions[super::index(own)][intruder.index()] {
            let is_own = view.stone(*stone) == Some(own);
            let is_empty = |cell: &Cell| view.stone(*cell).is_none();
            if is_own && is_empty(save) && empty.iter().all(is_empty) {
                count += 1;
                // The n-th of several replaces the choice with chance 1/n, so all are equal.
                if count == 1 || rng.below(count) == 0 {
                    found = Some(*save);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_core::{Game, Move, Position, SwapRule};

    /// The answers of Black to a stone of White on a cell, beside a black stone; by trying often.
    fn answers(stone: &str, intruder: &str) -> Vec<String> {
        let setup = Setup::new(Game::Havannah, 7, SwapRule::Off).unwrap();
        let mut policy = EdgeTemplates::new(&setup);
        let mut position = Position::new(setup);
        let cell = |name: &str| Topology::hexagon(7).cell(name).unwrap();
        position.play(Move::Place(cell(stone))).unwrap();
        position.play(Move::Place(cell(intruder))).unwrap();
        let (mut view, mut rng) = (View::new(), Rng::new(1));
        view.set(&position);
        let mut found: Vec<String> = (0..100)
            .filter_map(|_| Some(position.topology().name(policy.choose(&view, &mut rng)?).to_owned()))
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn a_stone_of_the_second_row_reaches_the_edge() {
        assert_eq!(answers("b3", "a2"), ["a3"]);
        assert_eq!(answers("b3", "a3"), ["a2"]);
        assert!(answers("b3", "b4").is_empty());
    }

    #[test]
    fn a_stone_of_the_third_row_reaches_the_edge() {
        let topology = Topology::hexagon(7);
        let top = |cell: Cell| topology.borders(cell).contains(Borders::SIX_SIDES[0]);
        let row = |name: &str| topology.cell(name).unwrap();
        // Whatever of the template is taken, there is a way, nearer to the edge.
        for intruder in ["b4", "b5", "a3", "a4", "a5"] {
            let saves = answers("c5", intruder);
            assert!(!saves.is_empty(), "{intruder}");
            for save in saves {
                let near = topology.neighbors(row(&save)).any(top) || top(row(&save));
                assert!(near, "{intruder} {save}");
            }
        }
        assert!(answers("c5", "e5").is_empty());
    }

    #[test]
    fn games_without_edges_have_none() {
        let policy = EdgeTemplates::new(&Setup::new(Game::Renkula, 3, SwapRule::Off).unwrap());
        assert!(policy.intrusions.iter().flatten().all(|table| table.is_empty()));
    }
}
