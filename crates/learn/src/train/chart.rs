//! The curve of a run as a standalone SVG picture: losses, top-1 accuracy and gate over generations.

use catena_arena::plot::{BACKGROUND, GRID, INK, OURS, THEIRS, escaped, number, ticks};

use super::state::{Generation, RunState};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 560.0;
const PANEL_WIDTH: f64 = 340.0;
const PANEL_HEIGHT: f64 = 180.0;

/// One curve over the generations.
struct Curve {
    title: &'static str,
    value: fn(&Generation) -> f64,
}

const CURVES: [Curve; 4] = [
    Curve {
        title: "policy on held-out games: cross-entropy minus entropy, nats",
        value: |g| g.policy_loss - g.policy_entropy,
    },
    Curve { title: "result of held-out games: cross-entropy, nats", value: |g| g.value_loss },
    Curve { title: "top-1: share of moves predicted", value: |g| g.top1 },
    Curve { title: "gate: points against the best before", value: |g| g.gate_score },
];

/// Draws it. The same state gives the same text.
pub(super) fn curve(state: &RunState) -> String {
    let options = &state.options;
    let games: u64 = state.generations.iter().map(|generation| generation.games).sum();
    let (layers, channels) = (options.architecture.layers, options.architecture.channels);
    let generations = state.generations.len();
    let title =
        format!("{}, {layers} × {channels}: {generations} generations, {games} games", options.game());
    let title = escaped(&title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <text x=\"24\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
    for (place, curve) in CURVES.iter().enumerate() {
        let left = 60.0 + (place % 2) as f64 * 420.0;
        let top = 74.0 + (place / 2) as f64 * 245.0;
        svg.push_str(&panel(curve, &state.generations, left, top));
    }
    svg.push_str("</svg>\n");
    svg
}

fn panel(curve: &Curve, generations: &[Generation], left: f64, top: f64) -> String {
    let points: Vec<(f64, f64, bool)> = generations
        .iter()
        .map(|generation| (f64::from(generation.number), (curve.value)(generation), generation.accepted))
        .collect();
    let last = points.last().map_or(1.0, |point| point.0).max(2.0);
    let values = || points.iter().map(|point| point.1);
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    let (low, high) = if high > low { (low, high) } else { (0.0, 1.0) };
    let x = |value: f64| left + PANEL_WIDTH * (value - 1.0) / (last - 1.0);
    let y = |value: f64| top + PANEL_HEIGHT * (high - value) / (high - low);
    let mut svg = format!("<text x=\"{left:.1}\" y=\"{:.1}\">{}</text>\n", top - 10.0, escaped(curve.title));
    for tick in ticks(low, high) {
        let at = y(tick);
        svg.push_str(&format!(
            "<line x1=\"{left:.1}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"{GRID}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"11\">{}</text>\n",
            left + PANEL_WIDTH,
            left - 5.0,
            at + 4.0,
            number(tick)
        ));
    }
    for tick in ticks(1.0, last) {
        svg.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\">{}</text>\n",
            x(tick),
            top + PANEL_HEIGHT + 16.0,
            number(tick)
        ));
    }
    let line: Vec<String> =
        points.iter().map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1))).collect();
    svg.push_str(&format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{OURS}\" stroke-width=\"2\"/>\n",
        line.join(" ")
    ));
    // Candidates that did not become the best.
    for point in points.iter().filter(|point| !point.2) {
        svg.push_str(&format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{THEIRS}\"/>\n",
            x(point.0),
            y(point.1)
        ));
    }
    svg
}
