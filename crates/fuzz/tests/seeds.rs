//! The runner, on every seed of every target.

use std::process::Command;

#[test]
fn no_seed_breaks_anything() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-seeds");
    let output = Command::new(env!("CARGO_BIN_EXE_fuda-fuzz"))
        .args(["--seconds", "0", "--out"])
        .arg(&folder)
        .env_remove("FUDA_DATA")
        .output()
        .expect("the runner runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("nothing broke"), "{said}");
    for target in [
        "mahjong-tenhou6",
        "model-file",
        "model-header",
        "queue-results",
        "mjai-bot",
        "arena-store",
    ] {
        assert!(said.contains(target), "{target} is not in:\n{said}");
    }
}
