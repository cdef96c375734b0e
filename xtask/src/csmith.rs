//! Random C programs from csmith (Yang, Chen, Eide, Regehr: Finding and Understanding Bugs in C Compilers, PLDI 2011): each
//! must print the same and exit the same natively and when `everypath run` executes it as LLVM code.
//!
//! Programs of csmith read nothing and have no undefined behaviour; each prints one checksum of all its global variables. Every
//! fourth is given to Everypath as bitcode that clang has optimised, too, the others as C only.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::run::{everypath, succeed, timed};

/// Options of csmith that keep programs small enough for two thousand of them; everything else is at its default.
const SHAPE: [&str; 6] = [
    "--max-funcs",
    "6",
    "--max-block-depth",
    "4",
    "--max-array-len-per-dim",
    "6",
];
/// Seconds of one native run; generated programs may run for ever, and such a program compares nothing.
const NATIVE_SECONDS: &str = "2";
/// Instructions of one run on the machine; a program that takes more is counted as too long.
const MACHINE_INSTRUCTIONS: &str = "200000000";

/// What became of one program.
enum Outcome {
    Same,
    /// Nothing was compared, since the native run does not end.
    Endless,
    /// Nothing was compared, since the machine gave up at its bound.
    TooLong,
    Different(String),
}

/// Runs so many programs from a seed on; false if one differs. Those that differ are kept in a directory.
pub fn csmith(programs: u64, seed: u64, keep: &Path) -> Result<bool, String> {
    let (binary, headers) = (everypath()?, csmith_headers()?);
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (mut same, mut endless, mut too_long, mut different) = (0_u64, 0_u64, 0_u64, 0_u64);
    for seed in seed..seed + programs {
        match compare(&binary, &headers, directory.path(), seed)? {
            Outcome::Same => same += 1,
            Outcome::Endless => endless += 1,
            Outcome::TooLong => too_long += 1,
            Outcome::Different(how) => {
                different += 1;
                let kept = keep.join(format!("csmith-{seed}.c"));
                std::fs::create_dir_all(keep)
                    .and_then(|()| std::fs::copy(directory.path().join("random.c"), &kept))
                    .map_err(|error| format!("{}: {error}", kept.display()))?;
                println!("DIFFERENT: seed {seed}, {}: {how}", kept.display());
            }
        }
        let done = same + endless + too_long + different;
        if done.is_multiple_of(100) {
            eprintln!("{done} programs, {different} differ");
        }
    }
    println!(
        "{programs} programs: {same} print and exit the same, {different} differ; not compared: {endless} do not end within {NATIVE_SECONDS} s natively, {too_long} take over {MACHINE_INSTRUCTIONS} instructions"
    );
    Ok(different == 0 && same > 0)
}

fn compare(binary: &Path, headers: &Path, directory: &Path, seed: u64) -> Result<Outcome, String> {
    let source = directory.join("random.c");
    succeed(
        Command::new("csmith")
            .args(["--seed", &seed.to_string()])
            .args(SHAPE)
            .arg("--output")
            .arg(&source)
            // It writes a file about the computer beside it.
            .current_dir(directory),
    )?;
    let native = directory.join("native");
    // Optimised code may take a loop for one that ends, whatever the loop does; that the program ends has to be seen without.
    succeed(clang(headers, &source).args(["-O0", "-o"]).arg(&native))?;
    let natively = timed(
        Command::new("timeout")
            .args(["-k", "1", NATIVE_SECONDS])
            .arg(&native),
    )?;
    if natively.output.status.code() == Some(124) {
        return Ok(Outcome::Endless);
    }
    let mut routes = vec![source.clone()];
    if seed.is_multiple_of(4) {
        let bitcode = directory.join("random.bc");
        succeed(
            clang(headers, &source)
                .args(["-O2", "-emit-llvm", "-c", "-o"])
                .arg(&bitcode),
        )?;
        routes.push(bitcode);
    }
    for route in routes {
        let ours = timed(
            Command::new(binary)
                .args(["run", "--target", "lp64"])
                .args(["--max-instructions", MACHINE_INSTRUCTIONS])
                .arg(format!("--include={}", headers.display()))
                .arg(&route),
        )?;
        let outcome = judge(&natively.output, &ours.output, &route);
        if !matches!(outcome, Outcome::Same) {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Same)
}

fn judge(natively: &Output, ours: &Output, route: &Path) -> Outcome {
    if natively.stdout == ours.stdout && natively.status.code() == ours.status.code() {
        return Outcome::Same;
    }
    let errors = String::from_utf8_lossy(&ours.stderr);
    if errors.contains("(--max-instructions)") {
        return Outcome::TooLong;
    }
    Outcome::Different(format!(
        "natively {:?} with exit {:?}; as {} {:?} with exit {:?} {}",
        String::from_utf8_lossy(&natively.stdout).trim(),
        natively.status.code(),
        route.extension().unwrap_or_default().to_string_lossy(),
        String::from_utf8_lossy(&ours.stdout).trim(),
        ours.status.code(),
        errors.trim().lines().last().unwrap_or(""),
    ))
}

fn clang(headers: &Path, source: &Path) -> Command {
    let mut command = Command::new("clang-19");
    command.arg("-w").arg("-I").arg(headers).arg(source);
    command
}

/// Where csmith's headers are.
fn csmith_headers() -> Result<PathBuf, String> {
    let places = ["/usr/include/csmith", "/usr/local/include/csmith"];
    places
        .iter()
        .map(PathBuf::from)
        .find(|place| place.join("csmith.h").is_file())
        .ok_or_else(|| format!("csmith.h is in none of {}", places.join(", ")))
}
