//! How the patterns of many tasks come together.

use crate::pattern::{CountSink, Pattern, Sink};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Brings the patterns of tasks together, whichever thread searches them.
pub trait Gather: Sync {
    /// What takes the patterns of one task.
    type Sink<'g>: Sink
    where
        Self: 'g;

    /// A sink for the task of this number.
    fn open(&self, task: usize) -> Self::Sink<'_>;

    /// Takes back the sink of a task that is done.
    fn close(&self, task: usize, sink: Self::Sink<'_>) -> io::Result<()>;

    /// The run ends early: nobody may wait for anything any more.
    fn abandon(&self) {}
}

/// Counts patterns.
#[derive(Default, Debug)]
pub struct CountGather {
    patterns: AtomicU64,
}

impl CountGather {
    /// How many patterns came.
    pub fn patterns(&self) -> u64 {
        self.patterns.load(Ordering::Relaxed)
    }
}

impl Gather for CountGather {
    type Sink<'g> = CountSink;

    fn open(&self, _: usize) -> CountSink {
        CountSink::default()
    }

    fn close(&self, _: usize, sink: CountSink) -> io::Result<()> {
        self.patterns.fetch_add(sink.patterns, Ordering::Relaxed);
        Ok(())
    }
}

/// How a pattern becomes bytes.
pub trait PatternFormat: Sync {
    /// Appends one pattern. The items are the format's to reorder.
    fn write(&self, items: &mut [u32], support: u32, positives: u32, out: &mut Vec<u8>);
}

/// Writes patterns in the order of tasks, so that any number of threads
/// writes the same bytes.
///
/// A task whose turn has not come keeps its bytes here; when all tasks
/// together keep too many, those whose turn has not come wait. Tasks are
/// begun in order, so the one whose turn it is never waits: memory is
/// bounded, and nothing gets stuck.
pub struct Ordered<'a, W, F> {
    format: F,
    state: Mutex<State<'a, W>>,
    turned: Condvar,
    patterns: AtomicU64,
    limit: usize,
}

struct State<'a, W> {
    out: &'a mut W,
    /// The task whose bytes come next.
    turn: usize,
    /// What tasks left here before their turn.
    early: BTreeMap<usize, Early>,
    /// How many bytes that is.
    held: usize,
    abandoned: bool,
}

#[derive(Default)]
struct Early {
    bytes: Vec<u8>,
    done: bool,
}

/// How many bytes a task collects before it hands them on.
const FLUSH: usize = 1 << 18;

impl<'a, W: Write + Send, F: PatternFormat> Ordered<'a, W, F> {
    /// Writes to `out`; tasks waiting for their turn hold at most about
    /// `limit` bytes.
    pub fn new(out: &'a mut W, format: F, limit: usize) -> Self {
        let state = State { out, turn: 0, early: BTreeMap::new(), held: 0, abandoned: false };
        Ordered {
            format,
            state: Mutex::new(state),
            turned: Condvar::new(),
            patterns: AtomicU64::new(0),
            limit,
        }
    }

    /// How many patterns came.
    pub fn patterns(&self) -> u64 {
        self.patterns.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, State<'a, W>> {
        self.state.lock().unwrap_or_else(|poison| poison.into_inner())
    }

    /// Takes bytes of a task that was searched somewhere else.
    pub fn add(&self, task: usize, bytes: &mut Vec<u8>, patterns: u64) -> io::Result<()> {
        self.patterns.fetch_add(patterns, Ordering::Relaxed);
        self.hand_on(task, bytes, true)
    }

    /// Hands on the bytes of a task: written if it is its turn, kept if not.
    fn hand_on(&self, task: usize, bytes: &mut Vec<u8>, done: bool) -> io::Result<()> {
        let mut state = self.lock();
        while state.turn != task && !state.abandoned && state.held + bytes.len() > self.limit {
            state = self.turned.wait(state).unwrap_or_else(|poison| poison.into_inner());
        }
        if state.abandoned {
            bytes.clear();
            return Ok(());
        }
        if state.turn != task {
            state.held += bytes.len();
            let early = state.early.entry(task).or_default();
            early.bytes.append(bytes);
            early.done = done;
            return Ok(());
        }
        state.out.write_all(bytes)?;
        bytes.clear();
        if done {
            state.pass_turn()?;
            self.turned.notify_all();
        }
        Ok(())
    }
}

impl<W: Write> State<'_, W> {
    /// The turn passes on, over all tasks that are done already.
    fn pass_turn(&mut self) -> io::Result<()> {
        loop {
            self.turn += 1;
            let Some(early) = self.early.remove(&self.turn) else { return Ok(()) };
            self.held -= early.bytes.len();
            self.out.write_all(&early.bytes)?;
            if !early.done {
                return Ok(());
            }
        }
    }
}

/// The patterns of one task on their way into an [`Ordered`] file.
pub struct OrderedSink<'g, 'a, W, F> {
    gather: &'g Ordered<'a, W, F>,
    task: usize,
    bytes: Vec<u8>,
    items: Vec<u32>,
    patterns: u64,
    error: Option<io::Error>,
}

impl<W: Write + Send, F: PatternFormat> Sink for OrderedSink<'_, '_, W, F> {
    fn pattern(&mut self, pattern: Pattern<'_>) {
        if self.error.is_some() {
            return;
        }
        self.patterns += 1;
        self.items.clear();
        self.items.extend_from_slice(pattern.items);
        let Pattern { support, positives, .. } = pattern;
        self.gather.format.write(&mut self.items, support, positives, &mut self.bytes);
        if self.bytes.len() >= FLUSH {
            self.error = self.gather.hand_on(self.task, &mut self.bytes, false).err();
        }
    }
}

impl<'a, W: Write + Send, F: PatternFormat> Gather for Ordered<'a, W, F> {
    type Sink<'g>
        = OrderedSink<'g, 'a, W, F>
    where
        Self: 'g;

    fn open(&self, task: usize) -> OrderedSink<'_, 'a, W, F> {
        let (bytes, items) = (Vec::new(), Vec::new());
        OrderedSink { gather: self, task, bytes, items, patterns: 0, error: None }
    }

    fn close(&self, task: usize, sink: OrderedSink<'_, 'a, W, F>) -> io::Result<()> {
        let OrderedSink { mut bytes, patterns, error, .. } = sink;
        match error {
            Some(error) => Err(error),
            None => self.add(task, &mut bytes, patterns),
        }
    }

    fn abandon(&self) {
        self.lock().abandoned = true;
        self.turned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Names;

    impl PatternFormat for Names {
        fn write(&self, items: &mut [u32], _: u32, _: u32, out: &mut Vec<u8>) {
            out.extend(items.iter().map(|&item| item as u8));
        }
    }

    #[test]
    fn bytes_come_in_the_order_of_tasks() {
        let mut out = Vec::new();
        let ordered = Ordered::new(&mut out, Names, 100);
        for task in [2, 1, 4, 0, 3] {
            let mut sink = ordered.open(task);
            sink.pattern(Pattern { items: &[task as u32], support: 1, positives: 0 });
            ordered.close(task, sink).unwrap();
        }
        assert_eq!(ordered.patterns(), 5);
        drop(ordered);
        assert_eq!(out, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_task_that_keeps_too_much_waits_for_its_turn() {
        let mut out = Vec::new();
        let ordered = Ordered::new(&mut out, Names, 4);
        std::thread::scope(|scope| {
            let late = scope.spawn(|| ordered.add(1, &mut vec![1; 9], 1));
            let later = scope.spawn(|| ordered.add(2, &mut vec![2; 9], 1));
            ordered.add(0, &mut vec![0; 9], 1).unwrap();
            late.join().unwrap().unwrap();
            later.join().unwrap().unwrap();
        });
        drop(ordered);
        assert_eq!(out, [[0; 9], [1; 9], [2; 9]].concat());
    }

    #[test]
    fn an_abandoned_run_lets_everybody_go() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Full;
        let ordered = Ordered::new(&mut out, Names, 4);
        std::thread::scope(|scope| {
            let late = scope.spawn(|| ordered.add(1, &mut vec![1; 9], 1));
            let error = ordered.add(0, &mut vec![0; 9], 1).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            ordered.abandon();
            late.join().unwrap().unwrap();
        });
    }
}
