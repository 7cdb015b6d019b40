//! The last lines of standard error.

use crate::excerpt;

/// The most bytes that are kept.
const KEPT: usize = 4096;

/// The last lines of a stream of bytes, whatever its length.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    /// Bytes since the last answer.
    pub since_answer: u64,
}

impl Tail {
    /// Takes in more bytes; only the last are kept.
    pub fn add(&mut self, bytes: &[u8]) {
        self.since_answer += bytes.len() as u64;
        self.bytes.extend_from_slice(&bytes[bytes.len().saturating_sub(KEPT)..]);
        if self.bytes.len() > 2 * KEPT {
            self.bytes.drain(..self.bytes.len() - KEPT);
        }
    }

    /// The last lines, at most so many, each cut to a readable length.
    pub fn last(&self, count: usize) -> Vec<String> {
        let lines = self.bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let lines: Vec<&[u8]> = lines.collect();
        lines[lines.len().saturating_sub(count)..].iter().map(|line| excerpt(line)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_leaves_its_last_lines() {
        let mut tail = Tail::default();
        for number in 0..100_000 {
            tail.add(format!("line {number}\n").as_bytes());
        }
        assert_eq!(tail.last(2), ["line 99998", "line 99999"]);
        assert!(tail.bytes.len() <= 3 * KEPT);
        tail.add(&[b'x'; 1 << 20]);
        assert!(tail.last(3).iter().all(|line| line.len() < 300));
        assert!(tail.since_answer > 1 << 20);
    }
}
