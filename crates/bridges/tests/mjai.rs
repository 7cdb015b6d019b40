//! Our players at a table that speaks mjai: whole games, every answer legal.

use fuda_bridges::mjai::{MjaiBot, serve};
use fuda_core::{Budget, Game, Position, Purpose, RandomPlayer, Seat, Seed};
use fuda_mahjong::players::Greedy;
use fuda_mahjong::records::mjai::{Answer, MjaiEvent, read_answer, write_event};
use fuda_mahjong::{Mahjong, MahjongPosition, Move, SeatEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

fn bot(game: Mahjong, seat: u8, wild: bool) -> MjaiBot {
    let player: Box<dyn fuda_core::Player<Mahjong>> = match wild {
        true => Box::new(RandomPlayer),
        false => Box::new(Greedy),
    };
    MjaiBot::new(game, player, Budget::default(), Some(Seat(seat)), Seed(seat.into()))
}

fn answer(bot: &mut MjaiBot, said: &Value) -> Value {
    bot.answer(said.to_string().as_bytes()).unwrap_or_else(|e| panic!("{e}: {said}"))
}

/// Sends a bot what its seat has heard; gives the answer to the last.
fn tell(bot: &mut MjaiBot, seat: Seat, heard: &mut Vec<SeatEvent>, lists: bool) -> Value {
    let mut said = Vec::new();
    for event in heard.drain(..) {
        write_event(&event, seat, true, &mut said);
    }
    let said: Vec<Value> = said.iter().map(MjaiEvent::to_value).collect();
    match lists {
        true => answer(bot, &Value::Array(said)),
        false => said.iter().map(|value| answer(bot, value)).last().unwrap_or(Value::Null),
    }
}

/// Plays a game of four bots; gives how many riichi and calls there were.
fn play(number: u64, lists: bool) -> (u32, u32) {
    let game = Mahjong::default();
    let deal = game.deal(&mut Seed(number).stream(Purpose::Deal, &[]));
    let mut position: MahjongPosition = game.start(&deal).unwrap();
    let mut bots: Vec<MjaiBot> = (0..4).map(|seat| bot(game, seat, seat == 3)).collect();
    let mut heard: [Vec<SeatEvent>; 4] = Default::default();
    for (bot, seat) in bots.iter_mut().zip(Seat::all(4)) {
        answer(bot, &json!([{"type": "start_game", "id": 0}]));
        position.first_events(seat, &mut heard[seat.index()]);
    }
    let (mut legal, mut riichi, mut calls) = (Vec::new(), 0, 0);
    while let Some(seat) = position.turn().first() {
        position.legal_moves(seat, &mut legal);
        let (bot, view) = (&mut bots[seat.index()], position.view(seat));
        let said = tell(bot, seat, &mut heard[seat.index()], lists);
        let mv = match read_answer(&said, &view, &legal, false).unwrap() {
            Answer::Move(mv) => mv,
            Answer::Riichi => {
                riichi += 1;
                let declared = json!({"type": "reach", "actor": seat.0});
                let discard = answer(bot, &declared);
                match read_answer(&discard, &view, &legal, true).unwrap() {
                    Answer::Move(mv) => mv,
                    Answer::Riichi => panic!("riichi twice"),
                }
            }
        };
        calls += u32::from(matches!(mv, Move::Chi(_) | Move::Pon(_) | Move::OpenKan(_)));
        let before = position.clone();
        position.play(seat, mv).unwrap();
        for ear in Seat::all(4) {
            position.events(&before, seat, mv, ear, &mut heard[ear.index()]);
        }
    }
    (riichi, calls)
}

#[test]
fn whole_games_are_played_line_by_line_and_in_lists() {
    let (mut riichi, mut calls) = (0, 0);
    for number in 0..4 {
        let played = play(number, false);
        assert_eq!(played, play(number, true), "the dialects lead to different games");
        (riichi, calls) = (riichi + played.0, calls + played.1);
    }
    assert!(riichi > 0 && calls > 10, "{riichi} riichi, {calls} calls");
}

#[test]
fn a_server_is_greeted_and_every_line_is_answered() {
    let mut bot = bot(Mahjong::default(), 0, false).at_server("me", "room");
    let said =
        "{\"type\":\"hello\",\"protocol\":\"mjsonp\"}\n\n{\"type\":\"start_game\",\"id\":0}\n";
    let mut out = Vec::new();
    serve(&mut bot, &mut said.as_bytes(), &mut out).unwrap().unwrap();
    let out = String::from_utf8(out).unwrap();
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let joined = json!({"type": "join", "name": "me", "room": "room"});
    assert_eq!(lines, [joined, json!({"type": "none"})]);
}

/// PyPI's simulator says neither `hora` nor `ryukyoku`.
#[test]
fn a_game_may_end_without_a_word_on_its_last_hand() {
    let game = Mahjong::default();
    let position = game.start(&game.deal(&mut Seed(1).stream(Purpose::Deal, &[]))).unwrap();
    let (mut bot, mut heard) = (bot(game, 2, false), Vec::new());
    answer(&mut bot, &json!({"type": "start_game", "id": 0}));
    position.first_events(Seat(2), &mut heard);
    tell(&mut bot, Seat(2), &mut heard, false);
    for last in [json!({"type": "end_kyoku"}), json!({"type": "end_game"})] {
        assert_eq!(answer(&mut bot, &last), json!({"type": "none"}));
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    for (said, told) in [
        ("half a {", "expected a JSON object or a list of them, got `half a {`"),
        ("[1]", "expected an object, got `1`"),
        ("{\"type\":\"error\",\"message\":\"no seat\"}", "the table says: no seat"),
        ("{\"type\":\"tsumo\",\"actor\":7}", "as `actor`"),
        ("{\"type\":\"tsumo\",\"actor\":1,\"pai\":\"?\"}", "event 1: expected a deal first"),
    ] {
        let mut bot = bot(Mahjong::default(), 0, false);
        answer(&mut bot, &json!({"type": "start_game", "id": 0}));
        let error = bot.answer(said.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_answered_or_refused(line in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = bot(Mahjong::default(), 0, false).answer(&line);
    }
}
