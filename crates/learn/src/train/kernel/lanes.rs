//! A vector register of f32 for each level of processor features.
//!
//! The functions of [`Avx512`] and [`Avx2`] are only called below functions that have these features:
//! `kernel.rs` checks for them once.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256, __m512, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_storeu_ps, _mm512_fmadd_ps,
    _mm512_loadu_ps, _mm512_set1_ps, _mm512_storeu_ps,
};

/// `LANES` numbers side by side.
pub(in crate::train) trait Lanes: Copy {
    /// Number of lanes.
    const LANES: usize;

    /// The first numbers of a slice.
    fn load(values: &[f32]) -> Self;

    /// One number everywhere.
    fn splat(value: f32) -> Self;

    /// `self + a × b`.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// Writes the numbers to the start of a slice.
    fn store(self, values: &mut [f32]);

    /// Adds the numbers to those of a slice, which may be shorter.
    fn add_to(self, values: &mut [f32]);
}

/// 16 numbers in a 512-bit register.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(in crate::train) struct Avx512(__m512);

#[cfg(target_arch = "x86_64")]
impl Lanes for Avx512 {
    const LANES: usize = 16;

    #[inline(always)]
    fn load(values: &[f32]) -> Self {
        let values: &[f32; 16] = values.first_chunk().expect("rows are padded to whole registers");
        // SAFETY: the reference is to 16 numbers; the caller has AVX-512.
        Self(unsafe { _mm512_loadu_ps(values.as_ptr()) })
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: the caller has AVX-512.
        Self(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has AVX-512.
        Self(unsafe { _mm512_fmadd_ps(a.0, b.0, self.0) })
    }

    #[inline(always)]
    fn store(self, values: &mut [f32]) {
        let values: &mut [f32; 16] = values.first_chunk_mut().expect("rows are padded to whole registers");
        // SAFETY: the reference is to 16 numbers; the caller has AVX-512.
        unsafe { _mm512_storeu_ps(values.as_mut_ptr(), self.0) };
    }

    #[inline(always)]
    fn add_to(self, values: &mut [f32]) {
        let mut sums = [0.0; 16];
        self.store(&mut sums);
        add(values, &sums);
    }
}

/// 8 numbers in a 256-bit register.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(in crate::train) struct Avx2(__m256);

#[cfg(target_arch = "x86_64")]
impl Lanes for Avx2 {
    const LANES: usize = 8;

    #[inline(always)]
    fn load(values: &[f32]) -> Self {
        let values: &[f32; 8] = values.first_chunk().expect("rows are padded to whole registers");
        // SAFETY: the reference is to 8 numbers; the caller has AVX2.
        Self(unsafe { _mm256_loadu_ps(values.as_ptr()) })
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: the caller has AVX2.
        Self(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        // SAFETY: the caller has AVX2 and FMA.
        Self(unsafe { _mm256_fmadd_ps(a.0, b.0, self.0) })
    }

    #[inline(always)]
    fn store(self, values: &mut [f32]) {
        let values: &mut [f32; 8] = values.first_chunk_mut().expect("rows are padded to whole registers");
        // SAFETY: the reference is to 8 numbers; the caller has AVX2.
        unsafe { _mm256_storeu_ps(values.as_mut_ptr(), self.0) };
    }

    #[inline(always)]
    fn add_to(self, values: &mut [f32]) {
        let mut sums = [0.0; 8];
        self.store(&mut sums);
        add(values, &sums);
    }
}

/// 8 numbers, for the compiler to place.
#[derive(Clone, Copy)]
pub(in crate::train) struct Portable([f32; 8]);

impl Lanes for Portable {
    const LANES: usize = 8;

    #[inline(always)]
    fn load(values: &[f32]) -> Self {
        Self(*values.first_chunk().expect("rows are padded to whole registers"))
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; 8])
    }

    #[inline(always)]
    fn add_product(mut self, a: Self, b: Self) -> Self {
        for (sum, (a, b)) in self.0.iter_mut().zip(a.0.into_iter().zip(b.0)) {
            *sum += a * b;
        }
        self
    }

    #[inline(always)]
    fn store(self, values: &mut [f32]) {
        values[..8].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn add_to(self, values: &mut [f32]) {
        add(values, &self.0);
    }
}

#[inline(always)]
fn add(values: &mut [f32], sums: &[f32]) {
    for (value, sum) in values.iter_mut().zip(sums) {
        *value += sum;
    }
}
