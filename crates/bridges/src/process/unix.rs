//! Processes on Unix: pipes that never block, and one `poll`.

use super::guardian;
use super::spawn::spawn;
use super::tail::Tail;
use super::{ProcessError, ProcessLimits, later};
use crate::CommandLine;
use crate::lines::Lines;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long a program that has closed its output is given to end by itself,
/// so that its exit code can be reported.
const LAST_MOMENTS: Duration = Duration::from_millis(100);

/// How much of standard error is read at once.
const PIECE: usize = 1 << 14;

/// A running program: bytes go in, lines come out.
///
/// When it is dropped the program and whatever it has started in its process
/// group are killed, and no zombie remains.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// How it ended, once that was asked.
    status: Option<ExitStatus>,
    limits: ProcessLimits,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// `None` when the program has closed it.
    stderr: Option<ChildStderr>,
    lines: Lines,
    tail: Tail,
}

impl Process {
    /// Starts a program with a clean environment: `PATH` and what the command
    /// line gives it.
    pub fn start(line: &CommandLine, limits: ProcessLimits) -> Result<Process, ProcessError> {
        let failed = |source| ProcessError::Start { program: line.program.clone(), source };
        let path = line.find().map_err(|e| failed(io::Error::other(e)))?;
        let mut command = Command::new(path);
        command.args(&line.arguments).env_clear();
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.envs(line.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = spawn(command, limits.memory).map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(failed(io::Error::other("a pipe is missing")));
        };
        let process = Process {
            child,
            status: None,
            limits,
            stdin,
            stdout,
            stderr: Some(stderr),
            lines: Lines::default(),
            tail: Tail::default(),
        };
        ioctl_fionbio(&process.stdin, true).map_err(|e| failed(e.into()))?;
        ioctl_fionbio(&process.stdout, true).map_err(|e| failed(e.into()))?;
        process
            .stderr
            .iter()
            .try_for_each(|pipe| ioctl_fionbio(pipe, true))
            .map_err(|e| failed(e.into()))?;
        Ok(process)
    }

    /// The number the system knows the program by.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it may use.
    pub fn limits(&self) -> &ProcessLimits {
        &self.limits
    }

    /// Until when a program that was just started has to be ready.
    pub fn start_up_deadline(&self) -> Instant {
        later(self.limits.start_up)
    }

    /// Until when a question that is asked now has to be answered.
    pub fn answer_deadline(&self) -> Instant {
        later(self.limits.answer)
    }

    /// Sends bytes; gives up when the program has not read them in time.
    pub fn send(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), ProcessError> {
        let begun = Instant::now();
        while !bytes.is_empty() {
            match write(&self.stdin, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::INTR) => {}
                // A program that writes before it reads must not block both.
                Err(Errno::AGAIN) => match self.wait(true, deadline)? {
                    true => {}
                    false => return Err(ProcessError::Deaf(begun.elapsed())),
                },
                Err(Errno::PIPE) => return Err(self.gone()),
                Err(e) => return Err(io::Error::from(e).into()),
            }
        }
        Ok(())
    }

    /// The next line of the program's output, without its end.
    pub fn line(&mut self, deadline: Instant) -> Result<&[u8], ProcessError> {
        let begun = Instant::now();
        loop {
            if let Some(line) = self.lines.next(self.limits.line)? {
                self.tail.since_answer = 0;
                return Ok(self.lines.get(line));
            }
            // Often it is there already, and a read is cheaper than waiting.
            if !self.read_output()? && !self.wait(false, deadline)? {
                return Err(ProcessError::Time(begun.elapsed()));
            }
        }
    }

    /// What it has printed and nobody has taken.
    pub fn untaken(&self) -> &[u8] {
        self.lines.rest()
    }

    /// From now on its output is read and thrown away, for programs that
    /// answer in another way; [`Process::line`] must not be called any more.
    pub fn ignore_output(&mut self) -> Result<(), ProcessError> {
        let output = self.stdout.as_fd().try_clone_to_owned()?;
        let ignore = move || {
            let mut piece = [0; PIECE];
            loop {
                let mut pipe = [PollFd::new(&output, PollFlags::IN)];
                // It ends with the program, which takes the pipe with it.
                match poll(&mut pipe, None).and_then(|_| read(&output, &mut piece)) {
                    Ok(0) => return,
                    Ok(_) | Err(Errno::INTR | Errno::AGAIN) => {}
                    Err(_) => return,
                }
            }
        };
        std::thread::Builder::new().name("ignored output".into()).spawn(ignore)?;
        Ok(())
    }

    /// The last lines of its standard error, at most so many.
    pub fn last_errors(&mut self, count: usize) -> Vec<String> {
        // Whatever else is wrong is reported by the next read.
        let _ = self.read_errors();
        self.tail.last(count)
    }

    /// How the program ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let over = self.zombie();
        over.then(|| self.end())
    }

    /// Waits until there is something to read, or room to write if `writing`,
    /// and takes in what there is; `false` when the time is over.
    fn wait(&mut self, writing: bool, deadline: Instant) -> Result<bool, ProcessError> {
        let rest = deadline.saturating_duration_since(Instant::now());
        if rest.is_zero() {
            return Ok(false);
        }
        // A remaining time beyond what the system can count is cut; the
        // caller's loop waits again.
        let rest = Timespec::try_from(rest.min(Duration::from_secs(86_400))).ok();
        let stderr = self.stderr.as_ref().map_or(self.stdout.as_fd(), AsFd::as_fd);
        let mut pipes = [
            PollFd::new(&self.stdout, PollFlags::IN),
            PollFd::from_borrowed_fd(stderr, PollFlags::IN),
            PollFd::new(&self.stdin, PollFlags::OUT),
        ];
        let count = if writing { 3 } else { 2 };
        match poll(&mut pipes[..count], rest.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(io::Error::from(e).into()),
        }
        let readable = |pipe: &PollFd<'_>| !pipe.revents().is_empty();
        let (output, errors) = (readable(&pipes[0]), readable(&pipes[1]));
        if errors && self.stderr.is_some() {
            self.read_errors()?;
        }
        if output {
            self.read_output()?;
        }
        Ok(true)
    }

    /// Takes in what there is of its output; gives whether there was any.
    fn read_output(&mut self) -> Result<bool, ProcessError> {
        match read(&self.stdout, self.lines.room()) {
            Ok(0) => Err(self.gone()),
            Ok(count) => {
                self.lines.filled(count);
                Ok(true)
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(false),
            Err(e) => Err(io::Error::from(e).into()),
        }
    }

    fn read_errors(&mut self) -> Result<(), ProcessError> {
        let mut piece = [0; PIECE];
        while let Some(stderr) = &self.stderr {
            match read(stderr, &mut piece) {
                Ok(0) => self.stderr = None,
                Ok(count) => self.tail.add(&piece[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(e) => return Err(io::Error::from(e).into()),
            }
            if self.tail.since_answer > self.limits.standard_error {
                return Err(ProcessError::Flood(self.limits.standard_error));
            }
        }
        Ok(())
    }

    /// What it means that a pipe is closed.
    fn gone(&mut self) -> ProcessError {
        let begun = Instant::now();
        while !self.zombie() {
            if begun.elapsed() > LAST_MOMENTS {
                return ProcessError::Closed;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        ProcessError::Ended(self.end())
    }

    /// Whether the program has ended and waits to be asked how.
    fn zombie(&self) -> bool {
        if self.status.is_some() {
            return true;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match Pid::from_raw(self.child.id() as i32) {
            Some(pid) => {
                matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)) | Err(Errno::CHILD))
            }
            None => true,
        }
    }

    /// Ends the program and all of its process group, and asks how it ended.
    fn end(&mut self) -> ExitStatus {
        if let Some(status) = self.status {
            return status;
        }
        // As long as nobody has asked, the number belongs to nobody else.
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
            guardian::forget(self.child.id());
        }
        let status = self.child.wait().unwrap_or_default();
        self.status = Some(status);
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
