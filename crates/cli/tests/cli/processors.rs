//! Results are the same on every processor. glibc picks its mathematical functions by what the
//! processor has, and lets the environment take that away: such a run computes as an older
//! processor would. With another C library the two runs are alike and prove nothing.
//! `scripts/compare-processors` emulates whole processors, our own wide code included.

use crate::common::{Ran, TestDir};

/// Runs a command as it is, then by the functions for processors without FMA and AVX2.
fn on_both(dir: &TestDir, words: &str, kept: impl Fn(Ran) -> Vec<u8>) -> [Vec<u8>; 2] {
    let words: Vec<&str> = words.split_whitespace().collect();
    ["", "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"]
        .map(|tunables| kept(dir.run_with(&words, "", &[("GLIBC_TUNABLES", tunables)]).code(0)))
}

#[test]
fn what_is_learned_is_the_same_on_every_processor() {
    let dir = TestDir::new();
    for method in [
        "leduc rank --ranker network --self-play random --games 100",
        "leduc rank --self-play random --games 100",
        "leduc policy-gradient --games 600 --games-per-step 64",
        "leduc policy-gradient --linear --games 600",
        "koikoi value --self-play random --games 20 --hidden 8x8 --epochs 2",
        "daihinmin rank --ranker network --self-play random --games 4 --epochs 2",
    ] {
        let words = format!("learn {method} --threads 1 --force --model m");
        let [here, older] = on_both(&dir, &words, |_| dir.read("m"));
        assert!(here == older, "{method}: the models differ");
    }
}

#[test]
fn what_is_measured_is_the_same_on_every_processor() {
    let dir = TestDir::new();
    for words in [
        "match othello uct:loops=60,widen=1.5 random --deals 6",
        "match koikoi pg-net pg --deals 8",
        "match daihinmin mc:playouts=20 greedy --deals 2",
        "tournament leduc random mc:playouts=20 uct:loops=20 --deals 7",
    ] {
        let words = format!("{words} --json --threads 1");
        let [here, older] = on_both(&dir, &words, |ran| {
            let mut report = ran.json();
            without_times(&mut report);
            report.to_string().into_bytes()
        });
        assert!(here == older, "{words}: the reports differ");
    }
}

/// Takes out what was measured by the clock.
fn without_times(report: &mut serde_json::Value) {
    match report {
        serde_json::Value::Object(entries) => {
            entries.retain(|name, _| !["second", "time", "nanos"].iter().any(|t| name.contains(t)));
            entries.values_mut().for_each(without_times);
        }
        serde_json::Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => {}
    }
}
