//! Groups of alternatives, one of which was chosen: what ranking learns from.

use crate::LearnError;
use std::borrow::Cow;

/// Groups of alternatives as sparse rows, each group with the alternative
/// that was chosen and a number that says where it comes from (a game, say),
/// by which groups are kept apart.
///
/// Only differences between the rows of a group matter to whoever ranks them,
/// so what all alternatives of a group share may be left out of every row.
///
/// ```
/// use fuda_learn::Groups;
/// let mut groups = Groups::new(3);
/// groups.push(7, 1, [[(0, 1.0)].as_slice(), &[(1, 0.5), (2, 1.0)]])?;
/// groups.push(8, 0, [[(2, 1.0)].as_slice(), &[]])?;
/// assert_eq!((groups.len(), groups.alternatives()), (2, 4));
/// let test = groups.pick(|id| id == 8);
/// assert_eq!(test.iter().next().map(|group| group.chosen()), Some(0));
/// # Ok::<(), fuda_learn::LearnError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Groups {
    columns: usize,
    ids: Vec<u32>,
    chosen: Vec<u32>,
    /// The first alternative of each group, and one past the last of all.
    bounds: Vec<usize>,
    /// The first cell of each alternative, and one past the last of all.
    starts: Vec<usize>,
    cells: Vec<u32>,
    values: Vec<f32>,
}

impl Groups {
    /// No groups yet, of rows with so many columns.
    pub fn new(columns: usize) -> Groups {
        Groups {
            columns,
            ids: Vec::new(),
            chosen: Vec::new(),
            bounds: vec![0],
            starts: vec![0],
            cells: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a group: where it comes from, which alternative was chosen, and
    /// the alternatives as `(column, number)`, columns ascending. A group
    /// that is refused leaves no trace.
    pub fn push<'a>(
        &mut self,
        id: u32,
        chosen: usize,
        alternatives: impl IntoIterator<Item = &'a [(u32, f32)]>,
    ) -> Result<(), LearnError> {
        let (rows, cells) = (self.starts.len(), self.cells.len());
        let checked = alternatives
            .into_iter()
            .try_for_each(|row| self.push_row(row))
            .and_then(|()| self.close(id, chosen));
        if checked.is_err() {
            self.starts.truncate(rows);
            self.cells.truncate(cells);
            self.values.truncate(cells);
        }
        checked
    }

    fn push_row(&mut self, row: &[(u32, f32)]) -> Result<(), LearnError> {
        let at = self.starts.len() - 1;
        let mut next = 0;
        for &(column, value) in row {
            if column < next {
                return Err(LearnError::Unsorted { row: at });
            }
            let place = column as usize;
            if place >= self.columns {
                let columns = self.columns;
                return Err(LearnError::NoSuchColumn { row: at, column: place, columns });
            }
            if !value.is_finite() {
                return Err(LearnError::NotFinite { row: at, column: place });
            }
            next = column + 1;
            self.cells.push(column);
            self.values.push(value);
        }
        self.starts.push(self.cells.len());
        Ok(())
    }

    fn close(&mut self, id: u32, chosen: usize) -> Result<(), LearnError> {
        let (group, rows) = (self.len(), self.starts.len() - 1);
        let alternatives = rows - self.bounds[group];
        if chosen >= alternatives {
            return Err(LearnError::NoSuchAlternative { group, chosen, alternatives });
        }
        self.ids.push(id);
        self.chosen.push(chosen as u32);
        self.bounds.push(rows);
        Ok(())
    }

    /// Adds all groups of another collection after these.
    pub fn append(&mut self, other: &Groups) -> Result<(), LearnError> {
        if other.columns != self.columns {
            return Err(LearnError::ModelColumns { model: self.columns, rows: other.columns });
        }
        let (rows, cells) = (self.alternatives(), self.cells.len());
        self.ids.extend_from_slice(&other.ids);
        self.chosen.extend_from_slice(&other.chosen);
        self.bounds.extend(other.bounds[1..].iter().map(|bound| bound + rows));
        self.starts.extend(other.starts[1..].iter().map(|start| start + cells));
        self.cells.extend_from_slice(&other.cells);
        self.values.extend_from_slice(&other.values);
        Ok(())
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// How many columns the rows have.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many alternatives all groups have together.
    pub fn alternatives(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many cells are stored.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// One group.
    ///
    /// # Panics
    /// When there is no such group.
    #[inline]
    pub fn group(&self, group: usize) -> Group<'_> {
        let (first, end) = (self.bounds[group], self.bounds[group + 1]);
        Group { groups: self, first, len: end - first, number: group }
    }

    /// All groups, to learn from or to test on.
    pub fn all(&self) -> GroupSample<'_> {
        self.pick(|_| true)
    }

    /// The groups whose origin fits.
    pub fn pick(&self, fits: impl Fn(u32) -> bool) -> GroupSample<'_> {
        let numbers = 0..self.len() as u32;
        let picks = numbers.filter(|&number| fits(self.ids[number as usize])).collect();
        GroupSample { groups: self, picks: Cow::Owned(picks) }
    }
}

/// One group of alternatives.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    groups: &'a Groups,
    first: usize,
    len: usize,
    number: usize,
}

impl<'a> Group<'a> {
    /// Where it comes from.
    #[inline]
    pub fn id(&self) -> u32 {
        self.groups.ids[self.number]
    }

    /// Its number among all groups.
    #[inline]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The number of its first alternative among those of all groups.
    #[inline]
    pub fn first(&self) -> usize {
        self.first
    }

    /// How many alternatives it has: at least one.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a group is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Which alternative was chosen.
    #[inline]
    pub fn chosen(&self) -> usize {
        self.groups.chosen[self.number] as usize
    }

    /// One alternative.
    ///
    /// # Panics
    /// When it has no such alternative.
    #[inline]
    pub fn alternative(&self, alternative: usize) -> Cells<'a> {
        assert!(alternative < self.len);
        let at = self.first + alternative;
        let range = self.groups.starts[at]..self.groups.starts[at + 1];
        Cells { columns: &self.groups.cells[range.clone()], values: &self.groups.values[range] }
    }

    /// The alternatives that were not chosen, by number.
    pub fn rivals(&self) -> impl Iterator<Item = usize> + use<> {
        let chosen = self.chosen();
        (0..self.len).filter(move |&alternative| alternative != chosen)
    }

    /// The score of each alternative by one weight per column.
    pub fn scores(&self, weights: &[f64]) -> impl Iterator<Item = f64> {
        (0..self.len).map(|alternative| self.alternative(alternative).dot(weights))
    }
}

/// One alternative: some columns, ascending, with their numbers; all others
/// are 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cells<'a> {
    /// The columns, ascending.
    pub columns: &'a [u32],
    /// Their numbers.
    pub values: &'a [f32],
}

impl Cells<'_> {
    /// Calls `each` with every column that may not be 0.
    #[inline]
    pub fn for_each(self, mut each: impl FnMut(usize, f64)) {
        for (&column, &value) in self.columns.iter().zip(self.values) {
            each(column as usize, f64::from(value));
        }
    }

    /// The sum of products with one weight per column.
    #[inline]
    pub fn dot(self, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.for_each(|column, value| sum += weights[column] * value);
        sum
    }

    /// The same with short numbers, half as many bytes of them to reach, and in
    /// four lanes, so that no addition waits for the last.
    #[inline]
    pub(crate) fn short_dot(self, weights: &[f32]) -> f32 {
        let (fours, rest) = self.columns.as_chunks::<4>();
        let (values, rest_values) = self.values.as_chunks::<4>();
        let mut lanes = [0.0f32; 4];
        for (columns, values) in fours.iter().zip(values) {
            for (lane, (&column, &value)) in lanes.iter_mut().zip(columns.iter().zip(values)) {
                *lane += weights[column as usize] * value;
            }
        }
        let mut sum = lanes[0] + lanes[1] + (lanes[2] + lanes[3]);
        for (&column, &value) in rest.iter().zip(rest_values) {
            sum += weights[column as usize] * value;
        }
        sum
    }

    /// Adds a multiple of the row to one number per column.
    #[inline]
    pub fn add_to(self, scale: f64, sums: &mut [f64]) {
        self.for_each(|column, value| sums[column] += scale * value);
    }

    /// The sum of squares.
    #[inline]
    pub fn squared(self) -> f64 {
        self.values.iter().map(|&value| f64::from(value) * f64::from(value)).sum()
    }

    /// The sum of products with another row.
    pub fn product(self, other: Cells<'_>) -> f64 {
        let (mut sum, mut at) = (0.0, 0);
        for (&column, &value) in self.columns.iter().zip(self.values) {
            while other.columns.get(at).is_some_and(|&other| other < column) {
                at += 1;
            }
            if other.columns.get(at) == Some(&column) {
                sum += f64::from(value) * f64::from(other.values[at]);
            }
        }
        sum
    }
}

/// Groups to learn from or to test on: all of a collection or some of it.
#[derive(Clone, Debug)]
pub struct GroupSample<'a> {
    groups: &'a Groups,
    picks: Cow<'a, [u32]>,
}

impl<'a> GroupSample<'a> {
    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.picks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.picks.is_empty()
    }

    /// How many columns the rows have.
    pub fn columns(&self) -> usize {
        self.groups.columns
    }

    /// Group number `i` of this sample.
    ///
    /// # Panics
    /// When there is no such group.
    #[inline]
    pub fn get(&self, i: usize) -> Group<'a> {
        self.groups.group(self.picks[i] as usize)
    }

    /// All groups of the sample.
    pub fn iter(&self) -> impl Iterator<Item = Group<'a>> + '_ {
        self.picks.iter().map(|&pick| self.groups.group(pick as usize))
    }

    /// Those groups of the sample whose origin fits.
    pub fn pick(&self, fits: impl Fn(u32) -> bool) -> GroupSample<'a> {
        let fits = |&&pick: &&u32| fits(self.groups.ids[pick as usize]);
        GroupSample {
            groups: self.groups,
            picks: self.picks.iter().filter(fits).copied().collect(),
        }
    }

    /// An error when nothing can be learned: no group has two alternatives.
    pub fn check(&self) -> Result<(), LearnError> {
        match self.iter().any(|group| group.len() > 1) {
            true => Ok(()),
            false => Err(LearnError::NoChoice { groups: self.len() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn three() -> Groups {
        let mut groups = Groups::new(4);
        groups.push(1, 1, [[(0, 1.0)].as_slice(), &[(1, 0.5), (3, 2.0)], &[]]).unwrap();
        groups.push(2, 0, [[(2, 1.0)].as_slice()]).unwrap();
        groups.push(1, 0, [[(0, -1.0)].as_slice(), &[(0, 4.0)]]).unwrap();
        groups
    }

    #[test]
    fn groups_come_back_as_they_were_put() {
        let groups = three();
        assert_eq!((groups.len(), groups.alternatives(), groups.cells()), (3, 6, 6));
        let group = groups.group(0);
        assert_eq!((group.id(), group.len(), group.chosen()), (1, 3, 1));
        assert_eq!(group.rivals().collect::<Vec<_>>(), [0, 2]);
        let scores: Vec<f64> = group.scores(&[3.0, 2.0, 0.0, 0.25]).collect();
        assert_eq!(scores, [3.0, 1.5, 0.0]);
        assert_eq!(group.alternative(1).squared(), 4.25);
        assert_eq!(groups.group(2).first(), 4);
        let ones: Vec<usize> = groups.pick(|id| id == 1).iter().map(|g| g.number()).collect();
        assert_eq!(ones, [0, 2]);
        let none = groups.pick(|id| id == 1).pick(|id| id == 2);
        assert!(none.is_empty());
        assert!(matches!(none.check(), Err(LearnError::NoChoice { groups: 0 })));
        assert!(groups.pick(|id| id == 2).check().is_err() && groups.all().check().is_ok());
    }

    #[test]
    fn what_is_refused_leaves_no_trace() {
        let mut groups = three();
        let before = groups.clone();
        let row = [(0u32, 1.0f32)].as_slice();
        let refused = [
            groups.push(0, 0, []),
            groups.push(0, 2, [row, row]),
            groups.push(0, 0, [row, &[(4, 1.0)]]),
            groups.push(0, 0, [row, &[(1, f32::NAN)]]),
            groups.push(0, 0, [row, &[(2, 1.0), (2, 1.0)]]),
        ];
        let wanted = [
            "group 3 has 0 alternatives, but number 0 was chosen",
            "group 3 has 2 alternatives, but number 2 was chosen",
            "row 7 has column 4, but there are 4 columns",
            "row 7, column 1 is not a finite number",
            "the columns of row 7 are not in ascending order",
        ];
        for (refused, wanted) in refused.into_iter().zip(wanted) {
            assert_eq!(refused.unwrap_err().to_string(), wanted);
        }
        assert_eq!(groups, before);
        assert!(groups.append(&Groups::new(5)).is_err());
    }

    #[test]
    fn appending_is_pushing() {
        let (mut twice, three) = (three(), three());
        twice.append(&three).unwrap();
        assert_eq!(twice.len(), 6);
        for number in 0..3 {
            let (old, new) = (three.group(number), twice.group(number + 3));
            assert_eq!((old.id(), old.chosen(), old.len()), (new.id(), new.chosen(), new.len()));
            for at in 0..old.len() {
                assert_eq!(old.alternative(at), new.alternative(at));
            }
        }
    }

    proptest! {
        #[test]
        fn products_are_those_of_dense_rows(
            a in prop::collection::vec(-3i8..3, 8),
            b in prop::collection::vec(-3i8..3, 8),
        ) {
            let sparse = |row: &[i8]| -> Vec<(u32, f32)> {
                let cells = row.iter().enumerate().filter(|(_, v)| **v != 0);
                cells.map(|(column, v)| (column as u32, f32::from(*v))).collect()
            };
            let mut groups = Groups::new(8);
            groups.push(0, 0, [sparse(&a).as_slice(), &sparse(&b)]).unwrap();
            let group = groups.group(0);
            let wanted: i32 = a.iter().zip(&b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            let product = group.alternative(0).product(group.alternative(1));
            prop_assert_eq!(product, f64::from(wanted));
        }
    }
}
