//! The presets and parameters as a page of the docs.

use std::io::{self, Write};

use catena_engine::{
    AlphaBetaConfig, BirdcageConfig, FramerConfig, ModelKind, PRESETS, Param, RandomConfig, SearchConfig,
};

use super::{changes, level, names};

const OPENING: &str = "\
# Parameters and presets

Reference, written by `catena players --markdown`; a test keeps it up to date. A player is a preset with changes
after commas: `champion,explore=0.2,memory=500`. The words are explained in the [glossary](glossary.md).
";

/// Writes the whole page.
pub fn print(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{OPENING}\n## Presets\n\n| preset | games | is | source |\n|---|---|---|---|")?;
    for preset in PRESETS {
        let (summary, source) = (escaped(preset.summary), escaped(preset.source));
        writeln!(output, "| `{}` | {} | {summary} | {source} |", preset.name, names(preset.games))?;
    }
    writeln!(
        output,
        "\n## What the presets change\n\n| preset | games | differs from the defaults in |\n|---|---|---|"
    )?;
    for preset in PRESETS {
        for (games, changes) in changes(preset) {
            let changes = if changes.contains('=') { changes.replace(',', "`, `") } else { changes };
            let changes = if changes.contains('=') { format!("`{changes}`") } else { changes };
            writeln!(output, "| `{}` | {} | {changes} |", preset.name, names(&games))?;
        }
    }
    writeln!(output, "\n## Parameters of every player that searches\n")?;
    table(output, &[level()])?;
    writeln!(output, "\n## Parameters of Monte Carlo tree search\n")?;
    table(output, &SearchConfig::default().list())?;
    writeln!(output, "\n## Parameters of alpha-beta (`wolve`)\n")?;
    table(output, &AlphaBetaConfig::default().list())?;
    writeln!(output, "\n## Parameters of `birdcage`\n")?;
    table(output, &BirdcageConfig::default().list())?;
    writeln!(output, "\n## Parameters of `framer`\n")?;
    table(output, &FramerConfig::default().list())?;
    writeln!(output, "\n## Parameters of `random`\n")?;
    table(output, &RandomConfig::default().list())?;
    writeln!(output, "\n## Models: a file, or `embedded`\n\n| parameter | meaning |\n|---|---|")?;
    for kind in ModelKind::ALL {
        writeln!(output, "| `{}` | {} |", kind.name(), escaped(kind.help()))?;
    }
    Ok(())
}

fn table(output: &mut impl Write, params: &[Param]) -> io::Result<()> {
    writeln!(output, "| parameter | range | default | meaning |\n|---|---|---|---|")?;
    for Param { name, value, range, help } in params {
        let range = range.replace("..=", " to ").replace('|', ", ");
        writeln!(output, "| `{name}` | {range} | {value} | {} |", escaped(help))?;
    }
    Ok(())
}

/// Text in which nothing means markup.
fn escaped(text: &str) -> String {
    text.replace('*', "\\*").replace('|', "\\|")
}
