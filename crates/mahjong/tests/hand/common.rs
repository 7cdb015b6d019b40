//! Reading the reference data of others.

use std::io::Read;
use std::path::Path;

use fuda_mahjong::meld::From;
use fuda_mahjong::score::{Riichi, Win};
use fuda_mahjong::{Counts, Face, Kind, Meld, Suit, Tile, Wind};
use serde_json::Value;

/// The cases of a gzipped file of reference data.
pub fn cases(path: &Path) -> Vec<Value> {
    let file = std::fs::File::open(path).expect("a readable file");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    serde_json::from_str(&text).expect("a JSON array")
}

/// The name of the file of winning hands with their scores.
pub const SCORED: &str = "mahjong/scoring/hule.json.gz";

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

/// The tiles of one case of the scoring data.
pub struct Parts {
    /// Concealed tiles without the winning tile.
    pub hand: Vec<Face>,
    pub winning: Face,
    /// Seat of the discarder; none for a self-draw.
    pub from: Option<usize>,
    /// Melds with the names of their kinds and their tiles as written.
    pub melds: Vec<(Meld, &'static str, Vec<Face>)>,
}

/// Reads the tiles of one case of the scoring data.
pub fn parts(case: &Value) -> Parts {
    let input = &case["in"];
    let mut texts = input["shoupai"].as_str().expect("shoupai").split(',');
    let mut hand = faces(texts.next().expect("hand"));
    let melds = texts.map(meld).collect();
    let (winning, from) = match input["rongpai"].as_str() {
        None => (hand.pop().expect("drawn tile"), None),
        Some(text) => {
            let steps = match text.chars().last() {
                Some('+') => 1,
                Some('=') => 2,
                _ => 3,
            };
            (face(text), Some((number(&input["param"]["menfeng"]) as usize + steps) % 4))
        }
    };
    Parts { hand, winning, from, melds }
}

/// One case of the scoring data, read.
pub struct Case {
    pub concealed: Counts,
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
    pub dora: Vec<Kind>,
    pub ura: Vec<Kind>,
    pub reds: u8,
}

impl Case {
    /// The win to score.
    pub fn win(&self) -> Win<'_> {
        Win {
            tsumo: self.from.is_none(),
            seat: self.seat,
            round: self.round,
            riichi: self.riichi,
            ippatsu: self.ippatsu,
            last_tile: self.last_tile,
            rinshan: self.rinshan,
            dora: &self.dora,
            ura: &self.ura,
            reds: self.reds,
            ..Win::new(&self.concealed, &self.melds, self.tile)
        }
    }
}

/// Reads one case of the scoring data.
pub fn read_hule(case: &Value) -> Case {
    let param = &case["in"]["param"];
    let flags = &param["hupai"];
    let Parts { mut hand, winning, from, melds } = parts(case);
    hand.push(winning);
    let in_melds = melds.iter().flat_map(|(_, _, faces)| faces);
    let reds = hand.iter().chain(in_melds).filter(|face| face.red).count() as u8;
    let indicators =
        |name: &str| indicators(case, name).iter().map(|face| face.kind).collect::<Vec<_>>();
    let flag = |name: &str| flags[name].as_bool().unwrap_or(false);
    Case {
        concealed: hand.iter().map(|face| face.kind).collect(),
        melds: melds.iter().map(|&(meld, _, _)| meld).collect(),
        tile: winning.kind,
        from,
        seat: Wind::from_index(number(&param["menfeng"]) as usize),
        round: Wind::from_index(number(&param["zhuangfeng"]) as usize),
        riichi: match number(&flags["lizhi"]) {
            0 => Riichi::None,
            1 => Riichi::Riichi,
            _ => Riichi::Double,
        },
        ippatsu: flag("yifa"),
        last_tile: number(&flags["haidi"]) > 0,
        rinshan: flag("lingshang"),
        dora: indicators("baopai"),
        ura: indicators("fubaopai"),
        reds,
    }
}

/// The indicators of one case: `baopai` or `fubaopai`.
pub fn indicators(case: &Value, name: &str) -> Vec<Face> {
    let list = case["in"]["param"][name].as_array().into_iter().flatten();
    list.map(|tile| face(tile.as_str().expect("tile"))).collect()
}

/// A number, 0 where there is none.
pub fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
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
