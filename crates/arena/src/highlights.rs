//! The games of a match that are worth a look: the widest wins of every
//! player, and those lost by rule.

use crate::keeper::{DEAL_TAG, FAULT_TAG, GAME_TAG, RecordKeeper};
use fuda_core::Game;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Of each player's wins in each meeting so many are chosen, the widest.
const WIDEST: usize = 3;
/// The most games lost by rule that are chosen of each meeting.
const MOST_FAULTS: usize = 10;

/// A game worth a look.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeptGame {
    /// The file of its record where it has one of its own, in the folder of
    /// the games.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Which deal, from 0.
    pub deal: u64,
    /// Which game of the deal, from 0.
    pub game: u64,
    /// Who sat in each seat.
    pub players: Vec<String>,
    /// Whose points were more on average than those of the next player, and
    /// by how much.
    pub won: Option<(String, f64)>,
    /// Who lost it by rule, and how.
    pub fault: Option<String>,
}

/// What is read of a record.
#[derive(Deserialize)]
struct Line {
    players: Vec<String>,
    scores: Option<Vec<f64>>,
    tags: BTreeMap<String, String>,
}

/// A chosen game, and its record as a line.
type Chosen = (KeptGame, String);

/// What is chosen among the games of one meeting.
#[derive(Clone, Debug, Default)]
struct Meeting {
    /// The widest wins of each player.
    won: BTreeMap<String, Vec<Chosen>>,
    faults: Vec<Chosen>,
}

/// Chooses among games as they are played; it never holds more than a few.
#[derive(Clone, Debug, Default)]
pub struct Highlights {
    /// By the names of those who sat at the table.
    meetings: BTreeMap<Vec<String>, Meeting>,
}

impl Highlights {
    /// What [`Highlights::lines`] wrote.
    pub fn read(lines: &str) -> Result<Highlights, serde_json::Error> {
        let mut all = Highlights::default();
        lines.lines().try_for_each(|line| all.look_at(line.to_owned())).map(|()| all)
    }

    /// Considers the games of a block.
    pub fn add<G: Game>(&mut self, kept: &RecordKeeper<G>) -> Result<(), serde_json::Error> {
        for record in &kept.records {
            let line = Line {
                players: record.players.clone(),
                scores: record.scores.as_ref().map(|scores| scores.to_vec()),
                tags: record.tags.clone(),
            };
            self.consider(line, || serde_json::to_string(record))?;
        }
        Ok(())
    }

    /// Considers a record that is a line of a file.
    pub fn look_at(&mut self, line: String) -> Result<(), serde_json::Error> {
        let read: Line = serde_json::from_str(&line)?;
        self.consider(read, || Ok(line))
    }

    fn consider(
        &mut self,
        read: Line,
        line: impl FnOnce() -> Result<String, serde_json::Error>,
    ) -> Result<(), serde_json::Error> {
        let number = |tag: &str| read.tags.get(tag).and_then(|n| n.parse().ok()).unwrap_or(0);
        let mut kept = KeptGame {
            file: String::new(),
            deal: number(DEAL_TAG),
            game: number(GAME_TAG),
            won: None,
            fault: read.tags.get(FAULT_TAG).cloned(),
            players: read.players,
        };
        let names: BTreeSet<&String> = kept.players.iter().collect();
        let meeting = self.meetings.entry(names.into_iter().cloned().collect()).or_default();
        let (list, most) = match (&kept.fault, read.scores) {
            (Some(_), _) => (&mut meeting.faults, MOST_FAULTS),
            (None, Some(scores)) => match won(&kept.players, &scores) {
                Some((name, margin)) => {
                    kept.won = Some((name.clone(), margin));
                    (meeting.won.entry(name).or_default(), WIDEST)
                }
                None => return Ok(()),
            },
            (None, None) => return Ok(()),
        };
        let same = |other: &KeptGame| (other.deal, other.game) == (kept.deal, kept.game);
        list.retain(|(other, _)| !same(other));
        let at = list.partition_point(|(other, _)| before(other, &kept).is_lt());
        if at < most {
            list.insert(at, (kept, line()?));
            list.truncate(most);
        }
        Ok(())
    }

    /// The chosen games with their records: those lost by rule first, then
    /// the widest wins.
    pub fn games(&self) -> Vec<(KeptGame, &str)> {
        let chosen = self
            .meetings
            .values()
            .flat_map(|meeting| meeting.faults.iter().chain(meeting.won.values().flatten()));
        let mut all: Vec<_> = chosen.map(|(kept, line)| (kept.clone(), line.as_str())).collect();
        all.sort_by(|(a, _), (b, _)| before(a, b));
        all
    }

    /// The records of the chosen games in their order, one per line.
    pub fn lines(&self) -> String {
        self.games().iter().map(|(_, line)| format!("{line}\n")).collect()
    }
}

/// Games lost by rule come first, wider wins before closer ones.
fn before(a: &KeptGame, b: &KeptGame) -> std::cmp::Ordering {
    let width = |game: &KeptGame| game.won.as_ref().map_or(0.0, |(_, width)| *width);
    let by_fault = b.fault.is_some().cmp(&a.fault.is_some());
    let by_width = width(b).total_cmp(&width(a));
    by_fault.then(by_width).then((a.deal, a.game).cmp(&(b.deal, b.game)))
}

/// Who had more points on average than the next player, and by how much;
/// nobody where two are level.
fn won(players: &[String], scores: &[f64]) -> Option<(String, f64)> {
    let mut sums: BTreeMap<&String, (f64, f64)> = BTreeMap::new();
    for (player, score) in players.iter().zip(scores) {
        let sum = sums.entry(player).or_default();
        *sum = (sum.0 + 1.0, sum.1 + score);
    }
    let mut means: Vec<(&String, f64)> =
        sums.into_iter().map(|(player, (n, sum))| (player, sum / n)).collect();
    means.sort_by(|a, b| b.1.total_cmp(&a.1));
    match means[..] {
        [(name, first), (_, second), ..] if first > second => Some((name.clone(), first - second)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(deal: u64, scores: Option<[f64; 2]>, fault: Option<&str>) -> String {
        let mut tags = BTreeMap::from([("deal", deal.to_string()), ("game", "0".into())]);
        tags.extend(fault.map(|fault| (FAULT_TAG, fault.to_owned())));
        serde_json::json!({ "players": ["a", "b"], "scores": scores, "tags": tags }).to_string()
    }

    #[test]
    fn faults_come_first_then_the_widest_wins_of_each() {
        let mut all = Highlights::default();
        for deal in 0..20 {
            let margin = deal as f64 - 9.5;
            all.look_at(line(deal, Some([margin, -margin]), None)).unwrap();
        }
        all.look_at(line(30, Some([1.0, 1.0]), None)).unwrap();
        all.look_at(line(40, None, Some("a: no move"))).unwrap();
        let deals: Vec<u64> = all.games().iter().map(|(game, _)| game.deal).collect();
        assert_eq!(deals, [40, 0, 19, 1, 18, 2, 17]);
        // The same games once more change nothing, and they survive being written.
        all.look_at(line(0, Some([-9.5, 9.5]), None)).unwrap();
        let read = Highlights::read(&all.lines()).unwrap();
        assert_eq!(read.games(), all.games());
        assert_eq!(read.lines().lines().count(), 7);
        assert!(Highlights::read("{").is_err());
    }

    #[test]
    fn many_players_are_compared_with_the_next() {
        let names = ["a", "b", "c"].map(String::from);
        assert_eq!(won(&names, &[5.0, 2.0, -7.0]), Some(("a".into(), 3.0)));
        assert_eq!(won(&names, &[2.0, 2.0, -4.0]), None);
        assert_eq!(won(&["a".to_owned(), "a".to_owned()], &[1.0, 0.0]), None);
    }
}
