//! Rows of bytes as a numpy array.

use fuda_core::files::NewFile;
use std::io::{BufWriter, Result, Seek, SeekFrom, Write};
use std::path::Path;

/// Length of the header: the number of rows is filled in at the end.
const HEADER: usize = 128;

/// An array of bytes that is written row after row, and is there when it is
/// finished.
pub(super) struct ByteRows {
    file: BufWriter<NewFile>,
    columns: usize,
    bytes: u64,
}

impl ByteRows {
    /// Begins an array in a folder.
    pub fn create(folder: &Path, name: &str, columns: usize) -> Result<ByteRows> {
        let mut file = BufWriter::with_capacity(1 << 20, NewFile::create(&folder.join(name))?);
        file.write_all(&[0; HEADER])?;
        Ok(ByteRows { file, columns, bytes: 0 })
    }

    /// How many rows there are.
    pub fn len(&self) -> u64 {
        self.bytes / self.columns as u64
    }

    /// Adds whole rows.
    pub fn write(&mut self, rows: &[u8]) -> Result<()> {
        self.bytes += rows.len() as u64;
        self.file.write_all(rows)
    }

    /// Completes the header and gives the file its name.
    pub fn finish(self) -> Result<()> {
        let header = header(self.len(), self.columns);
        let mut file = self.file.into_inner().map_err(|e| e.into_error())?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        file.finish()
    }
}

/// Version 1.0 of numpy's format: a dictionary, filled up with blanks.
fn header(rows: u64, columns: usize) -> Vec<u8> {
    let text =
        format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend_from_slice(&(HEADER as u16 - 10).to_le_bytes());
    header.extend_from_slice(text.as_bytes());
    header.resize(HEADER - 1, b' ');
    header.push(b'\n');
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_numpys() {
        let header = header(1_234_567_890, 3_624);
        assert_eq!(header.len() % 64, 0);
        assert_eq!(&header[..8], b"\x93NUMPY\x01\x00");
        assert_eq!(usize::from(header[8]) + 256 * usize::from(header[9]) + 10, header.len());
        let text = std::str::from_utf8(&header[10..]).unwrap();
        assert!(text.trim_end().ends_with("'shape': (1234567890, 3624), }"), "{text}");
        assert!(text.ends_with('\n'));
    }

    #[test]
    fn rows_follow_the_header() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = ByteRows::create(folder.path(), "rows.npy", 2).unwrap();
        rows.write(&[1, 2, 3, 4]).unwrap();
        rows.write(&[5, 6]).unwrap();
        assert_eq!(rows.len(), 3);
        assert!(!folder.path().join("rows.npy").exists());
        rows.finish().unwrap();
        let bytes = std::fs::read(folder.path().join("rows.npy")).unwrap();
        assert_eq!(&bytes[HEADER..], &[1, 2, 3, 4, 5, 6]);
        assert_eq!(&bytes[..HEADER], &header(3, 2)[..]);
    }
}
