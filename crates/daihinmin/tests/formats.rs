//! The contest's log: real ones where they are there, our own, broken ones.

use fuda_core::formats::{Format, RecordFile, Stats, Verification};
use fuda_core::{Game, Position as _, Purpose, Record, Seat, Seed};
use fuda_daihinmin::formats::{GameToLog, LogWriter, UecdaLog};
use fuda_daihinmin::{Cards, Daihinmin, Deal, Joker, Move, Rules};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

fn file(bytes: impl Into<Vec<u8>>) -> RecordFile {
    RecordFile { path: "series.log".into(), bytes: bytes.into() }
}

fn verify(bytes: impl Into<Vec<u8>>) -> Verification {
    let mut report = Verification::default();
    UecdaLog.verify(&file(bytes), &mut report);
    report
}

/// A series of random games: every third one in new seats.
fn series(games: u64) -> Vec<Record<Daihinmin>> {
    let game = Daihinmin::default();
    let mut records: Vec<Record<Daihinmin>> = Vec::new();
    let mut names: Vec<String> = ["ann", "ben", "cas", "dot", "eve"].map(String::from).to_vec();
    let mut previous = None;
    for number in 0..games {
        let mut rng = Seed(4).stream(Purpose::Sample, &[number]);
        let mut came_from: Vec<Seat> = Seat::all(5).collect();
        if number % 3 == 0 {
            rng.shuffle(&mut came_from);
        }
        names = came_from.iter().map(|s| names[s.index()].clone()).collect();
        let mut deal = game.deal(&mut rng);
        if let Some(last) = &previous {
            deal = game.deal_after(last, &came_from, deal).unwrap();
        }
        let mut position = game.start(&deal).unwrap();
        let mut record = Record::new(&game, deal);
        record.players = names.clone();
        let mut scratch = Vec::new();
        while let Some(seat) = position.turn().first() {
            let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
            position.play(seat, mv).unwrap();
            record.moves.push((seat, mv));
        }
        record.scores = position.scores();
        records.push(record);
        previous = Some(position);
    }
    records
}

static SERIES: LazyLock<(Vec<Record<Daihinmin>>, String)> = LazyLock::new(|| {
    let records = series(12);
    let bytes = UecdaLog.write(&records).unwrap();
    (records, String::from_utf8(bytes).unwrap())
});

#[test]
fn a_series_goes_both_ways() {
    let (records, text) = &*SERIES;
    let read = UecdaLog.read(&file(text.clone())).unwrap();
    assert_eq!(read.len(), records.len());
    for (read, written) in read.iter().zip(records) {
        assert_eq!(read.moves, written.moves, "the gifts are found again");
        assert_eq!(read.players, written.players);
        assert_eq!(read.scores, written.scores);
        assert_eq!(read.deal.hands, written.deal.hands);
    }
    let report = verify(text.clone());
    assert_eq!((report.games, report.mismatches), (12, 0), "{:?}", report.problems);
    assert!(UecdaLog.recognises(&file(text.clone())));
    assert!(!UecdaLog.recognises(&file("{\"game\":\"daihinmin\"")));
    let mut stats = Stats::default();
    UecdaLog.stats(&file(text.clone()), &mut stats);
    assert_eq!(stats.games, 12);
    assert_eq!(stats.values["points of ann"].count, 12);
}

#[test]
fn a_log_may_break_off_anywhere() {
    let text = &SERIES.1;
    let last = text.rfind("%00011%play%").unwrap();
    let cut = &text[..last + 40];
    let report = verify(cut);
    assert_eq!((report.games, report.mismatches), (11, 0), "{:?}", report.problems);
    assert_eq!(report.skipped.len(), 1);
    assert!(report.skipped[0].place.contains("game 11"), "{:?}", report.skipped);
    let records = UecdaLog.read(&file(cut)).unwrap();
    assert_eq!(records.len(), 12);
    assert_eq!(records[11].scores, None);
    records[11].replay().unwrap();
}

/// Changes one line and gives what verification says.
fn damaged(key: &str, change: impl Fn(&str) -> String) -> Verification {
    let text = &SERIES.1;
    let lines = text.lines().map(|line| match line.split_once(key) {
        Some(("", value)) => format!("{key}{}", change(value)),
        _ => line.to_owned(),
    });
    verify(lines.map(|l| l + "\n").collect::<String>())
}

#[test]
fn every_damage_is_found_and_placed() {
    let swap = |v: &str| {
        let mut letters: Vec<char> = v.trim().chars().collect();
        letters.swap(0, 1);
        format!(" {}", letters.into_iter().collect::<String>())
    };
    let cases: Vec<(&str, Verification)> = vec![
        ("result", damaged("%00003%result%", swap)),
        ("mibun", damaged("%00004%mibun%", swap)),
        ("seat", damaged("%00005%seat%", swap)),
        ("no seat", damaged("%00005%seat%", |_| " 0123".into())),
        ("cards", damaged("%00006%palyer_cards%", |v| v.replacen("S3", "S4", 1))),
        ("hands", damaged("%00006%palyer_cards%", |_| " S3 S4".into())),
        ("code", damaged("%00007%play%", |v| v.replacen("EE", "Z9EE", 1))),
        ("no end", damaged("%00007%play%", |v| v.replacen("EE", "", 1))),
        ("player", damaged("%00008%play%", |v| format!(" 9EE{v}"))),
        ("too long", damaged("%00009%play%", |v| format!("{v} 0EE"))),
        ("too short", damaged("%00009%play%", |v| v[..v.len() - 60].into())),
        ("key", damaged("%00010%play%", |v| format!("x% {v}"))),
    ];
    for (what, report) in cases {
        assert!(report.mismatches >= 1, "{what} goes unnoticed");
        let place = &report.problems[0].place;
        assert!(place.contains("line") && place.contains("game"), "{what}: {place}");
    }
}

#[test]
fn rules_we_do_not_play_are_named() {
    let text = SERIES.1.replace("%RULE_5TOBI% NO", "%RULE_5TOBI% YES");
    let report = verify(text.clone());
    assert_eq!(report.games, 0);
    assert!(report.skipped[0].reason.contains("RULE_5TOBI"));
    assert!(UecdaLog.read(&file(text)).is_err());
}

#[test]
fn cards_the_server_refused_count_as_a_pass() {
    // The last pass of a game becomes cards that are not even held.
    let text = &SERIES.1;
    let line = text.lines().find(|l| l.starts_with("%00002%play%")).unwrap();
    let (at, _) = line
        .match_indices("EE ")
        .map(|(i, _)| (i, ()))
        .find(|&(i, ())| line.as_bytes()[i - 1].is_ascii_digit() && line.as_bytes()[i - 2] == b' ')
        .unwrap();
    let cheat = format!("{}S3H4{}", &line[..at], &line[at..]);
    let report = verify(text.replace(line, &cheat));
    assert_eq!(report.mismatches, 0, "{:?}", report.problems);
    assert_eq!(report.skipped.len(), 1);
    assert!(report.skipped[0].reason.contains("refused S3H4"), "{:?}", report.skipped);
}

/// The log has what was submitted, and who submits cards of others makes the
/// gifts hard to see: they are found all the same.
#[test]
fn cards_of_others_do_not_hide_the_gifts() {
    let game = Daihinmin::default();
    let names: Vec<String> = (0..5).map(|n| format!("p{n}")).collect();
    let mut refused = 0;
    for number in 0..300 {
        let mut rng = Seed(31).stream(Purpose::Sample, &[number]);
        let mut classes = vec![0, 1, 2, 3, 4];
        rng.shuffle(&mut classes);
        let deal = Deal { classes: Some(classes), ..game.deal(&mut rng) };
        let mut position = game.start(&deal).unwrap();
        let (mut plays, mut scratch) = (Vec::new(), Vec::new());
        while let Some(seat) = position.turn().first() {
            let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
            if mv.is_pass() && position.table().is_some() && rng.below(4) > 0 {
                let others: Vec<_> =
                    Cards::ALL.plain().without(position.hand(seat)).iter().collect();
                let card = others[rng.below(others.len() as u32) as usize];
                plays.push((seat, Move::play(card.bit(), Joker::None)));
                refused += 1;
            } else if !mv.is_gift() {
                plays.push((seat, mv));
            }
            position.play(seat, mv).unwrap();
        }
        let mut log = LogWriter::new(&Rules::UECDA, &names, &[]);
        let order = position.finish_order();
        let seats = [0, 1, 2, 3, 4];
        log.game(GameToLog { deal: &deal, seats, plays: &plays, order: &order }).unwrap();
        let report = verify(log.take());
        assert_eq!((report.games, report.mismatches), (1, 0), "{number}: {:?}", report.problems);
    }
    assert!(refused > 3_000);
}

#[test]
fn what_a_log_cannot_say_is_not_written() {
    let mut records = series(1);
    assert!(UecdaLog.write(&[]).is_err());
    records[0].rules = "uecda,players=4".into();
    assert!(UecdaLog.write(&records).is_err());
    let mut records = series(2);
    records[1].moves.truncate(5);
    let error = UecdaLog.write(&records).unwrap_err();
    assert!(error.place.contains("record 2"), "{error}");
}

/// Replays every log of a folder; the games in each.
fn replayed(folder: &Path) -> Vec<u64> {
    let logs = fuda_fixtures::files(folder);
    let logs = logs.iter().filter(|path| path.extension().is_some_and(|end| end == "log"));
    let games = logs.map(|path| {
        let mut report = Verification::default();
        UecdaLog.verify(&RecordFile::read(path).unwrap(), &mut report);
        assert_eq!(report.mismatches, 0, "{:?}", report.problems.first());
        report.games
    });
    games.collect()
}

#[test]
fn real_logs_agree_with_the_rules() {
    assert_eq!(replayed(&fuda_fixtures::small("daihinmin")), [20, 8]);
}

#[test]
fn long_real_logs_agree_with_the_rules() {
    if let Some(folder) = fuda_fixtures::large("daihinmin") {
        let games = replayed(&folder);
        assert!(!games.is_empty() && games.iter().all(|&games| games > 100), "{games:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = verify(bytes.clone());
        let _ = UecdaLog.read(&file(bytes.clone()));
        let mut stats = Stats::default();
        UecdaLog.stats(&file(bytes.clone()), &mut stats);
        let _ = UecdaLog.recognises(&file(bytes));
    }

    #[test]
    fn damaged_logs_never_panic(
        at in 0usize..20_000,
        new in any::<u8>(),
        cut in 0usize..20_000,
    ) {
        let mut bytes = SERIES.1.clone().into_bytes();
        let at = at % bytes.len();
        bytes[at] = new;
        let _ = verify(bytes.clone());
        bytes.truncate(cut % bytes.len());
        let _ = verify(bytes.clone());
        let _ = UecdaLog.read(&file(bytes));
    }

    #[test]
    fn arbitrary_moves_never_panic(text in "[SHDC3-9TJQKA2*<>givepas:JO]{0,12}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
            let mut position = Daihinmin::default()
                .start(&Daihinmin::default().deal(&mut Seed(1).stream(Purpose::Deal, &[])))
                .unwrap();
            for seat in Seat::all(8) {
                let _ = position.clone().play(seat, mv);
            }
            position.play_unchecked(Seat(0), mv);
            let _ = position.view(Seat(3));
        }
    }
}

#[test]
fn a_log_without_settings_is_read_by_the_usual_rules() {
    let plain: String =
        SERIES.1.lines().filter(|l| !l.starts_with("%-")).map(|l| format!("{l}\r\n")).collect();
    assert!(UecdaLog.recognises(&file(plain.clone())));
    let report = verify(plain.clone());
    assert_eq!((report.games, report.mismatches), (12, 0), "{:?}", report.problems);
    assert_eq!(UecdaLog.read(&file(plain)).unwrap()[0].players.len(), 5);
}
