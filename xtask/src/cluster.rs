//! Runs on a cluster (`docs/cluster.md`), tested with Ray on this machine.
//!
//! Ray is large and not for every platform, so neither the house nor its tests need it: it is installed from the package index into an
//! environment of its own.

use std::process::Command;

use crate::run::{everypath, root, succeed, target};

/// Makes the environment and runs the tests of the cluster in it; false if one fails.
pub fn test() -> Result<bool, String> {
    let binary = everypath()?;
    let environment = target().join("cluster");
    succeed(Command::new("python3").args(["-m", "venv"]).arg(&environment)).map_err(|error| {
        format!("no environment for Python: {error}; it needs Python 3.10 and its module venv (Debian: python3-venv)")
    })?;
    let python = environment.join("bin/python");
    let package = format!("{}[cluster]", root().join("python").display());
    succeed(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "pytest"])
            .arg(&package),
    )
    .map_err(|error| {
        format!("Ray is not installed, and nothing was tested: {error}; it needs a package index that has Ray for this Python and machine (pypi.org has it for x86-64 and arm64)")
    })?;
    let versions = succeed(Command::new(&python).args([
        "-c",
        "import platform, ray; print('Python', platform.python_version() + ', Ray', ray.__version__)",
    ]))?;
    print!("{}", String::from_utf8_lossy(&versions.output.stdout));
    let tests = Command::new(&python)
        .args(["-m", "pytest", "-p", "no:cacheprovider", "--durations=0"])
        .arg(root().join("python/tests/test_cluster.py"))
        .env("EVERYPATH", &binary)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(root())
        .status()
        .map_err(|error| format!("{}: {error}", python.display()))?;
    Ok(tests.success())
}
