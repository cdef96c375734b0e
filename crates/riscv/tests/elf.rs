//! The loader on good and on wrong files: every truncation of a valid file gives an executable or an error, and each kind of
//! wrong file gets an error that names it. Hostile files are in `fuzz.rs`.

mod support;

use std::path::Path;

use everypath_riscv::{DebugInfo, Executable, Op, Xlen, decode};
use support::bare_file;
use support::exercise::exercise;

const CODE: [u8; 8] = [0x13, 0x05, 0x15, 0x00, 0x73, 0x00, 0x00, 0x00];

/// The error for the valid file with one change.
fn error_of(change: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut file = bare_file(&CODE, Xlen::Rv64);
    change(&mut file);
    match Executable::parse("file", file) {
        Ok(executable) => panic!("accepted: {executable:?}"),
        Err(error) => error.to_string(),
    }
}

fn put(file: &mut [u8], offset: usize, bytes: &[u8]) {
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
}

#[test]
fn a_file_without_section_headers_is_an_executable() {
    let executable = Executable::parse("file", bare_file(&CODE, Xlen::Rv64)).expect("valid");
    assert_eq!((executable.xlen, executable.entry), (Xlen::Rv64, 0x10000));
    assert_eq!(executable.segments.len(), 1);
    assert_eq!(executable.segments[0].memory_size, 0x2000);
    assert_eq!(executable.segments[0].bytes.len(), 8);
    assert!(executable.symbols.is_empty() && executable.warnings.is_empty());
    assert_eq!(executable.half_word(0x10000), Some(0x0513));
    assert_eq!(executable.half_word(0x10100), Some(0));
    assert_eq!(executable.half_word(0x12000), None);
}

#[test]
fn wrong_files_are_named() {
    let cases: Vec<(String, &str)> = vec![
        (error_of(|f| f.clear()), "not an ELF file"),
        (error_of(|f| put(f, 0, b"int ")), "found bytes 69 6e 74 20"),
        (error_of(|f| f[4] = 9), "the file class is 9"),
        (error_of(|f| f[5] = 2), "big-endian"),
        (error_of(|f| f.truncate(40)), "within the ELF header"),
        (error_of(|f| f.truncate(100)), "within the program headers"),
        (error_of(|f| f.truncate(124)), "do not lie in the file"),
        (
            error_of(|f| f[18] = 62),
            "62 (x86-64), expected 243 (RISC-V)",
        ),
        (error_of(|f| f[16] = 1), "a relocatable object file"),
        (error_of(|f| f[16] = 3), "position-independent"),
        (error_of(|f| f[16] = 4), "a core dump"),
        (
            error_of(|f| put(f, 64, &[3, 0, 0, 0])),
            "asks for the dynamic linker",
        ),
        (
            error_of(|f| put(f, 64, &[4, 0, 0, 0])),
            "no program header loads anything",
        ),
        (error_of(|f| put(f, 104, &[4, 0])), "exceeds memory size"),
        (
            error_of(|f| put(f, 80, &[0xff; 8])),
            "beyond the 64-bit address space",
        ),
        (
            error_of(|f| put(f, 104, &[0, 0, 0, 0, 1, 0])),
            "more than the limit",
        ),
        (
            error_of(|f| put(f, 24, &[0, 0, 0])),
            "lies in no executable segment",
        ),
        (
            error_of(|f| put(f, 68, &[6])),
            "lies in no executable segment",
        ),
    ];
    for (error, expected) in cases {
        assert!(
            error.starts_with("file: ") && error.contains(expected),
            "{error:?} should say {expected:?}"
        );
    }
}

#[test]
fn overlapping_segments_are_refused() {
    let mut file = bare_file(&CODE, Xlen::Rv64);
    file[56] = 2; // a second program header: the code bytes follow the first, so put a copy of it there
    let header = file[64..120].to_vec();
    file.splice(120..120, header);
    put(&mut file, 72, &176u64.to_le_bytes());
    put(&mut file, 128, &176u64.to_le_bytes());
    put(&mut file, 136, &0x11000u64.to_le_bytes());
    let error = Executable::parse("file", file)
        .expect_err("overlap")
        .to_string();
    assert!(
        error.contains("0x10000") && error.contains("0x11000") && error.contains("overlap"),
        "{error}"
    );
}

#[test]
fn a_huge_memory_size_allocates_nothing() {
    let mut file = bare_file(&CODE, Xlen::Rv64);
    put(&mut file, 104, &(1u64 << 30).to_le_bytes());
    let executable = Executable::parse("file", file).expect("exactly the limit");
    assert_eq!(executable.segments[0].bytes.len(), 8);
}

#[test]
fn a_missing_file_is_an_error() {
    let error = Executable::read(Path::new("/nonexistent/program"))
        .expect_err("missing")
        .to_string();
    assert!(
        error.starts_with("/nonexistent/program: cannot be read"),
        "{error}"
    );
}

const SOURCE: &str = r#"int field[10];
struct { int a; long b; } record;
char letter;
static inline __attribute__((always_inline)) int twice(int x) {
    return x * 2;
}
__attribute__((noinline)) int helper(int x) {
    return twice(x) + field[2];
}
void _start(void) { record.a = helper(3); letter = 'x'; for (;;) {} }
"#;

fn compiled(march: &str) -> Executable {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = support::build(directory.path(), "names.c", SOURCE, march, &["-g", "-O1"]);
    Executable::read(&path).expect("valid")
}

#[test]
fn debug_information_names_code_and_data() {
    for march in ["rv32imac", "rv64imac"] {
        let executable = compiled(march);
        let info = DebugInfo::new(&executable);
        let helper = executable.symbol_address("helper").expect("helper");
        assert_eq!(
            info.function(helper + 2).map(|symbol| symbol.name.as_str()),
            Some("helper")
        );
        let lines: Vec<Vec<(String, u32)>> = (0..10)
            .map(|half| info.locations(helper + 2 * half))
            .map(|frames| {
                frames
                    .into_iter()
                    .map(|l| (l.function.unwrap_or_default(), l.line.unwrap_or(0)))
                    .collect()
            })
            .collect();
        assert!(
            lines[0].contains(&("helper".into(), 7)) || lines[0].contains(&("helper".into(), 8)),
            "{lines:?}"
        );
        let inlined = vec![("twice".to_string(), 5), ("helper".to_string(), 8)];
        assert!(lines.contains(&inlined), "{lines:?}");

        let field = executable.symbol_address("field").expect("field");
        assert_eq!(info.global(field, 40).name.as_deref(), Some("field"));
        assert_eq!(info.global(field + 8, 4).name.as_deref(), Some("field[2]"));
        assert_eq!(
            info.global(field + 9, 1).name.as_deref(),
            Some("field[2]+0x1")
        );
        assert_eq!(
            info.global(field + 8, 8).name.as_deref(),
            Some("field[2..3]")
        );
        assert_eq!(info.global(field + 8, 4).element_size, Some(4));
        let record = executable.symbol_address("record").expect("record");
        assert_eq!(
            info.global(record, 2 * executable.xlen.bytes())
                .element_size,
            None
        );
        let word = executable.xlen.bytes();
        assert_eq!(
            info.global(record + word, word).name.as_deref(),
            Some("record.b")
        );
        let letter = executable.symbol_address("letter").expect("letter");
        assert_eq!(info.global(letter, 1).name.as_deref(), Some("letter"));
        assert_eq!(info.global(0x10, 4).name, None);
        assert!(info.locations(0x10).is_empty());
    }
}

#[test]
fn truncated_files_never_panic() {
    let whole = compiled("rv64imac").file().to_vec();
    for length in (0..200).chain((200..whole.len()).step_by(97)) {
        exercise(whole[..length].to_vec());
    }
}

#[test]
fn the_first_instruction_is_where_the_entry_says() {
    let executable = Executable::parse("file", bare_file(&CODE, Xlen::Rv64)).expect("valid");
    let low = executable.half_word(executable.entry).expect("mapped");
    let high = executable.half_word(executable.entry + 2).expect("mapped");
    let instruction =
        decode(u32::from(low) | u32::from(high) << 16, executable.xlen).expect("addi");
    assert_eq!(instruction.op, Op::Addi);
}
