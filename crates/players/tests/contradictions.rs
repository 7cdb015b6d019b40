//! A contest server that contradicts itself: whatever its tables say, our
//! players stay at the table or leave it with an error, and never panic.

use fuda_core::{Game, Rng, Seed};
use fuda_core::{Position as _, Purpose};
use fuda_daihinmin::wire::{JoinOptions, Table, Version, join};
use fuda_daihinmin::{Cards, Daihinmin};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

/// Some cards of the deck.
fn cards(rng: &mut Rng, count: u32) -> Cards {
    let mut deck: Vec<_> = Cards::ALL.iter().collect();
    rng.shuffle(&mut deck);
    deck.into_iter().take(count as usize).collect()
}

/// A table that may come from a game: cards, flags, sizes, classes, seats.
/// One time in three a part of it is nonsense.
fn table(rng: &mut Rng, deal: bool) -> Table {
    let mut table = Table::default();
    let size = 8 + rng.below(6);
    table.put_hand(cards(rng, size));
    table.0[6] = [11, 11, 11, 10, 10, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4];
    if rng.below(3) > 0 {
        table.0[6][..5].fill(size as i32);
    }
    rng.shuffle(&mut table.0[6][5..10]);
    rng.shuffle(&mut table.0[6][10..15]);
    if rng.below(4) == 0 {
        table.0[6][5..10].fill(0);
    }
    table.0[5][0] = i32::from(deal);
    table.0[5][1] = if deal { rng.below(3) as i32 } else { 0 };
    table.0[5][2] = i32::from(!deal && rng.below(2) == 0);
    table.0[5][3] = if deal { 6 } else { rng.below(5) as i32 };
    for flag in 4..8 {
        table.0[5][flag] = rng.below(2) as i32;
    }
    match rng.below(24) {
        0 => table.put_hand(Cards::ALL.plain()),
        1 => table.put_hand(Cards::NONE),
        2 => table.0[5][1] = rng.below(20) as i32,
        3 => table.0[6][rng.below(5) as usize] = rng.below(60) as i32,
        4 => table.0[6][rng.below(15) as usize] = rng.below(6) as i32,
        5 => table.0[rng.below(8) as usize][rng.below(15) as usize] = rng.below(4) as i32,
        6 => table.0[6][..5].fill(0),
        7 => table.0[5][2] = rng.below(3) as i32,
        _ => {}
    }
    table
}

/// A real game's first tables with single numbers changed, so that the lies
/// are small ones.
fn almost_true(rng: &mut Rng) -> Vec<Table> {
    let game = Daihinmin::default();
    let mut deal = game.deal(rng);
    if rng.below(3) > 0 {
        let mut classes = vec![0, 1, 2, 3, 4];
        rng.shuffle(&mut classes);
        deal.classes = Some(classes);
    }
    let Ok(position) = game.start(&deal) else { return Vec::new() };
    let seat = fuda_core::Seat(rng.below(5) as u8);
    let view = position.view(seat);
    let mut first = Table::default();
    first.put_hand(view.hand());
    for seat in 0..5u8 {
        first.0[6][usize::from(seat)] = if seat < 3 { 11 } else { 10 };
        let class = view.class(fuda_core::Seat(seat)).unwrap_or(0);
        first.0[6][5 + usize::from(seat)] = class.into();
        first.0[6][10 + usize::from(seat)] = seat.into();
    }
    first.0[5][0] = 1;
    first.0[5][3] = 6;
    first.0[5][1] = rng.below(3) as i32;
    let mut turn = first.clone();
    turn.0[5][..5].copy_from_slice(&[0, 0, 1, seat.0.into(), 1]);
    vec![first, turn]
}

/// Talks to one client: its number, then tables, whatever it answers.
fn talk(mut stream: TcpStream, rng: &mut Rng) {
    let _ = stream.set_nodelay(true);
    let mut bytes = Vec::new();
    bytes.extend(Version::V20070.encode_number(rng.below(5) as i32));
    for _ in 0..1 + rng.below(4) {
        let mut first = match rng.below(2) {
            0 => almost_true(rng),
            _ => Vec::new(),
        };
        first.resize_with(2.max(first.len()), Table::default);
        if first[0] == Table::default() {
            first = vec![table(rng, true), table(rng, false)];
        }
        bytes.extend(first[0].encode(Version::V20070));
        let turns = 1 + rng.below(12);
        for turn in 0..turns {
            let own = if turn == 0 { first[1].clone() } else { table(rng, false) };
            let asked = own.0[5][2] == 1;
            bytes.extend(own.encode(Version::V20070));
            if asked {
                bytes.extend(Version::V20070.encode_number(8 + rng.below(2) as i32));
            }
            let mut played = table(rng, false);
            let count = rng.below(4);
            played.put_hand(cards(rng, count));
            bytes.extend(played.encode(Version::V20070));
            let more = if turn + 1 == turns { 1 } else { 0 };
            bytes.extend(Version::V20070.encode_number(more));
        }
    }
    let _ = stream.write_all(&bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut rest = [0; 4096];
    while matches!(stream.read(&mut rest), Ok(n) if n > 0) {}
}

#[test]
fn no_dialogue_makes_a_player_panic() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let game = Daihinmin::default();
    let catalogue = fuda_players::daihinmin();
    let players = ["mc:playouts=8", "mc++:playouts=8,hands=4", "default", "greedy", "nn"];
    let mut asked = 0;
    for number in 0..400u64 {
        let recipe = catalogue.recipe(&game, players[number as usize % players.len()]).unwrap();
        let options = JoinOptions {
            port,
            patience: Some(std::time::Duration::from_secs(20)),
            ..Default::default()
        };
        let client = std::thread::spawn(move || {
            let mut games = 0;
            let _ = join(&options, (recipe.make)().as_mut(), &mut |_| games += 1);
            games
        });
        let (stream, _) = listener.accept().unwrap();
        talk(stream, &mut Seed(15).stream(Purpose::Sample, &[number]));
        asked += client.join().unwrap_or_else(|_| panic!("dialogue {number} makes a player panic"));
    }
    assert!(asked > 500, "most dialogues end at their first table: {asked}");
}
