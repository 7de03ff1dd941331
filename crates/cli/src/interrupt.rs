//! Ctrl-C: the first asks to finish what is under way, the second to stop at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use catena_arena::Stop;

/// Watches for Ctrl-C and the request to terminate, and tells so on standard error.
pub fn watch(what: &'static str) -> anyhow::Result<Arc<Stop>> {
    let stop = Arc::new(Stop::new());
    let (asked, again) = (Arc::clone(&stop), AtomicBool::new(false));
    ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            asked.now();
        } else {
            asked.finish_games();
            eprintln!("\nfinishing {what}; press Ctrl-C again to stop at once");
        }
    })
    .context("watching for Ctrl-C")?;
    Ok(stop)
}

/// A flag that Ctrl-C and the request to terminate set.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let asked = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&asked);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).context("watching for Ctrl-C")?;
    Ok(asked)
}
