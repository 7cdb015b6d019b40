//! Names that nobody guesses: whoever knows a table's name sits at it.

use crate::error::ServeError;

/// 128 random bits as 32 hexadecimal digits.
pub fn fresh() -> Result<String, ServeError> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(ServeError::internal)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A seed from the system's random numbers.
pub fn seed() -> Result<u64, ServeError> {
    let mut bytes = [0u8; 8];
    getrandom::fill(&mut bytes).map_err(ServeError::internal)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Whether a text can be such a name.
pub fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}
