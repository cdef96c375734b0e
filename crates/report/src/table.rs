//! A plain text table: columns as wide as their widest cell, two spaces between them.

/// How the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Left,
    /// At the right edge (numbers).
    Right,
}

/// A table under construction.
#[derive(Clone, Debug)]
pub struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column headings.
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Table {
            align: columns.iter().map(|&(_, align)| align).collect(),
            rows: vec![columns.iter().map(|&(name, _)| name.to_owned()).collect()],
        }
    }

    /// Adds a row; missing cells are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The lines, each behind `indent`.
    pub fn render(&self, indent: &str) -> String {
        let width = |column: usize| {
            let lengths = self
                .rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count());
            lengths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.align.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = indent.to_owned();
            for (column, (cell, (&width, &align))) in
                row.iter().zip(widths.iter().zip(&self.align)).enumerate()
            {
                if column > 0 {
                    line.push_str("  ");
                }
                match align {
                    Align::Left => line.push_str(&format!("{cell:<width$}")),
                    Align::Right => line.push_str(&format!("{cell:>width$}")),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The same table in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
            if index == 0 {
                let rules = self.align.iter().map(|align| match align {
                    Align::Left => "---",
                    Align::Right => "---:",
                });
                text.push_str(&format!("|{}|\n", rules.collect::<Vec<_>>().join("|")));
            }
        }
        text
    }
}
