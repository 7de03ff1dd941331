//! H-search: the closure of the base connections under the two rules.

use std::collections::VecDeque;

use catena_core::Color;

use super::goal::Goal;
use super::pair::{Fresh, Pair, Semi};
use super::point::{Point, Points};
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
}

/// The connections of one color. Keeps its memory from one search to the next.
#[derive(Clone, Debug)]
pub struct Connections<const N: usize> {
    points: Points<N>,
    pairs: Vec<Pair<N>>,
    /// The points that each point has a full connection to.
    linked: Vec<Vec<u16>>,
    queue: VecDeque<(u16, u16)>,
    goal: Goal<N>,
    limits: Limits,
}

impl<const N: usize> Connections<N> {
    /// No connections yet.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            points: Points::default(),
            pairs: Vec::new(),
            linked: Vec::new(),
            queue: VecDeque::new(),
            goal: Goal::default(),
            limits,
        }
    }

    /// Finds the connections of a color among these stones.
    pub fn find(&mut self, graph: &Graph<N>, stones: &Stones<N>, color: Color, until: Until) {
        self.start(graph, stones, color);
        while let Some((a, b)) = self.queue.pop_front() {
            let (a, b) = (usize::from(a), usize::from(b));
            self.pairs[index(a, b)].queued = false;
            self.in_parallel(a, b);
            self.in_series(a, b);
            let done = match until {
                Until::Closed => false,
                Until::GoalFull => self.goal.full().is_some(),
                Until::GoalSemi => self.goal.full().is_some() || self.goal.semi().is_some(),
            };
            if done {
                return;
            }
        }
        if self.goal_is_three_sides() {
            self.join_three_sides();
        }
    }

    /// The points that are connected.
    #[must_use]
    pub const fn points(&self) -> &Points<N> {
        &self.points
    }

    /// What was found for the goal of the color.
    #[must_use]
    pub const fn goal(&self) -> &Goal<N> {
        &self.goal
    }

    /// The carriers of the full connections between two points.
    pub fn fulls(&self, a: usize, b: usize) -> impl Iterator<Item = CellSet<N>> {
        self.pairs[index(a, b)].fulls.iter().map(|(carrier, _)| *carrier)
    }

    /// The semi-connections between two points.
    pub fn semis(&self, a: usize, b: usize) -> impl Iterator<Item = Semi<N>> {
        self.pairs[index(a, b)].semis.iter().map(|(semi, _)| *semi)
    }

    fn start(&mut self, graph: &Graph<N>, stones: &Stones<N>, color: Color) {
        self.points.find(graph, stones, color);
        let count = self.points.len();
        let pairs = count * count.saturating_sub(1) / 2;
        self.pairs.iter_mut().take(pairs).for_each(Pair::clear);
        if self.pairs.len() < pairs {
            self.pairs.resize_with(pairs, Pair::default);
        }
        self.linked.iter_mut().for_each(Vec::clear);
        self.linked.resize_with(count.max(self.linked.len()), Vec::new);
        self.queue.clear();
        self.goal = Goal::default();
        for b in 1..count {
            for a in 0..b {
                if self.points.touch(graph, a, b) {
                    self.add_full(a, b, CellSet::EMPTY);
                }
            }
        }
    }

    fn goal_is_three_sides(&self) -> bool {
        matches!(self.points.list().get(2), Some(Point::Side(_)))
    }

    /// Whether this pair is the goal itself: the two sides of Hex.
    fn is_goal(&self, a: usize, b: usize) -> bool {
        a.max(b) == 1 && !self.goal_is_three_sides()
    }

    fn both_sides(&self, a: usize, b: usize) -> bool {
        let side = |point: usize| matches!(self.points.list()[point], Point::Side(_));
        side(a) && side(b)
    }

    fn add_full(&mut self, a: usize, b: usize, carrier: CellSet<N>) {
        if self.is_goal(a, b) {
            self.goal.add_full(carrier);
        }
        let pair = &mut self.pairs[index(a, b)];
        let was_linked = !pair.fulls.is_empty();
        if pair.add_full(carrier, self.limits.fulls) {
            if !was_linked {
                self.linked[a].push(b as u16);
                self.linked[b].push(a as u16);
            }
            self.enqueue(a, b);
        }
    }

    fn add_semi(&mut self, a: usize, b: usize, semi: Semi<N>) {
        if self.is_goal(a, b) {
            self.goal.add_semi(semi);
        }
        if self.pairs[index(a, b)].add_semi(semi, self.limits.semis) {
            self.enqueue(a, b);
        }
    }

    fn enqueue(&mut self, a: usize, b: usize) {
        let pair = &mut self.pairs[index(a, b)];
        if !pair.queued {
            pair.queued = true;
            self.queue.push_back((a as u16, b as u16));
        }
    }

    /// The or-rule for the fresh semi-connections of a pair.
    fn in_parallel(&mut self, a: usize, b: usize) {
        loop {
            let pair = &mut self.pairs[index(a, b)];
            let Some(fresh) = pair.semis.iter().position(|(_, fresh)| *fresh == Fresh::Yes) else { return };
            pair.semis[fresh].1 = Fresh::No;
            let first = pair.semis[fresh].0.carrier;
            let seen = pair.semis.iter().filter(|(_, fresh)| *fresh == Fresh::No);
            if !seen.clone().fold(first, |common, (semi, _)| common & semi.carrier).is_empty() {
                continue;
            }
            let others: Vec<CellSet<N>> =
                seen.map(|(semi, _)| semi.carrier).filter(|&other| other != first).collect();
            let mut found = Vec::new();
            combine(&others, first, first, self.limits.parallel - 1, &mut found);
            for carrier in found {
                self.add_full(a, b, carrier);
            }
        }
    }

    /// The and-rule for the fresh full connections of a pair.
    fn in_series(&mut self, a: usize, b: usize) {
        if self.both_sides(a, b) {
            return;
        }
        loop {
            let pair = &mut self.pairs[index(a, b)];
            let Some(fresh) = pair.fulls.iter().position(|(_, fresh)| *fresh == Fresh::Yes) else { return };
            pair.fulls[fresh].1 = Fresh::No;
            let carrier = pair.fulls[fresh].0;
            self.extend(a, b, carrier);
            self.extend(b, a, carrier);
        }
    }

    /// Goes on from a full connection end - middle to all points connected with the middle.
    fn extend(&mut self, end: usize, middle: usize, carrier: CellSet<N>) {
        let middle_point = self.points.list()[middle];
        if matches!(middle_point, Point::Side(_)) {
            return;
        }
        let own_end = self.points.own(end);
        // A full connection of this very pair cannot be extended by itself: `other != end`.
        for link in 0..self.linked[middle].len() {
            let other = usize::from(self.linked[middle][link]);
            let blocked = other == end
                || self.pairs[index(end, other)].touching()
                || carrier.meets(self.points.own(other))
                || (self.both_sides(end, other) && !self.is_goal(end, other));
            if blocked {
                continue;
            }
            let next = index(middle, other);
            for place in 0.. {
                let Some(&(more, fresh)) = self.pairs[next].fulls.get(place) else { break };
                if fresh == Fresh::Yes || more.meets(carrier) || more.meets(own_end) {
                    continue;
                }
                let joint = carrier | more;
                match middle_point {
                    Point::Empty(key) => {
                        let semi = Semi { carrier: joint | CellSet::of(key), key };
                        self.add_semi(end, other, semi);
                    }
                    _ => self.add_full(end, other, joint),
                }
            }
        }
    }

    /// Y: a point with connections to all three sides that share no cell.
    fn join_three_sides(&mut self) {
        for point in 3..self.points.len() {
            for first in 0..self.pairs[index(0, point)].fulls.len() {
                let first = self.pairs[index(0, point)].fulls[first].0;
                for second in 0..self.pairs[index(1, point)].fulls.len() {
                    let second = self.pairs[index(1, point)].fulls[second].0;
                    if first.meets(second) {
                        continue;
                    }
                    let both = first | second;
                    for &(third, _) in &self.pairs[index(2, point)].fulls {
                        if third.meets(both) {
                            continue;
                        }
                        match self.points.list()[point] {
                            Point::Empty(key) => {
                                let carrier = both | third | CellSet::of(key);
                                self.goal.add_semi(Semi { carrier, key });
                            }
                            _ => self.goal.add_full(both | third),
                        }
                    }
                }
            }
        }
    }
}

/// The place of a pair in the list of all pairs.
#[inline]
fn index(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}

/// All unions of `first` with at most `more` others that have no cell common to all.
fn combine<const N: usize>(
    others: &[CellSet<N>],
    common: CellSet<N>,
    union: CellSet<N>,
    more: usize,
    found: &mut Vec<CellSet<N>>,
) {
    for (index, &other) in others.iter().enumerate() {
        let next = common & other;
        if next == common {
            continue;
        }
        if next.is_empty() {
            found.push(union | other);
        } else if more > 1 {
            combine(&others[index + 1..], next, union | other, more - 1, found);
        }
    }
}
