//! What the tests share: running the program and making files.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap().to_owned()
}

/// A run of `everypath` in the root of the workspace.
pub fn everypath() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_everypath"));
    command.current_dir(root());
    command
}

/// Runs it with these arguments.
pub fn run(arguments: &[&str]) -> Output {
    everypath().args(arguments).output().unwrap()
}

/// Exit code, standard output and standard error as one text.
pub fn transcript(output: &Output) -> String {
    format!(
        "exit {}\n{}{}",
        output.status.code().unwrap(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The record that `--json` prints.
pub fn record(arguments: &[&str]) -> serde_json::Value {
    let output = everypath().args(arguments).arg("--json").output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error}\n{}", transcript(&output));
    })
}

/// Writes a file of a temporary directory; gives its path as text.
pub fn write(directory: &tempfile::TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = directory.path().join(name);
    std::fs::write(&path, contents).unwrap();
    path.display().to_string()
}

/// A temporary directory.
pub fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Compiles a program of the test corpus with clang into an executable; gives its path.
pub fn compile(directory: &tempfile::TempDir, source: &str, target: &str) -> String {
    let executable = directory.path().join("program");
    let (triple, arch, abi) = match target {
        "riscv32" => ("riscv32-unknown-elf", "rv32imac", "ilp32"),
        _ => ("riscv64-unknown-elf", "rv64imac", "lp64"),
    };
    let runtime = root().join("runtime");
    let output = Command::new("clang-19")
        .arg(format!("--target={triple}"))
        .args([format!("-march={arch}"), format!("-mabi={abi}")])
        .args([
            "-g",
            "-O0",
            "-fno-builtin",
            "-nostdlib",
            "-nostdlibinc",
            "-static",
            "-fuse-ld=lld",
        ])
        .arg("-isystem")
        .arg(runtime.join("riscv/include"))
        .arg("-isystem")
        .arg(runtime.join("riscv/system"))
        .arg("-isystem")
        .arg(runtime.join("llvm/include"))
        .args(["-idirafter", "/usr/include/x86_64-linux-gnu"])
        .args(["-idirafter", "/usr/include"])
        .arg("-T")
        .arg(runtime.join("riscv/link.ld"))
        .args(
            ["crt0.S", "builtins.c", "soft_integer.S"].map(|file| runtime.join("riscv").join(file)),
        )
        .arg(source)
        .arg("-o")
        .arg(&executable)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    executable.display().to_string()
}
