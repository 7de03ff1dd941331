//! Networks learned from self-play: the loop self-play, training, gate.

mod adam;
mod kernel;
mod layout;
mod loss;
mod pass;
#[cfg(test)]
mod tests;
mod vector;
