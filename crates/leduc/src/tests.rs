use super::*;
use fuda_core::conformance::{self, Conformance};
use fuda_core::{FeatureRows, Game, Lang, Position as _, Rng, Seat, Seed, Turn, View as _};

impl Conformance for Leduc {
    fn scramble_hidden(&self, truth: &Position, seat: Seat, rng: &mut Rng) -> Position {
        let mut other = truth.clone();
        let hand = &truth.deal.cards;
        let mut unseen = Card::ALL.to_vec();
        unseen.retain(|card| *card != hand[seat.index()]);
        rng.shuffle(&mut unseen);
        if truth.betting.shows_public() {
            unseen.retain(|card| *card != truth.deal.public);
        } else {
            other.deal.public = unseen.pop().expect("five cards");
        }
        if !truth.betting.is_showdown() {
            other.deal.cards[1 - seat.index()] = unseen[0];
        }
        other
    }

    fn illegal_moves(&self, truth: &Position) -> Vec<(Seat, Move)> {
        let Some(seat) = truth.turn().first() else { return Vec::new() };
        let round = &truth.betting.rounds()[usize::from(truth.betting.shows_public())];
        let refused = |mv: &Move| match mv {
            Move::Fold => truth.betting.paid(Seat(0)) == truth.betting.paid(Seat(1)),
            Move::Call => false,
            Move::Raise => round.ends_with(&[Move::Raise, Move::Raise]),
        };
        let own = Move::ALL.into_iter().filter(refused).map(|mv| (seat, mv));
        own.chain(Move::ALL.map(|mv| (Seat(1 - seat.0), mv))).collect()
    }

    fn fingerprint(&self, truth: &Position) -> String {
        format!("{truth:?}")
    }
}

fn card(text: &str) -> Card {
    Card::ALL.into_iter().find(|card| card.to_string() == text).expect("a card")
}

fn deal(text: &str) -> Deal {
    let cards: Vec<Card> = text.split(' ').map(card).collect();
    Deal { cards: [cards[0], cards[1]], public: cards[2] }
}

/// The position after moves written by their first letters.
fn after(cards: &str, moves: &str) -> Position {
    let mut position = Leduc.start(&deal(cards)).unwrap();
    for letter in moves.chars() {
        let seat = position.turn().first().unwrap_or_else(|| panic!("{moves} is too long"));
        let mv = Move::ALL.into_iter().find(|mv| mv.to_string().starts_with(letter)).unwrap();
        position.play(seat, mv).unwrap();
    }
    position
}

#[test]
fn conforms() {
    conformance::check(&Leduc, 300, Seed(1));
}

#[test]
fn assumptions_are_even() {
    let deals = Leduc.deals(1_000).unwrap();
    assert_eq!(deals.len(), 6 * 5 * 4);
    let tested = conformance::check_distribution(&Leduc, &deals, 40, 20, 4_000, Seed(2));
    assert!(tested >= 100, "only {tested} decisions were tested");
}

#[test]
fn chips_change_hands_as_they_should() {
    for (cards, moves, first) in [
        ("Ks Js Qs", "cccc", 1.0),
        ("Js Ks Qs", "cccc", -1.0),
        ("Js Ks Jh", "cccc", 1.0),
        ("Ks Kh Js", "rrcrrc", 0.0),
        ("Ks Qh Qs", "rrcrrc", -13.0),
        ("Ks Qh Js", "crrccrrc", 13.0),
        ("Ks Js Qs", "rf", 1.0),
        ("Ks Js Qs", "crf", -1.0),
        ("Ks Js Qs", "rrf", -3.0),
        ("Ks Js Qs", "crrf", 3.0),
        ("Ks Js Qs", "rcrf", 3.0),
        ("Ks Js Qs", "rrccrf", -5.0),
        ("Ks Js Qs", "rrcrrf", -9.0),
    ] {
        let end = after(cards, moves);
        assert_eq!(end.turn(), Turn::Over, "{cards} {moves}");
        assert_eq!(end.scores().unwrap()[..], [first, -first], "{cards} {moves}");
    }
}

#[test]
fn moves_that_are_not_allowed_are_refused_with_a_reason() {
    let refused = |moves, mv| {
        let mut position = after("Ks Js Qs", moves);
        let seat = position.turn().first().unwrap();
        position.play(seat, mv).unwrap_err().reason
    };
    assert_eq!(refused("", Move::Fold), "there is nothing to call");
    assert_eq!(refused("rc", Move::Fold), "there is nothing to call");
    assert_eq!(refused("rr", Move::Raise), "the round has had its two raises");
    assert_eq!(refused("ccrr", Move::Raise), "the round has had its two raises");
    let mut position = after("Ks Js Qs", "r");
    assert_eq!(
        position.play(Seat(0), Move::Call).unwrap_err().reason,
        "it is not this seat's turn"
    );
    assert!(Leduc.start(&deal("Ks Ks Qs")).is_err());
    assert!(Leduc.start(&deal("Ks Qs Ks")).is_err());
}

#[test]
fn views_are_written_as_cards_and_moves_and_read_with_care() {
    let view = after("Ks Js Qs", "rcc").view(Seat(1));
    let text = serde_json::to_string(&view).unwrap();
    let expected =
        r#"{"seat":1,"card":"Js","public":"Qs","other":null,"betting":["raise","call","call"]}"#;
    assert_eq!(text, expected);
    for (from, to) in [("\"Js\"", "\"Jx\""), ("\"raise\"", "\"fold\"")] {
        assert!(serde_json::from_str::<View>(&text.replace(from, to)).is_err(), "{to}");
    }
}

#[test]
fn the_showdown_shows_both_cards() {
    let ascii = fuda_core::Style { ascii: true, ..Default::default() };
    assert_eq!(
        after("Ks Jh Qs", "crcc").view(Seat(0)).draw(ascii),
        "your card Ks   public card Qs   other card ?\nchips paid: you 3, other 3\n\
         round 1: you call, other raise, you call\nround 2: you call"
    );
    let end = after("Ks Jh Qs", "cccc");
    assert!(end.view(Seat(0)).draw(ascii).contains("other card Jh"));
    let colour = fuda_core::Style { colour: true, ..Default::default() };
    assert!(end.view(Seat(0)).draw(colour).contains("other card \x1b[31mJ♥\x1b[0m"));
    assert_eq!(end.news(&after("Ks Jh Qs", "c"), Lang::English), ["the public card is Qs"]);
    assert!(after("Ks Jh Qs", "crf").view(Seat(0)).draw(ascii).contains("other card ?"));
}

#[test]
fn columns_mean_what_is_seen() {
    let features = &Leduc.move_features()[0];
    let words = |cards, moves, seat, mv| {
        let mut rows = FeatureRows::default();
        features.encode(&after(cards, moves).view(Seat(seat)), &[mv], &mut rows);
        let columns = rows.row(0).iter().map(|(column, _)| *column as usize);
        columns.map(|column| features.meaning(column)).collect::<Vec<_>>()
    };
    assert_eq!(
        words("Ks Jh Qs", "c", 1, Move::Raise),
        ["raise with Jack, no public card, nothing to call", "raise in round 1, after a check"]
    );
    assert_eq!(
        words("Ks Jh Js", "crrcrr", 0, Move::Fold),
        [
            "fold with King, public Jack, something to call",
            "fold in round 2, after a bet and a raise",
            "fold in round 2, own raise last in round 1"
        ]
    );
    assert_eq!(
        words("Ks Jh Js", "rccr", 0, Move::Call)[2],
        "call in round 2, own raise last in round 1"
    );
    assert_eq!(
        words("Ks Jh Js", "rcc", 1, Move::Call)[2],
        "call in round 2, other's raise last in round 1"
    );
}

/// Views that differ in ranks, seat or moves are observed as different bytes.
#[test]
fn observations_tell_all_288_information_sets_apart() {
    let observation = &Leduc.observations()[0];
    let (mut seen, mut open) = (std::collections::BTreeSet::new(), Vec::new());
    open.extend(Leduc.deals(1_000).unwrap().iter().map(|deal| Leduc.start(deal).unwrap()));
    while let Some(position) = open.pop() {
        let Some(seat) = position.turn().first() else { continue };
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        let mut bytes = vec![0; observation.len()];
        observation.observe(&position.view(seat), &legal, &mut bytes);
        seen.insert(bytes);
        open.extend(legal.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(seat, mv);
            next
        }));
    }
    assert_eq!(seen.len(), 288);
}
