//! The runtime library against the C library of this system, natively: `library/differential.c` calls both with the same
//! arguments, millions of times. The library's names are given a prefix for that.

use std::path::Path;
use std::process::{Command, Output};

/// How build.rs compiles the library, but for the output and for sanitizers that trap.
const FLAGS: [&str; 9] = [
    "-std=gnu17",
    "-O1",
    "-fno-builtin",
    "-fno-math-errno",
    "-fno-delete-null-pointer-checks",
    "-mlong-double-64",
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

#[test]
fn the_library_computes_what_the_system_s_computes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    run(clang()
        .current_dir(root.join("../../runtime/llvm"))
        .args(FLAGS)
        .args(["-c", "library.c", "-o"])
        .arg(at("library.o")));
    run(Command::new("objcopy")
        .arg("--prefix-symbols=ep_")
        .arg(at("library.o"))
        .arg(at("prefixed.o")));
    run(clang()
        .args(["-std=gnu17", "-O1", "-fno-builtin", "-w"])
        .arg(root.join("tests/library/differential.c"))
        .arg(at("prefixed.o"))
        .args(["-lm", "-o"])
        .arg(at("differential")));
    for seed in ["1", "2"] {
        let output = run(Command::new(at("differential")).arg(seed));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.ends_with(" comparisons, 0 differences\n"), "{said}");
    }
}
