//! Any target of `fuda-fuzz` under libFuzzer:
//! `FUDA_TARGET=mahjong-tenhou cargo +nightly fuzz run any`.
#![no_main]

use std::sync::LazyLock;

static NAME: LazyLock<String> = LazyLock::new(|| {
    std::env::var("FUDA_TARGET").expect("FUDA_TARGET: a name that `fuda-fuzz --list` lists")
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuda_fuzz::run(&NAME, data));
