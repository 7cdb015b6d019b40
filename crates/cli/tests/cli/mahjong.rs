//! Mahjong through the command line.

use crate::common::TestDir;

#[test]
fn score_by_arguments() {
    let dir = TestDir::new();
    let words = "mahjong score 345m40677p67s 8s --meld chi:340m --tsumo --seat N --dora 4s";
    let words = words.replace("345m40677p67s", "40677p67s345m");
    let answer = dir.fuda(&format!("{words} --json")).code(0).json();
    assert_eq!((&answer["han"], &answer["fu"]), (&3.into(), &30.into()), "{answer}");
    assert_eq!((&answer["points"], &answer["payments"]["total"]), (&4000.into(), &4000.into()));
    assert!(dir.fuda(&words).code(0).out.contains("tanyao"));
    let blanks = dir.fuda("mahjong score 123m 456p 789s 1122z 1z --riichi 1").code(0).out;
    assert!(blanks.contains("riichi"), "{blanks}");
    dir.fuda("mahjong score 345m40677p67s").code(2);
    dir.fuda("mahjong score 345m40677p67s 8s").code(2).says("10 tiles, expected 13");
    dir.fuda("mahjong score 123m456p789s1122z 1z --seat X").code(2).says("--seat");
    dir.fuda("mahjong score 123m456p789s1155z 5x").code(2);
    dir.fuda("mahjong score 123m456p789s1122z 9m").code(2);
}

#[test]
fn one_answer_for_each_line() {
    let dir = TestDir::new();
    let lines = concat!(
        "{\"hand\":\"123m456p789s1122z\",\"win\":\"1z\",\"riichi\":1}\n",
        "\n",
        "not json\n",
        "{\"hand\":\"11111m456p789s22z\",\"win\":\"1z\"}\n",
        "{\"hand\":\"123m456p789s1122z\",\"win\":\"1z\",\"riichi\":9}\n",
        "{\"hand\":\"123m456p789s1133z\",\"win\":\"3z\"}\n",
    );
    let ran = dir.run(&["mahjong", "score", "--json"], lines).code(0);
    let answers: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["points"], 7700);
    for wrong in &answers[1..] {
        assert!(wrong["error"].is_string(), "{wrong}");
    }
    let hands = "{\"hand\":\"123m456p789s1122z\"}\n{\"hand\":\"9\"}\n\u{fffd}\n";
    let ran = dir.run(&["mahjong", "shanten", "--json"], hands).code(0);
    assert_eq!(ran.out.lines().count(), 3);
    assert!(ran.out.starts_with("{\"shanten\":0,\"normal\":0,"), "{}", ran.out);
    dir.fuda("mahjong shanten").code(2);
    dir.fuda("mahjong shanten 123m 456p 789s 1122z").code(0);
    let parts = "mahjong shanten 1122m 45p 5678s 1122z";
    assert!(!dir.fuda(parts).code(0).out.contains("tenpai"), "one hand, two from tenpai");
    let two = "mahjong shanten 123m456p789s1122z 19m19p19s1234567z";
    assert_eq!(dir.fuda(two).code(0).out.lines().count(), 2);
    dir.fuda("mahjong shanten 11111m").code(2).says("there are only four of each");
}

#[test]
fn play_and_every_format_there_and_back() {
    let dir = TestDir::new();
    let args = ["play", "mahjong", "--against", "greedy", "--seed", "4", "--record", "g.jsonl"];
    let rules = ["--rules", "tenhou-east", "--ascii"];
    let game = dir.run(&[&args[..], &rules[..]].concat(), &"1\n".repeat(3000)).code(0);
    assert!(game.out.contains("The game is over."), "{}", game.out);
    assert!(game.out.is_ascii() || game.out.contains('—'), "only our own words are not ASCII");
    dir.fuda("records verify g.jsonl").code(0);
    let mut mjai = Vec::new();
    for (from, to, out) in [
        ("g.jsonl", "mjai", "g.mjson"),
        ("g.jsonl", "tenhou", "g.mjlog"),
        ("g.mjlog", "mjai", "h.mjson"),
        ("g.mjson", "fuda", "h.jsonl"),
        ("h.jsonl", "mjai", "i.mjson"),
    ] {
        dir.fuda(&format!("records convert {from} --to {to} --out {out}")).code(0);
        let report = dir.fuda(&format!("records verify {out} --json")).code(0).json();
        assert_eq!((&report["games"], &report["mismatches"]), (&1.into(), &0.into()), "{out}");
        if to == "mjai" {
            mjai.push(dir.read(out));
        }
    }
    assert_eq!(mjai[0], mjai[2], "mjai -> our record -> mjai is the same");
    let stats = dir.fuda("records stats g.mjlog --json").code(0).json();
    assert_eq!(stats["games"], 1);
}

#[test]
fn a_match_of_four() {
    let dir = TestDir::new();
    let words = "match mahjong ukeire random --rules tenhou-east --deals 4 --json";
    let report = dir.fuda(words).code(0).json();
    assert_eq!(report["games"], 16);
    assert!(report["difference"]["mean"].as_f64() > Some(0.0), "{report}");
    dir.fuda("match mahjong greedy random --rules tenhou+red=nine --deals 1").code(2).says("red");
    dir.fuda("match mahjong greedy random --rules tenhuo --deals 1")
        .code(2)
        .says("did you mean `tenhou`?");
}

#[test]
fn matches_count_hands_and_keep_games() {
    let dir = TestDir::new();
    let words = "match mahjong ukeire b1 --rules paper-tabu --seats 2v2 --hands";
    let report = dir.fuda(&format!("{words} --deals 3 --records g.jsonl --json")).code(0).json();
    assert_eq!((&report["games"], &report["rounds"]["rounds"]), (&6.into(), &24.into()));
    let opened = &report["players"][1]["rounds"][3];
    assert_eq!((&opened["name"], &opened["mean"]), (&"opened".into(), &0.0.into()));
    let checked = dir.fuda("records verify g.jsonl --json").code(0).json();
    assert_eq!((&checked["games"], &checked["mismatches"]), (&6.into(), &0.into()), "{checked}");
    let text = dir.fuda(&format!("{words} --deals 1")).code(0).out;
    assert!(text.contains("won opened") && text.contains("ukeire"), "{text}");
    dir.fuda(&format!("{words} --records g.jsonl")).code(2).says("already there");
    dir.fuda("match othello greedy random --rounds").code(2).says("one round");
}

#[test]
fn forks_judge_where_players_differ() {
    let dir = TestDir::new();
    let report = dir
        .fuda("forks mahjong ukeire random --judge ukeire --rules tenhou-east --deals 2 --json")
        .code(0)
        .json();
    assert!(report["found"]["forks"].as_u64() > Some(10), "{report}");
    assert!(report["found"]["gain"]["mean"].as_f64() > Some(0.0), "{report}");
    let text = dir.fuda("forks koikoi rule random --deals 3").code(0).out;
    assert!(text.contains("gain per round"), "{text}");
    dir.fuda("forks mahjong ukeire tabu3").code(2).says("did you mean");
}

#[test]
fn a_record_whose_payments_do_not_add_up_is_reviewed_as_far_as_it_goes() {
    let dir = TestDir::new();
    let words = "match mahjong ukeire greedy --rules tenhou-east --deals 1 --records all.jsonl";
    dir.fuda(words).code(0);
    let all = String::from_utf8(dir.read("all.jsonl")).unwrap();
    dir.file("g.jsonl", all.lines().next().unwrap());
    dir.fuda("records convert g.jsonl --to tenhou6 --out g.json").code(0);
    let good = String::from_utf8(dir.read("g.json")).unwrap();
    let win = good.find("[\"和了\",[").expect("a win") + "[\"和了\",[".len();
    let end = win + good[win..].find(']').expect("changes");
    dir.file("bad.json", format!("{}100,0,0,0{}", &good[..win], &good[end..]));
    let wrong = dir.fuda("records verify bad.json --json").code(1).json();
    assert_eq!(wrong["mismatches"], 1, "{wrong}");
    assert!(wrong["decisions"].as_u64() > Some(10), "{wrong}");
    let review = dir.fuda("analyse mahjong bad.json --player greedy --json").code(0);
    let review = review.says("bad.json: followed up to").json();
    assert!(review["stops"]["place"].as_str().unwrap().contains("entry 17"), "{review}");
    let asked = review["decisions"].as_array().unwrap().len();
    assert!(asked > 5, "{asked} decisions");
    let text = dir.fuda("analyse mahjong bad.json --player greedy").code(0).out;
    assert!(text.contains("the rest was not looked at; bad.json: followed up to"), "{text}");
    let agreed = dir.fuda("agree mahjong greedy bad.json --json").code(0).json();
    assert_eq!(agreed["cut"].as_array().unwrap().len(), 1, "{agreed}");
    dir.fuda("records convert bad.json --to mjai --out never").code(2).says("add up");
}
