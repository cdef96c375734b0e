//! Floating-point instructions against qemu-user: results and exceptions, in every rounding mode, of operands at the borders of
//! classes and in between.
//!
//! One program per register width has a loop for each instruction and rounding mode. It goes over a table of operands, which is made here, and
//! writes each result and `fflags` to standard output; qemu and the evaluator of lifted blocks must write the same bytes.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use everypath_program::{CheckSet, FloatFormat, Property};
use everypath_riscv::{
    DEFINITIONS, Definition, Environment, Extension, Format, RiscvOptions, Xlen,
};
use everypath_term::Random;
use support::{End, Evaluator};

/// Operands that tests draw.
trait Operands {
    /// A number of a format, often at the border of a class or close to `before`; narrower ones are nearly always boxed.
    fn operand(&mut self, format: FloatFormat, before: u64) -> u64;
    /// An integer, often at a border.
    fn integer(&mut self) -> u64;
}

impl Operands for Random {
    fn operand(&mut self, format: FloatFormat, before: u64) -> u64 {
        let fraction_bits = format.fraction_bits();
        let fraction = (1u64 << fraction_bits) - 1;
        let greatest = (1u64 << format.exponent_bits()) - 1;
        let bias = format.bias() as u64;
        let some = self.next() & fraction;
        let some = match self.below(5) {
            0 => 0,
            1 => fraction,
            2 => some & !(fraction >> self.below(u64::from(fraction_bits) + 1)),
            3 => 1 << self.below(fraction_bits.into()),
            _ => some,
        };
        let exponent = match self.below(9) {
            0 => 0,
            1 => greatest,
            2 => 1,
            3 => greatest - 1,
            4 => bias + self.below(u64::from(format.precision()) + 2),
            5 => bias - self.below(u64::from(format.precision()) + 2).min(bias),
            6 => (bias + 62 + self.below(4)).min(greatest),
            7 => (before >> fraction_bits & greatest).saturating_sub(self.below(3)),
            _ => self.below(greatest + 1),
        };
        let number = exponent << fraction_bits | some;
        let sign = self.below(2) << (format.width() - 1);
        let upper = match (format.width(), self.below(16)) {
            (64, _) => 0,
            (width, 0) => self.next() << width,
            (width, _) => u64::MAX << width,
        };
        number | sign | upper
    }

    fn integer(&mut self) -> u64 {
        let power = 1u64 << self.below(64);
        match self.below(4) {
            0 => power.wrapping_add(self.below(5)).wrapping_sub(2),
            1 => power
                .wrapping_neg()
                .wrapping_add(self.below(5))
                .wrapping_sub(2),
            2 => self.next() >> self.below(64),
            _ => self.next(),
        }
    }
}

/// What an instruction takes its operands from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    Half,
    Single,
    Double,
    Integer,
}

/// The format of the operands, by the last part of the mnemonic.
fn table(definition: &Definition) -> Table {
    let kind = match definition.format {
        Format::IntegerToFloat | Format::MoveToFloat => return Table::Integer,
        _ => definition.mnemonic.rsplit('.').next(),
    };
    match kind {
        Some("h") => Table::Half,
        Some("s" | "w") => Table::Single,
        _ => Table::Double,
    }
}

/// The instruction with its operands in fa0, fa1, fa2 and a0; the result goes to fa3, or to a3 if that is said.
fn text(definition: &Definition) -> Option<(String, bool)> {
    let name = definition.mnemonic;
    Some(match definition.format {
        Format::RoundedFloat | Format::RegisterFloat => (format!("{name} fa3, fa0, fa1"), false),
        Format::FusedFloat => (format!("{name} fa3, fa0, fa1, fa2"), false),
        Format::UnaryFloat => (format!("{name} fa3, fa0"), false),
        Format::IntegerToFloat | Format::MoveToFloat => (format!("{name} fa3, a0"), false),
        Format::CompareFloat => (format!("{name} a3, fa0, fa1"), true),
        Format::FloatToInteger | Format::MoveFromFloat => (format!("{name} a3, fa0"), true),
        _ => return None,
    })
}

const MODES: [&str; 5] = ["rne", "rtz", "rdn", "rup", "rmm"];

/// All instructions with each of their rounding modes, half of which are dynamic.
fn loops(xlen: Xlen) -> Vec<(&'static Definition, Option<usize>, bool)> {
    let mut found = Vec::new();
    let extensions = [Extension::F, Extension::D, Extension::Zfh];
    for definition in DEFINITIONS {
        let is_float = extensions.contains(&definition.extension);
        if !is_float || !definition.widths.include(xlen) || text(definition).is_none() {
            continue;
        }
        if definition.format.has_rounding_mode() {
            let dynamic = found.len() % 2 == 0;
            found.extend((0..5).map(|mode| (definition, Some(mode), dynamic ^ (mode % 2 == 0))));
        } else {
            found.push((definition, None, false));
        }
    }
    found
}

/// Bytes of one result with its exceptions.
const RESULT: usize = 9;

/// Writes the tables, and gives the program.
fn source(xlen: Xlen, count: usize, seed: u64, directory: &Path) -> String {
    let mut random = Random::new(seed);
    let mut text_of_tables = String::new();
    for (label, format) in [
        ("half", Some(FloatFormat::Half)),
        ("single", Some(FloatFormat::Single)),
        ("double", Some(FloatFormat::Double)),
        ("integer", None),
    ] {
        let mut bytes = Vec::new();
        let mut before = 0;
        for _ in 0..3 * count {
            before = match format {
                Some(format) => random.operand(format, before),
                None => random.integer(),
            };
            bytes.extend(before.to_le_bytes());
        }
        let path = directory.join(label);
        std::fs::write(&path, bytes).expect("temporary directory is writable");
        let _ = writeln!(
            text_of_tables,
            ".balign 8\n{label}: .incbin \"{}\"",
            path.display()
        );
    }
    let mut program = String::from(".globl _start\n_start:\n");
    let (load, store) = match xlen {
        Xlen::Rv32 => ("lw", "sw"),
        Xlen::Rv64 => ("ld", "sd"),
    };
    for (number, (definition, mode, dynamic)) in loops(xlen).into_iter().enumerate() {
        let (mut instruction, gives_integer) = text(definition).expect("an instruction");
        let label = match table(definition) {
            Table::Half => "half",
            Table::Single => "single",
            Table::Double => "double",
            Table::Integer => "integer",
        };
        let mut set = String::from("fsrmi 0");
        if let Some(mode) = mode {
            if dynamic {
                set = format!("fsrmi {mode}");
                instruction.push_str(", dyn");
            } else {
                instruction.push_str(&format!(", {}", MODES[mode]));
            }
        }
        let keep = match gives_integer {
            true => format!("{store} a3, 0(s1)"),
            false => "fsd fa3, 0(s1)".to_string(),
        };
        let _ = writeln!(
            program,
            "la s0, {label}\nla s1, results\nli s2, {count}\n{set}\n\
             loop{number}: fld fa0, 0(s0)\nfld fa1, 8(s0)\nfld fa2, 16(s0)\n{load} a0, 0(s0)\n\
             fsflags zero\n{instruction}\n{keep}\nfrflags a4\nsb a4, 8(s1)\n\
             addi s0, s0, 24\naddi s1, s1, {RESULT}\naddi s2, s2, -1\nbnez s2, loop{number}\n\
             la a1, results\nsub a2, s1, a1\nli a0, 1\nli a7, 64\necall"
        );
    }
    let _ = writeln!(
        program,
        "li a0, 0\nli a7, 93\necall\n.data\n{text_of_tables}\n.bss\n.balign 8\nresults: .zero {}",
        RESULT * count + 8
    );
    program
}

/// Compares qemu with the evaluator on `count` operands of each instruction and rounding mode.
fn compare(xlen: Xlen, count: usize, seed: u64) {
    let (march, qemu, cpu) = match xlen {
        Xlen::Rv32 => ("rv32imafd_zfh", "qemu-riscv32", "rv32,Zfh=true"),
        Xlen::Rv64 => ("rv64imafd_zfh", "qemu-riscv64", "rv64,Zfh=true"),
    };
    let directory = tempfile::tempdir().expect("temporary directory");
    let text_of_program = source(xlen, count, seed, directory.path());
    let path = support::build(directory.path(), "floats.s", &text_of_program, march, &[]);
    let expected = support::tool(
        qemu,
        "qemu-user",
        &["-cpu", cpu, &path.display().to_string()],
    );
    let options = RiscvOptions {
        environment: Some(Environment::Linux),
        ..RiscvOptions::default()
    };
    let program = support::program(&path, &options);
    let mut evaluator = Evaluator::new(&program);
    assert_eq!(evaluator.run(u64::MAX), End::Exit(0));
    let loops = loops(xlen);
    assert_eq!(expected.len(), loops.len() * count * RESULT);
    assert_eq!(evaluator.output.len(), expected.len());
    let mut wrong: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let results = expected
        .chunks(RESULT)
        .zip(evaluator.output.chunks(RESULT))
        .enumerate();
    for (index, (theirs, ours)) in results {
        if theirs == ours {
            continue;
        }
        let (definition, mode, _) = loops[index / count];
        let name = match table(definition) {
            Table::Half => "half",
            Table::Single => "single",
            Table::Double => "double",
            Table::Integer => "integer",
        };
        let operands = std::fs::read(directory.path().join(name)).expect("written before");
        let at = index % count * 24;
        let operands: Vec<String> = operands[at..at + 24]
            .chunks(8)
            .map(|bytes| {
                format!(
                    "{:#x}",
                    u64::from_le_bytes(bytes.try_into().expect("8 bytes"))
                )
            })
            .collect();
        let mode = mode.map_or("", |mode| MODES[mode]);
        let entry = wrong
            .entry(format!("{} {mode}", definition.mnemonic))
            .or_default();
        entry.0 += 1;
        entry.1 = format!("{operands:?}: {qemu} {theirs:x?}, here {ours:x?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rv64_computes_as_qemu_does() {
    compare(Xlen::Rv64, 250, 0x2545_f491_4f6c_dd1d);
}

#[test]
fn rv32_computes_as_qemu_does() {
    compare(Xlen::Rv32, 150, 0x9e37_79b9_7f4a_7c15);
}

/// A million operands of each instruction; each of five rounding modes has a fifth of them.
fn compare_many(xlen: Xlen) {
    for round in 0..10 {
        compare(xlen, 20_000, 0x1234_5678_9abc_def1 + round);
    }
}

#[test]
#[ignore = "takes half an hour: `cargo xtask floats` runs it"]
fn rv64_computes_a_million_operands_as_by_qemu() {
    compare_many(Xlen::Rv64);
}

#[test]
#[ignore = "takes half an hour: `cargo xtask floats` runs it"]
fn rv32_computes_a_million_operands_as_by_qemu() {
    compare_many(Xlen::Rv32);
}

/// Both kinds of illegal instruction: a rounding mode in the encoding, and one in `frm`.
#[test]
fn invalid_rounding_modes_are_illegal() {
    let run_checking = |body: &str, environment: Environment, checks: Option<CheckSet>| {
        let directory = tempfile::tempdir().expect("temporary directory");
        let text = format!(".globl _start\n_start:\n{body}\nli a0, 0\nli a7, 93\necall\n");
        let path = support::build(directory.path(), "mode.s", &text, "rv64imafd", &[]);
        let options = RiscvOptions {
            environment: Some(environment),
            checks,
            ..RiscvOptions::default()
        };
        let program = support::program(&path, &options);
        Evaluator::new(&program).run(1000)
    };
    let run = |body: &str, environment| run_checking(body, environment, None);
    let is_illegal = |end: &End| matches!(end, End::Violation(property, _) if property.name() == "illegal-instruction");
    let user = |body: &str| run(body, Environment::Linux);
    assert_eq!(user("fadd.d fa0, fa1, fa2, dyn"), End::Exit(0));
    assert_eq!(user("fsrmi 4\nfadd.d fa0, fa1, fa2, dyn"), End::Exit(0));
    for mode in [5, 6, 7] {
        let set = format!("fsrmi {mode}\n");
        assert!(is_illegal(&user(&format!(
            "{set}fadd.d fa0, fa1, fa2, dyn"
        ))));
        // What does not round has a rounding mode all the same; what has a static one does not look at that of frm.
        assert!(is_illegal(&user(&format!("{set}.word 0xd2057553")))); // fcvt.d.w fa0, a0, dyn
        assert_eq!(
            user(&format!("{set}fadd.d fa0, fa1, fa2, rtz")),
            End::Exit(0)
        );
        assert_eq!(user(&format!("{set}fmin.d fa0, fa1, fa2")), End::Exit(0));
    }
    for mode in [5, 6] {
        let word = 0x02c5_8553 | mode << 12; // fadd.d fa0, fa1, fa2
        assert!(is_illegal(&user(&format!(".word {word:#x}"))));
    }
    // Where illegal instructions are not checked, it is a cut that says so.
    let mut unchecked = CheckSet::defaults();
    unchecked.set(Property::IllegalInstruction, false);
    let body =
        |mode: u32| format!("fsrmi {mode}\nfadd.d fa0, fa1, fa2, dyn\nfadd.d fa0, fa1, fa2, dyn");
    let ends = [4, 5].map(|mode| run_checking(&body(mode), Environment::Linux, Some(unchecked)));
    assert_eq!(ends[0], End::Exit(0));
    assert!(matches!(&ends[1], End::Cut(reason) if reason.contains("invalid rounding mode")));
    // In machine mode it traps, and a valid mode goes on.
    let trapping = |mode: u32| {
        let body = format!(
            "la t0, handler\ncsrw mtvec, t0\nfsrmi {mode}\nfadd.d fa0, fa1, fa2, dyn\nfmul.d fa0, fa0, fa0, dyn\n\
             li a0, 0\nli a7, 93\necall\n.balign 4\nhandler: csrr a0, mcause\nslli a0, a0, 1\nli a7, 93\necall"
        );
        run(&body, Environment::RiscvTests)
    };
    assert_eq!(trapping(5), End::Exit(2));
    assert_eq!(trapping(3), End::Exit(0));
}

/// The fields of the status register are those of its parts.
#[test]
fn the_status_has_two_fields() {
    let directory = tempfile::tempdir().expect("temporary directory");
    for march in ["rv32imafd", "rv64imafd"] {
        let text = ".globl _start\n_start:\nli t0, 0x1f5\nfscsr t0\nfrrm a0\nfrflags a1\nslli a0, a0, 8\nor a0, a0, a1\n\
            fsrmi 4\nfsflagsi 3\nfrcsr a1\nslli a1, a1, 16\nor a0, a0, a1\nli a1, 0x7fffffff\nand a0, a0, a1\nli a7, 93\necall\n";
        let path = support::build(directory.path(), "status.s", text, march, &[]);
        let options = RiscvOptions {
            environment: Some(Environment::Linux),
            ..RiscvOptions::default()
        };
        let program = support::program(&path, &options);
        let end = Evaluator::new(&program).run(1000);
        assert_eq!(end, End::Exit(0x0083_0715), "{march}");
    }
}
