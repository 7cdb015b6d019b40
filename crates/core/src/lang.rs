//! The languages in which people read.

/// The language in which a person reads.
///
/// ```
/// use fuda_core::Lang;
///
/// assert_eq!(Lang::Japanese.pick("river", "河"), "河");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Lang {
    /// What stands for this language of the two.
    pub fn pick<T>(self, english: T, japanese: T) -> T {
        match self {
            Lang::English => english,
            Lang::Japanese => japanese,
        }
    }
}
