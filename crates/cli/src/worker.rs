//! `catena worker`: does the work of other machines, and shows who does.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use catena_arena::runner::{self, RunDescription, Site, Work};
use catena_cluster::{ClusterStatus, JobWorker, WorkerOptions, WorkerTotals};
use catena_gtp::client::EngineSpec;
use catena_learn::train;
use tracing_subscriber::filter::LevelFilter;

use crate::args::duration;
use crate::cluster::{NatsArgs, log};
use crate::matches::{cores, request};
use crate::progress::counted;
use crate::{Done, WrongUsage, data_dir, interrupt};

#[derive(clap::Args)]
#[command(after_help = "\
A worker takes jobs of commands with --on that were started with the same build of catena. Ctrl-C finishes \
the games under way, twice gives them back. It connects again by itself after an outage. \
docs/cluster.md has a systemd unit and a Slurm script.

Examples:
  catena worker nats://10.0.0.1:4222
  catena worker nats://10.0.0.1:4222 --status
  catena match --player champion --opponent joosten \\
      --game hex --size 9 --on nats://10.0.0.1:4222")]
pub struct Args {
    /// The NATS server
    #[arg(value_name = "SERVER", env = "CATENA_NATS", default_value = "nats://127.0.0.1:4222")]
    server: String,

    /// Jobs at once, one thread each [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Allow jobs to run this program of others, with exactly these arguments; may be given several times
    #[arg(long, value_name = "COMMAND LINE")]
    allow: Vec<String>,

    /// Where models are kept [default: cluster in the data directory]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// A job whose worker has not been heard of for so long is given to another; the first worker of a queue decides
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    ack_wait: Duration,

    /// Playouts a second of this machine on Hex 11, by which times are scaled [default: measured now]
    #[arg(long, value_name = "N", value_parser = speed)]
    speed: Option<f64>,

    /// Show workers and queues, and end
    #[arg(long)]
    status: bool,

    /// With --status: print one JSON object instead of a table
    #[arg(long, requires = "status")]
    json: bool,

    #[command(flatten)]
    nats: NatsArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    let mut server = args.nats.server(&args.server);
    if args.status {
        let status = ClusterStatus::ask(&server)?;
        show(&mut io::stdout().lock(), &status, args.json)?;
        return Ok(Done::Well);
    }
    log(LevelFilter::INFO);
    // A cut is noticed before our jobs are given to others twice.
    server.ping = args.ack_wait / 3;
    let cache = args.cache.clone().or_else(|| Some(data_dir::path()?.join("cluster")));
    let options = WorkerOptions {
        server,
        build: request::build(),
        concurrency: args.concurrency.map_or_else(cores, usize::from),
        ack_wait: args.ack_wait,
        cache: cache.context("there is no home directory to keep models in; --cache names a folder")?,
        speed: args.speed,
        programs: args.allow.iter().map(|line| program(line)).collect::<Result<_, _>>()?,
    };
    let stop = interrupt::watch("the games under way")?;
    let slots = options.concurrency;
    let worker = JobWorker::connect(options, Box::new(open), stop)?;
    eprintln!("working for {} with {} at once", request::build(), counted(slots as u64, "job"));
    let WorkerTotals { done, failed, refused } = worker.work();
    eprintln!("{} done, {failed} failed, {} refused", counted(done, "job"), counted(refused, "message"));
    Ok(Done::Well)
}

/// The work that a command describes.
fn open(description: &RunDescription, site: &Site) -> Result<Arc<dyn Work>, String> {
    match description.kind.as_str() {
        train::KIND => train::open(description, site),
        _ => runner::open(description, site),
    }
}

fn speed(text: &str) -> Result<f64, &'static str> {
    let speed = text.parse().ok().filter(|speed: &f64| speed.is_normal() && *speed > 0.0);
    speed.ok_or("a number of playouts a second expected")
}

/// A command line as jobs write it.
fn program(line: &str) -> Result<String, WrongUsage> {
    let engine = EngineSpec::parse(&format!("gtp:{line}"));
    Ok(engine.map_err(|error| WrongUsage(format!("--allow {line:?}: {error}")))?.command_line())
}

fn show(output: &mut impl Write, status: &ClusterStatus, json: bool) -> anyhow::Result<()> {
    if json {
        serde_json::to_writer_pretty(&mut *output, status)?;
        writeln!(output)?;
        return Ok(());
    }
    let build = request::build();
    writeln!(
        output,
        "{:<24} {:>5} {:>5} {:>9} {:>8} {:>7}  build and processor",
        "worker", "slots", "busy", "games", "games/s", "speed"
    )?;
    for worker in &status.workers {
        let ours = if worker.build == build { " (this one)" } else { "" };
        writeln!(
            output,
            "{:<24} {:>5} {:>5} {:>9} {:>8.1} {:>6.0}k  {}{ours}, {}",
            worker.id,
            worker.slots,
            worker.busy,
            worker.games,
            worker.games_per_second,
            worker.speed / 1e3,
            worker.build,
            worker.processor
        )?;
    }
    let slots: usize = status.workers.iter().map(|worker| worker.slots).sum();
    // The sum of nothing is -0.0.
    let rate = status.workers.iter().map(|worker| worker.games_per_second).sum::<f64>() + 0.0;
    let under_way: u64 = status.queues.iter().map(|queue| queue.under_way).sum();
    writeln!(
        output,
        "workers {}, slots {slots}, games a second {rate:.1}, jobs waiting {}, under way {under_way}; \
         results not yet collected {}",
        status.workers.len(),
        status.jobs.saturating_sub(under_way),
        status.results
    )?;
    Ok(())
}
