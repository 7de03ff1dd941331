//! Peak throughput of the processor: multiplications and additions in registers alone.

use super::{Arithmetic, Kernel, Lanes, TILE, WORD, Weights, run};

/// Activations and weights of a round: all products of the two, so that none is computed twice.
const WORDS: usize = 3;
const WEIGHTS: usize = 4;

/// Independent sums: enough to hide the latency.
const SUMS: usize = WORDS * WEIGHTS;

/// Multiplies and adds bytes in registers for a number of rounds; how often it did in all.
///
/// Time this call to find the peak that a kernel can be measured against.
#[must_use]
pub fn multiply_adds(lanes: Lanes, rounds: u64) -> u64 {
    let mut checksum = 0.0;
    run(lanes, Registers { rounds, checksum: &mut checksum });
    std::hint::black_box(checksum);
    rounds * (SUMS * TILE * WORD) as u64
}

struct Registers<'a> {
    rounds: u64,
    checksum: &'a mut f32,
}

impl Kernel for Registers<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let mut sums = [A::zero(); SUMS];
        let weights = std::hint::black_box([Weights([[1; WORD]; TILE]); WEIGHTS]);
        for _ in 0..self.rounds {
            // A black box, so that the compiler cannot compute a product once for all rounds.
            let words = std::hint::black_box([[1, 2, 3, 4]; WORDS]).map(A::spread);
            for (sum, sums) in sums.iter_mut().enumerate() {
                *sums = A::dot(*sums, words[sum / WEIGHTS], &weights[sum % WEIGHTS]);
            }
        }
        for sums in sums {
            let mut floats = [0.0; TILE];
            A::store(A::convert(sums), &mut floats);
            *self.checksum += floats[0];
        }
    }
}
