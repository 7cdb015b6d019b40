//! Client and server over real sockets, good clients and bad ones.

mod attack;
mod bad;
mod common;
mod good;
mod strict;
