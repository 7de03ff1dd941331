//! Notes 1 to 3 of Raiko and Peltonen (2008) about Renkula!, each as a test. Note 4 is in `proof/tests/raiko.rs`.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use catena_core::{Cell, Color, Topology};

/// The stones of a sphere; pairs that are not taken are empty.
struct Sphere {
    topology: Topology,
    /// By canonical cell.
    stones: Vec<Option<Color>>,
    places: Vec<Cell>,
}

impl Sphere {
    fn new(size: u16) -> Self {
        let topology = Topology::sphere(size);
        let places = topology.places().collect();
        Self { stones: vec![None; topology.len()], topology, places }
    }

    fn stone(&self, cell: Cell) -> Option<Color> {
        self.stones[self.topology.canonical(cell).index()]
    }

    /// The cells of a kind that hang together with one of them.
    fn component(&self, from: Cell, is_of_kind: impl Fn(Cell) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.topology.len()];
        reached[from.index()] = true;
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            for next in self.topology.neighbors(at) {
                if is_of_kind(next) && !reached[next.index()] {
                    reached[next.index()] = true;
                    waiting.push(next);
                }
            }
        }
        reached
    }

    /// A winning chain: stones of a color that hang together and join a cell to its antipode.
    fn winning_chain(&self, color: Color) -> Option<Vec<bool>> {
        let own = |cell: Cell| self.stone(cell) == Some(color);
        let mut seen = vec![false; self.topology.len()];
        for &cell in self.places.iter().filter(|&&cell| own(cell)) {
            if seen[cell.index()] {
                continue;
            }
            let chain = self.component(cell, own);
            if chain[self.topology.antipode(cell).index()] {
                return Some(chain);
            }
            seen.iter_mut().zip(&chain).for_each(|(seen, &reached)| *seen |= reached);
        }
        None
    }
}

/// Random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    fn shuffled(&mut self, sphere: &Sphere) -> Vec<Cell> {
        let mut order = sphere.places.clone();
        (1..order.len()).rev().for_each(|last| order.swap(last, self.below(last + 1)));
        order
    }
}

/// Random games up to the first winning chain: the sphere, its winner, and the moves that were left.
fn won_games(size: u16, games: usize) -> impl Iterator<Item = (Sphere, Color, Vec<Cell>)> {
    let mut random = Random(u64::from(size) + 7);
    (0..games).map(move |_| {
        let mut sphere = Sphere::new(size);
        let mut order = random.shuffled(&sphere);
        for ply in 0.. {
            let color = Color::ALL[ply % 2];
            let cell = order.pop().expect("note 3: somebody wins");
            sphere.stones[cell.index()] = Some(color);
            if sphere.winning_chain(color).is_some() {
                return (sphere, color, order);
            }
        }
        unreachable!("a sphere has few cells")
    })
}

/// A loop around the sphere separates every cell outside of it from its antipode.
#[test]
fn note_1_a_winning_chain_forms_a_loop_around_the_sphere() {
    for size in 1..=4 {
        for (sphere, winner, _) in won_games(size, 100) {
            let chain = sphere.winning_chain(winner).unwrap();
            let outside = |cell: Cell| !chain[cell.index()];
            for cell in sphere.topology.cells() {
                let antipode = sphere.topology.antipode(cell);
                assert_eq!(outside(cell), outside(antipode), "the chain is its own opposite");
                if outside(cell) {
                    assert!(!sphere.component(cell, outside)[antipode.index()], "size {size}");
                }
            }
        }
    }
}

#[test]
fn note_2_after_a_winning_chain_the_other_player_can_form_none() {
    for size in 1..=4 {
        for (mut sphere, winner, left) in won_games(size, 100) {
            // All the rest for the other player: fewer stones could not do more.
            left.iter().for_each(|cell| sphere.stones[cell.index()] = Some(!winner));
            assert!(sphere.winning_chain(!winner).is_none(), "size {size}");
        }
    }
}

#[test]
fn note_3_on_a_full_sphere_one_player_has_a_winning_chain() {
    let mut random = Random(3);
    for size in 1..=4 {
        let mut sphere = Sphere::new(size);
        let places = sphere.places.clone();
        // All ways to fill 12 cells, some thousand of the others, with any number of stones of each color.
        let pairs = places.len();
        let all = if pairs <= 6 { 1 << pairs } else { 3_000 };
        for number in 0..all {
            let share = random.below(9) + 1;
            for (index, cell) in places.iter().enumerate() {
                let is_black = if pairs <= 6 { number >> index & 1 == 0 } else { random.below(10) < share };
                sphere.stones[cell.index()] = Some(if is_black { Color::Black } else { Color::White });
            }
            let winners = Color::ALL.into_iter().filter(|&color| sphere.winning_chain(color).is_some());
            assert_eq!(winners.count(), 1, "size {size}");
        }
    }
}
