use super::GameEntry;
use fuda_daihinmin::Daihinmin;
use serde_json::json;

/// Daihinmin.
pub fn daihinmin() -> GameEntry<Daihinmin> {
    GameEntry {
        favourite: "mc++",
        usual_rules: "table",
        pieces: |view| view.hand().iter().map(|card| card.to_string()).collect(),
        japanese: |mv| mv.japanese(),
        notes: |view| json!(view.table()),
        series: true,
        ..GameEntry::new(fuda_players::daihinmin())
    }
}
