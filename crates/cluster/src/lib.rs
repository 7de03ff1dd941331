//! Work on many machines: a [`Runner`](catena_arena::runner::Runner) whose jobs and results travel through NATS JetStream.
//!
//! [`RemoteRunner`] offers the jobs of a run and collects their results; a [`JobWorker`] on every machine does them. Jobs and
//! results wait in work queues of the server until they are acknowledged, so that anything may be killed at any time:
//! see `docs/cluster.md`. [`ClusterStatus`] tells who works.
//!
//! ```no_run
//! use catena_cluster::{ClusterStatus, ServerOptions};
//!
//! let status = ClusterStatus::ask(&ServerOptions::new("nats://127.0.0.1:4222"))?;
//! for worker in &status.workers {
//!     println!("{}: {} of {} slots are busy", worker.host, worker.busy, worker.slots);
//! }
//! # Ok::<(), catena_cluster::ClusterError>(())
//! ```

mod blobs;
mod connection;
mod error;
mod machine;
mod names;
mod offer;
mod outcome;
mod pull;
mod remote;
mod roster;
mod slot;
mod status;
mod worker;

pub use connection::{Credentials, ServerOptions};
pub use error::ClusterError;
pub use machine::{host, processor, speed};
pub use remote::{Hardware, RemoteOptions, RemoteRunner};
pub use status::{ClusterStatus, QueueStatus, WorkerStatus};
pub use worker::{JobWorker, OpenWork, WorkerOptions, WorkerTotals};
