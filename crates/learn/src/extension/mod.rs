//! Features made by auxiliary problems.
//!
//! Auxiliary problems are learned from the same rows as the main one; their
//! weight vectors, one below the other, are a matrix M. Two ways to extend the
//! features f by it:
//!
//! * **models** (SVD-ASO): with M = U Σ Pᵀ, add Pᵀ f, the coordinates of f
//!   along the directions that the problems share;
//! * **predictions** (stacking): add M f, what the problems say of f.
//!
//! Both are linear, so the weights learned over extended features fold into
//! one vector over the plain ones: [`Extension::fold`].

mod extend;
mod select;
mod svd;

pub use extend::Extension;
pub use select::{Folds, Keep, Selected, select_by_f};
pub(crate) use svd::truncated_svd;
