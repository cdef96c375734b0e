//! The RISC-V instruction set tests: each program exits with 0, or with the number of the test that failed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{everypath, timed};

/// The groups of programs that must pass.
const PREFIXES: [&str; 14] = [
    "rv32ui-p-",
    "rv32um-p-",
    "rv32ua-p-",
    "rv32uc-p-",
    "rv32uf-p-",
    "rv32ud-p-",
    "rv32uzfh-p-",
    "rv64ui-p-",
    "rv64um-p-",
    "rv64ua-p-",
    "rv64uc-p-",
    "rv64uf-p-",
    "rv64ud-p-",
    "rv64uzfh-p-",
];

/// Runs all programs below a directory; false if one fails.
pub fn riscv_tests(directory: &Path, through_terms: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut programs = Vec::new();
    collect(directory, &mut programs)?;
    programs.sort();
    let mut failed = 0;
    for program in &programs {
        let mut command = Command::new(&binary);
        command
            .arg("run")
            .args(["--env", "riscv-tests", "--max-instructions", "10000000"]);
        if through_terms {
            command.arg("--through-terms");
        }
        let run = timed(command.arg(program))?;
        if !run.output.status.success() {
            failed += 1;
            println!(
                "FAILED {} with {:?}: {}",
                program.display(),
                run.output.status.code(),
                String::from_utf8_lossy(&run.output.stderr).trim()
            );
        }
    }
    let how = if through_terms {
        "through terms"
    } else {
        "concretely"
    };
    println!(
        "{} of {} programs pass {how}",
        programs.len() - failed,
        programs.len()
    );
    Ok(failed == 0 && !programs.is_empty())
}

fn collect(directory: &Path, programs: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && !name.starts_with('.') {
            collect(&path, programs)?;
        } else if path.is_file()
            && path.extension().is_none()
            && PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        {
            programs.push(path);
        }
    }
    Ok(())
}
