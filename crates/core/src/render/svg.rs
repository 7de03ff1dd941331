//! The SVG picture and what a caller can choose about it. Painted from the background up: frame, cells, coordinates,
//! figure, stones, notes.

use super::highlight::Highlights;
use super::paint::{Length, Painter};
use super::palette::Palette;
use super::scene::rims;
use super::scene::{Panel, Scene, Spot, Standing};
use crate::Cell;
use crate::topology::{Point, Shape, row_height};
use crate::{Color, Position, Topology};

/// Draws a position as a standalone SVG document; the same position gives the same text.
///
/// Each cell is one `polygon` in the group `cells`, each stone one `circle` in the group `stones`.
/// Renkula! is drawn as two hemispheres; the cells next to the equator are in both.
///
/// # Examples
/// ```
/// use catena_core::render::{self, SvgOptions, Theme};
/// use catena_core::{Game, Position, Setup, SwapRule};
/// let position = Position::new(Setup::new(Game::Havannah, 4, SwapRule::Off)?);
/// let svg = render::svg(&position, &SvgOptions { theme: Theme::Dark, ..SvgOptions::default() });
/// assert!(svg.starts_with("<svg xmlns="));
/// # Ok::<(), catena_core::SizeError>(())
/// ```
#[must_use]
pub fn svg(position: &Position, options: &SvgOptions) -> String {
    let topology = position.topology();
    let scene = Scene::of(topology, options.coordinates);
    let hex_sides = hex_sides(topology);
    let corners = scene.spots.iter().flat_map(|spot| spot.outline.iter().copied());
    let points = corners
        .chain(scene.captions.iter().map(|caption| caption.at))
        .chain(hex_sides.iter().flat_map(|(_, side)| side.iter().copied()));
    let mut picture = Picture {
        painter: Painter::new(points, MARGIN, &super::caption(position)),
        palette: Palette::of(options.theme, options.stones),
        highlights: Highlights::of(position),
        position,
        options,
        scene,
    };
    picture.background();
    picture.frame(&hex_sides);
    picture.cells();
    picture.heat();
    picture.coordinates();
    picture.figure();
    picture.stones();
    picture.notes();
    picture.painter.finish()
}

/// Around the board, in cells.
pub(super) const MARGIN: f64 = 0.6;

struct Picture<'a> {
    painter: Painter,
    palette: &'static Palette,
    highlights: Highlights,
    position: &'a Position,
    options: &'a SvgOptions,
    scene: Scene,
}

impl Picture<'_> {
    fn background(&mut self) {
        self.painter.raw(format_args!("<defs>\n"));
        for color in Color::ALL {
            let stone = &self.palette.stones[color];
            self.painter.raw(format_args!(
                "<radialGradient id=\"{}\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\" \
                 stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
                gradient(self.options, color),
                stone.light,
                stone.shade
            ));
        }
        let background = self.palette.background;
        self.painter.raw(format_args!(
            "</defs>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{background}\"/>\n"
        ));
    }

    /// The edge of the board and what its holes show; in Hex the sides in their owners' colors.
    fn frame(&mut self, hex_sides: &[(Color, [Point; 3])]) {
        let frame = self.palette.frame;
        let width = Length::cells(if hex_sides.is_empty() { 0.14 } else { 0.06 });
        self.painter.open(format_args!(
            " class=\"frame\" fill=\"{frame}\" stroke=\"{frame}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\""
        ));
        for panel in [Panel::North, Panel::South].into_iter().filter(|_| hex_sides.is_empty()) {
            for rim in rims(self.scene.panel(panel).map(|spot| spot.outline.as_slice())) {
                self.painter.polygon(&rim, format_args!(""), None);
            }
        }
        for (color, side) in hex_sides {
            let fill = self.palette.sides[*color];
            self.painter.polygon(side, format_args!(" fill=\"{fill}\" stroke=\"none\""), None);
        }
        if !hex_sides.is_empty() {
            let corners: Vec<Point> = hex_sides.iter().map(|(_, [_, corner, _])| *corner).collect();
            self.painter.polygon(&corners, format_args!(" fill=\"none\""), None);
        }
        self.painter.close();
    }

    fn cells(&mut self) {
        let topology = self.position.topology();
        self.painter.open(format_args!(
            " class=\"cells\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            self.palette.line,
            Length::cells(0.04)
        ));
        for spot in &self.scene.spots {
            let fill = match spot.standing {
                Standing::Own => self.palette.ground(topology, spot.cell),
                Standing::Guest => self.palette.guest_cell,
            };
            let name = topology.name(spot.cell);
            self.painter.polygon(&spot.outline, format_args!(" fill=\"{fill}\""), Some(name));
        }
        self.painter.close();
    }

    fn heat(&mut self) {
        if self.options.marks.is_empty() {
            return;
        }
        self.painter.open(format_args!(" class=\"heat\" fill=\"{}\"", self.palette.heat));
        for spot in &self.scene.spots {
            let heat = mark(self.position.topology(), self.options, spot).map_or(0.0, |mark| mark.heat);
            // Not a number compares false and draws nothing.
            if heat > 0.0 {
                let opacity = STRONGEST_HEAT * heat.min(1.0);
                self.painter.polygon(&spot.outline, format_args!(" fill-opacity=\"{opacity:.2}\""), None);
            }
        }
        self.painter.close();
    }

    fn coordinates(&mut self) {
        if self.options.coordinates == Coordinates::Hidden {
            return;
        }
        self.painter.open(format_args!(" class=\"coordinates\" fill=\"{}\"", self.palette.label));
        for caption in &self.scene.captions {
            self.painter.text(caption.at, &caption.text, 0.42, f64::INFINITY, format_args!(""));
        }
        self.painter.close();
        if !self.position.topology().shape().is_lattice() {
            self.names();
        }
    }

    /// Names in the empty cells, for boards without straight lines from border to border.
    fn names(&mut self) {
        let topology = self.position.topology();
        self.painter.open(format_args!(" class=\"names\" fill=\"{}\"", self.palette.name));
        for spot in &self.scene.spots {
            let is_free = self.position.board().stone(spot.cell).is_none();
            if is_free && mark(topology, self.options, spot).is_none_or(|mark| mark.text.is_empty()) {
                let name = topology.name(spot.cell);
                self.painter.text(spot.center, name, 0.34, 1.6 * spot.radius, format_args!(""));
            }
        }
        self.painter.close();
    }

    /// A glow behind the winning stones, and all links between them.
    fn figure(&mut self) {
        if !self.highlights.any_winning() {
            return;
        }
        let topology = self.position.topology();
        let color = self.palette.figure;
        self.painter.open(format_args!(
            " class=\"figure\" fill=\"{color}\" stroke=\"{color}\" stroke-width=\"{}\"",
            Length::cells(0.28)
        ));
        let winning: Vec<&Spot> =
            self.scene.spots.iter().filter(|spot| self.highlights.is_winning(spot.cell)).collect();
        for (i, spot) in winning.iter().enumerate() {
            let linked: Vec<&Spot> =
                winning[..i].iter().copied().filter(|other| touch(topology, spot, other)).collect();
            for (j, other) in linked.iter().enumerate() {
                self.painter.line(spot.center, other.center);
                // Three stones that touch each other make one piece, without a hole in the middle.
                for third in linked[..j].iter().filter(|third| touch(topology, third, other)) {
                    let triangle = [spot.center, other.center, third.center];
                    self.painter.polygon(&triangle, format_args!(" stroke=\"none\""), None);
                }
            }
        }
        for spot in winning {
            self.painter.circle(spot.center, spot.stone + GLOW, format_args!(" stroke=\"none\""));
        }
        self.painter.close();
    }

    fn stones(&mut self) {
        for color in Color::ALL {
            let rim = self.palette.stones[color].rim;
            self.painter.open(format_args!(
                " class=\"stones {color}\" fill=\"url(#{})\" stroke=\"{rim}\" stroke-width=\"{}\"",
                gradient(self.options, color),
                Length::cells(0.03)
            ));
            for spot in &self.scene.spots {
                if self.position.board().stone(spot.cell) == Some(color) {
                    self.painter.circle(spot.center, spot.stone, format_args!(""));
                }
            }
            self.painter.close();
        }
    }

    /// The last move, move numbers and the texts of marks.
    fn notes(&mut self) {
        self.painter.open(format_args!(" class=\"notes\" font-weight=\"bold\""));
        for spot in &self.scene.spots {
            let is_last = self.highlights.is_last(spot.cell);
            let ink = match self.position.board().stone(spot.cell).map(|color| &self.palette.stones[color]) {
                Some(stone) if is_last => stone.last,
                Some(stone) => stone.number,
                None => self.palette.note,
            };
            if let Some(words) = self.words(spot) {
                let attributes = format_args!(" fill=\"{ink}\"");
                self.painter.text(spot.center, &words, 0.42, 1.6 * spot.stone, attributes);
            } else if is_last {
                let attributes = format_args!(" class=\"last\" fill=\"{ink}\"");
                self.painter.circle(spot.center, 0.36 * spot.stone, attributes);
            }
        }
        self.painter.close();
    }

    /// Text on a cell: that of its mark, or else the number of its move.
    fn words(&self, spot: &Spot) -> Option<String> {
        match mark(self.position.topology(), self.options, spot) {
            Some(mark) if !mark.text.is_empty() => Some(mark.text.clone()),
            _ if self.options.numbers == MoveNumbers::Hidden => None,
            _ => self.highlights.number(spot.cell).map(|number| number.to_string()),
        }
    }
}

/// The coverage of a fully hot cell: its name can still be read.
const STRONGEST_HEAT: f64 = 0.85;

/// Width of the glow of the winning figure beyond the stones.
const GLOW: f64 = 0.08;

/// Pages with several pictures share the names of their gradients, so these differ by theme and stones.
fn gradient(options: &SvgOptions, color: Color) -> String {
    match options.stones {
        StoneColors::BlackWhite => format!("catena-{color}-{:?}", options.theme).to_lowercase(),
        StoneColors::RedBlue => format!("catena-{color}-{:?}-red-blue", options.theme).to_lowercase(),
    }
}

/// Returns true if two cells are neighbors and drawn side by side.
fn touch(topology: &Topology, a: &Spot, b: &Spot) -> bool {
    a.panel == b.panel && topology.neighbors(a.cell).any(|cell| cell == b.cell)
}

/// The mark of a cell or of its antipode; of several the last.
fn mark<'a>(topology: &Topology, options: &'a SvgOptions, spot: &Spot) -> Option<&'a Mark> {
    let on_board = options.marks.iter().filter(|mark| mark.cell.index() < topology.len());
    on_board.rev().find(|mark| topology.canonical(mark.cell) == topology.canonical(spot.cell))
}

/// The four sides of the Hex board as triangles from its middle: the cells cover all of them but
/// a band along the border, which changes its color exactly at the corners.
fn hex_sides(topology: &Topology) -> Vec<(Color, [Point; 3])> {
    let Some((corners, inner)) = hex_corners(topology) else { return Vec::new() };
    let middle = Point::flat(
        inner.iter().map(|p| p.x).sum::<f64>() / 4.0,
        inner.iter().map(|p| p.y).sum::<f64>() / 4.0,
    );
    let owners = [Color::Black, Color::White, Color::Black, Color::White];
    (0..4).map(|i| (owners[i], [middle, corners[i], corners[(i + 1) % 4]])).collect()
}

/// The corners of the Hex board in circular order from a1: outside of the colored sides, and in
/// the middle of the corner cells. Other boards have none.
pub(super) fn hex_corners(topology: &Topology) -> Option<([Point; 4], [Point; 4])> {
    if topology.shape() != Shape::Rhombus {
        return None;
    }
    let last = f64::from(topology.size() - 1);
    let at = |column: f64, row: f64| Point::flat(column + row / 2.0, row * row_height());
    let corners = |low: f64, high: f64| [at(low, low), at(high, low), at(high, high), at(low, high)];
    Some((corners(-BAND, last + BAND), corners(0.0, last)))
}

/// From the middle of a border cell to the end of the colored band, in rows.
const BAND: f64 = 0.92;

/// Appearance of an SVG; the default is a light board with coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SvgOptions {
    /// The colors.
    pub theme: Theme,
    /// The colors of stones and sides.
    pub stones: StoneColors,
    /// Coordinates around the board, shown or hidden.
    pub coordinates: Coordinates,
    /// Move numbers on the stones, shown or hidden.
    pub numbers: MoveNumbers,
    /// Marks of an analysis on cells.
    pub marks: Vec<Mark>,
}

/// The colors of a picture; both bring their own background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For white pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

/// What stones and sides look like; Black and White keep their names in all texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StoneColors {
    /// Black and white.
    #[default]
    BlackWhite,
    /// Black's are red, White's blue, as Hex is mostly played.
    RedBlue,
}

/// Letters and numbers at the border, or names in the empty cells of \*Star and Renkula!.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Drawn.
    #[default]
    Shown,
    /// Left out.
    Hidden,
}

/// The number of its move on each stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveNumbers {
    /// Left out; the last move has a dot.
    #[default]
    Hidden,
    /// Drawn; set-up stones have none.
    Shown,
}

/// A note on a cell; in Renkula! also on its antipode. Cells beyond the board are passed over.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// A few characters for the middle of the cell; may be empty.
    pub text: String,
    /// Strength of the color on the cell: 0 for none, 1 for full.
    pub heat: f64,
}
