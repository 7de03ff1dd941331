//! The two loops that take the time of training: graph convolutions and their weight gradients.
//!
//! Both are plain loops over tiles that fit the vector registers; the compiler vectorizes them
//! once for each level of processor features, and the level is chosen once at run time.

#![allow(unsafe_code, reason = "calls of functions that need processor features")]

use std::array;
use std::sync::LazyLock;

/// Rows of a convolution that are summed together: a weight is read once for all of them.
pub(super) const TILE_ROWS: usize = 6;

/// Outputs of a weight gradient that are summed together.
const GRADIENT_ROWS: usize = 4;

/// Columns of a tile where registers hold 16 numbers, and where they hold fewer.
const WIDE: usize = 32;
const NARROW: usize = 16;

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
pub(super) fn convolve(from: Rows, taps: Taps, weights: Weights, bias: &[f32], output: &mut [f32]) {
    match *LEVEL {
        // SAFETY: the level says that the processor has these features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { convolve_avx512(from, taps, weights, bias, output) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { convolve_avx2(from, taps, weights, bias, output) },
        Level::Portable => convolve_in::<Separate, NARROW>(from, taps, weights, bias, output),
    }
}

/// Adds to the gradient of a weight that is stored as outputs × taps × inputs: for each row, the
/// slope of an output times the input that it read.
pub(super) fn add_weight_gradient(from: Rows, taps: Taps, slopes: Rows, inputs: usize, gradient: &mut [f32]) {
    match *LEVEL {
        // SAFETY: the level says that the processor has these features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { gradient_avx512(from, taps, slopes, inputs, gradient) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { gradient_avx2(from, taps, slopes, inputs, gradient) },
        Level::Portable => gradient_in::<Separate, NARROW>(from, taps, slopes, inputs, gradient),
    }
}

/// What the processor can do.
#[derive(Clone, Copy, Debug)]
enum Level {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Portable,
}

static LEVEL: LazyLock<Level> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            return Level::Avx512;
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return Level::Avx2;
        }
    }
    Level::Portable
});

/// How a product is added: in one instruction where there is one, else in two.
trait MultiplyAdd {
    fn add(sum: f32, a: f32, b: f32) -> f32;
}

#[cfg(target_arch = "x86_64")]
struct Fused;

#[cfg(target_arch = "x86_64")]
impl MultiplyAdd for Fused {
    #[inline(always)]
    fn add(sum: f32, a: f32, b: f32) -> f32 {
        a.mul_add(b, sum)
    }
}

struct Separate;

impl MultiplyAdd for Separate {
    #[inline(always)]
    fn add(sum: f32, a: f32, b: f32) -> f32 {
        sum + a * b
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn convolve_avx512(from: Rows, taps: Taps, weights: Weights, bias: &[f32], output: &mut [f32]) {
    if bias.len().is_multiple_of(WIDE) {
        convolve_in::<Fused, WIDE>(from, taps, weights, bias, output);
    } else {
        convolve_in::<Fused, NARROW>(from, taps, weights, bias, output);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn convolve_avx2(from: Rows, taps: Taps, weights: Weights, bias: &[f32], output: &mut [f32]) {
    convolve_in::<Fused, NARROW>(from, taps, weights, bias, output);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn gradient_avx512(from: Rows, taps: Taps, slopes: Rows, inputs: usize, gradient: &mut [f32]) {
    if inputs.is_multiple_of(WIDE) {
        gradient_in::<Fused, WIDE>(from, taps, slopes, inputs, gradient);
    } else {
        gradient_in::<Fused, NARROW>(from, taps, slopes, inputs, gradient);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn gradient_avx2(from: Rows, taps: Taps, slopes: Rows, inputs: usize, gradient: &mut [f32]) {
    gradient_in::<Fused, NARROW>(from, taps, slopes, inputs, gradient);
}

#[inline(always)]
fn convolve_in<M: MultiplyAdd, const COLUMNS: usize>(
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
        for column in (0..bias.len()).step_by(COLUMNS) {
            convolve_tile::<M, COLUMNS>(from, taps, weights, bias, first, column, output);
        }
    }
}

#[inline(always)]
fn convolve_tile<M: MultiplyAdd, const COLUMNS: usize>(
    from: Rows,
    taps: Taps,
    weights: Weights,
    bias: &[f32],
    first: usize,
    column: usize,
    output: &mut [f32],
) {
    let bias_columns: &[f32; COLUMNS] = columns(bias, column);
    let mut sums = [*bias_columns; TILE_ROWS];
    let reads = &taps.rows[first * taps.taps..][..TILE_ROWS * taps.taps];
    for tap in 0..taps.taps {
        let inputs: [&[f32]; TILE_ROWS] = array::from_fn(|row| {
            &from.values[reads[row * taps.taps + tap] as usize * from.stride..][..weights.inputs]
        });
        for input in 0..weights.inputs {
            let at = tap * weights.tap_stride + input * weights.input_stride + column;
            let weight: &[f32; COLUMNS] = columns(weights.values, at);
            for row in 0..TILE_ROWS {
                let value = inputs[row][input];
                for out in 0..COLUMNS {
                    sums[row][out] = M::add(sums[row][out], value, weight[out]);
                }
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        output[(first + row) * bias.len() + column..][..COLUMNS].copy_from_slice(sums);
    }
}

#[inline(always)]
fn gradient_in<M: MultiplyAdd, const COLUMNS: usize>(
    from: Rows,
    taps: Taps,
    slopes: Rows,
    inputs: usize,
    gradient: &mut [f32],
) {
    for tap in 0..taps.taps {
        for column in (0..inputs).step_by(COLUMNS) {
            for first in (0..slopes.stride).step_by(GRADIENT_ROWS) {
                let sums = gradient_tile::<M, COLUMNS>(from, taps, tap, column, slopes, first);
                let used = COLUMNS.min(inputs - column);
                for (row, sums) in sums.iter().enumerate() {
                    let at = ((first + row) * taps.taps + tap) * inputs + column;
                    for (gradient, sum) in gradient[at..][..used].iter_mut().zip(sums) {
                        *gradient += sum;
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn gradient_tile<M: MultiplyAdd, const COLUMNS: usize>(
    from: Rows,
    taps: Taps,
    tap: usize,
    column: usize,
    slopes: Rows,
    first: usize,
) -> [[f32; COLUMNS]; GRADIENT_ROWS] {
    let mut sums = [[0.0; COLUMNS]; GRADIENT_ROWS];
    for (reads, slopes) in taps.rows.chunks_exact(taps.taps).zip(slopes.values.chunks_exact(slopes.stride)) {
        let input: &[f32; COLUMNS] = columns(from.values, reads[tap] as usize * from.stride + column);
        let slope: &[f32; GRADIENT_ROWS] = columns(slopes, first);
        for row in 0..GRADIENT_ROWS {
            for out in 0..COLUMNS {
                sums[row][out] = M::add(sums[row][out], slope[row], input[out]);
            }
        }
    }
    sums
}

/// So many numbers from a place on.
#[inline(always)]
fn columns<const COLUMNS: usize>(values: &[f32], at: usize) -> &[f32; COLUMNS] {
    values[at..].first_chunk().expect("rows are padded to whole tiles")
}
