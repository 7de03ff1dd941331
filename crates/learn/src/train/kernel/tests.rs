//! Every level of processor features against the definition.

use catena_playout::Rng;

#[cfg(target_arch = "x86_64")]
use super::run_avx2;
use super::{
    INSTRUCTION_SET, InstructionSet, Lanes, Portable, Rows, Taps, Weights, Work, add_weight_gradient,
    convolve, dispatch,
};

const NODES: usize = 13;
const TAPS: usize = 3;

fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| rng.below(2001) as f32 / 1000.0 - 1.0).collect()
}

fn reads() -> Vec<u32> {
    let mut rng = Rng::new(9);
    (0..NODES * TAPS).map(|_| rng.below(NODES as u32 + 1)).collect()
}

/// Does the work at every level that this processor has.
fn at_every_level<W: Work>(mut work: impl FnMut() -> W) {
    dispatch(work());
    work().run::<Portable>();
    #[cfg(target_arch = "x86_64")]
    if matches!(*INSTRUCTION_SET, InstructionSet::Avx512) {
        // SAFETY: a processor with AVX-512 has AVX2 and FMA.
        unsafe { run_avx2(work()) };
    }
}

struct Convolve<'a> {
    from: Rows<'a>,
    taps: Taps<'a>,
    weights: Weights<'a>,
    bias: &'a [f32],
    expected: &'a [f32],
}

impl Work for Convolve<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let mut output = vec![9.0; self.expected.len()];
        convolve::<L>(self.from, self.taps, self.weights, self.bias, &mut output);
        assert_near(&output, self.expected);
    }
}

struct Gradient<'a> {
    from: Rows<'a>,
    taps: Taps<'a>,
    slopes: Rows<'a>,
    inputs: usize,
    start: &'a [f32],
    expected: &'a [f32],
}

impl Work for Gradient<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let mut gradient = self.start.to_vec();
        add_weight_gradient::<L>(self.from, self.taps, self.slopes, self.inputs, &mut gradient);
        assert_near(&gradient, self.expected);
    }
}

fn assert_near(ours: &[f32], expected: &[f32]) {
    for (ours, expected) in ours.iter().zip(expected) {
        assert!((ours - expected).abs() < 1e-4, "{ours} instead of {expected}");
    }
}

#[test]
fn convolutions_are_sums_over_taps_and_inputs() {
    for (inputs, outputs) in [(12, 32), (32, 16), (16, 48)] {
        let stride = inputs + 4;
        let (values, weight) = (numbers((NODES + 1) * stride, 1), numbers(TAPS * inputs * outputs, 2));
        let (bias, reads) = (numbers(outputs, 3), reads());
        let mut expected = Vec::new();
        for reads in reads.chunks(TAPS) {
            for out in 0..outputs {
                let products = (0..TAPS * inputs).map(|at| {
                    let (tap, input) = (at / inputs, at % inputs);
                    values[reads[tap] as usize * stride + input] * weight[at * outputs + out]
                });
                expected.push(bias[out] + products.sum::<f32>());
            }
        }
        let from = Rows { values: &values, stride };
        let taps = Taps { rows: &reads, taps: TAPS };
        let weights =
            Weights { values: &weight, inputs, tap_stride: inputs * outputs, input_stride: outputs };
        at_every_level(|| Convolve { from, taps, weights, bias: &bias, expected: &expected });
    }
}

#[test]
fn weight_gradients_are_sums_over_rows() {
    for (inputs, outputs) in [(12usize, 32), (32, 16), (16, 48)] {
        let stride = inputs.next_multiple_of(16);
        let (values, slopes) = (numbers((NODES + 1) * stride, 1), numbers(NODES * outputs, 2));
        let (start, reads) = (numbers(outputs * TAPS * inputs, 3), reads());
        let mut expected = start.clone();
        for (reads, slopes) in reads.chunks(TAPS).zip(slopes.chunks(outputs)) {
            for (at, sum) in expected.iter_mut().enumerate() {
                let (out, tap, input) = (at / inputs / TAPS, at / inputs % TAPS, at % inputs);
                *sum += slopes[out] * values[reads[tap] as usize * stride + input];
            }
        }
        let from = Rows { values: &values, stride };
        let taps = Taps { rows: &reads, taps: TAPS };
        let slopes = Rows { values: &slopes, stride: outputs };
        at_every_level(|| Gradient { from, taps, slopes, inputs, start: &start, expected: &expected });
    }
}
