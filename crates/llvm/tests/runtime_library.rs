//! The runtime library against the C library of this system, natively: `library/differential.c` calls both with the same
//! arguments, millions of times. The library's names are given a prefix for that.

use std::path::Path;
use std::process::{Command, Output};

/// How build.rs compiles the library, but for the output and for sanitizers that trap.
const FLAGS: [&str; 8] = [
    "-std=gnu17",
    "-O1",
    "-fno-builtin",
    "-fno-math-errno",
    "-fno-delete-null-pointer-checks",
    "-fPIC",
    "-Iinclude",
    "-g",
];

fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn clang() -> Command {
    Command::new(std::env::var_os("EVERYPATH_CLANG").unwrap_or_else(|| "clang-19".into()))
}

/// Compiles the library with `flags`, and a program of `tests/library` that compares it with the system's; runs that with two seeds.
fn compare(program: &str, flags: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    run(clang()
        .current_dir(root.join("../../runtime/llvm"))
        .args(FLAGS)
        .args(flags)
        .args(["-c", "library.c", "-o"])
        .arg(at("library.o")));
    run(Command::new("objcopy")
        .arg("--prefix-symbols=ep_")
        .arg(at("library.o"))
        .arg(at("prefixed.o")));
    run(clang()
        .args(["-std=gnu17", "-O1", "-fno-builtin", "-w"])
        .args([
            "-ffunction-sections",
            "-fdata-sections",
            "-Wl,--gc-sections",
        ])
        .arg(root.join("tests/library").join(program))
        .arg(at("prefixed.o"))
        .args(["-lm", "-o"])
        .arg(at("compare")));
    for seed in ["1", "2"] {
        let output = run(Command::new(at("compare")).arg(seed));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.ends_with(" comparisons, 0 differences\n"), "{said}");
    }
}

#[test]
fn the_library_computes_what_the_system_s_computes() {
    compare("differential.c", &["-mlong-double-64"]);
}

#[test]
fn numbers_of_80_bits_are_those_of_the_system_s_library() {
    compare("extended.c", &[]);
}
