//! Time that was spent on our own work.

use std::time::Duration;

/// Name of the time that [`now`] counts, for people.
pub const WHAT_IT_COUNTS: &str = if cfg!(unix) { "processor time" } else { "time of day" };

/// The processor time of this thread, which other programs do not lengthen.
#[cfg(unix)]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).expect("a part of a second");
    Duration::new(time.tv_sec.unsigned_abs(), nanos)
}

/// The time of day, where the time of a thread is not known.
#[cfg(not(unix))]
pub fn now() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}
