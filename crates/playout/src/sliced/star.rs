//! \*Star: the winner by counting groups in all lanes.
//!
//! With B black peries, G groups that have a peri and s groups that have a single one (by color),
//! the definition of the score comes down to: black has won exactly if
//! `2N > 5n`, or `2N = 5n` and black owns three quarks, where `N = B + 2 (Gw - Gb) + sb - sw`.
//! The tie-break of odd sizes never decides anything that this does not.
//!
//! Gb is an Euler characteristic. Fill the bridge in the middle with black, which joins black's
//! cells of the first ring as the rules say and leaves a planar board. White flooded from the
//! border, and from the rest black flooded from the border, leave black's border groups with all
//! their holes filled: each then counts 1 in nodes - edges + triangles. For Gw fill the bridge
//! with white. Numbers of 8 digits are enough, as |N| stays below 128.

use catena_core::Topology;
use catena_core::topology::Borders;

use super::count::Counter;
use super::graph::{Graph, flood, spread_both};
use crate::lanes::{Block, Word};

const ARMS: usize = 5;
/// Digits of a number above the third.
const HIGH: usize = 5;

/// The star as the judge reads it.
#[derive(Debug)]
pub(super) struct Star {
    /// The board as it is.
    graph: Graph,
    /// The planar board: the bridge is a node after the last cell.
    planar: Graph,
    /// Where a run of earlier neighbours of a node can start in the planar board, the bridge being
    /// the earliest of all: the node, the neighbour, and the neighbour before that in circular
    /// order, which must not be in the run.
    starts: Vec<[u16; 3]>,
    len: usize,
    /// The first cell of the outer ring, which is the last.
    first_peri: usize,
    quarks: [usize; ARMS],
}

/// Room to work in.
pub(super) struct Scratch<'a> {
    /// Blocks for the nodes of the planar board and one beyond.
    pub(super) flooded: &'a mut [Block],
    /// The same.
    pub(super) outside: &'a mut [Block],
    /// The same.
    pub(super) accompanied: &'a mut [Block],
}

impl Star {
    pub(super) fn new(topology: &Topology) -> Self {
        let len = topology.len();
        let graph = Graph::new(topology);
        let planar = planar(&graph, len);
        let is = |cell: usize, border| topology.borders(catena_core::Cell::new(cell)).contains(border);
        let starts = (0..len).flat_map(|cell| {
            let earlier = |&&node: &&u16| usize::from(node) < cell || usize::from(node) == len;
            let mut before = len as u16 + 1;
            let start = move |&node: &u16| [cell as u16, node, std::mem::replace(&mut before, node)];
            planar.neighbors(cell).iter().filter(earlier).map(start).collect::<Vec<_>>()
        });
        let mut quarks = (0..len).filter(|&cell| is(cell, Borders::QUARK));
        let first_peri = (0..len).find(|&cell| is(cell, Borders::PERI)).expect("boards have peries");
        Self {
            starts: starts.collect(),
            len,
            quarks: std::array::from_fn(|_| quarks.next().expect("every arm ends in a quark")),
            first_peri,
            graph,
            planar,
        }
    }

    /// Blocks that each part of the scratch must have.
    pub(super) fn scratch_len(topology: &Topology) -> usize {
        topology.len() + 2
    }

    /// Lanes that black has won.
    #[inline(always)]
    pub(super) fn black_wins<W: Word>(&self, cells: &[Block], scratch: &mut Scratch) -> W {
        let len = self.len;
        let peries = len - self.first_peri;
        let mut total = Counter::<W, HIGH>::zero();
        for peri in &cells[self.first_peri..len] {
            total.add(W::load(peri));
        }
        let mut quarks = [W::zero(); ARMS];
        total.add_times::<1>(&self.singles(cells, scratch, &mut quarks));
        if peries.is_multiple_of(2) {
            total.add(most(quarks));
        }
        let white = self.border_groups(cells, scratch, W::ones());
        total.add_times::<2>(&white);
        let black = self.border_groups(cells, scratch, W::zero());
        total.add_times::<2>(&black.negated());
        total.less(peries as u32 / 2 + 1).negative().not()
    }

    /// The groups with a peri of the color whose lanes are 1 after `flip`.
    #[inline(always)]
    fn border_groups<W: Word>(&self, cells: &[Block], scratch: &mut Scratch, flip: W) -> Counter<W, HIGH> {
        let len = self.len;
        let Scratch { flooded, outside, .. } = scratch;
        outside.fill(Block::ZERO);
        for peri in self.first_peri..len {
            W::load(&cells[peri]).xor(flip).not().store(&mut outside[peri]);
        }
        flood::<W>(&self.planar, outside, len, |cell| W::load(&cells[cell]).xor(flip).not());
        flooded.fill(Block::ZERO);
        for peri in self.first_peri..len {
            W::load(&outside[peri]).not().store(&mut flooded[peri]);
        }
        flood::<W>(&self.planar, flooded, len + 1, |node| W::load(&outside[node]).not());
        self.euler(flooded)
    }

    /// Nodes - edges + triangles of a set: when a node joins the earlier ones, it brings 1 less
    /// the number of runs that its neighbours among them form.
    #[inline(always)]
    fn euler<W: Word>(&self, set: &[Block]) -> Counter<W, HIGH> {
        let len = self.len;
        let mut nodes = Counter::zero();
        let mut runs = Counter::zero();
        // The bridge comes last here, and the block beyond it is zero.
        for eight in (0..=len).step_by(8) {
            nodes.add_eight(std::array::from_fn(|i| W::load(&set[(eight + i).min(len + 1)])));
        }
        for eight in self.starts.chunks(8) {
            let mut bits = [W::zero(); 8];
            for (bit, start) in bits.iter_mut().zip(eight) {
                let [node, neighbor, before] = start.map(|node| W::load(&set[usize::from(node)]));
                *bit = node.and(neighbor).and_not(before);
            }
            runs.add_eight(bits);
        }
        nodes.add_times::<1>(&runs.negated());
        nodes
    }

    /// Black's groups with a single peri less white's; and the owners of the quarks, 1 for black.
    #[inline(always)]
    fn singles<W: Word>(
        &self,
        cells: &[Block],
        scratch: &mut Scratch,
        quarks: &mut [W; ARMS],
    ) -> Counter<W, HIGH> {
        let Scratch { flooded, outside, accompanied } = scratch;
        accompanied.fill(Block::ZERO);
        for flip in [W::zero(), W::ones()] {
            self.accompany_runs(cells, flooded, accompanied, flip);
        }
        let peries = self.len - self.first_peri;
        for digit in 0..peries.next_power_of_two().ilog2() {
            self.accompany_by_digit::<W>(digit, cells, [flooded, outside], accompanied);
        }
        let mut black = Counter::zero();
        let mut white = Counter::zero();
        for peri in self.first_peri..self.len {
            let color = W::load(&cells[peri]);
            let single = W::load(&accompanied[peri]).not();
            black.add(single.and(color));
            white.add(single.and_not(color));
            for (quark, owner) in self.quarks.iter().zip(&mut *quarks) {
                if *quark == peri {
                    *owner = color.xor(single);
                }
            }
        }
        black.add_times::<1>(&white.negated());
        black
    }

    /// Notes the peries whose group has two neighbouring peries, of the color whose lanes are 1
    /// after `flip`. Most large groups have; what is left for the slower floods is small.
    #[inline(always)]
    fn accompany_runs<W: Word>(
        &self,
        cells: &[Block],
        flooded: &mut [Block],
        accompanied: &mut [Block],
        flip: W,
    ) {
        let len = self.len;
        let peries = len - self.first_peri;
        flooded.fill(Block::ZERO);
        for i in 0..peries {
            let at = |step: usize| W::load(&cells[self.first_peri + (i + step) % peries]).xor(flip);
            at(0).and(at(1).or(at(peries - 1))).store(&mut flooded[self.first_peri + i]);
        }
        flood::<W>(&self.graph, flooded, len, |cell| W::load(&cells[cell]).xor(flip));
        for peri in self.first_peri..len {
            W::load(&accompanied[peri]).or(W::load(&flooded[peri])).store(&mut accompanied[peri]);
        }
    }

    /// Notes the peries whose group has a peri with another binary digit in its number. Two peries
    /// differ in some digit, so after all digits those not noted are single.
    #[inline(always)]
    fn accompany_by_digit<W: Word>(
        &self,
        digit: u32,
        cells: &[Block],
        [zeros, ones]: [&mut [Block]; 2],
        accompanied: &mut [Block],
    ) {
        let len = self.len;
        zeros.fill(Block::ZERO);
        ones.fill(Block::ZERO);
        for peri in self.first_peri..len {
            let seed = W::load(&accompanied[peri]).not();
            seed.store(if (peri - self.first_peri) >> digit & 1 == 1 {
                &mut ones[peri]
            } else {
                &mut zeros[peri]
            });
        }
        let mut inwards = true;
        loop {
            let mut news = W::zero();
            for i in 0..len {
                let cell = if inwards { len - 1 - i } else { i };
                news = news.or(spread_both(&self.graph, cells, zeros, ones, cell));
            }
            if !news.any() {
                break;
            }
            inwards = !inwards;
        }
        for peri in self.first_peri..len {
            let others = if (peri - self.first_peri) >> digit & 1 == 1 { &zeros[peri] } else { &ones[peri] };
            W::load(&accompanied[peri]).or(W::load(others)).store(&mut accompanied[peri]);
        }
    }
}

/// The board with the bridge as a node in the middle instead of the edges across it.
fn planar(graph: &Graph, len: usize) -> Graph {
    let bridge = len as u16;
    let mut rows: Vec<Vec<u16>> = (0..len).map(|cell| graph.neighbors(cell).to_vec()).collect();
    for (cell, row) in rows.iter_mut().enumerate().take(ARMS) {
        let across = [2, 3].map(|step| ((cell + step) % ARMS) as u16);
        let at = row.iter().position(|node| across.contains(node)).expect("the first ring is joined");
        row.retain(|node| !across.contains(node));
        row.insert(at, bridge);
    }
    rows.push((0..ARMS as u16).collect());
    Graph::from_rows(&rows)
}

/// The lanes in which at least three of five are set.
#[inline(always)]
fn most<W: Word>([a, b, c, d, e]: [W; ARMS]) -> W {
    let rest = a.parity(b, c);
    a.majority(b, c).majority(rest.majority(d, e), rest.parity(d, e))
}
