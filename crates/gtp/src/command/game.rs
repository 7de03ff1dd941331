//! Commands about the game: its board, its moves and its result.

use catena_core::{Color, Game, Move, Position};

use super::{Reply, setting};
use crate::protocol::{Finding, shorten};
use crate::{Protocol, form};

pub(super) fn color(text: &str) -> Result<Color, String> {
    Color::parse(text).ok_or_else(|| format!("{:?} is no color: black or white expected", shorten(text)))
}

fn size(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{:?} is no board size", shorten(text)))
}

pub(super) fn list_games(_: &mut Protocol, _: &[&str]) -> Reply {
    Ok(Game::ALL.map(Game::name).join("\n"))
}

pub(super) fn set_game(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let game = Game::parse(args[0]).ok_or_else(|| {
        format!("there is no game {:?}: games are {}", shorten(args[0]), Game::ALL.map(Game::name).join(", "))
    })?;
    let size = args.get(1).map_or(Ok(u64::from(game.default_size())), |text| size(text))?;
    protocol.session.set_game(game, size).map_err(|error| error.to_string())?;
    setting::restart_clock(protocol);
    Ok(String::new())
}

/// Board programs send the size once, HexGui as width and height.
pub(super) fn boardsize(protocol: &mut Protocol, args: &[&str]) -> Reply {
    if args.len() == 2 && args[0] != args[1] {
        return Err(format!(
            "unacceptable size: width {} and height {} differ",
            shorten(args[0]),
            shorten(args[1])
        ));
    }
    let result = protocol.session.set_size(size(args[0])?);
    result.map_err(|error| format!("unacceptable size: {error}"))?;
    setting::restart_clock(protocol);
    Ok(String::new())
}

pub(super) fn clear_board(protocol: &mut Protocol, _: &[&str]) -> Reply {
    protocol.session.clear();
    setting::restart_clock(protocol);
    Ok(String::new())
}

pub(super) fn play(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let color = color(args[0])?;
    let mv = protocol.session.position().topology().parse_move(args[1]);
    let mv = mv.map_err(|error| format!("illegal move: {error}"))?;
    protocol.session.play(color, mv).map_err(|error| format!("illegal move {}: {error}", args[1]))?;
    Ok(String::new())
}

pub(super) fn undo(protocol: &mut Protocol, _: &[&str]) -> Reply {
    protocol.session.undo().map(|_| String::new()).ok_or_else(|| "cannot undo: no move was made".to_owned())
}

pub(super) fn showboard(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let board = catena_core::render::text(protocol.session.position());
    match *args {
        [] => Ok(format!("\n{board}")),
        ["stats", ..] => {
            let Finding { position, color, report } = protocol.finding()?;
            Ok(format!("\n{}\n{}", board.trim_end(), form::table(position, *color, report)))
        }
        [other, ..] => Err(format!("{:?} cannot be shown: stats expected", shorten(other))),
    }
}

pub(super) fn final_score(protocol: &mut Protocol, _: &[&str]) -> Reply {
    let text = match protocol.session.position().outcome().map(|outcome| outcome.winner) {
        None => "?",
        Some(None) => "0",
        Some(Some(Color::Black)) => "B+",
        Some(Some(Color::White)) => "W+",
    };
    Ok(text.to_owned())
}

pub(super) fn game_result(protocol: &mut Protocol, _: &[&str]) -> Reply {
    Ok(protocol.session.position().judgement().to_string())
}

pub(super) fn legal_moves(protocol: &mut Protocol, args: &[&str]) -> Reply {
    let color = color(args[0])?;
    let mut position = protocol.session.position().clone();
    if color != position.to_move() && position.outcome().is_none() {
        position.play_unchecked(Move::Pass);
    }
    Ok(move_names(&position))
}

pub(super) fn all_legal_moves(protocol: &mut Protocol, _: &[&str]) -> Reply {
    Ok(move_names(protocol.session.position()))
}

fn move_names(position: &Position) -> String {
    let names: Vec<&str> = position.legal_moves().map(|mv| position.topology().move_name(mv)).collect();
    names.join(" ")
}

pub(super) fn winning_cells(protocol: &mut Protocol, _: &[&str]) -> Reply {
    let position = protocol.session.position();
    let cells = position.winning_cells();
    let names: Vec<&str> = cells.iter().map(|&cell| position.topology().name(cell)).collect();
    Ok(names.join(" "))
}
