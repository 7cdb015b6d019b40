//! A host under attack: the series goes on, or ends with a clear reason.

use crate::common::*;
use fuda_daihinmin::Greedy;
use fuda_daihinmin::wire::{Host, HostEvent, HostOptions, Table, Version};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

fn connect(port: u16) -> TcpStream {
    TcpStream::connect(("127.0.0.1", port)).unwrap()
}

/// Bytes that look like nothing.
fn garbage(bytes: usize) -> Vec<u8> {
    let mut state = 0x2545_f491u32;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    };
    (0..bytes).map(next).collect()
}

#[test]
fn connections_that_say_half_a_word_hold_up_nobody() {
    let played = survives(2, |port| {
        // Each would be waited for 300 ms if they were taken one by one.
        let held: Vec<TcpStream> = (0..40)
            .map(|n| {
                let mut stream = connect(port);
                stream.write_all(&garbage(1 + n * 7)).unwrap();
                stream
            })
            .collect();
        client(port, Version::V20070, "other", Box::new(Greedy));
        drop(held);
    });
    assert!(played.gone().is_empty());
    assert_eq!(played.report.turned_away, 40);
}

#[test]
fn a_thousand_connections_take_no_seat_from_those_who_play() {
    let played = survives(2, |port| {
        for n in 0..1_000 {
            // Some close at once, some have said something first.
            let mut stream = connect(port);
            if n % 3 > 0 {
                let _ = stream.write_all(&garbage(n % 480));
            }
        }
        client(port, Version::V20070, "other", Box::new(Greedy));
    });
    assert!(played.gone().is_empty());
    assert!(played.report.turned_away > 900, "{}", played.report.turned_away);
    let away = |e: &&HostEvent| matches!(e, HostEvent::TurnedAway { .. });
    assert_eq!(played.events.iter().filter(away).count() as u64, played.report.turned_away);
}

#[test]
fn a_silent_connection_is_taken_for_an_old_client_and_given_up_when_asked() {
    let played = survives(2, |port| {
        let silent = connect(port);
        drain(&silent);
        thread::sleep(Duration::from_millis(1_500));
    });
    assert!(played.report.names.contains(&"old".into()), "{:?}", played.report.names);
    assert_eq!(played.gone().len(), 1);
    assert!(played.gone()[0].contains("0 of 480 bytes came in time"), "{:?}", played.gone());
}

#[test]
fn a_client_that_leaves_before_the_series_gives_its_seat_back() {
    let (played, ()) = host_with(options(2), 3, |port| {
        let mut first = hello(port, Version::V20070);
        first.read_exact(&mut [0; 4]).unwrap();
        drop(first);
        thread::sleep(Duration::from_millis(100));
        let other = thread::spawn(move || client(port, Version::V20070, "a", Box::new(Greedy)));
        client(port, Version::V20070, "b", Box::new(Greedy));
        other.join().unwrap();
    });
    let early = |e: &HostEvent| matches!(e, HostEvent::LeftEarly { player: 0, .. });
    assert!(played.events.iter().any(early), "{:?}", played.events);
    assert!(played.gone().is_empty());
    assert_eq!(played.report.games, 2);
}

/// A flood of bytes: whoever sends it is given up, and little of it is kept.
#[test]
fn a_frame_of_a_hundred_megabytes_is_not_kept() {
    let played = survives(3, |port| {
        let mut stream = hello(port, Version::V20070);
        drain(&stream);
        let block = garbage(1 << 20);
        for _ in 0..100 {
            if stream.write_all(&block).is_err() {
                break;
            }
        }
    });
    let gone = played.gone();
    assert_eq!(gone.len(), 1, "{gone:?}");
    assert!(gone[0].contains("flood") || played.refused() > 0, "{gone:?}");
}

/// A client that sends answers all the time and takes nothing.
#[test]
fn a_client_that_never_reads_is_given_up() {
    let over = Arc::new(AtomicBool::new(false));
    let until = over.clone();
    let played = {
        let (tell, told) = mpsc::channel();
        let host = thread::spawn(move || {
            survives(3_000, move |port| {
                let mut stream = hello(port, Version::V20070);
                tell.send(()).unwrap();
                let pass = Table::default().encode(Version::V20070);
                while !until.load(Ordering::Relaxed) && stream.write_all(&pass).is_ok() {}
            })
        });
        told.recv().unwrap();
        let played = host.join();
        over.store(true, Ordering::Relaxed);
        played.unwrap()
    };
    let gone = played.gone();
    assert_eq!(gone.len(), 1, "{gone:?}");
}

#[test]
fn a_series_that_everybody_left_ends_and_names_them() {
    let (played, ()) = host_with(options(50), 0, |port| {
        let leave_in = |game: u32| {
            thread::spawn(move || {
                let mut stream = hello(port, Version::V20070);
                stream.read_exact(&mut [0; 4]).unwrap();
                leave(stream, game);
            })
        };
        let running: Vec<_> = [0, 0, 1, 2, 2].into_iter().map(leave_in).collect();
        for client in running {
            client.join().unwrap();
        }
    });
    let report = &played.report;
    assert!(report.games < 5, "{} games are played by nobody", report.games);
    assert_eq!(played.gone().len(), 5);
    let mut left: Vec<u8> = report.left.iter().map(|left| left.player).collect();
    left.sort_unstable();
    assert_eq!(left, [0, 1, 2, 3, 4]);
    // The log has the whole games and is no broken one.
    let checked = verified(&played.log);
    assert_eq!((checked.games, checked.mismatches), (report.games.into(), 0));
}

/// Passes until a game begins, then leaves.
fn leave(mut stream: TcpStream, games: u32) {
    let mut table = [0; 480];
    let mut number = [0; 4];
    let mut played = 0;
    let cell = |table: &[u8; 480], row: usize, column: usize| table[(row * 15 + column) * 4 + 3];
    let pass = Table::default().encode(Version::V20070);
    loop {
        if stream.read_exact(&mut table).is_err() {
            return;
        }
        if played == games {
            return;
        }
        if cell(&table, 5, 1) > 0 && stream.write_all(&pass).is_err() {
            return;
        }
        loop {
            if stream.read_exact(&mut table).is_err() {
                return;
            }
            if cell(&table, 5, 2) == 1
                && (stream.write_all(&pass).is_err() || stream.read_exact(&mut number).is_err())
            {
                return;
            }
            if stream.read_exact(&mut table).is_err() || stream.read_exact(&mut number).is_err() {
                return;
            }
            if number != [0; 4] {
                break;
            }
        }
        played += 1;
    }
}

#[test]
fn players_of_the_house_alone_play_to_the_end() {
    let host = Host::bind(HostOptions { games: 3, ..options(3) }).unwrap();
    let house = (0..5).map(|n| fuda_daihinmin::wire::HouseGuest {
        name: format!("house{n}"),
        player: Box::new(Greedy),
    });
    let report = host.run(house.collect(), None, &mut |_| {}).unwrap();
    assert_eq!((report.games, report.left.len()), (3, 0));
}
