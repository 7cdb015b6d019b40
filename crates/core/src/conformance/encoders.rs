//! Encoders: the same numbers for the same view, whatever is hidden behind it.

use crate::{FeatureRows, Game, MoveOf, ViewOf};

/// Checks every encoder of the game on a view and on the view of the same
/// position with everything hidden shuffled anew.
pub(super) fn check_encoders<G: Game>(
    game: &G,
    view: &ViewOf<G>,
    scrambled: &ViewOf<G>,
    legal: &[MoveOf<G>],
) {
    for features in game.move_features() {
        let name = features.name();
        let (mut rows, mut again) = (FeatureRows::default(), FeatureRows::default());
        features.encode(view, legal, &mut rows);
        // What an earlier question left behind must not matter.
        again.mark(0);
        again.end_row();
        features.encode(scrambled, legal, &mut again);
        assert_eq!(rows, again, "{name} depends on something hidden");
        assert_eq!(rows.len(), legal.len(), "{name} gives another number of rows");
        for row in rows.rows() {
            assert!(row.is_sorted_by(|a, b| a.0 < b.0), "{name}: columns do not ascend: {row:?}");
            for &(column, value) in row {
                assert!((column as usize) < features.columns(), "{name}: no column {column}");
                assert!(value.is_finite(), "{name}: column {column} is {value}");
            }
        }
    }
    for observation in game.observations() {
        let name = observation.name();
        let (mut bytes, mut again) = (vec![0; observation.len()], vec![255; observation.len()]);
        observation.observe(view, legal, &mut bytes);
        observation.observe(scrambled, legal, &mut again);
        assert_eq!(bytes, again, "{name} depends on something hidden");
        assert!(observation.one() > 0, "{name}: nothing stands for 1");
        for &mv in legal {
            let action = observation.action(view, mv);
            assert!(action < observation.actions(), "{name}: {mv} has the action {action}");
            let played = observation.move_of(view, legal, action);
            let fits =
                |mv: MoveOf<G>| legal.contains(&mv) && observation.action(view, mv) == action;
            assert!(played.is_some_and(fits), "{name}: {action} is {mv}, but plays {played:?}");
        }
    }
}

/// Checks the names of all encoders and of their columns.
pub(super) fn check_names<G: Game>(game: &G) {
    let mut names = Vec::new();
    for features in game.move_features() {
        assert!(!features.about().is_empty() && features.columns() > 0);
        let words: Vec<String> = (0..features.columns()).map(|c| features.meaning(c)).collect();
        assert!(words.iter().all(|w| !w.is_empty()), "{}: a column has no name", features.name());
        names.push(features.name().to_owned());
    }
    for observation in game.observations() {
        assert!(!observation.about().is_empty() && observation.actions() > 0);
        names.push(observation.name().to_owned());
    }
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two encoders have one name: {names:?}");
}
