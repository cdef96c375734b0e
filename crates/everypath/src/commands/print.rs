//! What commands print.

use std::io::{self, ErrorKind, Write};

use crate::exit::{CommandError, unreadable};

/// Writes to standard output.
///
/// # Errors
/// As [`told`].
pub(super) fn print(text: &str) -> Result<(), CommandError> {
    let mut output = io::stdout().lock();
    told((output.write_all(text.as_bytes())).and_then(|()| output.flush()))
}

/// What came of writing to standard output; that nobody reads it any more is no error.
///
/// # Errors
/// If it cannot be written to, such as a file on a disk that is full.
pub(super) fn told(written: io::Result<()>) -> Result<(), CommandError> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unreadable(format!(
            "standard output cannot be written to: {error}"
        ))),
        Ok(()) | Err(_) => Ok(()),
    }
}
