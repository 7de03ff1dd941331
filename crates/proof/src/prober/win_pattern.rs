//! Wins that were searched, cached as patterns that hold in other positions: a color that wins with
//! some stones and some cells free wins wherever it has the same stones and the same cells are free,
//! whatever stands elsewhere. A win pattern is to a search what a virtual connection is to H-search.

use catena_core::{ByColor, Cell, Color};

use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

/// A color wins if it has these stones and no enemy stands on these cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WinPattern<const N: usize> {
    pub need: CellSet<N>,
    pub carrier: CellSet<N>,
    /// The move that wins, if it is the winner's turn.
    pub by: Option<Cell>,
}

impl<const N: usize> WinPattern<N> {
    /// The pattern of a searched win: of the winner's stones only the chains next to its carrier
    /// count. Its path in the end leaves every other chain aside, or that chain would be a path by
    /// itself.
    pub fn new(
        graph: &BoardGraph<N>,
        stones: &StoneSets<N>,
        winner: Color,
        carrier: CellSet<N>,
        by: Option<Cell>,
    ) -> Self {
        let own = stones.color(winner);
        let mut rim = CellSet::EMPTY;
        carrier.cells().for_each(|cell| rim |= graph.near(cell));
        Self { need: graph.flood(rim & own, own), carrier, by }
    }

    fn matches(&self, own: CellSet<N>, enemy: CellSet<N>) -> bool {
        self.need.within(own) && !self.carrier.meets(enemy)
    }
}

/// Patterns cached for one winner and one turn: matching more costs more time than they save.
const MAX_PATTERNS: usize = 1 << 14;

/// The win patterns of a board, by winner and by turn. When a list is full its older half is forgotten.
#[derive(Clone, Debug)]
pub(crate) struct WinPatterns<const N: usize> {
    lists: ByColor<ByColor<Vec<WinPattern<N>>>>,
    limit: usize,
}

impl<const N: usize> WinPatterns<N> {
    pub fn new() -> Self {
        Self { lists: ByColor::new(|_| ByColor::new(|_| Vec::new())), limit: MAX_PATTERNS }
    }

    /// Keeps within about this many bytes from now on.
    pub fn set_cache_bytes(&mut self, bytes: usize) {
        // Four lists; while one grows its old half is there as well.
        self.limit = (bytes / (6 * size_of::<WinPattern<N>>())).min(MAX_PATTERNS);
        self.clear();
    }

    pub fn clear(&mut self) {
        Color::ALL.into_iter().for_each(|winner| self.lists[winner] = ByColor::new(|_| Vec::new()));
    }

    pub fn insert(&mut self, pattern: WinPattern<N>, winner: Color, turn: Color) {
        let list = &mut self.lists[winner][turn];
        if list.len() >= self.limit {
            list.drain(..list.len().div_ceil(2));
        }
        if self.limit > 0 {
            list.push(pattern);
        }
    }

    /// The patterns by which the color wins among these stones at this turn, the newest first.
    pub fn matching(
        &self,
        stones: &StoneSets<N>,
        winner: Color,
        turn: Color,
    ) -> impl Iterator<Item = &WinPattern<N>> {
        let (own, enemy) = (stones.color(winner), stones.color(!winner));
        self.lists[winner][turn].iter().rev().filter(move |pattern| pattern.matches(own, enemy))
    }
}

#[cfg(test)]
mod tests {
    use crate::rng::Rng;
    use catena_core::{Game, Position, Setup, SwapRule};

    use super::*;
    use crate::{Solver, SolverConfig, Verdict};

    fn position(setup: &Setup, stones: &StoneSets<1>, turn: Color) -> Position {
        let of = |color: Color| stones.color(color).cells().map(move |cell| (cell, color));
        let list: Vec<_> = of(Color::Black).chain(of(Color::White)).collect();
        Position::with_stones(setup.clone(), &list, turn).unwrap()
    }

    fn random_stones(graph: &BoardGraph<1>, of_ten: u32, rng: &mut Rng) -> StoneSets<1> {
        let mut stones = StoneSets::default();
        for cell in graph.all().cells().filter(|_| rng.below(10) < of_ten).collect::<Vec<_>>() {
            stones.put(Color::ALL[rng.below(2) as usize], CellSet::of(cell));
        }
        stones
    }

    /// Takes patterns from random positions and applies them to others, which a solver without any
    /// knowledge decides.
    #[test]
    fn win_patterns_hold_wherever_they_match() {
        let mut rng = Rng::new(7);
        for (game, size, least) in [(Game::Hex, 4, 300), (Game::Y, 5, 100)] {
            let setup = Setup::new(game, size, SwapRule::Off).unwrap();
            let graph = BoardGraph::<1>::new(game, setup.topology());
            let config = SolverConfig { table_bytes: 32 << 20, ..SolverConfig::default() };
            let mut knowing = Solver::new(&setup, config.clone());
            let mut baseline = Solver::baseline(&setup, config);
            let mut win_patterns = WinPatterns::new();
            let mut matched = 0;
            for _ in 0..1500 {
                let stones = random_stones(&graph, 6, &mut rng);
                let turn = Color::ALL[rng.below(2) as usize];
                let at = position(&setup, &stones, turn);
                if at.outcome().is_some() {
                    continue;
                }
                let verdict = baseline.solve(&at, &mut ());
                for (winner, whose) in [(turn, turn), (turn, !turn), (!turn, turn)] {
                    if win_patterns.matching(&stones, winner, whose).next().is_some() {
                        matched += 1;
                        assert_eq!(verdict, Verdict::Won(winner), "{game} {stones:?} {turn}");
                    }
                }
                // Every winning move stays within the carrier of what the opponent would win by.
                for win_pattern in win_patterns.matching(&stones, !turn, !turn) {
                    for cell in stones.empty(&graph).without(win_pattern.carrier).cells() {
                        let mut after = stones;
                        after.put(turn, CellSet::of(cell));
                        let after = position(&setup, &after, !turn);
                        assert_eq!(baseline.solve(&after, &mut ()), Verdict::Won(!turn), "{game} {stones:?}");
                    }
                }
                let known = knowing.solve(&at, &mut ());
                assert_eq!(known, verdict, "{game} {stones:?} {turn}");
                if let (Verdict::Won(winner), Some(carrier)) = (known, knowing.carrier(&at)) {
                    let win_pattern =
                        WinPattern::new(&graph, &stones, winner, CellSet::narrow(carrier), None);
                    win_patterns.insert(win_pattern, winner, turn);
                }
            }
            assert!(matched > least, "{game}: {matched}");
        }
    }

    #[test]
    fn a_full_list_forgets_its_older_half() {
        let win_pattern = |cell: usize| WinPattern::<1> {
            need: CellSet::EMPTY,
            carrier: CellSet::of(Cell::new(cell)),
            by: None,
        };
        let mut win_patterns = WinPatterns::new();
        win_patterns.set_cache_bytes(24 * size_of::<WinPattern<1>>());
        (0..5).for_each(|cell| win_patterns.insert(win_pattern(cell), Color::Black, Color::White));
        let kept: Vec<_> = win_patterns.matching(&StoneSets::default(), Color::Black, Color::White).collect();
        assert_eq!(kept, [4, 3, 2].map(win_pattern).iter().collect::<Vec<_>>());
        assert_eq!(win_patterns.matching(&StoneSets::default(), Color::White, Color::White).count(), 0);
        win_patterns.set_cache_bytes(0);
        win_patterns.insert(win_pattern(0), Color::Black, Color::White);
        assert_eq!(win_patterns.matching(&StoneSets::default(), Color::Black, Color::White).count(), 0);
    }
}
