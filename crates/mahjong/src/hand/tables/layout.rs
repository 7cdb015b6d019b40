//! Where each holding of a suit stands in its table.

use arrayvec::ArrayVec;

/// The most tiles in one suit.
const MOST: usize = 14;
/// Number of high parts: four kinds.
pub(super) const HIGHS: usize = 625;

/// The order of all holdings of a suit; see the front page of `tables`.
pub(super) struct Layout<const LOWS: usize> {
    /// Where the holdings of each high part begin.
    pub(super) offset: [u32; HIGHS],
    /// The rank of each low part.
    pub(super) rank: [u16; LOWS],
    /// The high parts.
    pub(super) highs: Vec<Part>,
    /// The low parts by rank.
    pub(super) lows: Vec<Part>,
    /// For each number of tiles, how many low parts have no more.
    fitting: [usize; MOST + 1],
    /// For each kind, in order, whether it is in the high part and its unit there.
    pub(super) units: Vec<(bool, usize)>,
    /// Whether the suit has runs.
    pub(super) runs: bool,
}

/// A high or low part of a holding.
pub(super) struct Part {
    /// Number of tiles.
    pub(super) tiles: usize,
    /// The parts with one tile less: high parts by number, low parts by rank.
    pub(super) less: ArrayVec<u16, 5>,
    /// The added-up fields of [`Info`](super::Info).
    pub(super) fields: u32,
}

impl Layout<3125> {
    /// A suit of nine kinds.
    pub(super) fn suit() -> Layout<3125> {
        let low = |place: u32| (false, 5usize.pow(place));
        let high = |place: u32| (true, 5usize.pow(place));
        let units = (0..4).map(low).chain((0..4).map(high)).chain([low(4)]).collect();
        Layout::new(units, [false; 4], [true, false, false, false, true], true)
    }
}

impl Layout<125> {
    /// The seven honours.
    pub(super) fn honours() -> Layout<125> {
        let low = |place: u32| (false, 5usize.pow(place));
        let high = |place: u32| (true, 5usize.pow(place));
        let units = (0..4).map(high).chain((0..3).map(low)).collect();
        Layout::new(units, [true; 4], [true; 3], false)
    }
}

impl<const LOWS: usize> Layout<LOWS> {
    /// `high` and `low` show which kinds of each part are terminals or honours.
    fn new<const L: usize>(
        units: Vec<(bool, usize)>,
        high: [bool; 4],
        low: [bool; L],
        runs: bool,
    ) -> Layout<LOWS> {
        let highs: Vec<Part> = (0..HIGHS).map(|number| Part::new(number, &high)).collect();
        let mut lows: Vec<(usize, Part)> =
            (0..LOWS).map(|number| (number, Part::new(number, &low))).collect();
        lows.sort_by_key(|(_, part)| part.tiles);
        let mut rank = [0; LOWS];
        let mut fitting = [0; MOST + 1];
        for (place, (number, part)) in lows.iter().enumerate() {
            rank[*number] = place as u16;
            fitting.iter_mut().skip(part.tiles).for_each(|count| *count += 1);
        }
        let mut lows: Vec<Part> = lows.into_iter().map(|(_, part)| part).collect();
        for less in lows.iter_mut().flat_map(|part| &mut part.less) {
            *less = rank[usize::from(*less)];
        }
        let mut layout = Layout { offset: [0; HIGHS], rank, highs, lows, fitting, units, runs };
        let mut size = 0;
        for high in 0..HIGHS {
            layout.offset[high] = size as u32;
            size += layout.ranks(high);
        }
        layout
    }

    /// How many low parts fit together with a high part: the first so many ranks.
    pub(super) fn ranks(&self, high: usize) -> usize {
        MOST.checked_sub(self.highs[high].tiles).map_or(0, |room| self.fitting[room])
    }

    /// Number of holdings.
    pub(super) fn size(&self) -> usize {
        (0..HIGHS).map(|high| self.ranks(high)).sum()
    }

    /// The place of the holding of a high part and a rank.
    pub(super) fn place(&self, high: usize, rank: usize) -> usize {
        self.offset[high] as usize + rank
    }

    /// The place of the holding with these counts, in the order of the kinds.
    pub(super) fn place_of(&self, counts: &[u8]) -> usize {
        let (mut high, mut low) = (0, 0);
        for (&count, &(in_high, unit)) in counts.iter().zip(&self.units) {
            *(if in_high { &mut high } else { &mut low }) += usize::from(count) * unit;
        }
        self.place(high, usize::from(self.rank[low]))
    }
}

impl Part {
    fn new(number: usize, outside: &[bool]) -> Part {
        let mut part = Part { tiles: 0, less: ArrayVec::new(), fields: 0 };
        let mut unit = 1;
        for &outside in outside {
            let count = number / unit % 5;
            part.tiles += count;
            let once = u32::from(count > 0);
            let twice = u32::from(count > 1);
            part.fields += once | twice << 4;
            if outside {
                part.fields += once << 8 | twice << 12;
            }
            if count > 0 {
                part.less.push((number - unit) as u16);
            }
            unit *= 5;
        }
        part
    }
}
