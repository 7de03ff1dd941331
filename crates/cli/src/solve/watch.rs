//! How far a proof is, on standard error: a line that changes on a terminal, plain lines elsewhere;
//! and when it has to stop.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catena_proof::{Solver, SolverObserver, SolverProgress};
use indicatif::ProgressBar;

use crate::interrupt;

/// Plain lines are at least so far apart.
const PAUSE: Duration = Duration::from_secs(10);
/// The line of a terminal is not drawn more often.
const REDRAW: Duration = Duration::from_millis(200);
/// A proof with a store is saved so often.
const SAVE_EVERY: Duration = Duration::from_secs(60);

pub struct Watch {
    began: Instant,
    told: Instant,
    saved: Option<Instant>,
    limit: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    bar: Option<ProgressBar>,
}

impl Watch {
    pub fn new(limit: Option<Duration>, stored: bool) -> anyhow::Result<Self> {
        let now = Instant::now();
        Ok(Self {
            began: now,
            told: now,
            saved: stored.then_some(now),
            limit,
            interrupted: interrupt::flag()?,
            bar: io::stderr().is_terminal().then(ProgressBar::new_spinner),
        })
    }

    /// Whether the proof has to end, and not only to pause.
    pub fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
            || self.limit.is_some_and(|limit| self.began.elapsed() >= limit)
    }

    /// What is known now is in the file.
    pub fn saved(&mut self) {
        self.saved = Some(Instant::now());
    }

    pub fn finish(&self, solver: &Solver, store: Option<&Path>) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.began.elapsed().as_secs_f64();
        if self.is_over() {
            let how = match store {
                Some(file) => format!("the same command goes on with {}", file.display()),
                None => "with --store FILE it could go on later".to_owned(),
            };
            eprintln!("stopped after {} positions in {seconds:.1} s; {how}", solver.nodes());
        } else if self.bar.is_some() {
            eprintln!("{} positions in {seconds:.1} s", solver.nodes());
        }
    }

    fn tell(&mut self, progress: &SolverProgress) {
        let pause = if self.bar.is_some() { REDRAW } else { PAUSE };
        if self.told.elapsed() < pause {
            return;
        }
        self.told = Instant::now();
        let SolverProgress { nodes, table_used, table_capacity, claim, proof, disproof } = progress;
        let table = 100 * table_used / (*table_capacity).max(1);
        let seconds = self.began.elapsed().as_secs();
        let text = format!(
            "{seconds} s, {nodes} positions, table {table} % full, {claim} wins? proof {proof}, disproof {disproof}"
        );
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            None => eprintln!("{text}"),
        }
    }
}

impl SolverObserver for Watch {
    fn progress(&mut self, progress: &SolverProgress) -> ControlFlow<()> {
        self.tell(progress);
        let save = self.saved.is_some_and(|saved| saved.elapsed() >= SAVE_EVERY);
        if save || self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
