//! What a series at a table comes to.

use fuda_stats::{Estimate, Moments};
use serde::Serialize;
use std::fmt;

/// A game that a client lost by rule.
#[derive(Serialize)]
pub struct LostByRule {
    /// Which game, counted from 0.
    pub game: u32,
    /// Who lost it.
    pub name: String,
    /// What was wrong.
    pub reason: String,
}

impl fmt::Display for LostByRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {} lost by rule: {}", self.game, self.name, self.reason)
    }
}

/// What one name at the table has come to; seats of one name are one player.
#[derive(Serialize)]
struct Row {
    name: String,
    client: bool,
    seats: usize,
    /// Points per game with their interval over games.
    points: Estimate,
    /// The mean place, 1 to 4.
    place: Estimate,
    /// How often it came first, second, third and last.
    places: [u32; 4],
    lost_by_rule: usize,
}

/// A series.
pub struct Report {
    /// The name of each chair, and whether it is a client's.
    chairs: Vec<(String, bool)>,
    /// Points and places of the chairs, game by game.
    results: Vec<[(f64, usize); 4]>,
    /// Games that were played.
    pub games: u32,
    asked: u32,
    /// Games that were lost by rule.
    pub lost_by_rule: Vec<LostByRule>,
    /// Why the series ended early, if it did.
    pub ended: Option<String>,
    /// Connections that got no seat.
    pub turned_away: u32,
}

impl Report {
    /// Before the first game.
    pub fn new(chairs: impl Iterator<Item = (String, bool)>, asked: u32) -> Report {
        Report {
            chairs: chairs.collect(),
            results: Vec::new(),
            games: 0,
            asked,
            lost_by_rule: Vec::new(),
            ended: None,
            turned_away: 0,
        }
    }

    /// Takes in a game: the chair and the points of each seat.
    pub fn add(&mut self, order: &[usize; 4], scores: &[f64]) {
        let mut game = [(0.0, 0); 4];
        for (chair, score) in order.iter().zip(scores) {
            let place = scores.iter().filter(|other| *other > score).count();
            game[*chair] = (*score, place);
        }
        self.games += 1;
        self.results.push(game);
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for (name, client) in &self.chairs {
            if rows.iter().any(|row| row.name == *name) {
                continue;
            }
            let chairs: Vec<usize> = (0..4)
                .filter(|chair| self.chairs.get(*chair).is_some_and(|c| c.0 == *name))
                .collect();
            let seats = chairs.len();
            let mean = |value: &dyn Fn((f64, usize)) -> f64| {
                let games = self.results.iter().map(|game| {
                    chairs.iter().map(|chair| value(game[*chair])).sum::<f64>() / seats as f64
                });
                Moments::of(&games.collect::<Vec<_>>()).estimate()
            };
            let mut places = [0; 4];
            for game in &self.results {
                chairs.iter().for_each(|chair| places[game[*chair].1] += 1);
            }
            rows.push(Row {
                name: name.clone(),
                client: *client,
                seats,
                points: mean(&|(points, _)| points),
                place: mean(&|(_, place)| place as f64 + 1.0),
                places,
                lost_by_rule: self.lost_by_rule.iter().filter(|lost| lost.name == *name).count(),
            });
        }
        rows
    }
}

impl Serialize for Report {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::json!({
            "games": self.games, "asked": self.asked, "players": self.rows(),
            "lost_by_rule": self.lost_by_rule, "ended": self.ended,
            "turned_away": self.turned_away,
        })
        .serialize(serializer)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games", self.games)?;
        let rows = self.rows();
        let cells: Vec<[String; 5]> = rows
            .iter()
            .map(|row| {
                [
                    row.name.clone(),
                    format!("{:+.1}", row.points),
                    format!("{:.2}", row.place),
                    row.places.map(|count| count.to_string()).join("/"),
                    row.lost_by_rule.to_string(),
                ]
            })
            .collect();
        let heads = ["player", "points per game", "place", "places", "lost by rule"];
        let width = |at: usize| {
            let longest = cells.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
            longest.max(heads[at].len())
        };
        let widths: Vec<usize> = (0..5).map(width).collect();
        let mut line = |cells: [&str; 5]| {
            let padded: Vec<String> =
                cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            writeln!(f, "  {}", padded.join("  ").trim_end())
        };
        line(heads)?;
        for row in &cells {
            line(row.each_ref().map(String::as_str))?;
        }
        for lost in &self.lost_by_rule {
            writeln!(f, "{lost}")?;
        }
        match &self.ended {
            Some(why) => {
                writeln!(f, "the series ended after {} of {} games: {why}", self.games, self.asked)
            }
            None => Ok(()),
        }
    }
}
