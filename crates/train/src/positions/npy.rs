//! Rows of numbers as numpy arrays.

use fuda_core::files::NewFile;
use std::io::{BufWriter, Result, Seek, SeekFrom, Write};
use std::path::Path;

/// Length of the header: the number of rows is filled in at the end.
const HEADER: usize = 128;

/// The type of an array's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dtype {
    /// Bytes.
    U8,
    /// Whole numbers of 32 bits.
    I32,
    /// Numbers in single precision.
    F32,
}

impl Dtype {
    /// Its name in numpy.
    pub fn name(self) -> &'static str {
        match self {
            Dtype::U8 => "|u1",
            Dtype::I32 => "<i4",
            Dtype::F32 => "<f4",
        }
    }

    fn bytes(self) -> u64 {
        match self {
            Dtype::U8 => 1,
            Dtype::I32 | Dtype::F32 => 4,
        }
    }
}

/// An array that is written row after row, and is there when it is finished.
pub(super) struct NpyWriter {
    file: BufWriter<NewFile>,
    dtype: Dtype,
    /// Numbers per row; `None` for an array of one dimension.
    columns: Option<usize>,
    bytes: u64,
}

impl NpyWriter {
    /// Begins an array.
    pub fn create(path: &Path, dtype: Dtype, columns: Option<usize>) -> Result<NpyWriter> {
        let mut file = BufWriter::with_capacity(1 << 20, NewFile::create(path)?);
        file.write_all(&[0; HEADER])?;
        Ok(NpyWriter { file, dtype, columns, bytes: 0 })
    }

    /// How many rows there are.
    pub fn len(&self) -> u64 {
        self.bytes / (self.dtype.bytes() * self.columns.unwrap_or(1) as u64)
    }

    /// Its shape.
    pub fn shape(&self) -> Vec<u64> {
        std::iter::once(self.len()).chain(self.columns.map(|columns| columns as u64)).collect()
    }

    /// Adds the bytes of whole rows.
    pub fn write(&mut self, rows: &[u8]) -> Result<()> {
        self.bytes += rows.len() as u64;
        self.file.write_all(rows)
    }

    /// Completes the header and gives the file its name.
    pub fn finish(self) -> Result<()> {
        let header = header(self.dtype, &self.shape());
        let mut file = self.file.into_inner().map_err(|e| e.into_error())?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        file.finish()
    }
}

/// Version 1.0 of numpy's format: a dictionary, filled up with blanks.
fn header(dtype: Dtype, shape: &[u64]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    // A tuple of one keeps its comma.
    let comma = if shape.len() == 1 { "," } else { "" };
    let text = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        dtype.name(),
        sizes.join(", ")
    );
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
        let large = header(Dtype::U8, &[1_234_567_890, 3_624]);
        assert_eq!(large.len() % 64, 0);
        assert_eq!(&large[..8], b"\x93NUMPY\x01\x00");
        assert_eq!(usize::from(large[8]) + 256 * usize::from(large[9]) + 10, large.len());
        let text = std::str::from_utf8(&large[10..]).unwrap();
        assert!(text.trim_end().ends_with("'shape': (1234567890, 3624), }"), "{text}");
        assert!(text.ends_with('\n'));
        let flat = header(Dtype::F32, &[7]);
        let text = std::str::from_utf8(&flat[10..]).unwrap();
        assert!(text.contains("'descr': '<f4'") && text.contains("'shape': (7,), }"), "{text}");
    }

    #[test]
    fn rows_follow_the_header() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.npy");
        let mut rows = NpyWriter::create(&path, Dtype::U8, Some(2)).unwrap();
        rows.write(&[1, 2, 3, 4]).unwrap();
        rows.write(&[5, 6]).unwrap();
        assert_eq!((rows.len(), rows.shape()), (3, vec![3, 2]));
        assert!(!path.exists());
        rows.finish().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(&bytes[HEADER..], &[1, 2, 3, 4, 5, 6]);
        assert_eq!(&bytes[..HEADER], &header(Dtype::U8, &[3, 2])[..]);
    }
}
