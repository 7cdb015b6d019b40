//! The suite every game passes, on full and shrunken packs, and the exact
//! distribution of assumed positions.

use fuda_core::conformance::{check, check_distribution};
use fuda_core::{Game, Lang, Position as _, Purpose, Seat, Seed, View as _};
use fuda_koikoi::{Card, Cards, Deal, KoiKoi, Phase, RoundDeal, Rules};
use std::collections::BTreeMap;

fn game(rules: &str) -> KoiKoi {
    KoiKoi::with_rules(rules).expect(rules)
}

#[test]
fn single_games_conform() {
    for rules in [
        "paper",
        "guan+rounds=1+bank=0",
        "nintendo+rounds=1",
        "paper+months=4+hand=2+field=2+plains-from=2",
        "paper+months=1+hand=1+field=0",
        "paper+months=6+hand=3+field=4+calls=1+animals-from=1+ribbons-from=2",
    ] {
        check(&game(rules), 30, Seed(3));
    }
}

#[test]
fn matches_conform() {
    check(&game("guan"), 6, Seed(4));
    check(&game("guan+bank=2"), 10, Seed(5));
    check(&game("nintendo"), 6, Seed(6));
    check(&game("nintendo+rounds=3+next-dealer=change"), 10, Seed(7));
}

/// Every deal of a tiny game.
fn all_deals(rules: &Rules) -> Vec<Deal> {
    fn permute(rest: Cards, taken: &mut Vec<Card>, rules: &Rules, deals: &mut Vec<Deal>) {
        let (hand, field) = (usize::from(rules.hand), usize::from(rules.field));
        if rest.is_empty() {
            let set = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
            let round = RoundDeal {
                hands: [set(&taken[..hand]), set(&taken[hand..2 * hand])],
                field: set(&taken[2 * hand..2 * hand + field]),
                stock: taken[2 * hand + field..].to_vec(),
            };
            if round.check(rules).is_ok() {
                deals.push(Deal { first: Seat(0), rounds: vec![round] });
            }
            return;
        }
        let at = taken.len();
        // Within a hand and on the field only the rising order counts.
        let begins = [0, hand, 2 * hand].contains(&at) || at >= 2 * hand + field;
        for card in rest {
            if begins || taken.last().is_some_and(|last| *last < card) {
                taken.push(card);
                permute(rest.without(card), taken, rules, deals);
                taken.pop();
            }
        }
    }
    let mut deals = Vec::new();
    permute(Cards::of_months(rules.months), &mut Vec::new(), rules, &mut deals);
    deals
}

#[test]
fn assumptions_are_even_on_small_packs() {
    for (rules, least) in [
        ("paper+months=2+hand=1+field=2+plains-from=2+animals-from=1", 12),
        ("paper+months=2+hand=1+field=2+field-again=2+ribbons-from=1", 10),
        ("paper+months=2+hand=2+field=0+plains-from=2", 20),
    ] {
        let game = game(rules);
        let deals = all_deals(&game.rules);
        assert!(deals.len() > 5_000, "{rules}: {} deals", deals.len());
        let tested = check_distribution(&game, &deals, 10, 400, 8_000, Seed(8));
        assert!(tested >= least, "{rules}: only {tested} decisions were tested");
    }
}

/// With hands of four, four of a month are dealt again: whoever plays knows
/// that the other hand had none, at the start and after cards were played.
#[test]
fn a_hand_that_is_dealt_again_is_never_assumed() {
    let game = game("paper+months=4+hand=4+field=0");
    let mut scratch = Vec::new();
    for (number, turns) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
        let mut rng = Seed(9).stream(Purpose::Sample, &[number]);
        let mut position = game.start(&game.deal(&mut rng)).expect("a deal");
        while position.table().turns() < turns || position.table().phase != Phase::Play {
            let seat = position.table().to_move;
            let mv = position.random_move(seat, &mut rng, &mut scratch).expect("not over");
            position.play_unchecked(seat, mv);
        }
        let view = position.view(position.table().to_move);
        let played = view.table.played_by(view.other());
        let mut seen: BTreeMap<Cards, f64> = BTreeMap::new();
        let unseen: Vec<Card> = view.unseen().iter().collect();
        for bits in 0u32..1 << unseen.len() {
            if bits.count_ones() == u32::from(view.other_hand) {
                let hand: Cards = unseen
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| bits >> i & 1 == 1)
                    .map(|(_, c)| *c)
                    .collect();
                if !(hand | played).has_four_of_a_month() {
                    seen.insert(hand, 0.0);
                }
            }
        }
        let samples = 60 * seen.len();
        for _ in 0..samples {
            let hand = view.assume(&mut rng).hand(view.other());
            *seen.get_mut(&hand).unwrap_or_else(|| panic!("{hand:?} is not possible")) += 1.0;
        }
        let chi: f64 = seen.values().map(|n| (n - 60.0f64).powi(2) / 60.0).sum();
        let freedom = (seen.len() - 1) as f64;
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt(), "chi-square {chi} at {freedom}");
    }
}

/// The fast random moves are as even as picking from the list.
#[test]
fn random_moves_are_even() {
    let game = game("paper");
    let mut rng = Seed(11).stream(Purpose::Sample, &[]);
    let mut scratch = Vec::new();
    let (mut decisions, mut kinds) = (0, [0; 3]);
    let mut number = 0;
    while decisions < 400 || kinds.contains(&0) {
        number += 1;
        let deal = game.deal(&mut Seed(12).stream(Purpose::Deal, &[number]));
        let mut position = game.start(&deal).expect("a deal");
        while let Some(seat) = position.turn().first() {
            let mut legal = Vec::new();
            position.legal_moves(seat, &mut legal);
            kinds[match position.table().phase {
                Phase::Play => 0,
                Phase::Call => 1,
                _ => 2,
            }] += 1;
            let mut counts: BTreeMap<_, f64> = legal.iter().map(|m| (*m, 0.0)).collect();
            for _ in 0..50 * legal.len() {
                let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
                *counts.get_mut(&mv).expect("a legal move") += 1.0;
            }
            let chi: f64 = counts.values().map(|n| (n - 50.0f64).powi(2) / 50.0).sum();
            assert!(chi < legal.len() as f64 + 40.0, "chi-square {chi} of {} moves", legal.len());
            let mv = position.random_move(seat, &mut rng, &mut scratch).expect("a move");
            position.play_unchecked(seat, mv);
            decisions += 1;
        }
    }
}

/// Views may come from outside as JSON: whatever they say, assuming and
/// playing on must not panic.
#[test]
fn views_that_no_game_led_to_do_no_harm() {
    let game = game("nintendo+rounds=3");
    let mut rng = Seed(13).stream(Purpose::Sample, &[]);
    let view = game.start(&game.deal(&mut rng)).expect("a deal").view(Seat(1));
    let sound = serde_json::to_value(&view).expect("JSON");
    let mut read = 0;
    for (path, value) in [
        ("/other_hand", serde_json::json!(255)),
        ("/other_hand", serde_json::json!(0)),
        ("/seat", serde_json::json!(9)),
        ("/hand", serde_json::json!([])),
        ("/hand", serde_json::json!(["1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d", "3a", "3b"])),
        ("/table/to_move", serde_json::json!(200)),
        ("/table/dealer", serde_json::json!(77)),
        ("/table/round", serde_json::json!(255)),
        ("/table/rounds", serde_json::json!(255)),
        ("/table/calls", serde_json::json!([255, 255])),
        ("/table/totals", serde_json::json!([i32::MAX, i32::MIN])),
        ("/table/field", serde_json::json!([])),
        ("/table/captured", serde_json::json!([["1a", "1b"], ["1a", "1b", "12d"]])),
        ("/table/phase", serde_json::json!({"take_with_drawn": "5a"})),
        ("/table/phase", serde_json::json!("call")),
        ("/table/history", serde_json::json!([{"play": "1a"}, "stop", "koi_koi"])),
    ] {
        let mut changed = sound.clone();
        *changed.pointer_mut(path).expect(path) = value;
        let Ok(view) = serde_json::from_value::<fuda_koikoi::View>(changed) else { continue };
        read += 1;
        let mut scratch = Vec::new();
        let _ = view.assume(&mut rng).random_playout(&mut rng, &mut scratch);
        let _ = view.draw(Default::default());
        let _ = fuda_koikoi::encode::Features::of(&view);
        let _ = fuda_koikoi::players::RulePlayer::answer(&view);
        let _ = fuda_koikoi::players::going_on(&view, 3, &mut rng);
    }
    assert!(read >= 12, "only {read} were read");
}

#[test]
fn every_round_and_every_draw_of_a_match_is_reported_once() {
    let game = game("guan");
    let (mut told, mut drawn) = (Vec::new(), 0);
    for number in 0..20 {
        let deal = game.deal(&mut Seed(5).stream(Purpose::Deal, &[number]));
        let mut position = game.start(&deal).unwrap();
        let (mut rng, mut scratch) = (Seed(number).stream(Purpose::Playout, &[]), Vec::new());
        while let Some(seat) = position.turn().first() {
            let before = position.clone();
            let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
            position.play(seat, mv).unwrap();
            let news = position.news(&before, Lang::English);
            let (draws, ends): (Vec<_>, Vec<_>) =
                news.into_iter().partition(|line| line.contains(" turns over "));
            assert_eq!(ends.len(), usize::from(position.round() > before.round()));
            let same_round = position.round() == before.round();
            if same_round && position.turn().first().is_some() {
                let turned = before.stock().len() - position.stock().len();
                assert_eq!(draws.len(), turned, "{mv}");
                let next = before.stock().next().map(|card| format!("over {card} from"));
                assert!(draws.iter().all(|line| line.contains(next.as_ref().unwrap())));
            }
            drawn += draws.len();
            told.extend(ends);
        }
    }
    let count = |words: &str| told.iter().filter(|line| line.contains(words)).count();
    assert!(count("wins") > count("nobody wins") && count("nobody wins") > 0, "{told:?}");
    assert!(drawn > told.len(), "{drawn} draws were told");
}
