//! Decisions as numpy arrays: what a network sees, what was done, and how the
//! game ended.

use super::npy::{Dtype, NpyWriter};
use super::{Games, PositionsError};
use fuda_core::{
    DecisionFilter, Game, MoveOf, Observation, Record, ReplayError, files, try_in_order,
};
use serde_json::{Value, json};
use std::path::Path;

/// Games whose rows are in memory before they are written, for each thread.
const AHEAD: usize = 4;

/// Makes the target rows of a record, which has this number, for its
/// decisions of these numbers.
pub type TargetRows<G> = fn(&Record<G>, u32, &[usize]) -> Result<Vec<u8>, ReplayError<MoveOf<G>>>;

/// More to learn from than every game has: bytes of one layout for each
/// decision, written as `targets.npy`.
#[derive(Clone, Copy, Debug)]
pub struct Targets<G: Game> {
    /// What stands in a row one after the other, each with its number of bytes.
    pub layout: &'static [(&'static str, usize)],
    /// The rows of a finished game's decisions of these numbers, ascending.
    pub rows: TargetRows<G>,
    /// What `about.json` says in addition.
    pub about: fn() -> Value,
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayReport {
    /// Decisions.
    pub rows: u64,
    /// Games they are from.
    pub games: usize,
    /// Games left out because they were not played to the end.
    pub unfinished: usize,
}

/// The decisions of one game between at least two actions, array by array.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DecisionRows {
    /// The views, [`Observation::len`] bytes each.
    pub observations: Vec<u8>,
    /// The numbers of the actions that were chosen.
    pub actions: Vec<i32>,
    /// A bit for each action, the first in the lowest, whole bytes per row:
    /// whether it was legal.
    pub legal: Vec<u8>,
    /// Who was to move.
    pub seats: Vec<u8>,
    /// In which round.
    pub rounds: Vec<i32>,
    /// The points that the seat has at the end of the game.
    pub points: Vec<f32>,
    /// Which moves of the record they are.
    pub numbers: Vec<usize>,
}

/// Writes the decisions between at least two actions of all finished games to
/// a folder:
///
/// | file | row |
/// |---|---|
/// | `observations.npy` | the view, [`Observation::len`] bytes |
/// | `actions.npy` | the number of the action that was chosen |
/// | `legal.npy` | a bit for each action, the first in the lowest: whether it was legal |
/// | `seats.npy`, `games.npy`, `rounds.npy` | who was to move, in which game (counted from 0), in which round |
/// | `points.npy` | the points that the seat has at the end of the game |
/// | `targets.npy` | [`Targets`], where the game has some |
/// | `about.json` | encoder, shapes, games |
pub fn write_arrays<G: Game>(
    folder: &Path,
    games: &Games<G>,
    encoder: &dyn Observation<G>,
    filter: &DecisionFilter,
    targets: Option<&Targets<G>>,
    threads: usize,
    done: &dyn Fn(u64),
) -> Result<ArrayReport, PositionsError> {
    let file = |name: &str, dtype: Dtype, columns: Option<usize>| {
        let path = folder.join(name);
        NpyWriter::create(&path, dtype, columns)
            .map(|writer| (name.to_owned(), writer))
            .map_err(|source| PositionsError::File { path, source })
    };
    std::fs::create_dir_all(folder)
        .map_err(|source| PositionsError::File { path: folder.to_owned(), source })?;
    let mut arrays = vec![
        file("observations.npy", Dtype::U8, Some(encoder.len()))?,
        file("actions.npy", Dtype::I32, None)?,
        file("legal.npy", Dtype::U8, Some(encoder.actions().div_ceil(8)))?,
        file("seats.npy", Dtype::U8, None)?,
        file("games.npy", Dtype::I32, None)?,
        file("rounds.npy", Dtype::I32, None)?,
        file("points.npy", Dtype::F32, None)?,
    ];
    if let Some(targets) = targets {
        let width = targets.layout.iter().map(|(_, bytes)| bytes).sum();
        arrays.push(file("targets.npy", Dtype::U8, Some(width))?);
    }
    let mut names = Vec::new();
    for (part, records) in games.records.chunks(AHEAD * threads.max(1)).enumerate() {
        let first = part * AHEAD * threads.max(1);
        let rows = try_in_order(records.len(), threads, |at| {
            let rows = decision_rows(&records[at], encoder, filter);
            rows.map_err(|e| games.broken(first + at, e))
        })?;
        for (at, (record, rows)) in records.iter().zip(rows).enumerate() {
            done(1);
            if record.scores.is_none() {
                continue;
            }
            let number = names.len() as u32;
            let mut target_rows = Vec::new();
            if let Some(targets) = targets {
                let made = (targets.rows)(record, number, &rows.numbers);
                target_rows = made.map_err(|e| games.broken(first + at, e))?;
            }
            names.push(games.names.get(first + at).cloned().unwrap_or_default());
            let numbers = number.to_le_bytes().repeat(rows.numbers.len());
            let actions: Vec<u8> = rows.actions.iter().flat_map(|n| n.to_le_bytes()).collect();
            let rounds: Vec<u8> = rows.rounds.iter().flat_map(|n| n.to_le_bytes()).collect();
            let points: Vec<u8> = rows.points.iter().flat_map(|n| n.to_le_bytes()).collect();
            let parts = [
                &rows.observations,
                &actions,
                &rows.legal,
                &rows.seats,
                &numbers,
                &rounds,
                &points,
                &target_rows,
            ];
            for ((name, array), bytes) in arrays.iter_mut().zip(parts) {
                let path = || folder.join(&*name);
                array
                    .write(bytes)
                    .map_err(|source| PositionsError::File { path: path(), source })?;
            }
        }
    }
    let rows = arrays[0].1.len();
    if rows == 0 {
        return Err(games.nothing());
    }
    let about = about::<G>(&arrays, encoder, targets, &names, &games.source);
    for (name, array) in arrays {
        let path = folder.join(name);
        array.finish().map_err(|source| PositionsError::File { path, source })?;
    }
    let path = folder.join("about.json");
    files::write(&path, format!("{about:#}\n").as_bytes())
        .map_err(|source| PositionsError::File { path, source })?;
    let unfinished = games.records.len() - names.len();
    Ok(ArrayReport { rows, games: names.len(), unfinished })
}

fn about<G: Game>(
    arrays: &[(String, NpyWriter)],
    encoder: &dyn Observation<G>,
    targets: Option<&Targets<G>>,
    names: &[String],
    source: &str,
) -> Value {
    let shapes: serde_json::Map<String, Value> =
        arrays.iter().map(|(name, array)| (name.clone(), json!(array.shape()))).collect();
    let mut about = json!({
        "game": G::NAME, "encoder": encoder.name(), "one": encoder.one(),
        "observation": encoder.len(), "actions": encoder.actions(),
        "rows": arrays[0].1.len(), "arrays": shapes, "source": source, "games": names,
    });
    if let (Some(targets), Some(about)) = (targets, about.as_object_mut()) {
        about.insert("targets".into(), json!(targets.layout));
        about.extend((targets.about)().as_object().cloned().unwrap_or_default());
    }
    about
}

/// The decisions of a game that count, as rows for a network; none of a game
/// that was not played to the end.
pub fn decision_rows<G: Game>(
    record: &Record<G>,
    encoder: &dyn Observation<G>,
    filter: &DecisionFilter,
) -> Result<DecisionRows, ReplayError<MoveOf<G>>> {
    let mut rows = DecisionRows::default();
    let Some(scores) = &record.scores else { return Ok(rows) };
    let mut observation = vec![0; encoder.len()];
    let mut legal = vec![0u8; encoder.actions().div_ceil(8)];
    let mut decisions = record.decisions()?;
    while let Some(decision) = decisions.next()? {
        if filter.turn(&decision).is_none() {
            continue;
        }
        let view = decision.view();
        legal.fill(0);
        for &mv in decision.legal {
            let action = encoder.action(&view, mv);
            legal[action / 8] |= 1 << (action % 8);
        }
        // Moves that share an action are no choice.
        if legal.iter().map(|byte| byte.count_ones()).sum::<u32>() < 2 {
            continue;
        }
        encoder.observe(&view, decision.legal, &mut observation);
        let action = encoder.action(&view, decision.chosen) as i32;
        let points = scores.get(decision.seat.index()).copied().unwrap_or_default() as f32;
        let round = fuda_core::Position::round(decision.position) as i32;
        rows.observations.extend_from_slice(&observation);
        rows.actions.push(action);
        rows.legal.extend_from_slice(&legal);
        rows.seats.push(decision.seat.0);
        rows.rounds.push(round);
        rows.points.push(points);
        rows.numbers.push(decision.number);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fuda_arena::{Entrant, SelfPlay, self_play};
    use fuda_core::{RandomPlayer, Seed};
    use fuda_koikoi::KoiKoi;

    fn games() -> Games<KoiKoi> {
        let random = Entrant::fair("random", || Box::new(RandomPlayer));
        let options = SelfPlay { games: 3, seed: Seed(3), threads: 2 };
        let mut records = self_play(&KoiKoi::default(), &[random], options, None, &|| {}).unwrap();
        records[1].scores = None;
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        Games { records, names, source: "self-play of random".into() }
    }

    fn written(folder: &Path, threads: usize) -> (ArrayReport, Value) {
        let encoder = KoiKoi::default().observations().remove(0);
        let filter = DecisionFilter::new::<KoiKoi>(Some("all"), None).unwrap();
        let games = games();
        let report = write_arrays(folder, &games, &*encoder, &filter, None, threads, &|_| {});
        let about = std::fs::read(folder.join("about.json")).unwrap();
        (report.unwrap(), serde_json::from_slice(&about).unwrap())
    }

    #[test]
    fn every_array_has_a_row_per_decision() {
        let folder = tempfile::tempdir().unwrap();
        let (report, about) = written(folder.path(), 1);
        assert_eq!((report.games, report.unfinished), (2, 1));
        assert_eq!(about["games"], json!(["a", "c"]));
        let encoder = KoiKoi::default().observations().remove(0);
        assert_eq!(about["encoder"], encoder.name());
        let body = |name: &str| std::fs::read(folder.path().join(name)).unwrap()[128..].to_vec();
        let rows = report.rows as usize;
        assert!(rows > 20);
        for (name, shape) in about["arrays"].as_object().unwrap() {
            assert_eq!(shape[0], report.rows, "{name}");
        }
        let (actions, legal, games) = (body("actions.npy"), body("legal.npy"), body("games.npy"));
        assert_eq!(body("observations.npy").len(), rows * encoder.len());
        let number = |bytes: &[u8], row: usize| {
            i32::from_le_bytes(bytes[4 * row..4 * row + 4].try_into().unwrap()) as usize
        };
        let width = legal.len() / rows;
        for row in 0..rows {
            let bits = &legal[row * width..][..width];
            let action = number(&actions, row);
            assert_eq!(bits[action / 8] >> (action % 8) & 1, 1, "what was chosen is legal");
            assert!(bits.iter().map(|byte| byte.count_ones()).sum::<u32>() > 1);
        }
        assert_eq!((number(&games, 0), number(&games, rows - 1)), (0, 1));
    }

    #[test]
    fn threads_do_not_change_a_byte() {
        let [one, two] = [1, 3].map(|threads| {
            let folder = tempfile::tempdir().unwrap();
            written(folder.path(), threads);
            let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
            names.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
            let read = |entry: std::io::Result<std::fs::DirEntry>| {
                let path = entry.unwrap().path();
                (path.file_name().unwrap().to_owned(), std::fs::read(path).unwrap())
            };
            names.into_iter().map(read).collect::<Vec<_>>()
        });
        assert_eq!(one.len(), 8);
        assert!(one == two);
    }
}
