//! The win rate over the moves of a reviewed game as a standalone SVG picture. Mistakes of the two
//! players differ in shape as well as in color.

use catena_core::chart::{Anchor, Axis, Chart, Marker, Plot, Point, SECONDARY, Tick};
use catena_core::{Color, Topology};

use crate::{Judgement, Perspective, Review, ReviewedMove};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
/// Room for names between the plot and its axis.
const NAMES: f64 = 24.0;

/// Mistakes that are named in the picture; more would cover each other.
const NAMED: usize = 3;
/// Move numbers on the axis, at most.
const NUMBERED: usize = 12;

/// Shows the win rate over the moves: Black's, unless White's is asked for.
#[must_use]
pub fn win_rate_graph(review: &Review, topology: &Topology, view: Perspective, title: &str) -> String {
    let view = if view == Perspective::White { Perspective::White } else { Perspective::Black };
    let moves = review.moves.len();
    let x = Axis { low: 0.0, high: moves.max(1) as f64 };
    let plot = Plot { left: LEFT, right: RIGHT, top: 58.0, bottom: HEIGHT - 52.0 - NAMES, x, y: Axis::UNIT };
    let mut graph = TreePicture { chart: Chart::new(title, LEFT, WIDTH, HEIGHT), plot, view };
    graph.axes(moves);
    graph.curve(review);
    graph.mistakes(review, topology);
    graph.legend();
    graph.chart.finish()
}

struct TreePicture {
    chart: Chart,
    plot: Plot,
    view: Perspective,
}

impl TreePicture {
    fn axes(&mut self, moves: usize) {
        self.plot.y_grid(&mut self.chart, &Tick::quarters(""), Some(0.5));
        let numbers = (0..=moves).step_by(step(moves));
        let ticks: Vec<Tick> =
            numbers.map(|number| Tick { at: number as f64, label: number.to_string() }).collect();
        self.plot.x_axis(&mut self.chart, &ticks, NAMES);
        self.plot.x_label(&mut self.chart, NAMES + 38.0, "move");
        let whose = if self.view == Perspective::White { "White" } else { "Black" };
        let (_, middle) = self.plot.at(0.0, 0.5);
        self.chart.upward_text((20.0, middle), &format!("{whose} wins, %"));
    }

    fn curve(&mut self, review: &Review) {
        let start = review.moves.first().map(|first| first.before(self.view));
        let values = start.into_iter().chain(review.moves.iter().map(|played| played.after(self.view)));
        let pairs = values.enumerate().map(|(number, value)| (number as f64, value));
        let points = self.plot.points(pairs);
        let even = |number: f64| self.plot.at(number, 0.5);
        let area: Vec<Point> =
            [even(0.0)].into_iter().chain(points.clone()).chain([even(self.plot.x.high)]).collect();
        self.chart.area(&area);
        self.chart.series(&points);
    }

    /// All mistakes, the worst on top and by name.
    fn mistakes(&mut self, review: &Review, topology: &Topology) {
        let mistakes = review.mistakes();
        for mistake in mistakes.iter().rev() {
            let (number, name) = (mistake.number, mistake.name(topology));
            let kind = mistake.judgement.map_or("", Judgement::name);
            let tooltip = format!("{number}. {name}: {kind}, gives away {:.1} %", 100.0 * mistake.loss);
            let at = self.plot.at(number as f64, mistake.after(self.view));
            self.chart.mark(at, marker(mistake.player), &tooltip);
        }
        for mistake in mistakes.iter().take(NAMED) {
            self.name(mistake, topology);
        }
    }

    /// The name of a move beyond the end of its drop.
    fn name(&mut self, mistake: &ReviewedMove, topology: &Topology) {
        let falls = mistake.after(self.view) < mistake.before(self.view);
        let away = if falls { 20.0 } else { -11.0 };
        let (x, y) = self.plot.at(mistake.number as f64, mistake.after(self.view));
        let at = (x.clamp(LEFT + 20.0, RIGHT - 8.0), y + away);
        self.chart.rimmed_text(at, &format!("{} {}", mistake.number, mistake.name(topology)));
    }

    fn legend(&mut self) {
        for (color, whose, x) in
            [(Color::Black, "Black", RIGHT - 280.0), (Color::White, "White", RIGHT - 132.0)]
        {
            self.chart.mark((x, 22.0), marker(color), "");
            self.chart.text((x + 10.0, 27.0), Anchor::Start, &format!("mistake of {whose}"));
        }
    }
}

const fn marker(player: Color) -> Marker {
    match player {
        Color::Black => Marker::Disc { radius: 5.4, color: SECONDARY },
        Color::White => Marker::Diamond,
    }
}

/// Moves between two numbers on the axis.
fn step(moves: usize) -> usize {
    [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| moves / step <= NUMBERED).unwrap_or(moves / NUMBERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_the_axis_are_many_and_do_not_crowd() {
        for moves in 1..=2_000 {
            let numbers = moves / step(moves);
            assert!(numbers <= NUMBERED, "{moves} moves: {numbers} numbers");
            assert!(numbers >= NUMBERED.min(moves) / 3, "{moves} moves: {numbers} numbers");
        }
    }
}
