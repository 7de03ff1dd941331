//! The two loops that take the time of training: graph convolutions and their weight gradients.
//!
//! Both work on tiles whose sums stay in vector registers. They are written once over [`Lanes`] and
//! compiled for each level of processor features, together with all that a pass through the network does
//! between them: [`dispatch`] chooses the level once for a whole pass.

#![allow(unsafe_code, reason = "calls of functions that need processor features")]

mod lanes;

use std::sync::LazyLock;

pub(super) use lanes::Lanes;
use lanes::Portable;
#[cfg(target_arch = "x86_64")]
use lanes::{Avx2, Avx512};

/// Rows of a convolution that are summed together: a weight is read once for all of them.
pub(super) const TILE_ROWS: usize = 6;

/// Outputs of a weight gradient that are summed together.
const GRADIENT_ROWS: usize = 4;

/// Which rows a convolution reads: `taps` row numbers for each of its outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taps<'a> {
    pub(super) rows: &'a [u32],
    pub(super) taps: usize,
}

/// Rows of numbers; `stride` is the length of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    pub(super) values: &'a [f32],
    pub(super) stride: usize,
}

/// Weights for each tap, input and output; those of all outputs lie side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<'a> {
    pub(super) values: &'a [f32],
    pub(super) inputs: usize,
    pub(super) tap_stride: usize,
    pub(super) input_stride: usize,
}

/// `output = bias + Σ taps Σ inputs row × weight` for each row of the output.
///
/// The outputs are as many as the bias has, a multiple of 16; there are at least six rows.
#[inline(always)]
pub(super) fn convolve<L: Lanes>(from: Rows, taps: Taps, weights: Weights, bias: &[f32], output: &mut [f32]) {
    if bias.len().is_multiple_of(2 * L::LANES) {
        convolve_in::<L, 2>(from, taps, weights, bias, output);
    } else {
        convolve_in::<L, 1>(from, taps, weights, bias, output);
    }
}

/// Adds to the gradient of a weight that is stored as outputs × taps × inputs: for each row, the
/// slope of an output times the input that it read.
#[inline(always)]
pub(super) fn add_weight_gradient<L: Lanes>(
    from: Rows,
    taps: Taps,
    slopes: Rows,
    inputs: usize,
    gradient: &mut [f32],
) {
    if inputs.is_multiple_of(2 * L::LANES) {
        gradient_in::<L, 2>(from, taps, slopes, inputs, gradient);
    } else {
        gradient_in::<L, 1>(from, taps, slopes, inputs, gradient);
    }
}

/// Work that is compiled for each level of processor features.
pub(super) trait Work {
    /// Does it; has to be inlined, with all that it calls, to be compiled for the level.
    fn run<L: Lanes>(self);
}

/// Does work with the best features that the processor has.
pub(super) fn dispatch(work: impl Work) {
    match *INSTRUCTION_SET {
        // SAFETY: the level says that the processor has these features.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => unsafe { run_avx512(work) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => unsafe { run_avx2(work) },
        InstructionSet::Portable => work.run::<Portable>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512(work: impl Work) {
    work.run::<Avx512>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2(work: impl Work) {
    work.run::<Avx2>();
}

/// Instruction sets of the processor.
#[derive(Clone, Copy, Debug)]
enum InstructionSet {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

static INSTRUCTION_SET: LazyLock<InstructionSet> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            return InstructionSet::Avx512;
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return InstructionSet::Avx2;
        }
    }
    InstructionSet::Portable
});

/// A tile has `VECTORS` registers of columns.
#[inline(always)]
fn convolve_in<L: Lanes, const VECTORS: usize>(
    from: Rows,
    taps: Taps,
    weights: Weights,
    bias: &[f32],
    output: &mut [f32],
) {
    let rows = output.len() / bias.len();
    assert!(rows >= TILE_ROWS, "boards have at least {TILE_ROWS} cells");
    for tile in (0..rows).step_by(TILE_ROWS) {
        // The last tile overlaps the one before: what both compute is the same.
        let first = tile.min(rows - TILE_ROWS);
        let reads = &taps.rows[first * taps.taps..][..TILE_ROWS * taps.taps];
        for column in (0..bias.len()).step_by(VECTORS * L::LANES) {
            let sums = convolve_tile::<L, VECTORS>(from, reads, weights, &bias[column..], column);
            for (row, sums) in sums.into_iter().enumerate() {
                let output = &mut output[(first + row) * bias.len() + column..];
                for (vector, sum) in sums.into_iter().enumerate() {
                    sum.store(&mut output[vector * L::LANES..]);
                }
            }
        }
    }
}

#[inline(always)]
fn convolve_tile<L: Lanes, const VECTORS: usize>(
    from: Rows,
    reads: &[u32],
    weights: Weights,
    bias: &[f32],
    column: usize,
) -> [[L; VECTORS]; TILE_ROWS] {
    let mut sums = [load::<L, VECTORS>(bias); TILE_ROWS];
    let taps = reads.len() / TILE_ROWS;
    for tap in 0..taps {
        let mut inputs = [&from.values[..0]; TILE_ROWS];
        for (row, inputs) in inputs.iter_mut().enumerate() {
            *inputs = &from.values[reads[row * taps + tap] as usize * from.stride..][..weights.inputs];
        }
        for input in 0..weights.inputs {
            let at = tap * weights.tap_stride + input * weights.input_stride + column;
            let weight = load::<L, VECTORS>(&weights.values[at..][..VECTORS * L::LANES]);
            for (sums, row) in sums.iter_mut().zip(inputs) {
                let value = L::splat(row[input]);
                for (sum, weight) in sums.iter_mut().zip(weight) {
                    *sum = sum.add_product(value, weight);
                }
            }
        }
    }
    sums
}

#[inline(always)]
fn gradient_in<L: Lanes, const VECTORS: usize>(
    from: Rows,
    taps: Taps,
    slopes: Rows,
    inputs: usize,
    gradient: &mut [f32],
) {
    for tap in 0..taps.taps {
        for column in (0..inputs).step_by(VECTORS * L::LANES) {
            for first in (0..slopes.stride).step_by(GRADIENT_ROWS) {
                let sums = gradient_tile::<L, VECTORS>(from, taps, tap, column, slopes, first);
                for (row, sums) in sums.into_iter().enumerate() {
                    let at = ((first + row) * taps.taps + tap) * inputs;
                    let gradient = &mut gradient[at..][..inputs];
                    for (vector, sum) in sums.into_iter().enumerate() {
                        sum.add_to(&mut gradient[(column + vector * L::LANES).min(inputs)..]);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn gradient_tile<L: Lanes, const VECTORS: usize>(
    from: Rows,
    taps: Taps,
    tap: usize,
    column: usize,
    slopes: Rows,
    first: usize,
) -> [[L; VECTORS]; GRADIENT_ROWS] {
    let mut sums = [[L::splat(0.0); VECTORS]; GRADIENT_ROWS];
    for (reads, slopes) in taps.rows.chunks_exact(taps.taps).zip(slopes.values.chunks_exact(slopes.stride)) {
        let input = &from.values[reads[tap] as usize * from.stride + column..][..VECTORS * L::LANES];
        let input = load::<L, VECTORS>(input);
        let slopes = &slopes[first..][..GRADIENT_ROWS];
        for (sums, &slope) in sums.iter_mut().zip(slopes) {
            let slope = L::splat(slope);
            for (sum, input) in sums.iter_mut().zip(input) {
                *sum = sum.add_product(slope, input);
            }
        }
    }
    sums
}

/// Several registers from a slice. A loop, not a closure: closures are not always inlined, and then they
/// are compiled without the features.
#[inline(always)]
fn load<L: Lanes, const VECTORS: usize>(values: &[f32]) -> [L; VECTORS] {
    let mut vectors = [L::splat(0.0); VECTORS];
    for (vector, place) in vectors.iter_mut().enumerate() {
        *place = L::load(&values[vector * L::LANES..]);
    }
    vectors
}

#[cfg(test)]
mod tests;
