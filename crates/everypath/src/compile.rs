//! Compiling C to machine code: clang and lld with the C library of checked programs, which `build.rs` compiled and which is part of this
//! executable.
//!
//! Everything happens in a temporary directory. Messages of the compiler are passed on as it printed them; advice is
//! added when the compiler or the linker is missing, or cannot compile for RISC-V.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use clap::ValueEnum;
use everypath_llvm::process::{self, Stop};
use everypath_llvm::{CLANG_VARIABLE, DataModel, find_compiler, undeclared};
use everypath_program::{ERROR_FUNCTIONS, OWN_SOURCES};
use everypath_riscv::Xlen;
use flate2::read::DeflateDecoder;
use thiserror::Error;

use crate::job::{CompileArguments, Job, Target};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

macro_rules! runtime {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../../../runtime/riscv/", $path)))),*]
    };
}

/// Files below the temporary directory beside the headers of all targets: the memory map, and headers of which RISC-V has its own.
static RUNTIME: [(&str, &str); 5] = runtime![
    "link.ld",
    "include/assert.h",
    "include/ctype.h",
    "include/setjmp.h",
    "system/bits/wordsize.h",
];

/// Why a C program could not be compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// No compiler.
    #[error(
        "cannot compile C: no clang-19 or clang found on the PATH; install it (Debian: apt-get install clang-19 lld-19) or name it in {CLANG_VARIABLE}"
    )]
    NoCompiler,
    /// The compiler cannot be started.
    #[error("cannot run the compiler {compiler}: {error}; check {CLANG_VARIABLE} and the PATH", compiler = compiler.display())]
    CannotRun {
        /// The compiler.
        compiler: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The compiler found faults; its messages end with a line break.
    #[error("{messages}{file} was not compiled: {compiler} failed{advice}", compiler = compiler.display())]
    Failed {
        /// The first C file.
        file: String,
        /// The compiler.
        compiler: PathBuf,
        /// What it printed.
        messages: String,
        /// What to do, if that is known.
        advice: String,
    },
    /// Files cannot be written or read.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// How C is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Instruction set.
    pub target: Target,
    /// Optimisation level of machine code: what stands behind `-O`.
    pub optimization: String,
    /// More flags, in order; they stand behind ours.
    pub flags: Vec<String>,
    /// What concerns LLVM code only.
    pub llvm: LlvmChoices,
}

/// How a program is made of LLVM code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LlvmChoices {
    /// The function that it starts with, if not `main`.
    pub entry: Option<String>,
    /// The passes, if not the usual ones.
    pub passes: Option<String>,
    /// Whether only the passes run that are needed.
    pub no_optimise: bool,
    /// Whether a function without a definition gives an arbitrary result.
    pub havoc_externals: bool,
}

impl From<&CompileArguments> for CompileOptions {
    fn from(arguments: &CompileArguments) -> Self {
        let mut flags = Vec::new();
        for directory in &arguments.include {
            flags.push(format!("-I{}", directory.display()));
        }
        for definition in &arguments.define {
            flags.push(format!("-D{definition}"));
        }
        flags.extend(
            arguments
                .std
                .iter()
                .map(|standard| format!("-std={standard}")),
        );
        flags.extend(arguments.cflag.iter().cloned());
        CompileOptions {
            target: match arguments.machine.as_deref() {
                Some("32") => Target::Ilp32,
                Some(_) => Target::Lp64,
                None => arguments.target,
            },
            optimization: arguments.optimization.clone(),
            flags,
            llvm: LlvmChoices {
                entry: arguments.entry.clone(),
                passes: arguments.passes.clone(),
                no_optimise: arguments.no_optimise,
                havoc_externals: arguments.havoc_externals,
            },
        }
    }
}

impl Job {
    /// How C is compiled.
    pub fn compile_options(&self) -> CompileOptions {
        let mut compile = CompileOptions::from(&self.compile);
        let is_instrumented = matches!(compile.target, Target::Lp64 | Target::Ilp32);
        if self.search.continue_after_violation && is_instrumented {
            // Else clang's checks end the program, and passes leave out later ones.
            compile.flags.push("-fsanitize-recover=all".to_owned());
        }
        compile
    }
}

impl Target {
    /// Its name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            Target::Lp64 => "lp64",
            Target::Ilp32 => "ilp32",
            Target::Riscv32 => "riscv32",
            Target::Riscv64 => "riscv64",
        }
    }

    /// The target of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut targets = Target::value_variants().iter().copied();
        targets.find(|target| target.name() == name)
    }

    /// The data model of a target that is LLVM code.
    pub fn data_model(self) -> Option<DataModel> {
        match self {
            Target::Lp64 => Some(DataModel::Lp64),
            Target::Ilp32 => Some(DataModel::Ilp32),
            Target::Riscv32 | Target::Riscv64 => None,
        }
    }
}

/// The instruction set of machine code that names no other: the general one with floating point of 64 and 16 bits.
fn usual_instructions(xlen: Xlen) -> &'static str {
    match xlen {
        Xlen::Rv32 => "rv32imafdc_zfh",
        Xlen::Rv64 => "rv64imafdc_zfh",
    }
}

/// What machine code is compiled for.
struct MachineCode<'a> {
    xlen: Xlen,
    instructions: &'a str,
    abi: &'a str,
}

impl<'a> MachineCode<'a> {
    /// What a program is compiled for whose flags may name another instruction set and another ABI. Numbers are passed in floating-point
    /// registers if there are any that have as many bits.
    fn new(xlen: Xlen, flags: &'a [String]) -> Self {
        let named = |option: &str| {
            flags
                .iter()
                .rev()
                .find_map(|flag| flag.strip_prefix(option))
        };
        let instructions = named("-march=").unwrap_or(usual_instructions(xlen));
        let letters = letters(instructions);
        let usual_abi = match (xlen, letters.contains(['d', 'g']), letters.contains('f')) {
            (Xlen::Rv32, true, _) => "ilp32d",
            (Xlen::Rv32, false, true) => "ilp32f",
            (Xlen::Rv32, false, false) => "ilp32",
            (Xlen::Rv64, true, _) => "lp64d",
            (Xlen::Rv64, false, true) => "lp64f",
            (Xlen::Rv64, false, false) => "lp64",
        };
        MachineCode {
            xlen,
            instructions,
            abi: named("-mabi=").unwrap_or(usual_abi),
        }
    }

    fn flags(&self) -> [String; 5] {
        let target = match self.xlen {
            Xlen::Rv32 => "--target=riscv32-unknown-elf",
            Xlen::Rv64 => "--target=riscv64-unknown-elf",
        };
        [
            target.to_owned(),
            format!("-march={}", self.instructions),
            format!("-mabi={}", self.abi),
            // As in LLVM code; the driver has this option for other targets only.
            "-Xclang".to_owned(),
            "-mlong-double-64".to_owned(),
        ]
    }

    /// The library for this instruction set and ABI, deflated: with multiplication and floating point if those have it.
    fn library(&self) -> &'static [(&'static str, &'static [u8])] {
        let multiplies = letters(self.instructions).contains(['m', 'g']);
        let extensions = match (self.abi.as_bytes().last(), multiplies) {
            (Some(b'd'), _) => "imfd",
            (Some(b'f'), _) => "imf",
            (_, true) => "im",
            (_, false) => "i",
        };
        let name = format!("rv{}{extensions}", self.xlen.bits());
        let found = LIBRARIES.iter().find(|(known, _)| *known == name);
        found.map_or(&[], |(_, objects)| objects.as_slice())
    }
}

/// The extensions of one letter in the name of an instruction set.
fn letters(instructions: &str) -> &str {
    let behind = instructions.get(4..).unwrap_or_default();
    behind.split('_').next().unwrap_or_default()
}

/// Flags for every C file. Headers of the C library are those of this computer; its kind of machine is hidden from them. There is one
/// thread, whose variables are those of the program.
const COMPILE_FLAGS: [&str; 14] = [
    "-c",
    "-D__regparm__(registers)=",
    "-D_Thread_local=",
    "-D__thread=",
    "-fbracket-depth=65536",
    "-g",
    "-gdwarf-5",
    "-fno-builtin",
    "-ffunction-sections",
    "-fdata-sections",
    "-nostdlibinc",
    "-idirafter/usr/include/x86_64-linux-gnu",
    "-idirafter/usr/include",
    "-U_FORTIFY_SOURCE",
];

const LINK_FLAGS: [&str; 4] = ["-nostdlib", "-static", "-fuse-ld=lld", "-Wl,--gc-sections"];

/// A header that makes the functions weak whose call is an error: what a program defines them to do must be no reason for the compiler to
/// leave a call out.
const ERRORS: &str = "errors.h";

/// The optimisation level that stands for none.
pub const UNOPTIMISED: &str = "0";

/// Whether a file is C, perhaps preprocessed, or assembly for the C compiler, by its name.
pub fn is_source(path: &Path) -> bool {
    let is_c = path
        .extension()
        .is_some_and(|extension| extension == "c" || extension == "i");
    is_c || is_assembly(path)
}

/// Whether a file is assembly, by its name.
pub fn is_assembly(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "S" || extension == "s")
}

/// Compiles and links C files; gives the bytes of the executable and the compiler's warnings. The compiler is killed where nobody waits any
/// more.
pub fn compile(
    files: &[PathBuf],
    xlen: Xlen,
    options: &CompileOptions,
    stop: &Stop,
) -> Result<(Vec<u8>, String), CompileError> {
    let compiler = find_compiler().ok_or(CompileError::NoCompiler)?;
    let directory = tempfile::Builder::new()
        .prefix("everypath-")
        .tempdir()
        .map_err(|error| CompileError::Io {
            path: std::env::temp_dir(),
            error,
        })?;
    let root = directory.path();
    everypath_llvm::write_headers(&root.join("headers")).map_err(|error| CompileError::Io {
        path: root.to_owned(),
        error: io::Error::other(error.to_string()),
    })?;
    for (path, contents) in RUNTIME {
        write(&root.join(path), contents.as_bytes())?;
    }
    let weak = ERROR_FUNCTIONS.map(|error| format!("#pragma weak {error}\n"));
    let errors = format!("#pragma GCC system_header\n{}", weak.concat());
    write(&root.join(ERRORS), errors.as_bytes())?;
    let mut messages = String::new();
    let mut objects = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let object = root.join(format!("file-{number}.o"));
        let command = || compile_command(&compiler, xlen, options, root, &object);
        let output = match is_assembly(file) {
            true => process::output(command().arg("--").arg(file), stop),
            false => undeclared::compile(&command, file, root, stop),
        };
        messages.push_str(&finished(output, &compiler, file)?);
        objects.push(object);
    }
    let machine = MachineCode::new(xlen, &options.flags);
    let mut link = Command::new(&compiler);
    link.args(machine.flags())
        .args(LINK_FLAGS)
        .arg("-Qunused-arguments")
        .arg("-T")
        .arg(root.join("link.ld"))
        .args(&objects);
    let mut library_objects = Vec::new();
    for (name, bytes) in machine.library() {
        let path = root.join(name);
        write(
            &path,
            &inflated(bytes).map_err(|error| CompileError::Io {
                path: path.clone(),
                error,
            })?,
        )?;
        library_objects.push(path);
    }
    if let Some((start, rest)) = library_objects.split_first() {
        // Only what is used of the others is linked.
        link.arg(start)
            .arg("-Wl,--start-lib")
            .args(rest)
            .arg("-Wl,--end-lib");
    }
    link.args(link_flags_for(&objects)?);
    let executable = root.join("program");
    link.args(&options.flags).arg("-o").arg(&executable);
    let first = files.first().map_or(Path::new(""), |file| file);
    let linked = process::output(&mut link, stop);
    messages.push_str(&finished(linked, &compiler, first)?);
    let bytes = fs::read(&executable).map_err(|error| CompileError::Io {
        path: executable,
        error,
    })?;
    Ok((bytes, messages))
}

/// What the linker is told because of what objects contain: where a program starts that has constructors or destructors (their sections are
/// named so), and that errors are to be found in the library even if a reference to them is weak ([`ERRORS`]).
fn link_flags_for(objects: &[PathBuf]) -> Result<Vec<String>, CompileError> {
    let mut contents = Vec::new();
    for path in objects {
        let bytes = fs::read(path).map_err(|error| CompileError::Io {
            path: path.clone(),
            error,
        })?;
        contents.push(bytes);
    }
    let occurs = |name: &str| {
        let mut windows = contents.iter().flat_map(|bytes| bytes.windows(name.len()));
        windows.any(|window| window == name.as_bytes())
    };
    let mut flags = Vec::new();
    if [".init_array", ".fini_array"].into_iter().any(occurs) {
        flags.push("-Wl,--entry=__everypath_start_with_arrays".to_owned());
    }
    let errors = ERROR_FUNCTIONS.into_iter().filter(|error| occurs(error));
    flags.extend(errors.map(|error| format!("-Wl,--undefined={error}")));
    Ok(flags)
}

/// The compiler with all flags, but for the file.
fn compile_command(
    compiler: &Path,
    xlen: Xlen,
    options: &CompileOptions,
    root: &Path,
    object: &Path,
) -> Command {
    let mut prefix_map = OsString::from("-ffile-prefix-map=");
    prefix_map.push(root);
    prefix_map.push("=");
    prefix_map.push(OWN_SOURCES);
    let mut command = Command::new(compiler);
    command
        .args(MachineCode::new(xlen, &options.flags).flags())
        .arg(format!("-O{}", options.optimization))
        .args(COMPILE_FLAGS)
        .args(undeclared::LENIENT)
        .arg(prefix_map);
    for headers in ["include", "system", "headers"] {
        command.arg("-isystem").arg(root.join(headers));
    }
    if options.optimization != UNOPTIMISED {
        command.arg("-include").arg(root.join(ERRORS));
    }
    command
        .args(&options.flags)
        .arg("-Qunused-arguments")
        .arg("-o")
        .arg(object);
    command
}

/// An object of the library as it was compiled.
fn inflated(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut object = Vec::new();
    DeflateDecoder::new(bytes).read_to_end(&mut object)?;
    Ok(object)
}

fn write(path: &Path, contents: &[u8]) -> Result<(), CompileError> {
    let written = match path.parent() {
        Some(parent) => fs::create_dir_all(parent).and_then(|()| fs::write(path, contents)),
        None => fs::write(path, contents),
    };
    written.map_err(|error| CompileError::Io {
        path: path.to_owned(),
        error,
    })
}

/// The messages of a compiler that succeeded.
fn finished(
    output: io::Result<Output>,
    compiler: &Path,
    file: &Path,
) -> Result<String, CompileError> {
    let compiler = compiler.to_owned();
    let output = output.map_err(|error| CompileError::CannotRun {
        compiler: compiler.clone(),
        error,
    })?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(messages);
    }
    Err(CompileError::Failed {
        file: file.display().to_string(),
        advice: advice(&compiler, &messages),
        compiler,
        messages,
    })
}

/// What to do about a failure that is not the program's fault; asks the compiler only now.
fn advice(compiler: &Path, messages: &str) -> String {
    if messages.contains("invalid linker name")
        || messages.contains("ld.lld") && messages.contains("No such file")
    {
        return "; the linker lld is missing: install it (Debian: apt-get install lld-19)"
            .to_owned();
    }
    let missing = |formats: &[&str]| {
        messages.contains("undefined symbol: __")
            && formats.iter().any(|format| messages.contains(format))
    };
    if missing(&["tisf", "tidf", "sfti", "dfti"]) {
        return "; conversions between floating-point numbers and integers of 128 bits are not supported on RISC-V targets: use --target lp64"
            .to_owned();
    }
    if missing(&["sf", "df"]) {
        return "; arithmetic of floating-point numbers needs an instruction set that has it and an ABI that goes with it: leave out -march and -mabi, or use rv32gc with ilp32d, or rv64gc with lp64d"
            .to_owned();
    }
    if messages.contains("STT_TLS") {
        return "; machine code has one thread and no place for variables of threads: write `_Thread_local` for `thread_local`, or use --target lp64"
            .to_owned();
    }
    let undefined = messages.split("undefined symbol: ").nth(1);
    if let Some(symbol) = undefined.and_then(|behind| behind.split_whitespace().next()) {
        return match symbol.starts_with("__CPROVER_") || symbol.starts_with("__ESBMC_") {
            true => format!(
                "; {symbol} asks about objects, which machine code does not have: use --target lp64 or ilp32"
            ),
            false => "; name the file that defines it, too".to_owned(),
        };
    }
    let printed = |flag: &str| {
        let output = Command::new(compiler)
            .arg(flag)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    match printed("--print-targets") {
        Some(targets) if targets.contains("riscv32") => String::new(),
        Some(_) => {
            let version = printed("--version").unwrap_or_default();
            let version = version.lines().next().unwrap_or("of unknown version");
            format!(
                "; this compiler ({version}) has no RISC-V target: install clang-19 or name another in {CLANG_VARIABLE}"
            )
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use everypath_llvm::models::{self, Dialect};
    use object::{Object, ObjectSymbol};

    use super::*;

    #[test]
    fn the_library_for_machine_code_has_every_function_of_the_dialects() {
        let mut defined = BTreeSet::new();
        for (_, bytes) in MachineCode::new(Xlen::Rv64, &[]).library() {
            let bytes = inflated(bytes).unwrap();
            let file = object::File::parse(&*bytes).unwrap();
            let symbols = file.symbols().filter(|symbol| !symbol.is_undefined());
            defined.extend(symbols.map(|symbol| symbol.name().unwrap().to_owned()));
        }
        // Those of everypath.h are instructions in place.
        let others = |dialect| {
            matches!(
                dialect,
                Dialect::Klee | Dialect::SvComp | Dialect::Cbmc | Dialect::Esbmc | Dialect::Llbmc
            )
        };
        let missing: Vec<String> = models::list()
            .into_iter()
            .filter(|row| others(row.dialect) && !defined.contains(&row.name))
            .map(|row| row.name)
            .collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn the_library_computes_as_the_program_does() {
        let name = |xlen, flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
            let machine = MachineCode::new(xlen, &flags);
            let object = machine.library().first().map_or("", |(name, _)| *name);
            (object, machine.abi.to_owned())
        };
        let abi = |abi: &str| abi.to_owned();
        assert_eq!(name(Xlen::Rv32, &[]), ("rv32imfd-crt0.o", abi("ilp32d")));
        assert_eq!(
            name(Xlen::Rv32, &["-march=rv32i"]),
            ("rv32i-crt0.o", abi("ilp32"))
        );
        assert_eq!(
            name(Xlen::Rv64, &["-march=rv64ic_zba_zbb_zmmul"]),
            ("rv64i-crt0.o", abi("lp64"))
        );
        assert_eq!(
            name(Xlen::Rv64, &["-march=rv64i", "-march=rv64gc"]),
            ("rv64imfd-crt0.o", abi("lp64d"))
        );
        assert_eq!(
            name(Xlen::Rv64, &["-march=rv64imaf"]),
            ("rv64imf-crt0.o", abi("lp64f"))
        );
        assert_eq!(
            name(Xlen::Rv64, &["-mabi=lp64"]),
            ("rv64im-crt0.o", abi("lp64"))
        );
    }
}
