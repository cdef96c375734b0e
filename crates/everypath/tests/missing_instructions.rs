//! Arithmetic that an instruction set lacks: functions of the library give what this processor gives, in every calling convention.

mod common;

use std::process::Command;

/// Instruction sets with floating point of 16 and 64 bits, of 64 bits, of 32 bits, and without; without multiplication, too.
const INSTRUCTIONS: [(&str, &str); 10] = [
    ("riscv32", "rv32imafdc_zfh"),
    ("riscv32", "rv32imafdc"),
    ("riscv32", "rv32imafc"),
    ("riscv32", "rv32imac"),
    ("riscv32", "rv32i"),
    ("riscv64", "rv64imafdc_zfh"),
    ("riscv64", "rv64imafdc"),
    ("riscv64", "rv64imafc"),
    ("riscv64", "rv64imac"),
    ("riscv64", "rv64i"),
];

/// Compares what a program prints on each instruction set with what it prints on this processor, all lines but those of numbers that RV32 lacks there.
fn compare_with_this_processor(source: &str, options: &[&str]) {
    let directory = common::temporary();
    let native = directory.path().join("native");
    let compiled = Command::new("clang-19")
        .args(["-O1", "-ffp-contract=off", "-o"])
        .arg(&native)
        .arg(common::root().join(source))
        .arg("-lm")
        .status();
    assert!(compiled.unwrap().success());
    let native = Command::new(native).output().unwrap();
    let native = String::from_utf8(native.stdout).unwrap();
    assert!(native.lines().count() > 20, "{native}");
    let without_wide = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains("wide"));
        lines.collect::<Vec<_>>().join("\n")
    };
    for (target, instructions) in INSTRUCTIONS {
        let march = format!("--cflag=-march={instructions}");
        let arguments = ["run", source, "--target", target, &march, "-O", "1"];
        let output = common::run(&[&arguments[..], options].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", common::transcript(&output));
        match target {
            "riscv32" => assert_eq!(without_wide(&said), without_wide(&native), "{instructions}"),
            _ => assert_eq!(said, native, "{instructions}"),
        }
    }
    for target in ["lp64", "ilp32"] {
        let output = common::run(&[&["run", source, "--target", target], options].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(without_wide(&said), without_wide(&native), "{target}");
    }
}

#[test]
fn operations_on_floats_without_an_instruction_give_what_the_processor_gives() {
    compare_with_this_processor("crates/everypath/tests/missing_instructions/floats.c", &[]);
}

#[test]
fn operations_on_integers_without_an_instruction_give_what_the_processor_gives() {
    let source = "crates/everypath/tests/missing_instructions/integers.c";
    compare_with_this_processor(source, &[]);
    compare_with_this_processor(source, &["--through-terms"]);
}

#[test]
fn hard_instructions_may_pass_numbers_in_integer_registers() {
    let directory = common::temporary();
    let source = common::write(
        &directory,
        "a.c",
        "#include <everypath.h>\n#include <math.h>\n\
         double half(double x) { return x / 2; }\n\
         int main(void) {\n\
           int x; EVERYPATH_SYMBOLIC(x);\n\
           everypath_assert(half(x) + half(x) == x);\n\
           everypath_assert(sqrt(fabs(x * 0.0) + 4) == 2);\n\
           return 0;\n\
         }\n",
    );
    for (target, flags) in [
        ("riscv64", ["--cflag=-march=rv64gc", "--cflag=-mabi=lp64"]),
        ("riscv32", ["--cflag=-march=rv32gc", "--cflag=-mabi=ilp32"]),
        ("riscv32", ["--cflag=-march=rv32gc", "--cflag=-mabi=ilp32f"]),
    ] {
        let arguments = ["check", &source, "--target", target, "--engine", "paths"];
        let output = common::run(&[&arguments[..], &flags, &["--unwind", "4"]].concat());
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            common::transcript(&output)
        );
    }
}
