//! The help: an example in each, one meaning for each flag, and all of it in
//! Japanese.

use crate::common::TestDir;
use clap::{Command, CommandFactory};
use fuda_cli::args::Args;
use std::collections::{BTreeMap, BTreeSet};

/// Every command with the words that lead to it.
fn commands() -> Vec<(Vec<String>, Command)> {
    fn walk(command: &Command, path: &[String], found: &mut Vec<(Vec<String>, Command)>) {
        found.push((path.to_vec(), command.clone()));
        for below in command.get_subcommands() {
            let path = [path, &[below.get_name().to_owned()]].concat();
            walk(below, &path, found);
        }
    }
    let mut found = Vec::new();
    walk(&Args::command(), &[], &mut found);
    found
}

/// That each can be typed is for the test of all printed commands to say.
#[test]
fn every_help_has_an_example_of_its_command() {
    for (path, command) in commands() {
        let help = command.get_after_help().map(|help| help.to_string()).unwrap_or_default();
        let named = format!("  fuda {}", path.join(" "));
        // `fuda learn GAME rank`: a game stands between.
        let typed = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            line.starts_with("  ") && path.iter().all(|word| words.contains(&&**word))
        };
        let shown = help.contains("Example") && help.lines().any(typed);
        assert!(shown || path.is_empty(), "no example of `{}` in:\n{help}", named.trim());
    }
}

/// What a flag means is the start of its help, up to the first colon,
/// semicolon or comma.
#[test]
fn a_flag_means_the_same_everywhere() {
    // What each command repeats, gives or asks for in its own way.
    const OWN: [&str; 4] = ["json", "help", "sizes", "seeds"];
    let mut meanings: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (path, command) in commands() {
        for arg in command.get_arguments() {
            let Some(flag) = arg.get_long() else { continue };
            let help = arg.get_help().map(|help| help.to_string()).unwrap_or_default();
            let meaning = help.split([':', ';', ',', '(']).next().unwrap_or_default().trim();
            let places = meanings.entry(flag.to_owned()).or_default();
            places.entry(meaning.to_owned()).or_default().push(path.join(" "));
        }
    }
    let differ: Vec<String> = meanings
        .iter()
        .filter(|(flag, meanings)| meanings.len() > 1 && !OWN.contains(&&***flag))
        .map(|(flag, meanings)| format!("--{flag}: {meanings:?}"))
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| c as u32 >= 0x3000)
}

#[test]
fn every_line_of_the_help_is_there_in_japanese() {
    let known: BTreeMap<&str, &str> = fuda_cli::lang::texts().collect();
    let mut needed = BTreeSet::new();
    for (_, command) in commands() {
        needed.extend(command.get_about().map(|text| text.to_string()));
        for arg in command.get_arguments() {
            needed.extend(arg.get_help().map(|text| text.to_string()));
            needed.extend(arg.get_help_heading().map(str::to_owned));
            let values = arg.get_possible_values();
            needed.extend(values.iter().filter_map(|v| v.get_help().map(|text| text.to_string())));
        }
    }
    let missing: Vec<&String> =
        needed.iter().filter(|text| !known.contains_key(text.as_str())).collect();
    assert!(missing.is_empty(), "add to crates/cli/src/japanese.txt: {missing:#?}");
    let unused: Vec<&&str> = known.keys().filter(|text| !needed.contains(**text)).collect();
    assert!(unused.is_empty(), "no longer in the help: {unused:#?}");
    // Names of formats and protocols are written alike.
    let english: Vec<&&str> =
        known.values().filter(|text| !is_japanese(text) && text.contains(' ')).collect();
    assert!(english.iter().all(|text| text.contains('(')), "{english:?}");
}

#[test]
fn help_is_japanese_where_it_is_asked_for() {
    let dir = TestDir::new();
    for (path, _) in commands() {
        let mut words: Vec<&str> = path.iter().map(String::as_str).collect();
        words.extend(["--lang", "ja", "--help"]);
        let help = dir.run(&words, "").code(0).out;
        assert!(help.contains("使い方: fuda"), "{help}");
        for english in ["Usage:", "Options:", "Commands:", "Arguments:", "[default", "[possible"] {
            assert!(!help.contains(english), "{words:?}: {english} in:\n{help}");
        }
        let first = help.lines().next().unwrap_or_default();
        assert!(is_japanese(first), "{first}");
    }
    let by_locale =
        |variables: &[(&str, &str)]| dir.run_with(&["--help"], "", variables).code(0).out;
    assert!(is_japanese(&by_locale(&[("LC_ALL", ""), ("LANG", "ja_JP.UTF-8")])));
    assert!(!is_japanese(&by_locale(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")])));
    let named = dir.run_with(&["--lang", "en", "help", "match"], "", &[("LC_ALL", "ja_JP.UTF-8")]);
    assert!(!is_japanese(&named.code(0).out));
    let below = dir.run_with(&["help", "records", "verify"], "", &[("LC_ALL", "ja_JP.UTF-8")]);
    assert!(below.code(0).out.contains("使い方: fuda records verify"));
    dir.fuda("--lang fr games").code(2).says("invalid value 'fr'");
}

#[test]
fn names_of_yaku_tiles_and_cards_are_japanese_where_it_is_asked_for() {
    let dir = TestDir::new();
    let score = "mahjong score 345m40677p67s 8s --meld chi:340m --tsumo --dora 4s --lang ja";
    let out = dir.fuda(score).code(0).out;
    assert!(out.contains("断幺九") && out.contains("赤ドラ") && out.contains("30符3翻"), "{out}");
    assert!(dir.fuda("--lang ja mahjong shanten 123m456p789s1122z").code(0).out.contains("聴牌"));
    for (game, words) in [
        ("mahjong", ["手牌", "萬", "筒"]),
        ("koikoi", ["手札", "のカス", "場札"]),
        ("daihinmin", ["手札", "枚", "♠"]),
        ("leduc", ["手札", "コール", "レイズ"]),
        ("othello", ["黒", "白", "黒の番"]),
    ] {
        let ran = dir.run(
            &["play", game, "--lang", "ja", "--against", "random", "--seed", "3"],
            "1\nquit\n",
        );
        let out = ran.code(0).out;
        assert!(words.iter().all(|word| out.contains(word)), "{out}");
    }
    // A move can be typed as it is listed.
    let typed = dir.run(&["play", "leduc", "--lang", "ja", "--seed", "3"], "コール\nquit\n");
    assert!(typed.code(0).out.contains("1回目: あなた コール"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let dir = TestDir::new();
    assert!(dir.fuda("man").code(0).out.contains(".TH fuda 1"));
    dir.fuda("man --out pages").code(0);
    for (path, _) in commands() {
        let name = [&["fuda".to_owned()], &path[..]].concat().join("-");
        let page = String::from_utf8(dir.read(&format!("pages/{name}.1"))).expect("text");
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    dir.fuda("man --out pages").code(2).says("is already there");
    dir.fuda("man --out pages --force").code(0);
}

/// What a shell is offered for the last of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let index = (words.len() - 1).to_string();
    let asked = [&["--"], words].concat();
    let variables =
        [("FUDA_COMPLETE", "bash"), ("_CLAP_COMPLETE_INDEX", &*index), ("_CLAP_IFS", "\n")];
    let ran = TestDir::new().run_with(&asked, "", &variables).code(0);
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn shells_are_offered_games_and_their_players() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = TestDir::new().run(&["completions", shell], "").code(0).out;
        assert!(script.contains("FUDA_COMPLETE"), "{script}");
    }
    assert_eq!(offered(&["fuda", "match", "ot"]), ["othello"]);
    assert!(offered(&["fuda", "match", ""]).contains(&"mahjong".to_owned()));
    assert!(offered(&["fuda", "match", "mahjong", "uk"]).contains(&"ukeire".to_owned()));
    assert!(!offered(&["fuda", "match", "othello", "uk"]).contains(&"ukeire".to_owned()));
    assert!(
        offered(&["fuda", "analyse", "othello", "--player", "alph"])
            .contains(&"alphabeta".to_owned())
    );
    assert_eq!(offered(&["fuda", "match", "othello", "uct:loops=5,thr"]), ["uct:loops=5,threads="]);
}

/// A command that makes a model or a table does not start without knowing where it goes.
#[test]
fn nothing_is_made_without_a_place_for_it() {
    let dir = TestDir::new();
    for command in [
        "learn leduc rank --self-play random",
        "learn leduc auxiliary --self-play random",
        "learn leduc policy-gradient",
        "learn leduc value --self-play random",
        "learn leduc patterns --self-play random",
        "koikoi policy",
        "koikoi completions",
        "othello evaluation",
        "othello endgames",
        "positions leduc --self-play random",
        "models convert old.json",
        "study t.pos --choose 1:0",
    ] {
        let ran = dir.fuda(command).code(2);
        ran.says("the following required arguments were not provided");
    }
}
