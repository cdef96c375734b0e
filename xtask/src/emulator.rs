//! The emulator's speed on a compute loop, beside qemu-riscv64 on the same program.
//!
//! The loop mixes additions, shifts, exclusive-or, multiplications and memory accesses to a small table, with a branch per
//! round; both run a static Linux program, so start-up is that of the C library.

use std::fs;
use std::process::Command;

use crate::run::{everypath, provenance, store, timed};

const PROGRAM: &str = r#"
#include <stdint.h>
#include <stdio.h>
static uint32_t table[256];
int main(void) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < 256; i++) table[i] = i * 2654435761u;
    for (uint32_t round = 0; round < 20000000u; round++) {
        hash = (hash ^ table[(hash + round) & 255]) * 16777619u;
        if (hash & 1) hash += round >> 3;
        table[round & 255] = hash;
    }
    printf("%u\n", hash);
    return 0;
}
"#;

/// Measures both; false if their outputs differ.
pub fn bench(keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = directory.path().join("loop.c");
    let program = directory.path().join("loop");
    fs::write(&source, PROGRAM).map_err(|error| error.to_string())?;
    let compiled = timed(
        Command::new("riscv64-linux-gnu-gcc")
            .args(["-O2", "-static", "-o"])
            .args([&program, &source]),
    )?;
    if !compiled.output.status.success() {
        return Err(String::from_utf8_lossy(&compiled.output.stderr).into_owned());
    }
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
            "# Speed of the emulator\n\n{}* compiled with `riscv64-linux-gnu-gcc -O2 -static`\n\n```\n{lines}```\n\nThe program:\n\n```c{PROGRAM}```\n",
            provenance("cargo xtask bench emulator --store")
        );
        store("emulator", &text)?;
    }
    Ok(same)
}
