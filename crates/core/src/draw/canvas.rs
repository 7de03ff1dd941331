//! A sheet of characters that grows with what is written on it.

use std::collections::BTreeMap;

/// Characters by row and column; both may be negative.
#[derive(Default)]
pub(super) struct Canvas {
    rows: BTreeMap<i32, BTreeMap<i32, char>>,
}

impl Canvas {
    /// Writes from this place to the right, over what stands there.
    pub(super) fn write(&mut self, (column, row): (i32, i32), text: &str) {
        let row = self.rows.entry(row).or_default();
        row.extend((column..).zip(text.chars()));
    }

    /// Writes a label that ends at this place.
    pub(super) fn write_before(&mut self, (column, row): (i32, i32), text: &str) {
        self.write((column + 1 - text.len() as i32, row), text);
    }

    /// Writes a label from this place to the right, or from the next one where it would touch
    /// what stands to its left.
    pub(super) fn write_apart(&mut self, (column, row): (i32, i32), text: &str) {
        let touches = self.rows.get(&row).is_some_and(|row| row.contains_key(&(column - 1)));
        self.write((column + i32::from(touches), row), text);
    }

    /// First and last column in use.
    pub(super) fn columns(&self) -> (i32, i32) {
        let columns = || self.rows.values().flat_map(BTreeMap::keys).copied();
        (columns().min().unwrap_or(0), columns().max().unwrap_or(0))
    }
}

impl std::fmt::Display for Canvas {
    /// The rows in use, without blanks at their ends, each closed by a newline.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, _) = self.columns();
        for row in self.rows.values() {
            let last = row.keys().next_back().copied().unwrap_or(first);
            let line: String = (first..=last).map(|column| row.get(&column).unwrap_or(&' ')).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
