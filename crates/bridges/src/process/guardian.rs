//! Ends what programs have started themselves, however fuda ends.
//!
//! The parent-death signal reaches the programs alone, and exists on Linux
//! only. A shell beside fuda knows the process groups that run; its input ends
//! with fuda, and it kills those that are left.

use rustix::io::ioctl_fionbio;
use std::io::{ErrorKind, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Groups come as `+ 12`, and go as `- 12`.
const SCRIPT: &str = "groups=' '
while read -r what group; do
  case $what$groups in
    +*) groups=\"$groups$group \" ;;
    -*\" $group \"*) groups=\"${groups%% $group *} ${groups#* $group }\" ;;
  esac
done
for group in $groups; do kill -s KILL -- -$group; done";

/// Without a shell there is no guardian; the rest works all the same.
static GUARDIAN: OnceLock<Mutex<Option<Child>>> = OnceLock::new();

fn start() -> Option<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT]).env_clear().process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let guardian = command.spawn().ok()?;
    // A guardian that was stopped must not stop fuda.
    let stdin = guardian.stdin.as_ref()?;
    ioctl_fionbio(stdin, true).ok()?;
    Some(guardian)
}

/// A process group runs from now on.
pub(super) fn watch(group: u32) {
    write('+', group);
}

/// A process group has been killed. It must be said before its number can
/// belong to others.
pub(super) fn forget(group: u32) {
    write('-', group);
}

fn write(what: char, group: u32) {
    let guardian = GUARDIAN.get_or_init(|| Mutex::new(start()));
    let mut guardian = guardian.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(stdin) = guardian.as_mut().and_then(|child| child.stdin.as_mut()) else { return };
    // So short a line is written whole or not at all.
    let written = stdin.write_all(format!("{what} {group}\n").as_bytes());
    if written.is_err_and(|e| e.kind() == ErrorKind::BrokenPipe)
        && let Some(mut child) = guardian.take()
    {
        // Somebody has killed it.
        let _ = child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of the groups when the input of a guardian ends.
    fn left(input: &str) -> String {
        let script = SCRIPT.replace("kill -s KILL -- -$group", "printf '%s ' $group");
        assert_ne!(script, SCRIPT);
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = command.spawn().unwrap();
        shell.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        String::from_utf8(shell.wait_with_output().unwrap().stdout).unwrap()
    }

    #[test]
    fn groups_that_went_are_not_killed() {
        assert_eq!(left(""), "");
        assert_eq!(left("+ 12\n+ 3\n+ 123\n- 12\n- 9\n+ 5\n- 3\n"), "123 5 ");
        assert_eq!(left("+ 7\n- 7\n+ 7\n+ 8"), "7 ");
    }
}
