//! Koi-Koi.
mod card;
mod cards;
mod deal;
mod draw;
mod game;
mod guan;
mod moves;
mod options;
pub mod players;
mod playout;
mod position;
mod rules;
mod table;
mod view;
mod yaku;

pub use card::{Card, Kind, MONTHS, PACK};
pub use cards::{Cards, Iter, Twice};
pub use deal::{Deal, RoundDeal};
pub use draw::card_text;
pub use game::KoiKoi;
pub use guan::GuanFormat;
pub use moves::Move;
pub use position::Position;
pub use rules::{CallBonus, DealtHand, NextDealer, Rules};
pub use table::{Event, History, Phase, RoundEnd, Table};
pub use view::{View, Weights};
pub use yaku::{Yaku, YakuList};
