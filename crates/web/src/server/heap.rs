//! Memory of ended searches goes back to the system. The allocator of glibc keeps freed pages in an arena for each
//! thread until it is told to give them back: after a load of a minute half a gigabyte stayed resident (R8).

use std::time::Duration;

/// The allocator is locked while pages are given back, so this is not done more often.
pub const INTERVAL: Duration = Duration::from_secs(5);

/// Gives free pages of all arenas back. Other allocators do so by themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "no crate wraps this function")]
pub fn give_back() {
    // SAFETY: malloc_trim may be called at any time by any thread, and changes nothing that is in use.
    unsafe { libc::malloc_trim(0) };
}

/// Gives free pages of all arenas back. Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
