//! Records that are broken, foreign, empty or not there.

use crate::common::TestDir;
use std::io::Write;

#[test]
fn files_that_are_no_records() {
    let dir = TestDir::new();
    dir.fuda("records verify nowhere.wtb").code(2).says("nowhere.wtb");
    dir.file("noise.bin", (0..4000u32).map(|i| ((i * 7919) >> 3) as u8).collect::<Vec<_>>());
    let report = dir.fuda("records verify noise.bin --json").code(2);
    let json = report.json();
    assert_eq!(json["games"], 0);
    assert_eq!(json["skipped"][0]["file"], "noise.bin");
    dir.file("empty.wtb", "");
    let code = dir.fuda("records verify empty.wtb --json").code;
    assert!(code == 1 || code == 2, "exit code {code}");
    dir.file("noise.wtb", (0..4000u32).map(|i| ((i * 7919) >> 3) as u8).collect::<Vec<_>>());
    assert_ne!(dir.fuda("records verify noise.wtb").code, 0, "noise is no record");
    dir.file("broken.gz", [0x1f, 0x8b, 8, 0, 1, 2, 3]);
    dir.fuda("records verify broken.gz").code(2);
}

#[test]
fn a_folder_with_good_and_bad_files() {
    let dir = TestDir::new();
    let good = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7";
    dir.file("a.txt", format!("{good}\n"));
    dir.file("b.txt", "f5f5f5\n");
    dir.file("c.dat", [0u8, 255, 254]);
    let mut gz = flate2_gzip(good.as_bytes());
    dir.file("d.txt.gz", &gz);
    gz.truncate(gz.len() - 6);
    dir.file("e.txt.gz", &gz);
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", dir.folder.path().join("f.txt")).unwrap();
    let ran = dir.run(&["records", "verify", ".", "--json"], "").code(1);
    let report = ran.json();
    assert_eq!(report["files"], 6, "{report}");
    assert_eq!(report["mismatches"], 1, "{report}");
    assert!(report["problems"][0]["file"].as_str().unwrap().ends_with("b.txt"));
    let one = dir.run(&["records", "verify", ".", "--json", "--threads", "1"], "").code(1);
    assert_eq!(one.out, ran.out, "threads do not change a report");
}

#[test]
fn unreadable_files_in_a_folder_are_no_success() {
    let dir = TestDir::new();
    let mut gz = flate2_gzip(b"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7");
    gz.truncate(gz.len() - 6);
    dir.file("a.txt.gz", &gz);
    dir.fuda("records verify .").code(2);
    dir.fuda("records stats .").code(2);
}

#[test]
fn two_files_do_not_become_one() {
    let dir = TestDir::new();
    let game = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7\n";
    for folder in ["x", "y"] {
        std::fs::create_dir(dir.folder.path().join(folder)).unwrap();
        dir.file(&format!("{folder}/g.txt"), game);
    }
    dir.fuda("records convert x y --to ggf --out z --force").code(2).says("would both become");
    dir.fuda("records convert . --to ggf --out z").code(0);
    assert_eq!(dir.read("z/x/g.txt.ggf"), dir.read("z/y/g.txt.ggf"));
}

fn flate2_gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn own_records_that_were_tampered_with() {
    let dir = TestDir::new();
    let played = "play othello --rules random-8 --against random --seed 5 --record g.jsonl";
    let args: Vec<&str> = played.split(' ').collect();
    dir.run(&args, &"1\n".repeat(70)).code(0);
    let record = String::from_utf8(dir.read("g.jsonl")).unwrap();
    for cut in [1, record.len() / 3, record.len() - 3] {
        dir.file("cut.jsonl", &record[..cut]);
        let code = dir.fuda("records verify cut.jsonl").code;
        assert!(code == 1 || code == 2, "cut at {cut}: exit code {code}");
    }
    dir.file("rules.jsonl", record.replace("random-8", "random-9"));
    dir.fuda("records verify rules.jsonl").code(1);
    dir.file("game.jsonl", record.replace("\"othello\"", "\"chess\""));
    dir.fuda("records verify game.jsonl").code(2);
}
