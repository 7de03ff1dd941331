//! Progress of a long job: a bar on a terminal, plain lines elsewhere, both on standard error. And the words
//! in which every job says that it resumes.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use catena_arena::job::{Progress, RESUME_HINT};
use indicatif::{ProgressBar, ProgressStyle};

/// Plain lines are at least this far apart, or a log would be longer than the job.
const LOG_EVERY: Duration = Duration::from_secs(10);
/// The bar's message is not made more often: it may take a regression, and quick steps would wait.
const REDRAW_EVERY: Duration = Duration::from_millis(500);

/// The progress of one job.
pub struct Meter {
    bar: Option<ProgressBar>,
    /// Unit of the steps, such as `games`.
    unit: &'static str,
    total: Option<u64>,
    resumed: u64,
    began: Instant,
    last_reported: Option<Instant>,
    log_every: Duration,
}

impl Meter {
    /// A job of which an earlier run did the first `resumed` steps.
    pub fn new(unit: &'static str, total: Option<u64>, resumed: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::no_length();
            // The time that has passed shows that something happens before the first step is done.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let mut meter = Self {
            bar,
            unit,
            total,
            resumed,
            began: Instant::now(),
            last_reported: None,
            log_every: LOG_EVERY,
        };
        meter.start(unit, total, resumed);
        meter
    }

    /// Writes a plain line for each step, for jobs whose steps are few.
    pub const fn with_a_line_per_step(mut self) -> Self {
        self.log_every = Duration::ZERO;
        self
    }

    /// Another phase of the same job begins, unless it has begun.
    pub fn phase(&mut self, unit: &'static str, total: u64) {
        if (self.unit, self.total) != (unit, Some(total)) {
            self.start(unit, Some(total), 0);
        }
    }

    fn start(&mut self, unit: &'static str, total: Option<u64>, resumed: u64) {
        (self.unit, self.total, self.resumed) = (unit, total, resumed);
        (self.began, self.last_reported) = (Instant::now(), None);
        if let Some(bar) = &self.bar {
            let template = match total {
                Some(_) => format!("{{bar:20}} {{pos}}/{{len}} {unit} {{elapsed}}  {{wide_msg}}"),
                None => format!("{{spinner}} {{pos}} {unit} {{elapsed}}  {{wide_msg}}"),
            };
            bar.set_style(
                ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.set_length(total.unwrap_or_default());
            bar.set_position(resumed);
            bar.set_message("");
            bar.reset_elapsed();
            bar.tick();
        }
    }

    /// Progress of the job after this many steps.
    pub fn progress(&self, done: u64) -> Progress {
        Progress { done, resumed: self.resumed, total: self.total, elapsed: self.began.elapsed() }
    }

    /// Reports that many steps are done, if the last report is old enough; the first and the last step
    /// are always reported.
    pub fn update(&mut self, done: u64, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
        let pause = if self.bar.is_some() { REDRAW_EVERY } else { self.log_every };
        let recent = self.last_reported.is_some_and(|reported| reported.elapsed() < pause);
        if recent && Some(done) != self.total {
            return;
        }
        self.last_reported = Some(Instant::now());
        let remaining = self.progress(done).remaining();
        let remaining = remaining.map_or(String::new(), |left| format!("{:.0} s left  ", left.as_secs_f64()));
        let text = remaining + &message();
        match (&self.bar, self.total) {
            (Some(bar), _) => bar.set_message(text),
            (None, Some(total)) => eprintln!("{done}/{total} {}, {text}", self.unit),
            (None, None) => eprintln!("{done} {}, {text}", self.unit),
        }
    }

    /// Writes a line above the bar.
    pub fn line(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// Returns true if a person watches a bar.
    pub const fn has_bar(&self) -> bool {
        self.bar.is_some()
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A number of things, `1 game` or `2 games`; of `pair of games` the first word gets the plural.
pub fn counted(count: u64, thing: &str) -> String {
    let (word, rest) = thing.split_at(thing.find(' ').unwrap_or(thing.len()));
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}{rest}")
}

/// Says what a job resumes from; the thing in the singular.
pub fn say_resuming(done: u64, thing: &str, source: impl std::fmt::Display) {
    let are = if done == 1 { "is" } else { "are" };
    eprintln!("resuming: {} {are} in {source}", counted(done, thing));
}

/// Says that a damaged checkpoint was put aside.
pub fn damaged_line(moved_to: &Path) -> String {
    format!("the checkpoint was damaged and is now {}; starting again", moved_to.display())
}

/// Says that a job was interrupted and how it resumes.
pub fn say_stopped(source: impl std::fmt::Display) {
    eprintln!("stopped; {RESUME_HINT} ({source})");
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(counted(0, "game"), "0 games");
        assert_eq!(counted(1, "pair of games"), "1 pair of games");
        assert_eq!(counted(2, "pair of games"), "2 pairs of games");
    }
}
