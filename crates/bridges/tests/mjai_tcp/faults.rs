//! Clients that misbehave lose their game, and the line is named.

use super::{door, play};
use fuda_bridges::ProcessLimits;
use fuda_bridges::mjai::{DoorOptions, MjaiProgram, MjaiSource};
use proptest::prelude::*;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// What a client says once it has joined and heard so many lines.
#[derive(Clone, Copy)]
enum Says {
    /// These bytes instead of an answer.
    Bytes(&'static [u8]),
    /// So many bytes without an end.
    Endless(usize),
    /// It goes.
    Goes,
}

fn limits() -> ProcessLimits {
    ProcessLimits {
        answer: Duration::from_millis(400),
        start_up: Duration::from_millis(400),
        ..ProcessLimits::default()
    }
}

/// Passes for a while, discards what it draws, then misbehaves.
fn client(address: SocketAddr, after: usize, says: Says) {
    let mut stream = TcpStream::connect(address).unwrap();
    let lines = BufReader::new(stream.try_clone().unwrap()).lines();
    for (number, line) in lines.enumerate() {
        let Ok(line) = line else { return };
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let answer = match number {
            0 => "{\"type\":\"join\",\"name\":\"x\",\"room\":\"default\"}\n".to_owned(),
            _ if number > after => match says {
                Says::Goes => return,
                Says::Bytes(bytes) => {
                    let _ = stream.write_all(bytes);
                    continue;
                }
                Says::Endless(mut rest) => {
                    while rest > 0 && stream.write_all(&[b'x'; 1 << 16]).is_ok() {
                        rest = rest.saturating_sub(1 << 16);
                    }
                    continue;
                }
            },
            _ if said["type"] == "tsumo" && said["pai"] != "?" => {
                format!("{{\"type\":\"dahai\",\"pai\":{},\"tsumogiri\":true}}\n", said["pai"])
            }
            _ => "{\"type\":\"none\"}\n".to_owned(),
        };
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

/// How a game with such a client ends.
fn fault(after: usize, says: Says, seat: u64) -> String {
    let (door, address) = door(DoorOptions::default());
    let joined = std::thread::spawn(move || client(address, after, says));
    let (played, _) = play(MjaiSource::Door(door), limits(), seat);
    joined.join().unwrap();
    let fault = played.fault.expect("the game is lost by rule");
    assert_eq!(u64::from(fault.seat.0), seat % 4, "somebody else lost");
    fault.message
}

#[test]
fn whatever_a_client_says_wrong_is_named() {
    let cases: [(Says, &str); 14] = [
        (Says::Goes, "closed its connection"),
        (Says::Bytes(b""), "no answer after"),
        (Says::Bytes(b"{\"type\":\"no"), "no answer after"),
        (Says::Bytes(b"garbage\n"), "expected a JSON object, got `garbage`"),
        (Says::Bytes(b"\0\0\0\n"), "expected a JSON object, got `\\u{0}\\u{0}\\u{0}`"),
        (Says::Bytes(b"\xff\xfe\n"), "expected a JSON object"),
        (Says::Bytes(b"[]\n"), "expected a JSON object, got `[]`"),
        (Says::Bytes(b"{}\n"), "one of the legal moves"),
        (Says::Bytes(b"{\"type\":\"none\"}\n"), "one of the legal moves"),
        (Says::Bytes(b"{\"type\":\"hora\"}\n"), "got `{\"type\":\"hora\"}`"),
        (Says::Bytes(b"{\"type\":\"dahai\",\"actor\":3,\"pai\":\"1m\"}\n"), "actor"),
        (Says::Bytes(b"{\"type\":\"none\"}\n{\"type\":\"none\"}\n"), "before anything was asked"),
        (Says::Bytes(b"{\"type\":\"none\"}\n{\"ty"), "before anything was asked"),
        (Says::Endless(100 << 20), "a line is longer than 1048576 bytes"),
    ];
    for (number, (says, why)) in cases.into_iter().enumerate() {
        let message = fault(number % 5 + 2, says, number as u64);
        assert!(message.contains(why), "case {number}: {message}");
    }
}

#[test]
fn an_answer_where_nothing_is_asked_must_be_none() {
    // The start of a game asks for nothing.
    let discard = b"{\"type\":\"dahai\",\"pai\":\"1m\",\"tsumogiri\":false}\n";
    let message = fault(0, Says::Bytes(discard), 1);
    assert!(message.contains("where there is nothing to decide"), "{message}");
}

#[test]
fn who_never_comes_loses() {
    let (door, _) = door(DoorOptions::default());
    let (played, _) = play(MjaiSource::Door(door), limits(), 0);
    let message = played.fault.expect("a fault").message;
    assert!(message.contains("no client has joined within 0.4"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_connect_is_named_with_its_last_words() {
    for (command, why) in [
        ("sh -c 'echo no server >&2; exit 3'", "no server"),
        ("false", "the program has ended"),
        ("sh -c 'sleep 60'", "no client has joined"),
        ("no-such-program-anywhere", "no-such-program-anywhere"),
    ] {
        let program = MjaiProgram { command: command.into(), inherit: Vec::new() };
        let (played, _) = play(MjaiSource::Tcp(program, None), limits(), 0);
        let message = played.fault.expect("a fault").message;
        assert!(message.contains(why), "{command}: {message}");
    }
}

/// The same over pipes, one line answered per event.
#[cfg(unix)]
#[test]
fn programs_over_pipes_that_misbehave_are_named_too() {
    // The bot is asked for a discard when its own draw comes.
    let asked = |answer: &str| {
        format!("sh -c 'while read line; do case $line in *possible*) {answer};; esac; done'")
    };
    // The tile that was drawn stands in the line; both answers come at once.
    let twice = r#"p=${line#*pai\":\"}; p="{\"type\":\"dahai\",\"pai\":\"${p%%\"*}\"}";
        printf "%s\n%s\n" "$p" "$p""#;
    for (command, why) in [
        ("true".to_owned(), "the program has ended"),
        ("sh -c 'exec >&-; sleep 60'".to_owned(), "closed its standard output"),
        ("sleep 60".to_owned(), "no answer after"),
        ("sh -c 'echo {}; sleep 60'".to_owned(), "one of the legal moves"),
        (asked("echo garbage"), "expected a JSON object, got `garbage`"),
        (asked("printf \"{\\\"type\\\"\"; sleep 60"), "no answer after"),
        (asked("printf \"\\\\000\\\\n\""), "got `\\u{0}`"),
        (asked("head -c 100000000 /dev/zero"), "a line is longer than 1048576 bytes"),
        (asked("echo \"[]\""), "expected a JSON object, got `[]`"),
        (asked("echo \"{\\\"type\\\":\\\"hora\\\",\\\"actor\\\":9}\""), "an answer of seat 0"),
        (asked("echo oh dear >&2; exit 1"), "oh dear"),
        (asked(twice), "before anything was asked"),
    ] {
        let program = MjaiProgram { command: command.clone(), inherit: Vec::new() };
        let message = pipes(program);
        assert!(message.contains(why), "{command}: {message}");
    }
}

#[cfg(unix)]
fn pipes(program: MjaiProgram) -> String {
    use fuda_arena::{Competitor, Conditions, play_game, player_rngs};
    use fuda_bridges::mjai::{MjaiOptions, MjaiPlayer};
    use fuda_core::{Game, Purpose, RandomPlayer, Seed};
    let game = fuda_mahjong::Mahjong::default();
    let mut options = MjaiOptions::new(MjaiSource::Pipes(program), limits());
    options.hints = true;
    let mut players: Vec<Competitor<_>> =
        (0..4).map(|_| Competitor::Fair(Box::new(RandomPlayer))).collect();
    players[0] = Competitor::Fair(Box::new(MjaiPlayer::new(game, options)));
    let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[1]));
    let (mut rngs, under) = (player_rngs(Seed(1), 4), Conditions::default());
    let played = play_game(&game, &deal, &mut players, &mut rngs, under, &mut ()).unwrap();
    played.fault.expect("the game is lost by rule").message
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Any bytes lose a game, and nothing else.
    #[test]
    fn any_bytes_lose_the_game(bytes in prop::collection::vec(any::<u8>(), 1..60)) {
        let mut bytes = bytes;
        bytes.push(b'\n');
        let said: &'static [u8] = Box::leak(bytes.into_boxed_slice());
        prop_assert!(!fault(1, Says::Bytes(said), 2).is_empty());
    }
}
