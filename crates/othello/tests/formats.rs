//! Record formats: games there and back, and bad input of every kind.

use fuda_core::formats::{Format, RecordFile, Stats, Verification};
use fuda_core::{Game, Position as _, Purpose, Record, Seed};
use fuda_othello::{Othello, read_obf};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn format(name: &str) -> Box<dyn Format<Othello>> {
    Othello::formats().into_iter().find(|f| f.name() == name).unwrap()
}

fn file(name: &str, bytes: impl Into<Vec<u8>>) -> RecordFile {
    RecordFile { path: PathBuf::from("no-such-folder").join(name), bytes: bytes.into() }
}

fn verified(format: &dyn Format<Othello>, file: &RecordFile) -> Verification {
    let mut report = Verification::default();
    format.verify(file, &mut report);
    report
}

/// Random games under some rules, with names.
fn games(rules: &str, count: u64) -> Vec<Record<Othello>> {
    let game = Othello::with_rules(rules).unwrap();
    (0..count)
        .map(|n| {
            let mut rng = Seed(6).stream(Purpose::Deal, &[n]);
            let deal = game.deal(&mut rng);
            let mut position = game.start(&deal).unwrap();
            let mut record = Record::new(&game, deal);
            while let Some(seat) = position.turn().first() {
                let mv = position.random_move(seat, &mut rng, &mut Vec::new()).unwrap();
                position.play(seat, mv).unwrap();
                record.moves.push((seat, mv));
            }
            record.scores = position.scores();
            record.players = vec!["Ann".into(), "Bo".into()];
            record
        })
        .collect()
}

#[test]
fn games_survive_each_format_that_writes() {
    let written: Vec<_> = Othello::formats().into_iter().filter(|f| f.writes()).collect();
    assert_eq!(written.len(), 4);
    let records = games("random-8", 30);
    for format in written {
        let file = file("games", format.write(&records).unwrap());
        let first = Othello::formats().into_iter().find(|f| f.recognises(&file)).unwrap();
        assert_eq!(first.name(), format.name());
        let report = verified(&*format, &file);
        assert_eq!((report.games, report.mismatches), (30, 0), "{report:?}");
        let back = format.read(&file).unwrap();
        for (record, back) in records.iter().zip(&back) {
            // fuda's own format keeps the opening as the deal; the field's have
            // nothing but moves.
            let own = format.name() == "fuda";
            assert_eq!(back.rules, if own { "random-8" } else { "standard" });
            assert_eq!(record.scores, back.scores);
            let opening = record.deal.0.iter().copied().filter(|_| !own);
            let moves: Vec<_> = opening.chain(record.moves.iter().map(|m| m.1)).collect();
            assert_eq!(moves, back.moves.iter().map(|m| m.1).collect::<Vec<_>>());
            back.replay().unwrap();
        }
        let mut stats = Stats::default();
        format.stats(&file, &mut stats);
        assert_eq!(stats.games, 30);
    }
}

#[test]
fn other_starts_survive_ggf_and_are_refused_elsewhere() {
    let start = "from=-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O O";
    let records = games(start, 5);
    let ggf = format("ggf");
    let file = file("a.ggf", ggf.write(&records).unwrap());
    let back = ggf.read(&file).unwrap();
    assert_eq!(back[0].rules, records[0].rules);
    assert_eq!(back[0].moves, records[0].moves);
    assert_eq!(back[0].players, ["Ann", "Bo"]);
    for name in ["wthor", "transcript"] {
        let e = format(name).write(&records).unwrap_err();
        assert!(e.expected.contains("standard start"), "{e}");
    }
}

#[test]
fn transcripts_may_be_written_in_many_ways() {
    let spellings = ["f5d6c3", "F5 D6 C3", "1. f5 2. d6 3. c3", "1.f5 d6 2.c3", " f5, d6, c3 "];
    let transcript = format("transcript");
    for text in spellings {
        let file = file("a.txt", text);
        assert!(transcript.recognises(&file), "{text}");
        let back = transcript.read(&file).unwrap();
        let moves: Vec<_> = back[0].moves.iter().map(|m| m.1.to_string()).collect();
        assert_eq!(moves, ["f5", "d6", "c3"], "{text}");
        let report = verified(&*transcript, &file);
        assert_eq!((report.games, report.skipped.len(), report.decisions), (0, 1, 3));
        assert!(report.skipped[0].reason.contains("breaks off after 3 moves"));
    }
}

#[test]
fn faults_are_named_with_their_place() {
    let cases = [
        ("transcript", "a.txt", "f5d6\nf5f5\n", "line 2, move 2", "legal move of white"),
        ("transcript", "a.txt", "f5d6c9", "line 1, column 5", "a1 to h8"),
        ("transcript", "a.txt", "f5d6c", "line 1, column 5", "a1 to h8"),
        ("eothello", "a.csv", "Othello_game_id,winner,game_moves\n7,2,f5\n", "line 2", "winner"),
        ("eothello", "a.csv", "Othello_game_id,winner,game_moves\n7,1\n", "line 2", "three fields"),
        (
            "eothello",
            "a.csv",
            "Othello_game_id,winner,game_moves\n7,1,f5x1",
            "line 2, column 7",
            "a1",
        ),
        ("obf", "a.obf", "---", "line 1, column 4", "64 squares"),
        ("ggf", "a.ggf", "(;GM[Othello]PB[a]", "game 1", "`;)`"),
        ("ggf", "a.ggf", "(;GM[Othello]TY[8]B[f5];)", "game 1", "a field BO"),
        ("ggf", "a.ggf", "(;GM[Othello]BO[8 --- Z];)", "field BO", "square 4 of 64"),
    ];
    for (name, path, text, place, expected) in cases {
        let format = format(name);
        let file = file(path, text);
        assert!(format.recognises(&file), "{text}");
        let report = verified(&*format, &file);
        let problem = report.problems.first().unwrap_or_else(|| panic!("no problem in {text}"));
        assert!(problem.place.contains(place), "{problem:?}");
        assert!(problem.expected.contains(expected), "{problem:?}");
        assert!(format.read(&file).is_err());
    }
}

#[test]
fn wrong_results_are_found() {
    let records = games("standard", 3);
    let mut bytes = format("wthor").write(&records).unwrap();
    bytes[16 + 68 + 6] ^= 1;
    let report = verified(&*format("wthor"), &file("a.wtb", bytes));
    assert_eq!((report.games, report.mismatches), (3, 1));
    assert!(report.problems[0].place.starts_with("game 2 (player 0 – player 0"));
    let text = String::from_utf8(format("ggf").write(&records).unwrap()).unwrap();
    let start = text.find("RE[").unwrap();
    let end = start + text[start..].find(']').unwrap();
    let wrong = format!("{}RE[+63.000{}", &text[..start], &text[end..]);
    let report = verified(&*format("ggf"), &file("a.ggf", wrong));
    assert_eq!((report.games, report.mismatches), (3, 1));
    assert_eq!(report.problems[0].got, "+63 for black");
    // A result with a remark does not follow from the board.
    let resigned = format!("{}RE[+63.000:r{}", &text[..start], &text[end..]);
    assert_eq!(verified(&*format("ggf"), &file("a.ggf", resigned)).mismatches, 0);
}

#[test]
fn headers_of_other_games_are_refused_with_a_reason() {
    let good = format("wthor").write(&games("standard", 1)).unwrap();
    for (at, value, reason) in [(12, 10, "10 × 10"), (13, 1, "solitaire")] {
        let mut bytes = good.clone();
        bytes[at] = value;
        let file = file("a.wtb", bytes);
        let report = verified(&*format("wthor"), &file);
        assert!(report.skipped[0].reason.contains(reason), "{report:?}");
        assert!(format("wthor").read(&file).is_err());
    }
    let mut bytes = good.clone();
    bytes[4] = 9;
    let report = verified(&*format("wthor"), &file("a.wtb", bytes));
    assert_eq!(report.problems[0].expected, "9 games");
    let ten = "(;GM[Othello]TY[10]BO[10 ---- *]B[f5];)(;GM[Amazons]BO[8 *];)";
    let report = verified(&*format("ggf"), &file("a.ggf", ten));
    assert_eq!((report.skipped.len(), report.mismatches), (2, 0));
    for only in ["(;GM[Amazons]BO[8 *];)", "(;GM[Chess];)\n(;PB[a];)"] {
        let report = verified(&*format("ggf"), &file("a.ggf", only));
        assert_eq!(report.mismatches, 1, "{only}");
        assert!(report.problems[0].expected.contains("game of Othello"), "{report:?}");
    }
}

#[test]
fn impossible_headers_are_problems() {
    let good = format("wthor").write(&games("standard", 1)).unwrap();
    assert_eq!(verified(&*format("wthor"), &file("a.wtb", good.clone())).mismatches, 0);
    for (at, value) in [(2, 13), (3, 32), (8, 1), (12, 9), (12, 255), (13, 2), (14, 61)] {
        let mut bytes = good.clone();
        bytes[at] = value;
        let report = verified(&*format("wthor"), &file("a.wtb", bytes));
        assert_eq!((report.mismatches, report.skipped.len()), (1, 0), "byte {at}: {report:?}");
        assert_eq!(report.problems[0].place, format!("byte {at}"));
        assert_eq!(report.problems[0].got, value.to_string());
    }
    let mut bytes = good;
    (bytes[12], bytes[4]) = (10, 9);
    let report = verified(&*format("wthor"), &file("a.wtb", bytes));
    assert_eq!((report.mismatches, report.skipped.len()), (1, 0), "{report:?}");
}

/// A finished and an unfinished game with everything the format can say.
fn tournament_file() -> Vec<u8> {
    let mut bytes = format("wthor").write(&games("standard", 2)).unwrap();
    bytes[..4].copy_from_slice(&[20, 24, 3, 9]);
    bytes[10..16].copy_from_slice(&[0xE8, 7, 0, 0, 24, 0]);
    for (game, number) in bytes[16..].chunks_exact_mut(68).zip(1u8..) {
        game[..6].copy_from_slice(&[number, 0, 2 * number, 1, 3 * number, 2]);
        game[7] = 32 + number;
    }
    let second = &mut bytes[16 + 68..];
    second[6] = 60;
    second[8 + 31..].fill(0);
    bytes
}

#[test]
fn tournament_files_stay_as_they_are() {
    let wthor = format("wthor");
    let bytes = tournament_file();
    let records = wthor.read(&file("a.wtb", bytes.clone())).unwrap();
    assert!(records[0].scores.is_some() && records[1].scores.is_none());
    assert_eq!(records[1].tags["recorded"], "60 discs for black");
    assert_eq!(wthor.write(&records).unwrap(), bytes);
    // Games that come from different files get a header of their own.
    let mut mixed = records.clone();
    mixed[1].tags.insert("wthor header".into(), "no header".into());
    let written = wthor.write(&mixed).unwrap();
    assert_eq!(written[..16], [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0xE8, 7, 8, 0, 0, 0]);
    assert_eq!(written[16..], bytes[16..]);
    // Tags may come from anywhere: what cannot be is not written.
    for (tag, value) in [
        ("wthor header", "zz"),
        ("wthor header", "0000ff000000000000000000080000ff"),
        ("wthor black discs", "65"),
        ("wthor black number", "99999"),
        ("theoretical black discs", "-1"),
    ] {
        let mut odd = records[..1].to_vec();
        odd[0].tags.insert(tag.into(), value.into());
        let written = wthor.write(&odd).unwrap();
        let report = verified(&*wthor, &file("a.wtb", written));
        assert_eq!((report.games, report.mismatches), (1, 0), "{tag} {value}");
    }
}

/// Real tournament files survive to the byte.
fn stay_as_they_are(folder: &Path) {
    let mut compared = 0;
    for path in fuda_fixtures::files(folder) {
        let file = RecordFile::read(&path).unwrap();
        if file.extension() == "wtb" {
            let records = format("wthor").read(&file).unwrap();
            let written = format("wthor").write(&records).unwrap();
            assert!(written == file.bytes, "{} changed", file.name());
            compared += 1;
        }
    }
    assert!(compared > 0, "no tournament files in {}", folder.display());
}

#[test]
fn a_tournament_file_stays_as_it_is() {
    let folder = fuda_fixtures::small("othello");
    stay_as_they_are(&folder);
    let mut report = Verification::default();
    let file = RecordFile::read(&folder.join("wthor-1990-32-games.wtb")).unwrap();
    format("wthor").verify(&file, &mut report);
    assert_eq!((report.games, report.mismatches), (32, 0), "{report:?}");
}

#[test]
fn all_tournament_files_stay_as_they_are() {
    if let Some(folder) = fuda_fixtures::large("othello/wthor") {
        stay_as_they_are(&folder);
    }
}

#[test]
fn broken_games_without_end_are_read_in_one_go() {
    let ggf = format("ggf");
    // Each of these took time with the square of its length: a file of this
    // size would keep the test from ever ending.
    for piece in ["(;", "(;A[", "(;GM[", "(;GM[Othello]PB["] {
        let text = piece.repeat(100_000);
        let report = verified(&*ggf, &file("a.ggf", text));
        assert!(report.mismatches > 0);
    }
    let text = format!("{}(;GM[", "(;A[".repeat(100_000));
    assert!(verified(&*ggf, &file("a.ggf", text)).mismatches > 0);
}

#[test]
fn a_field_without_its_end_spoils_one_game_only() {
    let good = String::from_utf8(format("ggf").write(&games("standard", 1)).unwrap()).unwrap();
    let text = format!("(;GM[Othello]PB[a\n{good}");
    let report = verified(&*format("ggf"), &file("a.ggf", text));
    assert_eq!((report.games, report.mismatches), (1, 1), "{report:?}");
    assert!(report.problems[0].got.contains("another game"), "{report:?}");
}

#[test]
fn byte_order_marks_are_left_out() {
    let records = games("standard", 2);
    let csv = "Othello_game_id,winner,game_moves\n1,1,f5d6c3\n";
    let obf = "-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O X; A4:+10;\n";
    let text = |name: &str| String::from_utf8(format(name).write(&records).unwrap()).unwrap();
    for (name, text) in [
        ("transcript", text("transcript")),
        ("ggf", text("ggf")),
        ("eothello", csv.to_owned()),
        ("obf", obf.to_owned()),
    ] {
        let file = file("games", format!("\u{feff}{text}"));
        let first = Othello::formats().into_iter().find(|f| f.recognises(&file)).expect(name);
        assert_eq!(first.name(), name);
        assert_eq!(verified(&*first, &file).mismatches, 0, "{name}");
    }
}

#[test]
fn files_without_games_say_so_when_games_are_wanted() {
    let obf = "-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O X; A4:+10;\n";
    let e = format("obf").read(&file("a.obf", obf)).unwrap_err();
    assert_eq!(e.got, "1 endgame problems, no games");
    let e = format("wthor-names").read(&file("a.JOU", vec![0; 16])).unwrap_err();
    assert_eq!(e.got, "the names of 0 players, no games");
}

#[test]
fn names_are_taken_from_the_files_beside() {
    let folder = std::env::temp_dir().join(format!("fuda-othello-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let list = |width: usize, names: &[&str]| {
        let mut bytes = vec![0; 16];
        bytes[8] = names.len() as u8;
        for name in names {
            let mut field = name.as_bytes().to_vec();
            field.resize(width, 0);
            bytes.extend(field);
        }
        bytes
    };
    std::fs::write(folder.join("x.JOU"), list(20, &["Ada"])).unwrap();
    std::fs::write(folder.join("x.trn"), list(26, &["Spring Cup"])).unwrap();
    let bytes = format("wthor").write(&games("standard", 1)).unwrap();
    let mut games = file("x.wtb", bytes);
    games.path = folder.join("x.wtb");
    let back = format("wthor").read(&games).unwrap();
    assert_eq!(back[0].players, ["Ada", "Ada"]);
    assert_eq!(back[0].tags["tournament"], "Spring Cup");
    let names = RecordFile::read(&folder.join("x.JOU")).unwrap();
    let known = Othello::formats().into_iter().find(|f| f.recognises(&names)).unwrap();
    assert_eq!(known.name(), "wthor-names");
    let report = verified(&*known, &names);
    assert_eq!((report.mismatches, report.counts["wthor players"]), (0, 1));
    let cut = RecordFile { bytes: names.bytes[..30].to_vec(), ..names };
    assert_eq!(verified(&*known, &cut).mismatches, 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every format on every beginning of every kind of file.
#[test]
fn cut_files_never_panic() {
    let records = games("random-4", 2);
    let obf =
        "-XXX--X-XOXOOOOOOOOXOOOO-OOOXXOO-OOOOXOO---XXOXO-XXXXXOO-O--XO-O X; A4:+10; H1:-18;\n";
    let csv = "Othello_game_id,winner,game_moves\n1,1,f5d6c3\n2,-1,f5f6\n";
    let mut fixtures = vec![
        ("a.obf", obf.as_bytes().to_vec()),
        ("a.csv", csv.as_bytes().to_vec()),
        ("a.JOU", vec![0; 76]),
    ];
    for (name, path) in [("wthor", "a.wtb"), ("ggf", "a.ggf"), ("transcript", "a.txt")] {
        fixtures.push((path, format(name).write(&records).unwrap()));
    }
    for (path, bytes) in fixtures {
        for end in 0..=bytes.len() {
            look_at_everything(&file(path, &bytes[..end]));
        }
    }
}

fn look_at_everything(file: &RecordFile) {
    for format in Othello::formats() {
        let known = format.recognises(file);
        let report = verified(&*format, file);
        assert_eq!(report.mismatches, report.problems.len() as u64);
        format.stats(file, &mut Stats::default());
        if let Ok(records) = format.read(file)
            && known
        {
            for record in records {
                record.replay().unwrap();
            }
        }
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        look_at_everything(&file("a.bin", bytes));
    }

    #[test]
    fn almost_right_text_never_panics(text in "[-XO*a-h1-8;:() \\[\\]BWGMRE+%\n.é]{0,300}") {
        look_at_everything(&file("a.txt", text.clone()));
        look_at_everything(&file("a.ggf", format!("(;GM[Othello]BO[8 {text}")));
        look_at_everything(&file("a.csv", format!("Othello_game_id,winner,game_moves\n{text}")));
        let _ = read_obf(&text);
        let _ = text.parse::<fuda_othello::Position>();
        let _ = text.parse::<fuda_othello::Move>();
        let _ = Othello::with_rules(&text);
    }

    #[test]
    fn random_bytes_are_no_tournament_file(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let report = verified(&*format("wthor"), &file("a.wtb", bytes));
        prop_assert!(report.mismatches > 0, "{:?}", report);
    }

    #[test]
    fn random_games_in_wthor_never_panic(body in proptest::collection::vec(0u8..90, 68..300)) {
        let mut bytes = vec![0; 16];
        bytes[4] = (body.len() / 68) as u8;
        bytes.extend(body);
        look_at_everything(&file("a.wtb", bytes));
    }
}

/// An empty line is no game, so that a game without moves cannot be one.
#[test]
fn a_game_without_moves_is_no_transcript() {
    let deal = Othello::STANDARD.deal(&mut Seed(1).stream(Purpose::Deal, &[]));
    let record = Record::new(&Othello::STANDARD, deal);
    let error = format("transcript").write(&[record]).unwrap_err();
    assert!(error.place.contains("record 1"), "{error}");
}
