//! Writing files: whole or not at all.
//!
//! A [`NewFile`] gathers what is written without a name, and gets its name in
//! [`NewFile::finish`], in one step: whoever looks sees the old file or the
//! whole new one. Where the system allows it (Linux, nearly every file system)
//! nothing is left of a file that was not finished, whatever ended the
//! program. What is there already and is no regular file (a device, a pipe) is
//! opened and written into, and stays what it is.
//!
//! ```
//! # let folder = std::env::temp_dir();
//! # let path = folder.join(format!("fuda-files-{}.txt", std::process::id()));
//! fuda_core::files::write(&path, b"all of it")?;
//! assert_eq!(std::fs::read(&path)?, b"all of it");
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Makes sure, before hours of work, that a file could be written there.
pub fn check(path: &Path) -> Result<()> {
    // To open a pipe would be to begin with it.
    if std::fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
        return Ok(());
    }
    NewFile::create(path).map(drop)
}

/// Whether there is something at a path that writing would replace: a device
/// or a pipe is written into and stays.
pub fn would_replace(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|old| old.is_file() || old.is_dir())
}

/// A file that is being written. Dropped before it is finished, it was never
/// there.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    way: Way,
}

/// How the bytes come to their place.
#[derive(Debug)]
enum Way {
    /// They are there: what is written into is no regular file.
    Straight,
    /// The file has no name yet.
    #[cfg(target_os = "linux")]
    Nameless { target: PathBuf },
    /// The file has another name, and is moved.
    Beside { target: PathBuf, beside: Leftover },
}

/// A name that is removed unless the file behind it was moved.
#[derive(Debug)]
struct Leftover(PathBuf);

impl Drop for Leftover {
    fn drop(&mut self) {
        // It is gone when it was moved; what else fails leaves a file behind,
        // which is no reason to fail.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl NewFile {
    /// Begins a file at a path. Nothing changes there before it is finished.
    pub fn create(path: &Path) -> Result<NewFile> {
        // The system follows its own links, such as that of /dev/stdout to a pipe without a name.
        if std::fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(NewFile { file, way: Way::Straight });
        }
        let target = behind_links(path)?;
        let old = match std::fs::metadata(&target) {
            Ok(old) if old.is_dir() => {
                return Err(Error::new(ErrorKind::IsADirectory, "expected a file, got a folder"));
            }
            Ok(old) => Some(old),
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        let new = NewFile::nameless(&target).unwrap_or_else(|| NewFile::beside(target))?;
        new.take_mode(old)?;
        Ok(new)
    }

    /// A file without a name, where the file system has such.
    #[cfg(target_os = "linux")]
    fn nameless(target: &Path) -> Option<Result<NewFile>> {
        use rustix::fs::{Mode, OFlags};
        use rustix::io::Errno;
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        match rustix::fs::open(folder_of(target), flags, Mode::from_raw_mode(0o666)) {
            Ok(file) => {
                let way = Way::Nameless { target: target.to_owned() };
                Some(Ok(NewFile { file: file.into(), way }))
            }
            // File systems without such files answer in one of these ways.
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => None,
            Err(e) => Some(Err(e.into())),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn nameless(_target: &Path) -> Option<Result<NewFile>> {
        None
    }

    /// A file with another name in the same folder.
    fn beside(target: PathBuf) -> Result<NewFile> {
        let beside = unused_name(&target);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&beside)?;
        let beside = Leftover(beside);
        Ok(NewFile { file, way: Way::Beside { target, beside } })
    }

    /// A file that replaces another is readable to the same people.
    fn take_mode(&self, old: Option<Metadata>) -> Result<()> {
        old.map_or(Ok(()), |old| self.file.set_permissions(old.permissions()))
    }

    /// Gives the file its name. Until then nothing was there.
    pub fn finish(mut self) -> Result<()> {
        self.file.flush()?;
        match self.way {
            Way::Straight => Ok(()),
            #[cfg(target_os = "linux")]
            Way::Nameless { target } => {
                self.file.sync_all()?;
                give_name(&self.file, &target)
            }
            Way::Beside { target, beside } => {
                self.file.sync_all()?;
                std::fs::rename(&beside.0, target)
            }
        }
    }
}

/// Gives a nameless file its name, and takes the name from another if need be.
#[cfg(target_os = "linux")]
fn give_name(file: &File, target: &Path) -> Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let nameless = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link = |name: &Path| linkat(CWD, &nameless, CWD, name, AtFlags::SYMLINK_FOLLOW);
    match link(target) {
        Ok(()) => return Ok(()),
        Err(rustix::io::Errno::EXIST) => {}
        Err(e) => return Err(e.into()),
    }
    // A link replaces nothing, a move does: another name for a moment.
    let beside = Leftover(unused_name(target));
    link(&beside.0)?;
    std::fs::rename(&beside.0, target)
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.file.flush()
    }
}

/// For headers that are completed at the end. Pipes cannot be gone back in.
impl Seek for NewFile {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.file.seek(to)
    }
}

/// A name in the folder of a file that no other file has: of this process and
/// of this call.
fn unused_name(target: &Path) -> PathBuf {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}-{call}.part", std::process::id()));
    target.with_file_name(name)
}

/// The file behind a chain of links, whether it is there or not: a link stays,
/// and what it points at is written.
fn behind_links(path: &Path) -> Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(Error::other("too many links one after another"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let name = |e: Result<std::fs::DirEntry>| e.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// Both ways to a regular file.
    fn ways(target: &Path) -> [NewFile; 2] {
        [NewFile::create(target).unwrap(), NewFile::beside(target.to_owned()).unwrap()]
    }

    #[test]
    fn a_file_is_there_when_it_is_finished() {
        let home = folder();
        let folder = home.path();
        let path = folder.join("a");
        for (i, mut file) in ways(&path).into_iter().enumerate() {
            let _ = std::fs::remove_file(&path);
            file.write_all(b"??new").unwrap();
            file.seek(SeekFrom::Start(0)).unwrap();
            file.write_all(b"br").unwrap();
            assert!(!path.exists());
            file.finish().unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), b"brnew", "way {i}");
        }
        assert_eq!(names(folder), ["a"]);
    }

    #[test]
    fn a_file_that_is_given_up_leaves_nothing() {
        let home = folder();
        let folder = home.path();
        let path = folder.join("a");
        std::fs::write(&path, "old").unwrap();
        for mut file in ways(&path) {
            file.write_all(b"new").unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        write(&path, b"newer").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"newer");
        assert_eq!(names(folder), ["a"]);
    }

    /// While a file is written nothing can be seen of it, so that nothing is
    /// left of a program that was killed.
    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_seen_of_a_file_before_it_is_finished() {
        let home = folder();
        let folder = home.path();
        let mut file = NewFile::create(&folder.join("a")).unwrap();
        file.write_all(b"half").unwrap();
        assert!(matches!(file.way, Way::Nameless { .. }), "the folder has no nameless files");
        assert!(names(folder).is_empty());
    }

    #[test]
    fn errors_name_no_other_file() {
        let home = folder();
        let folder = home.path();
        let missing = write(&folder.join("none/a"), b"x").unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        assert!(!missing.to_string().contains("part"), "{missing}");
        assert_eq!(check(folder).unwrap_err().kind(), ErrorKind::IsADirectory);
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

        #[test]
        fn everybody_may_read_a_new_file_and_an_old_one_keeps_its_mode() {
            let home = folder();
            let folder = home.path();
            let mode = |name: &str| {
                std::fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777
            };
            std::fs::write(folder.join("usual"), "").unwrap();
            for (i, file) in ways(&folder.join("new")).into_iter().enumerate() {
                let _ = std::fs::remove_file(folder.join("new"));
                file.finish().unwrap();
                assert_eq!(mode("new"), mode("usual"), "way {i}");
            }
            let private = folder.join("private");
            std::fs::write(&private, "").unwrap();
            std::fs::set_permissions(&private, PermissionsExt::from_mode(0o600)).unwrap();
            write(&private, b"x").unwrap();
            assert_eq!(mode("private"), 0o600);
        }

        #[test]
        fn links_stay_links() {
            let home = folder();
            let folder = home.path();
            symlink("b", folder.join("a")).unwrap();
            symlink(folder.join("c"), folder.join("b")).unwrap();
            for text in [&b"first"[..], b"second"] {
                write(&folder.join("a"), text).unwrap();
                assert_eq!(std::fs::read(folder.join("c")).unwrap(), text);
            }
            assert_eq!(names(folder), ["a", "b", "c"]);
            assert!(std::fs::symlink_metadata(folder.join("a")).unwrap().is_symlink());
            symlink("round", folder.join("round")).unwrap();
            assert!(write(&folder.join("round"), b"x").is_err());
        }

        #[test]
        fn a_full_device_is_an_error_and_stays_a_device() {
            let home = folder();
            let folder = home.path();
            let link = folder.join("report.html");
            symlink("/dev/full", &link).unwrap();
            let full = write(&link, b"much").unwrap_err();
            assert_eq!(full.kind(), ErrorKind::StorageFull, "{full}");
            let node = std::fs::metadata("/dev/full").unwrap();
            assert!(node.file_type().is_char_device());
            write(Path::new("/dev/null"), b"much").unwrap();
            assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
            assert_eq!(names(folder), ["report.html"]);
        }

        /// As /dev/stdout is, where another program reads it.
        #[cfg(target_os = "linux")]
        #[test]
        fn a_pipe_without_a_name_is_written_into() {
            use std::io::Read;
            use std::os::fd::AsRawFd;
            let (mut reader, writer) = std::io::pipe().unwrap();
            let path = PathBuf::from(format!("/proc/self/fd/{}", writer.as_raw_fd()));
            check(&path).unwrap();
            write(&path, b"all of it").unwrap();
            drop(writer);
            let mut read = Vec::new();
            reader.read_to_end(&mut read).unwrap();
            assert_eq!(read, b"all of it");
        }

        #[cfg(target_os = "linux")]
        #[test]
        fn a_pipe_is_written_into() {
            let home = folder();
            let folder = home.path();
            let path = folder.join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&path).status();
            assert!(made.unwrap().success());
            let reader = std::thread::spawn({
                let path = path.clone();
                move || std::fs::read(path).unwrap()
            });
            write(&path, b"through").unwrap();
            assert_eq!(reader.join().unwrap(), b"through");
            assert!(std::fs::metadata(&path).unwrap().file_type().is_fifo());
            assert_eq!(names(folder), ["pipe"]);
        }
    }
}
