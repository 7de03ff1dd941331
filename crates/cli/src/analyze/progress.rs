//! How far an analysis is: a bar on a terminal, plain lines elsewhere, both on standard error.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use catena_core::Position;
use catena_engine::Assessment;
use indicatif::{ProgressBar, ProgressStyle};

pub struct Progress {
    bar: Option<ProgressBar>,
    positions: usize,
    done: AtomicUsize,
}

impl Progress {
    /// Starts, and says what is known from before.
    pub fn new(positions: usize, known: usize, file: &Path) -> Self {
        if known > 0 {
            eprintln!("{known} of {positions} positions are known from {}", file.display());
        }
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left {msg}");
            let bar = ProgressBar::new(positions as u64);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        if let Some(bar) = &bar {
            bar.tick();
        }
        Self { bar, positions, done: AtomicUsize::new(0) }
    }

    /// A position is done.
    pub fn step(&self, position: &Position, found: &Assessment) {
        let done = self.done.fetch_add(1, Relaxed) + 1;
        let best = found.best().map_or("-", |best| position.topology().move_name(best));
        let said = format!("{} {best} {:.1} %", position.to_move(), 100.0 * found.value);
        match &self.bar {
            Some(bar) => {
                bar.set_message(said);
                bar.inc(1);
            }
            None => eprintln!("{done}/{} {said}", self.positions),
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
