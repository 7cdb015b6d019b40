//! Our rules beside those of the `magpie` crate, move by move.
//!
//! `FUDA_DIFFERENTIAL_GAMES` sets the number of games.

use fuda_core::{Game, Position as _, Purpose, Seed};
use fuda_othello::Othello;
use magpie::othello::{Board, Stone};

#[test]
fn random_games_are_the_same_for_both() {
    let games = std::env::var("FUDA_DIFFERENTIAL_GAMES").ok().and_then(|n| n.parse().ok());
    let games = games.unwrap_or(300);
    let mut decisions = 0u64;
    for number in 0..games {
        let mut rng = Seed(12).stream(Purpose::Playout, &[number]);
        let mut ours = Othello::STANDARD.start(&Default::default()).unwrap();
        let mut theirs = Board::standard();
        let mut side = Stone::Black;
        // The peer numbers squares from h8 up: both boards are mirrored.
        while let Some(seat) = ours.turn().first() {
            assert_eq!(theirs.moves_for(side).raw().reverse_bits(), ours.moves());
            decisions += 1;
            let mv = ours.random_move(seat, &mut rng, &mut Vec::new()).unwrap();
            if let Some(square) = mv.square() {
                let position = square.bit().reverse_bits().try_into().unwrap();
                theirs.play(side, position);
            }
            ours.play(seat, mv).unwrap();
            side = side.flip();
            let (black, white) = ours.board().colours(ours.to_move());
            assert_eq!(theirs.bits_for(Stone::Black).raw().reverse_bits(), black);
            assert_eq!(theirs.bits_for(Stone::White).raw().reverse_bits(), white);
        }
        assert!(theirs.moves_for(Stone::Black).is_empty());
        assert!(theirs.moves_for(Stone::White).is_empty());
        let discs = |stone| theirs.bits_for(stone).raw().count_ones();
        let (black, white) = (discs(Stone::Black), discs(Stone::White));
        assert_eq!(ours.discs(), (black, white));
        let winner = ours.scores().unwrap();
        assert_eq!(winner[0].partial_cmp(&winner[1]), black.partial_cmp(&white));
    }
    println!("{games} games, {decisions} decisions, no difference");
}
