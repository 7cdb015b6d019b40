//! A client written from the description of the protocol alone: it keeps its
//! own hand, believes nothing that contradicts it, and knows no rule but what
//! the server's hints say.

use super::{door, play};
use fuda_bridges::ProcessLimits;
use fuda_bridges::mjai::{DoorOptions, MjaiSource};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};

/// What the client has in a game.
#[derive(Default)]
struct Client {
    me: u64,
    hand: Vec<String>,
    /// How many melds lie open or as kans.
    melds: usize,
    in_riichi: bool,
    drawn: Option<String>,
    numbers: u64,
    /// What it has answered, by type.
    answers: BTreeMap<String, u32>,
    /// What it has heard, by type.
    heard: BTreeMap<String, u32>,
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("`{name}` in {value}"))
}

fn texts(value: &Value, name: &str) -> Vec<String> {
    let list = value[name].as_array().unwrap_or_else(|| panic!("`{name}` in {value}"));
    list.iter().map(|tile| tile.as_str().expect("a tile").to_owned()).collect()
}

fn is_tile(tile: &str) -> bool {
    let numbered = tile.len() >= 2
        && ('1'..='9').contains(&tile.chars().next().unwrap())
        && "mps".contains(&tile[1..2]);
    matches!(tile, "E" | "S" | "W" | "N" | "P" | "F" | "C" | "5mr" | "5pr" | "5sr")
        || numbered && tile.len() == 2
}

impl Client {
    fn number(&mut self, below: usize) -> usize {
        self.numbers =
            self.numbers.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.numbers >> 33) as usize % below
    }

    fn lose(&mut self, tile: &str) {
        let at = self.hand.iter().position(|own| own == tile);
        self.hand.remove(at.unwrap_or_else(|| panic!("{tile} is not in {:?}", self.hand)));
    }

    fn discard(&mut self, forbidden: &[String]) -> Value {
        let drawn = self.drawn.clone();
        let allowed: Vec<String> =
            self.hand.iter().filter(|tile| !forbidden.contains(tile)).cloned().collect();
        let tile = match (&drawn, self.in_riichi) {
            (Some(drawn), true) => drawn.clone(),
            _ => allowed[self.number(allowed.len())].clone(),
        };
        let tsumogiri = drawn.as_ref() == Some(&tile);
        json!({"type": "dahai", "actor": self.me, "pai": tile, "tsumogiri": tsumogiri})
    }

    /// One of the actions offered: always a win, often a call, else nothing.
    fn choose(&mut self, said: &Value) -> Option<Value> {
        let actions = said["possible_actions"].as_array()?.clone();
        for action in &actions {
            assert_eq!(action["actor"], self.me, "{said}");
            assert!(!["dahai", "none"].contains(&text(action, "type")), "{said}");
        }
        if let Some(win) = actions.iter().find(|action| action["type"] == "hora") {
            return Some(win.clone());
        }
        let wanted = !actions.is_empty() && self.number(3) > 0;
        wanted.then(|| actions[self.number(actions.len())].clone())
    }

    /// What is answered to an object.
    fn hear(&mut self, said: &Value) -> Value {
        let kind = text(said, "type");
        *self.heard.entry(kind.to_owned()).or_default() += 1;
        let mine = said["actor"].as_u64() == Some(self.me);
        let none = json!({"type": "none"});
        match kind {
            "start_game" => {
                self.me = said["id"].as_u64().filter(|id| *id < 4).expect("a seat");
                assert_eq!(texts(said, "names").len(), 4);
                none
            }
            "start_kyoku" => {
                let hands = said["tehais"].as_array().expect("four hands");
                assert_eq!(hands.len(), 4);
                for (seat, hand) in hands.iter().enumerate() {
                    let tiles = hand.as_array().expect("a hand");
                    assert_eq!(tiles.len(), 13);
                    let own = seat as u64 == self.me;
                    assert!(tiles.iter().all(|tile| is_tile(tile.as_str().unwrap()) == own));
                    if own {
                        let tiles = tiles.iter().map(|tile| tile.as_str().unwrap().to_owned());
                        self.hand = tiles.collect();
                    }
                }
                assert!(is_tile(text(said, "dora_marker")));
                assert_eq!(said["oya"].as_u64(), said["kyoku"].as_u64().map(|kyoku| kyoku - 1));
                (self.melds, self.in_riichi, self.drawn) = (0, false, None);
                none
            }
            "tsumo" if mine => {
                let tile = text(said, "pai").to_owned();
                assert!(is_tile(&tile), "{said}");
                self.hand.push(tile.clone());
                self.drawn = Some(tile);
                assert_eq!(self.hand.len() + 3 * self.melds, 14, "{said}");
                assert!(said["possible_actions"].is_array(), "{said}");
                self.choose(said).unwrap_or_else(|| self.discard(&[]))
            }
            "tsumo" => {
                assert_eq!(said["pai"], "?", "{said}");
                assert!(said.get("possible_actions").is_none(), "{said}");
                none
            }
            "dahai" if mine => {
                self.lose(text(said, "pai"));
                assert_eq!(self.hand.len() + 3 * self.melds, 13, "{said}");
                self.drawn = None;
                none
            }
            "dahai" | "kakan" | "ankan" if !mine => self.choose(said).unwrap_or(none),
            "reach" if mine => {
                let forbidden = texts(said, "cannot_dahai");
                self.discard(&forbidden)
            }
            "reach_accepted" => {
                self.in_riichi |= mine;
                none
            }
            "chi" | "pon" if mine => {
                texts(said, "consumed").iter().for_each(|tile| self.lose(tile));
                self.melds += 1;
                self.drawn = None;
                let forbidden = texts(said, "cannot_dahai");
                assert!(forbidden.iter().all(|tile| self.hand.contains(tile)), "{said}");
                self.discard(&forbidden)
            }
            "daiminkan" | "ankan" if mine => {
                texts(said, "consumed").iter().for_each(|tile| self.lose(tile));
                self.melds += 1;
                none
            }
            "kakan" => {
                self.lose(text(said, "pai"));
                none
            }
            "hora" | "ryukyoku" => {
                assert_eq!(said["scores"].as_array().map(Vec::len), Some(4), "{said}");
                none
            }
            "chi" | "pon" | "daiminkan" | "reach" | "dora" | "end_kyoku" | "end_game" => none,
            other => panic!("what is `{other}`?"),
        }
    }
}

/// Plays one game; a polite client answers the last line before it goes.
fn client(address: SocketAddr, number: u64, polite: bool) -> Client {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut input = BufReader::new(stream.try_clone().unwrap());
    let mut client = Client { numbers: number, ..Client::default() };
    let mut line = String::new();
    loop {
        line.clear();
        assert!(input.read_line(&mut line).unwrap() > 0, "the server left before end_game");
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let answer = match text(&said, "type") {
            "hello" => {
                assert_eq!(said["protocol"], "mjsonp");
                assert!(said["protocol_version"].is_u64());
                json!({"type": "join", "name": "strict", "room": "default"})
            }
            _ => client.hear(&said),
        };
        *client.answers.entry(text(&answer, "type").to_owned()).or_default() += 1;
        let over = said["type"] == "end_game";
        if !over || polite {
            stream.write_all(format!("{answer}\n").as_bytes()).unwrap();
        }
        if over {
            return client;
        }
    }
}

#[test]
fn a_client_that_knows_no_rules_plays_whole_games_by_the_hints() {
    let mut answers: BTreeMap<String, u32> = BTreeMap::new();
    let mut heard: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..12 {
        let (door, address) = door(DoorOptions::default());
        let joined = std::thread::spawn(move || client(address, number, number % 2 == 0));
        let (played, record) = play(MjaiSource::Door(door), ProcessLimits::default(), number);
        let client = joined.join().expect("the client agrees with all it hears");
        assert_eq!(played.fault, None);
        record.replay().expect("the game is one");
        client.answers.into_iter().for_each(|(kind, n)| *answers.entry(kind).or_default() += n);
        client.heard.into_iter().for_each(|(kind, n)| *heard.entry(kind).or_default() += n);
    }
    for kind in ["dahai", "chi", "pon", "reach", "hora", "none"] {
        assert!(answers.contains_key(kind), "no {kind} among {answers:?}");
    }
    assert!(["ankan", "kakan", "daiminkan"].iter().any(|kind| answers.contains_key(*kind)));
    assert!(heard.contains_key("dora") && heard.contains_key("ryukyoku"), "{heard:?}");
}
