//! The samples of the README are what the commands print.

use crate::common::TestDir;

/// A command of the README with the lines that stand below it.
struct Sample {
    words: Vec<String>,
    lines: Vec<String>,
}

fn samples() -> Vec<Sample> {
    let text = include_str!("../../../../README.md");
    let mut samples = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        let mut lines = block.lines().skip(1);
        if let Some(command) = lines.next().and_then(|line| line.strip_prefix("$ fuda ")) {
            let quoted = command.split('"').enumerate();
            let words = quoted.flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            });
            let lines = lines.map(str::to_owned).collect();
            samples.push(Sample { words: words.collect(), lines });
        }
    }
    samples
}

/// A line without what depends on the machine: times per move, per second.
fn timeless(line: &str) -> String {
    let parts = line.split_whitespace().filter(|part| part.parse::<f64>().is_err());
    parts.collect::<Vec<_>>().join(" ")
}

/// Whether the lines are printed in this order, with gaps only where the
/// sample has an ellipsis.
fn check(sample: &Sample, printed: &str, plain: fn(&str) -> String) {
    let mut printed = printed.lines().map(plain);
    let (mut cut, command) = (false, sample.words.join(" "));
    for line in sample.lines.iter().filter(|line| !line.trim().is_empty()) {
        if line.trim() == "…" {
            cut = true;
            continue;
        }
        let wanted = plain(line);
        let found = match cut {
            true => printed.by_ref().find(|line| *line == wanted),
            false => printed.by_ref().find(|line| !line.is_empty()),
        };
        assert_eq!(found.as_deref(), Some(&*wanted), "`fuda {command}` prints another line");
        cut = false;
    }
    let rest = printed.find(|line| !line.is_empty());
    assert!(cut || rest.is_none(), "`fuda {command}` goes on, and the sample has no …: {rest:?}");
}

#[test]
fn samples_are_what_is_printed() {
    let dir = TestDir::new();
    let mut run = 0;
    for sample in samples() {
        let words: Vec<&str> = sample.words.iter().map(String::as_str).collect();
        match words[..] {
            ["games"] | ["mahjong", ..] | ["exploit", ..] => {
                check(&sample, &dir.run(&words, "").code(0).out, str::to_owned);
            }
            ["analyse", "othello", ..] => {
                check(&sample, &dir.run(&words, "").code(0).out, |line| line.trim_end().into());
            }
            ["match", "mahjong", ..] => {
                let out = dir.run(&words, "").code(0).out;
                // The last line is the speed.
                let out = out.lines().filter(|line| !line.contains("games per second"));
                let mut sample = sample;
                sample.lines.retain(|line| !line.contains("games per second"));
                check(&sample, &out.collect::<Vec<_>>().join("\n"), timeless);
            }
            ["match", "othello", "uct:lops=500", ..] => {
                check(&sample, &dir.run(&words, "").code(2).err, str::to_owned);
            }
            // These need records, or take long.
            ["records", ..] | ["othello", "solve", ..] | ["tournament", ..] => continue,
            _ => panic!("a sample that nobody runs: {}", words.join(" ")),
        }
        run += 1;
    }
    assert_eq!(run, 7);
}
