use super::GameEntry;
use fuda_koikoi::{Cards, KoiKoi, View};
use serde_json::{Value, json};

/// Koi-Koi.
pub fn koikoi() -> GameEntry<KoiKoi> {
    GameEntry {
        favourite: "pg-net",
        usual_rules: "nintendo",
        pieces: |view| view.hand.iter().map(|card| card.to_string()).collect(),
        japanese: |mv| mv.japanese(),
        notes,
        ..GameEntry::new(fuda_players::koikoi())
    }
}

/// The yaku of both, cards that would bring points at once, and the stock.
fn notes(view: &View) -> Value {
    let rules = &view.table.rules;
    let yaku = |seat: usize| -> Vec<Value> {
        let list = rules.yaku(view.table.captured[seat], view.table.calls[seat]);
        list.iter().map(|(yaku, points)| json!([yaku.to_string(), points])).collect()
    };
    json!({
        "yaku": [yaku(0), yaku(1)],
        "reach": reach(view),
        "stock": view.stock(),
    })
}

/// The field cards and own cards that would bring the seat points at once.
fn reach(view: &View) -> Vec<Value> {
    let (rules, seat) = (&view.table.rules, view.seat.index() & 1);
    let (captured, calls) = (view.table.captured[seat], view.table.calls[seat]);
    let now = rules.yaku_points(captured, calls);
    let open: Cards = view.hand | view.table.field | view.unseen();
    let gains = |card| {
        let gained = rules.yaku_points(captured.with(card), calls).saturating_sub(now);
        (gained > 0).then(|| json!([card.to_string(), gained]))
    };
    open.iter().filter_map(gains).collect()
}
