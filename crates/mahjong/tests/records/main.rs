//! Record formats on games of our own making.

mod bad_input;
mod conversion;
mod games;
mod noticing;
