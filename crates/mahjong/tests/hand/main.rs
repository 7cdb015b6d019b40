//! Tests of hand knowledge: notation, shanten, acceptance, waits,
//! decompositions, yaku, fu and payments, and questions in JSON.

mod acceptance;
mod ask;
mod common;
mod decompose;
mod fu;
mod notation;
mod peer;
mod real_data;
mod real_wins;
mod shanten;
mod yaku;
mod yakuman;

use fuda_mahjong::meld::From;
use fuda_mahjong::score::{NoWin, Score, ScoringRules, Win, score};
use fuda_mahjong::{Counts, Kind, Meld, Tile};
use proptest::prelude::*;

/// The counts of a hand in human notation.
fn counts(text: &str) -> Counts {
    let faces = fuda_mahjong::notation::parse(text).expect("notation");
    faces.iter().map(|face| face.kind).collect()
}

/// The kind of one tile in human notation.
fn kind(text: &str) -> Kind {
    counts(text).kinds().into_iter().next().expect("one tile")
}

fn chi(text: &str) -> Meld {
    let kinds: Vec<Kind> = counts(text).kinds().into_iter().collect();
    Meld::chi(kinds[0].tile(1), [kinds[1].tile(1), kinds[2].tile(1)]).expect("chi")
}

fn pon(text: &str) -> Meld {
    let kind = kind(text);
    Meld::pon(kind.tile(0), [kind.tile(1), kind.tile(2)], From::Across).expect("pon")
}

fn kan(text: &str) -> Meld {
    Meld::open_kan(kind(text).tile(0), From::Across).expect("kan")
}

fn ankan(text: &str) -> Meld {
    Meld::concealed_kan(kind(text))
}

/// The value of a hand under Tenhou's rules: concealed tiles, the winning tile
/// among them, and the winning tile. `change` sets the rest.
fn value(
    hand: &str,
    tile: &str,
    melds: &[Meld],
    change: impl FnOnce(&mut Win<'_>),
) -> Result<Score, NoWin> {
    value_under(&ScoringRules::TENHOU, hand, tile, melds, change)
}

fn value_under(
    rules: &ScoringRules,
    hand: &str,
    tile: &str,
    melds: &[Meld],
    change: impl FnOnce(&mut Win<'_>),
) -> Result<Score, NoWin> {
    let concealed = counts(hand);
    let mut win = Win::new(&concealed, melds, kind(tile));
    change(&mut win);
    score(&win, rules)
}

/// The yaku of a score as text: `riichi 1, dora 2`.
fn listed(score: &Score) -> String {
    let each: Vec<String> = score.yaku.iter().map(|(yaku, han)| format!("{yaku} {han}")).collect();
    each.join(", ")
}

/// A hand of so many tiles dealt at random, often from few suits so that it
/// comes close to complete.
fn hands(size: usize) -> impl Strategy<Value = Counts> {
    let kinds = prop_oneof![0..34usize, 0..9usize, 9..18usize, 27..34usize];
    (prop::collection::vec((0..136usize, kinds), 120), 0..3u8).prop_map(move |(picks, narrow)| {
        let mut hand = Counts::EMPTY;
        let wide = picks.iter().map(|&(tile, _)| Tile::of(tile).kind());
        let few = picks.iter().map(|&(_, kind)| Kind::of(kind));
        let one = picks.iter().map(|&(tile, _)| Kind::of(tile % 9));
        let mut left = size;
        let order: Vec<Kind> = match narrow {
            0 => wide.collect(),
            1 => few.chain(picks.iter().map(|&(tile, _)| Tile::of(tile).kind())).collect(),
            _ => one.chain(picks.iter().map(|&(tile, _)| Tile::of(tile).kind())).collect(),
        };
        for kind in order.into_iter().chain(Kind::all()) {
            if left > 0 && hand[kind] < 4 {
                hand.add(kind);
                left -= 1;
            }
        }
        hand
    })
}
