//! `exec`: a player that is a program, over fuda's own line protocol.
//!
//! One JSON object per line in both directions; `docs/bot-protocol.md` has
//! the whole of it and `docs/bot-protocol.schema.json` the schema.

mod messages;
mod player;
mod reply;
mod session;

pub use messages::{Question, VERSION, write_end, write_hello, write_question, write_start};
pub use player::{ExecOptions, ExecPlayer, ExecPool};
pub use reply::{Answer, Ready, ReplyError};
pub use session::{ExecError, Session};
