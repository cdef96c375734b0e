//! The emulator's speed on a compute loop, beside qemu-riscv64 on the same program.
//!
//! The loop mixes additions, shifts, exclusive-or, multiplications and memory accesses to a small table, with a branch per
//! round; both run a static Linux program, so start-up is that of the C library.

use std::process::Command;

use crate::run::{everypath, provenance, root, store, succeed, timed};

/// The program, and how often its loop runs.
const PROGRAM: &str = "benchmarks/concrete/hash.c";
const ROUNDS: &str = "-DROUNDS=20000000u";

/// Measures both; false if their outputs differ.
pub fn bench(keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = directory.path().join("loop");
    succeed(
        Command::new("riscv64-linux-gnu-gcc")
            .args(["-O2", "-static", ROUNDS, "-o"])
            .args([&program, &root().join(PROGRAM)]),
    )?;
    let ours = timed(Command::new(&binary).args(["run", "--stats"]).arg(&program))?;
    let qemu = timed(Command::new("qemu-riscv64").arg(&program))?;
    let said = String::from_utf8_lossy(&ours.output.stderr)
        .trim()
        .to_owned();
    let same = ours.output.stdout == qemu.output.stdout && ours.output.status.success();
    let lines = format!(
        "everypath run: {said}\nwhole run: everypath {:.2} s, qemu-riscv64 {:.2} s: qemu is {:.1} times as fast\nsame output: {}\n",
        ours.seconds,
        qemu.seconds,
        ours.seconds / qemu.seconds,
        if same { "yes" } else { "NO" },
    );
    print!("{lines}");
    if keep {
        let text = format!(
            "# Speed of the emulator\n\n{}* compiled with `riscv64-linux-gnu-gcc -O2 -static {ROUNDS} {PROGRAM}`\n\n```\n{lines}```\n",
            provenance("cargo xtask bench emulator --store")
        );
        store("emulator", &text)?;
    }
    Ok(same)
}
