//! What items mean, in words.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The meanings of items, as far as they are known.
///
/// ```
/// let names = fuda_mine::ItemNames::new([(4, "black disc on c3".into())]);
/// assert_eq!(names.pattern(&[4, 9]), "black disc on c3 and item 9");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemNames(BTreeMap<u32, String>);

impl ItemNames {
    /// These meanings.
    pub fn new(names: impl IntoIterator<Item = (u32, String)>) -> ItemNames {
        ItemNames(names.into_iter().collect())
    }

    /// Whether no item has a meaning.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What an item means; its number where that is not known.
    pub fn item(&self, item: u32) -> String {
        self.0.get(&item).cloned().unwrap_or_else(|| format!("item {item}"))
    }

    /// What a pattern means: all of its items together.
    pub fn pattern(&self, items: &[u32]) -> String {
        match items.is_empty() {
            true => "every row".to_owned(),
            false => items.iter().map(|&i| self.item(i)).collect::<Vec<_>>().join(" and "),
        }
    }
}
