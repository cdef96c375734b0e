//! Images for machines without an operating system: registers of devices, memory that is added, and calls of the debugger's host.

mod common;

use std::process::Command;

const START: &str = "    .section .text.start, \"ax\", @progbits\n    .globl _start\n_start:\n    la sp, _estack\n    call main\n\
    \x20   li t0, 6\n    li t1, 0\n    ecall\n";

const SCRIPT: &str = "ENTRY(_start)\n\
    MEMORY { flash (rx) : ORIGIN = 0x08000000, LENGTH = 64K ram (rw) : ORIGIN = 0x20000000, LENGTH = 8K }\n\
    SECTIONS { .text : { *(.text.start) *(.text .text.*) } >flash\n.data : { *(.data .data.*) } >ram AT>flash\n\
    .bss (NOLOAD) : { *(.bss .bss.*) } >ram\n_estack = ORIGIN(ram) + LENGTH(ram); }\n";

/// What every program begins with. `fail` is a violation of `invalid-store`.
const BEGIN: &str = "#include <stdint.h>\n\
    static volatile uint32_t *const device = (uint32_t *)0x40011000;\n\
    static volatile uint32_t *const memory = (uint32_t *)0x90000000;\n\
    static void fail(void) { *(volatile int *)4 = 1; }\n\
    int main(void) {\n";

/// An image of a program with this body.
fn image(directory: &tempfile::TempDir, body: &str) -> String {
    let start = common::write(directory, "start.S", START);
    let script = common::write(directory, "flash.ld", SCRIPT);
    let source = format!("{BEGIN}{body}    return 0;\n}}\n");
    let source = common::write(directory, "program.c", source);
    let image = directory.path().join("program.elf");
    let output = Command::new("clang-19")
        .args([
            "--target=riscv32-unknown-elf",
            "-march=rv32imac",
            "-mabi=ilp32",
        ])
        .args([
            "-g",
            "-O1",
            "-nostdlib",
            "-ffreestanding",
            "-fuse-ld=lld",
            "-T",
        ])
        .args([&script, &start, &source, "-o"])
        .arg(&image)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    image.display().to_string()
}

const DEVICE: &str = "--device=0x40011000:1K";
const MEMORY: &str = "--ram=0x90000000:4K";

/// Exit code and output of a check.
fn check(image: &str, options: &[&str]) -> (i32, String) {
    let output = common::run(&[&["check", image][..], options].concat());
    (output.status.code().unwrap(), common::transcript(&output))
}

#[test]
fn a_register_of_a_device_has_another_value_each_time() {
    let directory = common::temporary();
    for body in [
        "    if (device[0] != device[0]) fail();\n",
        "    device[1] = 5;\n    if (device[1] != 5) fail();\n",
    ] {
        let image = image(&directory, body);
        for engine in ["auto", "paths", "merge"] {
            let (code, said) = check(&image, &[DEVICE, "--engine", engine]);
            assert_eq!(code, 10, "{engine}\n{said}");
            assert!(said.contains("device 0x4001100"), "{said}");
            assert!(said.contains("replayed on the emulator"), "{said}");
        }
        let (code, said) = check(&image, &[DEVICE, "--engine", "conflict"]);
        assert_eq!(code, 5, "{said}");
        assert!(said.contains("registers of devices"), "{said}");
    }
}

#[test]
fn what_a_device_gives_is_checked_like_any_input() {
    let directory = common::temporary();
    let image = image(
        &directory,
        "    uint32_t level = device[0];\n    device[1] = level;\n    if (level > 7 && level < 7) fail();\n",
    );
    let (code, said) = check(&image, &[DEVICE]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = check(&image, &[]);
    assert_eq!(code, 10, "{said}");
    assert!(said.contains("load of 4 bytes at 0x40011000"), "{said}");
}

#[test]
fn a_load_from_one_of_several_registers_is_a_cut_and_a_store_is_gone() {
    let directory = common::temporary();
    let loads = image(&directory, "    device[0] = device[device[0] & 3];\n");
    let (code, said) = check(&loads, &[DEVICE, "--engine", "paths"]);
    assert_eq!(code, 5, "{said}");
    let why = "some of them registers of a device";
    assert!(said.contains(why), "{said}");
    let stores = image(&directory, "    device[device[0] & 3] = 1;\n");
    let (code, said) = check(&stores, &[DEVICE, "--engine", "paths"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn memory_that_is_added_has_any_values_until_it_is_written() {
    let directory = common::temporary();
    let keeps = image(
        &directory,
        "    if (memory[3] != memory[3]) fail();\n    memory[4] = 5;\n    if (memory[4] != 5) fail();\n",
    );
    for engine in ["auto", "paths", "merge", "conflict"] {
        let (code, said) = check(&keeps, &[MEMORY, "--engine", engine]);
        assert_eq!(code, 0, "{engine}\n{said}");
    }
    let is_zero = image(&directory, "    if (memory[3] != 0) fail();\n");
    for engine in ["auto", "paths", "merge", "conflict"] {
        let (code, said) = check(&is_zero, &[MEMORY, "--engine", engine]);
        assert_eq!(code, 10, "{engine}\n{said}");
        assert!(said.contains("uninitialized memory"), "{said}");
    }
}

#[test]
fn memory_behind_the_last_address_is_refused() {
    for option in ["--ram=0xfffff001:4K", "--device=0x100000000:4"] {
        let file = "examples/packet.c";
        let output = common::run(&["check", file, "--target", "riscv32", option]);
        let said = common::transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("behind the last address"), "{said}");
    }
    let output = common::run(&[
        "check",
        "examples/packet_fixed.c",
        "--target=riscv32",
        "--ram=0xfffff000:4K",
    ]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        common::transcript(&output)
    );
}

#[test]
fn only_bare_machines_are_given_memory_and_devices() {
    for (file, target, found) in [
        ("examples/packet.c", "lp64", "LLVM code has none"),
        ("examples/packet.c", "riscv32", "the environment is linux"),
    ] {
        let mut options = vec!["check", file, "--target", target, MEMORY];
        if target == "riscv32" {
            options.extend(["--env", "linux"]);
        }
        let output = common::run(&options);
        let said = common::transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("--ram and --device") && said.contains(found),
            "{said}"
        );
    }
}

/// An option that changes nothing would leave the user with a verdict about another world.
#[test]
fn options_that_nothing_in_an_environment_looks_at_are_refused() {
    let directory = common::temporary();
    let image = image(&directory, "");
    let bare: [&[&str]; 5] = [
        &["--args", "x"],
        &["--symbolic-args", "2"],
        &["--open-args"],
        &["--variable", "A=B"],
        &["--memory", "flat", "--heap", "symbolic"],
    ];
    for options in bare {
        let (code, said) = check(&image, options);
        assert_eq!(code, 1, "{options:?}: {said}");
        assert!(options.iter().any(|option| said.contains(option)), "{said}");
    }
    let linux: [&[&str]; 3] = [
        &["--world", "open"],
        &["--malloc-may-fail"],
        &["--open-args"],
    ];
    for options in linux {
        let (code, said) = check(&image, &[options, &["--env", "linux"]].concat());
        assert_eq!(code, 1, "{options:?}: {said}");
        assert!(said.contains("the environment is linux"), "{said}");
    }
}
