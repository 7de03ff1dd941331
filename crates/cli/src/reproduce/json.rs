//! Results of an experiment, for programs.

use catena_arena::experiment::{Agreement, Experiment, Extent, Finding};
use serde_json::{Value, json};

/// An experiment with its findings; numbers are in its unit, `paper` is null where there is nothing to compare with.
pub fn experiment(experiment: &Experiment, findings: &[Finding], extent: Extent) -> Value {
    json!({
        "name": experiment.name,
        "paper": experiment.paper,
        "place": experiment.place,
        "claim": experiment.claim,
        "unit": experiment.unit.word(),
        "scale": match extent { Extent::Small => "small", Extent::Full => "full" },
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Value {
    let interval = finding.interval.map(|interval| [interval.low, interval.high].map(finite));
    json!({
        "label": finding.label,
        "paper": finding.paper,
        "ours": finite(finding.ours),
        "interval": interval,
        "games": finding.games,
        "verdict": match finding.verdict {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Undecided => "undecided",
            Agreement::Measured => "measured",
            Agreement::Faster(_) => "faster",
        },
        "times_as_fast": if let Agreement::Faster(ratio) = finding.verdict { Some(ratio) } else { None },
    })
}

/// JSON has no infinity: an end that is open is null.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
