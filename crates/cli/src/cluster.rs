//! Flags of commands whose work may be done on other machines.

use std::io;
use std::path::{Path, PathBuf};

use catena_arena::LocalRunner;
use catena_arena::runner::Runner;
use catena_cluster::{Credentials, Hardware, RemoteOptions, RemoteRunner, ServerOptions, host};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::WrongUsage;
use crate::matches::{cores, request};

/// Where the work is done.
#[derive(clap::Args)]
pub struct OnArgs {
    /// Let the workers of a NATS server do it: nats://HOST:4222; see docs/cluster.md
    #[arg(long, value_name = "SERVER")]
    on: Option<String>,

    /// With --on and a time limit: only machines with the processor of this one, instead of scaled times
    #[arg(long, requires = "on")]
    same_hardware: bool,

    #[command(flatten)]
    nats: NatsArgs,
}

/// Credentials for a NATS server.
#[derive(clap::Args)]
#[command(next_help_heading = "NATS server")]
pub struct NatsArgs {
    /// User
    #[arg(long, value_name = "NAME", env = "CATENA_NATS_USER", requires = "nats_password")]
    nats_user: Option<String>,

    /// Password; better in the environment, where other users cannot see it
    #[arg(long, value_name = "PASSWORD", env = "CATENA_NATS_PASSWORD", hide_env_values = true)]
    nats_password: Option<String>,

    /// Token
    #[arg(long, value_name = "TOKEN", env = "CATENA_NATS_TOKEN", hide_env_values = true)]
    nats_token: Option<String>,

    /// File with the seed of an nkey
    #[arg(long, value_name = "FILE", env = "CATENA_NATS_NKEY")]
    nats_nkey: Option<PathBuf>,

    /// File of credentials (JWT and seed)
    #[arg(long, value_name = "FILE", env = "CATENA_NATS_CREDENTIALS")]
    nats_credentials: Option<PathBuf>,

    /// Certificate authority of the server
    #[arg(long, value_name = "FILE", env = "CATENA_NATS_CA")]
    nats_ca: Option<PathBuf>,

    /// Our certificate
    #[arg(long, value_name = "FILE", env = "CATENA_NATS_CERT", requires = "nats_key")]
    nats_cert: Option<PathBuf>,

    /// The key of our certificate
    #[arg(long, value_name = "FILE", env = "CATENA_NATS_KEY")]
    nats_key: Option<PathBuf>,

    /// Refuse connections that are not encrypted
    #[arg(long, env = "CATENA_NATS_TLS")]
    nats_tls: bool,
}

impl OnArgs {
    /// Returns true if a server is named.
    pub const fn is_named(&self) -> bool {
        self.on.is_some()
    }

    /// This many threads of this program, or the workers of a server; results are kept in a file.
    pub fn runner(&self, concurrency: Option<u16>, home: &Path) -> anyhow::Result<Box<dyn Runner>> {
        if self.on.is_some() && concurrency.is_some() {
            let why =
                "--concurrency is for this machine; with --on each worker says how many jobs it does at once";
            return Err(WrongUsage(why.to_owned()).into());
        }
        self.runner_or(concurrency.map_or_else(cores, usize::from), home)
    }

    /// The workers of a server, or else this many threads of this program; results are kept in a file.
    pub fn runner_or(&self, threads: usize, home: &Path) -> anyhow::Result<Box<dyn Runner>> {
        let Some(runner) = self.remote(home)? else { return Ok(Box::new(LocalRunner::new(threads))) };
        log(LevelFilter::WARN);
        Ok(Box::new(runner))
    }

    /// The workers of a server, if one is named; results are kept in a file.
    pub fn remote(&self, home: &Path) -> anyhow::Result<Option<RemoteRunner>> {
        let Some(server) = &self.on else { return Ok(None) };
        // The same file is the same home, however it is named.
        let home = std::path::absolute(home)?;
        let options = RemoteOptions {
            server: self.nats.server(server),
            build: request::build(),
            home: format!("{}:{}", host(), home.display()),
            hardware: if self.same_hardware { Hardware::Same } else { Hardware::Scaled },
            speed: None,
            notice: Box::new(|text| eprintln!("{text}")),
        };
        Ok(Some(RemoteRunner::connect(options)?))
    }
}

impl NatsArgs {
    /// A server with our credentials.
    pub fn server(&self, address: &str) -> ServerOptions {
        let mut server = ServerOptions::new(address);
        server.credentials = Credentials {
            user: self.nats_user.clone().zip(self.nats_password.clone()),
            token: self.nats_token.clone(),
            nkey: self.nats_nkey.clone(),
            file: self.nats_credentials.clone(),
            authority: self.nats_ca.clone(),
            certificate: self.nats_cert.clone().zip(self.nats_key.clone()),
            tls: self.nats_tls,
        };
        server
    }
}

/// Writes what happens to connections and jobs to standard error.
pub fn log(level: LevelFilter) {
    let ours = Targets::new().with_target("catena_cluster", level);
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    // Whoever asked first has a log already.
    drop(tracing_subscriber::registry().with(layer).with(ours).try_init());
}
