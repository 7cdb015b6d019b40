use super::GameEntry;
use fuda_mahjong::encode::planes;
use fuda_mahjong::encode::planes::targets::{TARGETS, targets};
use fuda_mahjong::hand::shanten::shanten;
use fuda_mahjong::{Mahjong, MahjongView};
use fuda_train::positions::Targets;
use serde_json::{Value, json};

/// Riichi mahjong.
pub fn mahjong() -> GameEntry<Mahjong> {
    GameEntry {
        favourite: "uct+:loops=100",
        pieces: |view| view.hand.faces().map(|face| face.to_string()).collect(),
        japanese: |mv| mv.japanese(),
        notes,
        targets: Some(Targets { layout: TARGETS, rows: targets, about: planes::about }),
        ..GameEntry::new(fuda_players::mahjong())
    }
}

/// The dora themselves, the own waits, and how far the hand is.
fn notes(view: &MahjongView) -> Value {
    let indicators = view.table.indicators.iter();
    let dora: Vec<String> =
        indicators.map(|indicator| indicator.kind.dora_after().to_string()).collect();
    let waits: Vec<String> = view.waits().into_iter().map(|kind| kind.to_string()).collect();
    json!({
        "dora": dora,
        "waits": waits,
        "furiten": !waits.is_empty() && view.is_furiten(),
        "shanten": shanten(view.hand.counts()),
    })
}
