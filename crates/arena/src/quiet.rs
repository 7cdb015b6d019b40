//! Catching the panics of players without a word on the terminal.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    static HEARD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic inside becomes its message.
///
/// While `work` runs, a panic of this thread prints nothing; panics of other
/// threads reach whatever hook was there before.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !LISTENING.get() {
                return before(info);
            }
            let payload = info.payload();
            let text = payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "no message".to_owned());
            // The place is left out: it is a path of the machine the
            // program was built on, and reports go to other people.
            HEARD.with(|heard| *heard.borrow_mut() = Some(text));
        }));
    });
    let outer = LISTENING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    LISTENING.set(outer);
    result.map_err(|_| {
        HEARD.with(|heard| heard.borrow_mut().take()).unwrap_or_else(|| "no message".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::catch;

    #[test]
    fn the_message_is_kept() {
        assert_eq!(catch(|| 3), Ok(3));
        assert_eq!(catch(|| -> u8 { panic!("oh no") }), Err("oh no".into()));
        let n = 7;
        assert_eq!(catch(|| -> u8 { panic!("oh no {n}") }), Err("oh no 7".into()));
    }
}
