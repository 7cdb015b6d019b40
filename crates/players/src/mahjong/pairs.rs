//! Matches of two against two, told hand by hand. This is how the papers tell
//! their matches.

use super::hands::{HandTable, HandTally, HandsError, each_deal};
use fuda_core::Seed;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct PairsParams {
    /// The rules, such as `paper-tabu`.
    pub rules: String,
    /// The two kinds of players; each sits opposite to itself.
    pub players: [String; 2],
    /// How many deals; each is played twice, with the sides changed.
    pub deals: u64,
    /// The root of all random numbers.
    pub seed: Seed,
    /// How many threads share the work; never changes a result.
    pub threads: usize,
}

/// What one kind of player came to. Shares are of all hands, for the two
/// players of the kind together.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Side {
    /// The player.
    pub player: String,
    /// The mean place at the end of a game, 1 to 4.
    pub mean_rank: f64,
    /// The place of each of its players in each game.
    #[serde(skip)]
    pub ranks: Vec<f64>,
    /// Points gained by one player in one hand, on the average.
    pub points_a_hand: f64,
    /// Hands that one of the two won.
    pub won: f64,
    /// Hands in which one of the two dealt into a win.
    pub dealt_in: f64,
    /// How many of the two opened their hand, on the average of all hands.
    pub opened: f64,
    /// The share of opened hands that were won.
    pub won_opened: f64,
    /// The share of hands kept closed that were won.
    pub won_closed: f64,
    /// The mean points of a win, counters and sticks not counted.
    pub points_a_win: f64,
}

/// A match of two against two.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairs {
    /// The rules.
    pub rules: String,
    /// Games played.
    pub games: u64,
    /// Hands played.
    pub hands: u64,
    /// Hands that nobody won.
    pub drawn: f64,
    /// The two kinds.
    pub sides: [Side; 2],
}

/// Two against two, facing each other, and the sides changed.
const FACING: [[usize; 4]; 2] = [[0, 1, 0, 1], [1, 0, 1, 0]];

/// What one kind of player came to.
fn side(tally: &HandTally, kind: usize, player: &str) -> Side {
    let (count, ranks) = (tally.sides[kind], &tally.ranks[kind]);
    let share = |part: u64, all: u64| part as f64 / all.max(1) as f64;
    Side {
        player: player.to_owned(),
        mean_rank: ranks.iter().sum::<f64>() / ranks.len().max(1) as f64,
        ranks: ranks.clone(),
        points_a_hand: count.points / count.sat.max(1) as f64,
        won: share(count.won_hands, tally.hands),
        dealt_in: share(count.deal_ins, tally.hands),
        opened: share(count.opened, tally.hands),
        won_opened: share(count.opened_wins, count.opened),
        won_closed: share(count.wins - count.opened_wins, count.sat - count.opened),
        points_a_win: count.win_points / count.wins.max(1) as f64,
    }
}

/// Plays the match. `done` is called after each deal.
pub fn play_pairs(params: &PairsParams, done: &(dyn Fn() + Sync)) -> Result<Pairs, HandsError> {
    let [first, second] = params.players.each_ref().map(String::as_str);
    let table = HandTable::new(&params.rules, [first, second], FACING.to_vec())?;
    let stop = AtomicBool::new(false);
    let play = |deal| {
        let tally = table.play(params.seed, deal, &stop);
        if tally.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        tally
    };
    let mut all = each_deal(params.deals, params.threads, play, done);
    // Those that were stopped come behind the one that failed.
    all.sort_by_key(|tally| matches!(tally, Err(HandsError::Stopped)));
    let mut sum = HandTally::default();
    for tally in all {
        sum.add(tally?);
    }
    let names = table.recipes.each_ref().map(|recipe| recipe.name.as_str());
    Ok(Pairs {
        rules: params.rules.clone(),
        games: sum.games,
        hands: sum.hands,
        drawn: sum.drawn as f64 / sum.hands.max(1) as f64,
        sides: [side(&sum, 0, names[0]), side(&sum, 1, names[1])],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(threads: usize) -> PairsParams {
        PairsParams {
            rules: "paper-tabu".into(),
            players: ["ukeire".into(), "b1".into()],
            deals: 12,
            seed: Seed(3),
            threads,
        }
    }

    #[test]
    fn a_match_adds_up_and_does_not_depend_on_threads() {
        let one = play_pairs(&params(1), &|| {}).unwrap();
        assert_eq!(one, play_pairs(&params(3), &|| {}).unwrap());
        assert_eq!((one.games, one.hands), (24, 96), "four hands a game");
        let [a, b] = &one.sides;
        assert!((a.mean_rank + b.mean_rank - 5.0).abs() < 1e-12);
        // Riichi sticks left on the table are nobody's.
        assert!((a.points_a_hand + b.points_a_hand).abs() < 100.0);
        // One ron only: each hand is won by one side or nobody.
        assert!((a.won + b.won + one.drawn - 1.0).abs() < 1e-12);
        assert!(a.won > b.won && b.opened == 0.0 && a.opened > 0.1, "{one:?}");
        assert!(a.dealt_in + b.dealt_in <= a.won + b.won);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = PairsParams { rules: "none".into(), ..params(1) };
        assert!(matches!(play_pairs(&wrong, &|| {}), Err(HandsError::Rules(_))));
        let wrong = PairsParams { players: ["ukeire".into(), "b3".into()], ..params(1) };
        assert!(matches!(play_pairs(&wrong, &|| {}), Err(HandsError::Player(_))));
    }
}
