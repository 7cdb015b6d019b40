//! Clients and servers that break the protocol, and clients that leave.

use crate::common::*;
use fuda_core::formats::{Format, RecordFile};
use fuda_core::{Ask, Choice, Player, PlayerError, Seat};
use fuda_daihinmin::formats::UecdaLog;
use fuda_daihinmin::wire::{HostEvent, JoinOptions, Table, Version, join};
use fuda_daihinmin::{Cards, Daihinmin, Greedy, Move};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

#[test]
fn a_client_that_dies_at_once_passes_from_then_on() {
    let played = survives(3, |port| {
        let mut stream = hello(port, Version::V20070);
        // Its number and its cards: the series has begun.
        stream.read_exact(&mut [0; 484]).unwrap();
    });
    assert_eq!(played.gone().len(), 1, "{:?}", played.events);
    let dead = played.report.left[0].player;
    let last = |e: &&HostEvent| matches!(e, HostEvent::GameOver { order, .. } if order[4] == dead);
    assert_eq!(played.events.iter().filter(last).count(), 3);
}

#[test]
fn a_client_that_stalls_passes_from_then_on() {
    let played = survives(2, |port| {
        let stream = hello(port, Version::V20070);
        drain(&stream);
        thread::sleep(Duration::from_millis(1500));
    });
    let gone = played.gone();
    assert_eq!(gone.len(), 1);
    assert!(gone[0].contains("0 of 480 bytes came in time"), "{gone:?}");
}

#[test]
fn a_client_that_sends_half_a_table_and_stalls() {
    let played = survives(2, |port| {
        let mut stream = hello(port, Version::V20070);
        drain(&stream);
        thread::sleep(Duration::from_millis(100));
        // Early bytes are thrown away, so half tables keep coming.
        for _ in 0..12 {
            let _ = stream.write_all(&[0; 7]);
            thread::sleep(Duration::from_millis(100));
        }
    });
    assert_eq!(played.gone().len(), 1, "{:?}", played.events);
}

#[test]
fn a_client_that_closes_its_side_in_the_middle_of_a_table() {
    let played = survives(2, |port| {
        let mut stream = hello(port, Version::V20070);
        drain(&stream);
        thread::sleep(Duration::from_millis(100));
        let _ = stream.write_all(&[0; 100]);
        let _ = stream.shutdown(Shutdown::Write);
        thread::sleep(Duration::from_millis(300));
    });
    assert_eq!(played.gone().len(), 1);
}

#[test]
fn a_wrong_protocol_number_is_turned_away() {
    let played = survives(1, |port| {
        let mut wrong = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mut table = Table::default();
        table.0[0][0] = 12345;
        wrong.write_all(&table.encode(Version::V20070)).unwrap();
        let mut short = TcpStream::connect(("127.0.0.1", port)).unwrap();
        short.write_all(&[1, 2, 3]).unwrap();
        thread::sleep(Duration::from_millis(400));
        client(port, Version::V20070, "other", Box::new(Greedy));
    });
    let away: Vec<_> =
        played.events.iter().filter(|e| matches!(e, HostEvent::TurnedAway { .. })).collect();
    assert_eq!(away.len(), 2, "{:?}", played.events);
    assert!(format!("{:?}", away[0]).contains("12345"));
    assert_eq!(played.refused(), 0);
}

#[test]
fn a_sixth_client_finds_the_port_closed() {
    let (played, refused) = host_with(options(40), 4, |port| {
        let first = thread::spawn(move || client(port, Version::V20070, "other", Box::new(Greedy)));
        thread::sleep(Duration::from_millis(50));
        let mut refused = true;
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
            let _ = stream.write_all(&Table::default().encode(Version::V20070));
            refused = !matches!(stream.read(&mut [0; 4]), Ok(n) if n > 0);
        }
        first.join().unwrap();
        refused
    });
    assert!(refused);
    assert_eq!(played.report.games, 40);
}

/// A client that follows the protocol but answers every question with the
/// table that `answer` makes of the one it was sent.
fn answers_with(port: u16, games: u32, answer: fn(&Table, bool) -> Vec<u8>) {
    let mut stream = hello(port, Version::V20070);
    let number = |stream: &mut TcpStream| {
        let mut bytes = [0; 4];
        stream.read_exact(&mut bytes).unwrap();
        i32::from_be_bytes(bytes)
    };
    let table = |stream: &mut TcpStream| {
        let mut bytes = [0; 480];
        stream.read_exact(&mut bytes).unwrap();
        Table::decode(&bytes, Version::V20070).unwrap()
    };
    assert!((0..5).contains(&number(&mut stream)));
    for _ in 0..games {
        let dealt = table(&mut stream);
        if dealt.0[5][1] > 0 {
            stream.write_all(&answer(&dealt, true)).unwrap();
        }
        loop {
            let turn = table(&mut stream);
            if turn.0[5][2] == 1 {
                stream.write_all(&answer(&turn, false)).unwrap();
                let expected = if turn.0[5][4] == 1 { 9 } else { 8 };
                assert_eq!(number(&mut stream), expected, "refused cards count as a pass");
            }
            table(&mut stream);
            if number(&mut stream) != 0 {
                break;
            }
        }
    }
}

#[test]
fn cards_not_held_are_refused() {
    let played = survives(4, |port| {
        answers_with(port, 4, |turn, _| {
            let mut table = Table::default();
            table.put_hand(Cards::ALL.without(turn.hand().unwrap()));
            table.encode(Version::V20070)
        });
    });
    assert!(played.refused() > 4);
    assert!(played.gone().is_empty(), "a refused play sends nobody away");
}

#[test]
fn numbers_that_are_no_cards_are_refused() {
    let played = survives(3, |port| {
        answers_with(port, 3, |_, _| vec![0x7f; 480]);
    });
    assert!(played.refused() > 3);
    assert!(played.gone().is_empty());
}

/// Plays well enough to be rich, and gives what it does not have.
struct Miser;

impl Player<Daihinmin> for Miser {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        if ask.legal[0].is_gift() {
            let others = Cards::ALL.without(ask.view.hand());
            let wanted = ask.legal[0].cards().len();
            return Ok(Choice::from(Move::give(others.iter().take(wanted).collect())));
        }
        Greedy.choose(ask)
    }
}

/// Plays each play once more as soon as it is asked again.
#[derive(Default)]
struct Again(Option<Move>);

impl Player<Daihinmin> for Again {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        if let Some(played) = self.0.take() {
            return Ok(Choice::from(played));
        }
        let choice = Greedy.choose(ask)?;
        self.0 = Some(choice.mv).filter(|mv| mv.meld().is_some());
        Ok(choice)
    }

    fn begin(&mut self, _seat: Seat) {
        self.0 = None;
    }
}

#[test]
fn cards_already_played_are_refused() {
    let played = survives(4, |port| {
        let report = client(port, Version::V20070, "other", Box::new(Again::default()));
        assert_eq!(report.games, 4);
        assert!(report.refused > 4, "{report:?}");
    });
    assert!(played.refused() > 4);
    assert!(played.gone().is_empty());
}

#[test]
fn wrong_gifts_are_replaced_by_the_strongest_cards() {
    let played = survives(30, |port| {
        let report = client(port, Version::V20070, "other", Box::new(Miser));
        assert_eq!((report.games, report.refused), (30, 0));
    });
    assert!(played.gone().is_empty());
    let gift =
        |e: &&HostEvent| matches!(e, HostEvent::Refused { reason, .. } if reason.contains("gift"));
    assert!(played.events.iter().filter(gift).count() > 3);
    let file = RecordFile { path: "host.log".into(), bytes: played.log };
    for record in UecdaLog.read(&file).unwrap() {
        for (seat, mv) in record.moves.iter().filter(|(_, mv)| mv.is_gift()) {
            if record.players[seat.index()] == "other" {
                assert!(mv.cards().iter().all(|card| card.gift_order() > 30), "{mv}");
            }
        }
    }
}

#[test]
fn a_server_that_goes_away_is_an_error_and_no_panic() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = thread::spawn(move || {
        for bytes in [&[][..], &[0, 0, 0, 9], &[0, 0, 0, 1], &[0; 300], &[0; 484]] {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read_exact(&mut [0; 480]);
            let _ = stream.write_all(bytes);
        }
    });
    for _ in 0..5 {
        let options = JoinOptions { port, ..JoinOptions::default() };
        let error = join(&options, &mut Greedy, &mut |_| {}).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    server.join().unwrap();
}

/// Plays like the greedy player and breaks down when `until` says so; its
/// connection goes with it.
struct Mortal {
    choices: u32,
    until: fn(u32, &Ask<'_, Daihinmin>) -> bool,
}

impl Player<Daihinmin> for Mortal {
    fn choose(&mut self, ask: Ask<'_, Daihinmin>) -> Result<Choice<Move>, PlayerError> {
        self.choices += 1;
        if (self.until)(self.choices, &ask) {
            return Err(PlayerError("it has had enough".into()));
        }
        Greedy.choose(ask)
    }
}

#[test]
fn a_client_that_dies_in_each_phase() {
    let phases: [fn(u32, &Ask<'_, Daihinmin>) -> bool; 3] = [
        |_, ask| ask.legal[0].is_gift(),
        |choices, ask| choices > 3 && ask.view.moves().len() > 10,
        |choices, _| choices > 40,
    ];
    for until in phases {
        let played = survives(20, move |port| {
            let options = JoinOptions { port, ..JoinOptions::default() };
            let mut player = Mortal { choices: 0, until };
            assert!(join(&options, &mut player, &mut |_| {}).is_err());
        });
        assert_eq!(played.gone().len(), 1, "{:?}", played.events);
        assert_eq!(played.refused(), 0, "who is gone passes, or gives its strongest");
    }
}

#[test]
fn a_client_that_leaves_before_a_word_is_turned_away() {
    let played = survives(1, |port| {
        drop(TcpStream::connect(("127.0.0.1", port)).unwrap());
        client(port, Version::V20070, "other", Box::new(Greedy));
    });
    let away = |e: &HostEvent| matches!(e, HostEvent::TurnedAway { .. });
    assert!(played.events.iter().any(away), "{:?}", played.events);
    assert_eq!(played.report.turned_away, 1);
}

#[test]
fn tables_that_are_too_long_are_cut() {
    let played = survives(2, |port| {
        answers_with(port, 2, |_, _| vec![0; 487]);
    });
    assert_eq!(played.refused(), 0, "what is too much is thrown away");
    assert!(played.gone().is_empty());
}
