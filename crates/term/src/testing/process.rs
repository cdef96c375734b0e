//! Solvers of others, which tests start as processes: what they say of SMT-LIB scripts and of other files.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a solver prints of a file that is given behind these arguments.
///
/// # Panics
///
/// If the solver does not start.
pub fn said_of_file(solver: &str, arguments: &[&str], file: &Path) -> String {
    let output = Command::new(solver).args(arguments).arg(file).output();
    let output =
        output.unwrap_or_else(|error| panic!("{solver} does not start ({error}): run setup.sh"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a solver prints of an SMT-LIB script.
///
/// # Panics
///
/// If the solver does not start, or the script cannot be written to a file for it.
pub fn said_of_script(solver: &str, arguments: &[&str], script: &str) -> String {
    static SCRIPTS: AtomicU64 = AtomicU64::new(0);
    let number = SCRIPTS.fetch_add(1, Ordering::Relaxed);
    let name = format!("everypath-script-{}-{number}.smt2", std::process::id());
    let file = std::env::temp_dir().join(name);
    if let Err(error) = std::fs::write(&file, script) {
        panic!("{} cannot be written: {error}", file.display());
    }
    let said = said_of_file(solver, arguments, &file);
    let _ = std::fs::remove_file(&file);
    said
}
