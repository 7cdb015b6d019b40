//! Clients that keep to the protocol.

use crate::common::*;
use fuda_core::formats::{Format, RecordFile};
use fuda_core::{Player, RandomPlayer};
use fuda_daihinmin::formats::UecdaLog;
use fuda_daihinmin::wire::{HostOptions, JoinReport, Version};
use fuda_daihinmin::{Daihinmin, Greedy, Weakest};
use std::thread;
use std::time::Duration;

#[test]
fn five_clients_of_all_versions_play_a_series() {
    let versions =
        [Version::V20070, Version::V20140, Version::V20060, Version::V20070, Version::V20140];
    let (played, reports) = host_with(options(25), 0, |port| {
        let start = |(n, version): (usize, Version)| {
            // One after another, so that the silent one keeps nobody waiting.
            thread::sleep(Duration::from_millis(30));
            let player: Box<dyn Player<Daihinmin>> = match n % 3 {
                0 => Box::new(Greedy),
                1 => Box::new(RandomPlayer),
                _ => Box::new(Weakest),
            };
            thread::spawn(move || client(port, version, "good", player))
        };
        let running: Vec<_> = versions.into_iter().enumerate().map(start).collect();
        running.into_iter().map(|t| t.join().unwrap()).collect::<Vec<_>>()
    });
    for report in reports {
        assert_eq!(report, JoinReport { games: 25, refused: 0, disagreements: 0 });
    }
    assert_eq!((played.report.games, played.refused()), (25, 0));
    assert!(played.gone().is_empty());
    assert_eq!(played.report.points.iter().sum::<u64>(), 25 * 15);
    let checked = verified(&played.log);
    assert_eq!((checked.games, checked.mismatches, checked.skipped.len()), (25, 0, 0));
    assert_eq!(checked.decisions, played.report.turns);
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let log = || host_with(HostOptions { games: 12, ..options(0) }, 5, |_| ()).0.log;
    assert_eq!(log(), log());
}

#[test]
fn written_logs_read_back() {
    let (played, ()) = host_with(options(30), 5, |_| ());
    let file = RecordFile { path: "host.log".into(), bytes: played.log };
    let records = UecdaLog.read(&file).unwrap();
    assert_eq!(records.len(), 30);
    for record in &records {
        record.replay().unwrap();
    }
    let again = RecordFile { path: "again.log".into(), bytes: UecdaLog.write(&records).unwrap() };
    let read = UecdaLog.read(&again).unwrap();
    assert_eq!(read, records);
    let checked = verified(&again.bytes);
    assert_eq!((checked.games, checked.mismatches), (30, 0));
}
