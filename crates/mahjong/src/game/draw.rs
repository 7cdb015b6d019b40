//! A view as text for a terminal.

use super::view::MahjongView;
use fuda_core::Style;

/// The view as text.
pub(super) fn draw(view: &MahjongView, _style: Style) -> String {
    format!("{view:?}")
}
