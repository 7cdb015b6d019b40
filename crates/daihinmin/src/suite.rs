//! The workbench's promises, and the rules against brute force.

use crate::card::{Card, Cards};
use crate::state::{Stage, State};
use crate::{Daihinmin, Deal, Joker, Move, Position};
use fuda_core::conformance::{Conformance, check, check_distribution};
use fuda_core::{Game, Position as _, Purpose, Rng, Seat, Seed};

impl Conformance for Daihinmin {
    fn scramble_hidden(&self, truth: &Position, seat: Seat, rng: &mut Rng) -> Position {
        let n = self.seats();
        for _ in 0..2_000 {
            let mut other = truth.clone();
            let state = other.state_mut();
            let me = seat.index();
            let mut cards: Vec<Card> =
                (0..n).filter(|&s| s != me).flat_map(|s| state.hands[s].iter()).collect();
            rng.shuffle(&mut cards);
            let mut cards = cards.into_iter();
            for s in (0..n).filter(|&s| s != me) {
                let size = state.hands[s].len();
                state.hands[s] = cards.by_ref().take(size).collect();
            }
            rng.shuffle(&mut state.tail[..n]);
            if agrees(truth.state(), state, me) {
                return other;
            }
        }
        truth.clone()
    }

    fn illegal_moves(&self, truth: &Position) -> Vec<(Seat, Move)> {
        let mut legal = Vec::new();
        let turn = truth.turn().first().unwrap();
        truth.legal_moves(turn, &mut legal);
        let mut tried = vec![Move::PASS];
        let jokers = (0..4).flat_map(|s| [0, 1, 6, 13, 14].map(|c| Joker::As(s, c)));
        let jokers: Vec<Joker> = jokers.chain([Joker::None, Joker::Itself]).collect();
        let own: Vec<Card> = truth.hand(turn).iter().chain([Card::SPADE_THREE]).collect();
        for (i, a) in Cards::ALL.iter().enumerate() {
            tried.push(Move::give(a.bit()));
            tried.push(Move::play(a.bit(), Joker::None));
            tried.extend(jokers.iter().map(|j| Move::play(a.bit(), *j)).skip(i % 7).step_by(7));
            let b = own[i % own.len()];
            let two = a.bit().or(b.bit());
            tried.push(Move::give(two));
            tried.push(Move::play(two, Joker::None));
            tried.push(Move::play(two, jokers[i % jokers.len()]));
        }
        tried.retain(|mv| !legal.contains(mv));
        tried.into_iter().map(|mv| (turn, mv)).chain([(Seat(7), Move::PASS)]).collect()
    }

    fn fingerprint(&self, truth: &Position) -> String {
        let s = truth.state();
        let shown = (s.table, s.locked, s.revolution, s.passed, s.out, s.last, s.streak);
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            s.hands,
            s.played,
            s.given,
            s.received,
            &s.tail[..s.players()],
            s.stage,
            s.turn,
            shown
        )
    }
}

/// Whether `me` could not tell the scrambled state from the truth.
fn agrees(truth: &State, other: &State, me: usize) -> bool {
    let lowest = truth.rules.leading_card();
    if let Some(leader) = truth.leader
        && truth.hands[usize::from(leader)].contains(lowest)
        && usize::from(leader) != me
        && !other.hands[usize::from(leader)].contains(lowest)
    {
        return false;
    }
    let mine = truth.classes.map_or(u8::MAX, |classes| classes[me]);
    for class in 0..truth.rules.players {
        let Some((rich, poor)) = truth.pair(class).filter(|_| mine != u8::MAX) else { continue };
        if rich == me {
            let gave = truth.given[me].and(truth.hands[poor]);
            let weakest = truth.received[me].iter().map(Card::gift_order).min().unwrap();
            let kept = other.hands[poor].without(truth.given[me]);
            if !other.hands[poor].includes(gave)
                || kept.iter().any(|card| card.gift_order() > weakest)
            {
                return false;
            }
        } else if poor == me {
            let stays = truth.given[me].without(truth.received[me]).and(truth.hands[rich]);
            if !other.hands[rich].includes(stays) {
                return false;
            }
        }
    }
    true
}

fn game(rules: &str) -> Daihinmin {
    Daihinmin::with_rules(rules).unwrap()
}

#[test]
fn conforms() {
    check(&game("uecda"), 3, Seed(1));
    check(&game("uecda,classes=random"), 3, Seed(2));
    check(&game("table,classes=random"), 2, Seed(3));
    let off = "uecda,joker=no,lock=no,eight=no,sequences=no,revolution=no,points=contest";
    check(&game(off), 2, Seed(4));
    check(&game("uecda,players=3,ranks=6-9,classes=random"), 10, Seed(5));
    check(&game("uecda,players=2,ranks=3-5,told=yes,classes=random"), 10, Seed(6));
    check(&game("uecda,players=4,spade3=no,exchange=no"), 2, Seed(7));
}

/// Every way to deal these cards into hands of these sizes.
fn hands(cards: Cards, sizes: &[usize]) -> Vec<Vec<Cards>> {
    let Some((&size, rest)) = sizes.split_first() else { return vec![Vec::new()] };
    let list: Vec<Card> = cards.iter().collect();
    let mut all = Vec::new();
    for mask in 0u32..1 << list.len() {
        if mask.count_ones() as usize == size {
            let picked = (0..list.len()).filter(|i| mask >> i & 1 == 1).map(|i| list[i]);
            let hand: Cards = picked.collect();
            for mut others in hands(cards.without(hand), rest) {
                others.insert(0, hand);
                all.push(others);
            }
        }
    }
    all
}

fn orders(n: u8) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(n - 1);
    let insert = |order: &Vec<u8>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, n - 1);
        longer
    };
    shorter.iter().flat_map(|o| (0..usize::from(n)).map(move |at| insert(o, at))).collect()
}

fn all_deals(game: &Daihinmin, classes: &[Option<Vec<u8>>]) -> Vec<Deal> {
    let dealt = hands(game.options().deck(), &game.hand_sizes());
    let tails = orders(game.options().players);
    let mut deals = Vec::new();
    for hands in &dealt {
        for tail in &tails {
            for classes in classes {
                let (hands, tail, classes) = (hands.clone(), tail.clone(), classes.clone());
                deals.push(Deal { hands, first: Seat(0), classes, tail });
            }
        }
    }
    deals
}

#[test]
fn assumptions_are_even() {
    let game = game("uecda,players=3,ranks=3-4,lead-pass=no");
    let deals = all_deals(&game, &[None]);
    assert_eq!(deals.len(), 1680 * 6);
    let tested = check_distribution(&game, &deals, 12, 700, 4_000, Seed(11));
    assert!(tested >= 40, "only {tested} decisions were tested");
}

/// With two players both know every free gift; what the rich one does not
/// know is which of its cards were forced on it.
#[test]
fn untold_gifts_are_assumed_evenly() {
    let game = game("uecda,players=2,ranks=3-4,lead-pass=no");
    let deals = all_deals(&game, &[Some(vec![0, 1]), Some(vec![1, 0])]);
    let tested = check_distribution(&game, &deals, 40, 700, 3_000, Seed(12));
    assert!(tested >= 60, "only {tested} decisions were tested");
}

/// Everything hidden but the order of drawn ranks, which is drawn apart.
fn hidden(position: &Position) -> String {
    let state = position.state();
    format!("{:?} {:?} {:?}", state.hands, state.given, state.received)
}

/// Compares assumptions with the deals that give the same view after the
/// same moves, and says how many there are.
fn compare_with_deals(game: &Daihinmin, deals: &[Deal], truth: &Position, rng: &mut Rng) -> usize {
    let seat = truth.turn().first().unwrap();
    let view = truth.view(seat);
    let mut possible = std::collections::BTreeMap::new();
    for deal in deals {
        if let Some(position) = game.replay_public(deal, truth.history())
            && position.view(seat) == view
        {
            *possible.entry(hidden(&position)).or_insert(0.0) += 1.0;
        }
    }
    let mut seen = std::collections::BTreeMap::new();
    let samples = 100.0 * possible.len() as f64;
    for _ in 0..samples as usize {
        let print = hidden(&fuda_core::View::assume(&view, rng));
        assert!(possible.contains_key(&print), "{print} cannot be");
        *seen.entry(print).or_insert(0.0) += 1.0;
    }
    let total: f64 = possible.values().sum();
    let cell = |(print, weight): (&String, &f64)| {
        let expected = samples * weight / total;
        (seen.get(print).unwrap_or(&0.0) - expected).powi(2) / expected
    };
    let chi: f64 = possible.iter().map(cell).sum();
    let freedom = possible.len() as f64 - 1.0;
    let most = freedom + 7.0 * (2.0 * freedom).sqrt();
    assert!(chi <= most, "chi-square {chi} with {freedom} degrees of freedom");
    possible.len()
}

/// Deals with these classes and one order of drawn ranks.
fn deals_with(game: &Daihinmin, classes: Vec<u8>) -> Vec<Deal> {
    let mut deals = all_deals(game, &[Some(classes)]);
    let tail = deals[0].tail.clone();
    deals.retain(|deal| deal.tail == tail);
    deals
}

/// Before the first gift every position follows from the deal alone, so that
/// all seats' assumptions can be compared with all deals.
#[test]
fn assumptions_before_the_gifts_are_even() {
    for rules in ["uecda,players=4,ranks=3-4", "uecda,players=4,ranks=3-4,told=yes"] {
        let game = game(rules);
        let deals = deals_with(&game, vec![2, 0, 3, 1]);
        let mut rng = Seed(13).stream(Purpose::Sample, &[]);
        for _ in 0..4 {
            let truth = game.start(rng.pick(&deals).unwrap()).unwrap();
            assert!(compare_with_deals(&game, &deals, &truth, &mut rng) > 1);
        }
    }
}

/// Giver and receiver both know the free gift, so that after it too their
/// assumptions can be compared with all deals.
#[test]
fn assumptions_of_the_rich_and_the_poor_are_even() {
    for rules in ["uecda,players=3,ranks=3-4", "uecda,players=3,ranks=3-4,told=yes"] {
        let game = game(rules);
        let deals = deals_with(&game, vec![1, 2, 0]);
        let mut tested = 0;
        for number in 0..12 {
            let mut rng = Seed(14).stream(Purpose::Sample, &[number]);
            let mut position = game.start(rng.pick(&deals).unwrap()).unwrap();
            let mut scratch = Vec::new();
            while let Some(seat) = position.turn().first() {
                if position.class(seat) != Some(1) {
                    let possible = compare_with_deals(&game, &deals, &position, &mut rng);
                    tested += usize::from(possible > 1);
                }
                let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
                position.play(seat, mv).unwrap();
            }
        }
        assert!(tested > 20, "only {tested} decisions were tested");
    }
}

/// All subsets of a hand with every use of the joker, checked one by one.
#[test]
fn listed_moves_are_exactly_the_legal_ones() {
    let game = game("uecda,classes=random");
    for number in 0..60 {
        let mut rng = Seed(21).stream(Purpose::Sample, &[number]);
        let mut position = game.start(&game.deal(&mut rng)).unwrap();
        let mut moves = Vec::new();
        while let Some(seat) = position.turn().first() {
            let hand = position.hand(seat);
            if position.state().stage == Stage::Play && hand.len() <= 9 {
                position.legal_moves(seat, &mut moves);
                moves.sort();
                assert_eq!(moves, brute_force(position.state(), hand));
            }
            let mv = position.random_move(seat, &mut rng, &mut moves).unwrap();
            position.play(seat, mv).unwrap();
        }
    }
}

fn brute_force(state: &State, hand: Cards) -> Vec<Move> {
    let list: Vec<Card> = hand.plain().iter().collect();
    let mut found = Vec::new();
    for mask in 0u32..1 << list.len() {
        let cards: Cards =
            (0..list.len()).filter(|i| mask >> i & 1 == 1).map(|i| list[i]).collect();
        let cells = (0..4).flat_map(|s| (0..=14).map(move |c| Joker::As(s, c)));
        for joker in cells.chain([Joker::None, Joker::Itself]) {
            if mask != 0 || joker != Joker::None {
                found.push(Move::play(cards, joker));
            }
        }
    }
    found.push(Move::PASS);
    found.retain(|mv| state.refusal(*mv).is_none());
    found.sort();
    found
}

/// Drawing without listing is as even as listing.
#[test]
fn random_moves_are_even() {
    let game = game("uecda");
    let mut scratch = Vec::new();
    for number in 0..40 {
        let mut rng = Seed(31).stream(Purpose::Sample, &[number]);
        let mut position = game.start(&game.deal(&mut rng)).unwrap();
        for _ in 0..rng.below(40) {
            if let Some(seat) = position.turn().first() {
                let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
                position.play(seat, mv).unwrap();
            }
        }
        let Some(seat) = position.turn().first() else { continue };
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        let each = 500;
        let mut counts = vec![0f64; legal.len()];
        for _ in 0..each * legal.len() {
            let mv = position.random_move(seat, &mut rng, &mut scratch).unwrap();
            counts[legal.iter().position(|l| *l == mv).unwrap()] += 1.0;
        }
        let expected = f64::from(each as u32);
        let chi: f64 = counts.iter().map(|c| (c - expected).powi(2) / expected).sum();
        let freedom = legal.len() as f64;
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
    }
}

#[test]
fn classes_follow_the_player() {
    let game = game("uecda");
    let mut rng = Seed(5).stream(Purpose::Deal, &[]);
    let mut first = game.start(&game.deal(&mut rng)).unwrap();
    let mut scratch = Vec::new();
    while let Some(seat) = first.turn().first() {
        let mv = first.random_move(seat, &mut rng, &mut scratch).unwrap();
        first.play(seat, mv).unwrap();
    }
    let winner = first.finish_order()[0];
    let deal = game.deal(&mut rng);
    let seated: Vec<Seat> = Seat::all(5).collect();
    let after = |previous: &Position, came_from: &[Seat]| {
        game.start(&game.deal_after(previous, came_from, deal.clone())?)
    };
    let same = after(&first, &seated).unwrap();
    assert_eq!(same.class(winner), Some(0));
    assert_eq!(same.turn().first(), Some(winner));
    assert_eq!(same.hand(winner).len(), 13);
    let came_from = [Seat(4), Seat(3), Seat(2), Seat(1), Seat(0)];
    let moved = after(&first, &came_from).unwrap();
    assert_eq!(moved.class(Seat(4 - winner.0)), Some(0));
    assert!(after(&game.start(&deal).unwrap(), &seated).is_err());
    assert!(after(&first, &[Seat(0); 2]).is_err());
}

#[test]
fn wrong_deals_are_refused() {
    let game = game("uecda");
    let good = game.deal(&mut Seed(1).stream(Purpose::Deal, &[]));
    let wrong: [fn(&mut Deal); 6] = [
        |d| d.hands.truncate(4),
        |d| d.hands[1] = d.hands[0],
        |d| d.hands.swap(0, 4),
        |d| d.tail = vec![0, 1, 2, 3, 3],
        |d| d.classes = Some(vec![0, 1, 2]),
        |d| d.first = Seat(9),
    ];
    assert!(game.start(&good).is_ok());
    for change in wrong {
        let mut deal = good.clone();
        change(&mut deal);
        assert!(game.start(&deal).is_err(), "{deal:?}");
    }
}

#[test]
fn twenty_passes_draw_the_ranks_of_the_deal() {
    let game = game("uecda");
    let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[]));
    let mut position = game.start(&deal).unwrap();
    for _ in 0..20 {
        let seat = position.turn().first().unwrap();
        position.play(seat, Move::PASS).unwrap();
    }
    let order: Vec<u8> = position.finish_order().iter().map(|s| s.0).collect();
    assert_eq!(order, deal.tail);
}
