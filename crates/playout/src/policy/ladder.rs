//! Ladder continuation (Huang et al. 2013, section 4.7): along a side that one color wants to reach, its stones on the second
//! row and the opponent's on the first follow each other. Whoever is to move goes on: the attacker one cell ahead on the second
//! row, the defender below it on the first.

use catena_core::rules::{Goal, Side};
use catena_core::{Cell, Color, Setup, Topology};

use super::local_shape::{Choice, Shape, Shapes};
use super::{Policy, View};
use crate::Rng;

/// Continues ladders on the second row.
#[derive(Clone, Debug)]
pub struct Ladder(Shapes);

impl Ladder {
    /// For playouts on this board; without sides to join there are no ladders.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let mut shapes = Shapes::new(setup.topology());
        if setup.game().facts().goal == Goal::Connect {
            for attacker in Color::ALL {
                let sides = setup.game().sides(attacker);
                sides.iter().for_each(|side| add_along(setup.topology(), side, attacker, &mut shapes));
            }
        }
        Self(shapes)
    }
}

/// The shapes of ladders along a side that a color wants to reach.
fn add_along(topology: &Topology, side: &Side, attacker: Color, shapes: &mut Shapes) {
    let is_first = |cell: Cell| topology.borders(cell).contains(side.borders);
    let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
    let below =
        |cell: Cell| topology.neighbors(cell).filter(move |&next| is_first(next)).collect::<Vec<Cell>>();
    for stone in topology.cells().filter(|&cell| !is_first(cell)) {
        let &[a, b] = &below(stone)[..] else { continue };
        for (passed, block) in [(a, b), (b, a)] {
            let ahead = |cell: &Cell| !is_first(*cell) && touch(*cell, block) && !touch(*cell, passed);
            for ahead in topology.neighbors(stone).filter(ahead) {
                // The defender has just blocked: go on ahead.
                shapes.add(attacker, block, Shape { own: stone, theirs: passed, play: ahead });
                // The attacker went ahead: block again.
                for next in below(ahead).into_iter().filter(|&next| next != block) {
                    shapes.add(!attacker, ahead, Shape { own: block, theirs: stone, play: next });
                }
            }
        }
    }
}

impl Policy for Ladder {
    #[inline]
    fn choose(&mut self, view: &View, rng: &mut Rng) -> Option<Cell> {
        let mut choice = Choice::default();
        self.0.offer(view, &mut choice, rng);
        choice.cell()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use catena_core::{Game, Position, SwapRule};

    use super::*;

    fn position(game: Game, size: u64, stones: &[(&str, Color)], to_move: Color) -> Position {
        let setup = Setup::new(game, size, SwapRule::Off).unwrap();
        // The last move is that of the opponent.
        let (last, before) = stones.split_last().unwrap();
        let cell = |name: &str| setup.topology().cell(name).unwrap();
        let before: Vec<(Cell, Color)> = before.iter().map(|&(name, color)| (cell(name), color)).collect();
        let mut position = Position::with_stones(setup.clone(), &before, !to_move).unwrap();
        assert_eq!(last.1, !to_move);
        position.play(catena_core::Move::Place(cell(last.0))).unwrap();
        position
    }

    fn replies(position: &Position) -> BTreeSet<String> {
        let mut policy = Ladder::new(position.setup());
        let (start, mut rng) = (crate::Start::new(position), Rng::new(1));
        let found = (0..32).filter_map(|_| policy.choose(start.view(), &mut rng));
        found.map(|cell| position.topology().name(cell).to_string()).collect()
    }

    #[test]
    fn a_ladder_runs_on_along_the_side_of_the_attacker() {
        use Color::{Black, White};
        // The first row of a color is a side of its own.
        let hex = Setup::new(Game::Hex, 6, SwapRule::Off).unwrap();
        let on_first_row = |name: &str, color: Color| {
            let borders = hex.topology().borders(hex.topology().cell(name).unwrap());
            Game::Hex.sides(color).iter().any(|side| borders.contains(side.borders))
        };
        let (attacker, defender) = if on_first_row("c1", Black) { (Black, White) } else { (White, Black) };
        // c2 stands above c1 and d1.
        let to_the_right = [("c2", attacker), ("c1", defender), ("d1", defender)];
        assert_eq!(replies(&position(Game::Hex, 6, &to_the_right, attacker)), ["d2".to_owned()].into());
        let to_the_left = [("c2", attacker), ("d1", defender), ("c1", defender)];
        assert_eq!(replies(&position(Game::Hex, 6, &to_the_left, attacker)), ["b2".to_owned()].into());
        let attacked = [("c2", attacker), ("c1", defender), ("d1", defender), ("d2", attacker)];
        assert_eq!(replies(&position(Game::Hex, 6, &attacked, defender)), ["e1".to_owned()].into());
        // The other color has no ladder there, nor is there one while the stone is connected.
        let other = [("c2", defender), ("c1", attacker), ("d1", attacker)];
        assert_eq!(replies(&position(Game::Hex, 6, &other, defender)), BTreeSet::new());
        let connected = [("c2", attacker), ("c1", attacker), ("d1", defender)];
        assert_eq!(replies(&position(Game::Hex, 6, &connected, attacker)), BTreeSet::new());
        // Nothing goes on where a stone stands.
        let ended = [("c2", attacker), ("d2", defender), ("c1", defender), ("d1", defender)];
        assert_eq!(replies(&position(Game::Hex, 6, &ended, attacker)), BTreeSet::new());
    }

    /// The replies by the definition, without tables.
    fn by_definition(position: &Position) -> BTreeSet<Cell> {
        let (topology, own) = (position.topology(), position.to_move());
        let stone = |cell: Cell| position.board().stone(cell);
        let touch = |a: Cell, b: Cell| topology.neighbors(a).any(|cell| cell == b);
        let mut found = BTreeSet::new();
        let Some(ply) = position.plies().last() else { return found };
        let catena_core::Move::Place(last) = ply.mv else { return found };
        for attacker in Color::ALL {
            for side in position.setup().game().sides(attacker) {
                let first = |cell: Cell| topology.borders(cell).contains(side.borders);
                let second = |cell: Cell| !first(cell) && topology.neighbors(cell).any(first);
                for (a, c) in topology.cells().flat_map(|a| topology.neighbors(a).map(move |c| (a, c))) {
                    for l in topology.neighbors(a).filter(|&l| touch(l, c)) {
                        let row = second(a) && second(c) && first(l) && stone(a) == Some(attacker);
                        if !row || stone(l) != Some(!attacker) {
                            continue;
                        }
                        let behind = topology.neighbors(a).find(|&p| first(p) && p != l);
                        let passed = behind.is_some_and(|p| stone(p) == Some(!attacker));
                        if own == attacker && last == l && passed && stone(c).is_none() {
                            found.insert(c);
                        }
                        let next = topology.neighbors(c).find(|&n| first(n) && n != l);
                        if let Some(next) = next.filter(|&next| stone(next).is_none())
                            && (own != attacker && last == c && behind.is_some())
                        {
                            found.insert(next);
                        }
                    }
                }
            }
        }
        found
    }

    #[test]
    fn it_continues_ladders_and_plays_nothing_else() {
        let (mut found, mut policy_rng) = (0, Rng::new(1));
        for (game, size) in [(Game::Hex, 5), (Game::Y, 5)] {
            let setup = Setup::new(game, size, SwapRule::Off).unwrap();
            let mut policy = Ladder::new(&setup);
            for seed in 0..100 {
                let mut rng = Rng::new(seed);
                let mut position = Position::new(setup.clone());
                while position.outcome().is_none() {
                    let expected = by_definition(&position);
                    let start = crate::Start::new(&position);
                    let chosen: BTreeSet<Cell> =
                        (0..24).filter_map(|_| policy.choose(start.view(), &mut policy_rng)).collect();
                    assert!(chosen.is_subset(&expected), "{game} {:?}", position.plies());
                    assert_eq!(chosen.is_empty(), expected.is_empty(), "{game} {:?}", position.plies());
                    found += expected.len();
                    let moves: Vec<_> = position.legal_moves().collect();
                    position.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
