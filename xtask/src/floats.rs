//! The tests of floating-point circuits that take minutes: those that `cargo test` leaves out.

use std::process::Command;

use crate::run::root;

/// What the names of these tests begin with.
const TESTS: &str = "float::tests::circuits_of";

/// Runs them; whether all pass.
pub fn floats() -> Result<bool, String> {
    let status = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--release", "--lib", TESTS])
        .args(["--", "--include-ignored"])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    Ok(status.success())
}
