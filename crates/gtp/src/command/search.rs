//! Commands that let the player search, and those that show what it found.

use std::time::{Duration, Instant};

use catena_core::{Color, Move};
use catena_engine::{Level, Limits, SessionError};

use super::game::color;
use super::{Reply, setting};
use crate::Protocol;
use crate::form::{self, Form, Mark};
use crate::peer::{Peer, Stream};
use crate::protocol::{Finding, Pondering, shorten};
use crate::watch::{Analyst, EndsAt, Listener};

pub(super) fn genmove(protocol: &mut Protocol, args: &[&str], stream: &mut Stream) -> Reply {
    let color = color(args[0])?;
    let began = Instant::now();
    let mv = choose(protocol, color, stream.peer)?;
    protocol.session.play(color, mv).map_err(|error| error.to_string())?;
    setting::spend(protocol, color, began.elapsed());
    if protocol.pondering == Pondering::On {
        protocol.pondering = Pondering::Due;
    }
    Ok(protocol.session.position().topology().move_name(mv).to_owned())
}

pub(super) fn reg_genmove(protocol: &mut Protocol, args: &[&str], stream: &mut Stream) -> Reply {
    let mv = choose(protocol, color(args[0])?, stream.peer)?;
    Ok(protocol.session.position().topology().move_name(mv).to_owned())
}

fn choose(protocol: &mut Protocol, color: Color, peer: &mut dyn Peer) -> Result<Move, String> {
    let position = protocol.session.position().clone();
    let ending = protocol.ending(ends_at(protocol, color));
    let mut listener = Listener { peer, ending, position: &position, color, graphics: protocol.graphics };
    let decision = protocol.session.choose(color, &mut listener).map_err(|error| error.to_string())?;
    protocol.last = decision.report.map(|report| Finding { position, color, report });
    Ok(decision.mv)
}

/// A search without limits would not end by itself, so it ends at any input.
fn ends_at(protocol: &Protocol, color: Color) -> EndsAt {
    let session = &protocol.session;
    let unlimited = session.limits() == Limits::default()
        && session.clock().limits(color, 1).is_none()
        && session.player().level() == Level::FULL;
    if unlimited { EndsAt::Input } else { EndsAt::Interrupt }
}

pub(super) fn analyze(protocol: &mut Protocol, args: &[&str], stream: &mut Stream) -> Reply {
    stream_analysis(protocol, args, stream, Form::Full)
}

pub(super) fn lz_analyze(protocol: &mut Protocol, args: &[&str], stream: &mut Stream) -> Reply {
    stream_analysis(protocol, args, stream, Form::Leela)
}

pub(super) fn kata_analyze(protocol: &mut Protocol, args: &[&str], stream: &mut Stream) -> Reply {
    stream_analysis(protocol, args, stream, Form::Kata)
}

/// Writes a line at each interval, and at least one; a search that ends by itself waits for input
/// as well, because a reply that ends early would look like an answer to the next line.
fn stream_analysis(protocol: &mut Protocol, args: &[&str], stream: &mut Stream, form: Form) -> Reply {
    let (color, interval) = color_and_interval(protocol, args)?;
    let position = protocol.session.position().clone();
    if position.outcome().is_some() {
        return Err(SessionError::GameOver.to_string());
    }
    let player = protocol.session.resolved().map_err(|error| error.to_string())?;
    if !player.agent().searches() {
        return Err(format!("the player {} does not search", player.spec()));
    }
    stream.begin();
    let ending = protocol.ending(EndsAt::Input);
    let peer = &mut *stream.peer;
    let mut analyst =
        Analyst { peer, ending, position: &position, interval, form, written: 0, stopped: false };
    let found = protocol.session.think(color, Limits::default(), &mut analyst);
    let report = found.map_err(|error| error.to_string())?.ok_or("nothing was searched")?;
    if analyst.written == 0 || !analyst.stopped {
        analyst.write(&report);
    }
    if !analyst.stopped {
        analyst.peer.wait();
    }
    protocol.last = Some(Finding { position, color, report });
    Ok(String::new())
}

/// Reads `[COLOR] [INTERVAL]` in hundredths of a second; the player to move and a second if not
/// told.
fn color_and_interval(protocol: &Protocol, args: &[&str]) -> Result<(Color, Duration), String> {
    const DEFAULT: u32 = 100;
    let (player, interval) = match *args {
        [] => (None, None),
        [one] if one.starts_with(|c: char| c.is_ascii_digit()) => (None, Some(one)),
        [one] => (Some(one), None),
        [one, two, ..] => (Some(one), Some(two)),
    };
    let color = player.map_or(Ok(protocol.session.position().to_move()), color)?;
    let hundredths = match interval {
        None => DEFAULT,
        Some(text) => text
            .parse::<u32>()
            .map_err(|_| format!("{:?} is no interval in hundredths of a second", shorten(text)))?,
    };
    Ok((color, Duration::from_millis(u64::from(hundredths.max(1)) * 10)))
}

pub(super) fn pv(protocol: &mut Protocol, _: &[&str]) -> Reply {
    let finding = protocol.finding()?;
    let now = protocol.session.position();
    Ok(form::names(now, finding.expected(now)))
}

pub(super) fn visits(protocol: &mut Protocol, _: &[&str]) -> Reply {
    marks(protocol, Mark::Visits)
}

pub(super) fn values(protocol: &mut Protocol, _: &[&str]) -> Reply {
    marks(protocol, Mark::Value)
}

pub(super) fn rave(protocol: &mut Protocol, _: &[&str]) -> Reply {
    marks(protocol, Mark::Rave)
}

fn marks(protocol: &Protocol, mark: Mark) -> Reply {
    let Finding { position, report, .. } = protocol.finding()?;
    Ok(form::marks(position, report, mark))
}

pub(super) fn gfx(protocol: &mut Protocol, _: &[&str]) -> Reply {
    let Finding { position, color, report } = protocol.finding()?;
    Ok(form::graphics(position, *color, report))
}
