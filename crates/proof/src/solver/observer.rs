//! Observers, which watch a proof and may stop it.

use std::ops::ControlFlow;

use catena_core::Color;

/// Progress of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverProgress {
    /// Positions visited so far.
    pub nodes: u64,
    /// Entries of the table in use.
    pub table_used: usize,
    /// Entries the table has.
    pub table_capacity: usize,
    /// The color whose win is being proved or disproved.
    pub claim: Color,
    /// Positions that must be settled at least, to show that the player to move reaches its aim (in
    /// Hex and Y quarters of them) …
    pub proof: u32,
    /// … and to show that it does not.
    pub disproof: u32,
}

/// Hears how far a proof has come and may stop it.
pub trait SolverObserver {
    /// Called every [`SolverConfig::report_every`](crate::SolverConfig::report_every) positions.
    fn progress(&mut self, progress: &SolverProgress) -> ControlFlow<()>;
}

impl SolverObserver for () {
    fn progress(&mut self, _: &SolverProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&SolverProgress) -> ControlFlow<()>> SolverObserver for F {
    fn progress(&mut self, progress: &SolverProgress) -> ControlFlow<()> {
        self(progress)
    }
}
