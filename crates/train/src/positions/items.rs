//! Position sets for mining: one row of items for each decision.

use super::{Games, PositionsError};
use fuda_core::{
    DecisionFilter, FeatureRows, Game, MoveFeatures, PerSeat, Purpose, Seat, Seed, try_in_order,
};
use fuda_mine::{ItemNames, PositionSetHeader, PositionSetWriter};
use std::collections::{BTreeSet, HashSet};

/// What becomes of seats that end level with the table's mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Their decisions are left out.
    #[default]
    Dropped,
    /// They count as won.
    Won,
    /// They count as lost.
    Lost,
}

/// Which decisions become rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemParams {
    /// Which decisions count.
    pub filter: DecisionFilter,
    /// What becomes of level results.
    pub level: Level,
    /// The most rows, drawn at random; all without it.
    pub count: Option<usize>,
    /// At most one row per game, drawn at random.
    pub one_per_game: bool,
    /// Rows with the same items as an earlier one are left out.
    pub distinct: bool,
    /// Which decisions are drawn.
    pub seed: Seed,
    /// How many threads encode; never changes a result.
    pub threads: usize,
}

/// A decision as a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemRow {
    /// Whether the seat ends above the table's mean.
    pub label: bool,
    /// Where it comes from, as a number into the header's list.
    pub source: u32,
    /// Which game, where several rows may be of one.
    pub game: Option<u32>,
    /// The items that hold, ascending.
    pub items: Vec<u32>,
}

/// Rows with what they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemSet {
    /// What they are.
    pub header: PositionSetHeader,
    /// The rows.
    pub rows: Vec<ItemRow>,
}

impl ItemSet {
    /// A set of rows made by an encoder, whose items get their meanings.
    pub(super) fn new<G: Game>(
        encoder: &dyn MoveFeatures<G>,
        sources: Vec<String>,
        note: String,
        rows: Vec<ItemRow>,
    ) -> ItemSet {
        let used: BTreeSet<u32> = rows.iter().flat_map(|row| row.items.iter().copied()).collect();
        let names = used.into_iter().map(|item| (item, encoder.meaning(item as usize)));
        let header = PositionSetHeader {
            game: G::NAME.to_owned(),
            encoder: encoder.name().to_owned(),
            items: encoder.columns() as u32,
            sources,
            note,
            names: ItemNames::new(names),
        };
        ItemSet { header, rows }
    }

    /// How many rows are won.
    pub fn wins(&self) -> usize {
        self.rows.iter().filter(|row| row.label).count()
    }

    /// How many games the rows are from, where they name them.
    pub fn games(&self) -> usize {
        self.rows.iter().filter_map(|row| row.game).collect::<BTreeSet<u32>>().len()
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut writer = PositionSetWriter::new(Vec::new(), &self.header)?;
        for row in &self.rows {
            writer.row(row.label, row.source, row.game, &row.items)?;
        }
        writer.finish()
    }
}

/// A decision that may become a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    game: u32,
    decision: u32,
    label: bool,
}

/// Makes rows of the decisions of finished games: the non-zero columns of the
/// move that was chosen, labelled with whether its seat ends above the mean
/// of the table. `done` hears how much of the work is done.
pub fn item_set<G: Game>(
    games: &Games<G>,
    encoder: &dyn MoveFeatures<G>,
    params: &ItemParams,
    done: &(dyn Fn(f64) + Sync),
) -> Result<ItemSet, PositionsError> {
    let mut candidates = candidates(games, params)?;
    done(0.3);
    let most = params.count.unwrap_or(usize::MAX);
    if most < candidates.len() {
        params.seed.stream(Purpose::Sample, &[0]).shuffle(&mut candidates);
    }
    let mut rows: Vec<(Candidate, ItemRow)> = Vec::new();
    let mut seen = HashSet::new();
    let mut rest = candidates.as_mut_slice();
    while rows.len() < most && !rest.is_empty() {
        let (part, after) = rest.split_at_mut(rest.len().min((most - rows.len()).max(1_000)));
        let mut order: Vec<usize> = (0..part.len()).collect();
        order.sort_unstable_by_key(|&at| part[at]);
        let sorted: Vec<Candidate> = order.iter().map(|&at| part[at]).collect();
        let mut encoded: Vec<(usize, ItemRow)> =
            order.into_iter().zip(encode(games, encoder, &sorted, params.threads)?).collect();
        // Which of two equal rows is kept depends on the draw alone.
        encoded.sort_unstable_by_key(|(at, _)| *at);
        for (at, row) in encoded {
            if rows.len() < most && (!params.distinct || seen.insert(row.items.clone())) {
                rows.push((part[at], row));
            }
        }
        rest = after;
        done(0.3 + 0.7 * rows.len() as f64 / most.min(rows.len() + rest.len()).max(1) as f64);
    }
    if rows.is_empty() {
        return Err(games.nothing());
    }
    rows.sort_unstable_by_key(|(candidate, _)| *candidate);
    let note = format!(
        "the seat ends above the table's mean; level {}; seed {}",
        match params.level {
            Level::Dropped => "dropped",
            Level::Won => "counted as won",
            Level::Lost => "counted as lost",
        },
        params.seed.0
    );
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok(ItemSet::new(encoder, vec![games.source.clone()], note, rows))
}

fn candidates<G: Game>(
    games: &Games<G>,
    params: &ItemParams,
) -> Result<Vec<Candidate>, PositionsError> {
    let found = try_in_order(games.records.len(), params.threads, |game| {
        let record = &games.records[game];
        let Some(scores) = &record.scores else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let mut decisions = record.decisions().map_err(|e| games.broken(game, e))?;
        while let Some(decision) = decisions.next().map_err(|e| games.broken(game, e))? {
            if params.filter.turn(&decision).is_some()
                && let Some(label) = wins(scores, decision.seat, params.level)
            {
                let (game, decision) = (game as u32, decision.number as u32);
                found.push(Candidate { game, decision, label });
            }
        }
        if params.one_per_game {
            let mut rng = params.seed.stream(Purpose::Sample, &[1, game as u64]);
            found = rng.pick(&found).copied().into_iter().collect();
        }
        Ok(found)
    })?;
    Ok(found.concat())
}

/// Whether a seat ends above the table's mean; `None` where it does not count.
fn wins(scores: &PerSeat<f64>, seat: Seat, level: Level) -> Option<bool> {
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let above = scores.get(seat.index())? - mean;
    match (above.abs() < 1e-9, level) {
        (true, Level::Dropped) => None,
        (true, level) => Some(level == Level::Won),
        (false, _) => Some(above > 0.0),
    }
}

/// The rows of candidates, which are in order.
fn encode<G: Game>(
    games: &Games<G>,
    encoder: &dyn MoveFeatures<G>,
    candidates: &[Candidate],
    threads: usize,
) -> Result<Vec<ItemRow>, PositionsError> {
    let by_game: Vec<&[Candidate]> = candidates.chunk_by(|a, b| a.game == b.game).collect();
    let rows = try_in_order(by_game.len(), threads, |at| {
        let wanted = by_game[at];
        let game = wanted[0].game;
        let broken = |e: &dyn ToString| games.broken(game as usize, e.to_string());
        let record = &games.records[game as usize];
        let (mut cells, mut rows) = (FeatureRows::default(), Vec::new());
        let mut decisions = record.decisions().map_err(|e| broken(&e))?;
        while let Some(&Candidate { decision: number, label, .. }) = wanted.get(rows.len()) {
            let Some(decision) = decisions.next().map_err(|e| broken(&e))? else { break };
            if decision.number != number as usize {
                continue;
            }
            encoder.encode(&decision.view(), decision.legal, &mut cells);
            let chosen = decision.legal.iter().position(|mv| *mv == decision.chosen).unwrap_or(0);
            let holds = cells.row(chosen).iter().filter(|(_, value)| *value != 0.0);
            let items = holds.map(|(column, _)| *column).collect();
            rows.push(ItemRow { label, source: 0, game: Some(game), items });
        }
        Ok(rows)
    })?;
    Ok(rows.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_arena::{Entrant, SelfPlay, self_play};
    use fuda_core::RandomPlayer;
    use fuda_othello::Othello;
    use std::path::Path;

    fn games(count: u64) -> Games<Othello> {
        let random = Entrant::fair("random", || Box::new(RandomPlayer));
        let options = SelfPlay { games: count, seed: Seed(3), threads: 2 };
        let records = self_play(&Othello::STANDARD, &[random], options, None, &|| {}).unwrap();
        let names = (1..=count).map(|number| format!("game {number}")).collect();
        Games { records, names, source: "self-play of random".into() }
    }

    fn params() -> ItemParams {
        ItemParams {
            filter: DecisionFilter::new::<Othello>(None, None).unwrap(),
            level: Level::Dropped,
            count: None,
            one_per_game: false,
            distinct: false,
            seed: Seed(1),
            threads: 1,
        }
    }

    fn set(games: &Games<Othello>, params: &ItemParams) -> ItemSet {
        let encoder = Othello::STANDARD.move_features().remove(0);
        item_set(games, &*encoder, params, &|_| {}).unwrap()
    }

    #[test]
    fn rows_are_read_back_with_their_meaning() {
        let games = games(4);
        let set = set(&games, &params());
        assert!(set.rows.len() > 100 && set.wins() > 0 && set.wins() < set.rows.len());
        let file = fuda_mine::parse_table(Path::new("f"), &set.to_bytes().unwrap()).unwrap();
        assert_eq!((file.game(), file.encoder()), ("othello", "othello-after-1"));
        assert_eq!(file.table.rows(), set.rows.len());
        assert_eq!(file.games.len(), set.rows.len());
        let first = file.names().pattern(&set.rows[0].items[..2]);
        assert!(first.contains(" and "), "{first}");
        assert!(!first.contains("item"), "{first}");
        // The label is the seat's: both happen in one game.
        let one: Vec<bool> =
            set.rows.iter().filter(|row| row.game == Some(0)).map(|row| row.label).collect();
        assert!(one.contains(&true) && one.contains(&false));
    }

    #[test]
    fn rows_are_drawn_by_seed_whatever_the_threads() {
        let games = games(12);
        let all = set(&games, &params());
        let drawn = |seed: u64, threads: usize| {
            set(&games, &ItemParams { count: Some(30), seed: Seed(seed), threads, ..params() }).rows
        };
        assert_eq!(drawn(1, 1), drawn(1, 3));
        assert_ne!(drawn(1, 1), drawn(2, 1));
        assert_eq!(drawn(1, 1).len(), 30);
        assert!(drawn(1, 1).iter().all(|row| all.rows.contains(row)));
        let one = set(&games, &ItemParams { one_per_game: true, ..params() });
        assert_eq!(one.rows.len(), one.games());
        assert!(one.rows.len() >= 10);
    }

    #[test]
    fn equal_rows_are_dropped_when_asked() {
        let mut games = games(3);
        games.records.extend(games.records.clone());
        games.names.extend(games.names.clone());
        let (all, distinct) =
            (set(&games, &params()), set(&games, &ItemParams { distinct: true, ..params() }));
        let sets = |set: &ItemSet| -> HashSet<Vec<u32>> {
            set.rows.iter().map(|row| row.items.clone()).collect()
        };
        assert_eq!(sets(&all), sets(&distinct));
        assert_eq!(distinct.rows.len(), sets(&distinct).len());
        assert!(2 * distinct.rows.len() <= all.rows.len());
    }

    #[test]
    fn level_results_are_as_asked_and_unfinished_games_left_out() {
        let scores = |values: &[f64]| -> PerSeat<f64> { values.iter().copied().collect() };
        for (level, label) in
            [(Level::Dropped, None), (Level::Won, Some(true)), (Level::Lost, Some(false))]
        {
            assert_eq!(wins(&scores(&[1.0, 1.0, 1.0]), Seat(0), level), label);
            assert_eq!(wins(&scores(&[1.0, 5.0, 0.0]), Seat(0), level), Some(false));
            assert_eq!(wins(&scores(&[1.0, 5.0, 0.0]), Seat(1), level), Some(true));
        }
        let mut games = games(1);
        games.records[0].scores = None;
        let encoder = Othello::STANDARD.move_features().remove(0);
        let refused = item_set(&games, &*encoder, &params(), &|_| {}).unwrap_err().to_string();
        assert_eq!(refused, "1 games of othello, but no decision that counts (finished: 0)");
    }
}
