//! What commands print.

use std::io::Write;

/// Writes to standard output; a closed pipe is no error.
pub(super) fn print(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}
