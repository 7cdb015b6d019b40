//! Players compared with records whose moves are known.

use fuda_core::{Ask, Budget, DecisionFilter, Game, Position, Purpose, Record, Seed};
use fuda_mahjong::game::Deal;
use fuda_mahjong::{Mahjong, Move};
use fuda_players::agree::{AgreeError, Agreement, Options, Sample, SampledDecision, compare};
use fuda_players::mahjong;

/// Games that one player plays against itself.
fn games(player: &str, rules: &str, count: u64) -> Vec<Record<Mahjong>> {
    let game = Mahjong::with_rules(rules).unwrap();
    let recipe = mahjong().recipe(&game, player).unwrap();
    let mut legal = Vec::new();
    (0..count)
        .map(|number| {
            let deal = Deal::from_seed(number);
            let mut position = game.start(&deal).unwrap();
            let mut record = Record::new(&game, deal);
            let mut player = (recipe.make)();
            let mut rng = Seed(number).stream(Purpose::Player, &[]);
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let view = position.view(seat);
                let budget = Budget::default();
                let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
                let mv = player.choose(ask).unwrap().mv;
                position.play(seat, mv).unwrap();
                record.moves.push((seat, mv));
            }
            record.scores = position.scores();
            record
        })
        .collect()
}

fn asked(
    player: &str,
    records: &[Record<Mahjong>],
    filter: DecisionFilter,
    count: usize,
    threads: usize,
) -> Agreement {
    let sample = Sample::draw(records, &filter, count, Seed(5)).unwrap();
    let options = Options { seed: Seed(5), repeats: 1, threads };
    let catalogue = mahjong();
    let ranks = compare(&catalogue, player, records, &sample, options, None, &|| {}).unwrap();
    Agreement::of(&sample, &ranks)
}

fn only(words: &str) -> DecisionFilter {
    DecisionFilter::new::<Mahjong>(Some(words), None).unwrap()
}

fn discards() -> DecisionFilter {
    DecisionFilter::new::<Mahjong>(None, None).unwrap()
}

#[test]
fn a_player_agrees_with_itself_and_chance_does_not() {
    let records = games("ukeire", "tenhou", 3);
    for kind in ["discard", "claim", "claim-yes", "claim-no"] {
        let own = asked("ukeire", &records, only(kind), 300, 2);
        assert_eq!((own.agreement.mean, own.disagreement.mean), (1.0, 0.0), "{kind}");
        assert_eq!(own.within[0], 1.0);
        assert!(own.agreement.low.unwrap() < 1.0);
        assert_eq!(own.turns.iter().map(|t| t.positions).sum::<usize>(), own.positions);
    }
    let chance = asked("random", &records, only("discard"), 600, 1);
    assert!((0.04..0.2).contains(&chance.agreement.mean), "{:?}", chance.agreement);
    // Nothing but the move is named: the others share the places behind.
    assert!((3.0..8.0).contains(&chance.disagreement.mean), "{:?}", chance.disagreement);
}

#[test]
fn nobody_who_passes_agrees_with_a_claim() {
    let records = games("ukeire", "tenhou", 4);
    assert_eq!(asked("b1", &records, only("claim-yes"), 100, 1).agreement.mean, 0.0);
    assert_eq!(asked("b1", &records, only("claim-no"), 100, 1).agreement.mean, 1.0);
    let (yes, no, all) = (
        asked("b1", &records, only("claim-yes"), 1, 1).drawn_from,
        asked("b1", &records, only("claim-no"), 1, 1).drawn_from,
        asked("b1", &records, only("claim"), 1, 1).drawn_from,
    );
    assert_eq!(yes + no, all);
}

#[test]
fn filters_choose_what_they_say() {
    let records = games("ukeire", "tenhou", 4);
    let few = DecisionFilter::new::<Mahjong>(Some("discard,first-hand"), Some((2, 4))).unwrap();
    let sample = Sample::draw(&records, &few, 10_000, Seed(1)).unwrap();
    assert_eq!(sample.decisions.len(), sample.from);
    for decision in &sample.decisions {
        assert!((2..=4).contains(&decision.turn));
        assert_eq!(decision.view.table.hand_number, 0);
        assert_eq!(
            decision.view.table.seats[decision.seat.index()].river.len() + 1,
            decision.turn as usize
        );
        assert!(decision.chosen.discarded().is_some() && decision.legal.contains(&decision.chosen));
    }
    let all = Sample::draw(&records, &discards(), 1, Seed(1)).unwrap().from;
    let sample = Sample::draw(&records, &only("discard,no-riichi"), 10_000, Seed(1)).unwrap();
    assert!(sample.from < all);
    let loud =
        |d: &SampledDecision<Mahjong>| d.view.table.seats.iter().any(|open| open.in_riichi());
    assert!(!sample.decisions.iter().any(loud));
    let wrong = DecisionFilter::new::<Mahjong>(Some("discard,kan"), None).unwrap_err();
    assert!(wrong.to_string().contains("discard, claim, claim-yes"), "{wrong}");
}

#[test]
fn nothing_depends_on_threads_and_everything_on_the_seed() {
    let records = games("ukeire", "tenhou-east", 2);
    let player = "uct:loops=20";
    let one = asked(player, &records, discards(), 60, 1);
    assert_eq!(one, asked(player, &records, discards(), 60, 3));
    let places = |seed| {
        let sample = Sample::draw(&records, &discards(), 20, Seed(seed)).unwrap();
        sample.decisions.iter().map(|d| (d.record, d.number)).collect::<Vec<_>>()
    };
    assert_eq!(places(1), places(1));
    assert_ne!(places(1), places(2));
}

#[test]
fn a_red_five_is_a_five() {
    let mv = |text: &str| text.parse::<Move>().unwrap();
    for (a, b) in [
        ("0p", "5p"),
        ("0p", "5p_"),
        ("riichi-3m", "3m_"),
        ("pon-05p", "pon-55p"),
        ("chi-40s", "chi-45s"),
    ] {
        assert!(Mahjong::same_choice(mv(a), mv(b)), "{a} {b}");
    }
    for (a, b) in [
        ("4p", "5p"),
        ("pon-55p", "chi-46p"),
        ("pass", "ron"),
        ("chi-34s", "chi-45s"),
        ("ankan-1z", "1z"),
    ] {
        assert!(!Mahjong::same_choice(mv(a), mv(b)), "{a} {b}");
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    let mut records = games("ukeire", "tenhou-east", 1);
    let late = DecisionFilter::new::<Mahjong>(None, Some((40, 50))).unwrap();
    let none = Sample::draw(&records, &late, 5, Seed(1)).unwrap_err();
    assert_eq!(none, AgreeError::NoDecision { games: 1 });
    records[0].moves[3].1 = "1z".parse().unwrap();
    records[0].moves[4].1 = Move::Ron;
    let broken = Sample::draw(&records, &discards(), 5, Seed(1)).unwrap_err();
    assert!(matches!(broken, AgreeError::Record { number: 1, .. }), "{broken}");
    assert!(DecisionFilter::new::<fuda_othello::Othello>(Some("claim"), None).is_err());
}
