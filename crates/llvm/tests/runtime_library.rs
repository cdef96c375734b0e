//! The runtime library against the C library of this system, natively: `library/differential.c` calls both with the same
//! arguments, millions of times. The library's names are given a prefix for that.

use std::path::Path;
use std::process::{Command, Output};

use everypath_term::float::compute_number;
use everypath_term::{FloatFormat, FloatFunction, FloatOp};

/// How many places the system's functions are away from the nearest number, at most.
const PLACES: u128 = 2;

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

/// The functions without an exact result are no part of the library but of the machine. Those of this system's library are a few places off.
#[test]
fn functions_of_80_and_128_bits_are_next_to_those_of_the_system_s_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("functions");
    run(clang()
        .args(["-std=gnu17", "-O1", "-fno-builtin", "-w"])
        .arg(root.join("tests/library/functions.c"))
        .args(["-lm", "-o"])
        .arg(&program));
    let output = run(&mut Command::new(program));
    let lines = String::from_utf8_lossy(&output.stdout);
    let mut compared = 0;
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, width, numbers @ ..] = &words[..] else {
            panic!("{line}");
        };
        let format = match *width {
            "80" => FloatFormat::Extended,
            _ => FloatFormat::Quad,
        };
        let [a, b, expected] = [0, 1, 2].map(|at| u128::from_str_radix(numbers[at], 16).unwrap());
        let function = FloatFunction::ALL
            .into_iter()
            .find(|function| format!("{function:?}").eq_ignore_ascii_case(name))
            .unwrap();
        let op = FloatOp::function(function, format);
        let found = compute_number(op, format.width(), [a, b, 0]);
        // Without the leading digit of 80 bits neighbours are next to each other.
        let place = |bits: u128| match format == FloatFormat::Extended {
            true => bits >> 64 << 63 | bits & u128::from(u64::MAX >> 1),
            false => bits,
        };
        let places = place(found).abs_diff(place(expected));
        let are_nan = format.is_nan(found) && format.is_nan(expected);
        assert!(places <= PLACES || are_nan, "{line}: {found:x}");
        compared += 1;
    }
    assert_eq!(compared, 8000);
}
