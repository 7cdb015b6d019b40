//! Mahjong: linear evaluations learned with the help of auxiliary problems.

use super::Experiment;
use super::hands::Hands;
use crate::context::Context;
use crate::entry::Entry;
use crate::error::ExperimentError;
use crate::value::{Measured, Pair, Point, Series};
use fuda_core::{AuxiliaryProblems, DecisionFilter, Game, Purpose, Record};
use fuda_learn::{Keep, Linear, ModelFile};
use fuda_mahjong::Mahjong;
use fuda_mahjong::encode::{FeatureSet, ProblemSet};
use fuda_stats::{Estimate, Moments};
use fuda_train::{Aux, AuxiliaryExamples, AuxiliaryParams, AuxiliaryResult, FoldsOf, Split};
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

/// One way to learn.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    /// What the report calls it.
    name: String,
    /// `none`, `models`, `predictions` or `both`.
    aux: String,
    /// How many auxiliary problems.
    #[serde(default)]
    problems: usize,
    /// Only those whose F reaches this.
    select: Option<f64>,
    /// Only so many, those with the highest F.
    best: Option<usize>,
}

/// How all ways of an experiment learn.
#[derive(Clone, Copy, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Learning {
    /// How much a mistake counts beside the length of the weights.
    c: f64,
    /// What stays together when problems are selected.
    folds: FoldsOf,
}

impl Learning {
    /// What tells one way of learning from another.
    fn key(&self, way: &Way) -> impl Serialize {
        let kept = way.keep().map(|keep| (format!("{keep:?}"), self.folds));
        (kept, self.c.to_string())
    }
}

impl Default for Learning {
    fn default() -> Learning {
        Learning { c: 1.0, folds: FoldsOf::Games }
    }
}

impl Way {
    fn aux(&self) -> Result<Aux, String> {
        let found = Aux::ALL.iter().find(|(name, _)| *name == self.aux);
        found.map(|(_, aux)| *aux).ok_or_else(|| format!("there is no extension `{}`", self.aux))
    }

    fn problems(&self) -> Result<ProblemSet, String> {
        let size = match self.aux()? {
            Aux::None => ProblemSet::Own.name().to_owned(),
            _ => self.problems.to_string(),
        };
        let set = ProblemSet::ALL.into_iter().find(|set| set.name() == size);
        set.ok_or_else(|| format!("there is no set of {size} problems"))
    }

    /// All ways that are learned together, since they share their auxiliary
    /// problems, and which of them this is; none for the plain one.
    fn together(&self) -> Result<Option<(&'static [Aux], usize)>, String> {
        const EXTENDED: &[Aux] = &[Aux::Models, Aux::Predictions, Aux::Both];
        const ANSWERS: &[Aux] = &[Aux::Answers];
        let aux = self.aux()?;
        let found = [EXTENDED, ANSWERS]
            .into_iter()
            .find_map(|ways| ways.iter().position(|other| *other == aux).map(|at| (ways, at)));
        Ok(found)
    }

    fn keep(&self) -> Option<Keep> {
        self.select.map(Keep::Mark).or(self.best.map(Keep::Best))
    }
}

/// What learning one way came to.
#[derive(Clone, Serialize, Deserialize)]
struct Learned {
    agreement: Estimate,
    disagreement: Estimate,
    /// The auxiliary problems that were kept, with their F where problems were
    /// selected by it.
    kept: Vec<(String, Option<f64>)>,
}

/// Games of one seed, and the examples in them once somebody asks.
struct RandomSplit<'a> {
    context: &'a Context<'a>,
    learning: Learning,
    number: u64,
    train: usize,
    test: usize,
    games: OnceCell<Vec<Record<Mahjong>>>,
    /// By set of problems, in the order of [`ProblemSet::ALL`].
    examples: [OnceCell<AuxiliaryExamples>; 3],
}

impl RandomSplit<'_> {
    fn new<'a>(
        context: &'a Context<'a>,
        learning: Learning,
        number: u64,
        [train, test]: [usize; 2],
    ) -> RandomSplit<'a> {
        let (games, examples) = (OnceCell::new(), Default::default());
        RandomSplit { context, learning, number, train, test, games, examples }
    }

    /// The games to test on come first, then those to learn from in the order
    /// in which smaller sets take them.
    fn games(&self) -> Result<&[Record<Mahjong>], ExperimentError> {
        if let Some(games) = self.games.get() {
            return Ok(games);
        }
        let records = self.context.records.mahjong()?;
        let seed = self.context.seed.derive(Purpose::Sample, &[self.number]);
        let split = Split::drawn(records, self.test, seed);
        if split.train.len() < self.train {
            let (wanted, games) = (self.train + self.test, records.len());
            let why = format!("{wanted} games are needed, but there are {games}");
            return Err(ExperimentError::measuring(why));
        }
        let wanted = split.test.iter().take(self.test).chain(split.train.iter().take(self.train));
        let games = wanted.map(|&game| records[game].clone()).collect();
        Ok(self.games.get_or_init(|| games))
    }

    fn examples(&self, set: ProblemSet) -> Result<&AuxiliaryExamples, ExperimentError> {
        let at = ProblemSet::ALL.iter().position(|other| *other == set).unwrap_or(0);
        if let Some(examples) = self.examples[at].get() {
            return Ok(examples);
        }
        let filter = DecisionFilter::new::<Mahjong>(Some(set.only()), None);
        let filter = filter.map_err(ExperimentError::measuring)?;
        let (games, threads) = (self.games()?, self.context.threads);
        let read =
            AuxiliaryExamples::read(games, &FeatureSet::Paper, &filter, &set, threads, &|| {});
        let read = read.map_err(ExperimentError::measuring)?;
        Ok(self.examples[at].get_or_init(|| read))
    }

    /// What is learned without auxiliary problems, with its weights, from
    /// which all other ways begin.
    fn plain(&self, games: usize) -> Result<(Learned, Vec<f64>), ExperimentError> {
        let sizes = [games, self.train, self.test];
        let key = ("auxiliary-plain", sizes, self.learning.c.to_string(), self.number);
        self.context.memo(key, || {
            let (name, aux) = (String::new(), "none".to_owned());
            let way = Way { name, aux, problems: 0, select: None, best: None };
            let found = self.learn(&way, &[Aux::None], games, None)?.into_iter().next();
            found.ok_or_else(|| ExperimentError::measuring("nothing was learned"))
        })
    }

    fn learn(
        &self,
        way: &Way,
        ways: &[Aux],
        games: usize,
        start: Option<&[f64]>,
    ) -> Result<Vec<(Learned, Vec<f64>)>, ExperimentError> {
        let examples = self.examples(way.problems().map_err(ExperimentError::measuring)?)?;
        let params = AuxiliaryParams {
            select: way.keep(),
            folds: self.learning.folds,
            c: self.learning.c,
            seed: self.context.seed,
            threads: self.context.threads,
            ..AuxiliaryParams::default()
        };
        let test: Vec<usize> = (0..self.test).collect();
        let train: Vec<usize> = (self.test..self.test + games).collect();
        let found = examples
            .learn(&train, &test, ways, &params, start, &|_, _| {})
            .map_err(ExperimentError::measuring)?;
        let learned = |result: &AuxiliaryResult| Learned {
            agreement: result.test.agreement,
            disagreement: result.test.disagreement,
            kept: {
                let kept = result.problems.iter().filter(|problem| problem.kept);
                kept.map(|problem| (problem.problem.clone(), problem.f.map(|f| f.mean))).collect()
            },
        };
        Ok(found.into_iter().map(|result| (learned(&result), result.weights)).collect())
    }
}

/// The settings of curves over the number of games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auxiliary {
    /// Whether places behind the first are reported instead of agreement.
    #[serde(default)]
    disagreement: bool,
    /// Games to learn from.
    sizes: Vec<usize>,
    /// Games to test on.
    test: usize,
    /// How often games are dealt anew.
    seeds: u64,
    /// The ways to learn.
    ways: Vec<Way>,
    /// How all of them learn.
    #[serde(default)]
    learning: Learning,
}

impl Experiment for Auxiliary {
    const NAME: &str = "auxiliary";

    fn check(&self) -> Result<(), String> {
        self.ways.iter().try_for_each(|way| way.problems().map(drop))?;
        match self.sizes.is_empty() || self.seeds == 0 || self.test == 0 {
            true => Err("expected games to learn from and to test on, and a seed".to_owned()),
            false => Ok(()),
        }
    }

    fn measure(&self, entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let train = self.sizes.iter().copied().max().unwrap_or(0);
        let (parts, mut done) = (self.ways.len() * self.sizes.len() * self.seeds as usize, 0);
        // By way, size and seed.
        let mut all: Vec<Vec<Vec<Learned>>> =
            vec![vec![Vec::new(); self.sizes.len()]; self.ways.len()];
        for number in 0..self.seeds {
            let split = RandomSplit::new(context, self.learning, number, [train, self.test]);
            for (at, way) in self.ways.iter().enumerate() {
                for (size, &games) in self.sizes.iter().enumerate() {
                    let (plain, start) = split.plain(games)?;
                    let learned = match way.together().map_err(ExperimentError::measuring)? {
                        None => plain,
                        Some((ways, number_of)) => {
                            let how = self.learning.key(way);
                            let sizes = [games, train, self.test, way.problems];
                            let key = ("auxiliary", ways, sizes, how, number);
                            let mut learned: Vec<Learned> = context.memo(key, || {
                                let found = split.learn(way, ways, games, Some(&start))?;
                                Ok(found.into_iter().map(|(learned, _)| learned).collect())
                            })?;
                            learned.swap_remove(number_of)
                        }
                    };
                    all[at][size].push(learned);
                    done += 1;
                    context.step(done, 0.0, parts);
                }
            }
        }
        let mut found = Measured::default();
        for (way, sizes) in self.ways.iter().zip(&all) {
            let points =
                self.sizes.iter().zip(sizes).map(|(games, seeds)| self.point(*games, seeds));
            found.series.push(Series::new(way.name.clone(), points.collect()));
        }
        found.pairs = self.pairs(entry, &all);
        found.notes.push(context.records.mahjong_note()?);
        found.notes.push(format!(
            "{} games to test on; the mean over {} random splits",
            self.test, self.seeds
        ));
        for (way, sizes) in self.ways.iter().zip(&all).filter(|(way, _)| way.keep().is_some()) {
            let last = sizes.last().map_or(&[][..], Vec::as_slice);
            if last.iter().all(|learned| learned.kept.is_empty()) {
                found.void = Some(NOTHING_KEPT.to_owned());
            }
            let note = kept_in_words(way, last);
            if !found.notes.contains(&note) {
                found.notes.push(note);
            }
        }
        Ok(found)
    }
}

/// How many problems were kept by F with the most games, and the best of them
/// by the first deal of games.
fn kept_in_words(way: &Way, seeds: &[Learned]) -> String {
    let counts: Vec<String> = seeds.iter().map(|learned| learned.kept.len().to_string()).collect();
    let mut words =
        format!("{} of {} problems kept with the most games", counts.join(", "), way.problems);
    let mut first = seeds.first().map_or(Vec::new(), |learned| learned.kept.clone());
    first.sort_by(|a, b| b.1.unwrap_or(0.0).total_cmp(&a.1.unwrap_or(0.0)));
    let named: Vec<String> = first
        .iter()
        .take(NAMED)
        .map(|(name, f)| format!("{name} {:.2}", f.unwrap_or(0.0)))
        .collect();
    if !named.is_empty() {
        words += &format!("; their F the first time: {}", named.join("; "));
    }
    if first.len() > NAMED {
        words += &format!("; and {} lower ones", first.len() - NAMED);
    }
    words
}

/// What is said when a selection left nothing to compare.
const NOTHING_KEPT: &str = "no auxiliary problem was selected, so that the plain evaluation is \
                            compared with itself";

/// So many problems are named, as many as the study kept of its 396.
const NAMED: usize = 24;

impl Auxiliary {
    fn value(&self, learned: &Learned) -> Estimate {
        match self.disagreement {
            true => learned.disagreement,
            false => learned.agreement,
        }
    }

    fn unit(&self) -> f64 {
        if self.disagreement { 1.0 } else { 100.0 }
    }

    /// The mean over random splits; of a single one its own interval.
    fn point(&self, games: usize, seeds: &[Learned]) -> Point {
        if let [only] = seeds {
            return Point::new(games, self.value(only).times(self.unit()));
        }
        let values: Vec<f64> = seeds.iter().map(|learned| self.value(learned).mean).collect();
        Point::new(games, Moments::of(&values).estimate().times(self.unit()))
    }

    /// The differences the claims are about, deal of games by deal of games.
    fn pairs(&self, entry: &Entry, all: &[Vec<Vec<Learned>>]) -> Vec<Pair> {
        let find = |place: &str| {
            let (series, at) = place.split_once('@')?;
            let way = self.ways.iter().position(|way| way.name == series)?;
            let size = match at {
                "first" => 0,
                "last" => self.sizes.len() - 1,
                at => self.sizes.iter().position(|size| size.to_string() == at)?,
            };
            let values =
                all[way][size].iter().map(|learned| self.value(learned).mean).collect::<Vec<_>>();
            Some((format!("{series}@{}", self.sizes[size]), values))
        };
        let mut pairs = Vec::new();
        for (left, right) in entry.text.claims.iter().flat_map(|claim| claim.rule.pairs()) {
            let (Some((left, a)), Some((right, b))) = (find(left), find(right)) else { continue };
            if a.len() < 2 {
                continue;
            }
            let less: Vec<f64> = a.iter().zip(b).map(|(a, b)| self.unit() * (a - b)).collect();
            pairs.push(Pair { left, right, value: Moments::of(&less).estimate() });
        }
        pairs
    }
}

/// The settings of a match between two ways to learn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuxiliaryMatch {
    /// Games to learn from.
    games: usize,
    /// How many deals.
    deals: u64,
    /// The two ways.
    ways: [Way; 2],
    /// How both learn.
    #[serde(default)]
    learning: Learning,
}

impl Experiment for AuxiliaryMatch {
    const NAME: &str = "auxiliary-match";

    fn check(&self) -> Result<(), String> {
        self.ways.iter().try_for_each(|way| way.problems().map(drop))
    }

    fn measure(&self, entry: &Entry, context: &Context<'_>) -> Result<Measured, ExperimentError> {
        let split = RandomSplit::new(context, self.learning, 0, [self.games, 1]);
        let (mut players, mut void, mut kept) = (Vec::new(), None, Vec::new());
        for way in &self.ways {
            let how = self.learning.key(way);
            let key = ("auxiliary-weights", &way.aux, way.problems, how, self.games);
            let found: Vec<(Learned, Vec<f64>)> = context.memo(key, || {
                let ways = [way.aux().map_err(ExperimentError::measuring)?];
                split.learn(way, &ways, self.games, None)
            })?;
            let (learned, weights): (Vec<Learned>, Vec<Vec<f64>>) = found.into_iter().unzip();
            if way.keep().is_some() {
                let nothing = learned.iter().all(|learned| learned.kept.is_empty());
                void = nothing.then(|| NOTHING_KEPT.to_owned());
                kept.push(kept_in_words(way, &learned));
            }
            let weights: Vec<f64> = weights.concat();
            let model = ModelFile {
                game: Mahjong::NAME.into(),
                encoder: FeatureSet::Paper.version().into(),
                ..Linear { weights, bias: 0.0 }.to_file()
            };
            let file = format!("{}-{}-{}.safetensors", way.aux, way.problems, self.games);
            let path = context.folder.path().join("measures").join(file);
            let bytes = model.with_settings([("aux", &way.aux)]).to_bytes();
            fuda_core::files::write(&path, &bytes)
                .map_err(|source| ExperimentError::File { path: path.clone(), source })?;
            players.push((way.name.clone(), format!("eval:model={},calls=no", path.display())));
        }
        let [first, second] = [0, 1].map(|at: usize| players[at].clone());
        let hands = Hands::between([first, second], "paper-uct", "one-against-rest", self.deals);
        hands.check().map_err(ExperimentError::measuring)?;
        let mut found = hands.measure(entry, context)?;
        found.notes = vec![
            format!("{} deals, {} games to learn from, no claims", self.deals, self.games),
            context.records.mahjong_note()?,
        ];
        found.notes.extend(kept);
        found.void = void;
        Ok(found)
    }
}
