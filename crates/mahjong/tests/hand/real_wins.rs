//! Every win of real Tenhou games, where they are at hand: the recorded yaku, han,
//! fu and points must be ours. Reads just what it needs from the text of a log.

use std::io::Read;
use std::path::PathBuf;

use fuda_fixtures::{files, large, small};
use fuda_mahjong::meld::From;
use fuda_mahjong::score::{Riichi, ScoringRules, Win, Yaku, score};
use fuda_mahjong::{Counts, Kind, Meld, Tile, Wind};

/// The value of an attribute of an element.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
    element[start..].split('"').next()
}

fn numbers(text: Option<&str>) -> Vec<u32> {
    let parts = text.unwrap_or("").split(',').filter(|part| !part.is_empty());
    parts.map(|part| part.parse().expect("number")).collect()
}

fn kinds(ids: &[u32]) -> Vec<Kind> {
    ids.iter().map(|&id| Tile::of(id as usize).kind()).collect()
}

/// A meld by its code.
fn meld(code: u32) -> Meld {
    let from = From::from_steps((code & 3) as u8);
    if code & 4 != 0 {
        let t = code >> 10;
        let (called, t) = ((t % 3) as usize, t / 3);
        let first = (t / 7 * 9 + t % 7) as usize;
        let copy = |place: usize| (code >> (3 + 2 * place) & 3) as u8;
        let tiles: Vec<Tile> =
            (0..3).map(|place| Kind::of(first + place).tile(copy(place))).collect();
        let own: Vec<Tile> =
            (0..3).filter(|&place| place != called).map(|place| tiles[place]).collect();
        Meld::chi(tiles[called], [own[0], own[1]]).expect("chi")
    } else if code & 0x18 != 0 {
        let t = code >> 9;
        let (called, kind) = ((t % 3) as usize, Kind::of((t / 3) as usize));
        let unused = (code >> 5 & 3) as u8;
        let mut tiles: Vec<Tile> =
            (0..4).filter(|&copy| copy != unused).map(|copy| kind.tile(copy)).collect();
        let called = tiles.remove(called);
        let pon = Meld::pon(called, [tiles[0], tiles[1]], from).expect("pon");
        if code & 8 != 0 { pon } else { pon.with_added(kind.tile(unused)).expect("added kan") }
    } else {
        let tile = Tile::of((code >> 8) as usize);
        match from {
            From::Own => Meld::concealed_kan(tile.kind()),
            from => Meld::open_kan(tile, from).expect("open kan"),
        }
    }
}

/// Checks one win; `round` is the number of the hand in the game, from zero.
fn check(element: &str, round: u32, dealer: u32, rules: &ScoringRules) {
    let tiles = numbers(attribute(element, "hai"));
    let melds: Vec<Meld> = numbers(attribute(element, "m")).into_iter().map(meld).collect();
    let concealed: Counts = kinds(&tiles).into_iter().collect();
    let who: u32 = attribute(element, "who").and_then(|who| who.parse().ok()).expect("who");
    let from: u32 = attribute(element, "fromWho").and_then(|who| who.parse().ok()).expect("from");
    let all = tiles.iter().map(|&id| Tile::of(id as usize));
    let in_melds = melds.iter().flat_map(|meld| meld.tiles().iter().copied());
    let reds = all.chain(in_melds).filter(|tile| tile.is_red()).count() as u8;
    let (dora, ura) = (attribute(element, "doraHai"), attribute(element, "doraHaiUra"));
    let (dora, ura) = (kinds(&numbers(dora)), kinds(&numbers(ura)));
    let mut expected: Vec<(u8, u8)> = numbers(attribute(element, "yaku"))
        .chunks(2)
        .map(|pair| (pair[0] as u8, pair[1] as u8))
        .chain(numbers(attribute(element, "yakuman")).into_iter().map(|id| (id as u8, 13)))
        .filter(|&(_, han)| han > 0)
        .collect();
    expected.sort_unstable();
    let recorded = |yaku: Yaku| expected.iter().any(|&(id, _)| id == yaku.id());
    let machi = numbers(attribute(element, "machi"));
    let win = Win {
        tsumo: who == from,
        seat: Wind::from_index(((who + 4 - dealer) % 4) as usize),
        round: Wind::from_index((round / 4) as usize),
        riichi: match (recorded(Yaku::DoubleRiichi), recorded(Yaku::Riichi)) {
            (true, _) => Riichi::Double,
            (_, true) => Riichi::Riichi,
            _ => Riichi::None,
        },
        ippatsu: recorded(Yaku::Ippatsu),
        last_tile: recorded(Yaku::Haitei) || recorded(Yaku::Houtei),
        rinshan: recorded(Yaku::Rinshan),
        chankan: recorded(Yaku::Chankan),
        first_turn: recorded(Yaku::Tenhou) || recorded(Yaku::Chiihou),
        dora: &dora,
        ura: &ura,
        reds,
        ..Win::new(&concealed, &melds, kinds(&machi)[0])
    };
    let got = score(&win, rules).unwrap_or_else(|error| panic!("{element}: {error}"));
    let yaku: Vec<(u8, u8)> = got.yaku.iter().map(|&(yaku, han)| (yaku.id(), han)).collect();
    assert_eq!(yaku, expected, "{element}");
    let ten = numbers(attribute(element, "ten"));
    assert_eq!((u32::from(got.fu), got.points), (ten[0], ten[1]), "{element}");
    assert_eq!(got.limit as u32, ten[2], "{element}");
}

#[test]
fn wins_of_real_hands() {
    let corner_cases = files(&small("mahjong/corner-cases"));
    let logs =
        corner_cases.into_iter().filter(|path| path.extension().is_some_and(|end| end == "mjlog"));
    assert_eq!(agreeing(files(&small("mahjong/tenhou")).into_iter().chain(logs)), 4);
}

#[test]
fn wins_of_real_games() {
    if let Some(folder) = large("mahjong/tenhou-houou") {
        assert!(agreeing(files(&folder).into_iter()) > 10_000);
    }
}

/// How many recorded wins of logs score as recorded; all must.
fn agreeing(logs: impl Iterator<Item = PathBuf>) -> u32 {
    let mut wins = 0;
    for path in logs {
        let bytes = std::fs::read(path).expect("file");
        let mut text = String::new();
        match bytes.starts_with(&[0x1f, 0x8b]) {
            true => flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text),
            false => bytes.as_slice().read_to_string(&mut text),
        }
        .expect("text");
        let (mut round, mut dealer) = (0, 0);
        let mut rules = ScoringRules::TENHOU;
        for element in text.split('<') {
            if element.starts_with("GO ") {
                let kind = numbers(attribute(element, "type"))[0];
                assert_eq!(kind & 0x10, 0, "four players");
                rules.red_fives = kind & 2 == 0;
                rules.open_tanyao = kind & 4 == 0;
            } else if element.starts_with("INIT ") {
                round = numbers(attribute(element, "seed"))[0];
                dealer = numbers(attribute(element, "oya"))[0];
            } else if element.starts_with("AGARI ") {
                check(element, round, dealer, &rules);
                wins += 1;
            }
        }
    }
    wins
}
