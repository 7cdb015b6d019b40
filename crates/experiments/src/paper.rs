//! The five papers and the pages on them.

use crate::entry::Entry;

/// A paper and where its pages are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paper {
    /// Its number here.
    pub number: u8,
    /// Who wrote what, when.
    pub title: &'static str,
    /// The pages on it.
    pub pages: &'static [Page],
}

/// A page on a paper, and which of its entries it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// The file, below `docs/papers`.
    pub file: &'static str,
    /// How the names of its entries begin, without the paper.
    entries: &'static [&'static str],
}

const fn whole(file: &'static str) -> Page {
    Page { file, entries: &[""] }
}

/// The five papers.
pub const PAPERS: [Paper; 5] = [
    Paper {
        number: 1,
        title: "Miki 2010, decision making in games of many players with imperfect information",
        pages: &[
            Page { file: "1-mahjong-uct.md", entries: &["table-2.", "fig-2."] },
            Page { file: "1-mahjong-learning.md", entries: &["table-3.", "fig-3."] },
        ],
    },
    Paper {
        number: 2,
        title: "2015, a Monte-Carlo daihinmin player made stronger by learning from records",
        pages: &[whole("2-daihinmin.md")],
    },
    Paper {
        number: 3,
        title: "Yoshimura, Hochin, Nomiya, tabu search for the best action in mahjong",
        pages: &[whole("3-mahjong-tabu.md")],
    },
    Paper {
        number: 4,
        title: "Miwa, Yokoyama, Chikayama 2007, automatic generation of evaluation features",
        pages: &[whole("4-feature-mining.md")],
    },
    Paper {
        number: 5,
        title: "Sato, Uehara, Ikeda 2017, a koi-koi player by reinforcement learning",
        pages: &[whole("5-koikoi.md")],
    },
];

impl Page {
    /// Whether it has an entry of its paper.
    pub fn has(&self, entry: &Entry) -> bool {
        let label = entry.name.split_once('/').map_or("", |(_, label)| label);
        self.entries.iter().any(|begin| label.starts_with(begin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_on_one_page() {
        for entry in crate::entries() {
            let paper = PAPERS.iter().find(|paper| paper.number == entry.paper()).unwrap();
            let pages = paper.pages.iter().filter(|page| page.has(entry)).count();
            assert_eq!(pages, 1, "{}", entry.name);
        }
    }
}
