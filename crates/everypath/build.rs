//! Compiles the C library of checked programs for RISC-V targets, once per register width: without multiplication, with it, and with
//! floating point of 32 and of 64 bits, so that a check has only the program itself to compile.
//!
//! A program may define any name of the library, and the library must then go on using its own. So every name gets another one inside the
//! library, and a weak one for programs to find (`llvm-objcopy`).

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

/// Name, target, instruction set, ABI.
const TARGETS: [(&str, &str, &str, &str); 8] = [
    ("rv32i", "riscv32-unknown-elf", "rv32i", "ilp32"),
    ("rv32im", "riscv32-unknown-elf", "rv32im", "ilp32"),
    ("rv32imf", "riscv32-unknown-elf", "rv32imf", "ilp32f"),
    ("rv32imfd", "riscv32-unknown-elf", "rv32imfd", "ilp32d"),
    ("rv64i", "riscv64-unknown-elf", "rv64i", "lp64"),
    ("rv64im", "riscv64-unknown-elf", "rv64im", "lp64"),
    ("rv64imf", "riscv64-unknown-elf", "rv64imf", "lp64f"),
    ("rv64imfd", "riscv64-unknown-elf", "rv64imfd", "lp64d"),
];

/// The files below `runtime`, in the order of linking.
const SOURCES: [&str; 10] = [
    "riscv/crt0.S",
    "riscv/arrays.S",
    "llvm/library.c",
    "riscv/dialects.c",
    "riscv/setjmp.S",
    "riscv/builtins.c",
    "riscv/soft_integer.S",
    "riscv/conversions.c",
    "riscv/math.S",
    "riscv/soft_float.S",
];

const FLAGS: [&str; 19] = [
    "-c",
    // The headers are those of x86, where it says how a function of pthread.h is called.
    "-D__regparm__(registers)=",
    "-O1",
    "-gline-tables-only",
    "-gdwarf-5",
    "-std=gnu11",
    "-fno-builtin",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-stack-protector",
    "-ffunction-sections",
    "-fdata-sections",
    "-fwrapv",
    "-U_FORTIFY_SOURCE",
    "-nostdlibinc",
    "-w",
    // As programs; the driver has this option for other targets only.
    "-Xclang",
    "-mlong-double-64",
];

/// What begins the library's own names for its functions and variables.
const OWN: &str = "__everypath_c_";

fn main() {
    let runtime =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../runtime");
    let runtime = fs::canonicalize(&runtime).unwrap_or(runtime);
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed={}", runtime.display());
    println!("cargo::rerun-if-env-changed=EVERYPATH_CLANG");
    let mut generated = format!(
        "/// Names and contents of the library's objects, deflated, the start-up code first.\ntype Objects = [(&'static str, &'static [u8]); {}];\n\nstatic LIBRARIES: &[(&str, Objects)] = &[\n",
        SOURCES.len()
    );
    for (name, target, instructions, abi) in TARGETS {
        let _ = write!(generated, "    ({name:?}, [");
        for source in SOURCES {
            let stem = Path::new(source).file_stem().unwrap_or_default();
            let file = format!("{name}-{}.o", stem.to_string_lossy());
            let object = out.join(&file);
            let machine = [
                format!("--target={target}"),
                format!("-march={instructions}"),
                format!("-mabi={abi}"),
            ];
            compile(&runtime, source, &machine, &object);
            if source.ends_with("library.c") {
                yield_to_programs(&object);
            }
            if source.ends_with("dialects.c") {
                weaken(&object);
            }
            let packed = pack(&object).display().to_string();
            let _ = write!(generated, "({file:?}, include_bytes!({packed:?})), ");
        }
        generated.push_str("]),\n");
    }
    generated.push_str("];\n");
    if let Err(error) = fs::write(out.join("library.rs"), generated) {
        fail(&format!("cannot write into {}: {error}", out.display()));
    }
}

/// Deflates a file: objects become a sixth, which is most of what this executable would be.
fn pack(object: &Path) -> PathBuf {
    let packed = object.with_extension("z");
    let bytes = fs::read(object).unwrap_or_default();
    let mut writer = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = writer.write_all(&bytes).and_then(|()| writer.finish());
    if let Err(error) = written.and_then(|bytes| fs::write(&packed, bytes)) {
        fail(&format!("{}: {error}", packed.display()));
    }
    packed
}

fn compile(runtime: &Path, source: &str, machine: &[String], object: &Path) {
    let mut command = Command::new(compiler());
    command
        .args(machine)
        .args(FLAGS)
        .arg("-I")
        .arg(runtime)
        .arg("-isystem")
        .arg(runtime.join("riscv/system"))
        .arg("-isystem")
        .arg(runtime.join("llvm/include"))
        .args(["-idirafter", "/usr/include/x86_64-linux-gnu"])
        .args(["-idirafter", "/usr/include"])
        .args(
            ["llvm", "riscv"]
                .map(|folder| format!("-ffile-prefix-map={}=.", runtime.join(folder).display())),
        )
        .arg("-fdebug-compilation-dir=everypath-runtime")
        .arg("-o")
        .arg(object)
        .arg(runtime.join(source));
    run(&mut command, &format!("{source} was not compiled"));
}

/// Gives the library its own names for what it defines, and makes the names of C weak.
fn yield_to_programs(object: &Path) {
    let bytes = fs::read(object).unwrap_or_default();
    let file = match object::File::parse(&*bytes) {
        Ok(file) => file,
        Err(error) => fail(&format!("{}: {error}", object.display())),
    };
    let mut renamed = String::new();
    let mut weak = Vec::new();
    for symbol in file.symbols() {
        let Ok(name) = symbol.name() else { continue };
        if !symbol.is_global() || symbol.is_undefined() || name.starts_with("__everypath_") {
            continue;
        }
        let section = symbol.section_index();
        let section = section.and_then(|index| file.section_by_index(index).ok());
        let Some(section) = section.and_then(|section| section.name().ok().map(str::to_owned))
        else {
            continue;
        };
        let kind = match symbol.kind() {
            SymbolKind::Text => "function",
            _ => "object",
        };
        let _ = writeln!(renamed, "{name} {OWN}{name}");
        let value = symbol.address();
        weak.push(format!(
            "--add-symbol={name}={section}:{value:#x},weak,{kind}"
        ));
    }
    let table = object.with_extension("names");
    if let Err(error) = fs::write(&table, renamed) {
        fail(&format!("{}: {error}", table.display()));
    }
    let message = format!("the names of {} were not changed", object.display());
    let mut rename = Command::new(objcopy());
    rename.arg(format!("--redefine-syms={}", table.display()));
    run(rename.arg(object), &message);
    run(Command::new(objcopy()).args(weak).arg(object), &message);
}

/// Makes all names weak: a program may define some of the functions of its dialect itself and call others.
fn weaken(object: &Path) {
    let message = format!("the names of {} were not made weak", object.display());
    run(
        Command::new(objcopy()).arg("--weaken").arg(object),
        &message,
    );
}

fn compiler() -> PathBuf {
    env::var_os("EVERYPATH_CLANG")
        .filter(|named| !named.is_empty())
        .map_or_else(|| "clang-19".into(), PathBuf::from)
}

/// LLVM's `objcopy`: the one beside the compiler, else one on the PATH.
fn objcopy() -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let beside = env::split_paths(&path)
        .map(|directory| directory.join(compiler()))
        .find_map(|compiler| fs::canonicalize(compiler).ok())
        .map(|compiler| compiler.with_file_name("llvm-objcopy"))
        .filter(|objcopy| objcopy.is_file());
    beside.unwrap_or_else(|| "llvm-objcopy-19".into())
}

fn run(command: &mut Command, message: &str) {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => fail(&format!(
            "{message}:\n{}",
            String::from_utf8_lossy(&output.stderr)
        )),
        Err(error) => fail(&format!(
            "cannot run {name}: {error}; install clang-19 and llvm-19 (Debian: apt-get install clang-19 llvm-19)"
        )),
    }
}

fn fail(message: &str) -> ! {
    println!("cargo::error={}", message.replace('\n', " | "));
    std::process::exit(1)
}
