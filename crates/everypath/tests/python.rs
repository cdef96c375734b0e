//! The tests of the Python package, with this program. Where pytest is not installed, they are skipped, with a word about it.

mod common;

use std::process::Command;

#[test]
fn the_tests_of_the_python_package_pass() {
    let python = |arguments: &[&str]| {
        Command::new("python3")
            .args(arguments)
            .current_dir(common::root())
            .env("PYTHONPATH", "python")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("EVERYPATH", env!("CARGO_BIN_EXE_everypath"))
            .output()
    };
    match python(&["-c", "import pytest"]) {
        Ok(output) if output.status.success() => {}
        _ => {
            eprintln!("skipped: pytest is not installed (pip install pytest)");
            return;
        }
    }
    let output = python(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "python"]).unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && said.contains(" passed"),
        "{said}"
    );
}
