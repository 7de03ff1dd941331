//! Table of the runs that the own stones around a cell form.
//!
//! A run is a maximal sequence of own stones in circular order. Its stones belong to one group
//! already, so one find per run says all about them, and most moves have one run or none.

/// Directions around a cell of a flat board.
const DIRECTIONS: usize = 6;

/// The runs of one arrangement of own neighbors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    /// Number of runs.
    pub count: u8,
    /// The direction in which each run starts.
    pub first: [u8; 3],
    /// The directions that lie in the middle of three own neighbors, a bit each.
    pub middles: u8,
}

/// The runs for every set of directions that hold own stones.
pub(super) static RUNS: [Runs; 1 << DIRECTIONS] = all_runs();

const fn all_runs() -> [Runs; 1 << DIRECTIONS] {
    let mut table = [Runs { count: 0, first: [0; 3], middles: 0 }; 1 << DIRECTIONS];
    let mut mask = 0;
    while mask < table.len() {
        table[mask] = runs(mask);
        mask += 1;
    }
    table
}

const fn runs(mask: usize) -> Runs {
    let mut runs = Runs { count: 0, first: [0; 3], middles: 0 };
    let mut direction = 0;
    while direction < DIRECTIONS {
        let own = mask >> direction & 1 == 1;
        let before = mask >> ((direction + DIRECTIONS - 1) % DIRECTIONS) & 1 == 1;
        let after = mask >> ((direction + 1) % DIRECTIONS) & 1 == 1;
        if own && !before {
            runs.first[runs.count as usize] = direction as u8;
            runs.count += 1;
        }
        if own && before && after {
            runs.middles |= 1 << direction;
        }
        direction += 1;
    }
    // A full circle has no first stone, yet it is one run.
    if mask == (1 << DIRECTIONS) - 1 {
        runs.count = 1;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::RUNS;

    #[test]
    fn runs_are_counted_around_the_corner() {
        assert_eq!(RUNS[0].count, 0);
        assert_eq!((RUNS[0b100011].count, RUNS[0b100011].first[0]), (1, 5));
        assert_eq!(RUNS[0b100011].middles, 0b000001);
        assert_eq!((RUNS[0b010101].count, RUNS[0b010101].middles), (3, 0));
        assert_eq!((RUNS[0b111111].count, RUNS[0b111111].middles), (1, 0b111111));
    }
}
