//! Breakbridge (Huang et al. 2013, section 4.7): where the opponent's last move leaves one of its bridges partly broken,
//! with a stone of ours on one of the two cells, play the other. It leaves one by playing an end of it, or by playing
//! elsewhere although we had just intruded.

use catena_core::{Cell, Color, Setup};

use super::local_shape::{Choice, Shape, Shapes};
use super::savebridge::Intrusion;
use super::{Policy, Savebridge, View};
use crate::Rng;

/// Breaks bridges between the opponent's stones; where sides have to be joined, also between stone and border.
#[derive(Clone, Debug)]
pub struct Breakbridge {
    bridges: Savebridge,
    /// By the end of a bridge that was played last.
    ends: Shapes,
}

impl Breakbridge {
    /// For playouts on this board.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let bridges = Savebridge::new(setup);
        let mut ends = Shapes::new(setup.topology());
        for owner in Color::ALL {
            for intruder in setup.topology().places() {
                for &Intrusion { ends: [a, b], save } in bridges.intrusions(owner, intruder) {
                    for (last, other) in [(a, b), (b, a)] {
                        ends.add(!owner, last, Shape { own: intruder, theirs: other, play: save });
                    }
                }
            }
        }
        Self { bridges, ends }
    }
}

impl Policy for Breakbridge {
    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let own = view.to_move();
        let mut choice = Choice::default();
        if let Some(intruder) = view.last(own) {
            self.bridges.offer(view, !own, intruder, &mut choice, rng);
        }
        self.ends.offer(view, &mut choice, rng);
        choice.cell()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use catena_core::rules::Goal;
    use catena_core::{Game, Position, SwapRule};

    use super::*;
    use crate::policy::TwoBridges;

    /// The moves that break a bridge of the opponent, by the definition.
    fn breaking(position: &Position) -> BTreeSet<Cell> {
        let (topology, own) = (position.topology(), position.to_move());
        let stone = |cell: Cell| position.board().stone(cell);
        let last = |color: Color| {
            let placed = position.plies().iter().rev().find(|ply| ply.color == color);
            placed.and_then(|ply| if let catena_core::Move::Place(cell) = ply.mv { Some(cell) } else { None })
        };
        let mut found = BTreeSet::new();
        let mut look = |ends: [Cell; 2], carrier: [Cell; 2]| {
            let stands = ends.iter().all(|&end| stone(end) == Some(!own));
            for [ours, play] in [carrier, [carrier[1], carrier[0]]] {
                let is_broken = stone(ours) == Some(own) && stone(play).is_none();
                let is_new = last(own) == Some(ours) || ends.iter().any(|&end| last(!own) == Some(end));
                if stands && is_broken && is_new {
                    found.insert(play);
                }
            }
        };
        let bridges = TwoBridges::new(topology);
        for cell in topology.cells() {
            bridges.of(cell).iter().for_each(|bridge| look([cell, bridge.to], bridge.carrier));
            let is_joined = position.setup().game().facts().goal == Goal::Connect;
            for side in position.setup().game().sides(!own).iter().filter(|_| is_joined) {
                let on_side = |cell: Cell| topology.borders(cell).contains(side.borders);
                let behind: Vec<Cell> = topology.neighbors(cell).filter(|&near| on_side(near)).collect();
                if let ([a, b], false) = (&behind[..], on_side(cell)) {
                    look([cell, cell], [*a, *b]);
                }
            }
        }
        found
    }

    #[test]
    fn it_plays_what_breaks_a_bridge_and_nothing_else() {
        let mut policy_rng = Rng::new(1);
        let mut found = 0;
        for (game, size) in [(Game::Hex, 5), (Game::Y, 5), (Game::Havannah, 4)] {
            let setup = Setup::new(game, size, SwapRule::Off).unwrap();
            let mut policy = Breakbridge::new(&setup);
            for seed in 0..60 {
                let mut rng = Rng::new(seed);
                let mut position = Position::new(setup.clone());
                while position.outcome().is_none() {
                    let expected = breaking(&position);
                    let start = crate::Start::new(&position);
                    let chosen: BTreeSet<Cell> =
                        (0..24).filter_map(|_| policy.choose(start.view(), &mut policy_rng)).collect();
                    assert!(chosen.is_subset(&expected), "{game} {chosen:?} {expected:?}");
                    assert_eq!(chosen.is_empty(), expected.is_empty(), "{game} {:?}", position.plies());
                    assert!(expected.len() != 2 || chosen.len() == 2, "each of two has its chance");
                    found += expected.len();
                    let moves: Vec<_> = position.legal_moves().collect();
                    position.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
                }
            }
        }
        assert!(found > 300, "{found}");
    }
}
