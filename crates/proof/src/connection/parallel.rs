//! The or-rule: semi-connections without a common cell are a full connection.

use super::h_search::{Connections, index};
use super::pair::Fresh;
use super::point::PointId;
use crate::set::CellSet;

impl<const N: usize> Connections<N> {
    /// The or-rule for the fresh semi-connections of a pair, up to a size.
    pub(super) fn in_parallel(&mut self, a: PointId, b: PointId, size: u32) {
        let place = index(a, b);
        while let Some(first) = self.pairs[place].semis.take_fresh(size) {
            let pair = &mut self.pairs[place];
            let seen = pair.semis.iter().filter(|(_, note)| note.fresh == Fresh::No);
            let seen = seen.map(|(carrier, _)| carrier);
            if !seen.clone().fold(first, |common, carrier| common & carrier).is_empty() {
                continue;
            }
            self.others.clear();
            self.others.extend(seen.filter(|&other| other != first).map(|other| (other, other)));
            // The intersection of the first with all from each place on.
            let mut rest = first;
            for (other, common) in self.others.iter_mut().rev() {
                rest &= *other;
                *common = rest;
            }
            self.found.clear();
            // The goal counts all; others need not try what would not be kept.
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
}

/// All unions of `first` with at most `more` others that have no cell common to all, as far as
/// they are smaller than the bound.
fn combine<const N: usize>(
    others: &[(CellSet<N>, CellSet<N>)],
    common: CellSet<N>,
    union: CellSet<N>,
    more: usize,
    bound: u32,
    found: &mut Vec<CellSet<N>>,
) {
    for (index, &(other, rest)) in others.iter().enumerate() {
        // Cells common to all that are left stay.
        if common.meets(rest) {
            return;
        }
        let next = common & other;
        if next == common || (more <= 1 && !next.is_empty()) {
            continue;
        }
        let all = union | other;
        if bound < u32::MAX && all.len() >= bound {
            continue;
        }
        if next.is_empty() {
            found.push(all);
        } else {
            combine(&others[index + 1..], next, all, more - 1, bound, found);
        }
    }
}
