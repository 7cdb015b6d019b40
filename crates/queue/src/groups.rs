//! How many tasks travel together.

use std::collections::VecDeque;
use std::ops::Range;

/// About how many seconds a group of tasks is to take.
const TARGET: f64 = 0.5;
/// Near the end groups get smaller, but not quicker than this.
const LEAST: f64 = 0.05;
/// How many times as large as the last group the next one may be.
const GROWTH: u64 = 8;
/// The most tasks in a group.
const MOST_TASKS: u64 = 1 << 16;
/// About how many bytes of results a group may have.
const MOST_BYTES: f64 = (4 << 20) as f64;

/// Cuts tasks into groups that take about half a second each, by what earlier
/// ones took. The first groups are single tasks. Results do not depend on it.
#[derive(Clone, Debug)]
pub struct Groups {
    todo: VecDeque<Range<u64>>,
    left: u64,
    size: u64,
    fixed: bool,
    /// Seconds and bytes of a task, as the last groups had them.
    each: Option<(f64, f64)>,
}

impl Groups {
    /// Groups of the tasks in ascending ranges.
    pub fn new(tasks: &[Range<u64>]) -> Groups {
        let todo: VecDeque<_> = tasks.iter().filter(|range| !range.is_empty()).cloned().collect();
        let left = todo.iter().map(|range| range.end - range.start).sum();
        Groups { todo, left, size: 1, fixed: false, each: None }
    }

    /// Groups of so many tasks each, whatever they take.
    pub fn fixed(self, size: u64) -> Groups {
        Groups { size: size.max(1), fixed: true, ..self }
    }

    /// Tasks that are in no group yet.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Notes how long a group of so many tasks took, and how many bytes its
    /// results are.
    pub fn took(&mut self, tasks: u64, seconds: f64, bytes: usize) {
        let tasks = tasks.max(1) as f64;
        let new = (seconds.max(0.0) / tasks, bytes as f64 / tasks);
        self.each = Some(match self.each {
            Some((seconds, bytes)) => (0.7 * seconds + 0.3 * new.0, 0.7 * bytes + 0.3 * new.1),
            None => new,
        });
    }

    /// The next group, where so many threads wait for work.
    pub fn next(&mut self, threads: u64) -> Option<Range<u64>> {
        let size = self.size(threads);
        let range = self.todo.front_mut()?;
        let group = range.start..range.end.min(range.start.saturating_add(size));
        range.start = group.end;
        if range.is_empty() {
            self.todo.pop_front();
        }
        self.left -= group.end - group.start;
        Some(group)
    }

    /// No task from this one on is given out any more.
    pub fn end_before(&mut self, task: u64) {
        for range in &mut self.todo {
            range.end = range.end.min(task).max(range.start);
        }
        self.todo.retain(|range| !range.is_empty());
        self.left = self.todo.iter().map(|range| range.end - range.start).sum();
    }

    fn size(&mut self, threads: u64) -> u64 {
        let Some((seconds, bytes)) = self.each.filter(|_| !self.fixed) else { return self.size };
        let many = |limit: f64, each: f64| (limit / each.max(1e-9)).clamp(1.0, 1e9) as u64;
        // So that all threads end at about the same time.
        let fair = self.left.div_ceil(2 * threads.max(1)).max(many(LEAST, seconds));
        let wanted = many(TARGET, seconds).min(many(MOST_BYTES, bytes)).min(MOST_TASKS);
        self.size = wanted.min(self.size.saturating_mul(GROWTH)).max(1);
        self.size.min(fair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All groups, when every task takes so long.
    fn sizes(tasks: &[Range<u64>], seconds: f64) -> Vec<Range<u64>> {
        let mut groups = Groups::new(tasks);
        let mut all = Vec::new();
        while let Some(group) = groups.next(2) {
            let many = group.end - group.start;
            groups.took(many, many as f64 * seconds, 10);
            all.push(group);
        }
        all
    }

    #[test]
    fn every_task_is_in_one_group() {
        for seconds in [1e-7, 1e-4, 0.01, 3.0] {
            let given = [3..40, 40..40, 50..5_000];
            let groups = sizes(&given, seconds);
            let tasks: Vec<u64> = groups.into_iter().flatten().collect();
            assert_eq!(tasks, given.into_iter().flatten().collect::<Vec<_>>(), "{seconds}");
        }
    }

    #[test]
    fn groups_take_half_a_second_and_less_at_the_end() {
        let long = |group: &Range<u64>, each: f64| (group.end - group.start) as f64 * each;
        let groups = sizes(&[0..5_000, 5_000..10_000], 0.001);
        let times: Vec<f64> = groups.iter().map(|group| long(group, 0.001)).collect();
        assert!(times.iter().all(|&time| time < 0.6), "{times:?}");
        assert!(times[5] > 0.4, "{times:?}");
        let end = times.len() - 2;
        assert!((0.05..0.3).contains(&times[end]), "{times:?}");
        // A task that takes long is a group of its own.
        assert_eq!(sizes(&[0..2, 4..7], 60.0).len(), 5);
    }

    #[test]
    fn nothing_is_given_out_behind_a_failure() {
        let mut groups = Groups::new(&[0..10, 20..30]);
        groups.next(1);
        groups.end_before(22);
        assert_eq!(groups.left(), 11);
        groups.end_before(5);
        assert_eq!(groups.left(), 4);
    }
}
