//! Search results as text: lines of analysis, graphics, marks on cells, a table.

use std::fmt::Write;

use catena_core::{Cell, Color, Move, Position};
use catena_engine::{Candidate, Proof, Report};

/// Format of a line of analysis. All moves of a report stand on one line, each after the word `info`, the
/// best first; numbers are for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Everything there is: `info move d4 visits 116 value 0.4436 winrate 0.4436 rave 0.5100
    /// proof win order 0 pv d4 c5`. RAVE stands there where it is known, `proof` (`win`, `draw`,
    /// `loss`) where there is one; `winrate` is the value under the name that Sabaki reads.
    Full,
    /// As Leela Zero writes it: `info move d4 visits 116 winrate 4436 prior 0 order 0 pv d4 c5`.
    Leela,
    /// The same with `winrate 0.4436`, as KataGo writes it.
    Kata,
}

/// A move of a report, in the order of preference.
struct Choice<'a> {
    mv: Move,
    visits: u32,
    value: f32,
    prior: Option<f32>,
    rave: Option<f32>,
    proof: Option<Proof>,
    line: &'a [Cell],
}

impl<'a> Choice<'a> {
    fn place(candidate: &'a Candidate) -> Self {
        Self {
            mv: Move::Place(candidate.cell),
            visits: candidate.visits,
            value: candidate.value,
            prior: candidate.prior,
            rave: candidate.rave,
            proof: candidate.proof,
            line: &candidate.line,
        }
    }
}

/// The moves that were looked at, the one to play first; never none. The swap has no statistics of
/// its own: it is worth what the position is to the opponent.
fn choices(report: &Report) -> Vec<Choice<'_>> {
    let known = report.candidates.iter().filter(|candidate| {
        candidate.visits > 0 || candidate.proof.is_some() || Move::Place(candidate.cell) == report.best
    });
    let mut choices: Vec<Choice> = known.map(Choice::place).collect();
    choices.sort_by_key(|choice| choice.mv != report.best);
    if report.best == Move::Swap {
        let swap = Choice {
            mv: Move::Swap,
            visits: report.visits,
            value: 1.0 - report.value,
            prior: None,
            rave: None,
            proof: report.proof.map(Proof::reversed),
            line: &[],
        };
        choices.insert(0, swap);
    }
    choices
}

/// A line of analysis.
pub(crate) fn line(position: &Position, report: &Report, form: Form) -> String {
    let moves = choices(report);
    let infos = moves.iter().enumerate().map(|(order, choice)| info(position, order, choice, form));
    infos.collect::<Vec<_>>().join(" ")
}

fn info(position: &Position, order: usize, choice: &Choice, form: Form) -> String {
    let topology = position.topology();
    let Choice { visits, value, .. } = choice;
    let name = topology.move_name(choice.mv);
    let numbers = match form {
        Form::Full => {
            let prior = choice.prior.map_or(String::new(), |prior| format!(" prior {prior:.4}"));
            let rave = choice.rave.map_or(String::new(), |rave| format!(" rave {rave:.4}"));
            let proof = choice.proof.map_or(String::new(), |proof| format!(" proof {}", proof.name()));
            format!("value {value:.4} winrate {value:.4}{prior}{rave}{proof}")
        }
        // These forms have no word for an unknown prior.
        Form::Leela => {
            let prior = choice.prior.unwrap_or(0.0) * 10_000.0;
            format!("winrate {:.0} prior {prior:.0}", value * 10_000.0)
        }
        Form::Kata => format!("winrate {value:.4} prior {}", choice.prior.unwrap_or(0.0)),
    };
    let line = match choice.line {
        [] => name.to_owned(),
        cells => names(position, cells),
    };
    format!("info move {name} visits {visits} {numbers} order {order} pv {line}")
}

/// The names of cells, with blanks between.
pub(crate) fn names(position: &Position, cells: &[Cell]) -> String {
    let names: Vec<&str> = cells.iter().map(|&cell| position.topology().name(cell)).collect();
    names.join(" ")
}

/// Text on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Visits,
    /// In percent; `W`, `D` or `L` where it is proven.
    Value,
    /// In percent.
    Rave,
}

/// Pairs of a cell and its mark, for the moves that have one.
pub(crate) fn marks(position: &Position, report: &Report, mark: Mark) -> String {
    let text = |candidate: &Candidate| match mark {
        Mark::Visits => (candidate.visits > 0).then(|| candidate.visits.to_string()),
        Mark::Value => match candidate.proof {
            Some(Proof::Win) => Some("W".to_owned()),
            Some(Proof::Draw) => Some("D".to_owned()),
            Some(Proof::Loss) => Some("L".to_owned()),
            None => (candidate.visits > 0).then(|| percent(candidate.value)),
        },
        Mark::Rave => candidate.rave.map(percent),
    };
    let marked = report.candidates.iter().filter_map(|candidate| {
        text(candidate).map(|text| format!("{} {text}", position.topology().name(candidate.cell)))
    });
    marked.collect::<Vec<_>>().join(" ")
}

fn percent(value: f32) -> String {
    format!("{:.0}", value * 100.0)
}

/// Lines of graphics as HexGui draws them: the best line, values, visits and a sentence.
pub(crate) fn graphics(position: &Position, color: Color, report: &Report) -> String {
    let mut text = String::new();
    let topology = position.topology();
    let best = choices(report);
    let line = best.iter().find(|choice| !choice.line.is_empty()).map_or(&[][..], |choice| choice.line);
    let mut mover = color;
    text.push_str("VAR");
    for &cell in line {
        let letter = if mover == Color::Black { 'B' } else { 'W' };
        let _ = write!(text, " {letter} {}", topology.name(cell));
        mover = !mover;
    }
    text.push_str("\nINFLUENCE");
    for choice in best.iter().filter(|choice| choice.mv != Move::Swap) {
        let value = match choice.proof {
            Some(Proof::Win) => "W".to_owned(),
            Some(Proof::Loss) => "L".to_owned(),
            Some(Proof::Draw) | None => format!("{:.3}", choice.value),
        };
        let _ = write!(text, " {} {value}", topology.move_name(choice.mv));
    }
    let _ = write!(
        text,
        "\nLABEL {}\nTEXT {}",
        marks(position, report, Mark::Visits),
        summary(position, color, report)
    );
    text
}

/// The search in one line.
fn summary(position: &Position, color: Color, report: &Report) -> String {
    let result = match report.proof {
        Some(proof) => format!("proven {}", proof.name()),
        None => format!("value {:.4}", report.value),
    };
    let best = position.topology().move_name(report.best);
    format!(
        "{best} for {color}: {result}, {} visits, {} playouts in {:.2} s",
        report.visits,
        report.playouts,
        report.elapsed.as_secs_f64()
    )
}

/// The search as a table for people.
pub(crate) fn table(position: &Position, color: Color, report: &Report) -> String {
    const ROWS: usize = 20;
    const LINE: usize = 8;
    let mut text = format!(
        "{}\n{:<12}{:>9}{:>8}{:>8}  line",
        summary(position, color, report),
        "move",
        "visits",
        "value",
        "rave"
    );
    let choices = choices(report);
    for choice in choices.iter().take(ROWS) {
        let value = match choice.proof {
            Some(proof) => proof.name().to_owned(),
            None => format!("{:.4}", choice.value),
        };
        let rave = choice.rave.map_or("-".to_owned(), |rave| format!("{rave:.4}"));
        let name = position.topology().move_name(choice.mv);
        let line = names(position, &choice.line[..choice.line.len().min(LINE)]);
        let row = format!("\n{name:<12}{:>9}{value:>8}{rave:>8}  {line}", choice.visits);
        text.push_str(row.trim_end_matches(' '));
    }
    if choices.len() > ROWS {
        let _ = write!(text, "\n… and {} moves more", choices.len() - ROWS);
    }
    text
}
