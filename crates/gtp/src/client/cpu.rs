//! Processor time of another program, where the system tells it.

use std::time::Duration;

/// Processor time of all processes of a process group, and of their children that have ended: an engine may be started by a
/// script. Its resolution is that of the system's clock ticks, usually 10 ms. `None` where `/proc` does not tell it.
#[cfg(target_os = "linux")]
pub fn of_group(group: u32) -> Option<Duration> {
    let mut ticks = None;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let is_process = entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok());
        // A process may end while we look.
        let stat = is_process.then(|| std::fs::read_to_string(entry.path().join("stat")).ok()).flatten();
        if let Some(more) = stat.and_then(|stat| ticks_in_group(&stat, group)) {
            *ticks.get_or_insert(0) += more;
        }
    }
    let per_second = rustix::param::clock_ticks_per_second();
    Some(Duration::from_secs_f64(ticks? as f64 / per_second as f64))
}

/// Not told by this system.
#[cfg(not(target_os = "linux"))]
pub fn of_group(_: u32) -> Option<Duration> {
    None
}

/// Ticks that a process has used, itself and by its ended children, if it is of the group.
#[cfg(target_os = "linux")]
fn ticks_in_group(stat: &str, group: u32) -> Option<u64> {
    // The name of the program may have blanks and parentheses in it.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    // state, parent, group, …; the four times are fields 14 to 17 of the whole line.
    if fields.get(2)?.parse() != Ok(group) {
        return None;
    }
    let times: Option<Vec<i64>> = (11..15).map(|field| fields.get(field)?.parse().ok()).collect();
    Some(times?.iter().sum::<i64>().unsigned_abs())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_group_are_added_up() {
        let stat = "12 (a (b) c) S 1 77 12 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 1 0 5";
        assert_eq!(ticks_in_group(stat, 77), Some(127));
        assert_eq!(ticks_in_group(stat, 12), None);
        assert_eq!(ticks_in_group("12 (x", 12), None);
        assert_eq!(of_group(0x7fff_ffff), None);
    }

    #[test]
    fn the_time_of_our_own_group_is_at_least_our_own() {
        let stat = || std::fs::read_to_string("/proc/self/stat").unwrap();
        let group = stat().rsplit_once(')').unwrap().1.split_whitespace().nth(2).unwrap().parse().unwrap();
        // Work until the system has counted some of it.
        let mut ticks = 0;
        while ticks < 3 {
            ticks = ticks_in_group(&stat(), group).unwrap();
        }
        let own = Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64);
        assert!(of_group(group).unwrap() >= own);
    }
}
