//! `catena serve`: the app in the browser.

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use catena_engine::PlayerSpec;
use catena_web::{Audience, Options, StorageError, WebApp};
use clap::Parser;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::resolve;
use crate::cluster::OnArgs;
use crate::{Done, data_dir};

/// Without --port; the next free one if it is taken.
const PORT: u16 = 7391;

/// Ports after [`PORT`] that are tried.
const MORE_PORTS: u16 = 20;

#[derive(Parser)]
#[command(after_help = "\
Games are stored in the data directory. Only this machine can reach \
the server unless --bind says otherwise. Others then need the token in the address that is printed, and each browser \
has its own list of games; SECURITY.md says what this keeps out and what not. \
The interface for programs is described in docs/http.md. With --on, workers of the same build do the reviews, \
and the Arena tab shows them.

Examples:
  catena serve
  catena serve --port 8000 --no-open --threads 4
  catena serve --bind 0.0.0.0 --host games.example.org")]
pub struct Args {
    /// The port [default: 7391, or the next free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// Let everybody in who can reach the address: without the token that --bind asks visitors for, unless it is this machine's own
    #[arg(long)]
    no_token: bool,

    /// A name of this machine to answer to, besides its addresses and localhost
    #[arg(long, value_name = "NAME")]
    host: Option<String>,

    /// A player to offer besides the presets, such as champion,network=FILE; visitors can name no other files
    #[arg(long, value_name = "SPEC", value_parser = crate::args::player, add = crate::completion::players())]
    player: Vec<PlayerSpec>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// The data directory, where games are stored [default: that of the user]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Maximum number of stored games
    #[arg(long, value_name = "N", default_value_t = Options::GAMES as u64, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    max_games: u64,

    /// Memory of all searches together in MiB
    #[arg(long, value_name = "MIB", default_value_t = Options::MEMORY, value_parser = clap::value_parser!(u64).range(64..=1_000_000))]
    memory: u64,

    /// Threads that search; more searches take turns [default: all of the machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    #[command(flatten)]
    on: OnArgs,

    /// Log level on standard error: error, warn, info, debug, trace [default: RUST_LOG, or warn]
    #[arg(long, value_name = "LEVEL", value_parser = log_filter)]
    log: Option<Targets>,
}

pub fn run(args: &Args) -> anyhow::Result<Done> {
    log(args);
    let data = args.data.clone().or_else(data_dir::path);
    let data = data.context("this machine has no data folder for the user; name one with --data")?;
    let mut options = Options::new(data);
    std::fs::create_dir_all(&options.data)
        .with_context(|| format!("making the data folder {}", options.data.display()))?;
    options.host.clone_from(&args.host);
    options.players.clone_from(&args.player);
    args.player.iter().try_for_each(check_player)?;
    let is_local = args.bind.to_canonical().is_loopback();
    if is_local && args.no_token {
        bail!("--no-token goes with --bind: on this machine alone no token is asked for");
    }
    if !is_local {
        options.audience = Audience::Network;
        options.token =
            if args.no_token { None } else { Some(WebApp::new_token().context("making a token")?) };
    }
    let token = options.token.clone();
    options.games = usize::try_from(args.max_games).unwrap_or(usize::MAX);
    options.memory = args.memory;
    if let Some(threads) = args.threads {
        options.threads = usize::from(threads);
    }
    let home = options.data.join("games.sqlite");
    options.cluster = args.on.remote(&home)?.map(Arc::new);
    let named = format!("opening the games in {}", options.data.display());
    let app = match WebApp::open(options) {
        Err(StorageError::InUse { address: Some(address) }) => {
            writeln!(io::stdout().lock(), "Catena is already at {address}")?;
            show(args, &address);
            return Ok(Done::Well);
        }
        opened => opened.context(named)?,
    };
    let listener = listen(args)?;
    let address = address(listener.local_addr()?);
    app.announce(&address).context("writing to the data folder")?;
    let address = token.map_or_else(|| address.clone(), |token| format!("{address}/?token={token}"));
    writeln!(io::stdout().lock(), "Catena is at {address} (Ctrl-C ends it)")?;
    show(args, &address);
    catena_web::serve(listener, app).context("serving")?;
    Ok(Done::Well)
}

/// Opens the page, unless that is not wanted.
fn show(args: &Args, address: &str) {
    if !args.no_open {
        // Without a browser the address is there to be copied.
        drop(open::that_detached(address));
    }
}

/// A player that plays no game is better refused now than by the app.
fn check_player(player: &PlayerSpec) -> anyhow::Result<()> {
    let mut refusals = player.preset().games.iter().map(|&game| resolve(player, game).err());
    match refusals.next() {
        Some(Some(first)) if refusals.all(|refusal| refusal.is_some()) => Err(first.into()),
        _ => Ok(()),
    }
}

fn log_filter(text: &str) -> Result<Targets, String> {
    text.parse().map_err(|_| "a level such as warn, or target=level, expected".to_owned())
}

fn log(args: &Args) {
    let from_environment = || std::env::var("RUST_LOG").ok().and_then(|text| text.parse().ok());
    let filter = args.log.clone().or_else(from_environment);
    let filter = filter.unwrap_or_else(|| Targets::new().with_default(tracing::Level::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    tracing_subscriber::registry().with(lines).with(filter).init();
}

/// The port that was asked for, or the first free one.
fn listen(args: &Args) -> anyhow::Result<TcpListener> {
    let bind = |port| TcpListener::bind(SocketAddr::new(args.bind, port));
    if let Some(port) = args.port {
        return match bind(port) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                bail!("port {port} is taken by another program; leave out --port to get a free one")
            }
            bound => bound.with_context(|| format!("listening on {}, port {port}", args.bind)),
        };
    }
    for port in PORT..PORT + MORE_PORTS {
        match bind(port) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            bound => return bound.with_context(|| format!("listening on {}", args.bind)),
        }
    }
    bind(0).with_context(|| format!("listening on {}", args.bind))
}

/// The address to type into a browser on this machine.
fn address(bound: SocketAddr) -> String {
    let ip = match bound.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, bound.port()))
}
