//! Commands about the program itself.

use super::{COMMANDS, Reply};
use crate::Protocol;
use crate::protocol::shorten;

pub(super) fn protocol_version(_: &mut Protocol, _: &[&str]) -> Reply {
    Ok("2".to_owned())
}

pub(super) fn name(_: &mut Protocol, _: &[&str]) -> Reply {
    Ok("Catena".to_owned())
}

pub(super) fn version(_: &mut Protocol, _: &[&str]) -> Reply {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

pub(super) fn known_command(_: &mut Protocol, args: &[&str]) -> Reply {
    Ok(COMMANDS.iter().any(|command| command.name == args[0]).to_string())
}

pub(super) fn list_commands(_: &mut Protocol, _: &[&str]) -> Reply {
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

pub(super) fn help(_: &mut Protocol, args: &[&str]) -> Reply {
    let wanted = |name: &str| args.first().is_none_or(|asked| *asked == name);
    let lines: Vec<String> = COMMANDS
        .iter()
        .filter(|command| wanted(command.name))
        .map(|command| format!("{:<44} {}", format!("{} {}", command.name, command.args.text), command.help))
        .collect();
    if lines.is_empty() {
        return Err(format!("unknown command {:?}", shorten(args[0])));
    }
    Ok(lines.join("\n"))
}

pub(super) fn quit(protocol: &mut Protocol, _: &[&str]) -> Reply {
    protocol.quit = true;
    Ok(String::new())
}

/// Type, label and command, as HexGui reads them.
const HEXGUI_COMMANDS: &[&str] = &[
    "plist/All Legal Moves/all_legal_moves",
    "plist/Winning Figure/winning_cells",
    "string/Final Score/final_score",
    "string/Game Result/game_result",
    "string/Show Board/showboard",
    "string/Show Board and Search/showboard stats",
    "string/Frames/frames",
    "string/Frames: Who Is Ahead/frames-ahead",
    "pspairs/Frames: Edges/frames-edges %c",
    "plist/Frames: Stones to Place/frames-place %c",
    "gfx/Frames: Fastest/frames-gfx %c",
    "move/Best Move/reg_genmove %m",
    "var/Principal Variation/search-pv",
    "pspairs/Visits/search-visits",
    "pspairs/Values/search-values",
    "pspairs/RAVE Values/search-rave",
    "gfx/Search/search-gfx",
    "param/Parameters/param",
    "vc/VC Between Cells Full/vc-between-cells-full %c %P",
    "vc/VC Between Cells Semi/vc-between-cells-semi %c %P",
    "plist/VC Connected To Full/vc-connected-to-full %c %P",
    "plist/VC Connected To Semi/vc-connected-to-semi %c %P",
    "inferior/Must-play/vc-get-mustplay %m",
    "inferior/Consider Set/vc-build %m",
    "inferior/Fill-in/compute-fillin %m",
    "inferior/Inferior Cells/compute-inferior %m",
    "string/Resistance/eval-resist %m",
    "pspairs/Resistance Cells/eval-resist-cells %m",
    "string/Solve/dfpn-solve-state %m",
];

pub(super) fn hexgui_analyze_commands(_: &mut Protocol, _: &[&str]) -> Reply {
    Ok(HEXGUI_COMMANDS.join("\n"))
}
