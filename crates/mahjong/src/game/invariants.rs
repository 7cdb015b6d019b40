//! What must hold at every moment of every game.

use super::Mahjong;
use super::deal::{Deal, Wall};
use super::moves::Move;
use super::position::MahjongPosition;
use super::table::Stage;
use crate::hand::shanten::{Keys, shanten};
use crate::players::shanten_after;
use crate::rules::Rules;
use fuda_core::{Game, Position, Purpose, Rng, Seed};
use proptest::prelude::*;

/// Plays on, mostly towards tenpai, so that all sorts of things happen.
fn choose(
    position: &MahjongPosition,
    seat: fuda_core::Seat,
    legal: &[Move],
    rng: &mut Rng,
) -> Move {
    if rng.below(4) == 0 {
        return *rng.pick(legal).unwrap();
    }
    let view = position.view(seat);
    let lowest = legal.iter().map(|&mv| shanten_after(&view, mv)).min().unwrap();
    let best: Vec<Move> =
        legal.iter().copied().filter(|&mv| shanten_after(&view, mv) == lowest).collect();
    *rng.pick(&best).unwrap()
}

fn check(position: &MahjongPosition) {
    let table = &position.table;
    let points: i32 = table.standing.scores.iter().sum();
    assert_eq!(points + 1_000 * i32::from(table.standing.sticks), 100_000);
    if table.stage == Stage::Over {
        return;
    }
    let mut counts = [0u8; 34];
    let mut reds = 0;
    let mut lay = |face: crate::Face| {
        counts[face.kind.index()] += 1;
        reds += u8::from(face.red);
    };
    for seat in 0..4 {
        let (held, open) = (&position.hands[seat], &table.seats[seat]);
        assert_eq!(held.total(), usize::from(open.concealed));
        assert!(position.bound[seat] <= shanten(held.counts()), "the bound is a lower bound");
        held.faces().for_each(&mut lay);
        let melded = open.melds.iter().flat_map(|meld| meld.tiles());
        melded.for_each(|tile| lay(position.face(*tile)));
        let river = open.river.iter().filter(|discarded| discarded.called_by.is_none());
        river.for_each(|discarded| lay(discarded.tile));
        if held.total() % 3 == 1 {
            let keys = Keys::new(held.counts());
            let waits = crate::hand::waits::waits_of(held.counts(), &keys);
            assert_eq!(position.waits[seat], waits - table.used_up(seat, held.counts()));
        }
    }
    let kans = usize::from(table.kans);
    for at in 0..Wall::DEAD + kans + usize::from(table.live) {
        if !Wall::REPLACEMENTS[..kans].contains(&at) {
            lay(position.face(position.wall.tiles()[at]));
        }
    }
    // In a claim on a kan the replacement is not drawn yet; nothing is missing.
    assert_eq!(counts, [4; 34]);
    assert_eq!(reds, if table.rules.red_fives { 3 } else { 0 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn tiles_points_and_caches_stay_right(seed: u64, preset in 0usize..5, options in any::<[bool; 4]>()) {
        let mut rules = Rules::preset(crate::rules::PRESETS[preset].0).unwrap();
        rules.red_fives ^= options[0];
        rules.four_kans ^= options[1];
        rules.waits_on_melded ^= options[2];
        rules.riichi_kan ^= options[3];
        let mut position = Mahjong { rules }.start(&Deal::from_seed(seed)).unwrap();
        let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
        let mut legal = Vec::new();
        check(&position);
        let mut dealt = (position.table.hand_number, position.table.standing);
        while let Some(seat) = position.turn().first() {
            position.legal_moves(seat, &mut legal);
            let mv = choose(&position, seat, &legal, &mut rng);
            position.play(seat, mv).unwrap();
            check(&position);
            let (over, number) = (position.table.stage == Stage::Over, position.table.hand_number);
            if over || number != dealt.0 {
                let result = position.result.as_ref().unwrap();
                assert_eq!((result.hand_number, result.dealt()), dealt);
                dealt = (number, position.table.standing);
            }
        }
    }

    #[test]
    fn any_json_is_a_view_or_refused(text in "\\PC{0,60}") {
        let _ = serde_json::from_str::<super::MahjongView>(&text);
        let _ = serde_json::from_str::<Deal>(&text);
    }
}
