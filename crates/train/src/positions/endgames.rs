//! Othello endgames labelled by exact search: what paper 4 mines.

use super::{ItemRow, ItemSet};
use fuda_core::Record;
use fuda_othello::Othello;
use fuda_othello::encode::PositionItems;
use fuda_othello::mining::{Collection, Draws, Origin, collect};

/// Distinct positions with so many empty squares, those of records first,
/// then of random play; the label is the exact result, as the side that the
/// items look from sees it.
pub fn endgame_set<'a>(
    records: impl IntoIterator<Item = &'a Record<Othello>> + 'a,
    collection: &Collection,
    described: PositionItems,
) -> ItemSet {
    let found = collect(records, collection);
    let rows = found.into_iter().map(|labelled| ItemRow {
        label: labelled.wins(described),
        source: u32::from(labelled.origin == Origin::SelfPlay),
        game: None,
        items: described.items(&labelled.position).collect(),
    });
    let whose = if described == PositionItems::Mover { "the mover" } else { "black" };
    let draws = match collection.draws {
        Draws::Dropped => "dropped",
        Draws::Won => "counted as won",
        Draws::Lost => "counted as lost",
    };
    let note = format!(
        "{} empty squares, {whose}'s result, draws {draws}, seed {}",
        collection.empties, collection.seed.0
    );
    let sources = vec!["games".to_owned(), "self-play".to_owned()];
    ItemSet::new(&described, sources, note, rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::Seed;

    /// Stored results of paper 4 depend on these rows.
    #[test]
    fn rows_of_a_seed_stay_what_they_were() {
        let collection =
            Collection { empties: 4, count: 200, draws: Draws::Dropped, seed: Seed(5) };
        let set = endgame_set([], &collection, PositionItems::Squares);
        assert_eq!(set.rows.len(), 200);
        assert_eq!(set.header.encoder, "othello-squares-1");
        let text = String::from_utf8(set.to_bytes().unwrap()).unwrap();
        let rows = text.split_once('\n').unwrap().1;
        let hash = rows.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        assert_eq!(hash, 0xd307_c550_782d_edca, "{hash:#x}");
    }
}
