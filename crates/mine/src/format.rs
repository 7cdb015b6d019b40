//! Patterns as text: one per line, items ascending, then counts.

use crate::lcm::PatternFormat;
use crate::names::ItemNames;

/// `1 7 9 (3)`, or `1 7 9 (3 2)` with positives: the usual text of pattern
/// miners. The empty pattern is a line with its counts alone.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TextFormat {
    /// Whether positives are written.
    pub labelled: bool,
}

impl PatternFormat for TextFormat {
    fn write(&self, items: &mut [u32], support: u32, positives: u32, out: &mut Vec<u8>) {
        items.sort_unstable();
        for &item in items.iter() {
            push_number(item, out);
            out.push(b' ');
        }
        out.push(b'(');
        push_number(support, out);
        if self.labelled {
            out.push(b' ');
            push_number(positives, out);
        }
        out.extend_from_slice(b")\n");
    }
}

/// `black disc on c3 and white disc on d4 (3 2)`: what a pattern means, with
/// its counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordsFormat<'a> {
    /// What items mean.
    pub names: &'a ItemNames,
    /// Whether positives are written.
    pub labelled: bool,
}

impl PatternFormat for WordsFormat<'_> {
    fn write(&self, items: &mut [u32], support: u32, positives: u32, out: &mut Vec<u8>) {
        items.sort_unstable();
        out.extend_from_slice(self.names.pattern(items).as_bytes());
        out.push(b' ');
        TextFormat { labelled: self.labelled }.write(&mut [], support, positives, out);
    }
}

fn push_number(mut number: u32, out: &mut Vec<u8>) {
    let mut digits = [0u8; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_read_well() {
        let mut out = Vec::new();
        TextFormat { labelled: false }.write(&mut [9, 1, 4_294_967_295], 30, 2, &mut out);
        TextFormat { labelled: true }.write(&mut [], 3, 0, &mut out);
        assert_eq!(out, b"1 9 4294967295 (30)\n(3 0)\n");
        let names = ItemNames::new([(1, "hot".into()), (9, "wet".into())]);
        out.clear();
        WordsFormat { names: &names, labelled: true }.write(&mut [9, 1], 3, 2, &mut out);
        assert_eq!(out, b"hot and wet (3 2)\n");
    }
}
