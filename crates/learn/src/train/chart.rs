//! The curve of a run as a standalone SVG picture: losses, top-1 accuracy and gate over generations.

use catena_core::chart::{Anchor, Axis, Chart, Marker, Plot, SECONDARY};

use super::state::{Generation, RunState};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 560.0;

/// One curve over the generations.
struct Curve {
    title: &'static str,
    value: fn(&Generation) -> f64,
}

const CURVES: [Curve; 4] = [
    Curve { title: "policy: cross-entropy above the target's entropy, nats", value: policy_excess },
    Curve { title: "result: cross-entropy, nats", value: |generation| generation.value_loss },
    Curve { title: "top-1: share of moves predicted", value: |generation| generation.top1 },
    Curve { title: "gate: points against the best before", value: |generation| generation.gate_score },
];

fn policy_excess(generation: &Generation) -> f64 {
    generation.policy_loss - generation.policy_entropy
}

/// Draws it. The same state gives the same text.
pub(super) fn curve(state: &RunState) -> String {
    let architecture = &state.options.architecture;
    let games: u64 = state.generations.iter().map(|generation| generation.games).sum();
    let title = format!(
        "{}, {} × {}: {} generations, {games} games; losses on held-out games",
        architecture.game,
        architecture.layers,
        architecture.channels,
        state.generations.len()
    );
    let mut chart = Chart::new(&title, 24.0, WIDTH, HEIGHT);
    for (place, curve) in CURVES.iter().enumerate() {
        let left = 60.0 + (place % 2) as f64 * 420.0;
        let top = 74.0 + (place / 2) as f64 * 245.0;
        add(&mut chart, curve, &state.generations, (left, top));
    }
    chart.finish()
}

fn add(chart: &mut Chart, curve: &Curve, generations: &[Generation], (left, top): (f64, f64)) {
    let y = Axis::around(generations.iter().map(curve.value));
    let x = Axis { low: 1.0, high: (generations.len() as f64).max(2.0) };
    let plot = Plot { left, right: left + 340.0, top, bottom: top + 180.0, x, y };
    chart.text((left, top - 10.0), Anchor::Start, curve.title);
    plot.x_grid(chart, &plot.x.ticks());
    plot.y_grid(chart, &plot.y.ticks(), None);
    let place = |generation: &Generation| (f64::from(generation.number), (curve.value)(generation));
    chart.series(&plot.points(generations.iter().map(place)));
    for rejected in generations.iter().filter(|generation| !generation.accepted) {
        let (x, y) = place(rejected);
        chart.mark(plot.at(x, y), Marker::Disc { radius: 3.0, color: SECONDARY }, "did not become the best");
    }
}
