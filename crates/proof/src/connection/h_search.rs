//! H-search: the closure of the base connections under the two rules.

use std::time::Instant;

use catena_core::{Cell, Color};

use super::goal::GoalConnections;
use super::pair::{Fresh, Pair, Semi};
use super::point::{PointId, PointSet, Points};
use super::queue::Queue;
use super::undo::UndoLog;
use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

/// Limits of the connections kept and combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Full connections kept between two points.
    pub fulls: usize,
    /// Semi-connections kept between two points.
    pub semis: usize,
    /// Semi-connections combined in parallel at most.
    pub parallel: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { fulls: 6, semis: 16, parallel: 4 }
    }
}

impl ConnectionLimits {
    /// Limits for the solver, where a smaller must-play region saves whole searches.
    pub const SOLVER: Self = Self { fulls: 8, semis: 24, parallel: 4 };
}

/// When a search may end before all is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Never.
    Closed,
    /// A full connection reaches the goal.
    GoalFull,
    /// The goal is reached by a full connection or a semi-connection.
    GoalSemi,
    /// The limit on pairs of points was reached; what was found by then holds.
    Steps(usize),
    /// This time has come; what was found by then holds.
    Time(Instant),
}

/// Steps between two readings of the clock, some microseconds each.
const STEPS_PER_CLOCK_READING: usize = 16;

/// The connections of one color. Keeps its memory from one search to the next.
///
/// # Examples
/// Two stones of a 2-bridge have a full connection whose carrier is the two cells between them:
/// ```
/// use catena_core::{Color, Game, Position, Setup, SwapRule};
/// use catena_proof::connection::{ConnectionLimits, Connections, Until};
/// use catena_proof::stones::{BoardGraph, StoneSets};
///
/// let setup = Setup::new(Game::Hex, 5, SwapRule::Off)?;
/// let cell = |name| setup.topology().cell(name).expect("a cell");
/// let stones = [(cell("c3"), Color::Black), (cell("d1"), Color::Black)];
/// let position = Position::with_stones(setup.clone(), &stones, Color::White)?;
///
/// let graph = BoardGraph::<1>::new(Game::Hex, setup.topology());
/// let mut connections = Connections::new(ConnectionLimits::default());
/// connections.find(&graph, &StoneSets::of(&position), Color::Black, Until::Closed);
/// let [a, b] = ["c3", "d1"].map(|name| connections.points().at(cell(name)).expect("a stone"));
/// let smallest = connections.fulls(a, b).min_by_key(|carrier| carrier.len()).expect("a connection");
/// assert_eq!(smallest, [cell("c2"), cell("d2")].into_iter().collect());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Connections<const N: usize> {
    pub(super) points: Points<N>,
    pub(super) pairs: Vec<Pair<N>>,
    /// The pairs that hold anything.
    pub(super) used: Vec<(PointId, PointId)>,
    /// The points that each point has a full connection to, and those that it touches.
    pub(super) linked: Vec<PointSet<N>>,
    pub(super) touching: Vec<PointSet<N>>,
    pub(super) queue: Queue,
    pub(super) goal: GoalConnections<N>,
    pub(super) limits: ConnectionLimits,
    pub(super) color: Color,
    pub(super) stones: StoneSets<N>,
    pub(super) undo_log: UndoLog<N>,
    /// Carriers that are combined in parallel, each with what it and those after it share, and what comes of it.
    pub(super) others: Vec<(CellSet<N>, CellSet<N>)>,
    pub(super) found: Vec<CellSet<N>>,
    /// Carriers that are combined in series, with their sizes.
    joints: Vec<(CellSet<N>, u32)>,
}

/// A full connection end - middle that others go on from.
pub(super) struct SeriesStep<const N: usize> {
    end: PointId,
    middle: PointId,
    /// The cell of the middle, if it is empty.
    key: Option<Cell>,
    carrier: CellSet<N>,
    size: u32,
    /// Cells that the others must avoid.
    taken: CellSet<N>,
}

impl<const N: usize> Connections<N> {
    /// No connections yet.
    #[must_use]
    pub fn new(limits: ConnectionLimits) -> Self {
        Self {
            points: Points::default(),
            pairs: Vec::new(),
            used: Vec::new(),
            linked: Vec::new(),
            touching: Vec::new(),
            queue: Queue::default(),
            goal: GoalConnections::default(),
            limits,
            color: Color::Black,
            stones: StoneSets::default(),
            undo_log: UndoLog::default(),
            others: Vec::new(),
            found: Vec::new(),
            joints: Vec::new(),
        }
    }

    /// Finds the connections of a color among these stones.
    pub fn find(&mut self, graph: &BoardGraph<N>, stones: &StoneSets<N>, color: Color, until: Until) {
        self.start(graph, stones, color);
        self.close(until);
    }

    /// Limits it was made with.
    #[must_use]
    pub const fn limits(&self) -> ConnectionLimits {
        self.limits
    }

    /// The points that are connected.
    #[must_use]
    pub const fn points(&self) -> &Points<N> {
        &self.points
    }

    /// Returns true if the search came to its end.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.queue.is_empty()
    }

    /// Result for the goal of the color.
    #[must_use]
    pub const fn goal(&self) -> &GoalConnections<N> {
        &self.goal
    }

    /// The carriers of the full connections between two points.
    pub fn fulls(&self, a: usize, b: usize) -> impl Iterator<Item = CellSet<N>> {
        let pair = index(self.points.id(a), self.points.id(b));
        self.pairs[pair].fulls.carriers().iter().copied()
    }

    /// Returns true if there is a full connection between two points.
    #[inline]
    pub(crate) fn is_linked(&self, a: usize, b: usize) -> bool {
        let sides = self.points.sides();
        self.linked[self.points.id(a).index()].contains(self.points.id(b), sides)
    }

    /// Returns true if two points touch.
    #[inline]
    pub(crate) fn is_touching(&self, a: usize, b: usize) -> bool {
        let sides = self.points.sides();
        self.touching[self.points.id(a).index()].contains(self.points.id(b), sides)
    }

    /// The semi-connections between two points.
    pub fn semis(&self, a: usize, b: usize) -> impl Iterator<Item = Semi<N>> {
        let pair = index(self.points.id(a), self.points.id(b));
        self.pairs[pair].semis()
    }

    /// Clears all and enters the points that touch.
    fn start(&mut self, graph: &BoardGraph<N>, stones: &StoneSets<N>, color: Color) {
        for (a, b) in self.used.drain(..) {
            let pair = &mut self.pairs[index(a, b)];
            pair.clear();
            pair.is_used = false;
        }
        self.points.find(graph, stones, color);
        (self.color, self.stones) = (color, *stones);
        let count = self.points.sides() + graph.all().len() as usize;
        let pairs = count * count.saturating_sub(1) / 2;
        self.pairs.resize_with(pairs.max(self.pairs.len()), Pair::default);
        for rows in [&mut self.linked, &mut self.touching] {
            rows.clear();
            rows.resize(count, PointSet::EMPTY);
        }
        self.undo_log.clear();
        self.queue.clear();
        self.goal.clear();
        for b in 1..self.points.len() {
            for a in self.points.touched(graph, b) {
                self.add_full(a, self.points.id(b), CellSet::EMPTY);
            }
        }
    }

    /// Combines what is fresh until nothing is.
    pub(super) fn close(&mut self, until: Until) {
        let mut steps = 0;
        while let Some((a, b, size)) = self.queue.pop() {
            self.in_parallel(a, b, size);
            self.in_series(a, b, size);
            steps += 1;
            let done = match until {
                Until::Closed => false,
                Until::Steps(most) => steps >= most,
                Until::Time(end) => steps % STEPS_PER_CLOCK_READING == 0 && Instant::now() >= end,
                Until::GoalFull => self.goal.full().is_some(),
                Until::GoalSemi => self.goal.full().is_some() || self.goal.semi().is_some(),
            };
            if done {
                break;
            }
        }
        if self.points.sides() == 3 {
            self.join_three_sides();
        }
    }

    /// Returns true if this pair is the goal itself: the two sides of Hex.
    #[inline]
    fn is_goal(&self, a: PointId, b: PointId) -> bool {
        self.points.sides() == 2 && a.max(b).index() == 1
    }

    pub(super) fn add_full(&mut self, a: PointId, b: PointId, carrier: CellSet<N>) {
        if self.is_goal(a, b) {
            self.goal.add_full(carrier);
        }
        let size = carrier.len();
        let limit = self.limits.fulls;
        if self.write(a, b).add_full(carrier, size, limit) {
            self.link(a, b);
            self.queue.push(a, b, size);
        }
    }

    /// Adds a semi-connection with a carrier of that size.
    pub(super) fn add_semi(&mut self, a: PointId, b: PointId, semi: Semi<N>, size: u32) {
        if self.is_goal(a, b) {
            self.goal.add_semi(semi);
        }
        let limit = self.limits.semis;
        if self.write(a, b).add_semi(semi, size, limit) {
            self.queue.push(a, b, size);
        }
    }

    /// A pair that is going to change.
    pub(super) fn write(&mut self, a: PointId, b: PointId) -> &mut Pair<N> {
        let place = index(a, b);
        let pair = &mut self.pairs[place];
        if !pair.is_used {
            pair.is_used = true;
            self.used.push((a, b));
        }
        self.undo_log.keep(a, b, pair);
        pair
    }

    /// Notes whether two points are connected.
    pub(super) fn link(&mut self, a: PointId, b: PointId) {
        let pair = &self.pairs[index(a, b)];
        let (linked, touching) = (!pair.fulls.carriers().is_empty(), pair.touching());
        let sides = self.points.sides();
        for (from, to) in [(a, b), (b, a)] {
            self.linked[from.index()].set(to, sides, linked);
            self.touching[from.index()].set(to, sides, touching);
        }
    }

    /// The and-rule for the fresh full connections of a pair, up to a size.
    fn in_series(&mut self, a: PointId, b: PointId, size: u32) {
        if self.points.is_side(a) && self.points.is_side(b) {
            return;
        }
        let place = index(a, b);
        while let Some(carrier) = self.pairs[place].fulls.take_fresh(size) {
            self.extend(a, b, carrier);
            self.extend(b, a, carrier);
        }
    }

    /// Goes on from a full connection end - middle to all points connected with the middle.
    fn extend(&mut self, end: PointId, middle: PointId, carrier: CellSet<N>) {
        if self.points.is_side(middle) {
            return;
        }
        let sides = self.points.sides();
        let mut others = self.linked[middle.index()].without(self.touching[end.index()]);
        others.cells = others.cells.without(carrier);
        others.set(end, sides, false);
        if self.points.is_side(end) && sides != 2 {
            others.sides = 0;
        }
        let step = self.step(end, middle, carrier);
        for other in others.ids(sides) {
            self.join(&step, other);
        }
    }

    /// A full connection end - middle, to be gone on from.
    pub(super) fn step(&self, end: PointId, middle: PointId, carrier: CellSet<N>) -> SeriesStep<N> {
        let key = self.points.empty_cell(middle);
        SeriesStep { end, middle, key, carrier, size: carrier.len(), taken: carrier | self.points.own(end) }
    }

    /// A full connection end - middle and all that go on from the middle to another point.
    pub(super) fn join(&mut self, step: &SeriesStep<N>, other: PointId) {
        let SeriesStep { end, carrier, size, key, .. } = *step;
        let next = &self.pairs[index(step.middle, other)].fulls;
        self.joints.clear();
        for (&full, note) in next.carriers().iter().zip(next.notes()) {
            if note.fresh == Fresh::No && !full.meets(step.taken) {
                self.joints.push((carrier | full, size + u32::from(note.size)));
            }
        }
        let (is_goal, target) = (self.is_goal(end, other), index(end, other));
        for place in 0..self.joints.len() {
            let (joint, size) = self.joints[place];
            let pair = &mut self.pairs[target];
            match key {
                Some(key) if is_goal || pair.semis.has_room_for(size + 1) => {
                    self.add_semi(end, other, Semi { carrier: joint | CellSet::of(key), key }, size + 1);
                }
                Some(_) => pair.semis.was_cut = true,
                None if is_goal || pair.fulls.has_room_for(size) => {
                    self.add_full(end, other, joint);
                }
                None => pair.fulls.was_cut = true,
            }
        }
    }

    /// Y: a point with connections to all three sides that share no cell.
    fn join_three_sides(&mut self) {
        for point in 3..self.points.len() {
            let [first, second, third] = [0, 1, 2]
                .map(|side| self.pairs[index(PointId(side), self.points.id(point))].fulls.carriers());
            for &one in first {
                for &two in second.iter().filter(|two| !two.meets(one)) {
                    let both = one | two;
                    for &three in third.iter().filter(|three| !three.meets(both)) {
                        let all = both | three;
                        match self.points.empty_cell(self.points.id(point)) {
                            Some(key) => self.goal.add_semi(Semi { carrier: all | CellSet::of(key), key }),
                            None => self.goal.add_full(all),
                        }
                    }
                }
            }
        }
    }
}

/// The place of a pair in the list of all pairs.
#[inline]
pub(super) const fn index(a: PointId, b: PointId) -> usize {
    let (low, high) = if a.0 < b.0 { (a.index(), b.index()) } else { (b.index(), a.index()) };
    high * (high - 1) / 2 + low
}
