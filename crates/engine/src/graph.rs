//! The win rate over the moves of a reviewed game as a standalone SVG picture.
//!
//! Colours are of the palette of Okabe and Ito (2008); mistakes of the two players also differ in
//! shape.

use std::fmt::Write;

use catena_core::{Color, Topology};

use crate::{Review, ReviewedMove, View};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 58.0;
const BOTTOM: f64 = HEIGHT - 52.0;
/// Where no chance is left; below it is room for names.
const ZERO: f64 = BOTTOM - 24.0;

const BACKGROUND: &str = "#faf8f4";
const INK: &str = "#3a3a3a";
const GRID: &str = "#d9d4c8";
const LINE: &str = "#0072b2";
const MARK: &str = "#d55e00";

/// Mistakes that are named in the picture; more would cover each other.
const NAMED: usize = 3;

/// Draws the chances over the moves, for the player who began as Black unless White's are asked
/// for. The same review gives the same text.
#[must_use]
pub fn win_rate_graph(review: &Review, topology: &Topology, view: View, title: &str) -> String {
    let view = if view == View::White { View::White } else { View::Black };
    let mut graph = Graph { svg: String::new(), moves: review.moves.len(), view };
    graph.open(title);
    graph.axes();
    graph.curve(review);
    graph.mistakes(review, topology);
    graph.svg.push_str("</svg>\n");
    graph.svg
}

struct Graph {
    svg: String,
    moves: usize,
    view: View,
}

impl Graph {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.svg.write_fmt(text).expect("a string takes all text");
    }

    fn x(&self, number: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * number as f64 / self.moves.max(1) as f64
    }

    fn whose(&self) -> &'static str {
        if self.view == View::White { "White" } else { "Black" }
    }

    fn open(&mut self, title: &str) {
        let title = escaped(title);
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
             <text x=\"{LEFT}\" y=\"26\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
        ));
    }

    /// Lines for every quarter, numbers for some moves, and what the axes mean.
    fn axes(&mut self) {
        self.put(format_args!("<g class=\"axes\" text-anchor=\"end\">\n"));
        for percent in [0, 25, 50, 75, 100] {
            let y = y(f64::from(percent) / 100.0);
            let stroke = if percent == 50 { "#8a8578" } else { GRID };
            self.put(format_args!(
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"{stroke}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{percent}</text>\n",
                LEFT - 8.0,
                y + 4.5
            ));
        }
        self.put(format_args!(
            "</g>\n<g class=\"moves\" text-anchor=\"middle\">\n\
             <line x1=\"{LEFT}\" y1=\"{BOTTOM}\" x2=\"{RIGHT}\" y2=\"{BOTTOM}\" stroke=\"{INK}\"/>\n"
        ));
        for number in (0..=self.moves).step_by(step(self.moves)) {
            let x = self.x(number);
            self.put(format_args!(
                "<line x1=\"{x:.1}\" y1=\"{BOTTOM}\" x2=\"{x:.1}\" y2=\"{}\" stroke=\"{INK}\"/>\
                 <text x=\"{x:.1}\" y=\"{}\">{number}</text>\n",
                BOTTOM + 5.0,
                BOTTOM + 20.0
            ));
        }
        let (middle, whose) = ((LEFT + RIGHT) / 2.0, self.whose());
        let height = y(0.5);
        self.put(format_args!(
            "<text x=\"{middle:.1}\" y=\"{:.1}\">move</text>\n\
             <text transform=\"translate(20 {height:.1}) rotate(-90)\">{whose} wins, %</text>\n</g>\n",
            HEIGHT - 14.0
        ));
    }

    fn curve(&mut self, review: &Review) {
        let start = review.moves.first().map(|first| first.before(self.view));
        let values = start.into_iter().chain(review.moves.iter().map(|played| played.after(self.view)));
        let points: Vec<String> =
            values.enumerate().map(|(i, value)| format!("{:.1},{:.1}", self.x(i), y(value))).collect();
        let (points, middle) = (points.join(" "), y(0.5));
        self.put(format_args!(
            "<polygon points=\"{LEFT},{middle:.1} {points} {:.1},{middle:.1}\" fill=\"{LINE}\" \
             fill-opacity=\"0.12\"/>\n<polyline points=\"{points}\" fill=\"none\" stroke=\"{LINE}\" \
             stroke-width=\"2.2\" stroke-linejoin=\"round\"/>\n",
            self.x(self.moves)
        ));
    }

    /// A disc for Black's mistakes, a diamond for White's; the worst ones by name.
    fn mistakes(&mut self, review: &Review, topology: &Topology) {
        let mistakes = review.mistakes();
        self.put(format_args!(
            "<g class=\"mistakes\" stroke=\"{MARK}\" stroke-width=\"1.8\" text-anchor=\"middle\">\n"
        ));
        for mistake in mistakes.iter().rev() {
            let (x, y) = (self.x(mistake.number), y(mistake.after(self.view)));
            let title = format!(
                "{}. {} gives away {:.1} %",
                mistake.number,
                mistake.name(topology),
                100.0 * mistake.loss
            );
            self.mark(mistake.player, x, y, &escaped(&title));
        }
        for mistake in mistakes.iter().take(NAMED) {
            self.name(mistake, topology);
        }
        for (color, x) in [(Color::Black, RIGHT - 280.0), (Color::White, RIGHT - 132.0)] {
            let whose = if color == Color::Black { "Black" } else { "White" };
            self.mark(color, x, 21.0, "");
            self.put(format_args!(
                "<text x=\"{:.1}\" y=\"26\" stroke=\"none\" text-anchor=\"start\">mistake of {whose}</text>\n",
                x + 10.0
            ));
        }
        self.put(format_args!("</g>\n"));
    }

    fn mark(&mut self, color: Color, x: f64, y: f64, title: &str) {
        match color {
            Color::Black => self.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{MARK}\"><title>{title}</title></circle>\n"
            )),
            Color::White => self.put(format_args!(
                "<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\" fill=\"#ffffff\"><title>{title}</title></path>\n",
                y - 6.0
            )),
        }
    }

    /// The name of a move beyond the end of its drop.
    fn name(&mut self, mistake: &ReviewedMove, topology: &Topology) {
        let falls = mistake.after(self.view) < mistake.before(self.view);
        let away = if falls { 20.0 } else { -11.0 };
        let x = self.x(mistake.number).clamp(LEFT + 20.0, RIGHT - 8.0);
        let y = y(mistake.after(self.view)) + away;
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" stroke=\"{BACKGROUND}\" stroke-width=\"3\" paint-order=\"stroke\" \
             font-size=\"12\">{} {}</text>\n",
            mistake.number,
            escaped(mistake.name(topology))
        ));
    }
}

fn y(value: f64) -> f64 {
    ZERO - (ZERO - TOP) * value.clamp(0.0, 1.0)
}

/// Moves between two numbers on the axis: at most a dozen numbers.
fn step(moves: usize) -> usize {
    const MOST: usize = 12;
    [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| moves / step <= MOST).unwrap_or(moves / MOST)
}

fn escaped(text: &str) -> String {
    let visible = text.chars().filter(|c| !c.is_control());
    visible.fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
        out
    })
}
