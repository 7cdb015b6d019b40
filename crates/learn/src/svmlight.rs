//! Labelled rows as text, the way SVMlight and LIBLINEAR write them: a line a
//! row, the label first, then `column:number` with columns counted from 1.

use crate::{LearnError, Rows, Sample};
use std::fmt::Write;

/// Labelled rows as text; a positive label is `+1`, a negative one `-1`.
pub fn write_svmlight(sample: &Sample<'_>) -> String {
    let mut text = String::new();
    for (row, label) in sample.iter() {
        text.push_str(if label { "+1" } else { "-1" });
        row.for_each(|column, value| {
            if value != 0.0 {
                // Writing to a text cannot fail.
                let _ = write!(text, " {}:{value}", column + 1);
            }
        });
        text.push('\n');
    }
    text
}

/// Reads labelled rows. Empty lines and what stands behind a `#` are left out.
/// Labels above 0 are positive; columns are as many as the largest, or
/// `columns` where that is said.
pub fn read_svmlight(text: &str, columns: Option<usize>) -> Result<(Rows, Vec<bool>), LearnError> {
    let (mut rows, mut labels, mut most) = (Vec::new(), Vec::new(), 0);
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split('#').next().unwrap_or("").split_whitespace();
        let wrong = |got: &str, expected| LearnError::Text {
            line: number + 1,
            expected,
            got: got.chars().take(40).collect(),
        };
        let Some(label) = words.next() else { continue };
        let value: f64 = label.parse().map_err(|_| wrong(label, "a label such as +1 or -1"))?;
        if !value.is_finite() {
            return Err(wrong(label, "a label such as +1 or -1"));
        }
        let mut row: Vec<(u32, f64)> = Vec::new();
        for word in words.filter(|word| !word.starts_with("qid:")) {
            let cell = word.split_once(':').and_then(|(column, value)| {
                Some((column.parse::<u32>().ok()?.checked_sub(1)?, value.parse().ok()?))
            });
            let cell: (u32, f64) =
                cell.ok_or_else(|| wrong(word, "column:number, columns counted from 1"))?;
            if row.last().is_some_and(|last| last.0 >= cell.0) {
                return Err(wrong(word, "columns in ascending order"));
            }
            if !cell.1.is_finite() {
                return Err(wrong(word, "a finite number"));
            }
            most = most.max(cell.0 as usize + 1);
            row.push(cell);
        }
        labels.push(value > 0.0);
        rows.push(row);
    }
    let rows = Rows::sparse(columns.unwrap_or(most), rows.iter().map(Vec::as_slice))?;
    Ok((rows, labels))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_sample;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_is_read() {
        let (rows, labels) = random_sample(30, 9, 2);
        let text = write_svmlight(&Sample::new(&rows, &labels).unwrap());
        assert_eq!(read_svmlight(&text, Some(9)).unwrap(), (rows, labels));
        let (rows, labels) =
            read_svmlight("# head\n\n1 2:0.5 # tail\n-1\n0 qid:3 1:1e2\n", None).unwrap();
        assert_eq!((rows.len(), rows.columns()), (3, 2));
        assert_eq!(labels, [true, false, false]);
        assert_eq!(rows.row(2).dot(&[1.0, 1.0]), 100.0);
    }

    #[test]
    fn lines_that_are_none_are_pointed_at() {
        for (text, wanted) in [
            ("+1 1:1\nx 1:1", "line 2: expected a label such as +1 or -1, got `x`"),
            ("1 0:1", "line 1: expected column:number, columns counted from 1, got `0:1`"),
            ("1 2:1 2:3", "line 1: expected columns in ascending order, got `2:3`"),
            ("1 2:NaN", "line 1: expected a finite number, got `2:NaN`"),
        ] {
            assert_eq!(read_svmlight(text, None).unwrap_err().to_string(), wanted);
        }
        assert!(read_svmlight("1 5:1", Some(4)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            let _ = read_svmlight(&text, None);
        }
    }
}
