//! Whether a command printed what a page shows.

/// Headings of columns whose numbers are times.
const TIMES: [&str; 2] = ["µs/move", "seconds"];
/// What follows a number that depends on the machine.
const UNITS: [&str; 5] = ["s", "ms", "µs", "per second", "threads"];

/// The first line in which they differ, in words; `None` where they agree.
///
/// Times, speeds and the number of threads may differ. A line `…` in what is
/// shown stands for any number of lines, `…` within a line for anything.
pub fn difference(shown: &[String], printed: &str) -> Option<String> {
    let shown = lines(&shown.join("\n"));
    let printed = lines(printed);
    let mut rest = printed.iter();
    let mut skips = false;
    for line in &shown {
        if line == "…" {
            skips = true;
            continue;
        }
        let found = match skips {
            true => rest.by_ref().any(|printed| agrees(line, printed)).then_some(line),
            false => rest.next().filter(|printed| agrees(line, printed)),
        };
        if found.is_none() {
            return Some(format!("shown: {line}\nprinted:\n{}", printed.join("\n")));
        }
        skips = false;
    }
    let more = if skips { None } else { rest.next() };
    more.map(|line| format!("it also prints: {line}"))
}

/// Whether a line is printed as shown; `…` stands for anything.
fn agrees(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        (last, rest) = (Some((part, rest)), &rest[at + part.len()..]);
    }
    rest.is_empty() || last.is_some_and(|(part, rest)| rest.ends_with(part))
}

/// The lines that are not empty, with single blanks, and `*` in the place of
/// numbers that depend on the machine.
fn lines(text: &str) -> Vec<String> {
    let mut times: Vec<usize> = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let line: Vec<char> = line.trim_end().chars().collect();
        let words = words(&line);
        let heads = words.iter().filter(|(_, word)| TIMES.contains(&word.as_str()));
        let heads: Vec<usize> = heads.map(|(end, _)| *end).collect();
        if !heads.is_empty() {
            times = heads;
        } else if words.is_empty() {
            times.clear();
        }
        let mut plain: Vec<String> = Vec::new();
        for (i, (end, word)) in words.iter().enumerate() {
            let after = |n: usize| words.get(i + n).map_or("", |(_, word)| word.as_str());
            let next = format!("{} {}", after(1), after(2));
            let unit = |unit: &&str| {
                let rest = next.strip_prefix(*unit);
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            };
            let speed = after(1) == "games" && after(2) == "per" && after(3).starts_with("second");
            let start = word.trim_start_matches('(');
            let number = start.parse::<f64>().is_ok();
            let varies = times.contains(end) || speed || UNITS.iter().any(unit);
            plain.push(match number && varies {
                true => word.replace(start, "*"),
                false => word.clone(),
            });
        }
        lines.extend(Some(plain.join(" ")).filter(|line| !line.is_empty()));
    }
    lines
}

/// The words of a line, each with the column in which it ends.
fn words(line: &[char]) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    for (i, c) in line.iter().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        match words.last_mut() {
            Some((end, word)) if *end == i => {
                word.push(*c);
                *end = i + 1;
            }
            _ => words.push((i + 1, c.to_string())),
        }
    }
    words
}

#[test]
fn only_times_and_speeds_may_differ() {
    let same = |shown: &str, printed: &str| {
        let shown: Vec<String> = shown.lines().map(str::to_owned).collect();
        difference(&shown, printed).is_none()
    };
    let table = "player  games  µs/move  errors\ngreedy    100     0.41       0\n";
    assert!(same(table, &table.replace(" 0.41", "17.41")));
    assert!(!same(table, &table.replace("100", "101")));
    assert!(!same(table, &table.replace("  0\n", "  1\n")));
    let speed = "45 games per second, 2.2 s, 2 threads";
    assert!(same(speed, "145 games per second, 12.2 s, 16 threads"));
    assert!(!same("45 games, 2 s", "46 games, 2 s"));
    assert!(same("done (4 rows, 0.04 s)", "done (4 rows, 0.1 s)"));
    assert!(!same("done (4 rows, 0.04 s)", "done (5 rows, 0.04 s)"));
    assert!(same("a … c\n…\nd", "a b c\nx\ny\nd\n"));
    assert!(!same("a … c\n…\nd", "a b c\nx\ny\n"));
    assert!(same("a\n…", "a\nb\n"));
    assert!(!same("a", "a\nb\n"));
    assert!(!same("a\nb", "a\n"));
}
