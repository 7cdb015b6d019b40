//! Games to record.

use fuda_core::formats::{Format, FormatError, PartialRecord, RecordFile, Verification};
use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, RandomPlayer, Record, Seed};
use fuda_mahjong::Mahjong;
use fuda_mahjong::players::Greedy;

/// A game of players that mostly build hands and sometimes do anything, so
/// that there are wins, calls, kans and draws of all kinds.
pub fn played(rules: &str, number: u64, most_moves: usize) -> Record<Mahjong> {
    let game = Mahjong::with_rules(rules).expect("good rules");
    let deal = game.deal(&mut Seed(number).stream(Purpose::Deal, &[1]));
    let mut rng = Seed(number).stream(Purpose::Player, &[2]);
    let mut position = game.start(&deal).expect("a good deal");
    let mut record = Record::new(&game, deal);
    record.players = ["Aoi", "Botan \"b\"", "千代", "d<&>d"].map(str::to_owned).to_vec();
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        if record.moves.len() >= most_moves {
            break;
        }
        position.legal_moves(seat, &mut legal);
        let view = position.view(seat);
        let wild = rng.below(100) < 12;
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let choice = match wild {
            true => Player::<Mahjong>::choose(&mut RandomPlayer, ask),
            false => Greedy.choose(ask),
        };
        let mv = choice.expect("a move").mv;
        position.play(seat, mv).expect("a legal move");
        record.moves.push((seat, mv));
    }
    record.scores = position.scores();
    record
}

pub fn format(name: &str) -> Box<dyn Format<Mahjong>> {
    Mahjong::formats().into_iter().find(|f| f.name() == name).expect("the format exists")
}

pub fn file(bytes: impl Into<Vec<u8>>) -> RecordFile {
    RecordFile { path: "game".into(), bytes: bytes.into() }
}

/// The record in a format, as text.
pub fn text(name: &str, record: &Record<Mahjong>) -> String {
    let bytes = format(name).write(std::slice::from_ref(record));
    String::from_utf8(bytes.expect("the record can be written")).expect("text")
}

/// What verification says of a text.
pub fn verified(name: &str, text: impl Into<Vec<u8>>) -> Verification {
    let mut report = Verification::default();
    format(name).verify(&file(text), &mut report);
    report
}

/// What can be followed of a text.
pub fn partly(name: &str, text: String) -> Result<Vec<PartialRecord<Mahjong>>, FormatError> {
    format(name).read_partly(&file(text))
}
