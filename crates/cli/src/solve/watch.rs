//! Progress display of a proof, and its stop conditions.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catena_proof::{Solver, SolverObserver, SolverProgress};

use crate::interrupt;
use crate::progress::{Meter, counted, say_stopped};

/// A proof with a store is saved so often.
const SAVE_EVERY: Duration = Duration::from_secs(60);

pub struct Watch {
    began: Instant,
    saved: Option<Instant>,
    limit: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    meter: Meter,
}

impl Watch {
    pub fn new(limit: Option<Duration>, stored: bool) -> anyhow::Result<Self> {
        let now = Instant::now();
        Ok(Self {
            began: now,
            saved: stored.then_some(now),
            limit,
            interrupted: interrupt::flag()?,
            meter: Meter::new("positions", None, 0),
        })
    }

    /// Returns true if it was asked to end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns true if the proof has to end, and not only to pause.
    pub fn is_over(&self) -> bool {
        self.is_interrupted() || self.limit.is_some_and(|limit| self.began.elapsed() >= limit)
    }

    /// Notes that the file has all results so far.
    pub fn saved(&mut self) {
        self.saved = Some(Instant::now());
    }

    pub fn finish(&self, solver: &Solver, store: Option<&Path>) {
        self.meter.finish();
        let found =
            format!("{} in {:.1} s", counted(solver.nodes(), "position"), self.began.elapsed().as_secs_f64());
        match store {
            Some(file) if self.is_over() => say_stopped(format_args!("{found}, kept in {}", file.display())),
            None if self.is_over() => eprintln!("stopped after {found}; with --store FILE it could resume"),
            _ if self.meter.has_bar() => eprintln!("{found}"),
            _ => {}
        }
    }

    fn report(&mut self, progress: &SolverProgress) {
        let SolverProgress { nodes, table_used, table_capacity, claim, proof, disproof } = progress;
        self.meter.update(*nodes, || {
            let table = 100 * table_used / (*table_capacity).max(1);
            format!("table {table} % full, {claim} wins? proof {proof}, disproof {disproof}")
        });
    }
}

impl SolverObserver for Watch {
    fn progress(&mut self, progress: &SolverProgress) -> ControlFlow<()> {
        self.report(progress);
        let save = self.saved.is_some_and(|saved| saved.elapsed() >= SAVE_EVERY);
        if save || self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
