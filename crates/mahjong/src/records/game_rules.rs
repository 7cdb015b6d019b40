//! The rules a log was played under, and the other way round.

use super::log::{Log, LogRules};
use crate::game::settlement;
use crate::rules::{Rounding, Rules, Uma};

/// The rules of a log: those it names, or Tenhou's with what it says about
/// red fives, open tanyao and length.
///
/// A log that does not say how long the game is meant to be is a hanchan,
/// unless it ends within the first round though nobody fell below zero.
pub(crate) fn rules_of(log: &Log) -> Result<Rules, fuda_core::BadText> {
    if let Some(named) = &log.rules.named {
        // A log has a wall of its own for every hand.
        return Ok(Rules { same_wall: false, ..named.parse()? });
    }
    Ok(told(log))
}

/// The rules as the log's own fields give them.
fn told(log: &Log) -> Rules {
    let two_rounds = log.rules.two_rounds.unwrap_or_else(|| {
        let last = log.hands.iter().map(|h| h.round).max().unwrap_or(0);
        log.end.is_none()
            || last > 3
            || log
                .end
                .as_ref()
                .is_some_and(|e| e.scores.is_none_or(|scores| scores.iter().any(|s| *s < 0)))
    });
    let rules = Rules {
        rounds: if two_rounds { 2 } else { 1 },
        red_fives: log.rules.red_fives.unwrap_or(true),
        open_tanyao: log.rules.open_tanyao.unwrap_or(true),
        rounding: if has_fractions(log) { Rounding::Exact } else { Rounding::HalfAway },
        ..Rules::default()
    };
    Rules { uma: place_bonus(log, &rules), ..rules }
}

/// Place bonuses that are or were usual.
const BONUSES: [[i16; 4]; 5] = [
    [20, 10, -10, -20],
    [30, 10, -10, -30],
    [30, 20, -20, -30],
    [15, 5, -5, -15],
    [10, 5, -5, -10],
];

/// The place bonus of a log, which no format names and which was not always
/// today's: the usual one that leads from its final scores to its final
/// points. Where none does, today's.
fn place_bonus(log: &Log, rules: &Rules) -> Uma {
    let end = log.end.as_ref().and_then(|end| end.scores.zip(end.points));
    let Some((scores, points)) = end else { return rules.uma };
    let leads_there = |uma: &Uma| {
        let due = settlement(&Rules { uma: *uma, ..*rules }, &scores);
        due.iter().zip(points).all(|(due, told)| (due - told).abs() < 0.05)
    };
    let known = std::iter::once(rules.uma).chain(BONUSES.map(Uma));
    known.into_iter().find(leads_there).unwrap_or(rules.uma)
}

/// Whether a log's own fields give its rules, without their name.
pub(crate) fn told_in_full(log: &Log) -> bool {
    rules_of(log).is_ok_and(|rules| rules == told(log))
}

/// Whether the settlement counts hundreds: Tenhou did not always round.
fn has_fractions(log: &Log) -> bool {
    let points = log.end.as_ref().and_then(|end| end.points);
    points.iter().flatten().any(|p| p.fract() != 0.0)
}

/// What a log says about rules. They are named only where the log's own
/// fields cannot express them.
pub(crate) fn told_rules(rules: &Rules) -> LogRules {
    let rules = &Rules { same_wall: false, ..*rules };
    let plain = Rules {
        rounds: rules.rounds,
        red_fives: rules.red_fives,
        open_tanyao: rules.open_tanyao,
        ..Rules::default()
    };
    let ordinary = plain == *rules && rules.rounds == 2 && rules.open_tanyao;
    LogRules {
        named: (!ordinary).then(|| rules.to_string()),
        red_fives: Some(rules.red_fives),
        open_tanyao: Some(rules.open_tanyao),
        two_rounds: Some(rules.rounds > 1),
    }
}
