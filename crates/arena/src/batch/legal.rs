//! Which actions are legal at each table: a bit for every action.
//!
//! The bits of all tables lie together, so that a whole step is checked, and
//! masks are written, without a look at the tables.

/// The legal actions of all tables.
pub(super) struct LegalActions {
    bits: Vec<u64>,
    words: usize,
}

impl LegalActions {
    /// No legal action yet at so many tables.
    pub fn new(tables: usize, actions: usize) -> LegalActions {
        let words = actions.div_ceil(64);
        LegalActions { bits: vec![0; tables * words], words }
    }

    /// The bits of every table.
    pub fn all_mut(&mut self) -> &mut [u64] {
        &mut self.bits
    }

    /// The bits of every table.
    pub fn all(&self) -> &[u64] {
        &self.bits
    }

    /// How many words the bits of one table take.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether an action is legal at a table.
    pub fn allows(&self, table: usize, action: i32) -> bool {
        let bits = &self.bits[table * self.words..][..self.words];
        usize::try_from(action).is_ok_and(|action| {
            bits.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 != 0)
        })
    }

    /// The legal actions of a table, as messages list them.
    pub fn listed(&self, table: usize) -> String {
        const MOST: usize = 20;
        let bits = &self.bits[table * self.words..][..self.words];
        let text: Vec<String> = each(bits).take(MOST).map(|action| action.to_string()).collect();
        let text = text.join(", ");
        match each(bits).skip(MOST).count() {
            0 => text,
            more => format!("{text} and {more} more"),
        }
    }
}

/// Marks an action in the bits of a table.
pub(super) fn mark(bits: &mut [u64], action: usize) {
    bits[action / 64] |= 1 << (action % 64);
}

/// The actions marked in the bits of a table, in order.
pub(super) fn each(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(place, &word)| {
        let left =
            std::iter::successors(Some(word), |word| word.checked_sub(1).map(|less| word & less));
        let left = left.take_while(|word| *word != 0);
        left.map(move |word| 64 * place + word.trailing_zeros() as usize)
    })
}
