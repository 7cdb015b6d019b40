use super::GameEntry;
use fuda_othello::{Move, Othello, View, draw_after};

/// Othello.
pub fn othello() -> GameEntry<Othello> {
    GameEntry {
        favourite: "alphabeta",
        usual_rules: "standard",
        drawn: |view: &View, last, style| {
            draw_after(view.position(), last.and_then(Move::square), style)
        },
        japanese: |mv| match mv.is_pass() {
            true => "パス".into(),
            false => mv.to_string(),
        },
        ..GameEntry::new(fuda_players::othello())
    }
}
