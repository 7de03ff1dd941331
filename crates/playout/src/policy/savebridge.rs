//! Savebridge (MoHex): if the opponent's last move intrudes into a bridge of ours, play the other
//! cell of its carrier; if into several, save one of them at random.

use catena_core::rules::Goal;
use catena_core::{Cell, Color, Setup, Topology};

use super::local_shape::Choice;
use super::{Policy, View};
use crate::Rng;

/// A bridge that a stone can intrude into.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intrusion {
    /// The ends that must be own stones; one end if the other is the border.
    pub ends: [Cell; 2],
    /// The cell that saves the bridge.
    pub save: Cell,
}

/// Answers intrusions into bridges between stones; where sides have to be joined, also between stone and border.
#[derive(Clone, Debug)]
pub struct Savebridge {
    /// By intruding place, and by the color whose bridge it is.
    intrusions: [Box<[Box<[Intrusion]>]>; 2],
}

impl Savebridge {
    /// For playouts on this board.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let topology = setup.topology();
        Self {
            intrusions: Color::ALL.map(|color| {
                let table = topology.cells().map(|intruder| {
                    let mut all = between_stones(topology, intruder);
                    all.extend(to_border(setup, intruder, color));
                    all.into()
                });
                table.collect()
            }),
        }
    }

    /// The bridges of a color that a stone here intrudes into, wherever its stones are.
    pub(super) fn intrusions(&self, owner: Color, intruder: Cell) -> &[Intrusion] {
        &self.intrusions[super::index(owner)][intruder.index()]
    }

    /// Gives the cells that save the bridges of a color from an intruder to `choice`, or break them.
    #[inline]
    pub(super) fn offer(
        &self,
        view: &View,
        owner: Color,
        intruder: Cell,
        choice: &mut Choice,
        rng: &mut Rng,
    ) {
        for Intrusion { ends: [a, b], save } in self.intrusions(owner, intruder) {
            let stands = view.stone(*a) == Some(owner) && view.stone(*b) == Some(owner);
            if stands && view.stone(*save).is_none() {
                choice.offer(*save, rng);
            }
        }
    }
}

/// Bridges through `intruder`: two of its neighbors that do not touch, and a third that touches
/// both.
fn between_stones(topology: &Topology, intruder: Cell) -> Vec<Intrusion> {
    let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
    let around: Vec<Cell> = topology.neighbors(intruder).collect();
    let mut all = Vec::new();
    for (i, &a) in around.iter().enumerate() {
        for &b in around[..i].iter().filter(|&&b| !touch(a, b)) {
            for &save in around.iter().filter(|&&save| touch(save, a) && touch(save, b)) {
                let [a, b, save] = [a, b, save].map(|cell| topology.canonical(cell));
                all.push(Intrusion { ends: [a, b], save });
            }
        }
    }
    all
}

/// Bridges between a stone and a border that counts for the color: both cells of the carrier lie
/// on that border, next to each other, and the stone behind them does not.
fn to_border(setup: &Setup, intruder: Cell, color: Color) -> Vec<Intrusion> {
    let (facts, topology) = (setup.game().facts(), setup.topology());
    let sides = if facts.goal == Goal::Connect { facts.sides[color] } else { &[] };
    let mut all = Vec::new();
    for side in
        sides.iter().map(|side| side.borders).filter(|&side| topology.borders(intruder).contains(side))
    {
        let on_side = |cell: &Cell| topology.borders(*cell).contains(side);
        for save in topology.neighbors(intruder).filter(on_side) {
            let behind = |cell: &Cell| !on_side(cell) && topology.neighbors(*cell).any(|next| next == save);
            let stones = topology.neighbors(intruder).filter(behind);
            all.extend(stones.map(|stone| Intrusion { ends: [stone, stone], save }));
        }
    }
    all
}

impl Policy for Savebridge {
    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let own = view.to_move();
        let intruder = view.last(!own)?;
        let mut choice = Choice::default();
        self.offer(view, own, intruder, &mut choice, rng);
        choice.cell()
    }
}

#[cfg(test)]
mod tests {
    use catena_core::{Game, SwapRule};

    use super::*;

    #[test]
    fn six_bridges_lead_through_a_cell_in_the_middle() {
        let setup = Setup::new(Game::Hex, 5, SwapRule::Off).unwrap();
        let topology = setup.topology();
        let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
        let intruder = topology.cell("c3").unwrap();
        let found = between_stones(topology, intruder);
        for Intrusion { ends: [a, b], save } in &found {
            assert!(!touch(*a, *b) && touch(*save, intruder), "{a:?} {b:?} {save:?}");
            assert!([*a, *b].iter().all(|&end| touch(end, intruder) && touch(end, *save)), "{a:?} {b:?}");
        }
        assert_eq!(found.len(), 6);
        // In the acute corner two neighbors, which touch, in the obtuse one three in a row.
        let in_corner = ["a1", "e1"].map(|name| between_stones(topology, topology.cell(name).unwrap()).len());
        assert_eq!(in_corner.iter().sum::<usize>(), 1);
    }
}
