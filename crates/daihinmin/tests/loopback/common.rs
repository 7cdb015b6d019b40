//! Hosts and clients for the tests.

use fuda_core::formats::{Format, RecordFile, Verification};
use fuda_core::{Player, Seed};
use fuda_daihinmin::formats::UecdaLog;
use fuda_daihinmin::wire::{
    Host, HostEvent, HostOptions, HostReport, HouseGuest, JoinOptions, JoinReport, Table, Version,
    join,
};
use fuda_daihinmin::{Daihinmin, Greedy};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

pub fn options(games: u32) -> HostOptions {
    HostOptions {
        port: 0,
        games,
        seed: Seed(7),
        reset_every: 10,
        time_limit: Duration::from_millis(400),
        hello_limit: Duration::from_millis(300),
        ..HostOptions::default()
    }
}

pub struct Played {
    pub report: HostReport,
    pub events: Vec<HostEvent>,
    pub log: Vec<u8>,
}

/// Runs a host on its own thread; `clients` gets the port.
pub fn host_with<T>(
    options: HostOptions,
    house: usize,
    clients: impl FnOnce(u16) -> T,
) -> (Played, T) {
    let host = Host::bind(options).unwrap();
    let port = host.address().unwrap().port();
    let running = thread::spawn(move || {
        let guest = |n: usize| HouseGuest { name: format!("house{n}"), player: Box::new(Greedy) };
        let mut events = Vec::new();
        let mut log = Vec::new();
        let report = host
            .run((0..house).map(guest).collect(), Some(&mut log), &mut |e| events.push(e))
            .unwrap();
        Played { report, events, log }
    });
    let result = clients(port);
    (running.join().unwrap(), result)
}

pub fn client(
    port: u16,
    version: Version,
    name: &str,
    player: Box<dyn Player<Daihinmin>>,
) -> JoinReport {
    let options = JoinOptions { port, version, name: name.into(), ..JoinOptions::default() };
    let mut player = player;
    join(&options, player.as_mut(), &mut |_| {}).unwrap()
}

pub fn verified(log: &[u8]) -> Verification {
    let file = RecordFile { path: "host.log".into(), bytes: log.to_vec() };
    assert!(UecdaLog.recognises(&file));
    let mut report = Verification::default();
    UecdaLog.verify(&file, &mut report);
    report
}

/// Keeps reading so that the host never waits for us.
pub fn drain(stream: &TcpStream) {
    let mut stream = stream.try_clone().unwrap();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while matches!(stream.read(&mut bytes), Ok(n) if n > 0) {}
    });
}

pub fn hello(port: u16, version: Version) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(&Table::hello(version, "bad one").encode(Version::V20070)).unwrap();
    stream
}

/// Plays a series with one bad client, whose behaviour is given, one good
/// client and three players of the house; the series must come to its end.
pub fn survives(games: u32, bad: impl FnOnce(u16) + Send + 'static) -> Played {
    let (played, ()) = host_with(options(games), 3, |port| {
        let good = thread::spawn(move || client(port, Version::V20070, "good", Box::new(Greedy)));
        bad(port);
        assert_eq!(good.join().unwrap().games, games);
    });
    assert_eq!(played.report.games, games);
    let checked = verified(&played.log);
    assert_eq!((checked.games, checked.mismatches), (u64::from(games), 0));
    played
}

impl Played {
    /// Why clients left, each with its name in the report and its line in the
    /// log.
    pub fn gone(&self) -> Vec<&str> {
        let log = String::from_utf8_lossy(&self.log);
        for left in &self.report.left {
            assert_ne!(self.report.names[usize::from(left.player)], "good", "{left:?}");
            let line = format!("%-----%left_{}% game {}: ", left.player, left.game);
            assert!(log.contains(&line), "{line} is not in the log");
        }
        let events = self.events.iter().filter(|e| matches!(e, HostEvent::Gone { .. }));
        assert_eq!(events.count(), self.report.left.len());
        self.report.left.iter().map(|left| left.reason.as_str()).collect()
    }

    /// How many answers of the bad client were refused.
    pub fn refused(&self) -> u64 {
        let by = self.report.names.iter().zip(self.report.refused);
        let refused: Vec<_> = by.filter(|(_, refused)| *refused > 0).collect();
        assert!(refused.iter().all(|(name, _)| *name != "good"), "{refused:?}");
        refused.iter().map(|(_, refused)| refused).sum()
    }
}
