//! What no position of a game may get wrong: every card in one place.

use fuda_core::{Game, Position as _, Seat, View as _};
use fuda_daihinmin::{Cards, Daihinmin};
use fuda_koikoi::KoiKoi;
use fuda_leduc::Leduc;
use fuda_mahjong::{Counts, Kind, Mahjong};
use fuda_othello::Othello;
use fuda_players::Catalogue;

/// A game whose positions can be counted through.
pub trait Countable: Game {
    /// Insists that every card, tile or disc is in one place.
    fn count(position: &Self::Position);

    /// Its players.
    fn players() -> Catalogue<Self>;

    /// Whether a view that was read from elsewhere is one that can be.
    const CHECKS_VIEWS: bool = false;
}

impl Countable for Othello {
    fn count(position: &Self::Position) {
        let board = position.board();
        assert_eq!(board.own & board.opp, 0, "two discs on a square");
        let (black, white) = position.discs();
        assert_eq!(black + white, (board.own | board.opp).count_ones());
    }

    fn players() -> Catalogue<Othello> {
        fuda_players::othello()
    }
}

impl Countable for Daihinmin {
    fn count(position: &Self::Position) {
        let view = position.view(Seat(0));
        let seats = view.hand_sizes().len();
        let mut all = Cards::NONE;
        let mut place = |cards: Cards| {
            assert!(all.and(cards).is_empty(), "a card in two places: {}", all.and(cards));
            all = all.or(cards);
        };
        for seat in Seat::all(seats) {
            place(position.hand(seat));
            place(view.played(seat));
        }
        assert_eq!(all, view.rules().deck(), "cards are missing");
    }

    fn players() -> Catalogue<Daihinmin> {
        fuda_players::daihinmin()
    }
}

impl Countable for KoiKoi {
    fn count(position: &Self::Position) {
        let table = position.table();
        let mut all: Vec<_> = position.stock().collect();
        all.extend(table.field.iter());
        for seat in Seat::all(2) {
            all.extend(position.hand(seat).iter());
            all.extend(table.captured[seat.index()].iter());
        }
        let total = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), total, "a card in two places");
        // The card that is being played or was drawn is in nobody's hand.
        assert!((47..=48).contains(&total), "{total} cards");
    }

    fn players() -> Catalogue<KoiKoi> {
        fuda_players::koikoi()
    }
}

impl Countable for Mahjong {
    fn count(position: &Self::Position) {
        for seat in Seat::all(4) {
            let view = position.view(seat);
            assert_eq!(view.seat(), seat);
            let seen: Counts = view.seen();
            for kind in Kind::all() {
                assert!(seen[kind] <= 4, "{} of {kind} are seen", seen[kind]);
            }
        }
    }

    fn players() -> Catalogue<Mahjong> {
        fuda_players::mahjong()
    }
}

impl Countable for Leduc {
    fn count(position: &Self::Position) {
        let betting = position.betting();
        let paid: u8 = Seat::all(2).map(|seat| betting.paid(seat)).sum();
        assert!((2..=26).contains(&paid), "a pot of {paid}");
    }

    fn players() -> Catalogue<Leduc> {
        fuda_players::leduc()
    }

    const CHECKS_VIEWS: bool = true;
}
