//! What the inputs may and may not depend on.

use super::targets::{TARGET_LEN, targets};
use super::{Action, Actions, ONE, PLANES, Planes, preference};
use crate::game::{Deal, Mahjong, MahjongPosition, MahjongView, Move, Wall};
use crate::players::Ukeire;
use crate::tile::{Face, KINDS, Kind, Tile};
use fuda_core::{
    Ask, Budget, Game, Observation, Player, Position, Purpose, Record, Rng, Seat, Seed, Turn,
};

/// Plays on to the end, every third move at random, and adds to the record.
fn play_on(mut position: MahjongPosition, record: &mut Record<Mahjong>, rng: &mut Rng) {
    let mut legal = Vec::new();
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let mv = if rng.below(3) == 0 {
            *rng.pick(&legal).unwrap()
        } else {
            let view = position.view(seat);
            let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng };
            Ukeire.choose(ask).unwrap().mv
        };
        position.play(seat, mv).unwrap();
        record.moves.push((seat, mv));
    }
    record.scores = position.scores();
}

fn played(seed: u64) -> Record<Mahjong> {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let deal = Deal::from_seed(seed);
    let mut record = Record::new(&game, deal.clone());
    let mut rng = Seed(seed).stream(Purpose::Playout, &[]);
    play_on(game.start(&deal).unwrap(), &mut record, &mut rng);
    record
}

/// Calls `with` before every move of a record.
fn each(record: &Record<Mahjong>, mut with: impl FnMut(&MahjongPosition, Seat, &[Move], usize)) {
    let mut position = record.position_after(0).unwrap();
    let mut legal = Vec::new();
    for (at, &(seat, mv)) in record.moves.iter().enumerate() {
        position.legal_moves(seat, &mut legal);
        with(&position, seat, &legal, at);
        position.play_unchecked(seat, mv);
    }
}

fn inputs(view: &MahjongView, legal: &[Move]) -> Vec<u8> {
    let mut bytes = vec![9; Planes::LEN];
    Planes.observe(view, legal, &mut bytes);
    bytes
}

/// The rows of a game: every decision between at least two actions of which
/// the record shows what the seat wanted.
pub(in crate::encode) struct Rows {
    pub inputs: Vec<u8>,
    pub targets: Vec<u8>,
}

impl Rows {
    pub(in crate::encode) fn of(record: &Record<Mahjong>, game: u32) -> Rows {
        let (mut rows, mut numbers) = (Vec::new(), Vec::new());
        let mut decisions = record.decisions().unwrap();
        while let Some(decision) = decisions.next().unwrap() {
            let view = decision.view();
            if decision.sure && Actions::of(&view, decision.legal).len() > 1 {
                rows.extend(inputs(&view, decision.legal));
                numbers.push(decision.number);
            }
        }
        Rows { inputs: rows, targets: targets(record, game, &numbers).unwrap() }
    }

    fn len(&self) -> usize {
        self.targets.len() / TARGET_LEN
    }
}

#[test]
fn every_move_has_a_number_and_the_preferred_one_is_played() {
    let mut decisions = 0;
    for seed in 0..4 {
        each(&played(seed), |position, seat, legal, _| {
            let view = position.view(seat);
            decisions += 1;
            for &mv in legal {
                let action = Planes.action(&view, mv);
                let made = Planes.move_of(&view, legal, action).unwrap();
                assert_eq!(Planes.action(&view, made), action);
                assert!(legal.contains(&made) && preference(made) >= preference(mv));
            }
        });
    }
    assert!(decisions > 1_000, "{decisions}");
}

#[test]
fn what_is_done_and_what_follows_does_not_show() {
    let record = played(2);
    let rows = Rows::of(&record, 0);
    let mut rng = Seed(5).stream(Purpose::Playout, &[]);
    let mut turns = Vec::new();
    each(&record, |position, _, legal, at| {
        if matches!(position.turn(), Turn::Seat(_)) && legal.len() > 1 {
            turns.push(at);
        }
    });
    for at in turns.into_iter().step_by(29) {
        let position = record.position_after(at).unwrap();
        let (seat, mv) = record.moves[at];
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        let other = *legal.iter().find(|&&other| other != mv).unwrap();
        let mut changed = Record { moves: record.moves[..at].to_vec(), ..record.clone() };
        let mut after = position.clone();
        after.play(seat, other).unwrap();
        changed.moves.push((seat, other));
        play_on(after, &mut changed, &mut rng);
        // The decisions up to this one and it itself stand where they stood.
        let before = Rows::of(&changed, 0);
        let now = inputs(&position.view(seat), &legal);
        let row = rows.inputs.chunks_exact(Planes::LEN).position(|row| row == now);
        let end = (row.expect("the decision is among the rows") + 1) * Planes::LEN;
        assert_eq!(rows.inputs[..end], before.inputs[..end], "move {at}");
    }
}

#[test]
fn rows_tell_what_was_done_and_what_became_of_it() {
    let record = played(7);
    let rows = Rows::of(&record, 9);
    assert_eq!(rows.inputs.len(), rows.len() * Planes::LEN);
    let mut at = 0;
    let position = record.replay().unwrap();
    let scores = position.standing().scores;
    let mut sure = Vec::new();
    let mut decisions = record.decisions().unwrap();
    while let Some(decision) = decisions.next().unwrap() {
        sure.push(decision.sure);
    }
    each(&record, |position, seat, legal, number| {
        let view = position.view(seat);
        let actions = Actions::of(&view, legal);
        let mv = record.moves[number].1;
        if actions.len() < 2 || !sure[number] {
            return;
        }
        let row = &rows.targets[at * TARGET_LEN..(at + 1) * TARGET_LEN];
        at += 1;
        assert_eq!(row[..4], 9u32.to_le_bytes());
        assert_eq!(usize::from(row[8]), Action::of(&view, mv).index());
        assert!(actions.contains(Action::of(&view, mv)));
        assert_eq!(row[9..9 + Actions::BYTES], actions.to_bits());
        // What comes soon comes later too, and the held tiles are the true ones.
        let kinds = 9 + Actions::BYTES;
        for kind in 0..KINDS {
            assert!(row[kinds + kind] <= row[kinds + KINDS + kind]);
        }
        let held = kinds + 3 * KINDS;
        let next = position.hand(Seat((seat.0 + 1) % 4)).counts();
        assert_eq!(&row[held..held + KINDS], next.as_array());
        let better = scores.iter().filter(|&&s| s > scores[seat.index()]).count();
        assert!(usize::from(row[TARGET_LEN - 1]) >= better);
    });
    assert_eq!(at, rows.len());
    let later = 9 + Actions::BYTES + KINDS;
    let discarded =
        rows.targets.chunks_exact(TARGET_LEN).filter(|row| row[later..][..34].contains(&1));
    assert!(discarded.count() > rows.len() / 2);
}

/// The kind a third of the suits further; honours stay.
fn turned(kind: Kind) -> Kind {
    if kind.is_honour() { kind } else { Kind::of((kind.index() + 9) % 27) }
}

fn turned_move(mv: Move) -> Move {
    let face = |face: Face| Face { kind: turned(face.kind), ..face };
    match mv {
        Move::Discard { tile, drawn } => Move::Discard { tile: face(tile), drawn },
        Move::Riichi { tile, drawn } => Move::Riichi { tile: face(tile), drawn },
        Move::ConcealedKan(kind) => Move::ConcealedKan(turned(kind)),
        Move::AddedKan(kind) => Move::AddedKan(turned(kind)),
        Move::OpenKan(kind) => Move::OpenKan(turned(kind)),
        Move::Chi(own) => Move::Chi(own.map(face)),
        Move::Pon(own) => Move::Pon(own.map(face)),
        other => other,
    }
}

#[test]
fn suits_may_change_places() {
    let game = Mahjong::with_rules("tenhou-east").unwrap();
    let mut rng = Seed(8).stream(Purpose::Deal, &[]);
    let walls: Vec<Wall> = (0..20).map(|_| Wall::shuffled(Seed(rng.bits()))).collect();
    let turn = |wall: &Wall| {
        let tiles: Vec<Tile> =
            wall.tiles().iter().map(|tile| turned(tile.kind()).tile(tile.copy())).collect();
        Wall::new(&tiles).unwrap()
    };
    let others = walls.iter().map(turn).collect();
    let mut plain = game.start(&Deal::from_walls(walls)).unwrap();
    let mut moved = game.start(&Deal::from_walls(others)).unwrap();
    let (mut legal, mut menu) = (Vec::new(), Vec::new());
    for _ in 0..1_000 {
        let Some(seat) = plain.turn().first() else { break };
        plain.legal_moves(seat, &mut legal);
        moved.legal_moves(seat, &mut menu);
        let a = inputs(&plain.view(seat), &legal);
        let b = inputs(&moved.view(seat), &menu);
        assert_eq!(a[PLANES * KINDS..], b[PLANES * KINDS..]);
        for plane in 0..PLANES {
            for kind in Kind::all() {
                let (from, to) =
                    (plane * KINDS + kind.index(), plane * KINDS + turned(kind).index());
                assert_eq!(a[from], b[to], "plane {plane}, {kind}");
            }
        }
        let view = plain.view(seat);
        let ask = Ask { view: &view, legal: &legal, budget: Budget::default(), rng: &mut rng };
        let mv = Ukeire.choose(ask).unwrap().mv;
        plain.play(seat, mv).unwrap();
        moved.play(seat, turned_move(mv)).unwrap();
    }
}

#[test]
fn the_first_hand_looks_like_this() {
    let position = Mahjong::default().start(&Deal::from_seed(4)).unwrap();
    let mut legal = Vec::new();
    position.legal_moves(Seat(0), &mut legal);
    let view = position.view(Seat(0));
    let bytes = inputs(&view, &legal);
    let plane = |number: usize| &bytes[number * KINDS..][..KINDS];
    let scalars = &bytes[PLANES * KINDS..];
    for kind in Kind::all() {
        for least in 1..=4 {
            let there = view.hand.counts()[kind] >= least;
            assert_eq!(plane(usize::from(least) - 1)[kind.index()] == ONE, there);
        }
        assert_eq!(plane(7)[kind.index()] == ONE, view.hand.counts()[kind] > 0);
        let indicator = view.table.indicators[0].kind;
        assert_eq!(plane(15)[kind.index()] == ONE, indicator.dora_after() == kind);
    }
    assert_eq!(plane(5).iter().filter(|&&byte| byte == ONE).count(), 1);
    assert_eq!(plane(22)[Kind::EAST.index()], ONE);
    // The dealer acts on a tile drawn, in East 1, with 25,000 points like all.
    assert_eq!(scalars[0], ONE);
    assert_eq!(scalars[13], ONE);
    assert_eq!(i32::from(scalars[super::GENERAL]), (25_000 + 10_000) / 500);
}

#[test]
fn every_action_has_a_number_of_its_own() {
    let mut all = Actions::default();
    for index in 0..Action::COUNT {
        let mut one = Actions::default();
        let bits: [u8; Actions::BYTES] =
            std::array::from_fn(|byte| if byte == index / 8 { 1 << (index % 8) } else { 0 });
        let action = (0..3)
            .map(|n| [Action::PASS, Action::WIN, Action::NINE_TERMINALS][n])
            .chain(
                super::action::TileAction::ALL
                    .into_iter()
                    .flat_map(|what| Kind::all().map(move |kind| Action::with(what, kind))),
            )
            .find(|action| action.index() == index)
            .unwrap();
        one.insert(action);
        all.insert(action);
        assert_eq!(one.to_bits(), bits);
        assert_eq!(one.iter().collect::<Vec<_>>(), [action]);
    }
    assert_eq!(all.len(), Action::COUNT);
}
