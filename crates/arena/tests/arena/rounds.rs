//! Statistics of hands and rounds.

use crate::common::random;
use fuda_arena::{
    Entrant, Hooks, MatchOptions, MatchReport, Plan, RecordKeeper, RoundCounter, RoundTotals,
    Scheme, html, run_observed, table,
};
use fuda_core::{Game, Record, Seed};
use fuda_koikoi::KoiKoi;
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::Ukeire;
use serde_json::Value;
use std::collections::BTreeMap;

fn play<G: Game>(
    game: G,
    entrants: Vec<Entrant<G>>,
    options: MatchOptions,
) -> (MatchReport, Vec<Record<G>>) {
    let plan = Plan::new(game, entrants, options).unwrap();
    let (mut totals, mut games) = (RoundTotals::default(), BTreeMap::new());
    let observe = || (RoundCounter::default(), RecordKeeper::default());
    let mut report = run_observed(&plan, Hooks::default(), &observe, &mut |block, (c, kept)| {
        totals.add(block, c);
        games.insert(block, kept.records);
        Ok(())
    })
    .unwrap();
    totals.report::<G>(&mut report);
    (report, games.into_values().flatten().collect())
}

fn mahjong(threads: usize) -> (MatchReport, Vec<Record<Mahjong>>) {
    let ukeire = Entrant::fair("ukeire", || Box::new(Ukeire));
    let scheme = Some(Scheme::Facing);
    let options = MatchOptions { deals: 6, threads, scheme, ..MatchOptions::default() };
    play(Mahjong::with_rules("tenhou-east").unwrap(), vec![ukeire, random("random")], options)
}

/// Counts events of logs that another part of the code writes.
#[derive(Default)]
struct Counts {
    hands: f64,
    won: f64,
    dealt_in: f64,
    opened: f64,
    riichi: f64,
    win_points: f64,
}

fn count(record: &Record<Mahjong>, name: &str, counts: &mut Counts) {
    let formats = Mahjong::formats();
    let mjai = formats.iter().find(|format| format.name() == "mjai").unwrap();
    let log = mjai.write(std::slice::from_ref(record)).unwrap();
    let ours = |seat: usize| record.players[seat] == name;
    let (mut open, mut reach, mut dealt) = ([false; 4], [false; 4], [false; 4]);
    for line in String::from_utf8(log).unwrap().lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        let actor = event["actor"].as_u64().unwrap_or(0) as usize;
        match event["type"].as_str().unwrap() {
            "start_kyoku" => (open, reach, dealt) = Default::default(),
            "chi" | "pon" | "daiminkan" => open[actor] = true,
            "reach" => reach[actor] = true,
            "hora" => {
                let target = event["target"].as_u64().unwrap() as usize;
                counts.won += f64::from(u8::from(ours(actor)));
                let points = event["hora_points"].as_f64();
                counts.win_points += points.filter(|_| ours(actor)).unwrap_or(0.0);
                dealt[target] |= target != actor;
            }
            "end_kyoku" => {
                let all = |of: [bool; 4]| (0..4).filter(|&s| ours(s) && of[s]).count() as f64;
                counts.hands += all([true; 4]);
                counts.opened += all(open);
                counts.riichi += all(reach);
                counts.dealt_in += all(dealt);
            }
            _ => {}
        }
    }
}

#[test]
fn hands_are_counted_as_logs_tell_them_whatever_the_threads() {
    let (report, records) = mahjong(1);
    let (again, _) = mahjong(3);
    assert_eq!(report.rounds, again.rounds);
    for (one, other) in report.players.iter().zip(&again.players) {
        assert_eq!(format!("{:?}", one.rounds), format!("{:?}", other.rounds));
    }
    for player in &report.players {
        let mut counts = Counts::default();
        records.iter().for_each(|record| count(record, &player.name, &mut counts));
        let rounds = report.rounds.unwrap().rounds as f64;
        assert_eq!(counts.hands, 2.0 * rounds, "two of four seats");
        let is = |name: &str, expected: f64| {
            let found = player.rounds.iter().find(|value| value.name == name).unwrap();
            assert!((found.value.mean - expected).abs() < 1e-9, "{name}: {found:?}, {expected}");
        };
        is("won", counts.won / counts.hands);
        is("dealt in", counts.dealt_in / counts.hands);
        is("opened", counts.opened / counts.hands);
        is("riichi", counts.riichi / counts.hands);
        if player.name == "ukeire" {
            is("points per win", counts.win_points / counts.won);
            assert!(counts.won > 20.0 && counts.riichi > 20.0 && counts.opened > 0.0);
            let won = player.rounds[0].value;
            assert!(won.low.unwrap() < won.mean && won.mean < won.high.unwrap());
        }
    }
}

#[test]
fn statistics_are_in_every_form_of_the_report() {
    let (report, _) = mahjong(2);
    let text = table(&report);
    assert!(text.contains("rounds of 6 deals") && text.contains("points per deal-in"), "{text}");
    let page = html(&report, "fuda match");
    assert!(page.contains("<td title=\"hands won\">won</td>"), "{page}");
    let json: Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["rounds"]["deals"], 6);
    assert_eq!(json["players"][0]["rounds"][0]["name"], "won");
    assert!(json["players"][0]["rounds"][0]["low"].as_f64().is_some());
}

#[test]
fn rounds_of_koi_koi_add_up() {
    let options = MatchOptions { deals: 40, seed: Seed(2), ..MatchOptions::default() };
    let game = KoiKoi::with_rules("paper").unwrap();
    let (report, records) = play(game, vec![random("a"), random("b")], options);
    let value = |player: usize, name: &str| {
        report.players[player].rounds.iter().find(|v| v.name == name).unwrap().value.mean
    };
    assert!((value(0, "won") + value(1, "won") + value(0, "nobody won") - 1.0).abs() < 1e-9);
    assert!((value(0, "points per round") + value(1, "points per round")).abs() < 1e-9);
    let called = |record: &&Record<KoiKoi>| {
        record
            .moves
            .iter()
            .any(|(seat, mv)| record.players[seat.index()] == "a" && mv.to_string() == "koikoi")
    };
    // Rounds that end with the deal have no move and are not counted.
    let played = || records.iter().filter(|record| !record.moves.is_empty());
    assert_eq!(report.rounds.unwrap().rounds, played().count() as u64);
    let share = played().filter(called).count() as f64 / played().count() as f64;
    assert!((value(0, "called") - share).abs() < 1e-9);
    assert!(value(0, "called") > 0.0);
}
