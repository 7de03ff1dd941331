//! Commands that set time and parameters.

use std::time::Duration;

use catena_core::{ByColor, Color, Switch};
use catena_engine::{Clock, Param, TimeControl};

use super::Reply;
use super::game::color;
use crate::Protocol;
use crate::protocol::{Pondering, shorten};

/// Seconds, whole or with a fraction. A year is enough for everybody; more would overflow clocks.
fn seconds(text: &str) -> Result<Duration, String> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let parsed = text.parse::<f64>().ok().filter(|seconds| (0.0..=YEAR).contains(seconds));
    parsed.map(Duration::from_secs_f64).ok_or_else(|| format!("{:?} is no time in seconds", shorten(text)))
}

fn moves(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{:?} is no number of moves", shorten(text)))
}

pub(super) fn time_settings(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let control = TimeControl { main: seconds(args[0])?, period: seconds(args[1])?, moves: moves(args[2])? };
    let clock = protocol.session.clock_mut();
    *clock = Clock { control: (!control.is_unlimited()).then_some(control), ..Clock::default() };
    Ok(String::new())
}

pub(super) fn time_left(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let left = (seconds(args[1])?, moves(args[2])?);
    protocol.session.clock_mut().left[color(args[0])?] = Some(left);
    Ok(String::new())
}

/// A new game has all of its time.
pub(super) fn restart_clock(protocol: &mut Protocol) {
    protocol.session.clock_mut().left = ByColor::default();
}

/// Takes the time of a move off the clock, for programs that set a time but do not tell what is
/// left of it.
pub(super) fn spend(protocol: &mut Protocol, color: Color, spent: Duration) {
    let clock = protocol.session.clock_mut();
    let Some(control) = clock.control else { return };
    let next_period = (control.period, control.moves);
    let at_first = if control.main.is_zero() { next_period } else { (control.main, 0) };
    let (left, moves) = clock.left[color].unwrap_or(at_first);
    let left = left.saturating_sub(spent);
    clock.left[color] = Some(match moves {
        0 if left.is_zero() => next_period,
        0 => (left, 0),
        1 => next_period,
        more => (left, more - 1),
    });
}

/// A switch of the protocol itself.
struct ProtocolSwitch {
    name: &'static str,
    help: &'static str,
    is_on: fn(&Protocol) -> bool,
    set: fn(&mut Protocol, on: bool),
}

const PROTOCOL_SWITCHES: &[ProtocolSwitch] = &[
    ProtocolSwitch {
        name: "ponder",
        help: "Whether to continue searching in the opponent's time after genmove.",
        is_on: |protocol| protocol.pondering != Pondering::Off,
        set: |protocol, on| protocol.pondering = if on { Pondering::On } else { Pondering::Off },
    },
    ProtocolSwitch {
        name: "guifx",
        help: "Whether to send graphics of HexGui while a move is searched.",
        is_on: |protocol| protocol.graphics == Switch::On,
        set: |protocol, on| protocol.graphics = on.into(),
    },
];

/// All parameters: those of the session, those of the player's search, and the protocol's.
fn params(protocol: &Protocol) -> Vec<Param> {
    let own = PROTOCOL_SWITCHES.iter().map(|own| Param {
        name: own.name,
        value: if (own.is_on)(protocol) { "on" } else { "off" }.to_owned(),
        range: "on|off".to_owned(),
        help: own.help,
    });
    protocol.session.params().into_iter().chain(own).collect()
}

fn find(protocol: &Protocol, name: &str) -> Result<Param, String> {
    let found = params(protocol).into_iter().find(|param| param.name == name);
    found.ok_or_else(|| format!("there is no parameter {:?}", shorten(name)))
}

/// Lists parameters in the form that HexGui reads, tells the value of one, or sets it. Switches
/// also take 1 and 0, which HexGui sends.
pub(super) fn param(protocol: &mut Protocol, args: &[&str]) -> Reply {
    match *args {
        [] => Ok(params(protocol).iter().map(hexgui_line).collect::<Vec<_>>().join("\n")),
        [name] => find(protocol, name).map(|param| param.value),
        [name, value, ..] => {
            let is_switch = find(protocol, name).is_ok_and(|param| is_switch(&param));
            let value = match value {
                "1" if is_switch => "on",
                "0" if is_switch => "off",
                value => value,
            };
            let own = PROTOCOL_SWITCHES.iter().find(|own| own.name == name);
            let set = match (own, value) {
                (None, _) => protocol.session.set_param(name, value),
                (Some(own), "on" | "off") => {
                    (own.set)(protocol, value == "on");
                    Ok(())
                }
                (Some(_), _) => Err(format!("parameter {name}: on or off expected")),
            };
            set.map(|()| String::new()).map_err(|why| why.chars().take(MAX_REASON).collect())
        }
    }
}

/// Characters of a refusal that are shown; it may repeat a value of any length.
const MAX_REASON: usize = 200;

pub(super) fn param_help(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let chosen = match args.first() {
        Some(name) => vec![find(protocol, name)?],
        None => params(protocol),
    };
    let lines = chosen.iter().map(|Param { name, value, range, help }| {
        let what = format!("{name} {value}");
        format!("{what:<28} {help} ({range})")
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// `[bool] swap 0`, `[list/value/visits] final_move visits`, `[string] explore 0.3`.
fn hexgui_line(param: &Param) -> String {
    let Param { name, value, range, .. } = param;
    if is_switch(param) {
        format!("[bool] {name} {}", u8::from(value == "on"))
    } else if is_choice(range) {
        format!("[list/{}] {name} {value}", range.replace('|', "/"))
    } else {
        format!("[string] {name} {value}")
    }
}

fn is_switch(param: &Param) -> bool {
    matches!(param.range.as_str(), "on|off" | "off|on")
}

fn is_choice(range: &str) -> bool {
    range.contains('|') && !range.contains(' ')
}
