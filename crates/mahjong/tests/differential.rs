//! Plays the same games on our engine and on an independent one and compares
//! the legal moves of every decision, the scores after every hand and how the
//! game goes on. What is known to differ, and who is right, is in
//! `docs/mahjong-differential.md`.
//!
//! `FUDA_DIFFERENTIAL_GAMES` sets the number of hanchan, `FUDA_DIFFERENTIAL_FIRST`
//! the first of them.

use fuda_core::{Game, Position, Purpose, Rng, Seat, Seed, Turn};
use fuda_mahjong::game::{Acting, Stage};
use fuda_mahjong::hand::shanten::shanten;
use fuda_mahjong::{Deal, Face, Mahjong, MahjongPosition, Move, Standing, Tile, Wall};
use riichienv_core::action::{Action, ActionType, Phase};
use riichienv_core::rule::GameRule;
use riichienv_core::state::GameState;
use riichienv_core::state::legal_actions::GameStateLegalActions;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The other engine's tile ids are ours.
fn face(id: u8) -> Face {
    Tile::of(usize::from(id)).face(true)
}

/// The other engine's wall at the start of a hand, laid out as ours.
fn wall(theirs: &GameState) -> Wall {
    let mut tiles = [Tile::of(0); 136];
    let rest = &theirs.wall.tiles;
    assert_eq!(rest.len(), 83);
    for (at, &id) in rest.iter().enumerate() {
        let place = match at {
            0..4 => Wall::REPLACEMENTS[at],
            4..14 => at ^ 1,
            _ => at,
        };
        tiles[place] = Tile::of(usize::from(id));
    }
    let drawn = theirs.drawn_tile.expect("the dealer has drawn");
    tiles[83] = Tile::of(usize::from(drawn));
    let mut hands: Vec<Vec<u8>> = theirs.players.iter().map(|p| p.hand.clone()).collect();
    hands[usize::from(theirs.oya)].retain(|&id| id != drawn);
    let mut next = 135;
    for block in [4, 4, 4, 1] {
        for step in 0..4 {
            for _ in 0..block {
                let id = hands[(usize::from(theirs.oya) + step) % 4].pop().expect("13 tiles");
                tiles[next] = Tile::of(usize::from(id));
                next -= 1;
            }
        }
    }
    Wall::new(&tiles).expect("every tile once")
}

fn standing(theirs: &GameState) -> Standing {
    Standing {
        round: theirs.round_wind * 4 + theirs.oya,
        honba: theirs.honba,
        sticks: theirs.riichi_sticks as u8,
        scores: std::array::from_fn(|seat| theirs.players[seat].score),
    }
}

/// The other engine's moves of a seat, each with an action that stands for it.
fn menu(theirs: &GameState, seat: u8) -> BTreeMap<Move, Action> {
    let mut menu = BTreeMap::new();
    for action in theirs._get_legal_actions_internal(seat) {
        if action.action_type == ActionType::Riichi {
            let mut declared = theirs.clone();
            declared.step(&HashMap::from([(seat, action.clone())]));
            for discard in declared._get_legal_actions_internal(seat) {
                let id = discard.tile.expect("only discards follow riichi");
                let mv = Move::Riichi { tile: face(id), drawn: theirs.drawn_tile == Some(id) };
                menu.insert(mv, discard);
            }
            continue;
        }
        menu.insert(translated(theirs, &action), action);
    }
    menu
}

fn translated(theirs: &GameState, action: &Action) -> Move {
    let tile = action.tile.map(face);
    let own: Vec<Face> = action.consume_tiles.iter().map(|&id| face(id)).collect();
    let pair = || {
        let (mut a, mut b) = (own[0], own[1]);
        if (a.kind, b.red) > (b.kind, a.red) {
            (a, b) = (b, a);
        }
        [a, b]
    };
    match action.action_type {
        ActionType::Discard => {
            Move::Discard { tile: tile.unwrap(), drawn: theirs.drawn_tile == action.tile }
        }
        ActionType::Chi => Move::Chi(pair()),
        ActionType::Pon => Move::Pon(pair()),
        ActionType::Daiminkan => Move::OpenKan(own[0].kind),
        ActionType::Ankan => Move::ConcealedKan(own[0].kind),
        ActionType::Kakan => Move::AddedKan(tile.unwrap().kind),
        ActionType::Ron => Move::Ron,
        ActionType::Tsumo => Move::Tsumo,
        ActionType::Pass => Move::Pass,
        ActionType::KyushuKyuhai => Move::NineTerminals,
        ActionType::Riichi | ActionType::Kita => unreachable!("handled or not of this game"),
    }
}

/// A move that makes hands grow, so that wins, riichi and kans are met often.
fn choose(ours: &MahjongPosition, seat: Seat, legal: &[Move], rng: &mut Rng) -> Move {
    if rng.below(8) == 0 {
        return *rng.pick(legal).unwrap();
    }
    let urge = |mv: &Move| -> i32 {
        match *mv {
            Move::Tsumo | Move::Ron => 60,
            Move::Riichi { .. } => 50,
            Move::ConcealedKan(_) | Move::AddedKan(_) | Move::OpenKan(_) => 45,
            Move::NineTerminals => 10,
            Move::Discard { tile, .. } => {
                let counts = ours.hand(seat).counts().without(tile.kind);
                40 - i32::from(shanten(&counts))
            }
            Move::Pass => 30,
            Move::Pon(_) => 29 + rng_bit(ours, 3),
            Move::Chi(_) => 29 + rng_bit(ours, 5),
        }
    };
    let best = legal.iter().map(urge).max().unwrap();
    let good: Vec<Move> = legal.iter().copied().filter(|mv| urge(mv) == best).collect();
    *rng.pick(&good).unwrap()
}

/// 2 now and then, 0 otherwise, from something that changes all the time.
fn rng_bit(ours: &MahjongPosition, every: u8) -> i32 {
    if ours.table().live.is_multiple_of(every) { 2 } else { 0 }
}

#[derive(Default)]
struct Tally {
    decisions: u64,
    hands: u64,
    wins: u64,
    differences: BTreeMap<String, (u64, String)>,
}

impl Tally {
    fn note(&mut self, kind: String, place: String) {
        self.differences.entry(kind).or_insert((0, place)).0 += 1;
    }
}

/// Plays one hand on both engines; gives ours at the end of it.
fn hand(
    theirs: &mut GameState,
    place: &str,
    tally: &mut Tally,
    rng: &mut Rng,
) -> Option<MahjongPosition> {
    // Two rules on which the peer decided otherwise than our preset.
    let rules = "tenhou+temporary-furiten=until-draw-or-call+waits-on-melded=1";
    let game = Mahjong::with_rules(rules).unwrap();
    let deal = Deal { seed: 1, walls: vec![wall(theirs)], start: Some(standing(theirs)) };
    let mut ours = game.start(&deal).unwrap();
    let mut legal = Vec::new();
    let mut log = Vec::new();
    tally.hands += 1;
    while ours.last_result().is_none() {
        let asked: BTreeSet<u8> = ours.turn().seats().iter().map(|seat| seat.0).collect();
        let asked_there: BTreeSet<u8> = theirs.active_players.iter().copied().collect();
        let claims = matches!(ours.turn(), Turn::Claims(_));
        if asked != asked_there || claims != (theirs.phase == Phase::WaitResponse) {
            let menus: Vec<Vec<Move>> =
                asked_there.iter().map(|&seat| menu(theirs, seat).into_keys().collect()).collect();
            let hands: Vec<String> =
                asked_there.iter().map(|&s| String::from(*ours.hand(Seat(s)))).collect();
            let kind = format!("asked {asked:?}, there {asked_there:?}");
            tally.note(
                kind,
                format!("{place} {menus:?} {hands:?} {:?} {log:?}", ours.table().seats),
            );
            return None;
        }
        let mut actions = HashMap::new();
        let mut moves = Vec::new();
        for &seat in &asked {
            tally.decisions += 1;
            ours.legal_moves(Seat(seat), &mut legal);
            let there = menu(theirs, seat);
            let here: BTreeSet<Move> = legal.iter().copied().collect();
            let both: Vec<Move> =
                legal.iter().copied().filter(|mv| there.contains_key(mv)).collect();
            for mv in here.iter().filter(|mv| !there.contains_key(mv)) {
                tally.note(format!("only here: {}", word(*mv)), situation(&ours, place, seat, *mv));
            }
            for mv in there.keys().filter(|mv| !here.contains(mv)) {
                tally
                    .note(format!("only there: {}", word(*mv)), situation(&ours, place, seat, *mv));
            }
            let mv = choose(&ours, Seat(seat), &both, rng);
            actions.insert(seat, there[&mv].clone());
            moves.push((Seat(seat), mv));
        }
        let before = ours.table().stage;
        for (seat, mv) in moves {
            log.push(format!("{seat}:{mv}"));
            ours.play_unchecked(seat, mv);
            if matches!(mv, Move::Riichi { .. }) {
                let declare = Action::new(ActionType::Riichi, None, vec![], Some(seat.0));
                theirs.step(&HashMap::from([(seat.0, declare)]));
            }
        }
        theirs.step(&actions);
        assert_eq!(theirs.last_error, None, "{place}: {log:?}");
        if ours.last_result().is_none() && matches!(before, Stage::Act { on: Acting::Drawn, .. }) {
            let here: Vec<Face> = ours.table().indicators.to_vec();
            let there: Vec<Face> = theirs.wall.dora_indicators.iter().map(|&id| face(id)).collect();
            assert_eq!(here, there, "{place}: dora indicators after {log:?}");
        }
    }
    Some(ours)
}

fn word(mv: Move) -> String {
    let text = mv.to_string();
    match mv {
        Move::Discard { .. } => "discard".into(),
        _ => text.split('-').next().unwrap_or_default().into(),
    }
}

fn situation(ours: &MahjongPosition, place: &str, seat: u8, mv: Move) -> String {
    format!(
        "{place}: seat {seat} {mv}, holds {} melds {:?}, {:?}, live {}, furiten {}",
        String::from(*ours.hand(Seat(seat))),
        ours.table().seats[usize::from(seat)].melds,
        ours.table().stage,
        ours.table().live,
        ours.is_furiten(Seat(seat)),
    )
}

fn hanchan(number: u64, tally: &mut Tally) {
    let mut rng = Seed(number).stream(Purpose::Sample, &[]);
    let mut theirs = GameState::new(2, true, Some(number), 0, GameRule::default_tenhou());
    for hand_number in 0..100 {
        let place = format!("hanchan {number} hand {hand_number}");
        let Some(ours) = hand(&mut theirs, &place, tally, &mut rng) else { return };
        let result = ours.last_result().unwrap();
        tally.wins += result.wins.len() as u64;
        // The next hand is already dealt, or the game over, in both; sticks
        // left at the end go to the first only in our scores.
        let there: [i32; 4] = std::array::from_fn(|seat| theirs.players[seat].score);
        let over = ours.turn() == Turn::Over;
        let same = if over {
            result.scores == there || ours.standing().scores == there
        } else {
            result.scores == there
        };
        if !same {
            tally.note(
                format!("scores after {:?}", result.ending),
                format!("{place}: {result:?} there {there:?}"),
            );
            return;
        }
        if over != theirs.is_done {
            tally.note(format!("over {over}"), format!("{place}: {:?}", ours.standing()));
            return;
        }
        if over {
            return;
        }
        if theirs.needs_initialize_next_round {
            theirs.step(&HashMap::new());
        }
        if *ours.standing() != standing(&theirs) {
            tally.note(
                "another next hand".into(),
                format!("{place}: {:?} there {:?}", ours.standing(), standing(&theirs)),
            );
            return;
        }
    }
}

#[test]
fn menus_agree_with_an_independent_engine() {
    let games: u64 =
        std::env::var("FUDA_DIFFERENTIAL_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut tally = Tally::default();
    let first: u64 =
        std::env::var("FUDA_DIFFERENTIAL_FIRST").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for number in first..first + games {
        hanchan(number, &mut tally);
    }
    println!(
        "{games} hanchan, {} hands, {} wins, {} decisions",
        tally.hands, tally.wins, tally.decisions
    );
    for (kind, (times, place)) in &tally.differences {
        println!("{times} × {kind}; first at {place}");
    }
    assert!(tally.differences.is_empty());
}
