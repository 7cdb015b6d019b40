//! Who is let in, and who is not.

use super::door;
use fuda_bridges::mjai::{DoorEvent, DoorOptions, SharedDoor};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Connects, hears the greeting, and says this.
fn say(address: SocketAddr, said: &[u8]) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(said).unwrap();
    BufReader::new(stream)
}

/// Lets the door work until something has happened.
fn events(door: &SharedDoor) -> Vec<DoorEvent> {
    let begun = Instant::now();
    loop {
        let mut open = door.lock().unwrap();
        open.step().unwrap();
        let events = open.events();
        if !events.is_empty() {
            return events;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing happens");
        drop(open);
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn join(name: &str, room: &str) -> Vec<u8> {
    format!("{{\"type\":\"join\",\"name\":\"{name}\",\"room\":\"{room}\"}}\n").into_bytes()
}

#[test]
fn who_says_nothing_holds_up_nobody() {
    let (door, address) = door(DoorOptions::default());
    let silent: Vec<_> = (0..20).map(|_| say(address, b"{\"type\":\"jo")).collect();
    let _client = say(address, &join("me", "default"));
    assert_eq!(events(&door), [DoorEvent::Joined("me".into())]);
    assert_eq!(door.lock().unwrap().take(Some("me")).unwrap().name, "me");
    drop(silent);
}

#[test]
fn who_cannot_come_in_hears_why() {
    let options = DoorOptions {
        room: Some("hall".into()),
        introduction: Duration::from_millis(300),
        line: 1000,
    };
    let (door, address) = door(options);
    let named = "x".repeat(61);
    let long = join(&named, "hall");
    let flood = vec![b'x'; 5000];
    let cases: [(&[u8], &str); 9] = [
        (b"hello\n", "expected {\\\"type\\\":\\\"join\\\""),
        (b"\0\xff\n", "expected"),
        (b"[]\n", "expected"),
        (b"{\"type\":\"join\"}\n", "expected"),
        (b"{\"type\":\"join\",\"name\":\"\",\"room\":\"hall\"}\n", "expected"),
        (&long, "expected"),
        (&join("me", "cellar"), "the room is `hall`"),
        (b"half a line", "no join came in time"),
        (&flood, "longer than 1000 bytes"),
    ];
    for (said, why) in cases {
        let mut client = say(address, said);
        let [DoorEvent::TurnedAway(reason)] = &events(&door)[..] else { panic!("{why}") };
        assert!(reason.contains(&why.replace('\\', "")), "{reason}");
        let mut line = String::new();
        client.read_line(&mut line).unwrap();
        assert!(line.contains("hello"), "{line}");
        line.clear();
        // A connection that sent too much is only cut.
        if client.read_line(&mut line).is_ok_and(|count| count > 0) {
            assert!(line.contains("\"error\"") && line.contains(why), "{line}");
        }
    }
}

#[test]
fn who_waits_may_leave_but_not_speak() {
    let (door, address) = door(DoorOptions::default());
    let client = say(address, &join("one", "any"));
    assert_eq!(events(&door), [DoorEvent::Joined("one".into())]);
    drop(client);
    assert_eq!(events(&door), [DoorEvent::Left("one".into())]);
    let mut client = say(address, &join("two", "any"));
    assert_eq!(events(&door), [DoorEvent::Joined("two".into())]);
    client.get_mut().write_all(b"{\"type\":\"none\"}\n").unwrap();
    let [DoorEvent::TurnedAway(reason)] = &events(&door)[..] else { panic!("it may speak") };
    assert!(reason.contains("before anything was asked"), "{reason}");
}

#[test]
fn once_the_table_is_settled_only_its_clients_come_in() {
    let (door, address) = door(DoorOptions::default());
    let _one = say(address, &join("one", "any"));
    events(&door);
    let _two = say(address, &join("two", "any"));
    events(&door);
    door.lock().unwrap().expect(vec!["one".into()]);
    assert!(door.lock().unwrap().waiting().eq(["one"]));
    let refused = |name: &str| vec![DoorEvent::TurnedAway(format!("{name}: no seat is free"))];
    assert_eq!(events(&door), refused("two"));
    let _three = say(address, &join("three", "any"));
    assert_eq!(events(&door), refused("three"));
    let _again = say(address, &join("one", "any"));
    assert_eq!(events(&door), [DoorEvent::Joined("one".into())]);
}
