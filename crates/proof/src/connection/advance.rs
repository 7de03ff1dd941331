//! Incremental H-search: connections after a further move, and as they were before it. What does not touch the new
//! stones is kept: an enemy stone breaks the connections that need its cell, an own stone makes
//! carriers smaller, semi-connections whose key it is full, and points one.

use super::h_search::{Connections, Until, index};
use super::pair::{Fresh, Pair, Semi};
use super::point::{Point, PointId};
use crate::set::CellSet;
use crate::stones::{BoardGraph, StoneSets};

impl<const N: usize> Connections<N> {
    /// Goes on to a position with more stones, after a search that was not ended early. Without
    /// limits the connections are those that a search from the start would find.
    ///
    /// # Panics
    /// If a stone was taken away.
    pub fn advance(&mut self, graph: &BoardGraph<N>, stones: &StoneSets<N>) {
        self.advance_until(graph, stones, Until::Closed);
    }

    /// The same, with an end before all is found.
    ///
    /// # Panics
    /// If a stone was taken away.
    pub fn advance_until(&mut self, graph: &BoardGraph<N>, stones: &StoneSets<N>, until: Until) {
        let before = self.stones;
        assert!(
            before.black.within(stones.black) && before.white.within(stones.white),
            "stones are only put, never taken away"
        );
        let added = |color| stones.color(color).without(before.color(color));
        let (own, enemy) = (added(self.color), added(!self.color));
        self.undo_log.open(self.points.clone(), self.goal.clone(), before);
        self.goal.advance(own, enemy);
        let lost = self.drop_broken(enemy);
        self.shrink(own);
        self.points.find(graph, stones, self.color);
        self.stones = *stones;
        self.merge(own);
        for (a, b) in lost {
            self.find_again(a, b);
        }
        self.close(until);
    }

    /// Takes back the last advance; whether there was one.
    pub fn retreat(&mut self) -> bool {
        let Some(step) = self.undo_log.close() else { return false };
        self.stones = step.stones;
        while let Some((a, b, mut pair)) = self.undo_log.restore(&step) {
            // It stays in the list of used pairs.
            pair.is_used = true;
            std::mem::swap(&mut self.pairs[index(a, b)], &mut pair);
            self.undo_log.give_back(pair);
            self.link(a, b);
        }
        (self.points, self.goal) = (step.points, step.goal);
        true
    }

    /// Number of advances that can be taken back.
    #[must_use]
    pub const fn advances(&self) -> usize {
        self.undo_log.len()
    }

    /// Drops what enemy stones break. Answers with the pairs that lost something and had dropped
    /// other connections before.
    fn drop_broken(&mut self, enemy: CellSet<N>) -> Vec<(PointId, PointId)> {
        let mut lost = Vec::new();
        if enemy.is_empty() {
            return lost;
        }
        for place in 0..self.used.len() {
            let (a, b) = self.used[place];
            let pair = &self.pairs[index(a, b)];
            let ends_here = enemy.meets(self.points.own(a) | self.points.own(b));
            if pair.is_empty() || !(ends_here || pair.reach.meets(enemy)) {
                continue;
            }
            let pair = self.write(a, b);
            if ends_here {
                pair.clear();
            } else if pair.drop_meeting(enemy) {
                lost.push((a, b));
            }
            self.link(a, b);
        }
        lost
    }

    /// Takes own stones out of all carriers.
    fn shrink(&mut self, own: CellSet<N>) {
        for place in 0..self.used.len() {
            let (a, b) = self.used[place];
            if !self.pairs[index(a, b)].reach.meets(own) {
                continue;
            }
            let pair = self.write(a, b);
            pair.reach = pair.reach.without(own);
            let (fulls, semis) = pair.take_meeting(own);
            for full in fulls {
                self.add_full(a, b, full.without(own));
            }
            for semi in semis {
                let carrier = semi.carrier.without(own);
                if own.contains(semi.key) {
                    self.add_full(a, b, carrier);
                } else {
                    self.add_semi(a, b, Semi { carrier, ..semi }, carrier.len());
                }
            }
            self.link(a, b);
        }
    }

    /// Gives the connections of all points that became one chain to that chain.
    fn merge(&mut self, own: CellSet<N>) {
        for point in 0..self.points.len() {
            let extent = self.points.extent(point);
            if !matches!(self.points.list()[point], Point::Chain(_)) || !extent.meets(own) {
                continue;
            }
            let chain = self.points.id(point);
            let members: Vec<PointId> = extent.cells().map(|cell| self.points.id_of(cell)).collect();
            for &member in &members {
                for partner in (0..self.linked.len()).map(|id| PointId(id as u16)) {
                    if partner == member || self.pairs[index(member, partner)].is_empty() {
                        continue;
                    }
                    if members.contains(&partner) {
                        self.write(member, partner).clear();
                        self.link(member, partner);
                    } else if member == chain {
                        self.combine_again(chain, partner);
                    } else {
                        self.hand_over(member, chain, partner);
                    }
                }
            }
        }
    }

    /// Combines the connections of a chain again: each now leads to all that its other points were connected
    /// to.
    fn combine_again(&mut self, chain: PointId, partner: PointId) {
        let pair = self.write(chain, partner);
        pair.fulls.freshen();
        for note in self.pairs[index(chain, partner)].fulls.notes() {
            self.queue.push(chain, partner, u32::from(note.size));
        }
    }

    fn hand_over(&mut self, member: PointId, chain: PointId, partner: PointId) {
        let pair = self.write(member, partner);
        let (fulls, semis) = pair.take_all();
        self.link(member, partner);
        fulls.into_iter().for_each(|full| self.add_full(chain, partner, full));
        semis.into_iter().for_each(|semi| self.add_semi(chain, partner, semi, semi.carrier.len()));
    }

    /// Looks for connections of a pair that there was no room for before.
    fn find_again(&mut self, a: PointId, b: PointId) {
        if self.pairs[index(a, b)].touching() {
            return;
        }
        let pair = self.write(a, b);
        pair.semis.freshen();
        for note in self.pairs[index(a, b)].semis.notes() {
            self.queue.push(a, b, u32::from(note.size));
        }
        let sides = self.points.sides();
        let own = self.points.own(b);
        let [from_a, from_b] = [a, b].map(|id| self.linked[id.index()].cells);
        for cell in (from_a & from_b).cells() {
            let middle = PointId((sides + cell.index()) as u16);
            for place in 0..self.pairs[index(a, middle)].fulls.carriers().len() {
                let fulls = &self.pairs[index(a, middle)].fulls;
                let carrier = fulls.carriers()[place];
                if fulls.notes()[place].fresh == Fresh::No && !carrier.meets(own) {
                    self.join(&self.step(a, middle, carrier), b);
                }
            }
        }
    }
}

impl<const N: usize> Pair<N> {
    /// Drops connections that meet these cells; whether there may be others to take their places.
    fn drop_meeting(&mut self, cells: CellSet<N>) -> bool {
        let lost_full = self.fulls.drop_if(|full| full.meets(cells));
        let lost_semi = self.semis.drop_if(|semi| semi.meets(cells));
        self.reach = self.reach.without(cells);
        (lost_full && self.fulls.was_cut) || (lost_semi && self.semis.was_cut)
    }

    /// Takes out the connections that meet these cells.
    fn take_meeting(&mut self, cells: CellSet<N>) -> (Vec<CellSet<N>>, Vec<Semi<N>>) {
        let fulls = self.fulls.carriers().iter().copied().filter(|full| full.meets(cells)).collect();
        let semis = self.semis().filter(|semi| semi.carrier.meets(cells)).collect();
        self.fulls.drop_if(|full| full.meets(cells));
        self.semis.drop_if(|semi| semi.meets(cells));
        (fulls, semis)
    }

    fn take_all(&mut self) -> (Vec<CellSet<N>>, Vec<Semi<N>>) {
        let all = (self.fulls.carriers().to_vec(), self.semis().collect());
        self.clear();
        all
    }
}
