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
        "near": near(view),
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

/// The yaku that one card more would make or raise, what it would bring, and
/// which cards do it.
fn near(view: &View) -> Vec<Value> {
    let (rules, seat) = (&view.table.rules, view.seat.index() & 1);
    let (captured, calls) = (view.table.captured[seat], view.table.calls[seat]);
    let now = rules.yaku(captured, calls);
    let mut near: Vec<(String, u64, Vec<String>)> = Vec::new();
    for card in (view.hand | view.table.field | view.unseen()).iter() {
        for (yaku, points) in &rules.yaku(captured.with(card), calls) {
            let had = now.iter().find(|(other, _)| other == yaku).map_or(0, |(_, had)| *had);
            if *points <= had {
                continue;
            }
            let name = yaku.to_string();
            match near.iter_mut().find(|(other, ..)| *other == name) {
                Some((_, _, cards)) => cards.push(card.to_string()),
                None => near.push((name, u64::from(points - had), vec![card.to_string()])),
            }
        }
    }
    near.into_iter().map(|(yaku, gain, cards)| json!([yaku, gain, cards])).collect()
}
