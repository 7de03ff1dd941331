//! Two tables that are one large sparse one: by the neighbors of a place, then by the cells a bridge away.
//!
//! A table of all 4,096 · 4,096 surroundings would not fit into a cache. Few of them are known, so the known ones
//! of the same neighbors form a sparse row, and the rows lie over each other so that no two entries meet
//! (Tarjan and Yao 1979). An entry tells whose row it belongs to.

use super::super::gammas::NeighborCode;

/// A known entry: neighbors, cells a bridge away, weight.
pub(super) type Known = (u16, u16, u16);

/// The weight of unknown surroundings by the neighbors, and where the row of the known ones begins: both in one word,
/// the beginning in the upper half.
pub(super) type First = Box<[u32; FIRST]>;

/// A first table in which nothing weighs anything.
pub(super) fn no_first() -> First {
    Box::new([0; FIRST])
}

/// Neighbors, and at the end what is not empty.
const FIRST: usize = NeighborCode::COUNT + 1;

/// Entries of a row.
const ROW: usize = 1 << 12;

/// In the place of a row's beginning: an entry that belongs to no row.
const FREE: u32 = 0xffff;

/// In the place of a row's beginning: neighbors without a row. Rows begin below it.
const NO_ROW: u32 = 0xfffe;

/// Rows of any number of first tables.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// Beginning of the row in the upper half, weight in the lower; a power of two of them.
    entries: Box<[u32]>,
    /// Rows begin at multiples of two to this power.
    shift: u32,
}

/// A row before it has a place: its table, what is near, and its entries by what is far.
type UnplacedRow = (usize, u16, Vec<(u16, u16)>);

impl Rows {
    /// The rows of some known entries, for each first table, and the beginnings in those tables.
    pub(super) fn new(tables: &mut [First], known: &[Vec<Known>]) -> Self {
        let mut rows: Vec<UnplacedRow> = Vec::new();
        for (table, known) in known.iter().enumerate() {
            let mut known = known.clone();
            known.sort_unstable();
            for (near, far, weight) in known {
                match rows.last_mut() {
                    Some((of, row, entries)) if (*of, *row) == (table, near) => entries.push((far, weight)),
                    _ => rows.push((table, near, vec![(far, weight)])),
                }
            }
        }
        // Long rows find no room once others are there.
        rows.sort_by_key(|(_, _, entries)| std::cmp::Reverse(entries.len()));
        let all = (0..).find_map(|shift| Self::fitted(&rows, shift)).expect("with room enough all rows fit");
        let (all, begins) = all;
        for table in &mut *tables {
            table.iter_mut().for_each(|first| *first |= NO_ROW << 16);
        }
        for ((table, near, _), begin) in rows.iter().zip(begins) {
            let first = &mut tables[*table][usize::from(*near)];
            *first = *first & 0xffff | begin << 16;
        }
        all
    }

    /// The rows and where they begin, if there is room for them.
    fn fitted(rows: &[UnplacedRow], shift: u32) -> Option<(Self, Vec<u32>)> {
        let capacity = ((NO_ROW as usize) << shift) + ROW;
        let mut entries = vec![FREE << 16; capacity];
        let mut taken = vec![false; NO_ROW as usize];
        let (mut begins, mut lowest, mut end) = (Vec::with_capacity(rows.len()), 0, 0);
        for (_, _, row) in rows {
            let at = |begin: usize, far: u16| (begin << shift) + usize::from(far);
            let is_free = |&begin: &usize| {
                !taken[begin] && row.iter().all(|&(far, _)| entries[at(begin, far)] >> 16 == FREE)
            };
            while taken.get(lowest).copied()? {
                lowest += 1;
            }
            let begin = (lowest..NO_ROW as usize).find(is_free)?;
            taken[begin] = true;
            for &(far, weight) in row {
                entries[at(begin, far)] = (begin as u32) << 16 | u32::from(weight);
            }
            end = end.max(at(begin, 0) + ROW);
            begins.push(begin as u32);
        }
        entries.truncate(end.max(ROW).next_power_of_two());
        entries.resize(end.max(ROW).next_power_of_two(), FREE << 16);
        Some((Self { entries: entries.into(), shift }, begins))
    }

    /// The weight of surroundings, given what the first table has of the neighbors.
    #[inline(always)]
    pub(super) fn weight(&self, first: u32, far: u32) -> u32 {
        let row = first >> 16;
        let index = ((row as usize) << self.shift) + far as usize;
        // Beyond the end and for neighbors without a row any entry will do: it is of another row.
        let entry = self.entries[index & (self.entries.len() - 1)];
        (if entry >> 16 == row { entry } else { first }) & 0xffff
    }
}
