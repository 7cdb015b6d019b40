//! Record formats on games of our own making.

mod bad_input;
mod conversion;
mod events;
mod games;
mod noticing;
