//! Findings as text for a terminal, as Markdown and as a picture.

use std::fmt::Write;

use catena_core::chart::{IntervalRow, interval_rows};

use super::{Agreement, Experiment, Extent, Finding, Kind, Unit};

/// A table for a terminal.
#[must_use]
pub fn text(experiment: &Experiment, findings: &[Finding]) -> String {
    let mut out = format!("{}\n{}\n", heading(experiment), experiment.claim);
    if experiment.kind == Kind::Impossible {
        return out + &experiment.why + "\n";
    }
    let width = findings.iter().map(|finding| finding.label.chars().count()).max().unwrap_or(0);
    let mut put = |line: std::fmt::Arguments<'_>| out.write_fmt(line).expect("a string takes all text");
    put(format_args!(
        "{:<width$} {:>10} {:>10} {:>20} {:>8}  verdict\n",
        "",
        "paper",
        "ours",
        interval_word(experiment),
        "games"
    ));
    for finding in findings {
        let [paper, ours, interval, games] = cells(experiment.unit, finding);
        put(format_args!(
            "{:<width$} {paper:>10} {ours:>10} {interval:>20} {games:>8}  {}\n",
            finding.label, finding.verdict
        ));
    }
    if explains_difference(experiment, findings) {
        put(format_args!("why it may differ: {}\n", experiment.why));
    }
    out
}

fn explains_difference(experiment: &Experiment, findings: &[Finding]) -> bool {
    !experiment.why.is_empty() && findings.iter().any(|finding| finding.verdict == Agreement::Differs)
}

/// A section of `docs/reproductions.md`; `image` is where its picture is.
#[must_use]
pub fn markdown(experiment: &Experiment, findings: &[Finding], extent: Extent, image: &str) -> String {
    let full = if extent == Extent::Full { " --full" } else { "" };
    let mut out = section_head(experiment);
    if experiment.kind == Kind::Impossible {
        return format!("{out}*{}.*\n\n", experiment.why);
    }
    let mut put = |line: std::fmt::Arguments<'_>| out.write_fmt(line).expect("a string takes all text");
    put(format_args!(
        "| | paper | ours | {} | games | verdict |\n|---|---|---|---|---|---|\n",
        interval_word(experiment)
    ));
    for finding in findings {
        let [paper, ours, interval, games] = cells(experiment.unit, finding);
        put(format_args!(
            "| {} | {paper} | {ours} | {interval} | {games} | {} |\n",
            finding.label.replace('|', "\\|").replace('*', "\\*"),
            finding.verdict
        ));
    }
    put(format_args!("\n`catena reproduce {}{full}`, {}.\n", experiment.name, settings(experiment, extent)));
    if explains_difference(experiment, findings) {
        put(format_args!("\nWhy it may differ: {}.\n", experiment.why));
    }
    if has_picture(experiment) {
        put(format_args!("\n![{}]({image})\n", experiment.name));
    }
    put(format_args!("\n"));
    out
}

/// The section of an experiment that was stopped before its end.
#[must_use]
pub fn not_measured(experiment: &Experiment) -> String {
    format!("{}*Not measured yet.*\n\n", section_head(experiment))
}

/// The name, and the source if there is one.
fn heading(experiment: &Experiment) -> String {
    match experiment.source() {
        source if source.is_empty() => experiment.name.clone(),
        source => format!("{}: {source}", experiment.name),
    }
}

fn section_head(experiment: &Experiment) -> String {
    let source = experiment.source();
    let colon = if source.is_empty() { "" } else { ": " };
    format!("## {}\n\n{source}{colon}{}.\n\n", experiment.name, experiment.claim)
}

/// A picture of the findings, where one tells more than the table.
#[must_use]
pub fn picture(experiment: &Experiment, findings: &[Finding]) -> Option<String> {
    if !has_picture(experiment) {
        return None;
    }
    let rows: Vec<IntervalRow> = findings
        .iter()
        .map(|finding| IntervalRow {
            label: finding.label.clone(),
            value: finding.ours,
            interval: finding.interval.map(|interval| (interval.low, interval.high)),
            reference: finding.paper,
            note: finding.verdict.to_string().replace(" by so few games", ""),
        })
        .collect();
    let title = format!("{}: ours (dots) and the paper's (crosses)", experiment.name);
    Some(interval_rows(&title, experiment.unit.word(), &rows))
}

fn has_picture(experiment: &Experiment) -> bool {
    matches!(experiment.kind, Kind::Match) && experiment.cases.len() > 1
}

/// Name of the interval of a finding.
const fn interval_word(experiment: &Experiment) -> &'static str {
    match experiment.kind {
        Kind::RunTimes => "range",
        _ => "95 %",
    }
}

fn settings(experiment: &Experiment, extent: Extent) -> String {
    let scale = match extent {
        Extent::Small => &experiment.small,
        Extent::Full => &experiment.full,
    };
    match (experiment.kind, scale) {
        (Kind::Complexity, _) | (_, None) => "computed".to_owned(),
        (Kind::RunTimes, Some(_)) => "the median of five measurements and their range".to_owned(),
        (_, Some(scale)) if experiment.cases.iter().any(|case| case.small.is_some()) => {
            format!("mostly {} a move; games start {}", scale.limit, start(experiment))
        }
        (_, Some(scale)) => format!("{} a move; games start {}", scale.limit, start(experiment)),
    }
}

fn start(experiment: &Experiment) -> &'static str {
    match experiment.openings.as_deref() {
        Some("first-moves") => "from every first move",
        Some(random) if random.starts_with("random") => "from even random moves",
        _ => "from the empty board",
    }
}

fn cells(unit: Unit, finding: &Finding) -> [String; 4] {
    let paper = match (finding.paper, &finding.verdict) {
        (Some(paper), _) => unit.show_paper(paper),
        (None, Agreement::Measured) => "-".to_owned(),
        (None, _) => "stronger".to_owned(),
    };
    let interval = finding
        .interval
        .map_or_else(|| "-".to_owned(), |i| format!("{} … {}", unit.show(i.low), unit.show(i.high)));
    let games = if finding.games == 0 { "-".to_owned() } else { finding.games.to_string() };
    [paper, unit.show(finding.ours), interval, games]
}

impl Unit {
    /// A number of a paper, with its own digits.
    fn show_paper(self, value: f64) -> String {
        if self == Self::Elo { format!("{value:+}") } else { value.to_string() }
    }
}
