//! The player of the most acceptance.

use super::shanten_after;
use crate::game::{Mahjong, MahjongView, Move};
use crate::hand::acceptance::{best_discards, live};
use crate::kinds::KindSet;
use crate::meld::Meld;
use crate::tile::{Face, Kind};
use fuda_core::{Alternative, Ask, Choice, Player, PlayerError};
use std::cmp::Reverse;

/// Lowest shanten, then most live tiles that lower it further.
///
/// * Wins are taken, riichi is declared whenever it can be.
/// * Between equal discards honours go first, then terminals, then what lies
///   nearest to them; red fives last.
/// * A call is made only when it lowers the shanten and the hand will have a
///   yaku: a triplet of value honours, or nothing but simples.
/// * A concealed kan is declared when it leaves the shanten as it is; other
///   kans never. A hand four or more from tenpai is broken off for nine
///   terminals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ukeire;

impl Player<Mahjong> for Ukeire {
    fn choose(&mut self, ask: Ask<'_, Mahjong>) -> Result<Choice<Move>, PlayerError> {
        let view = ask.view;
        if let Some(win) = ask.legal.iter().find(|mv| matches!(mv, Move::Tsumo | Move::Ron)) {
            return Ok(Choice::from(*win));
        }
        if ask.legal.contains(&Move::Pass) {
            return Ok(Choice::from(answer(view, ask.legal)));
        }
        let discards = discards(view, ask.legal);
        let Some(best) = discards.first().map(|discard| discard.mv) else {
            return match ask.legal.first() {
                Some(mv) => Ok(Choice::from(*mv)),
                None => Err(PlayerError("there is no legal move".into())),
            };
        };
        if ask.legal.contains(&Move::NineTerminals) && shanten_after(view, best) >= 4 {
            return Ok(Choice::from(Move::NineTerminals));
        }
        let kan = ask.legal.iter().copied().find(|&mv| {
            matches!(mv, Move::ConcealedKan(_))
                && shanten_after(view, mv) <= shanten_after(view, best)
        });
        if let Some(kan) = kan {
            return Ok(Choice::from(kan));
        }
        Ok(Choice { mv: best, effort: discards.len() as u64, alternatives: discards })
    }
}

/// The legal discards with their live acceptance, best first.
fn discards(view: &MahjongView, legal: &[Move]) -> Vec<Alternative<Move>> {
    let seen = view.seen();
    let best = best_discards(view.hand.counts());
    // After a call the best discards may be forbidden: then shanten alone decides.
    let accepted = |mv: Move| -> u32 {
        let kind = mv.discarded().map(|tile| tile.kind);
        best.iter().find(|d| Some(d.kind) == kind).map_or(0, |d| live(d.after.kinds, &seen))
    };
    let mut moves: Vec<(Move, u32)> =
        legal.iter().filter(|mv| mv.discarded().is_some()).map(|&mv| (mv, accepted(mv))).collect();
    moves.sort_by_key(|&(mv, tiles)| {
        let keep = mv.discarded().map_or(0, worth_keeping);
        let riichi = matches!(mv, Move::Riichi { .. });
        (shanten_after(view, mv), Reverse(tiles), Reverse(riichi), keep)
    });
    moves.into_iter().map(|(mv, tiles)| Alternative::new(mv, f64::from(tiles), 1)).collect()
}

/// How late a tile goes among equals.
fn worth_keeping(tile: Face) -> u8 {
    let place = if tile.kind.is_honour() { 0 } else { 5 - tile.kind.number().abs_diff(5) };
    2 * place + u8::from(tile.red)
}

/// Passes, or calls what brings a hand that will have a yaku closer.
fn answer(view: &MahjongView, legal: &[Move]) -> Move {
    let now = shanten_after(view, Move::Pass);
    legal
        .iter()
        .copied()
        .filter(|mv| matches!(mv, Move::Chi(_) | Move::Pon(_)))
        .filter(|&mv| shanten_after(view, mv) < now && will_have_yaku(view, mv))
        .min_by_key(|&mv| shanten_after(view, mv))
        .unwrap_or(Move::Pass)
}

/// Whether the hand after this call has a triplet of value honours, or can be
/// all simples with the discard that follows.
fn will_have_yaku(view: &MahjongView, call: Move) -> bool {
    let (mut held, mut called) = (view.hand, KindSet::EMPTY);
    let (Move::Chi(own) | Move::Pon(own)) = call else { return false };
    for face in own {
        held.remove(face);
        called.insert(face.kind);
    }
    if let crate::game::Stage::Claims { tile, .. } = view.table.stage {
        called.insert(tile.kind);
    }
    let melds = &view.table.seats[view.seat.index()].melds;
    let triplets = melds.iter().filter(|meld| !meld.is_run()).map(Meld::base);
    let melded: KindSet =
        triplets.chain(matches!(call, Move::Pon(_)).then_some(own[0].kind)).collect();
    let values = value_kinds(view);
    if !((melded | held.counts().at_least(3)) & values).is_empty() {
        return true;
    }
    let all = melds.iter().fold(called, |kinds, meld| kinds | meld.kinds());
    let outside: u8 = (held.counts().kinds() & KindSet::OUTSIDE)
        .into_iter()
        .map(|kind| held.counts()[kind])
        .sum();
    view.table.rules.open_tanyao && (all & KindSet::OUTSIDE).is_empty() && outside <= 1
}

/// The honours a triplet of which is a yaku for the seat.
fn value_kinds(view: &MahjongView) -> KindSet {
    let standing = &view.table.standing;
    [
        Kind::HAKU,
        Kind::HATSU,
        Kind::CHUN,
        standing.round_wind().kind(),
        standing.seat_wind(view.seat.index()).kind(),
    ]
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Deal;
    use crate::players::Greedy;
    use fuda_core::{Budget, Game, Position, Purpose, Seat, Seed};

    /// Two against two, opposite seats alike: points of the first kind.
    fn match_up(games: u64) -> f64 {
        let game = Mahjong::default();
        let (mut points, mut legal) = (0.0, Vec::new());
        for number in 0..games {
            let mut position = game.start(&Deal::from_seed(number / 2)).unwrap();
            let mut rng = Seed(number).stream(Purpose::Player, &[]);
            let ours = |seat: Seat| (u64::from(seat.0) + number) % 2 == 0;
            while let Some(seat) = position.turn().first() {
                position.legal_moves(seat, &mut legal);
                let view = position.view(seat);
                let budget = Budget::default();
                let ask = Ask { view: &view, legal: &legal, budget, rng: &mut rng };
                let choice =
                    if ours(seat) { Ukeire.choose(ask) } else { Greedy.choose(ask) }.unwrap();
                position.play(seat, choice.mv).unwrap();
            }
            let scores = position.scores().unwrap();
            points += Seat::all(4).filter(|&s| ours(s)).map(|s| scores[s.index()]).sum::<f64>();
        }
        points / games as f64
    }

    #[test]
    fn ukeire_beats_greedy() {
        let mean = match_up(20);
        assert!(mean > 10.0, "{mean} points per game");
    }
}
