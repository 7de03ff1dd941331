//! `catena players NAME --paper`: what the paper of a preset says of it, beside its parameters.

use std::io::{self, Write};

use catena_engine::{PRESETS, PaperElement, Preset};
use serde_json::{Map, Value, json};

use crate::WrongUsage;

/// What the paper of a preset says.
fn elements(preset: &Preset) -> anyhow::Result<&'static [PaperElement]> {
    if !preset.elements.is_empty() {
        return Ok(preset.elements);
    }
    let of_papers = PRESETS.iter().filter(|preset| !preset.elements.is_empty());
    let names: Vec<&str> = of_papers.map(|preset| preset.name).collect();
    Err(WrongUsage(format!("{} is of no paper; these are: {}", preset.name, names.join(", "))).into())
}

/// The parameters of an element as the preset has them.
fn parameters(preset: &Preset, element: &PaperElement) -> Vec<(&'static str, String)> {
    let params = preset.agent(preset.games[0]).params();
    let value = |name: &str| params.iter().find(|param| param.name == name).map(|param| param.value.clone());
    element.parameters.iter().filter_map(|&(name, _)| Some((name, value(name)?))).collect()
}

/// The table as one JSON object.
pub fn object(preset: &Preset) -> anyhow::Result<Value> {
    let elements = elements(preset)?.iter().map(|element| {
        let parameters = parameters(preset, element).into_iter();
        let parameters: Map<_, _> = parameters.map(|(name, value)| (name.to_owned(), value.into())).collect();
        let departure = Some(element.departure).filter(|text| !text.is_empty());
        json!({
            "element": element.element,
            "place": element.place,
            "parameters": parameters,
            "departure": departure,
        })
    });
    Ok(json!({ "name": preset.name, "source": preset.source, "elements": elements.collect::<Vec<_>>() }))
}

/// Widths of the columns.
const WIDTHS: [usize; 4] = [34, 20, 28, 36];

/// Prints the table for people.
pub fn print(output: &mut impl Write, preset: &Preset) -> anyhow::Result<()> {
    let elements = elements(preset)?;
    writeln!(output, "{} ({})\n", preset.name, preset.source)?;
    row(output, ["the paper", "place", "parameter", "departure"].map(str::to_owned))?;
    for element in elements {
        let parameters: Vec<String> =
            parameters(preset, element).iter().map(|(name, value)| format!("{name}={value}")).collect();
        let departure = if element.departure.is_empty() { "none" } else { element.departure };
        let [element, place, departure] = [element.element, element.place, departure].map(str::to_owned);
        row(output, [element, place, parameters.join(" "), departure])?;
    }
    Ok(())
}

/// Prints a row whose cells may need several lines.
fn row(output: &mut impl Write, cells: [String; 4]) -> io::Result<()> {
    let columns: Vec<Vec<String>> =
        cells.iter().zip(WIDTHS).map(|(cell, width)| wrapped(cell, width)).collect();
    for line in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let mut text = String::new();
        for (column, width) in columns.iter().zip(WIDTHS) {
            let cell = column.get(line).map_or("", String::as_str);
            text += &format!("{cell:<width$}  ");
        }
        writeln!(output, "{}", text.trim_end())?;
    }
    Ok(())
}

/// The words of a text in lines of a width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
