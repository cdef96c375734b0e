//! The tests of floating point that take minutes or hours: those that `cargo test` leaves out.

use std::process::Command;

use crate::run::root;

/// What the tests are asked for by: circuits against the library, and RISC-V instructions against qemu.
const TESTS: [&[&str]; 2] = [
    &["--lib", "float::tests::circuits_of"],
    &["--test", "floats", "as_by_qemu"],
];

/// Runs them; whether all pass.
pub fn floats() -> Result<bool, String> {
    let mut passed = true;
    for tests in TESTS {
        let status = Command::new(env!("CARGO"))
            .args(["test", "--workspace", "--release"])
            .args(tests)
            .args(["--", "--include-ignored"])
            .current_dir(root())
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        passed &= status.success();
    }
    Ok(passed)
}
