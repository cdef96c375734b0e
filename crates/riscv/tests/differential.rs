//! The lifted semantics against qemu-user: every unprivileged instruction over random and extreme operands.
//!
//! One program per register width runs each instruction on a table of operands and writes the results to standard output;
//! qemu and the evaluator of lifted blocks must write the same bytes.

mod support;

use std::fmt::Write;

use everypath_riscv::{
    DEFINITIONS, Definition, Environment, Extension, Format, Op, RiscvOptions, Widths, Xlen,
};
use everypath_term::Random;
use support::{End, Evaluator};

/// Values at which arithmetic has corners, besides the random ones.
const EXTREMES: [u64; 12] = [
    0,
    1,
    2,
    31,
    64,
    0x7f,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    u64::MAX,
];

/// Operands that tests draw.
trait Operands {
    fn operand(&mut self) -> u64;
}

impl Operands for Random {
    fn operand(&mut self) -> u64 {
        match self.next() % 3 {
            0 => EXTREMES[(self.next() % 12) as usize],
            1 => self.next() >> (self.next() % 60),
            _ => self.next(),
        }
    }
}

/// Assembly that runs one instruction on a0 and a1 and leaves what it does in a2 (and in the cell at s1).
fn exercise(definition: &Definition, random: &mut Random, xlen: Xlen) -> Option<String> {
    let name = definition.mnemonic;
    Some(match definition.format {
        Format::Register => format!("{name} a2, a0, a1"),
        Format::Unary => format!("{name} a2, a0"),
        Format::Immediate => format!("{name} a2, a0, {}", (random.next() % 4096) as i64 - 2048),
        Format::Shift => format!("{name} a2, a0, {}", random.next() % u64::from(xlen.bits())),
        Format::ShiftWord => format!("{name} a2, a0, {}", random.next() % 32),
        Format::Upper => format!(
            "{name} a2, {}",
            if definition.op == Op::Auipc {
                0
            } else {
                random.next() % (1 << 20)
            }
        ),
        Format::Branch => format!("li a2, 1\n{name} a0, a1, 1f\nli a2, 2\n1:"),
        Format::Load if definition.op == Op::Jalr => {
            "la a3, 1f\njalr a2, 1(a3)\nli a0, 0\n1: sub a2, a2, a3".to_string()
        }
        Format::Load => format!(
            "sX a0, 0(s1)\nsX a1, 8(s1)\n{name} a2, {}(s1)",
            random.next() % 8
        ),
        Format::Store => format!(
            "sX a0, 0(s1)\nsX a0, 8(s1)\n{name} a1, {}(s1)\nmv a2, zero",
            random.next() % 8
        ),
        Format::Atomic if matches!(definition.op, Op::ScW | Op::ScD) => {
            let suffix = if definition.op == Op::ScW { "w" } else { "d" };
            format!("sX a0, 0(s1)\nlr.{suffix} a3, (s1)\n{name} a2, a1, (s1)\nadd a2, a2, a3")
        }
        Format::Atomic => format!("sX a0, 0(s1)\n{name} a2, a1, (s1)"),
        Format::LoadReserved => format!("sX a0, 0(s1)\n{name} a2, (s1)"),
        Format::Jump => "la a3, 1f\njal a2, 1f\nli a0, 0\n1: sub a2, a2, a3".to_string(),
        Format::Fence => "fence rw, rw\nmv a2, a0".to_string(),
        Format::LoadFloat => {
            format!("sX a0, 0(s1)\nsX a1, 8(s1)\n{name} fa0, 0(s1)\nfsd fa0, 8(s1)\nmv a2, zero")
        }
        Format::StoreFloat => {
            format!("sX a0, 0(s1)\nsX a1, 8(s1)\nfld fa0, 0(s1)\n{name} fa0, 4(s1)\nmv a2, zero")
        }
        Format::RegisterFloat => format!(
            "sX a0, 0(s1)\nsX a1, 8(s1)\nfld fa0, 0(s1)\nfl{} fa1, 8(s1)\n{name} fa2, fa0, fa1\nfsd fa2, 0(s1)\nmv a2, zero",
            if random.next().is_multiple_of(2) {
                "d"
            } else {
                "w"
            }
        ),
        Format::MoveFromFloat => {
            format!("sX a0, 0(s1)\nsX a1, 8(s1)\nfld fa0, 0(s1)\n{name} a2, fa0")
        }
        Format::RoundedFloat | Format::FusedFloat | Format::UnaryFloat => {
            let operands = match definition.format {
                Format::RoundedFloat => "fa2, fa0, fa1",
                Format::FusedFloat => "fa2, fa0, fa1, fa0",
                _ => "fa2, fa0",
            };
            let mode = mode(random);
            format!(
                "sX a0, 0(s1)\nsX a1, 8(s1)\nfld fa0, 0(s1)\nflw fa1, 8(s1)\n{name} {operands}, {mode}\nfsd fa2, 0(s1)\nfrflags a2"
            )
        }
        Format::CompareFloat => format!(
            "sX a0, 0(s1)\nsX a1, 8(s1)\nfld fa0, 0(s1)\nfld fa1, 8(s1)\n{name} a2, fa0, fa1"
        ),
        Format::FloatToInteger => {
            let mode = mode(random);
            format!("sX a0, 0(s1)\nsX a1, 8(s1)\nfld fa0, 0(s1)\n{name} a2, fa0, {mode}")
        }
        Format::IntegerToFloat => {
            let mode = mode(random);
            format!("{name} fa0, a0, {mode}\nfsd fa0, 0(s1)\nfrflags a2")
        }
        Format::MoveToFloat => format!("{name} fa0, a0\nfsd fa0, 0(s1)\nmv a2, zero"),
        Format::Csr | Format::CsrImmediate | Format::TwoSources | Format::None => return None,
    })
}

/// One of the rounding modes.
fn mode(random: &mut Random) -> &'static str {
    ["rne", "rtz", "rdn", "rup", "rmm", "dyn"][(random.next() % 6) as usize]
}

/// A program that runs all instructions of a register width `rounds` times.
fn source(xlen: Xlen, compressed: bool, rounds: u32, count: &mut u32) -> String {
    let mut random = Random::new(0x0dd0_c0de_1234_9876);
    let mut text = String::new();
    let (store, load, bytes) = if xlen == Xlen::Rv64 {
        ("sd", "ld", 8)
    } else {
        ("sw", "lw", 4)
    };
    let attribute = if compressed {
        ".option rvc"
    } else {
        ".option norvc"
    };
    let _ = writeln!(
        text,
        "{attribute}\n.globl _start\n_start:\nla s1, cell\nla s0, results"
    );
    for _ in 0..rounds {
        for definition in DEFINITIONS
            .iter()
            .filter(|definition| definition.widths.include(xlen))
        {
            if matches!(
                definition.extension,
                Extension::Privileged | Extension::Zicsr
            ) {
                continue;
            }
            let [mut a, b] = [(); 2].map(|()| xlen.truncate(random.operand()));
            if definition.op == Op::Ctzw && a as u32 == 0 {
                a |= 4; // qemu 7.2 counts one bit too many above an empty lower half
            }
            let Some(body) = exercise(definition, &mut random, xlen) else {
                continue;
            };
            let body = body.replace("sX", store);
            let body = if xlen == Xlen::Rv32 {
                body.replace(", 8(s1)", ", 4(s1)")
            } else {
                body
            };
            let _ = writeln!(text, "li a0, {a:#x}\nli a1, {b:#x}\n{body}");
            // The result, and both words of the cell.
            let _ = writeln!(
                text,
                "{store} a2, 0(s0)\n{load} a3, 0(s1)\n{store} a3, {bytes}(s0)\n{load} a3, 8(s1)"
            );
            let _ = writeln!(
                text,
                "{store} a3, {}(s0)\naddi s0, s0, {}",
                2 * bytes,
                3 * bytes
            );
            *count += 1;
        }
        // Written in pieces, so that the results need little room and jumps stay short.
        let _ = writeln!(
            text,
            "la a1, results\nsub a2, s0, a1\nli a0, 1\nli a7, 64\necall\nla s0, results"
        );
    }
    let _ = writeln!(
        text,
        "li a0, 0\nli a7, 93\necall\n.bss\n.balign 16\ncell: .zero 32\nresults: .zero 16384"
    );
    text
}

fn compare(march: &str, qemu: &str, xlen: Xlen, compressed: bool) {
    let directory = tempfile::tempdir().expect("temporary directory");
    let mut count = 0;
    let text = source(xlen, compressed, 60, &mut count);
    assert!(count > 3000, "{count} instructions");
    let path = support::build(directory.path(), "all.s", &text, march, &[]);
    let expected = support::tool(
        qemu,
        "qemu-user",
        &["-cpu", cpu(xlen), &path.display().to_string()],
    );
    let options = RiscvOptions {
        environment: Some(Environment::Linux),
        ..RiscvOptions::default()
    };
    let program = support::program(&path, &options);
    let mut evaluator = Evaluator::new(&program);
    assert_eq!(evaluator.run(10_000_000), End::Exit(0));
    let bytes = 3 * xlen.bytes() as usize;
    assert_eq!(expected.len(), count as usize * bytes);
    assert_eq!(evaluator.output.len(), expected.len());
    let differing: Vec<usize> = expected
        .chunks(bytes)
        .zip(evaluator.output.chunks(bytes))
        .enumerate()
        .filter(|(_, (x, y))| x != y)
        .map(|(i, _)| i)
        .collect();
    let names: Vec<&str> = DEFINITIONS
        .iter()
        .filter(|d| {
            d.widths.include(xlen)
                && !matches!(d.extension, Extension::Privileged | Extension::Zicsr)
        })
        .filter(|d| exercise(d, &mut Random::new(1), xlen).is_some())
        .map(|d| d.mnemonic)
        .collect();
    let wrong: std::collections::BTreeSet<&str> = differing
        .iter()
        .map(|index| names[index % names.len()])
        .collect();
    assert!(
        wrong.is_empty(),
        "{} results differ from {qemu}: {wrong:?}",
        differing.len()
    );
}

fn cpu(xlen: Xlen) -> &'static str {
    match xlen {
        Xlen::Rv32 => "rv32,zba=true,zbb=true,zbs=true,Zfh=true",
        Xlen::Rv64 => "rv64,zba=true,zbb=true,zbs=true,Zfh=true",
    }
}

#[test]
fn rv32_agrees_with_qemu() {
    compare(
        "rv32imafd_zfh_zba_zbb_zbs",
        "qemu-riscv32",
        Xlen::Rv32,
        false,
    );
}

#[test]
fn rv64_agrees_with_qemu() {
    compare(
        "rv64imafd_zfh_zba_zbb_zbs",
        "qemu-riscv64",
        Xlen::Rv64,
        false,
    );
}

#[test]
fn compressed_forms_agree_with_qemu() {
    compare(
        "rv32imafdc_zfh_zba_zbb_zbs",
        "qemu-riscv32",
        Xlen::Rv32,
        true,
    );
    compare(
        "rv64imafdc_zfh_zba_zbb_zbs",
        "qemu-riscv64",
        Xlen::Rv64,
        true,
    );
}

#[test]
fn every_width_is_covered() {
    for widths in [Widths::Both, Widths::Only32, Widths::Only64] {
        assert!(
            DEFINITIONS
                .iter()
                .any(|definition| definition.widths == widths)
        );
    }
}
