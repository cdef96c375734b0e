//! Variables by address: what DWARF of clang and gcc says of the frame of the function that is running, with and without
//! optimisation, in both widths.

mod support;

use std::path::Path;

use everypath_program::{DataShape, Local, Position, Program};
use everypath_riscv::{DebugInfo, Environment, Executable, RiscvOptions, RiscvProgram};
use everypath_term::Random;

/// Makes variables of all kinds symbolic, each at a label of its own.
const SOURCE: &str = r#"
typedef unsigned long word;
#define ASK(label, what) do { \
        register word call __asm__("t0") = 4; \
        register word address __asm__("t1") = (word)&(what); \
        register word size __asm__("t2") = sizeof(what); \
        __asm__ volatile("ask_" #label ": ecall" : : "r"(call), "r"(address), "r"(size) : "memory"); \
    } while (0)
struct packet { unsigned char kind; unsigned length; struct { short x[3][2]; } inner; union { int i; char c; }; };
typedef const struct packet constant_packet;
int shared[6];
volatile int sink;
__attribute__((noinline)) void callee(int parameter, int *of_caller) {
    static long counters[2];
    ASK(parameter, parameter);
    ASK(of_caller, *of_caller);
    ASK(counters, counters);
}
static inline __attribute__((always_inline)) void inlined(void) {
    short pair[2];
    ASK(inlined, pair);
    sink = pair[1];
}
__attribute__((noinline)) int work(void) {
    int array[4];
    struct packet packet;
    ASK(array, array);
    ASK(element, array[2]);
    ASK(packet, packet);
    ASK(length, packet.length);
    ASK(row, packet.inner.x[1]);
    ASK(cell, packet.inner.x[2][1]);
    { long nested[2]; ASK(nested, nested); sink = nested[0]; }
    { void *nested; ASK(pointer, nested); sink = nested != 0; }
    ASK(global, shared);
    inlined();
    callee(array[1], &array[3]);
    return array[0] + packet.length + packet.inner.x[0][0] + shared[1];
}
void _start(void) { work(); for (;;) {} }
"#;

fn shape(name: &str, element_size: Option<u32>) -> DataShape {
    DataShape {
        name: Some(name.to_string()),
        element_size,
    }
}

/// What is to be found at each label.
fn expected(word: u32) -> Vec<(&'static str, DataShape)> {
    vec![
        ("array", shape("array", Some(4))),
        ("element", shape("array[2]", Some(4))),
        ("packet", shape("packet", None)),
        ("length", shape("packet.length", Some(4))),
        ("row", shape("packet.inner.x[1]", Some(2))),
        ("cell", shape("packet.inner.x[2][1]", Some(2))),
        ("nested", shape("nested", Some(word))),
        ("pointer", shape("nested", Some(word))),
        ("global", shape("shared", Some(4))),
        ("inlined", shape("pair", Some(2))),
        ("parameter", shape("parameter", Some(4))),
        ("counters", shape("counters", Some(word))),
    ]
}

/// Runs the program: at each label, what the program says of it.
fn found(executable: &Executable) -> Vec<(String, DataShape)> {
    let options = RiscvOptions {
        environment: Some(Environment::SymIss),
        ..RiscvOptions::default()
    };
    let program = RiscvProgram::new(executable.clone(), &options);
    let mut evaluator = support::Evaluator::new(&program);
    evaluator.run(10_000);
    let mut found = Vec::new();
    for (position, locals) in &evaluator.requests {
        let (address, size) = (locals[6], locals[7]);
        let local = |local: Local| locals.get(local.0 as usize).copied();
        let shape = program.data_at(address, size, Position(*position), &local);
        let labels = executable.symbols.iter();
        let label = labels
            .filter(|symbol| symbol.address == *position)
            .find_map(|symbol| symbol.name.strip_prefix("ask_"))
            .expect("a label");
        found.push((label.to_string(), shape));
    }
    found
}

/// What debug information says of the place and the data of each label.
fn told(info: &DebugInfo, executable: &Executable) -> Vec<String> {
    let frame = 0x7000_0000;
    let symbols = executable.symbols.iter();
    symbols
        .map(|symbol| {
            let below = (0..64).map(|word| frame - 4 * word);
            let data =
                below.map(|address| info.data_at(address, 4, symbol.address, &|_| Some(frame)));
            let data = data.collect::<Vec<DataShape>>();
            format!("{:?} {data:?}", info.locations(symbol.address))
        })
        .collect()
}

/// `unnamed` are the labels at which the debug information knows of no variable in memory.
fn check(path: &Path, what: &str, unnamed: &[&str]) {
    let executable = Executable::read(path).expect("valid");
    let found = found(&executable);
    let expected = expected(executable.xlen.bytes() as u32);
    assert_eq!(found.len(), expected.len() + 1, "{what}: {found:?}");
    for (label, shape) in &found {
        if unnamed.contains(&label.as_str()) {
            let name = shape.name.as_deref().unwrap_or_default();
            assert!(name.starts_with("stack+0x"), "{what}: {label}: {shape:?}");
            assert_eq!(shape.element_size, None, "{what}: {label}");
            continue;
        }
        let here = expected.iter().find(|(expected, _)| expected == label);
        assert_eq!(here.map(|(_, shape)| shape), Some(shape), "{what}: {label}");
    }
}

#[test]
fn clang_names_what_lies_in_frames() {
    let directory = tempfile::tempdir().expect("temporary directory");
    for march in ["rv32imac", "rv64imac"] {
        for level in ["-O0", "-O1", "-O2"] {
            for version in ["-gdwarf-4", "-gdwarf-5"] {
                let options = [version, level];
                let path = support::build(directory.path(), "a.c", SOURCE, march, &options);
                let what = format!("{march} {level} {version}");
                check(&path, &what, &["of_caller"]);
            }
        }
    }
}

#[test]
fn gcc_names_what_lies_in_frames() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| directory.path().join(name).display().to_string();
    std::fs::write(path("a.c"), SOURCE).expect("temporary directory is writable");
    for level in ["-O0", "-O1", "-O2"] {
        let (input, output) = (path("a.c"), path("a.elf"));
        let mut arguments = vec!["-g", "-nostdlib", "-static", "-ffreestanding", level];
        arguments.extend(["-Wl,--no-relax", "-o", &output, &input]);
        support::tool("riscv64-linux-gnu-gcc", "gcc-riscv64-linux-gnu", &arguments);
        // With optimisation, gcc says of the parameter only that it came in a register.
        let unnamed: &[&str] = match level {
            "-O0" => &["of_caller"],
            _ => &["of_caller", "parameter"],
        };
        check(Path::new(&output), &format!("gcc {level}"), unnamed);
    }
}

#[test]
fn unknown_registers_and_other_places_have_no_variable() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = support::build(directory.path(), "a.c", SOURCE, "rv64imac", &["-g", "-O0"]);
    let executable = Executable::read(&path).expect("valid");
    let info = DebugInfo::new(&executable);
    let here = executable.symbol_address("ask_array").expect("label");
    let frame = 0x7000_0000;
    let array = (frame - 0x400..frame)
        .find(|&address| {
            let shape = info.data_at(address, 16, here, &|_| Some(frame));
            shape.name.as_deref() == Some("array")
        })
        .expect("an array in the frame");
    let nothing = DataShape::default();
    assert_eq!(info.data_at(array, 16, here, &|_| None), nothing);
    let function = executable.symbol_address("_start").expect("label");
    for elsewhere in [function, 0, u64::MAX] {
        let shape = info.data_at(array, 16, elsewhere, &|_| Some(frame));
        assert_eq!(shape, nothing, "{elsewhere:#x}");
    }
    for (offset, size, name, element) in [
        (0, 4, "array[0]", Some(4)),
        (0, 12, "array", Some(4)),
        (4, 8, "array[1..2]", Some(4)),
        (4, 1, "array[1]", None),
        (6, 1, "array[1]+0x2", None),
        (0, 64, "array", Some(4)),
    ] {
        let found = info.data_at(array + offset, size, here, &|_| Some(frame));
        assert_eq!(found, shape(name, element), "{offset} {size}");
    }
}

#[test]
fn threads_that_share_debug_information_see_what_one_alone_sees() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = support::build(directory.path(), "a.c", SOURCE, "rv64imac", &["-g", "-O0"]);
    let executable = Executable::read(&path).expect("valid");
    let alone = told(&DebugInfo::new(&executable), &executable);
    assert!(
        alone.iter().any(|text| text.contains("packet"))
            && alone.iter().any(|text| text.contains("a.c"))
    );
    let shared = DebugInfo::new(&executable);
    std::thread::scope(|scope| {
        let threads = [0; 4].map(|_| scope.spawn(|| told(&shared, &executable)));
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), alone);
        }
    });
}

#[test]
fn damaged_debug_information_never_panics() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = support::build(directory.path(), "a.c", SOURCE, "rv32imac", &["-g", "-O2"]);
    let executable = Executable::read(&path).expect("valid");
    let labels = executable.symbols.iter();
    let asked: Vec<u64> = labels
        .filter(|symbol| symbol.name.starts_with("ask_"))
        .map(|symbol| symbol.address)
        .collect();
    let whole = executable.file().to_vec();
    // Behind the loaded segments: the debug sections.
    let end = executable.segments.iter();
    let start = end.map(|segment| segment.bytes.len()).sum::<usize>();
    let mut random = Random::new(1);
    for _ in 0..400 {
        let mut file = whole.clone();
        for _ in 0..4 {
            let at = start + random.index(file.len() - start);
            file[at] ^= random.below(256) as u8;
        }
        let Ok(executable) = Executable::parse("file", file) else {
            continue;
        };
        let info = DebugInfo::new(&executable);
        for &pc in &asked {
            for address in (0x7000_0000u64..0x7000_0080).step_by(4) {
                info.data_at(address, 8, pc, &|_| Some(0x7000_0000));
            }
        }
    }
}
