//! Runs on a cluster (`docs/cluster.md`), tested with Ray on this machine.
//!
//! Ray is large and not for every platform, so neither the house nor its tests need it: it is installed from the package index into an
//! environment of its own.

use std::path::PathBuf;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{Timed, everypath, root, succeed, target, timed};

/// A run that takes some minutes of one processor: starting Ray takes seconds.
const PROGRAM: (&str, u32) = ("merge_sort_safe", 10);

/// Makes the environment, and gives the Python in it.
fn environment() -> Result<PathBuf, String> {
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
    Ok(python)
}

/// Runs the tests of the cluster in an environment of their own; false if one fails.
pub fn test() -> Result<bool, String> {
    let binary = everypath()?;
    let python = environment()?;
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

/// Runs a job with two workers of Ray, which is started for it, and with `--jobs 2`, in turns; false if they find something else.
pub fn beside_jobs(turns: u32) -> Result<bool, String> {
    let binary = everypath()?;
    let python = environment()?;
    let (name, size) = PROGRAM;
    let file = root().join(format!("benchmarks/sym-iss/{name}.c"));
    let with = |program: PathBuf, workers: &str| -> Result<Timed, String> {
        let mut command = Command::new(program);
        command
            .arg("check")
            .arg(&file)
            .args([&format!("--define=SIZE={size}"), "--target=riscv32"])
            .args(["--engine=paths", "--all", "--json", "--no-timing", workers])
            .env("EVERYPATH", &binary);
        timed(&mut command)
    };
    let mut table = Table::new(&[
        ("turn", Align::Right),
        ("seconds, --jobs 2", Align::Right),
        ("Ray", Align::Right),
        ("times as fast", Align::Right),
    ]);
    let mut same = true;
    for turn in 1..=turns {
        let threads = with(binary.clone(), "--jobs=2")?;
        let ray = with(python.with_file_name("everypath-cluster"), "--workers=2")?;
        same &= threads.output.stdout == ray.output.stdout && !ray.output.stdout.is_empty();
        table.row([
            turn.to_string(),
            format!("{:.1}", threads.seconds),
            format!("{:.1}", ray.seconds),
            format!("{:.2}", threads.seconds / ray.seconds),
        ]);
        eprintln!(
            "turn {turn}: {:.1} s and {:.1} s",
            threads.seconds, ray.seconds
        );
    }
    println!(
        "{name} {size}, the same record: {}",
        if same { "yes" } else { "NO" }
    );
    print!("{}", table.render(""));
    Ok(same)
}
