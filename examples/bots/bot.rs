//! A bot for every game of fuda that plays any legal move.
//!
//!     rustc -O -o bot examples/bots/bot.rs
//!     fuda match othello 'exec:./bot' random
//!
//! One JSON object per line comes in on standard input, one goes out on
//! standard output; docs/bots.md says more. The order of the fields is fixed,
//! so this bot does without a JSON library; with serde_json the whole question
//! is yours.
use std::io::{BufRead, Write};

/// The text between `before` and the next `after`.
fn between<'a>(line: &'a str, before: &str, after: char) -> Option<&'a str> {
    let start = line.find(before)? + before.len();
    let length = line[start..].find(after)?;
    Some(&line[start..start + length])
}

/// The move to play, as one of the texts of the list.
fn choose<'a>(legal: &[&'a str], random: usize, _question: &str) -> &'a str {
    // Think here. The view is behind `"view":` at the end of the question,
    // what has happened since the last one behind `"events":`, the seconds
    // there are behind `"time":`.
    // `random` comes from the seed of the match: by using it for all chance,
    // the same seed gives the same games.
    legal[random % legal.len()]
}

fn answer(question: &str) -> Option<String> {
    let id = between(question, "\"id\":", ',')?;
    let random: usize = between(question, "\"random\":", ',')?.parse().ok()?;
    let list = between(question, "\"legal\":[", ']')?;
    let legal: Vec<&str> = list.split(',').map(|text| text.trim_matches('"')).collect();
    let mv = choose(&legal, random, question);
    Some(format!("{{\"type\":\"answer\",\"id\":{id},\"move\":\"{mv}\"}}"))
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with("{\"type\":\"hello\"") {
            writeln!(out, "{{\"type\":\"ready\",\"name\":\"random in Rust\"}}")?;
        } else if line.starts_with("{\"type\":\"question\"") {
            writeln!(out, "{}", answer(&line).expect("a question as the protocol has it"))?;
        }
        out.flush()?;
    }
    Ok(())
}
