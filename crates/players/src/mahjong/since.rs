//! The moves between two views of one seat, so that a search can go on in the
//! tree it has.

use fuda_core::Seat;
use fuda_mahjong::game::Discarded;
use fuda_mahjong::meld::MeldKind;
use fuda_mahjong::{Face, Mahjong, MahjongView, Meld, Move};
use fuda_search::Made;

/// The discards and calls made since an earlier view of the same seat, in
/// order. `None` when another hand has begun, or when somebody declared a kan:
/// those are rare, and what follows is drawn from elsewhere.
pub(super) fn moves_since(before: &MahjongView, now: &MahjongView) -> Option<Made<Mahjong>> {
    let (old, new) = (&before.table, &now.table);
    if old.hand_number != new.hand_number || old.kans != new.kans {
        return None;
    }
    let mut discards: Vec<(Seat, Discarded)> = Vec::new();
    for (seat, open) in Seat::all(4).zip(&new.seats) {
        // The last discard of the earlier view may have been called since.
        let fresh = |d: &&Discarded| d.order + 1 >= old.discards;
        discards.extend(open.river.iter().filter(fresh).map(|d| (seat, *d)));
    }
    discards.sort_by_key(|(_, discarded)| discarded.order);
    let mut melds = [0, 1, 2, 3].map(|seat: usize| {
        let known = old.seats[seat].melds.len();
        new.seats[seat].melds.iter().skip(known).copied()
    });
    let called_before =
        |seat: Seat| old.seats[seat.index()].river.last().is_some_and(|d| d.called_by.is_some());
    let mut made = Vec::new();
    for (seat, discarded) in discards {
        let Discarded { tile, drawn, .. } = discarded;
        let known = discarded.order < old.discards;
        match (known, discarded.riichi) {
            (true, _) => {}
            (false, true) => made.push((seat, Move::Riichi { tile, drawn })),
            (false, false) => made.push((seat, Move::Discard { tile, drawn })),
        }
        if let Some(caller) = discarded.called_by
            && !(known && called_before(seat))
        {
            let caller = Seat(caller);
            let meld = melds.get_mut(caller.index())?.next()?;
            made.push((caller, call(&meld, new.rules.red_fives)?));
        }
    }
    Some(made)
}

/// The call that made a meld; `None` for kans.
fn call(meld: &Meld, red_fives: bool) -> Option<Move> {
    let called = meld.called_place();
    let own = meld.tiles().iter().enumerate().filter(|(place, _)| *place != called);
    let faces: Vec<Face> = own.map(|(_, tile)| tile.face(red_fives)).collect();
    let &[a, b] = faces.as_slice() else { return None };
    match meld.kind() {
        MeldKind::Chi => Some(Move::Chi([a, b])),
        // The red one comes first.
        MeldKind::Pon => Some(Move::Pon(if b.red { [b, a] } else { [a, b] })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_core::{Ask, Budget, Game, Player, Position, Purpose, Seed};
    use fuda_mahjong::game::Deal;
    use fuda_mahjong::players::{Greedy, Ukeire};

    /// What views show is what was played, passes left out.
    #[test]
    fn views_tell_what_was_played() {
        let game = Mahjong::default();
        let (mut told, mut calls) = (0, 0);
        for number in 0..6 {
            let mut position = game.start(&Deal::from_seed(number)).unwrap();
            let mut rng = Seed(number).stream(Purpose::Player, &[]);
            let mut legal = Vec::new();
            let mut answers = [Move::Pass; 4];
            let mut views: [Option<(MahjongView, Made<Mahjong>)>; 4] = Default::default();
            while let Some(seat) = position.turn().first() {
                let view = position.view(seat);
                if let Some((before, played)) = views[seat.index()].take() {
                    let found = moves_since(&before, &view);
                    let same_hand = before.table.hand_number == view.table.hand_number;
                    let kan = before.table.kans != view.table.kans;
                    assert_eq!(found.is_some(), same_hand && !kan);
                    if let Some(found) = found {
                        assert_eq!(found, played);
                        told += 1;
                        calls += played.iter().filter(|(_, mv)| mv.is_claim()).count();
                    }
                }
                views[seat.index()] = Some((view, Vec::new()));
                position.legal_moves(seat, &mut legal);
                let budget = Budget::default();
                let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
                let choice = if number % 2 == 0 { Ukeire.choose(ask) } else { Greedy.choose(ask) };
                let mv = choice.unwrap().mv;
                let melds = |p: &fuda_mahjong::MahjongPosition, s: Seat| {
                    p.table().seats[s.index()].melds.len()
                };
                let before = position.clone();
                position.play(seat, mv).unwrap();
                answers[seat.index()] = mv;
                // A claim counts when the last answer is in and it is the one taken.
                let called = Seat::all(4).find(|&s| melds(&position, s) > melds(&before, s));
                let made = match called {
                    Some(caller) => Some((caller, answers[caller.index()])),
                    None => mv.discarded().map(|_| (seat, mv)),
                };
                if let Some(made) = made {
                    views.iter_mut().flatten().for_each(|(_, played)| played.push(made));
                }
            }
        }
        assert!(told > 1_000 && calls > 50, "{told} {calls}");
    }
}
