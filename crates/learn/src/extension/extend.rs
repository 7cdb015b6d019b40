//! Features extended by linear maps, and folded again.

use super::truncated_svd;
use crate::{Groups, LearnError, Rows};
use fuda_core::Seed;

/// Linear maps whose values stand as further columns behind the plain ones.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extension {
    maps: Vec<Vec<f64>>,
}

impl Extension {
    /// The maps of auxiliary problems' weight vectors: what they predict, if
    /// `predictions`, and the coordinates along the `rank` largest of their
    /// shared directions, if that is not 0.
    pub fn of_problems(
        weights: &[Vec<f64>],
        rank: usize,
        predictions: bool,
        seed: Seed,
    ) -> Extension {
        let mut maps = if rank > 0 { truncated_svd(weights, rank, seed).right } else { Vec::new() };
        if predictions {
            maps.extend(weights.iter().cloned());
        }
        Extension { maps }
    }

    /// The maps: one number a plain column each.
    pub fn maps(&self) -> &[Vec<f64>] {
        &self.maps
    }

    /// How many columns it adds.
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// Whether it adds none.
    pub fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// The groups whose origin fits, with further columns: the maps' values of
    /// each row. What rows of a group share is left out there too, so it may
    /// be missing from the rows.
    pub fn extend(
        &self,
        groups: &Groups,
        fits: impl Fn(u32) -> bool,
    ) -> Result<Groups, LearnError> {
        self.extend_by(groups, fits, |_, sums| sums.fill(0.0), |sum| sum)
    }

    /// The groups whose origin fits, with the maps' answers as further
    /// columns: +1 where a map's value of the whole row is above 0, and −1
    /// elsewhere. What rows of a group share counts for the answer, so it is
    /// needed: one row for each group, by its number. Such columns are not
    /// linear, and do not fold.
    pub fn extend_with_signs(
        &self,
        groups: &Groups,
        shared: &Rows,
        fits: impl Fn(u32) -> bool,
    ) -> Result<Groups, LearnError> {
        let (found, wanted) = (shared.len(), groups.len());
        assert_eq!(found, wanted, "one row that is shared for each group");
        let begin = |group: usize, sums: &mut [f32]| {
            for (sum, map) in sums.iter_mut().zip(&self.maps) {
                *sum = shared.row(group).dot(map) as f32;
            }
        };
        self.extend_by(groups, fits, begin, |sum| if sum > 0.0 { 1.0 } else { -1.0 })
    }

    /// The groups whose origin fits, with one further column for each map:
    /// what `finish` makes of the map's value of the row, added to what
    /// `begin` has for the group.
    fn extend_by(
        &self,
        groups: &Groups,
        fits: impl Fn(u32) -> bool,
        begin: impl Fn(usize, &mut [f32]),
        finish: impl Fn(f32) -> f32,
    ) -> Result<Groups, LearnError> {
        let plain = groups.columns();
        self.check(plain)?;
        let mut extended = Groups::new(plain + self.len());
        let mut rows: Vec<Vec<(u32, f32)>> = Vec::new();
        // Values of all maps for one column lie beside each other, so that a
        // row's are added up in one go.
        let mut by_column = vec![0.0f32; plain * self.len()];
        for (number, map) in self.maps.iter().enumerate() {
            for (column, &value) in map.iter().enumerate() {
                by_column[column * self.len() + number] = value as f32;
            }
        }
        let (mut sums, mut first) = (vec![0.0f32; self.len()], vec![0.0f32; self.len()]);
        for group in groups.pick(fits).iter() {
            begin(group.number(), &mut first);
            rows.resize(group.len().max(rows.len()), Vec::new());
            for (at, extended) in rows[..group.len()].iter_mut().enumerate() {
                let row = group.alternative(at);
                let cells = || row.columns.iter().copied().zip(row.values.iter().copied());
                extended.clear();
                extended.extend(cells());
                sums.copy_from_slice(&first);
                for (column, value) in cells() {
                    let maps = &by_column[column as usize * self.len()..][..self.len()];
                    sums.iter_mut().zip(maps).for_each(|(sum, map)| *sum += value * map);
                }
                let tail = sums.iter().map(|&sum| finish(sum)).enumerate();
                let tail = tail.filter(|(_, value)| *value != 0.0);
                extended.extend(tail.map(|(number, value)| ((plain + number) as u32, value)));
            }
            let rows = rows[..group.len()].iter().map(Vec::as_slice);
            extended.push(group.id(), group.chosen(), rows)?;
        }
        Ok(extended)
    }

    /// One weight for each plain column that does what the weights over
    /// extended columns do.
    pub fn fold(&self, weights: &[f64]) -> Result<Vec<f64>, LearnError> {
        let plain = weights.len().saturating_sub(self.len());
        self.check(plain)?;
        let mut folded = weights[..plain].to_vec();
        for (map, &weight) in self.maps.iter().zip(&weights[plain..]) {
            folded.iter_mut().zip(map).for_each(|(sum, x)| *sum += weight * x);
        }
        Ok(folded)
    }

    fn check(&self, columns: usize) -> Result<(), LearnError> {
        match self.maps.iter().find(|map| map.len() != columns) {
            Some(map) => Err(LearnError::ModelColumns { model: map.len(), rows: columns }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_groups;
    use fuda_core::Rng;

    #[test]
    fn answers_are_those_of_whole_rows() {
        let groups = random_groups(30, 12, 3);
        let mut rng = Rng::new(Seed(6));
        let shared: Vec<Vec<(u32, f64)>> =
            (0..30).map(|_| vec![(3, rng.unit() - 0.5), (7, rng.unit() * 4.0 - 2.0)]).collect();
        let shared = Rows::sparse(12, shared.iter().map(Vec::as_slice)).unwrap();
        let problems: Vec<Vec<f64>> =
            (0..4).map(|_| (0..12).map(|_| rng.unit() - 0.5).collect()).collect();
        let extension = Extension::of_problems(&problems, 0, true, Seed(0));
        let extended = extension.extend_with_signs(&groups, &shared, |_| true).unwrap();
        assert_eq!(extended.columns(), 16);
        let mut ups = 0;
        for (number, (plain, wide)) in groups.all().iter().zip(extended.all().iter()).enumerate() {
            for at in 0..plain.len() {
                for (problem, map) in problems.iter().enumerate() {
                    let value = plain.alternative(at).dot(map) + shared.row(number).dot(map);
                    let mut only = vec![0.0; 16];
                    only[12 + problem] = 1.0;
                    let answer = wide.alternative(at).dot(&only);
                    assert_eq!(answer, if value > 0.0 { 1.0 } else { -1.0 }, "{value}");
                    ups += u32::from(answer > 0.0);
                }
            }
        }
        assert!(ups > 0);
        let other = |_: u32| false;
        assert!(extension.extend_with_signs(&groups, &shared, other).unwrap().is_empty());
    }

    #[test]
    fn folded_weights_score_the_same() {
        let groups = random_groups(40, 12, 2);
        let mut rng = Rng::new(Seed(5));
        let mut vector =
            |long: usize| -> Vec<f64> { (0..long).map(|_| rng.unit() - 0.5).collect() };
        let problems: Vec<Vec<f64>> = (0..5).map(|_| vector(12)).collect();
        for (rank, predictions, added) in
            [(3, false, 3), (0, true, 5), (9, true, 10), (0, false, 0)]
        {
            let extension = Extension::of_problems(&problems, rank, predictions, Seed(0));
            assert_eq!(extension.len(), added);
            let extended = extension.extend(&groups, |_| true).unwrap();
            assert_eq!(extended.columns(), 12 + added);
            let weights = vector(12 + added);
            let folded = extension.fold(&weights).unwrap();
            for (plain, wide) in groups.all().iter().zip(extended.all().iter()) {
                for (a, b) in plain.scores(&folded).zip(wide.scores(&weights)) {
                    assert!((a - b).abs() < 1e-5, "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn maps_of_other_rows_are_refused() {
        let groups = random_groups(3, 12, 2);
        let extension = Extension::of_problems(&[vec![1.0; 11]], 0, true, Seed(0));
        assert!(extension.extend(&groups, |_| true).is_err());
        assert!(extension.fold(&[0.0; 13]).is_err());
    }
}
