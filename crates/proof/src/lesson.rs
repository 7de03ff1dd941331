//! What was learnt from positions that were searched, and holds in others: a color that wins with
//! some stones and some cells free wins wherever it has the same stones and the same cells are free,
//! whatever stands elsewhere. A lesson is to a search what a virtual connection is to H-search.

use catena_core::{ByColor, Cell, Color};

use crate::set::CellSet;
use crate::stones::{Graph, Stones};

/// A color wins if it has these stones and no enemy stands on these cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lesson<const N: usize> {
    pub need: CellSet<N>,
    pub carrier: CellSet<N>,
    /// The move that wins, if it is the winner's turn.
    pub by: Option<Cell>,
}

impl<const N: usize> Lesson<N> {
    /// What a searched position teaches: of the winner's stones only the chains next to his carrier
    /// count. His path in the end leaves every other chain aside, or it would be a path by itself.
    pub fn new(
        graph: &Graph<N>,
        stones: &Stones<N>,
        winner: Color,
        carrier: CellSet<N>,
        by: Option<Cell>,
    ) -> Self {
        let own = stones.color(winner);
        let mut rim = CellSet::EMPTY;
        carrier.cells().for_each(|cell| rim |= graph.near(cell));
        Self { need: graph.flood(rim & own, own), carrier, by }
    }

    fn fits(&self, own: CellSet<N>, enemy: CellSet<N>) -> bool {
        self.need.within(own) && !self.carrier.meets(enemy)
    }
}

/// Lessons of one winner and one turn that are looked through at most: more cost more time than
/// they save.
const MOST: usize = 1 << 14;

/// The lessons of a board, by winner and by turn. When a list is full its older half is forgotten.
#[derive(Clone, Debug)]
pub(crate) struct Lessons<const N: usize> {
    lists: ByColor<ByColor<Vec<Lesson<N>>>>,
    limit: usize,
}

impl<const N: usize> Lessons<N> {
    /// No lessons yet.
    pub fn new() -> Self {
        Self { lists: ByColor::new(|_| ByColor::new(|_| Vec::new())), limit: MOST }
    }

    /// Keeps within about so many bytes from now on.
    pub fn set_room(&mut self, bytes: usize) {
        // Four lists; while one grows its old half is there as well.
        self.limit = (bytes / (6 * size_of::<Lesson<N>>())).min(MOST);
        self.clear();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        Color::ALL.into_iter().for_each(|winner| self.lists[winner] = ByColor::new(|_| Vec::new()));
    }

    /// Remembers a lesson.
    pub fn learn(&mut self, lesson: Lesson<N>, winner: Color, turn: Color) {
        let list = &mut self.lists[winner][turn];
        if list.len() >= self.limit {
            list.drain(..list.len().div_ceil(2));
        }
        if self.limit > 0 {
            list.push(lesson);
        }
    }

    /// The lessons that tell that the color wins among these stones at this turn, the newest first.
    pub fn fitting(
        &self,
        stones: &Stones<N>,
        winner: Color,
        turn: Color,
    ) -> impl Iterator<Item = &Lesson<N>> {
        let (own, enemy) = (stones.color(winner), stones.color(!winner));
        self.lists[winner][turn].iter().rev().filter(move |lesson| lesson.fits(own, enemy))
    }
}

#[cfg(test)]
mod tests {
    use crate::rng::Rng;
    use catena_core::{Game, Position, Setup, SwapRule};

    use super::*;
    use crate::{Solver, SolverConfig, Verdict};

    fn position(setup: &Setup, stones: &Stones<1>, turn: Color) -> Position {
        let of = |color: Color| stones.color(color).cells().map(move |cell| (cell, color));
        let list: Vec<_> = of(Color::Black).chain(of(Color::White)).collect();
        Position::with_stones(setup.clone(), &list, turn).unwrap()
    }

    fn random_stones(graph: &Graph<1>, of_ten: u32, rng: &mut Rng) -> Stones<1> {
        let mut stones = Stones::default();
        for cell in graph.all().cells().filter(|_| rng.below(10) < of_ten).collect::<Vec<_>>() {
            stones.put(Color::ALL[rng.below(2) as usize], CellSet::of(cell));
        }
        stones
    }

    /// Learns from random positions and applies the lessons to others, which a solver without any
    /// knowledge decides.
    #[test]
    fn lessons_hold_wherever_they_fit() {
        let mut rng = Rng::new(7);
        for (game, size, least) in [(Game::Hex, 4, 300), (Game::Y, 5, 100)] {
            let setup = Setup::new(game, size, SwapRule::Off).unwrap();
            let graph = Graph::<1>::new(game, setup.topology());
            let config = SolverConfig { table_bytes: 32 << 20, ..SolverConfig::default() };
            let mut knowing = Solver::new(&setup, config.clone());
            let mut plain = Solver::plain(&setup, config);
            let mut lessons = Lessons::new();
            let mut fitted = 0;
            for _ in 0..1500 {
                let stones = random_stones(&graph, 6, &mut rng);
                let turn = Color::ALL[rng.below(2) as usize];
                let at = position(&setup, &stones, turn);
                if at.outcome().is_some() {
                    continue;
                }
                let verdict = plain.solve(&at, &mut ());
                for (winner, whose) in [(turn, turn), (turn, !turn), (!turn, turn)] {
                    if lessons.fitting(&stones, winner, whose).next().is_some() {
                        fitted += 1;
                        assert_eq!(verdict, Verdict::Won(winner), "{game} {stones:?} {turn}");
                    }
                }
                // Every winning move stays within the carrier of what the opponent would win by.
                for lesson in lessons.fitting(&stones, !turn, !turn) {
                    for cell in stones.empty(&graph).without(lesson.carrier).cells() {
                        let mut after = stones;
                        after.put(turn, CellSet::of(cell));
                        let after = position(&setup, &after, !turn);
                        assert_eq!(plain.solve(&after, &mut ()), Verdict::Won(!turn), "{game} {stones:?}");
                    }
                }
                let known = knowing.solve(&at, &mut ());
                assert_eq!(known, verdict, "{game} {stones:?} {turn}");
                if let (Verdict::Won(winner), Some(carrier)) = (known, knowing.carrier(&at)) {
                    let lesson = Lesson::new(&graph, &stones, winner, CellSet::narrow(carrier), None);
                    lessons.learn(lesson, winner, turn);
                }
            }
            assert!(fitted > least, "{game}: {fitted}");
        }
    }

    #[test]
    fn a_full_list_forgets_its_older_half() {
        let lesson = |cell: usize| Lesson::<1> {
            need: CellSet::EMPTY,
            carrier: CellSet::of(Cell::new(cell)),
            by: None,
        };
        let mut lessons = Lessons::new();
        lessons.set_room(24 * size_of::<Lesson<1>>());
        (0..5).for_each(|cell| lessons.learn(lesson(cell), Color::Black, Color::White));
        let kept: Vec<_> = lessons.fitting(&Stones::default(), Color::Black, Color::White).collect();
        assert_eq!(kept, [4, 3, 2].map(lesson).iter().collect::<Vec<_>>());
        assert_eq!(lessons.fitting(&Stones::default(), Color::White, Color::White).count(), 0);
        lessons.set_room(0);
        lessons.learn(lesson(0), Color::Black, Color::White);
        assert_eq!(lessons.fitting(&Stones::default(), Color::Black, Color::White).count(), 0);
    }
}
