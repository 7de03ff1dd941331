//! Products of f32 matrices and vectors.

use super::{Arithmetic, Kernel, TILE};

/// Rows that are summed together: a weight is read once for all of them.
const ROWS: usize = 6;

/// Tiles of outputs that are summed together, so that no sum waits for its own last one.
const TILES: usize = 2;

/// `outputs = bias + rows × weight`, for a weight of inputs × outputs.
pub(crate) struct Product<'a> {
    pub(crate) rows: &'a [f32],
    pub(crate) weight: &'a [f32],
    /// As long as a row of outputs: a multiple of 16.
    pub(crate) bias: &'a [f32],
    pub(crate) outputs: &'a mut [f32],
}

impl Kernel for Product<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let width = self.bias.len();
        let inputs = self.weight.len() / width;
        let (weight, bias) = (self.weight.as_chunks().0, self.bias.as_chunks().0);
        let rows = self.rows.chunks(ROWS * inputs);
        for (rows, outputs) in rows.zip(self.outputs.chunks_mut(ROWS * width)) {
            if rows.len() == ROWS * inputs {
                multiply_rows::<A, ROWS>(rows, weight, bias, outputs.as_chunks_mut().0);
            } else {
                for (row, outputs) in rows.chunks_exact(inputs).zip(outputs.chunks_exact_mut(width)) {
                    multiply_rows::<A, 1>(row, weight, bias, outputs.as_chunks_mut().0);
                }
            }
        }
    }
}

/// `sums += vector × weight`, for a weight of inputs × outputs; outputs are a multiple of 16.
pub(crate) struct VectorProduct<'a> {
    pub(crate) vector: &'a [f32],
    pub(crate) weight: &'a [f32],
    pub(crate) sums: &'a mut [f32],
}

/// Tiles of a vector that are summed together.
const VECTOR_TILES: usize = 4;

impl Kernel for VectorProduct<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let (weight, sums) = (self.weight.as_chunks().0, self.sums.as_chunks_mut::<TILE>().0);
        let width = sums.len();
        let mut tile = 0;
        while tile < width {
            let sums = &mut sums[tile..];
            tile += match width - tile {
                VECTOR_TILES.. => add_tiles::<A, VECTOR_TILES>(self.vector, &weight[tile..], width, sums),
                2.. => add_tiles::<A, 2>(self.vector, &weight[tile..], width, sums),
                _ => add_tiles::<A, 1>(self.vector, &weight[tile..], width, sums),
            };
        }
    }
}

/// All outputs of `N` rows.
#[inline(always)]
fn multiply_rows<A: Arithmetic, const N: usize>(
    rows: &[f32],
    weight: &[[f32; TILE]],
    bias: &[[f32; TILE]],
    outputs: &mut [[f32; TILE]],
) {
    let mut tile = 0;
    while tile < bias.len() {
        tile += if bias.len() - tile >= TILES {
            multiply_tiles::<A, N, TILES>(rows, weight, bias, tile, outputs)
        } else {
            multiply_tiles::<A, N, 1>(rows, weight, bias, tile, outputs)
        };
    }
}

/// `T` tiles of the outputs of `N` rows; returns `T`.
#[inline(always)]
fn multiply_tiles<A: Arithmetic, const N: usize, const T: usize>(
    rows: &[f32],
    weight: &[[f32; TILE]],
    bias: &[[f32; TILE]],
    tile: usize,
    outputs: &mut [[f32; TILE]],
) -> usize {
    let inputs = rows.len() / N;
    let rows: [&[f32]; N] = std::array::from_fn(|row| &rows[row * inputs..][..inputs]);
    let mut sums: [[A::Floats; T]; N] = [std::array::from_fn(|t| A::load(&bias[tile + t])); N];
    for (input, weights) in weight.chunks_exact(bias.len()).enumerate().take(inputs) {
        let weights: [A::Floats; T] = std::array::from_fn(|t| A::load(&weights[tile + t]));
        for n in 0..N {
            let value = A::splat(rows[n][input]);
            for t in 0..T {
                sums[n][t] = A::add(sums[n][t], A::mul(value, weights[t]));
            }
        }
    }
    for (sums, outputs) in sums.into_iter().zip(outputs.chunks_exact_mut(bias.len())) {
        for (sums, outputs) in sums.into_iter().zip(&mut outputs[tile..]) {
            A::store(sums, outputs);
        }
    }
    T
}

/// Adds to the first `T` tiles of sums; returns `T`.
#[inline(always)]
fn add_tiles<A: Arithmetic, const T: usize>(
    vector: &[f32],
    weight: &[[f32; TILE]],
    width: usize,
    to: &mut [[f32; TILE]],
) -> usize {
    let mut sums: [A::Floats; T] = std::array::from_fn(|t| A::load(&to[t]));
    for (weights, &value) in weight.chunks(width).zip(vector) {
        let value = A::splat(value);
        for t in 0..T {
            sums[t] = A::add(sums[t], A::mul(value, A::load(&weights[t])));
        }
    }
    for (sums, to) in sums.into_iter().zip(to) {
        A::store(sums, to);
    }
    T
}
