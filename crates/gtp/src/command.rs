//! The table of commands. Each is a function from arguments to a reply; see the submodules.

mod about;
mod file;
mod frame;
mod game;
mod proof;
mod search;
mod setting;

use crate::Protocol;
use crate::peer::Stream;

/// Text after `=`, or after `?`.
pub(crate) type Reply = Result<String, String>;

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// Its arguments.
    pub args: Args,
    /// Its effect, in one sentence.
    pub help: &'static str,
    pub(crate) run: Run,
}

/// The function of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Run {
    /// Done at once.
    Plain(fn(&mut Protocol, &[&str]) -> Reply),
    /// Takes its time, listens meanwhile and may send its reply in parts.
    Search(fn(&mut Protocol, &[&str], &mut Stream) -> Reply),
}

/// The arguments of a command.
#[derive(Clone, Copy, Debug)]
pub struct Args {
    /// As shown to people: `COLOR CELL`, optional ones in brackets.
    pub text: &'static str,
    least: usize,
    most: usize,
}

impl Args {
    /// Counts the words of a description: those in brackets may be left out.
    const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (mut least, mut most, mut i) = (0, 0, 0);
        while i < bytes.len() {
            let starts_word = i == 0 || bytes[i - 1] == b' ';
            if starts_word {
                most += 1;
                if bytes[i] != b'[' {
                    least += 1;
                }
            }
            i += 1;
        }
        Self { text, least, most }
    }

    /// Returns true if this many arguments fit.
    #[must_use]
    pub const fn allows(&self, count: usize) -> bool {
        self.least <= count && count <= self.most
    }
}

/// A line of the table.
const fn command(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    run: fn(&mut Protocol, &[&str]) -> Reply,
) -> Command {
    Command { name, args: Args::new(args), help, run: Run::Plain(run) }
}

/// A line of the table for a command that searches.
const fn search(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    run: fn(&mut Protocol, &[&str], &mut Stream) -> Reply,
) -> Command {
    Command { name, args: Args::new(args), help, run: Run::Search(run) }
}

/// All commands, in the order in which `list_commands` tells them.
pub const COMMANDS: &[Command] = &[
    command("protocol_version", "", "The version of GTP.", about::protocol_version),
    command("name", "", "The name of this program.", about::name),
    command("version", "", "The version of this program.", about::version),
    command("known_command", "NAME", "Whether there is a command of that name.", about::known_command),
    command("list_commands", "", "All commands, one a line.", about::list_commands),
    command("help", "[COMMAND]", "What a command does, or all of them.", about::help),
    command("quit", "", "End the session.", about::quit),
    command("list_games", "", "The games that set_game takes, one a line.", game::list_games),
    command("set_game", "NAME [SIZE]", "Clear the board and change the game.", game::set_game),
    command("boardsize", "SIZE [SIZE]", "Clear the board and set its size.", game::boardsize),
    command("clear_board", "", "Start the game again.", game::clear_board),
    command("play", "COLOR MOVE", "Make a move: a cell, swap-pieces, pass or resign.", game::play),
    search("genmove", "COLOR", "Let the player choose a move and make it.", search::genmove),
    search("reg_genmove", "COLOR", "Let the player choose a move without making it.", search::reg_genmove),
    search(
        "analyze",
        "[COLOR] [INTERVAL]",
        "Search until the next line, and tell all at each interval.",
        search::analyze,
    ),
    search("lz-analyze", "[COLOR] [INTERVAL]", "The same in the form of Leela Zero.", search::lz_analyze),
    search("kata-analyze", "[COLOR] [INTERVAL]", "The same in the form of KataGo.", search::kata_analyze),
    command("search-pv", "", "What the last search expects from here on.", search::pv),
    command("search-visits", "", "Cells with the visits of the last search.", search::visits),
    command("search-values", "", "Cells with the values of the last search in percent.", search::values),
    command("search-rave", "", "Cells with the RAVE values of the last search in percent.", search::rave),
    command("search-gfx", "", "The last search as graphics of HexGui.", search::gfx),
    command("undo", "", "Take back the last move.", game::undo),
    command("showboard", "[stats]", "Draw the board, with a table of the last search.", game::showboard),
    command("final_score", "", "The result: B+, W+, 0 for a draw, ? if not over.", game::final_score),
    command("game_result", "", "Winner, number of moves and how, as `catena judge` says.", game::game_result),
    command("legal_moves", "COLOR", "The moves of a color.", game::legal_moves),
    command("all_legal_moves", "", "The moves of the player to move.", game::all_legal_moves),
    command("winning_cells", "", "The cells of the winning figure.", game::winning_cells),
    command("frames", "[CELL]", "The frames of a Havannah position, edge frames from a cell.", frame::table),
    command("frames-value", "", "The value of a Havannah position by the frames of its edges.", frame::value),
    command("frames-ahead", "", "Whose frame of a figure stands first.", frame::ahead),
    command("frames-edges", "COLOR [CELL]", "The pair z,w of each edge, on a cell of it.", frame::edges),
    command("frames-place", "COLOR", "The stones that the fastest frame still needs.", frame::place),
    command("frames-gfx", "COLOR", "The fastest frame as graphics of HexGui.", frame::gfx),
    command(
        "time_settings",
        "MAIN PERIOD MOVES",
        "Set the time of the game in seconds.",
        setting::time_settings,
    ),
    command("time_left", "COLOR TIME MOVES", "Tell how much time a player has left.", setting::time_left),
    command("param", "[NAME] [VALUE]", "List all parameters, show one, or set one.", setting::param),
    command("param_help", "[NAME]", "What parameters do and which values they take.", setting::param_help),
    command("loadsgf", "FILE [NUMBER]", "Take up a recorded game, up to before that move.", file::loadsgf),
    command("printsgf", "[FILE]", "The game as SGF, or save it.", file::printsgf),
    command(
        "vc-between-cells-full",
        "COLOR FROM TO",
        "Full connections of two points: cells or sides.",
        proof::between_full,
    ),
    command(
        "vc-between-cells-semi",
        "COLOR FROM TO",
        "Semi-connections of two points, the key last.",
        proof::between_semi,
    ),
    command(
        "vc-connected-to-full",
        "COLOR FROM",
        "Points with a full connection to a point.",
        proof::connected_full,
    ),
    command(
        "vc-connected-to-semi",
        "COLOR FROM",
        "Points with a semi-connection to a point.",
        proof::connected_semi,
    ),
    command("vc-get-mustplay", "COLOR", "Fill-in, and x on moves outside the must-play.", proof::must_play),
    command("vc-build", "COLOR", "All that a color need not consider, and why.", proof::build),
    command("compute-fillin", "COLOR", "Dead and captured cells by their owner.", proof::compute_fill_in),
    command("compute-inferior", "COLOR", "Fill-in, vulnerable and dominated cells.", proof::compute_inferior),
    command("eval-resist", "COLOR", "The circuits' resistances and what they say.", proof::resistance),
    command("eval-resist-cells", "COLOR", "Cells with their current in percent.", proof::resistance_cells),
    search("dfpn-solve-state", "COLOR [SECONDS]", "Who wins if that color is to move.", proof::solve),
    command("param_dfpn", "[NAME] [VALUE]", "Show or set use_guifx of the solver.", proof::solver_param),
    command(
        "hexgui-analyze_commands",
        "",
        "The commands that HexGui offers in its menus.",
        about::hexgui_analyze_commands,
    ),
];
