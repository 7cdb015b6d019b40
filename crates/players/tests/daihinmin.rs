//! The players of daihinmin.

use fuda_core::{Ask, Budget, Game, Player, Position as _, Purpose, Seat, Seed};
use fuda_daihinmin::{Daihinmin, Move, Position};
use fuda_players::daihinmin;

fn ask(player: &mut dyn Player<Daihinmin>, position: &Position, seed: u64) -> Move {
    let seat = position.turn().first().unwrap();
    let mut legal = Vec::new();
    position.legal_moves(seat, &mut legal);
    let rng = &mut Seed(seed).stream(Purpose::Player, &[]);
    let view = position.view(seat);
    let choice = player.choose(Ask { view: &view, legal: &legal, budget: Budget::default(), rng });
    let mv = choice.unwrap().mv;
    assert!(legal.contains(&mv));
    mv
}

#[test]
fn shipped_players_play_whole_games_and_repeat_themselves() {
    let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
    let players = daihinmin();
    for name in ["nn", "ap", "mc+nn:playouts=40", "mc+ap:playouts=40", "mc++:playouts=40"] {
        let recipe = players.recipe(&game, name).unwrap();
        let play = || {
            let mut player = (recipe.make)();
            let deal = game.deal(&mut Seed(9).stream(Purpose::Deal, &[]));
            let mut position = game.start(&deal).unwrap();
            let mut number = 0;
            while let Some(seat) = position.turn().first() {
                let mv = ask(player.as_mut(), &position, number);
                position.play(seat, mv).unwrap();
                number += 1;
            }
            position
        };
        let first = play();
        assert_eq!(first.history(), play().history(), "{name}");
    }
}

/// The points of a player at seat 0 against four greedy players.
fn against_greedy(name: &str, games: u64) -> f64 {
    let game = Daihinmin::with_rules("uecda,classes=random").unwrap();
    let players = daihinmin();
    let make = |name: &str| (players.recipe(&game, name).unwrap().make)();
    let (mut player, mut greedy) = (make(name), make("greedy"));
    let mut total = 0.0;
    for number in 0..games {
        let deal = game.deal(&mut Seed(3).stream(Purpose::Deal, &[number]));
        let mut position = game.start(&deal).unwrap();
        while let Some(seat) = position.turn().first() {
            let asked = if seat == Seat(0) { &mut player } else { &mut greedy };
            let mv = ask(asked.as_mut(), &position, number);
            position.play(seat, mv).unwrap();
        }
        total += position.scores().unwrap()[0];
    }
    total
}

#[test]
fn monte_carlo_beats_greedy_players() {
    for name in ["mc:playouts=200", "mc:playouts=200,dealing=even"] {
        let points = against_greedy(name, 60);
        assert!(points > 10.0, "{name}: only {points} points in 60 games");
    }
}

#[test]
fn learned_players_need_a_table_of_five() {
    let game = Daihinmin::with_rules("uecda,players=4").unwrap();
    for name in ["nn", "mc+ap", "mc++"] {
        let refused = daihinmin().recipe(&game, name).err().unwrap();
        assert!(refused.to_string().contains("tables of five"), "{refused}");
    }
}

#[test]
fn a_sure_win_is_played() {
    // The leader holds the joker, both red twos and a three; all other twos
    // and the spade three are gone after the first plays, so joker, two and
    // two cannot be answered and the three goes last.
    let game = Daihinmin::default();
    let hands: Vec<fuda_daihinmin::Cards> = [
        "D3H2D2JOS2C2S3C4H4D4S4",
        "C3H3S5H5D5C5S6H6D6C6S7",
        "H7D7C7S8H8D8C8S9H9D9C9",
        "STHTDTCTSJHJDJCJSQHQ",
        "DQCQSKHKDKCKSAHADACA",
    ]
    .map(|text| text.parse().unwrap())
    .to_vec();
    let deal =
        fuda_daihinmin::Deal { hands, first: Seat(0), classes: None, tail: vec![0, 1, 2, 3, 4] };
    let mut position = game.start(&deal).unwrap();
    let mut player = (daihinmin().recipe(&game, "mc++:playouts=10").unwrap().make)();
    // Seat 0 wins without anybody else playing a card.
    while position.turn().first().is_some() && position.finish_order().is_empty() {
        let seat = position.turn().first().unwrap();
        let mv = if seat == Seat(0) { ask(player.as_mut(), &position, 1) } else { Move::PASS };
        let mut legal = Vec::new();
        position.legal_moves(seat, &mut legal);
        assert!(seat == Seat(0) || legal == [Move::PASS], "seat {seat} could answer: {legal:?}");
        position.play(seat, mv).unwrap();
    }
    assert_eq!(position.finish_order()[0], Seat(0));
}
