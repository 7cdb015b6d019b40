//! Every deal of a small pack.

use crate::{Card, Cards, Deal, RoundDeal, Rules};
use fuda_core::{BadText, Seat};

impl Deal {
    /// Every deal of a single round that may be played under the rules, all
    /// equally likely. Cards that are never turned over are left in one order.
    ///
    /// Only small packs have few enough: more than `most` are refused.
    pub fn all(rules: &Rules, most: usize) -> Result<Vec<Deal>, BadText> {
        if rules.rounds != 1 {
            return Err(BadText::new("rules of a single round", rules.to_string()));
        }
        let pack = Cards::of_months(rules.months);
        let (hand, field) = (usize::from(rules.hand), usize::from(rules.field));
        let firsts: &[u8] = if rules.draw_first { &[0, 1] } else { &[0] };
        let mut deals = Vec::new();
        let too_many =
            || BadText::new(format!("rules with at most {most} deals"), rules.to_string());
        for own in subsets(pack, hand, most).ok_or_else(too_many)? {
            for other in subsets(pack & !own, hand, most).ok_or_else(too_many)? {
                let rest = pack & !(own | other);
                for field in subsets(rest, field, most).ok_or_else(too_many)? {
                    let mut stocks = Vec::new();
                    let mut begun = Vec::new();
                    orders(rest & !field, 2 * hand, &mut begun, &mut stocks, most)
                        .ok_or_else(too_many)?;
                    for stock in stocks {
                        let round = RoundDeal { hands: [own, other], field, stock };
                        if round.check(rules).is_err() {
                            continue;
                        }
                        for first in firsts {
                            if deals.len() >= most {
                                return Err(too_many());
                            }
                            let rounds = vec![round.clone()];
                            deals.push(Deal { first: Seat(*first), rounds });
                        }
                    }
                }
            }
        }
        Ok(deals)
    }
}

/// All sets of `count` cards of these; `None` when there are more than `most`.
fn subsets(cards: Cards, count: usize, most: usize) -> Option<Vec<Cards>> {
    let mut sets = vec![Cards::NONE];
    for _ in 0..count {
        let mut larger = Vec::new();
        for set in &sets {
            // Only cards above all of the set, so that each set comes once.
            let last = set.iter().last();
            larger.extend(cards.iter().filter(|c| Some(*c) > last).map(|c| set.with(c)));
            if larger.len() > most {
                return None;
            }
        }
        sets = larger;
    }
    Some(sets)
}

/// All orders in which the first `drawn` of these cards may be turned over.
fn orders(
    cards: Cards,
    drawn: usize,
    begun: &mut Vec<Card>,
    all: &mut Vec<Vec<Card>>,
    most: usize,
) -> Option<()> {
    if drawn == 0 || cards.is_empty() {
        let stock: Vec<Card> = begun.iter().copied().chain(cards).collect();
        all.push(stock);
        return (all.len() <= most).then_some(());
    }
    for card in cards {
        begun.push(card);
        orders(cards.without(card), drawn - 1, begun, all, most)?;
        begun.pop();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_deal_comes_once() {
        let rules: Rules = "paper+months=2+hand=1+field=2".parse().expect("rules");
        let deals = Deal::all(&rules, 100_000).expect("few deals");
        // 8 · 7 hands, 15 fields, and 4 · 3 ways to turn two cards over.
        assert_eq!(deals.len(), 8 * 7 * 15 * 12);
        let texts: HashSet<String> = deals.iter().map(|d| format!("{d:?}")).collect();
        assert_eq!(texts.len(), deals.len());
        assert!(deals.iter().all(|d| d.check(&rules).is_ok()));
        assert!(Deal::all(&rules, 1_000).is_err());
        assert!(Deal::all(&Rules::PAPER, 100_000).is_err());
        assert!(Deal::all(&Rules::GUAN, 100_000).is_err());
    }
}
