//! How a program is started.
//!
//! On Linux the system ends a child when the *thread* that started it ends.
//! Programs outlive the threads of a match, so all are started by one thread
//! that lives as long as fuda.

use super::guardian;
use rustix::io::{FdFlags, fcntl_getfd, fcntl_setfd};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

type Request = (Command, Sender<io::Result<Child>>);

/// Starts a program in a process group of its own, to be ended with fuda.
pub(super) fn spawn(mut command: Command, memory: Option<u64>) -> io::Result<Child> {
    static STARTER: OnceLock<Mutex<Sender<Request>>> = OnceLock::new();
    command.process_group(0);
    let fuda = rustix::process::getpid();
    let in_child = move || -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Signal, getppid, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // Fuda may have died before the line above.
            if getppid() != Some(fuda) {
                return Err(io::Error::from(io::ErrorKind::BrokenPipe));
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = fuda;
        if memory.is_some() {
            setrlimit(Resource::As, Rlimit { current: memory, maximum: memory })?;
        }
        let none = Some(0);
        setrlimit(Resource::Core, Rlimit { current: none, maximum: none })?;
        Ok(())
    };
    // SAFETY: between fork and exec the closure only makes system calls; it
    // allocates nothing and takes no lock.
    unsafe { command.pre_exec(in_child) };
    let starter = STARTER.get_or_init(|| {
        let (requests, received) = channel::<Request>();
        let work = move || {
            while let Ok((mut command, reply)) = received.recv() {
                close_inherited();
                let spawned = command.spawn().inspect(|child| guardian::watch(child.id()));
                // Whoever asked may have gone; then the child is ended at once.
                if let Err(lost) = reply.send(spawned)
                    && let Ok(mut child) = lost.0
                {
                    let _ = child.kill();
                    guardian::forget(child.id());
                    let _ = child.wait();
                }
            }
        };
        // Without the thread every request is answered with an error.
        let _ = std::thread::Builder::new().name("starter".into()).spawn(work);
        Mutex::new(requests)
    });
    let gone = || io::Error::other("the thread that starts programs is gone");
    let (reply, answer) = channel();
    let starter = starter.lock().unwrap_or_else(PoisonError::into_inner).clone();
    starter.send((command, reply)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

/// Marks every descriptor that is open as not to be passed on: those that
/// fuda itself was started with may not be.
fn close_inherited() {
    let Ok(folder) = std::fs::read_dir("/dev/fd") else { return };
    let numbers = folder.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let numbers: Vec<RawFd> = numbers.filter(|number| *number > 2).collect();
    for number in numbers {
        // SAFETY: a number that is no descriptor any more is refused by the
        // system; one that is another by now is merely marked as all are.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        if let Ok(flags) = fcntl_getfd(descriptor) {
            let _ = fcntl_setfd(descriptor, flags | FdFlags::CLOEXEC);
        }
    }
}
