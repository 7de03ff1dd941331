//! Commands that set time and parameters.

use std::time::Duration;

use catena_engine::{PARAMS, PRESETS, Param, ParamKind, TimeControl};

use super::Reply;
use super::game::color;
use crate::Protocol;
use crate::protocol::shorten;

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
    *clock =
        catena_engine::Clock { control: (!control.is_unlimited()).then_some(control), ..Default::default() };
    Ok(String::new())
}

pub(super) fn time_left(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let left = (seconds(args[1])?, moves(args[2])?);
    protocol.session.clock_mut().left[color(args[0])?] = Some(left);
    Ok(String::new())
}

/// Lists parameters in the form that HexGui reads: `[list/off/on] swap off`.
pub(super) fn param(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let session = &mut protocol.session;
    match *args {
        [] => {
            let lines: Vec<String> = PARAMS
                .iter()
                .map(|param| format!("{} {} {}", kind(param), param.name, param.get(session)))
                .collect();
            Ok(lines.join("\n"))
        }
        [name] => Param::find(name).map(|param| param.get(session)).map_err(|error| error.to_string()),
        [name, value, ..] => {
            let param = Param::find(name).map_err(|error| error.to_string())?;
            param.set(session, value).map_err(|error| error.to_string())?;
            Ok(String::new())
        }
    }
}

fn kind(param: &Param) -> String {
    match param.kind {
        ParamKind::Number => "[string]".to_owned(),
        ParamKind::Choice(words) => format!("[list/{}]", words.join("/")),
        ParamKind::Player => {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            format!("[list/{}]", names.join("/"))
        }
    }
}
