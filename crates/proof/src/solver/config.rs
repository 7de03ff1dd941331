//! The parameters of a solver.

/// The resources of a solver and the constants of its search.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverConfig {
    /// Bytes of all that is remembered: the transposition table, the carriers of settled positions
    /// and cached probes.
    pub table_bytes: usize,
    /// Threads that search at the same time.
    pub threads: usize,
    /// Amount by which the best move may get worse than the second before the search turns to that: 0.25 is a
    /// quarter.
    pub epsilon: f64,
    /// Where moves are ordered (Hex and Y), the search tries this many of the best …
    pub window_base: usize,
    /// … and this part of all that are not refuted yet, before it widens.
    pub window_part: f64,
    /// Positions that are searched below one before a deep probe looks for frames there (Havannah); 1
    /// probes each, `None` none.
    pub frames_after: Option<u64>,
    /// Positions between two reports to the observer.
    pub report_every: u64,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            table_bytes: 256 << 20,
            threads: 1,
            epsilon: 0.25,
            window_base: 1,
            window_part: 0.25,
            frames_after: Some(1000),
            report_every: 64,
        }
    }
}

impl SolverConfig {
    pub(crate) fn window(&self, moves: usize) -> usize {
        self.window_base + (moves as f64 * self.window_part).ceil() as usize
    }
}
