//! docs/gtp.md: its table of commands is that of the program.

use crate::repository::{bless, read};
use catena_gtp::{COMMANDS, Command};

const PAGE: &str = "docs/gtp.md";
const BEGIN: &str = "<!-- commands: CATENA_BLESS=1 cargo test -p catena --test docs writes them -->\n";
const END: &str = "<!-- end of the commands -->\n";

#[test]
fn every_command_is_in_the_reference() {
    let page = read(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the page has a table of commands");
    let (_, after) = rest.split_once(END).expect("the table of commands ends");
    let rows: String = COMMANDS.iter().map(row).collect();
    bless(PAGE, &format!("{before}{BEGIN}\n| command | does |\n|---|---|\n{rows}\n{END}{after}"));
}

fn row(command: &Command) -> String {
    let usage = format!("{} {}", command.name, command.args.text);
    format!("| `{}` | {} |\n", usage.trim_end(), command.help.replace('|', "\\|"))
}
