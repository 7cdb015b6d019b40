//! Made-up wins of every sort, scored here and by the crate `riichienv-core`.

use fuda_mahjong::meld::From;
use fuda_mahjong::score::{Riichi, ScoringRules, Win, score};
use fuda_mahjong::{Counts, Kind, Meld, MeldKind, Tile, Wind};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use riichienv_core::hand_evaluator::HandEvaluator;
use riichienv_core::types as peer;

/// A made-up win.
struct Made {
    concealed: Counts,
    melds: Vec<Meld>,
    tile: Kind,
    tsumo: bool,
    seat: Wind,
    round: Wind,
    riichi: bool,
    dora: Kind,
}

/// Sets and a pair at random, often of few kinds; some sets are melds.
fn make(rng: &mut Xoshiro256PlusPlus) -> Option<Made> {
    let kinds: Vec<Kind> = match rng.random_range(0..6) {
        0 => Kind::all().collect(),
        1 => Kind::all().filter(|kind| kind.is_outside()).collect(),
        2 => Kind::all().filter(|kind| kind.index() < 9 || kind.is_honour()).collect(),
        3 => Kind::all().filter(|kind| kind.index() < 9).collect(),
        4 => Kind::all().filter(|kind| kind.is_honour()).collect(),
        _ => Kind::all().filter(|kind| matches!(kind.number(), 1..=3 | 7..=9)).collect(),
    };
    let any = |rng: &mut Xoshiro256PlusPlus| kinds[rng.random_range(0..kinds.len())];
    let pair = any(rng);
    let mut concealed = Counts::EMPTY.with(pair).with(pair);
    let mut all = concealed;
    let mut melds = Vec::new();
    let (open, run) = (rng.random_range(0.0..0.6), rng.random_range(0.0..1.0));
    for _ in 0..4 {
        let kind = any(rng);
        let step = i8::from(kind.starts_run() && rng.random_bool(run));
        let tiles = [0, 1, 2].map(|place| kind.neighbour(place * step).unwrap_or(kind));
        tiles.iter().for_each(|&tile| all.add(tile));
        if !rng.random_bool(open) {
            tiles.iter().for_each(|&tile| concealed.add(tile));
            continue;
        }
        let copies = tiles.map(|tile| tile.tile(1));
        melds.push(if step == 1 {
            Meld::chi(copies[0], [copies[1], copies[2]]).expect("chi")
        } else {
            let kan = rng.random_range(0..4);
            if kan > 1 {
                all.add(kind);
            }
            match kan {
                0 | 1 => {
                    Meld::pon(kind.tile(1), [kind.tile(2), kind.tile(3)], From::Next).expect("pon")
                }
                2 => Meld::open_kan(kind.tile(1), From::Next).expect("kan"),
                _ => Meld::concealed_kan(kind),
            }
        });
    }
    if !all.at_least(5).is_empty() {
        return None;
    }
    let held: Vec<Kind> = concealed.kinds().into_iter().collect();
    let closed = !melds.iter().any(Meld::is_open);
    Some(Made {
        concealed,
        melds,
        tile: held[rng.random_range(0..held.len())],
        tsumo: rng.random(),
        seat: Wind::from_index(rng.random_range(0..4)),
        round: Wind::from_index(rng.random_range(0..2)),
        riichi: closed && rng.random(),
        dora: any(rng),
    })
}

fn peer_meld(meld: &Meld) -> peer::Meld {
    let kind = match meld.kind() {
        MeldKind::Chi => peer::MeldType::Chi,
        MeldKind::Pon => peer::MeldType::Pon,
        MeldKind::OpenKan => peer::MeldType::Daiminkan,
        MeldKind::AddedKan => peer::MeldType::Kakan,
        MeldKind::ConcealedKan => peer::MeldType::Ankan,
    };
    let tiles = meld.tiles().iter().map(|tile| tile.id()).collect();
    peer::Meld::new(kind, tiles, meld.is_open(), 1, meld.called().map(Tile::id))
}

#[test]
fn made_up_wins_score_as_the_peer_says() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut compared, mut yakuman) = (0, 0);
    while compared < 20_000 {
        let Some(made) = make(&mut rng) else { continue };
        let mut ids = Vec::new();
        let left = made.concealed.without(made.tile);
        for kind in Kind::all() {
            ids.extend((0..left[kind]).map(|copy| kind.tile((copy + 1) % 4).id()));
        }
        let won = made.tile.tile(1);
        let in_melds = made.melds.iter().flat_map(|meld| meld.tiles().iter().map(|tile| tile.id()));
        let reds = ids.iter().copied().chain(in_melds).chain([won.id()]);
        let reds = reds.filter(|&id| Tile::of(usize::from(id)).is_red()).count() as u8;
        let dora = [made.dora];
        let win = Win {
            tsumo: made.tsumo,
            seat: made.seat,
            round: made.round,
            riichi: if made.riichi { Riichi::Riichi } else { Riichi::None },
            dora: &dora,
            reds,
            ..Win::new(&made.concealed, &made.melds, made.tile)
        };
        let conditions = peer::Conditions {
            tsumo: made.tsumo,
            riichi: made.riichi,
            player_wind: peer::Wind::from(made.seat.index() as u8),
            round_wind: peer::Wind::from(made.round.index() as u8),
            ..peer::Conditions::default()
        };
        let evaluator = HandEvaluator::new(ids, made.melds.iter().map(peer_meld).collect());
        let dora = vec![made.dora.tile(1).id()];
        let theirs = evaluator.calc(won.id(), dora, Vec::new(), Some(conditions));
        let what = format!("{win:?}\n{theirs:?}");
        match score(&win, &ScoringRules { double_yakuman: true, ..ScoringRules::TENHOU }) {
            Err(_) => assert!(!theirs.is_win, "{what}"),
            Ok(ours) => {
                assert!(theirs.is_win, "{what}");
                assert_eq!(u32::from(ours.han), theirs.han, "{ours:?}\n{what}");
                if ours.yakuman == 0 {
                    assert_eq!(u32::from(ours.fu), theirs.fu, "{ours:?}\n{what}");
                }
                yakuman += usize::from(ours.yakuman > 0);
            }
        }
        compared += 1;
    }
    assert!(yakuman > 500, "{yakuman}");
}
