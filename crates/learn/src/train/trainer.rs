//! Steps of the optimizer over random positions of the window.

use std::collections::HashMap;
use std::thread;

use catena_arena::Stop;
use catena_model::network::Architecture;
use catena_playout::Rng;

use super::adam::{Adam, StepSize};
use super::layout::Layout;
use super::loss::{Loss, LossWeights};
use super::options::StepOptions;
use super::pass::{Pass, Prepared};
use super::window::{SampleReader, Window};

/// Longer gradients are shortened to this length.
const CLIP: f32 = 1.0;
/// Steps in which the learning rate rises from 0.
const WARM_UP: f32 = 200.0;

/// A network while it learns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trainer {
    pub(super) weights: Vec<f32>,
    pub(super) adam: Adam,
}

/// One thread's share of a step.
#[derive(Debug)]
struct TrainThread {
    reader: SampleReader,
    passes: HashMap<usize, Pass>,
    gradient: Vec<f32>,
    loss: Loss,
}

impl TrainThread {
    fn new(architecture: &Architecture, weights: usize) -> Self {
        Self {
            reader: SampleReader::new(architecture),
            passes: HashMap::new(),
            gradient: vec![0.0; weights],
            loss: Loss::default(),
        }
    }

    /// Forward through the position that was read last.
    fn forward(&mut self, architecture: &Architecture, window: &Window, weights: &Prepared, board: usize) {
        let graph = self.reader.encoder(window, board).graph().clone();
        let pass = self.passes.entry(board).or_insert_with(|| Pass::new(architecture, &graph));
        pass.forward(weights, &self.reader.planes);
    }
}

/// Trains on a window.
#[derive(Debug)]
pub(super) struct Training<'a> {
    architecture: &'a Architecture,
    options: &'a StepOptions,
    window: &'a Window,
    layout: Layout,
    workers: Vec<TrainThread>,
}

impl<'a> Training<'a> {
    pub(super) fn new(
        architecture: &'a Architecture,
        options: &'a StepOptions,
        window: &'a Window,
        weights: usize,
        threads: usize,
    ) -> Self {
        let workers = (0..threads.max(1)).map(|_| TrainThread::new(architecture, weights)).collect();
        Self { architecture, options, window, layout: Layout::new(architecture), workers }
    }

    /// One step; returns the mean loss of its positions before it.
    pub(super) fn step(&mut self, trainer: &mut Trainer, seed: u64) -> Loss {
        let weights = Prepared::new(&self.layout, &trainer.weights);
        let (batch, count) = (self.options.batch, self.workers.len());
        let parts = LossWeights { value: self.options.value_weight, owner: self.options.owner_weight };
        let (architecture, window, share) = (self.architecture, self.window, self.options.result_share);
        let mut rng = Rng::new(seed ^ trainer.adam.step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        thread::scope(|scope| {
            for (number, worker) in self.workers.iter_mut().enumerate() {
                let (weights, mut rng) = (&weights, Rng::new(rng.next_u64()));
                let positions = batch / count + usize::from(number < batch % count);
                scope.spawn(move || {
                    worker.gradient.fill(0.0);
                    worker.loss = Loss::default();
                    for _ in 0..positions {
                        let board = worker.reader.read(window, share, &mut rng);
                        worker.forward(architecture, window, weights, board);
                        let TrainThread { passes, reader, gradient, loss } = worker;
                        let pass = passes.get_mut(&board).expect("it went forward");
                        loss.add(pass.loss(&reader.target, parts));
                        pass.backward(weights, gradient);
                    }
                });
            }
        });
        let mut gradient = vec![0.0; trainer.weights.len()];
        let mut loss = Loss::default();
        for worker in &self.workers {
            loss.add(worker.loss);
            for (sum, slope) in gradient.iter_mut().zip(&worker.gradient) {
                *sum += slope / batch as f32;
            }
        }
        let learning_rate = self.learning_rate(trainer.adam.step);
        let size = StepSize { learning_rate, weight_decay: self.options.weight_decay, clip: CLIP };
        trainer.adam.step(&mut trainer.weights, &gradient, size);
        loss.divided(batch as f64)
    }

    fn learning_rate(&self, step: u64) -> f32 {
        let step = step as f32;
        self.options.learning_rate * (step / WARM_UP).min(1.0)
            / (1.0 + step / self.options.decay_steps).sqrt()
    }

    /// The mean loss of weights on up to `most` positions that were held out.
    pub(super) fn measure(&mut self, weights: &[f32], most: usize, stop: &Stop) -> Loss {
        let weights = Prepared::new(&self.layout, weights);
        let held_out = self.window.held_out();
        let positions = held_out.min(most);
        let (architecture, window, count) = (self.architecture, self.window, self.workers.len());
        thread::scope(|scope| {
            for (number, worker) in self.workers.iter_mut().enumerate() {
                let weights = &weights;
                scope.spawn(move || {
                    worker.loss = Loss::default();
                    for at in (number..positions).step_by(count) {
                        if stop.is_asked() {
                            return;
                        }
                        // The newest, which were not played when earlier generations were measured.
                        let board = worker.reader.read_held_out(window, held_out - 1 - at);
                        worker.forward(architecture, window, weights, board);
                        let TrainThread { passes, reader, loss, .. } = worker;
                        let pass = passes.get_mut(&board).expect("it went forward");
                        loss.add(pass.loss(&reader.target, LossWeights { value: 1.0, owner: 1.0 }));
                    }
                });
            }
        });
        let mut loss = Loss::default();
        self.workers.iter().for_each(|worker| loss.add(worker.loss));
        loss.divided(positions.max(1) as f64)
    }
}
