//! Arithmetic of quantized networks on 16 output channels at a time, and the choice of
//! instructions.
//!
//! Kernels are written once, generic over [`Arithmetic`], and compiled for portable code, AVX2
//! and AVX-512 with VNNI. All of them give the same bits: sums are integers, and what follows in
//! f32 multiplies and adds in the same order without fusing. The portable one is the reference.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod convolve;
mod multiply;
mod peak;
mod pool;
mod portable;
mod run;
mod taps;

pub(crate) use convolve::{Convolution, Finish, portion};
pub(crate) use multiply::{Product, VectorProduct};
pub use peak::multiply_adds;
pub(crate) use pool::Pool;
pub use run::Lanes;
pub(crate) use run::{run, tiles};
pub(crate) use taps::Taps;

/// Output channels of a register.
pub(crate) const TILE: usize = 16;

/// Input channels that one instruction multiplies and sums.
pub(crate) const WORD: usize = 4;

/// The weights of 16 output channels for four input channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Weights(pub(crate) [[i8; WORD]; TILE]);

/// A number for each of 16 output channels.
pub(crate) type Tile = [f32; TILE];

/// Numbers of 16 output channels in registers. Every method is inlined into a kernel that
/// [`run`] has compiled for the instructions the type needs.
pub(crate) trait Arithmetic {
    /// Exact sums.
    type Sums: Copy;
    /// Activations of four input channels, once for each output channel.
    type Word: Copy;
    /// Scaled sums.
    type Floats: Copy;

    /// Tiles of output channels that are summed together, at the most.
    const TILES: usize;

    /// Nodes that are summed together with this many tiles, at the most.
    fn nodes(tiles: usize) -> usize;

    /// No sum yet.
    fn zero() -> Self::Sums;
    /// Spreads activations over all output channels.
    fn spread(word: [u8; WORD]) -> Self::Word;
    /// Adds the products of four input channels.
    fn dot(sums: Self::Sums, word: Self::Word, weights: &Weights) -> Self::Sums;
    /// Sums times 256, to go on with the second digits of the weights.
    fn shift(sums: Self::Sums) -> Self::Sums;
    /// Sums as floats.
    fn convert(sums: Self::Sums) -> Self::Floats;
    /// The same float for all channels.
    fn splat(value: f32) -> Self::Floats;
    /// Reads floats.
    fn load(floats: &[f32; TILE]) -> Self::Floats;
    /// Writes floats.
    fn store(floats: Self::Floats, to: &mut [f32; TILE]);
    /// `a × b`, rounded.
    fn mul(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// `a + b`, rounded.
    fn add(a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The positive part.
    fn rectify(floats: Self::Floats) -> Self::Floats;
    /// The nearest whole numbers from 0 to 255; of two equally near ones the even one.
    fn store_bytes(floats: Self::Floats, to: &mut [u8; TILE]);
}

/// A computation that can be compiled for any arithmetic.
pub(crate) trait Kernel {
    /// Computes. Must be inlined.
    fn run<A: Arithmetic>(self);
}
