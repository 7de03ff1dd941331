//! Processor time of our own work.

use std::time::Duration;

/// The processor time of this thread, which other programs do not lengthen.
#[cfg(unix)]
pub(crate) fn of_this_thread() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).ok()?))
}

/// Not told by this system.
#[cfg(not(unix))]
pub(crate) fn of_this_thread() -> Option<Duration> {
    None
}

/// True if matches can be limited by processor time: that of other programs is known too.
pub const CPU_TIME_IS_KNOWN: bool = cfg!(target_os = "linux");
