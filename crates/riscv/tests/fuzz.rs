//! Fuzzing the loader, the lifter and what is lifted: hostile files and random code must never panic, hang or take unbounded
//! memory, and what the machine makes of a lifted block is what the plain evaluator of the tests makes of it.
//!
//! Each target runs for a bounded number of cases. `EVERYPATH_FUZZ_SECONDS=S` runs each for S seconds instead,
//! `EVERYPATH_FUZZ_SEED=N` starts with case N. A case is made of its number alone; a failure names the target, the number and
//! the bytes in hexadecimal. A case that takes longer than [`PATIENCE`] ends the process with the same message.

mod support;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use everypath_machine::{Event, Machine, MachineOptions, Value};
use everypath_program::testing::misread;
use everypath_program::{BlockKey, CheckSet, Local, Position, Program, verify};
use everypath_riscv::{
    DEFINITIONS, Environment, Executable, Op, Register, RiscvOptions, RiscvProgram, Xlen, decode,
    encode,
};
use everypath_term::Random;
use support::exercise::exercise;
use support::{End, Evaluator, bare_file};

/// The longest time of one case.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most memory that this process may ever take, all targets together.
const MOST_MEMORY: u64 = 2 << 30;

/// A number from the environment.
fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes cases from random numbers and tries them.
fn campaign(
    target: &str,
    cases: u64,
    make: impl Fn(&mut Random) -> Vec<u8>,
    attempt: impl Fn(Vec<u8>),
) {
    let seconds = variable("EVERYPATH_FUZZ_SECONDS").map(Duration::from_secs);
    let first = variable("EVERYPATH_FUZZ_SEED").unwrap_or(0);
    let start = Instant::now();
    let (done, watched) = mpsc::channel::<Option<(u64, Vec<u8>)>>();
    let failure = std::thread::scope(|scope| {
        // The watchdog: each message is a case that begins, or none for the end.
        scope.spawn(move || {
            let mut current = None;
            loop {
                match watched.recv_timeout(PATIENCE) {
                    Ok(Some(case)) => current = Some(case),
                    Ok(None) | Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        let (number, bytes) = current.unwrap_or_default();
                        eprintln!("{target}, case {number} hangs: {}", hexadecimal(&bytes));
                        std::process::abort();
                    }
                }
            }
        });
        let mut number = first;
        let failure = loop {
            let over = match seconds {
                Some(seconds) => start.elapsed() >= seconds,
                None => number - first >= cases,
            };
            if over {
                break None;
            }
            let bytes = make(&mut Random::new(number));
            let _ = done.send(Some((number, bytes.clone())));
            if catch_unwind(AssertUnwindSafe(|| attempt(bytes.clone()))).is_err() {
                break Some((number, bytes));
            }
            number += 1;
        };
        let _ = done.send(None);
        eprintln!(
            "{target}: {} cases in {:.1?}",
            number - first,
            start.elapsed()
        );
        failure
    });
    if let Some((number, bytes)) = failure {
        panic!("{target}, case {number} panics: {}", hexadecimal(&bytes));
    }
    let most = peak_memory();
    assert!(most < MOST_MEMORY, "{target} took {most} bytes of memory");
}

/// The greatest memory use of this process so far in bytes; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let digits = line.and_then(|line| line.trim().strip_suffix(" kB"));
    digits
        .and_then(|digits| digits.parse::<u64>().ok())
        .map_or(0, |kilobytes| kilobytes << 10)
}

// Hostile files.

const SOURCE: &str = r#"int field[10] = {1, 2, 3};
const char *words[] = {"one", "two"};
struct pair { int a; long b; struct pair *next; } record;
union { struct pair pairs[3]; char bytes[64]; } both;
static inline __attribute__((always_inline)) int twice(int x) { return x * 2; }
__attribute__((noinline)) int helper(int x) {
    for (int i = 0; i < x; i++) { int square = i * i; record.a += twice(square) + field[i]; }
    return twice(x) + both.bytes[x];
}
void _start(void) { record.a = helper(3); record.next = &both.pairs[1]; for (;;) {} }
"#;

/// Valid files of several kinds, to be spoilt.
fn valid_files() -> Vec<Vec<u8>> {
    let directory = tempfile::tempdir().expect("temporary directory");
    let mut files = Vec::new();
    for (number, (march, options)) in [
        ("rv32imac", &["-g", "-O1"][..]),
        ("rv64imac", &["-g", "-O0"]),
        (
            "rv64imac_zba_zbb_zbs",
            &["-gdwarf-4", "-O2", "-ffunction-sections"],
        ),
        ("rv32im", &["-s", "-O2"]),
        ("rv64imac", &["-g", "-gz=zlib", "-O1"]),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("seed{number}.c");
        let path = support::build(directory.path(), &name, SOURCE, march, options);
        files.push(std::fs::read(path).expect("just built"));
    }
    let code: Vec<u8> = [0x0015_0513u32, 0x73, 0x8067]
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    files.extend([Xlen::Rv32, Xlen::Rv64].map(|xlen| bare_file(&code, xlen)));
    files
}

/// A field of a file's headers and tables: where it is and how many bytes it has.
type Field = (usize, usize);

/// A number in a file; 0 where the file is too short.
fn read(file: &[u8], (at, size): Field) -> u64 {
    let bytes = at
        .checked_add(size)
        .and_then(|end| file.get(at..end))
        .unwrap_or_default();
    bytes
        .iter()
        .rev()
        .fold(0, |value, &byte| value << 8 | u64::from(byte))
}

fn write(file: &mut [u8], (at, size): Field, value: u64) {
    let bytes = &value.to_le_bytes()[..size];
    if let Some(place) = at.checked_add(size).and_then(|end| file.get_mut(at..end)) {
        place.copy_from_slice(bytes);
    }
}

/// Offsets and sizes of fields within a record.
type Layout = &'static [Field];

/// ELF header behind the identification, program header, section header, symbol: of ELFCLASS32, of ELFCLASS64.
const LAYOUTS: [[Layout; 2]; 4] = [
    [
        &[
            (16, 2),
            (18, 2),
            (20, 4),
            (24, 4),
            (28, 4),
            (32, 4),
            (36, 4),
            (40, 2),
            (42, 2),
            (44, 2),
            (46, 2),
            (48, 2),
            (50, 2),
        ],
        &[
            (16, 2),
            (18, 2),
            (20, 4),
            (24, 8),
            (32, 8),
            (40, 8),
            (48, 4),
            (52, 2),
            (54, 2),
            (56, 2),
            (58, 2),
            (60, 2),
            (62, 2),
        ],
    ],
    [
        &[
            (0, 4),
            (4, 4),
            (8, 4),
            (12, 4),
            (16, 4),
            (20, 4),
            (24, 4),
            (28, 4),
        ],
        &[
            (0, 4),
            (4, 4),
            (8, 8),
            (16, 8),
            (24, 8),
            (32, 8),
            (40, 8),
            (48, 8),
        ],
    ],
    [
        &[
            (0, 4),
            (4, 4),
            (8, 4),
            (12, 4),
            (16, 4),
            (20, 4),
            (24, 4),
            (28, 4),
            (32, 4),
            (36, 4),
        ],
        &[
            (0, 4),
            (4, 4),
            (8, 8),
            (16, 8),
            (24, 8),
            (32, 8),
            (40, 4),
            (44, 4),
            (48, 8),
            (56, 8),
        ],
    ],
    [
        &[(0, 4), (4, 4), (8, 4), (12, 1), (13, 1), (14, 2)],
        &[(0, 4), (4, 1), (5, 1), (6, 2), (8, 8), (16, 8)],
    ],
];

/// Sizes of a program header, a section header and a symbol.
const SIZES: [[usize; 2]; 3] = [[32, 56], [40, 64], [16, 24]];

/// Where fields and contents of a file are.
struct Anatomy {
    fields: Vec<Field>,
    /// Offsets and sizes of sections and segments in the file.
    contents: Vec<(usize, usize)>,
}

impl Anatomy {
    fn of(file: &[u8]) -> Anatomy {
        let wide = usize::from(file.get(4) == Some(&2));
        let [header, program_header, section, symbol] = LAYOUTS.map(|layouts| layouts[wide]);
        let number = |field: usize| read(file, header[field]) as usize;
        let mut anatomy = Anatomy {
            fields: vec![(4, 1), (5, 1), (6, 1)],
            contents: vec![(0, file.len())],
        };
        anatomy.fields.extend(header);
        let mut table = |start: usize, count: usize, size: usize, layout: Layout| {
            for record in (0..count.min(64)).map(|i| start.saturating_add(i * size)) {
                let fields = layout
                    .iter()
                    .map(|&(at, size)| (record.saturating_add(at), size));
                anatomy
                    .fields
                    .extend(fields.filter(|&(at, _)| at < file.len()));
            }
        };
        let (headers, sections) = (number(4), number(5));
        table(headers, number(9), SIZES[0][wide], program_header);
        table(sections, number(11), SIZES[1][wide], section);
        let mut contents = Vec::new();
        for index in 0..number(11).min(64) {
            let record = sections.saturating_add(index * SIZES[1][wide]);
            let value = |field: usize| {
                let (at, size) = section[field];
                read(file, (record.saturating_add(at), size)) as usize
            };
            let (kind, start, size) = (value(1), value(4), value(5));
            if kind == 2 {
                table(start, size / SIZES[2][wide], SIZES[2][wide], symbol);
            }
            if kind != 8 && size > 0 && start.checked_add(size).is_some_and(|end| end <= file.len())
            {
                contents.push((start, size));
            }
        }
        anatomy.contents.extend(contents);
        anatomy
    }
}

/// Spoils a valid file in a few places.
fn spoilt(files: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut file = files[random.index(files.len())].clone();
    for _ in 0..1 + random.index(5) {
        let anatomy = Anatomy::of(&file);
        match random.index(12) {
            0..=4 => {
                let field = random.pick(&anatomy.fields);
                let other = random.pick(&anatomy.fields);
                let old = read(&file, field);
                let value = match random.index(9) {
                    0 => 0,
                    1 => u64::MAX,
                    2 => 1 << (8 * field.1 - 1),
                    3 => old.wrapping_add(random.pick(&[1, 2, 4, 0x1000])),
                    4 => old.wrapping_sub(random.pick(&[1, 2, 4, 0x1000])),
                    5 => (file.len() as u64)
                        .wrapping_add(random.index(9) as u64)
                        .wrapping_sub(4),
                    6 => read(&file, other),
                    7 => old ^ 1 << random.index(8 * field.1),
                    _ => random.next() >> random.index(64),
                };
                write(&mut file, field, value);
            }
            5..=8 => {
                // Bytes of one section: code, debugging information, names, symbols.
                let (start, size) = random.pick(&anatomy.contents);
                for _ in 0..1 + random.index(8) {
                    let any = random.next() as u8;
                    let value = random.pick(&[0, 1, 0x7f, 0x80, 0xff, any]);
                    write(&mut file, (start + random.index(size), 1), u64::from(value));
                }
            }
            9 => {
                let length = random.index(file.len() + 1);
                file.truncate(length);
            }
            10 => {
                // A part of one file in the place of another.
                let from = &files[random.index(files.len())];
                let start = random.index(from.len());
                let part = &from[start..from.len().min(start + 1 + random.index(256))];
                let at = random.index(file.len() + 1);
                let end = file.len().min(at + random.index(256));
                file.splice(at..end, part.iter().copied());
            }
            _ => {
                // One header over another.
                let (from, to) = (
                    random.pick(&anatomy.fields).0,
                    random.pick(&anatomy.fields).0,
                );
                for i in 0..32 {
                    let byte = read(&file, (from + i, 1));
                    write(&mut file, (to + i, 1), byte);
                }
            }
        }
        if file.is_empty() {
            break;
        }
    }
    file
}

#[test]
fn spoilt_files_give_errors_or_programs() {
    let files = valid_files();
    for file in &files {
        assert!(Executable::parse("file", file.clone()).is_ok());
        exercise(file.clone());
    }
    campaign(
        "spoilt files",
        1500,
        |random| spoilt(&files, random),
        exercise,
    );
}

#[test]
fn random_bytes_give_errors() {
    let make = |random: &mut Random| {
        let mut file = b"\x7fELF".to_vec();
        file.extend([random.index(4) as u8, random.index(3) as u8, 1]);
        file.resize(16, 0);
        file.extend([2, 0, 243, 0]);
        file.truncate(random.pick(&[0, 4, 7, 16, 20, 20, 20]));
        let dense = random.index(2) == 0; // few bits set: small numbers
        for _ in 0..random.index(400) {
            let byte = if dense {
                random.next() as u8
            } else {
                1 << random.index(8)
            };
            file.push(byte * u8::from(dense || random.index(4) == 0));
        }
        file
    };
    campaign("random bytes", 4000, make, exercise);
}

// Random code.

/// Half-words of code: known instructions with random operands, compressed ones, and anything.
fn random_code(random: &mut Random, length: usize) -> Vec<u8> {
    let mut code = Vec::new();
    while code.len() < length {
        match random.index(10) {
            0..=5 => code.extend(random_instruction(random).to_le_bytes()),
            6 | 7 => {
                let half = random.next() as u16;
                code.extend((if half & 3 == 3 { half ^ 1 } else { half }).to_le_bytes());
            }
            8 => code.extend((random.next() as u16).to_le_bytes()),
            _ => code.extend((random.next() as u32).to_le_bytes()),
        }
    }
    code
}

/// A known instruction; its immediate is often small, so that jumps and accesses mostly stay near.
fn random_instruction(random: &mut Random) -> u32 {
    let definition = &DEFINITIONS[random.index(DEFINITIONS.len())];
    if random.index(3) == 0 {
        return definition.matching | (random.next() as u32 & !definition.mask);
    }
    let mut register = || Register::new(random.index(32) as u32);
    let (rd, rs1, rs2) = (register(), register(), register());
    let offset = (random.index(64) as i64 - 24) & !1;
    encode(definition.op, rd, rs1, rs2, offset)
}

/// The registers get random values and addresses of data before random code runs.
fn random_program(random: &mut Random) -> Vec<u8> {
    let mut code = Vec::new();
    for number in 1..32 {
        let register = Register::new(number);
        let zero = Register::new(0);
        match random.index(3) {
            0 => {
                code.extend(encode(Op::Lui, register, zero, zero, 0x11000).to_le_bytes());
                let low = 4 * random.index(256) as i64;
                code.extend(encode(Op::Addi, register, register, zero, low).to_le_bytes());
            }
            1 => {
                let low = random.index(4096) as i64 - 2048;
                code.extend(encode(Op::Addi, register, zero, zero, low).to_le_bytes());
            }
            _ => {
                let high = random.next() as u32 & !0xfff;
                code.extend(encode(Op::Lui, register, zero, zero, i64::from(high)).to_le_bytes());
            }
        }
    }
    let length = 8 + random.index(120);
    code.extend(random_code(random, length));
    code
}

/// The first byte of a case of code tells width and environment.
fn prepared(case: &[u8], checks: CheckSet) -> Option<RiscvProgram> {
    let (&selector, code) = case.split_first()?;
    let xlen = [Xlen::Rv32, Xlen::Rv64][usize::from(selector & 1)];
    let environments: Vec<Environment> = Environment::all().collect();
    let environment = environments[usize::from(selector >> 1) % environments.len()];
    let executable = Executable::parse("code", bare_file(code, xlen)).ok()?;
    let options = RiscvOptions {
        environment: Some(environment),
        checks: Some(checks),
        ..RiscvOptions::default()
    };
    Some(RiscvProgram::new(executable, &options))
}

fn case_of(code: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let mut case = vec![random.next() as u8];
    case.extend(code);
    case
}

#[test]
fn random_code_lifts_to_well_formed_blocks() {
    let make = |random: &mut Random| {
        let code = random_code(random, 64);
        case_of(code, random)
    };
    campaign("lifting", 600, make, |case| {
        let Some(program) = prepared(&case, CheckSet::all()) else {
            panic!("a valid file was refused");
        };
        for offset in (0..case.len() as u64).step_by(2) {
            let code = 0x10000 + offset;
            for part in [0, 1, 2, 64, 65, 40_000, u32::MAX] {
                let block = program.block(BlockKey { code, part }, program.executable());
                let faults = verify(
                    &block,
                    program.locals(program.entry()),
                    program.address_width(),
                );
                assert!(faults.is_empty(), "{faults:?} in\n{block}");
                assert_eq!(misread(&block), None);
            }
            let text = program.instruction_text(Position(code), program.executable());
            assert!(!text.is_empty());
        }
    });
}

/// Runs a program on the machine; gives how it ended.
fn run(program: &RiscvProgram, through_terms: bool, limit: u64) -> (Event, Vec<Value>, u64) {
    let mut machine = Machine::new(
        program,
        MachineOptions {
            checks: program.checks(),
            inputs: everypath_machine::InputSource::Concrete(Default::default()),
            through_terms,
            ..MachineOptions::default()
        },
    );
    let mut state = machine.initial_state();
    let event = machine.run(&mut state, limit);
    let locals =
        (0..program.locals(program.entry()).len()).map(|local| state.local(Local(local as u32)));
    let locals = locals.collect();
    let position = machine.position(&mut state).0;
    (event, locals, position)
}

/// Instructions that one case may execute.
const STEPS: u64 = 400;

#[test]
fn the_machine_runs_random_code_as_the_evaluator_does() {
    let make = |random: &mut Random| {
        let code = random_program(random);
        case_of(code, random)
    };
    let (ran, compared) = (Cell::new(0u64), Cell::new(0u64));
    campaign("running", 1500, make, |case| {
        ran.set(ran.get() + 1);
        let Some(program) = prepared(&case, CheckSet::defaults()) else {
            panic!("a valid file was refused");
        };
        let (event, locals, _) = run(&program, false, STEPS);
        let (through, same_locals, _) = run(&program, true, STEPS);
        assert_eq!(
            same_kind(&event),
            same_kind(&through),
            "{event:?}, through terms {through:?}"
        );
        assert_eq!(locals, same_locals, "through terms");

        // What calls of the environment do differs by design, so only programs without any are compared.
        let calls = (0..case.len() - 1).any(|at| {
            let bytes = [at, at + 1, at + 2, at + 3].map(|i| case.get(1 + i).copied().unwrap_or(0));
            let word = u32::from_le_bytes(bytes);
            matches!(decode(word, program.xlen()), Ok(i) if matches!(i.op, Op::Ecall | Op::Csrrs | Op::Csrrw | Op::Csrrc | Op::Csrrsi | Op::Csrrwi | Op::Csrrci))
        });
        if calls {
            return;
        }
        let mut evaluator = Evaluator::new(&program);
        let end = evaluator.run(STEPS);
        let agrees = match (&event, &end) {
            (Event::Limit, _) | (_, End::Unfinished) => return, // they count differently within blocks
            (
                Event::Check {
                    property, position, ..
                },
                End::Violation(other, address),
            ) => property == other && position.0 == *address,
            (Event::Exit { code }, End::Exit(other)) => *code == Value::Constant(*other),
            (Event::Dead, End::Dropped) => true,
            (Event::Cut(_), End::Cut(_)) => true,
            _ => false,
        };
        compared.set(compared.get() + 1);
        assert!(agrees, "the machine: {event:?}, the evaluator: {end:?}");
        for (number, value) in locals.iter().enumerate().take(32) {
            let expected = Value::Constant(evaluator.locals[number]);
            assert_eq!(*value, expected, "x{number} after {event:?}");
        }
    });
    let (ran, compared) = (ran.get(), compared.get());
    assert!(
        compared > ran / 4,
        "only {compared} of {ran} programs were compared"
    );
}

/// An event without its terms, whose numbers depend on how it was computed.
fn same_kind(event: &Event) -> String {
    match event {
        Event::Check {
            property,
            position,
            detail,
            ..
        } => format!("{property} {position:?} {detail}"),
        Event::Assume { position, .. } => format!("assume {position:?}"),
        other => format!("{other:?}"),
    }
}
