//! Asking a player about recorded decisions.

use super::{AgreeError, Sample, SampledDecision, remote};
use crate::{Catalogue, Models, Recipe};
use fuda_core::{
    Ask, Budget, Choice, EventOf, Game, MoveOf, Player, Purpose, Record, Seed, heard_before,
};
use fuda_queue::{Remote, WorkQueue, in_order};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a player's list has the recorded move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
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
/// answers. The result depends on the seed, never on who asks: threads, or the
/// workers of a queue.
///
/// `done` is called after each decision.
pub fn compare<G: Game>(
    catalogue: &Catalogue<G>,
    player: &str,
    records: &[Record<G>],
    sample: &Sample<G>,
    options: Options,
    queue: Option<&dyn WorkQueue>,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Rank>, AgreeError> {
    let rules = sample.decisions.iter().map(|decision| records[decision.record].rules.clone());
    let asker =
        Asker::new(catalogue, player, Models::Files, rules.collect(), sample.clone(), options)?;
    let data = queue.map(|_| remote::data(player, asker.models(), records, sample, options));
    let data = data.transpose()?;
    let remote = queue.zip(data.as_ref()).map(|(queue, data)| Remote {
        queue,
        kind: remote::AGREE,
        data,
        stop: None,
    });
    let ask = |players: &mut Players<G>, number| {
        let number = number as usize;
        asker.ask(players, number, &records[sample.decisions[number].record])
    };
    let count = sample.decisions.len();
    in_order(count, options.threads, remote.as_ref(), Players::new, ask, done)
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

/// Players under each set of rules that occurs.
pub(super) type Players<G> = BTreeMap<String, Box<dyn Player<G>>>;

/// Asks a player about the decisions of a sample, one by one.
pub(super) struct Asker<G: Game> {
    recipes: BTreeMap<String, Recipe<G>>,
    /// The rules of each decision.
    rules: Vec<String>,
    sample: Sample<G>,
    options: Options,
}

impl<G: Game> Asker<G> {
    pub fn new(
        catalogue: &Catalogue<G>,
        player: &str,
        models: Models<'_>,
        rules: Vec<String>,
        sample: Sample<G>,
        options: Options,
    ) -> Result<Asker<G>, AgreeError> {
        let mut recipes = BTreeMap::new();
        for (decision, rules) in sample.decisions.iter().zip(&rules) {
            if recipes.contains_key(rules) {
                continue;
            }
            let failed = |reason: String| wrong(decision, reason);
            let game = G::with_rules(rules).map_err(|e| failed(e.to_string()))?;
            let recipe = catalogue.recipe_with(&game, player, models);
            recipes.insert(rules.clone(), recipe.map_err(|e| failed(e.to_string()))?);
        }
        Ok(Asker { recipes, rules, sample, options })
    }

    pub fn decisions(&self) -> &[SampledDecision<G>] {
        &self.sample.decisions
    }

    /// The models that the player names, where workers can make it.
    pub fn models(&self) -> Option<&[String]> {
        self.recipes.values().next().and_then(|recipe| recipe.models.as_deref())
    }

    /// Asks about the decision of a number, which is one of `record`.
    pub fn ask(
        &self,
        players: &mut Players<G>,
        number: usize,
        record: &Record<G>,
    ) -> Result<Rank, AgreeError> {
        let (decision, rules) = (&self.sample.decisions[number], &self.rules[number]);
        let recipe = self.recipes.get(rules);
        let recipe = recipe.ok_or_else(|| wrong(decision, "its rules are not known".into()))?;
        let player = players.entry(rules.clone()).or_insert_with(|| (recipe.make)());
        let heard = match player.hears() {
            true => heard_before(record, decision.seat, decision.number)
                .map_err(|e| wrong(decision, e.to_string()))?,
            false => Vec::new(),
        };
        ask_often(&mut **player, decision, &heard, self.options)
    }
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
