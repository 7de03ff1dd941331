//! Games a second that a cluster plays, by a model fed with measured figures, and the part that gives way
//! first.
//!
//! `cargo run --release --example simulate [-- BROKER_US STORE_US BYTES MBIT]`: processor time of the NATS server and of
//! the collector for a job in microseconds, bytes of a game on the wire, and the network of the server in Mbit/s.
//!
//! A closed network of queues: each slot of a worker plays a game (exponential length), then its job waits for the
//! server, for the network and for the collector, each of which serves one after another; then the slot plays again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Figures of docs/cluster-design.md, measured on 2026-11-18.
const BROKER_US: f64 = 450.0;
const STORE_US: f64 = 190.0;
const BYTES: f64 = 1_400.0;
const MBIT: f64 = 1_000.0;

/// Games that are simulated for each row.
const GAMES: usize = 200_000;

/// A part that serves jobs one after another.
struct Part {
    name: &'static str,
    service: f64,
    free_at: f64,
    busy: f64,
}

impl Part {
    /// When a job that comes now has been served.
    fn serve(&mut self, now: f64) -> f64 {
        self.free_at = self.free_at.max(now) + self.service;
        self.busy += self.service;
        self.free_at
    }
}

/// A small generator: the model needs no better one.
struct Chance(u64);

impl Chance {
    /// A number from an exponential distribution with mean 1.
    fn exponential(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        -(((self.0 >> 11) + 1) as f64 / (1u64 << 53) as f64).ln()
    }
}

/// Games a second of this many slots, and the share of time that each part was busy.
fn simulate(
    slots: usize,
    seconds: f64,
    services: [(&'static str, f64); 3],
) -> (f64, Vec<(&'static str, f64)>) {
    let mut parts = services.map(|(name, service)| Part { name, service, free_at: 0.0, busy: 0.0 });
    let mut chance = Chance(88_172_645_463_325_252);
    // When the next game of each slot ends, in nanoseconds: whole numbers can be ordered.
    let as_key = |time: f64| Reverse((time * 1e9) as u64);
    let mut ends: BinaryHeap<Reverse<u64>> =
        (0..slots).map(|_| as_key(seconds * chance.exponential())).collect();
    let games = GAMES.max(5 * slots);
    let mut now = 0.0;
    for _ in 0..games {
        let Some(Reverse(end)) = ends.pop() else { break };
        now = end as f64 / 1e9;
        let told = parts.iter_mut().fold(now, |time, part| part.serve(time));
        ends.push(as_key(told + seconds * chance.exponential()));
    }
    let last = parts.iter().map(|part| part.free_at).fold(now, f64::max);
    (games as f64 / last, parts.iter().map(|part| (part.name, part.busy / last)).collect())
}

fn main() {
    let mut given = std::env::args().skip(1).map(|text| text.parse::<f64>().ok());
    let mut figure = |default: f64| given.next().flatten().unwrap_or(default);
    let (broker, store, bytes, mbit) = (figure(BROKER_US), figure(STORE_US), figure(BYTES), figure(MBIT));
    let services =
        [("server", broker / 1e6), ("network", 8.0 * bytes / (mbit * 1e6)), ("collector", store / 1e6)];
    println!(
        "{broker} µs of the server and {store} µs of the collector a job, {bytes} bytes a game, {mbit} Mbit/s\n"
    );
    println!("{:>8} {:>10} {:>12} {:>8}  busiest part", "seconds", "workers", "games/s", "of ideal");
    for seconds in [0.1, 1.0, 10.0, 60.0] {
        for slots in [1, 10, 100, 1_000, 10_000] {
            let (rate, busy) = simulate(slots, seconds, services);
            let ideal = slots as f64 / seconds;
            let busiest = busy.into_iter().fold(("none", 0.0), |a, b| if b.1 > a.1 { b } else { a });
            println!(
                "{seconds:>8} {slots:>10} {rate:>12.1} {:>7.1}%  {} {:.0} %",
                100.0 * rate / ideal,
                busiest.0,
                100.0 * busiest.1
            );
        }
    }
}
