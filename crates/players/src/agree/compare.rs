//! Asking a player about recorded decisions.

use super::{AgreeError, Sample, SampledDecision};
use crate::{Catalogue, Recipe};
use fuda_core::{
    Ask, Budget, Choice, EventOf, Game, MoveOf, Player, Purpose, Record, Seed, heard_before,
    try_in_order_with,
};
use std::collections::BTreeMap;

/// Where a player's list has the recorded move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rank {
    /// Its place, counted from 1; `None` when the player does not name it.
    pub listed: Option<usize>,
    /// Its place, or what may be expected of it when the player does not name
    /// it: all moves not named share the places behind.
    pub expected: f64,
}

impl Rank {
    /// The rank of the recorded move in a choice.
    fn of<G: Game>(choice: &Choice<MoveOf<G>>, decision: &SampledDecision<G>) -> Rank {
        let mut named: Vec<MoveOf<G>> = Vec::new();
        for mv in std::iter::once(choice.mv).chain(choice.alternatives.iter().map(|a| a.mv)) {
            if !named.iter().any(|&other| G::same_choice(other, mv)) {
                named.push(mv);
            }
        }
        if let Some(place) = named.iter().position(|&mv| G::same_choice(mv, decision.chosen)) {
            return Rank { listed: Some(place + 1), expected: place as f64 + 1.0 };
        }
        let mut others: Vec<MoveOf<G>> = Vec::new();
        for &mv in &decision.legal {
            let known = |list: &[MoveOf<G>]| list.iter().any(|&other| G::same_choice(other, mv));
            if !known(&named) && !known(&others) {
                others.push(mv);
            }
        }
        Rank { listed: None, expected: named.len() as f64 + (others.len() as f64 + 1.0) / 2.0 }
    }
}

/// Asks the player about every decision `repeats` times and gives the rank of
/// each recorded move: the least place it has in more than half of the
/// answers. The result depends on the seed, never on the threads.
///
/// `done` is called after each decision.
pub fn compare<G: Game>(
    catalogue: &Catalogue<G>,
    player: &str,
    records: &[Record<G>],
    sample: &Sample<G>,
    options: Options,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Rank>, AgreeError> {
    let recipes = recipes(catalogue, player, records, sample)?;
    let nobody = BTreeMap::<&str, Box<dyn Player<G>>>::new;
    try_in_order_with(sample.decisions.len(), options.threads, nobody, |players, number| {
        let decision = &sample.decisions[number];
        let (&rules, recipe) = recipes
            .get_key_value(records[decision.record].rules.as_str())
            .ok_or_else(|| wrong(decision, "its rules are not known".into()))?;
        let player = players.entry(rules).or_insert_with(|| (recipe.make)());
        let heard = match player.hears() {
            true => heard_before(&records[decision.record], decision.seat, decision.number)
                .map_err(|e| wrong(decision, e.to_string()))?,
            false => Vec::new(),
        };
        let rank = ask_often(&mut **player, decision, &heard, options);
        done();
        rank
    })
}

/// How players are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The root of all random numbers.
    pub seed: Seed,
    /// How often each decision is put to the player.
    pub repeats: u32,
    /// How many threads share the work.
    pub threads: usize,
}

/// The player under each set of rules that occurs.
fn recipes<'a, G: Game>(
    catalogue: &Catalogue<G>,
    player: &str,
    records: &'a [Record<G>],
    sample: &Sample<G>,
) -> Result<BTreeMap<&'a str, Recipe<G>>, AgreeError> {
    let mut recipes = BTreeMap::new();
    for decision in &sample.decisions {
        let rules = records[decision.record].rules.as_str();
        if recipes.contains_key(rules) {
            continue;
        }
        let failed = |reason: String| wrong(decision, reason);
        let game = G::with_rules(rules).map_err(|e| failed(e.to_string()))?;
        let recipe = catalogue.recipe(&game, player).map_err(|e| failed(e.to_string()))?;
        recipes.insert(rules, recipe);
    }
    Ok(recipes)
}

fn wrong<G: Game>(decision: &SampledDecision<G>, reason: String) -> AgreeError {
    AgreeError::Player { number: decision.record + 1, at: decision.number + 1, reason }
}

fn ask_often<G: Game>(
    player: &mut dyn Player<G>,
    decision: &SampledDecision<G>,
    heard: &[EventOf<G>],
    options: Options,
) -> Result<Rank, AgreeError> {
    let mut ranks = Vec::new();
    for repeat in 0..options.repeats.max(1) {
        let path = [decision.record as u64, decision.number as u64, u64::from(repeat)];
        let mut rng = options.seed.stream(Purpose::Player, &path);
        player.begin(decision.seat);
        if !heard.is_empty() {
            player.observe(heard);
        }
        let (view, legal) = (&decision.view, decision.legal.as_slice());
        let ask = Ask { view, legal, budget: Budget::default(), rng: &mut rng };
        let choice = fuda_arena::ask(player, ask).map_err(|e| wrong(decision, e.to_string()))?;
        ranks.push(Rank::of(&choice, decision));
    }
    // Places not named come behind all that are.
    ranks.sort_by(|a, b| {
        let place = |r: &Rank| r.listed.unwrap_or(usize::MAX);
        place(a).cmp(&place(b)).then(a.expected.total_cmp(&b.expected))
    });
    Ok(ranks[ranks.len() / 2])
}
