//! The decoder and disassembler against llvm-objdump: random operands of every instruction, every 16-bit
//! encoding, and compiled programs.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use everypath_riscv::{
    DEFINITIONS, Extension, Format, Op, Register, UndecodableKind, Xlen, decode, disassemble_word,
    encode,
};
use everypath_term::Random;

/// An ELF file with nothing but these bytes as its text section at address 0.
fn object_file(xlen: Xlen, code: &[u8]) -> Vec<u8> {
    let names = b"\0.text\0.shstrtab\0";
    let wide = xlen == Xlen::Rv64;
    let header_size = if wide { 64 } else { 52 };
    let section_size = if wide { 64 } else { 40 };
    let names_at = header_size + code.len();
    let sections_at = (names_at + names.len()).next_multiple_of(8);
    let mut file = Vec::new();
    file.extend([0x7f, b'E', b'L', b'F', if wide { 2 } else { 1 }, 1, 1]);
    file.resize(16, 0);
    let half = |file: &mut Vec<u8>, value: usize| file.extend((value as u16).to_le_bytes());
    let word = |file: &mut Vec<u8>, value: usize| file.extend((value as u32).to_le_bytes());
    let address = |file: &mut Vec<u8>, value: usize| {
        file.extend(&(value as u64).to_le_bytes()[..if wide { 8 } else { 4 }]);
    };
    half(&mut file, 1); // relocatable
    half(&mut file, 243);
    word(&mut file, 1);
    for value in [0, 0, sections_at] {
        address(&mut file, value);
    }
    word(&mut file, 1); // compressed instructions
    for value in [header_size, 0, 0, section_size, 3, 2] {
        half(&mut file, value);
    }
    file.extend(code);
    file.extend(names);
    file.resize(sections_at + section_size, 0);
    for (name, kind, flags, offset, size) in [
        (1, 1, 6, header_size, code.len()),
        (7, 3, 0, names_at, names.len()),
    ] {
        word(&mut file, name);
        word(&mut file, kind);
        for value in [flags, 0, offset, size] {
            address(&mut file, value);
        }
        word(&mut file, 0);
        word(&mut file, 0);
        address(&mut file, 1);
        address(&mut file, 0);
    }
    file
}

/// What llvm-objdump says of each address of a file's text.
fn objdump(path: &Path, attributes: &str) -> BTreeMap<u64, (u32, String)> {
    let path = path.display().to_string();
    let arguments = [
        "-d",
        "-z",
        "-M",
        "no-aliases",
        "--no-show-raw-insn",
        attributes,
        &path,
    ];
    let text =
        String::from_utf8(support::tool("llvm-objdump-19", "llvm-19", &arguments)).expect("text");
    let raw = ["-d", "-z", "-M", "no-aliases", attributes, &path];
    let raw_text =
        String::from_utf8(support::tool("llvm-objdump-19", "llvm-19", &raw)).expect("text");
    let mut encodings = BTreeMap::new();
    for line in raw_text.lines() {
        let Some((address, rest)) = line.split_once(": ") else {
            continue;
        };
        let Ok(address) = u64::from_str_radix(address.trim(), 16) else {
            continue;
        };
        let encoding = rest.split_whitespace().next().unwrap_or("");
        if let Ok(value) = u32::from_str_radix(encoding, 16) {
            encodings.insert(address, value);
        }
    }
    let mut lines = BTreeMap::new();
    for line in text.lines() {
        let Some((address, rest)) = line.split_once(':') else {
            continue;
        };
        let Ok(address) = u64::from_str_radix(address.trim(), 16) else {
            continue;
        };
        // "beq a0, a1, 0x1a <.text+0x1a>": the label behind a target is not part of the instruction; `<unknown>` is all there is.
        let mut rest = rest.trim().to_string();
        if let Some(label) = rest.find(" <") {
            rest.truncate(label);
        }
        let text = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(&encoding) = encodings.get(&address) {
            lines.insert(address, (encoding, text));
        }
    }
    lines
}

const ATTRIBUTES: &str = "--mattr=+m,+a,+c,+f,+d,+zfh,+zba,+zbb,+zbs";

/// Whether LLVM shows an immediate shift by 32 or more, which it does at RV32 too, where the specification reserves it.
fn is_long_shift(text: &str) -> bool {
    let mnemonic = text.split(' ').next().unwrap_or("");
    let shifts = [
        "slli", "srli", "srai", "rori", "bclri", "bexti", "binvi", "bseti", "c.slli", "c.srli",
        "c.srai",
    ];
    let amount = text
        .rsplit("0x")
        .next()
        .and_then(|digits| u32::from_str_radix(digits, 16).ok());
    shifts.contains(&mnemonic) && amount.is_some_and(|amount| amount >= 32)
}

fn compare(lines: &BTreeMap<u64, (u32, String)>, xlen: Xlen, expected_lines: usize) {
    assert!(
        lines.len() >= expected_lines,
        "{} lines, {expected_lines} expected",
        lines.len()
    );
    let mut wrong = Vec::new();
    for (&address, (encoding, theirs)) in lines {
        let ours = disassemble_word(*encoding, address, xlen);
        if xlen == Xlen::Rv32 && is_long_shift(theirs) {
            assert!(ours.starts_with("<illegal"), "{encoding:08x}: {ours}");
            continue;
        }
        if theirs.starts_with("c.lui ") && theirs.ends_with(" 0x0") {
            // Reserved by the specification ("the code points with imm=0 are reserved"), shown by LLVM.
            assert!(ours.starts_with("<illegal"), "{encoding:08x}: {ours}");
            continue;
        }
        if theirs.starts_with("c.lui zero, -") {
            assert!(
                ours.starts_with("c.lui zero, 0xfff"),
                "{encoding:08x}: {ours}"
            );
            continue; // LLVM writes the immediate of this hint in another way than that of the instruction
        }
        let agrees = if theirs == "<unknown>" {
            ours.starts_with('<')
        } else {
            ours == *theirs
        };
        if !agrees {
            wrong.push(format!("{encoding:08x}: llvm {theirs:?}, here {ours:?}"));
        }
    }
    let (count, total) = (wrong.len(), lines.len());
    wrong.truncate(40);
    assert!(
        wrong.is_empty(),
        "{count} of {total} differ:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn random_operands_of_every_instruction() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        let mut random = Random::new(0x1234_5678_9abc_def1);
        let mut code = Vec::new();
        let mut count = 0;
        for definition in DEFINITIONS
            .iter()
            .filter(|definition| definition.widths.include(xlen))
        {
            for _ in 0..40 {
                let [rd, rs1, rs2] = [(); 3].map(|()| Register::new(random.below(32) as u32));
                let mut imm = random.next() as i64;
                match definition.format {
                    // Targets stay positive, where both print the same.
                    Format::Branch => imm = (imm & 0xffe).max(2),
                    Format::Jump => imm = (imm & 0xffffe).max(2),
                    Format::Shift => imm &= i64::from(xlen.bits() - 1),
                    // The assembler knows some registers of extensions that are off here under other names.
                    Format::Csr | Format::CsrImmediate => {
                        let known = [
                            0x001, 0x003, 0x300, 0x305, 0x341, 0x342, 0x3a0, 0x3b5, 0xb03, 0xc00,
                            0xc1f, 0xf14,
                        ];
                        imm = known[random.below(known.len() as u64) as usize];
                    }
                    Format::Fence => imm &= 0xff,
                    // Reserved rounding modes are no instructions.
                    format if format.has_rounding_mode() && (imm & 7 == 5 || imm & 7 == 6) => {
                        imm &= !4;
                    }
                    _ => {}
                }
                code.extend(encode(definition.op, rd, rs1, rs2, imm).to_le_bytes());
                count += 1;
            }
        }
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("code.o");
        std::fs::write(&path, object_file(xlen, &code)).expect("writable");
        compare(&objdump(&path, ATTRIBUTES), xlen, count);
    }
}

#[test]
fn every_compressed_encoding() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        let halves: Vec<u16> = (0..=u16::MAX).filter(|half| half & 3 != 3).collect();
        let code: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("code.o");
        std::fs::write(&path, object_file(xlen, &code)).expect("writable");
        compare(&objdump(&path, ATTRIBUTES), xlen, halves.len());
    }
}

#[test]
fn random_words_are_instructions_for_both_or_for_neither() {
    for xlen in [Xlen::Rv32, Xlen::Rv64] {
        let mut random = Random::new(0xfeed_beef_1234_5671);
        // Random operands with the opcodes of what we decode, so that most words are close to an instruction.
        let opcodes = [
            0x03, 0x07, 0x0f, 0x13, 0x17, 0x1b, 0x23, 0x27, 0x2f, 0x33, 0x37, 0x3b, 0x43, 0x47,
            0x4b, 0x4f, 0x53, 0x63, 0x67, 0x6f,
        ];
        let mut code = Vec::new();
        for _ in 0..20_000 {
            let opcode = opcodes[random.below(opcodes.len() as u64) as usize];
            let mut word = random.next() as u32 & !0x7f | opcode;
            if random.below(2) == 0 {
                word &= 0x7fff_f07f | 0xf80; // near the defined encodings of funct7
                word &= !0x1400_0000;
            }
            code.extend(word.to_le_bytes());
        }
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("code.o");
        std::fs::write(&path, object_file(xlen, &code)).expect("writable");
        let mut checked = 0;
        for (encoding, theirs) in objdump(&path, ATTRIBUTES).values() {
            if encoding & 3 != 3 || encoding & 0x7f == 0x0f {
                continue; // fences with reserved fields are fences by the specification and unknown to LLVM
            }
            checked += 1;
            let ours = decode(*encoding, xlen);
            match (theirs.as_str(), ours) {
                ("<unknown>", Ok(found)) => {
                    panic!("{encoding:08x}: unknown to LLVM, here {found:?}")
                }
                ("<unknown>", Err(_)) => {}
                (_, Ok(_)) => {}
                // Hints of later extensions (prefetch and the like) are decoded by both.
                (theirs, Err(error)) => {
                    let reserved = xlen == Xlen::Rv32 && is_long_shift(theirs);
                    assert!(
                        reserved || error.kind != UndecodableKind::Illegal,
                        "{encoding:08x}: {theirs} for LLVM, here {error}"
                    );
                }
            }
        }
        assert!(checked > 10_000);
    }
}

/// Exercises most of what compilers emit for integers.
const PROGRAM: &str = r#"
    typedef unsigned long long u64;
    typedef struct { int a; short b; char c; u64 d; } record;
    volatile record table[32];
    __attribute__((noinline)) u64 mix(u64 x, u64 y, int n) {
        for (int i = 0; i < n; i++) {
            x = (x << 7 | x >> 57) ^ (y * 0x9e3779b97f4a7c15ull + (unsigned)i);
            y = y / (x | 1) + x % (y | 3) - (long long)x / ((int)y | 1);
            table[i & 31].a += (int)x; table[i & 31].b ^= (short)y; table[i & 31].c -= (char)i; table[i & 31].d = x;
            switch (x & 7) { case 0: y++; break; case 1: y ^= x; break; case 2: y = ~y; break; case 3: y -= 3; break;
                case 4: y <<= n & 15; break; case 5: y = (long long)y >> 3; break; default: y += table[x & 31].b; }
        }
        return x < y ? x : y;
    }
    __attribute__((noinline)) u64 rec(u64 n) { return n < 2 ? n : rec(n - 1) + rec(n - 2); }
    int counter;
    void _start(void) {
        __atomic_fetch_add(&counter, 5, __ATOMIC_SEQ_CST);
        table[0].d = mix(rec(9), 77, 40) + __builtin_popcountll(table[3].d) + __builtin_clzll(table[2].d | 1);
        for (;;) {}
    }
    u64 __udivdi3(u64 a, u64 b) { u64 q = 0; while (a >= b) { a -= b; q++; } return q; }
    u64 __umoddi3(u64 a, u64 b) { while (a >= b) a -= b; return a; }
    long long __divdi3(long long a, long long b) { return (long long)__udivdi3(a, b); }
"#;

#[test]
fn compiled_programs() {
    let directory = tempfile::tempdir().expect("temporary directory");
    for march in [
        "rv32i",
        "rv32imac",
        "rv32imac_zba_zbb_zbs",
        "rv64imac",
        "rv64imac_zba_zbb_zbs",
    ] {
        for level in ["-O0", "-O2", "-Os"] {
            let mut options = vec![level];
            if march == "rv32i" {
                options.push("-DNO_ATOMIC");
            }
            let source = match march {
                "rv32i" => PROGRAM
                    .replace(
                        "__atomic_fetch_add(&counter, 5, __ATOMIC_SEQ_CST)",
                        "counter += 5",
                    )
                    .replace("x / ((int)y | 1)", "x >> 2")
                    .replace("y * 0x9e3779b97f4a7c15ull", "y + (y << 9)"),
                _ => PROGRAM.to_string(),
            };
            // Without a multiplier some programs need library functions that are not here: they are only compiled.
            options.push("-c");
            let path = support::build(directory.path(), "program.c", &source, march, &options);
            let xlen = if march.starts_with("rv32") {
                Xlen::Rv32
            } else {
                Xlen::Rv64
            };
            compare(&objdump(&path, ATTRIBUTES), xlen, 100);
        }
    }
}

#[test]
fn every_extension_has_instructions_in_the_random_test() {
    for extension in [
        Extension::I,
        Extension::M,
        Extension::A,
        Extension::Zicsr,
        Extension::Zifencei,
        Extension::Zba,
        Extension::Zbb,
        Extension::Zbs,
        Extension::Privileged,
        Extension::F,
        Extension::D,
        Extension::Zfh,
    ] {
        assert!(
            DEFINITIONS
                .iter()
                .any(|definition| definition.extension == extension),
            "{extension:?}"
        );
    }
    assert_eq!(Op::Addi.definition().mnemonic, "addi");
}
