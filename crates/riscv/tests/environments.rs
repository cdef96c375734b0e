//! Programs in each environment, run by the evaluator: detection, calls, the initial stack, exits and traps.

mod support;

use everypath_program::{Program, Property};
use everypath_riscv::{Argument, Environment, RiscvOptions, Surroundings};
use support::{End, Evaluator, build, program, tool};

/// Builds assembly, checks which environment it is for, and runs it.
fn run(march: &str, source: &str, environment: Environment) -> (End, String) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = build(directory.path(), "program.s", source, march, &[]);
    let program = program(&path, &RiscvOptions::default());
    assert_eq!(
        program.environment(),
        environment,
        "{}",
        program.environment_reason()
    );
    let mut evaluator = Evaluator::new(&program);
    let end = evaluator.run(1_000_000);
    (end, String::from_utf8_lossy(&evaluator.output).into_owned())
}

const BOTH: [&str; 2] = ["rv32imac", "rv64imac"];

#[test]
fn sym_iss_asserts_assumes_writes_and_exits() {
    for march in BOTH {
        let source = |condition: u32| {
            format!(
                ".globl _start\n_start: li t0, 7\nla t1, text\nli t2, 3\necall\nli t0, 2\nli t1, 7\nli t2, 1\necall\n\
                 li t0, 1\nli t2, {condition}\necall\nli t0, 6\nli t1, 3\necall\ntext: .ascii \"abc\"\n"
            )
        };
        assert_eq!(
            run(march, &source(1), Environment::SymIss),
            (End::Exit(3), "abc".to_string())
        );
        let (end, _) = run(march, &source(0), Environment::SymIss);
        assert!(
            matches!(end, End::Violation(Property::Assertion, _)),
            "{end:?}"
        );
    }
}

#[test]
fn sym_iss_finds_the_condition_in_any_register() {
    // The register number comes out of memory, so it is not known while lifting.
    let source = ".globl _start\n_start: la a0, number\nlw t1, 0(a0)\nli t0, 1\nli s3, 0\necall\nli t0, 6\nli t1, 0\necall\n\
                  .balign 4\nnumber: .word 19\n";
    let (end, _) = run("rv32imac", source, Environment::SymIss);
    assert!(
        matches!(end, End::Violation(Property::Assertion, _)),
        "{end:?}"
    );
    let (end, _) = run(
        "rv32imac",
        &source.replace("li s3, 0", "li s3, 5"),
        Environment::SymIss,
    );
    assert_eq!(end, End::Exit(0));
    let (end, _) = run(
        "rv32imac",
        &source.replace(".word 19", ".word 32"),
        Environment::SymIss,
    );
    assert!(matches!(end, End::Cut(_)), "{end:?}");
}

#[test]
fn binsym_makes_memory_symbolic() {
    for march in BOTH {
        let source = ".globl _start\n_start: mv a0, sp\naddi a0, a0, -16\nli a1, 4\nli a7, 96\necall\nlw a0, -16(sp)\n\
                      li a7, 93\necall\n";
        assert_eq!(run(march, source, Environment::Binsym).0, End::Exit(0));
    }
}

#[test]
fn selfie_reads_input_and_ends_badly_with_another_code_than_zero() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let source = ".globl _start\n_start: li a0, 0\naddi a1, sp, -8\nli a2, 1\nli a7, 63\necall\nlb a0, -8(sp)\nli a7, 93\necall\n";
    let path = build(directory.path(), "program.s", source, "rv64im", &["-Wl,-s"]);
    let program = program(&path, &RiscvOptions::default());
    assert_eq!(program.environment(), Environment::Selfie);
    for (byte, expected) in [(0, None), (7, Some(Property::NonzeroExit))] {
        let mut evaluator = Evaluator::new(&program);
        evaluator.input = vec![byte];
        match (evaluator.run(100), expected) {
            (End::Exit(0), None) => {}
            (End::Violation(found, _), Some(expected)) => assert_eq!(found, expected),
            (end, _) => panic!("{end:?}"),
        }
    }
}

/// A trap handler that counts what it sees: environment call, illegal instruction, breakpoint.
const TRAPS: &str = "
.globl _start
_start: la t0, handler
csrw mtvec, t0
csrwi mscratch, 0
ecall
.word 0xffffffff
ebreak
la t0, user
csrw mepc, t0
csrw mstatus, zero
mret
user: ecall
csrr a0, mscratch
li t1, 11 + 100 * 2 + 10000 * 3 + 8 * 1000000
bne a0, t1, fail
la a1, tohost
li a0, 1
sw a0, 0(a1)
1: j 1b
fail: li a0, 3
li a7, 93
ecall
.balign 4
handler: csrr t2, mcause
csrr t3, mscratch
csrr t4, mepc
addi t4, t4, 4
csrw mepc, t4
li t5, 11
beq t2, t5, 2f
li t6, 100
li t5, 2
beq t2, t5, 1f
li t6, 10000
li t5, 3
beq t2, t5, 1f
li t6, 1000000
1: mul t2, t2, t6
2: add t3, t3, t2
csrw mscratch, t3
csrr t5, mstatus
li t6, 3 << 11
and t5, t5, t6
bnez t5, 3f
li t5, 8
3: mret
.data
.globl tohost
tohost: .dword 0
";

#[test]
fn machine_mode_traps_and_returns() {
    for march in ["rv32ima_zicsr", "rv64ima_zicsr"] {
        assert_eq!(
            run(march, TRAPS, Environment::RiscvTests).0,
            End::Exit(0),
            "{march}"
        );
    }
}

#[test]
fn the_suite_tells_which_test_failed() {
    let by_call =
        ".globl _start, tohost\n_start: li a0, 11\nli a7, 93\necall\n.data\ntohost: .dword 0\n";
    assert_eq!(
        run("rv64im", by_call, Environment::RiscvTests).0,
        End::Exit(5)
    );
    let by_store = ".globl _start, tohost\n_start: li a0, 11\nla a1, tohost\nsw a0, 0(a1)\n1: j 1b\n.data\ntohost: .dword 0\n";
    assert_eq!(
        run("rv32im", by_store, Environment::RiscvTests).0,
        End::Exit(5)
    );
}

#[test]
fn changed_code_runs_after_a_fence() {
    // Overwrites `li a0, 1` by `li a0, 0`.
    let source = ".globl _start, tohost\n_start: la a1, patch\nli a2, 0x00000513\nsw a2, 0(a1)\nfence.i\n.balign 4\n\
                  patch: .word 0x00300513\nli a7, 93\necall\n.data\ntohost: .dword 0\n";
    assert_eq!(
        run("rv64im_zifencei", source, Environment::RiscvTests).0,
        End::Exit(0)
    );
    assert_eq!(
        run(
            "rv64im_zifencei",
            &source.replace("sw a2, 0(a1)", "nop"),
            Environment::RiscvTests
        )
        .0,
        End::Exit(1)
    );
}

#[test]
fn linux_answers_and_refuses() {
    for march in BOTH {
        // brk grows, a page is mapped, an unknown call is a named cut.
        let source = ".globl _start\n_start: li a0, 0\nli a7, 214\necall\nmv s0, a0\naddi a0, a0, 64\nli a7, 214\necall\n\
                      sub s1, a0, s0\nsw s1, 0(s0)\nlw s1, 0(s0)\nli a0, 0\nli a1, 100\nli a2, 3\nli a3, 0x22\nli a4, -1\nli a5, 0\n\
                      li a7, 222\necall\nsw s1, 0(a0)\nlw a0, 0(a0)\nli t1, 64\nbne a0, t1, 1f\nli a7, 999\necall\n1: li a7, 93\necall\n";
        let cut = "environment call with a7 = 999 (linux environment)".to_string();
        assert_eq!(run(march, source, Environment::Linux).0, End::Cut(cut));
    }
}

#[test]
fn linux_writes_vectors() {
    for (march, word) in [("rv32imac", ".word"), ("rv64imac", ".dword")] {
        let source = format!(
            ".globl _start\n_start: li a0, 1\nla a1, vector\nli a2, 2\nli a7, 66\necall\nli a7, 93\necall\n\
             .data\n.balign 8\nvector: {word} one, 4, two, 3\none: .ascii \"one,\"\ntwo: .ascii \"two\"\n"
        );
        assert_eq!(
            run(march, &source, Environment::Linux),
            (End::Exit(7), "one,two".to_string())
        );
    }
}

const GLIBC: &str = r#"
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int main(int argc, char **argv) {
        char line[64];
        char *copy = malloc(4000);
        strcpy(copy, argv[1]);
        printf("%d arguments, %s, %s\n", argc, copy, getenv("COLOUR"));
        if (fgets(line, sizeof line, stdin)) printf("read %s", line);
        free(copy);
        if (argc > 2) abort();
        return 7;
    }
"#;

#[test]
fn a_static_program_of_the_c_library_runs() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let source = directory.path().join("program.c");
    let path = directory.path().join("program");
    std::fs::write(&source, GLIBC).expect("writable");
    let (source, output) = (source.display().to_string(), path.display().to_string());
    let arguments = ["-O1", "-static", "-o", &output, &source];
    tool(
        "riscv64-linux-gnu-gcc",
        "gcc-riscv64-linux-gnu and libc6-dev-riscv64-cross",
        &arguments,
    );
    let run = |arguments: &[&str]| {
        let surroundings = Surroundings {
            arguments: arguments
                .iter()
                .map(|text| Argument::Concrete(text.as_bytes().to_vec()))
                .collect(),
            variables: vec!["COLOUR=green".to_string()],
            ..Surroundings::default()
        };
        let program = program(
            &path,
            &RiscvOptions {
                surroundings,
                ..RiscvOptions::default()
            },
        );
        assert_eq!(program.environment(), Environment::Linux);
        let mut evaluator = Evaluator::new(&program);
        evaluator.input = b"a line\n".to_vec();
        (
            evaluator.run(10_000_000),
            String::from_utf8_lossy(&evaluator.output).into_owned(),
        )
    };
    let expected = "2 arguments, first, green\nread a line\n".to_string();
    assert_eq!(run(&["program", "first"]), (End::Exit(7), expected));
    let (end, _) = run(&["program", "first", "second"]);
    assert!(
        matches!(end, End::Violation(Property::ReachedTrap, _)),
        "{end:?}"
    );
}

#[test]
fn symbolic_arguments_lie_on_the_initial_stack() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let source = ".globl _start\n_start: ld a0, 0(sp)\nld a1, 16(sp)\nlbu a2, 3(a1)\nlbu a3, 4(a1)\nli a7, 93\necall\n";
    let path = build(directory.path(), "program.s", source, "rv64im", &[]);
    let arguments = vec![
        Argument::Concrete(b"name".to_vec()),
        Argument::Symbolic {
            name: "word".to_string(),
            length: 4,
        },
    ];
    let surroundings = Surroundings {
        arguments,
        ..Surroundings::default()
    };
    let program = program(
        &path,
        &RiscvOptions {
            surroundings,
            ..RiscvOptions::default()
        },
    );
    let image = program.image();
    assert_eq!(image.symbolic.len(), 1);
    let range = &image.symbolic[0];
    assert_eq!(
        (range.name.as_str(), range.size, range.nonzero),
        ("word", 4, true)
    );
    let mut evaluator = Evaluator::new(&program);
    assert_eq!(evaluator.run(100), End::Exit(2));
    assert_eq!(evaluator.locals[11], range.address);
    assert_eq!(
        (evaluator.locals[12], evaluator.locals[13]),
        (u64::from(b'?'), 0)
    );
}

#[test]
fn the_stack_of_the_linker_script_gets_a_guard() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let script = directory.path().join("link.ld");
    std::fs::write(
        &script,
        "ENTRY(_start)\nPHDRS { text PT_LOAD FLAGS(5); stack PT_LOAD FLAGS(6); }\nSECTIONS { . = 0x10000; .text : { *(.text) } :text\n\
         . = 0x70000000; .stack (NOLOAD) : { __stack_bottom = .; . += 0x10000; __stack_top = .; } :stack }\n",
    )
    .expect("writable");
    let source =
        ".globl _start\n_start: la sp, __stack_top\n1: addi sp, sp, -16\nsw ra, 0(sp)\nj 1b\n";
    let option = format!("-Wl,-T,{}", script.display());
    let path = build(directory.path(), "program.s", source, "rv32im", &[&option]);
    let program = program(
        &path,
        &RiscvOptions {
            environment: Some(Environment::SymIss),
            ..RiscvOptions::default()
        },
    );
    let mut evaluator = Evaluator::new(&program);
    let end = evaluator.run(100_000);
    assert!(
        matches!(end, End::Violation(Property::StackOverflow, _)),
        "{end:?}"
    );
    assert_eq!(evaluator.locals[2], 0x6fff_fff0);
}

/// Between two shifts that do nothing, a breakpoint is a call of the debugger's host.
const HOST: &str = ".macro host number\nli a0, \\number\n.balign 16\n.option push\n.option norvc\nslli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option pop\n.endm\n";

#[test]
fn marked_breakpoints_are_calls_of_the_host() {
    for (march, word) in [("rv32imac", ".word"), ("rv64imac", ".dword")] {
        let source = format!(
            "{HOST}.globl _start\n_start: la a1, text\nhost 4\nla a1, text\nhost 3\nla a1, block\nhost 5\nbnez a0, 1f\n\
             la a1, console\nhost 1\nmv s0, a0\nla a1, missing\nhost 1\nadd s0, s0, a0\nhost 7\nsub s0, s0, a0\n\
             la a1, end\nsw s0, {}(a1)\nhost 0x20\n1: unimp\n\
             text: .asciz \"abc\"\nname: .asciz \":tt\"\nother: .asciz \":t\"\n.section .data\n.balign 8\n\
             block: {word} 1, text, 2\nconsole: {word} name, 4, 3\nmissing: {word} other, 0, 2\nend: {word} 0x20026, 0\n",
            if march.starts_with("rv32") { 4 } else { 8 },
        );
        // Standard output is 1, the other file is not there, and standard input is at its end: 1 + -1 - -1.
        let (end, output) = run(march, &source, Environment::SymIss);
        assert_eq!((end, output.as_str()), (End::Exit(1), "abcaab"), "{march}");
    }
}

#[test]
fn a_breakpoint_without_marks_is_a_trap() {
    let source = ".globl _start\n_start: slli x0, x0, 0x1f\nebreak\nsrai x0, x0, 6\n";
    let (end, _) = run("rv32ima", source, Environment::SymIss);
    assert!(
        matches!(end, End::Violation(Property::ReachedTrap, _)),
        "{end:?}"
    );
}

/// Code and constants in flash memory, data that start-up code copies from there, and a stack of which only the end is known.
const FLASH: &str = "ENTRY(_start)\nMEMORY { flash (rx) : ORIGIN = 0x10000, LENGTH = 64K ram (rw) : ORIGIN = 0x80000000, LENGTH = 32K }\n\
    SECTIONS { .text : { *(.text) } >flash\n.data : { __data = .; *(.data) } >ram AT>flash\n__image = LOADADDR(.data);\n__stack = ORIGIN(ram) + LENGTH(ram); }\n";

#[test]
fn data_is_copied_from_where_it_is_loaded_and_the_stack_ends_where_a_symbol_says() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let script = directory.path().join("flash.ld");
    std::fs::write(&script, FLASH).expect("writable");
    let option = format!("-Wl,-T,{}", script.display());
    let source = ".globl _start\n_start: la sp, __stack\naddi sp, sp, -16\nla a0, __image\nla a1, __data\nlw a2, 0(a0)\nsw zero, 0(a1)\n\
                  sw a2, 12(sp)\nlw a3, 12(sp)\nli t0, 6\nmv t1, a3\necall\n.data\n.word 7\n";
    let path = build(directory.path(), "program.s", source, "rv32im", &[&option]);
    let program = program(&path, &RiscvOptions::default());
    let regions = &program.image().regions;
    let stack = regions.iter().find(|region| region.name == "memory");
    let stack = stack.expect("memory below the end of the stack");
    assert_eq!(
        (stack.base, stack.base + stack.size),
        (0x8000_0004, 0x8000_8000)
    );
    assert!(stack.arbitrary && !regions.iter().any(|region| region.name == "stack"));
    let mut evaluator = Evaluator::new(&program);
    assert_eq!(evaluator.run(100), End::Exit(7));
}

#[test]
fn memory_that_is_given_is_where_the_executable_has_none() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let source = ".globl _start\n_start: li t0, 6\nli t1, 0\necall\n";
    let path = build(directory.path(), "program.s", source, "rv32im", &[]);
    let without = program(&path, &RiscvOptions::default());
    let segment = without.image().regions[0].clone();
    let surroundings = Surroundings {
        memory: vec![(segment.base - 8, segment.size + 16)],
        ..Surroundings::default()
    };
    let options = RiscvOptions {
        surroundings,
        ..RiscvOptions::default()
    };
    let with = program(&path, &options);
    let given = with.image().regions.iter();
    let given: Vec<(u64, u64)> = given
        .filter(|region| region.name == "memory")
        .map(|region| (region.base, region.size))
        .collect();
    assert_eq!(
        given,
        [(segment.base - 8, 8), (segment.base + segment.size, 8)]
    );
}
