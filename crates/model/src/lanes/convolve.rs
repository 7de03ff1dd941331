//! A graph convolution of bytes: exact sums of products, then what happens to them.

#![allow(unsafe_code, reason = "rows are read without a check: `Taps` has checked where taps lead")]
#![allow(clippy::needless_range_loop, reason = "loops over registers are unrolled by their index")]

use std::ops::Range;

use super::{Arithmetic, Kernel, TILE, Taps, Tile, WORD, Weights};

/// A convolution of one layer.
pub(crate) struct Convolution<'a> {
    /// The nodes that each node reads.
    pub(crate) taps: &'a Taps,
    /// Number of taps that each node reads.
    pub(crate) used: usize,
    /// Weights for this many taps; the taps after them share the last one.
    pub(crate) weight_taps: usize,
    /// Activations: for each node, and for "off the board", this many words.
    pub(crate) rows: &'a [[u8; WORD]],
    /// Words of a row.
    pub(crate) words: usize,
    /// Digits of a weight: one byte, or two that make 16 bits.
    pub(crate) digits: usize,
    /// As many tiles of output channels at a time as [`portion`] says: digit by digit, tap by tap,
    /// word by word, tile by tile.
    pub(crate) weights: &'a [Weights],
    /// Factor of each sum.
    pub(crate) scale: &'a [Tile],
    /// Added to the scaled sum.
    pub(crate) bias: &'a [Tile],
    /// Last step on the result.
    pub(crate) finish: Finish<'a>,
}

/// Last step on the outputs of a convolution.
pub(crate) enum Finish<'a> {
    /// They are stored as bytes.
    Bytes(&'a mut [u8]),
    /// They are added to the stream, or begin it; the rectified stream, times a factor, is stored
    /// as bytes.
    Stream { begins: bool, stream: &'a mut [f32], factor: &'a [Tile], bytes: &'a mut [u8] },
    /// Rectified and multiplied with weights, they are summed to one number per node.
    Sum { weights: &'a [Tile], sums: &'a mut [f32] },
}

impl Kernel for Convolution<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(mut self) {
        assert!(self.rows.len() >= (self.taps.nodes() + 1) * self.words, "a row for each node, and one more");
        if let Finish::Sum { sums, .. } = &mut self.finish {
            sums.fill(0.0);
        }
        let tiles = self.scale.len();
        let mut tile = 0;
        while tile < tiles {
            let portion = portion(tiles - tile, A::TILES);
            match portion {
                4 if A::TILES >= 4 => self.sum_tiles::<A, 4>(tile),
                2 if A::TILES >= 2 => self.sum_tiles::<A, 2>(tile),
                _ => self.sum_tiles::<A, 1>(tile),
            }
            tile += portion;
        }
    }
}

/// Number of the remaining tiles that are summed next, and stand together among the weights.
pub(crate) const fn portion(left: usize, most: usize) -> usize {
    match if left < most { left } else { most } {
        4.. => 4,
        2.. => 2,
        _ => 1,
    }
}

/// Nodes that are summed together at the most.
const MAX_NODES: usize = 8;

/// Tiles that are summed together at the most.
const MAX_TILES: usize = 4;

/// Sums on their way from one set of registers to another.
#[repr(align(64))]
struct Scratch([Tile; MAX_NODES * MAX_TILES]);

impl Convolution<'_> {
    /// Computes `T` tiles of all nodes, some nodes at a time.
    #[inline(always)]
    fn sum_tiles<A: Arithmetic, const T: usize>(&mut self, tile: usize) {
        let mut scratch = Scratch([[0.0; TILE]; MAX_NODES * MAX_TILES]);
        let nodes = self.taps.nodes();
        let portions = nodes.div_ceil(A::nodes(T).min(MAX_NODES));
        let mut node = 0;
        for portion in 0..portions {
            let end = (portion + 1) * nodes / portions;
            match end - node {
                1 => self.sum::<A, T, 1>(tile, node, &mut scratch),
                2 => self.sum::<A, T, 2>(tile, node, &mut scratch),
                3 => self.sum::<A, T, 3>(tile, node, &mut scratch),
                4 => self.sum::<A, T, 4>(tile, node, &mut scratch),
                5 => self.sum::<A, T, 5>(tile, node, &mut scratch),
                6 => self.sum::<A, T, 6>(tile, node, &mut scratch),
                7 => self.sum::<A, T, 7>(tile, node, &mut scratch),
                _ => self.sum::<A, T, MAX_NODES>(tile, node, &mut scratch),
            }
            self.finish::<A, T>(tile, node..end, &scratch);
            node = end;
        }
    }

    /// Sums up `T` tiles of `N` nodes.
    #[inline(always)]
    fn sum<A: Arithmetic, const T: usize, const N: usize>(
        &self,
        tile: usize,
        node: usize,
        scratch: &mut Scratch,
    ) {
        let words = self.words;
        let per_digit = self.weight_taps * words * T;
        let weights = &self.weights[tile * self.digits * self.weight_taps * words..];
        let taps: [&[u16]; N] = std::array::from_fn(|n| &self.taps.of(node + n)[..self.used]);
        let mut sums = [[A::zero(); T]; N];
        for (digit, tap) in (0..self.digits).flat_map(|digit| (0..self.used).map(move |tap| (digit, tap))) {
            if (digit, tap) == (1, 0) {
                sums = sums.map(|sums| sums.map(A::shift));
            }
            let from = digit * per_digit + tap.min(self.weight_taps - 1) * words * T;
            let weights = &weights[from..].as_chunks::<T>().0[..words];
            let rows: [&[[u8; WORD]]; N] = std::array::from_fn(|n| {
                let from = usize::from(taps[n][tap]);
                // SAFETY: no tap exceeds the number of nodes, and `run` has seen this many rows.
                unsafe { self.rows.get_unchecked(from * words..(from + 1) * words) }
            });
            for (word, weights) in weights.iter().enumerate() {
                for n in 0..N {
                    let word = A::spread(rows[n][word]);
                    for t in 0..T {
                        sums[n][t] = A::dot(sums[n][t], word, &weights[t]);
                    }
                }
            }
        }
        for n in 0..N {
            for t in 0..T {
                A::store(A::convert(sums[n][t]), &mut scratch.0[n * T + t]);
            }
        }
    }

    /// Scales the sums of some nodes and does what shall be done with them.
    #[inline(always)]
    fn finish<A: Arithmetic, const T: usize>(&mut self, tile: usize, nodes: Range<usize>, sums: &Scratch) {
        let tiles = self.scale.len();
        let scale = load_tiles::<A, T>(self.scale, tile);
        let bias = load_tiles::<A, T>(self.bias, tile);
        let scaled = |sums: &[Tile; T], t: usize| A::add(A::mul(A::load(&sums[t]), scale[t]), bias[t]);
        let rows = nodes.zip(sums.0.as_chunks::<T>().0).map(|(node, sums)| (node * tiles + tile, sums));
        match &mut self.finish {
            Finish::Bytes(bytes) => {
                for (at, sums) in rows {
                    let bytes: &mut [_; T] = tiles_mut(bytes, at);
                    for t in 0..T {
                        A::store_bytes(scaled(sums, t), &mut bytes[t]);
                    }
                }
            }
            Finish::Stream { begins, stream, factor, bytes } => {
                let factor = load_tiles::<A, T>(factor, tile);
                for (at, sums) in rows {
                    let stream: &mut [_; T] = tiles_mut(stream, at);
                    let bytes: &mut [_; T] = tiles_mut(bytes, at);
                    for t in 0..T {
                        let before = if *begins { A::splat(0.0) } else { A::load(&stream[t]) };
                        let sum = A::add(before, scaled(sums, t));
                        A::store(sum, &mut stream[t]);
                        A::store_bytes(A::mul(sum, factor[t]), &mut bytes[t]);
                    }
                }
            }
            Finish::Sum { weights, sums: to } => {
                let weights = load_tiles::<A, T>(weights, tile);
                for (at, sums) in rows {
                    for t in 0..T {
                        let mut products = [0.0; TILE];
                        A::store(A::mul(A::rectify(scaled(sums, t)), weights[t]), &mut products);
                        to[at / tiles] += halved(products);
                    }
                }
            }
        }
    }
}

/// `T` tiles in registers.
#[inline(always)]
fn load_tiles<A: Arithmetic, const T: usize>(tiles: &[Tile], from: usize) -> [A::Floats; T] {
    let tiles = &tiles[from..][..T];
    std::array::from_fn(|t| A::load(&tiles[t]))
}

/// `T` tiles of an output.
#[inline(always)]
fn tiles_mut<V, const T: usize>(values: &mut [V], from: usize) -> &mut [[V; TILE]; T] {
    values.as_chunks_mut().0[from..].first_chunk_mut().expect("an output for each tile")
}

/// The sum of 16 numbers, by halves.
#[inline(always)]
fn halved(mut numbers: [f32; TILE]) -> f32 {
    let mut half = TILE / 2;
    while half > 0 {
        for i in 0..half {
            numbers[i] += numbers[i + half];
        }
        half /= 2;
    }
    numbers[0]
}
