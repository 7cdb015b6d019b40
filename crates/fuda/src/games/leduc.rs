use super::GameEntry;
use fuda_leduc::Leduc;

/// Leduc hold'em.
pub fn leduc() -> GameEntry<Leduc> {
    GameEntry {
        favourite: "cfr",
        pieces: |view| vec![view.card.to_string()],
        japanese: |mv| mv.japanese().into(),
        ..GameEntry::new(fuda_players::leduc())
    }
}
