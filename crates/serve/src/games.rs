//! Which games there are, and what each page shows beyond the view.

use crate::any_game::{AnyGame, Extras, TypedGame};
use fuda_core::Game;
use fuda_daihinmin::Daihinmin;
use fuda_koikoi::{Cards, KoiKoi};
use fuda_mahjong::hand::shanten::shanten;
use fuda_mahjong::{Mahjong, MahjongView};
use fuda_players::{Catalogue, favourite, usual_rules};
use serde_json::{Value, json};
use std::sync::Arc;

/// Every game.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    vec![
        game(fuda_players::mahjong(), favourite::MAHJONG, mahjong()),
        game(fuda_players::koikoi(), favourite::KOIKOI, koikoi()),
        game(fuda_players::daihinmin(), favourite::DAIHINMIN, daihinmin()),
        game(
            fuda_players::othello(),
            favourite::OTHELLO,
            Extras { rules: usual_rules::OTHELLO, ..Extras::none() },
        ),
        game(
            fuda_players::leduc(),
            favourite::LEDUC,
            Extras { pieces: |view| vec![view.card.to_string()], ..Extras::none() },
        ),
    ]
}

fn game<G: Game>(
    catalogue: Catalogue<G>,
    favourite: &'static str,
    extras: Extras<G>,
) -> Box<dyn AnyGame> {
    Box::new(Arc::new(TypedGame { catalogue, favourite, extras }))
}

fn mahjong() -> Extras<Mahjong> {
    Extras {
        pieces: |view| view.hand.faces().map(|face| face.to_string()).collect(),
        notes: |view: &MahjongView| {
            let dora: Vec<String> = view
                .table
                .indicators
                .iter()
                .map(|indicator| indicator.kind.dora_after().to_string())
                .collect();
            let waits: Vec<String> = view.waits().into_iter().map(|k| k.to_string()).collect();
            json!({
                "dora": dora,
                "waits": waits,
                "furiten": !waits.is_empty() && view.is_furiten(),
                "shanten": shanten(view.hand.counts()),
            })
        },
        ..Extras::none()
    }
}

fn koikoi() -> Extras<KoiKoi> {
    Extras {
        pieces: |view| view.hand.iter().map(|card| card.to_string()).collect(),
        notes: |view| {
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
        },
        rules: usual_rules::KOIKOI,
        ..Extras::none()
    }
}

/// The field cards and own cards that would bring the seat points at once.
fn reach(view: &fuda_koikoi::View) -> Vec<Value> {
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

fn daihinmin() -> Extras<Daihinmin> {
    Extras {
        pieces: |view| view.hand().iter().map(|card| card.to_string()).collect(),
        notes: |view| json!(view.table()),
        series: true,
        rules: usual_rules::DAIHINMIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_the_api_knows_every_game() {
        let api: Value = serde_json::from_str(crate::page::OPENAPI).unwrap();
        let mut names: Vec<&str> = games().iter().map(|game| game.name()).collect();
        names.sort_unstable();
        for schema in ["Setup", "MatchRequest"] {
            let known = &api["components"]["schemas"][schema]["properties"]["game"]["enum"];
            let mut known: Vec<&str> =
                known.as_array().unwrap().iter().filter_map(Value::as_str).collect();
            known.sort_unstable();
            assert_eq!(known, names, "{schema}");
        }
    }

    #[test]
    fn every_game_is_listed_with_its_players() {
        for game in games() {
            let info = game.info();
            assert!(info.players.iter().any(|kind| kind.name == "random"), "{}", info.name);
            assert!(info.players.iter().all(|kind| kind.name != "exec"), "{}", info.name);
            assert_eq!(info.pieces, info.name != "othello", "{}", info.name);
        }
    }
}
