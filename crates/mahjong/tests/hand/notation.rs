use fuda_mahjong::notation::{NotationError, parse, write};
use fuda_mahjong::{Kind, KindSet, Suit, Tile};
use proptest::prelude::*;

#[test]
fn reads_every_suit_and_red_fives() {
    let faces = parse(" 19m 05p\t99s 1234567z\n").expect("good");
    let written: Vec<String> = faces.iter().map(|face| face.to_string()).collect();
    assert_eq!(written.join(" "), "1m 9m 0p 5p 9s 9s 1z 2z 3z 4z 5z 6z 7z");
    assert_eq!(faces[2].kind, faces[3].kind);
    assert!(faces[2].red && !faces[3].red);
    assert!(parse("").expect("nothing").is_empty());
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| parse(text).expect_err("bad");
    assert_eq!(error("12m3x"), NotationError::BadCharacter { found: 'x', place: 5 });
    assert_eq!(error("12m札"), NotationError::BadCharacter { found: '札', place: 4 });
    assert_eq!(error("m12"), NotationError::NoDigits { letter: 'm', place: 1 });
    assert_eq!(error("12m34"), NotationError::NoSuit { place: 4 });
    assert_eq!(error("12 m"), NotationError::NoSuit { place: 1 });
    assert_eq!(error("18z"), NotationError::NoSuchHonour { digit: '8', place: 2 });
    assert_eq!(error("0z"), NotationError::NoSuchHonour { digit: '0', place: 1 });
    assert_eq!(error("11111p"), NotationError::TooMany { kind: Kind::of(9), count: 5 });
    assert_eq!(error("05555s"), NotationError::TooMany { kind: Kind::of(22), count: 5 });
    assert_eq!(error("00m"), NotationError::TooManyRed { suit: Suit::Man, count: 2 });
    assert_eq!(error(&"1".repeat(200)), NotationError::TooLong);
    assert_eq!(
        error("1a").to_string(),
        "unexpected 'a' at character 2: expected a digit, one of m p s z, or a blank"
    );
}

#[test]
fn dora_goes_round() {
    let after = |text: &str| crate::kind(text).dora_after().to_string();
    let pairs = ["1m 2m", "9m 1m", "9p 1p", "9s 1s", "1z 2z", "4z 1z", "5z 6z", "7z 5z", "5s 6s"];
    for pair in pairs {
        let (indicator, dora) = pair.split_once(' ').expect("two");
        assert_eq!(after(indicator), dora);
    }
}

#[test]
fn kinds_and_tiles() {
    assert_eq!(KindSet::OUTSIDE.len(), 13);
    assert_eq!(Kind::all().filter(|kind| kind.is_outside()).collect::<KindSet>(), KindSet::OUTSIDE);
    assert_eq!(Kind::all().filter(|kind| kind.starts_run()).count(), 21);
    assert_eq!(Tile::all().filter(|tile| tile.is_red()).count(), 3);
    assert!(Tile::RED_FIVES.iter().all(|tile| tile.is_red() && tile.kind().is_five()));
    assert_eq!(crate::kind("9m").neighbour(1), None);
    assert_eq!(crate::kind("1p").neighbour(-1), None);
    assert_eq!(crate::kind("1z").neighbour(1), None);
    assert_eq!(crate::kind("3s").neighbour(-2), Some(crate::kind("1s")));
    assert_eq!(Tile::new(136), None);
    assert_eq!(Kind::new(34), None);
    for tile in Tile::all() {
        assert_eq!(tile.kind().tile(tile.copy()), tile);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = parse(&text);
    }

    #[test]
    fn digits_and_letters_are_read_or_refused(text in "[0-9mpsz ]{0,30}") {
        if let Ok(faces) = parse(&text) {
            prop_assert_eq!(parse(&write(&faces)), Ok(faces));
        }
    }
}
