//! Reading the reference data of others.

use std::io::Read;
use std::path::PathBuf;

use fuda_mahjong::meld::From;
use fuda_mahjong::score::Riichi;
use fuda_mahjong::{Counts, Face, Kind, Meld, Suit, Tile, Wind};
use serde_json::Value;

/// The file of reference data, unzipped; nothing where there is none.
pub fn data(name: &str) -> Option<Value> {
    let root = std::env::var_os("FUDA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = root.join("mahjong").join(name);
    let Ok(file) = std::fs::File::open(&path) else {
        println!("skipped: no {name}");
        return None;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// A tile written suit first, such as `m1` or `p0`.
pub fn face(text: &str) -> Face {
    let mut letters = text.chars();
    let suit = letters.next().and_then(Suit::from_letter).expect("suit");
    let digit = letters.next().expect("digit");
    digit_of(suit, digit)
}

fn digit_of(suit: Suit, digit: char) -> Face {
    let number = digit.to_digit(10).expect("digit") as u8;
    let red = number == 0;
    Face { kind: Kind::from_suit(suit, if red { 5 } else { number }).expect("kind"), red }
}

/// One case of the scoring data, read.
#[derive(Clone)]
#[allow(dead_code, reason = "each user of this module needs other parts")]
pub struct Case {
    pub concealed: Counts,
    /// Concealed tiles without the winning tile, and the winning tile, in human
    /// notation.
    pub hand_text: String,
    pub tile_text: String,
    /// Melds as kind and tiles in human notation.
    pub meld_texts: Vec<(&'static str, String)>,
    pub melds: Vec<Meld>,
    pub tile: Kind,
    /// Seat of the discarder; none for a self-draw.
    pub from: Option<usize>,
    pub seat: Wind,
    pub round: Wind,
    pub riichi: Riichi,
    pub ippatsu: bool,
    pub last_tile: bool,
    pub rinshan: bool,
    pub chankan: bool,
    pub first_turn: bool,
    pub dora: Vec<Kind>,
    pub ura: Vec<Kind>,
    pub dora_texts: Vec<String>,
    pub ura_texts: Vec<String>,
    pub reds: u8,
    pub honba: u32,
    pub sticks: u32,
}

/// Reads one case of the scoring data.
pub fn read_hule(case: &Value) -> Case {
    let input = &case["in"];
    let param = &input["param"];
    let flags = &param["hupai"];
    let text = input["shoupai"].as_str().expect("shoupai");
    let mut parts = text.split(',');
    let mut faces = faces(parts.next().expect("hand"));
    let mut melds = Vec::new();
    let mut meld_texts = Vec::new();
    let mut reds = 0;
    for part in parts {
        let (meld, kind, faces) = meld(part);
        reds += faces.iter().filter(|face| face.red).count() as u8;
        meld_texts.push((kind, fuda_mahjong::notation::write(&faces)));
        melds.push(meld);
    }
    let seat = param["menfeng"].as_u64().expect("menfeng") as usize;
    let (winning, from) = match input["rongpai"].as_str() {
        None => (faces.pop().expect("drawn tile"), None),
        Some(text) => {
            let steps = match text.chars().last() {
                Some('+') => 1,
                Some('=') => 2,
                _ => 3,
            };
            (face(text), Some((seat + steps) % 4))
        }
    };
    let hand_text = fuda_mahjong::notation::write(&faces);
    faces.push(winning);
    reds += faces.iter().filter(|face| face.red).count() as u8;
    let indicators = |name: &str| -> Vec<Face> {
        let list = param[name].as_array().into_iter().flatten();
        list.map(|tile| face(tile.as_str().expect("tile"))).collect()
    };
    let kinds = |faces: &[Face]| faces.iter().map(|face| face.kind).collect();
    let texts = |faces: &[Face]| faces.iter().map(|face| face.to_string()).collect();
    let (dora, ura) = (indicators("baopai"), indicators("fubaopai"));
    let flag = |name: &str| flags[name].as_bool().unwrap_or(false);
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    Case {
        concealed: faces.iter().map(|face| face.kind).collect(),
        hand_text,
        tile_text: winning.to_string(),
        meld_texts,
        melds,
        tile: winning.kind,
        from,
        seat: Wind::from_index(seat),
        round: Wind::from_index(number(&param["zhuangfeng"]) as usize),
        riichi: match number(&flags["lizhi"]) {
            0 => Riichi::None,
            1 => Riichi::Riichi,
            _ => Riichi::Double,
        },
        ippatsu: flag("yifa"),
        last_tile: number(&flags["haidi"]) > 0,
        rinshan: flag("lingshang"),
        chankan: flag("qianggang"),
        first_turn: number(&flags["tianhu"]) > 0,
        dora: kinds(&dora),
        ura: kinds(&ura),
        dora_texts: texts(&dora),
        ura_texts: texts(&ura),
        reds,
        honba: number(&param["jicun"]["changbang"]) as u32,
        sticks: number(&param["jicun"]["lizhibang"]) as u32,
    }
}

/// Tiles written suit first; the drawn tile repeats its suit.
fn faces(text: &str) -> Vec<Face> {
    let mut suit = None;
    let mut faces = Vec::new();
    for letter in text.chars() {
        match Suit::from_letter(letter) {
            Some(found) => suit = Some(found),
            None => faces.push(digit_of(suit.expect("suit"), letter)),
        }
    }
    faces
}

/// A meld: `m34-0` is a chi of 4, `p555=` a pon, `p555=0` an added kan, `p5550`
/// a concealed kan.
fn meld(text: &str) -> (Meld, &'static str, Vec<Face>) {
    let marks: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | '+' | '=')).collect();
    let faces = faces(&marks.iter().collect::<String>());
    let place = text.find(['-', '+', '=']).map(|place| place - 2);
    let kind = faces[0].kind;
    let tile = |place: usize| -> Tile {
        let face = faces[place];
        let earlier = faces[..place].iter().filter(|other| **other == face).count() as u8;
        let plain = u8::from(face.kind.is_five());
        face.kind.tile(if face.red { 0 } else { (plain + earlier) % 4 })
    };
    let tiles: Vec<Tile> = (0..faces.len()).map(tile).collect();
    if faces[0].kind != faces[1].kind {
        let called = place.expect("called");
        let own: Vec<Tile> = (0..3).filter(|&i| i != called).map(|i| tiles[i]).collect();
        let meld = Meld::chi(tiles[called], [own[0], own[1]]).expect("chi");
        return (meld, "chi", faces);
    }
    match (faces.len(), place) {
        (3, _) => {
            let meld = Meld::pon(tiles[2], [tiles[0], tiles[1]], From::Next).expect("pon");
            (meld, "pon", faces)
        }
        (_, None) => (Meld::concealed_kan(kind), "ankan", faces),
        _ => (Meld::open_kan(tiles[3], From::Next).expect("kan"), "kan", faces),
    }
}
