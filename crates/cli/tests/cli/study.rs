//! From positions to classifiers, and what is said when the disk is full.

use crate::common::TestDir;

#[test]
fn a_study_goes_on_where_it_stopped() {
    let dir = TestDir::new();
    dir.fuda("othello endgames --count 1500 --seed 3 --items to-move --out a.pos").code(0);
    let words = "study a.pos --mine-rows 600 --folder run --supports 300,200 --choose 150:0.004:0.95 \
                 --learners nb,lda --sizes 3 --threads 1 --json";
    let first = dir.fuda(words).code(0).json();
    assert_eq!((&first["mined_rows"], &first["tested_rows"]), (&600.into(), &900.into()));
    let steps = first["steps"].as_array().unwrap();
    let names: Vec<_> = steps.iter().map(|step| step["features"].as_str().unwrap()).collect();
    let mined = "s150-e0.95-c0.004";
    let small = "s150-e0.95-c0.004-first3";
    assert_eq!(names, ["all", "all", mined, "raw", mined, "raw", mined, small]);
    assert_eq!(steps[7]["report"]["features"], 3);
    assert_eq!(steps[3]["report"]["validation"]["all"]["rows"], 900);
    let first_feature = &steps[2]["report"]["first"][0]["meaning"];
    assert!(first_feature.as_str().unwrap().contains(" on "), "{first_feature}");
    let told = dir.fuda(&words.replace(" --json", "")).code(0).out;
    assert!(told.contains(first_feature.as_str().unwrap()), "{told}");
    // Nothing is done twice: even the times are the same.
    assert_eq!(dir.fuda(words).code(0).json(), first);
    // What is missing is done again, and comes out the same.
    std::fs::remove_file(dir.folder.path().join("run/raw-lda.json")).unwrap();
    let again = dir.fuda(words).code(0).json();
    let metrics = |study: &serde_json::Value| study["steps"][5]["report"]["validation"].clone();
    assert_eq!(metrics(&again), metrics(&first));

    let other = words.replace("--mine-rows 600", "--mine-rows 700");
    dir.fuda(&other).code(2).says("run: another study is kept there");
    dir.fuda("study a.pos --folder new").code(2).says("0 of 1500 rows cannot be mined");
    dir.fuda("study a.pos --folder new --choose 3").code(2).says("expected SUPPORT:CUTOFF");
    dir.file("t.dat", "1 2\n");
    dir.fuda("study t.dat --folder new").code(2).says("t.dat: not a position set");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_nothing_is_left_behind() {
    let dir = TestDir::new();
    dir.fuda("othello endgames --count 400 --seed 3 --out a.pos").code(0);
    // A device stays a device; what cannot be written is said.
    dir.fuda("mine a.pos --min-support 100 --out /dev/full").code(2).says("/dev/full: No space");
    // Files may grow to a kilobyte: as on a disk that has no more.
    let fuda = assert_cmd::cargo::cargo_bin("fuda");
    let limited = |words: &str| {
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {} {words}", fuda.display());
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]).current_dir(dir.folder.path()).env("TMPDIR", ".");
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, err) = limited("select a.pos --min-support 100 --method divided --cutoff 0.0001");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("patterns could not be kept in .: "), "{err}");
    let (code, err) = limited("mine a.pos --min-support 100 --out out.txt");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("out.txt: "), "{err}");
    let mut left: Vec<_> = std::fs::read_dir(dir.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["a.pos"]);
}
