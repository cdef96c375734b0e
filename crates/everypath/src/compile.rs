//! Compiling C: clang and lld with the runtime of checked programs, which is part of this executable.
//!
//! Everything happens in a temporary directory. Messages of the compiler are passed on as it printed them; advice is
//! added when the compiler or the linker is missing, or cannot compile for RISC-V.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ValueEnum;
use everypath_llvm::{CLANG_VARIABLE, DataModel, find_compiler};
use everypath_program::OWN_SOURCES;
use everypath_riscv::Xlen;
use thiserror::Error;

use crate::cli::{CompileArguments, Target};

macro_rules! runtime {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../../../runtime/", $path)))),*]
    };
}

/// The runtime: path below the temporary directory, and contents.
static RUNTIME: [(&str, &str); 13] = runtime![
    "crt0.S",
    "link.ld",
    "string.c",
    "stdlib.c",
    "stdio.c",
    "builtins.c",
    "include/assert.h",
    "include/ctype.h",
    "include/everypath.h",
    "include/riscv_symbolic.h",
    "include/stdio.h",
    "include/stdlib.h",
    "include/string.h",
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
    /// Whether `malloc` may give a null pointer.
    pub malloc_may_fail: bool,
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
                malloc_may_fail: arguments.malloc_may_fail,
            },
        }
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

/// The flags for machine code of a register width.
fn machine_flags(xlen: Xlen) -> [&'static str; 3] {
    match xlen {
        Xlen::Rv32 => [
            "--target=riscv32-unknown-elf",
            "-march=rv32imac",
            "-mabi=ilp32",
        ],
        Xlen::Rv64 => [
            "--target=riscv64-unknown-elf",
            "-march=rv64imac",
            "-mabi=lp64",
        ],
    }
}

const COMMON_FLAGS: [&str; 11] = [
    "-fbracket-depth=65536",
    "-g",
    "-gdwarf-5",
    "-ffreestanding",
    "-ffunction-sections",
    "-fdata-sections",
    "-nostdlib",
    "-nostdlibinc",
    "-static",
    "-fuse-ld=lld",
    "-Wl,--gc-sections",
];

/// Whether a file is C, or assembly for the C compiler, by its name.
pub fn is_source(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "c" || extension == "S" || extension == "s")
}

/// Compiles and links C files; gives the bytes of the executable and the compiler's warnings.
pub fn compile(
    files: &[PathBuf],
    xlen: Xlen,
    options: &CompileOptions,
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
    for (path, contents) in RUNTIME {
        let path = root.join(path);
        let written = match path.parent() {
            Some(parent) => fs::create_dir_all(parent).and_then(|()| fs::write(&path, contents)),
            None => fs::write(&path, contents),
        };
        written.map_err(|error| CompileError::Io { path, error })?;
    }
    let executable = root.join("program");
    let mut prefix_map = OsString::from("-ffile-prefix-map=");
    prefix_map.push(root);
    prefix_map.push("=");
    prefix_map.push(OWN_SOURCES);

    let mut command = Command::new(&compiler);
    command
        .args(machine_flags(xlen))
        .arg(format!("-O{}", options.optimization))
        .args(COMMON_FLAGS)
        .arg(prefix_map)
        .arg("-I")
        .arg(root.join("include"))
        .arg("-T")
        .arg(root.join("link.ld"));
    for (path, _) in RUNTIME {
        if path.ends_with(".c") || path.ends_with(".S") {
            command.arg(root.join(path));
        }
    }
    command
        .args(files)
        .args(&options.flags)
        .arg("-o")
        .arg(&executable)
        .stdin(Stdio::null());
    let output = command.output().map_err(|error| CompileError::CannotRun {
        compiler: compiler.clone(),
        error,
    })?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        let advice = advice(&compiler, &messages);
        return Err(CompileError::Failed {
            file: files
                .first()
                .map_or(String::new(), |file| file.display().to_string()),
            compiler,
            messages,
            advice,
        });
    }
    let bytes = fs::read(&executable).map_err(|error| CompileError::Io {
        path: executable,
        error,
    })?;
    Ok((bytes, messages))
}

/// What to do about a failure that is not the program's fault; asks the compiler only now.
fn advice(compiler: &Path, messages: &str) -> String {
    if messages.contains("invalid linker name")
        || messages.contains("ld.lld") && messages.contains("No such file")
    {
        return "; the linker lld is missing: install it (Debian: apt-get install lld-19)"
            .to_owned();
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
