//! H-search: the closure of the base connections under the two rules.

use std::time::Instant;

use catena_core::Color;

use super::goal::Goal;
use super::journal::Journal;
use super::pair::{Fresh, Pair, Semi};
use super::point::{Points, Slot, SlotSet};
use super::queue::Queue;
use crate::set::CellSet;
use crate::stones::{Graph, Stones};

/// How many connections are kept and combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Full connections kept between two points.
    pub fulls: usize,
    /// Semi-connections kept between two points.
    pub semis: usize,
    /// Semi-connections combined in parallel at most.
    pub parallel: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { fulls: 6, semis: 16, parallel: 4 }
    }
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
    /// So many pairs of points were taken up; what was found by then holds.
    Steps(usize),
    /// It is so late; what was found by then holds.
    Time(Instant),
}

/// Steps between two looks at the clock, some microseconds each.
const STEPS_PER_GLANCE: usize = 16;

/// The connections of one color. Keeps its memory from one search to the next.
#[derive(Clone, Debug)]
pub struct Connections<const N: usize> {
    pub(super) points: Points<N>,
    pub(super) pairs: Vec<Pair<N>>,
    /// The pairs that hold anything.
    pub(super) used: Vec<(Slot, Slot)>,
    /// The points that each point has a full connection to, and those that it touches.
    pub(super) linked: Vec<SlotSet<N>>,
    pub(super) touching: Vec<SlotSet<N>>,
    pub(super) queue: Queue,
    pub(super) goal: Goal<N>,
    pub(super) limits: Limits,
    pub(super) color: Color,
    pub(super) stones: Stones<N>,
    pub(super) journal: Journal<N>,
    /// Carriers that are combined in parallel, and what comes of it.
    others: Vec<CellSet<N>>,
    found: Vec<CellSet<N>>,
}

impl<const N: usize> Connections<N> {
    /// No connections yet.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            points: Points::default(),
            pairs: Vec::new(),
            used: Vec::new(),
            linked: Vec::new(),
            touching: Vec::new(),
            queue: Queue::default(),
            goal: Goal::default(),
            limits,
            color: Color::Black,
            stones: Stones::default(),
            journal: Journal::default(),
            others: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds the connections of a color among these stones.
    pub fn find(&mut self, graph: &Graph<N>, stones: &Stones<N>, color: Color, until: Until) {
        self.start(graph, stones, color);
        self.close(until);
    }

    /// What it was made with.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The points that are connected.
    #[must_use]
    pub const fn points(&self) -> &Points<N> {
        &self.points
    }

    /// Whether the search came to its end.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.queue.is_empty()
    }

    /// What was found for the goal of the color.
    #[must_use]
    pub const fn goal(&self) -> &Goal<N> {
        &self.goal
    }

    /// The carriers of the full connections between two points.
    pub fn fulls(&self, a: usize, b: usize) -> impl Iterator<Item = CellSet<N>> {
        let pair = index(self.points.slot(a), self.points.slot(b));
        self.pairs[pair].fulls.entries.iter().map(|entry| entry.item)
    }

    /// The semi-connections between two points.
    pub fn semis(&self, a: usize, b: usize) -> impl Iterator<Item = Semi<N>> {
        let pair = index(self.points.slot(a), self.points.slot(b));
        self.pairs[pair].semis.entries.iter().map(|entry| entry.item)
    }

    /// Clears all and enters the points that touch.
    fn start(&mut self, graph: &Graph<N>, stones: &Stones<N>, color: Color) {
        for (a, b) in self.used.drain(..) {
            let pair = &mut self.pairs[index(a, b)];
            pair.clear();
            pair.is_used = false;
        }
        self.points.find(graph, stones, color);
        (self.color, self.stones) = (color, *stones);
        let slots = self.points.sides() + graph.all().len() as usize;
        let pairs = slots * slots.saturating_sub(1) / 2;
        self.pairs.resize_with(pairs.max(self.pairs.len()), Pair::default);
        for rows in [&mut self.linked, &mut self.touching] {
            rows.clear();
            rows.resize(slots, SlotSet::EMPTY);
        }
        self.journal.clear();
        self.queue.clear();
        self.goal.clear();
        let count = self.points.len();
        for b in 1..count {
            for a in 0..b {
                if self.points.touch(graph, a, b) {
                    self.add_full(self.points.slot(a), self.points.slot(b), CellSet::EMPTY);
                }
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
                Until::Time(end) => steps % STEPS_PER_GLANCE == 0 && Instant::now() >= end,
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

    /// Whether this pair is the goal itself: the two sides of Hex.
    #[inline]
    fn is_goal(&self, a: Slot, b: Slot) -> bool {
        self.points.sides() == 2 && a.max(b).index() == 1
    }

    pub(super) fn add_full(&mut self, a: Slot, b: Slot, carrier: CellSet<N>) {
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

    pub(super) fn add_semi(&mut self, a: Slot, b: Slot, semi: Semi<N>) {
        if self.is_goal(a, b) {
            self.goal.add_semi(semi);
        }
        let size = semi.carrier.len();
        let limit = self.limits.semis;
        if self.write(a, b).add_semi(semi, size, limit) {
            self.queue.push(a, b, size);
        }
    }

    /// A pair that is going to change.
    pub(super) fn write(&mut self, a: Slot, b: Slot) -> &mut Pair<N> {
        let place = index(a, b);
        let pair = &mut self.pairs[place];
        if !pair.is_used {
            pair.is_used = true;
            self.used.push((a, b));
        }
        self.journal.keep(a, b, pair);
        pair
    }

    /// Notes whether two points are connected.
    pub(super) fn link(&mut self, a: Slot, b: Slot) {
        let pair = &self.pairs[index(a, b)];
        let (linked, touching) = (!pair.fulls.entries.is_empty(), pair.touching());
        let sides = self.points.sides();
        for (from, to) in [(a, b), (b, a)] {
            self.linked[from.index()].set(to, sides, linked);
            self.touching[from.index()].set(to, sides, touching);
        }
    }

    /// The or-rule for the fresh semi-connections of a pair, up to a size.
    fn in_parallel(&mut self, a: Slot, b: Slot, size: u32) {
        let place = index(a, b);
        while let Some(fresh) = self.pairs[place].semis.next_fresh(size) {
            let pair = &mut self.pairs[place];
            pair.semis.entries[fresh].fresh = Fresh::No;
            let first = pair.semis.entries[fresh].item.carrier;
            let seen = pair.semis.entries.iter().filter(|entry| entry.fresh == Fresh::No);
            let seen = seen.map(|entry| entry.item.carrier);
            if !seen.clone().fold(first, |common, carrier| common & carrier).is_empty() {
                continue;
            }
            self.others.clear();
            self.others.extend(seen.filter(|&other| other != first));
            self.found.clear();
            // The goal counts all; others need not look at what would not be kept.
            let bound = if a.max(b).index() < self.points.sides() { u32::MAX } else { pair.fulls.bound() };
            pair.fulls.was_cut |= bound < u32::MAX;
            let mut found = std::mem::take(&mut self.found);
            combine(&self.others, first, first, self.limits.parallel - 1, bound, &mut found);
            for &carrier in &found {
                self.add_full(a, b, carrier);
            }
            self.found = found;
        }
    }

    /// The and-rule for the fresh full connections of a pair, up to a size.
    fn in_series(&mut self, a: Slot, b: Slot, size: u32) {
        if self.points.is_side(a) && self.points.is_side(b) {
            return;
        }
        let place = index(a, b);
        while let Some(fresh) = self.pairs[place].fulls.next_fresh(size) {
            let entry = &mut self.pairs[place].fulls.entries[fresh];
            entry.fresh = Fresh::No;
            let carrier = entry.item;
            self.extend(a, b, carrier);
            self.extend(b, a, carrier);
        }
    }

    /// Goes on from a full connection end - middle to all points connected with the middle.
    fn extend(&mut self, end: Slot, middle: Slot, carrier: CellSet<N>) {
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
        for other in others.slots(sides) {
            self.join(end, middle, other, carrier);
        }
    }

    /// A full connection end - middle and all that go on from the middle to another point.
    pub(super) fn join(&mut self, end: Slot, middle: Slot, other: Slot, carrier: CellSet<N>) {
        let key = self.points.empty_cell(middle);
        let (next, target) = (index(middle, other), index(end, other));
        let taken = carrier | self.points.own(end);
        let is_goal = self.is_goal(end, other);
        for place in 0.. {
            let Some(entry) = self.pairs[next].fulls.entries.get(place) else { break };
            if entry.fresh == Fresh::Yes || entry.item.meets(taken) {
                continue;
            }
            let (joint, size) = (carrier | entry.item, carrier.len() + entry.size);
            match key {
                Some(key) if is_goal || self.pairs[target].semis.has_room_for(size + 1) => {
                    self.add_semi(end, other, Semi { carrier: joint | CellSet::of(key), key });
                }
                Some(_) => self.pairs[target].semis.was_cut = true,
                None if is_goal || self.pairs[target].fulls.has_room_for(size) => {
                    self.add_full(end, other, joint);
                }
                None => self.pairs[target].fulls.was_cut = true,
            }
        }
    }

    /// Y: a point with connections to all three sides that share no cell.
    fn join_three_sides(&mut self) {
        for point in 3..self.points.len() {
            let [first, second, third] =
                [0, 1, 2].map(|side| &self.pairs[index(Slot(side), self.points.slot(point))].fulls.entries);
            for one in first {
                for two in second.iter().filter(|two| !two.item.meets(one.item)) {
                    let both = one.item | two.item;
                    for three in third.iter().filter(|three| !three.item.meets(both)) {
                        let all = both | three.item;
                        match self.points.empty_cell(self.points.slot(point)) {
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
pub(super) const fn index(a: Slot, b: Slot) -> usize {
    let (low, high) = if a.0 < b.0 { (a.index(), b.index()) } else { (b.index(), a.index()) };
    high * (high - 1) / 2 + low
}

/// All unions of `first` with at most `more` others that have no cell common to all, as far as
/// they are smaller than the bound.
fn combine<const N: usize>(
    others: &[CellSet<N>],
    common: CellSet<N>,
    union: CellSet<N>,
    more: usize,
    bound: u32,
    found: &mut Vec<CellSet<N>>,
) {
    for (index, &other) in others.iter().enumerate() {
        let next = common & other;
        if next == common {
            continue;
        }
        let all = union | other;
        if bound < u32::MAX && all.len() >= bound {
            continue;
        }
        if next.is_empty() {
            found.push(all);
        } else if more > 1 {
            combine(&others[index + 1..], next, all, more - 1, bound, found);
        }
    }
}
