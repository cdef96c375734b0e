//! From the files of the command line to a program: choosing the front end, compiling C, reading ELF, choosing environment
//! and checks.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use everypath_llvm::process::Stop;
use everypath_llvm::{InputKind, LlvmError, LlvmOptions, LlvmProgram};
use everypath_machine::LoopLimit;
use everypath_program::{CheckSet, Form, Property, Surroundings};
use everypath_report::case::digest;
use everypath_riscv::{
    Environment, Executable, RiscvOptions, RiscvProgram, Xlen, default_checks, detect,
};

use crate::compile::{self, CompileOptions, UNOPTIMISED};
use crate::exit::{CommandError, unreadable};
use crate::front::Front;
use crate::job::{PropertyArguments, Target};
use crate::other_files;
use crate::property_file::Asked;

/// The greatest size in bytes of an executable file.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// What a program is made of.
pub struct Request<'a> {
    /// Executable, C files or bitcode.
    pub files: &'a [PathBuf],
    /// How C is compiled.
    pub compile: &'a CompileOptions,
    /// The environment of machine code; detected if not given.
    pub environment: Option<Environment>,
    /// The properties that are checked, given those of the front end.
    pub checks: &'a dyn Fn(CheckSet) -> CheckSet,
    /// Whether a path ends with a cut at all that is undefined in C and not checked.
    pub undefined_ends: bool,
    /// Arguments and environment variables.
    pub surroundings: Surroundings,
    /// Whether nobody waits for it any more.
    pub stop: Stop,
}

/// A program, compiled or read.
pub struct Loaded {
    /// The program.
    pub front: Front,
    /// Digest of the executable's or the bitcode's bytes.
    pub digest: String,
    /// What compiler and loader warn of.
    pub warnings: String,
    /// How it was compiled, if it was C.
    pub compiled: Option<CompileOptions>,
}

/// Reads an executable or bitcode, or compiles C files.
pub fn load(request: Request<'_>) -> Result<Loaded, CommandError> {
    let files = request.files;
    let [first, rest @ ..] = files else {
        return Err(CommandError::Usage("no program given".to_owned()));
    };
    for file in files {
        require_file(file)?;
        if let Some(said) = other_files::what_to_do(file).filter(|_| !is_elf(file)) {
            return Err(CommandError::Unreadable(said));
        }
    }
    let sources = files.iter().all(|file| compile::is_source(file));
    let xlen = match request.compile.target {
        Target::Riscv32 => Some(Xlen::Rv32),
        Target::Riscv64 => Some(Xlen::Rv64),
        Target::Lp64 | Target::Ilp32 => None,
    };
    match xlen {
        Some(xlen) if sources => {
            refuse_llvm_choices(request.compile)?;
            let (bytes, warnings) = compile::compile(files, xlen, request.compile, &request.stop)
                .map_err(unreadable)?;
            let digest = digest(&bytes);
            let name = first.display().to_string();
            let executable = Executable::parse(&name, bytes).map_err(unreadable)?;
            let compiled = Some(request.compile.clone());
            Ok(Loaded {
                front: riscv(executable, request)?,
                digest,
                warnings,
                compiled,
            })
        }
        _ if files.iter().all(|file| everypath_llvm::is_llvm_input(file)) => llvm(request),
        None if let Some(file) = files.iter().find(|file| compile::is_assembly(file)) => {
            Err(CommandError::Usage(format!(
                "{}: assembly is machine code: use --target riscv32 or riscv64",
                file.display()
            )))
        }
        _ => {
            if let Some(second) = rest.first() {
                let message = "several files make one program only if all are sources or bitcode, \
                    ending in .c, .i, .bc or .ll (or in .S, for machine code)";
                return Err(CommandError::Usage(format!(
                    "{} and {}: {message}",
                    first.display(),
                    second.display()
                )));
            }
            refuse_llvm_choices(request.compile)?;
            let executable = Executable::read(first).map_err(unreadable)?;
            let digest = digest(executable.file());
            let warnings = executable
                .warnings
                .iter()
                .map(|warning| format!("{}: warning: {warning}\n", first.display()))
                .collect();
            Ok(Loaded {
                front: riscv(executable, request)?,
                digest,
                warnings,
                compiled: None,
            })
        }
    }
}

/// Machine code: the environment is detected unless it is given; the checks are its defaults, changed as requested.
fn riscv(executable: Executable, request: Request<'_>) -> Result<Front, CommandError> {
    let environment = request.environment;
    let found = environment.unwrap_or_else(|| detect(&executable).environment);
    refuse_memory(&request.surroundings, Some(found))?;
    refuse_beyond(&request.surroundings, executable.xlen)?;
    let options = RiscvOptions {
        environment,
        checks: Some((request.checks)(default_checks(found))),
        surroundings: request.surroundings,
    };
    Ok(Front::Riscv(Box::new(RiscvProgram::new(
        executable, &options,
    ))))
}

/// Memory and devices are given to bare machines only: elsewhere the system does that.
fn refuse_memory(
    surroundings: &Surroundings,
    environment: Option<Environment>,
) -> Result<(), CommandError> {
    let found = match environment {
        Some(Environment::SymIss) => return Ok(()),
        Some(other) => format!("the environment is {other} (--env chooses another)"),
        None => "LLVM code has none".to_owned(),
    };
    let is_bare = surroundings.memory.is_empty() && surroundings.devices.is_empty();
    match is_bare {
        true => Ok(()),
        false => Err(CommandError::Usage(format!(
            "--ram and --device are of a machine without an operating system: {found}"
        ))),
    }
}

/// Memory and devices have addresses of the machine.
fn refuse_beyond(surroundings: &Surroundings, xlen: Xlen) -> Result<(), CommandError> {
    let mut given = surroundings.memory.iter().chain(&surroundings.devices);
    let beyond = given.find(|(start, size)| {
        let last = start + (size - 1);
        last != xlen.truncate(last)
    });
    match beyond {
        None => Ok(()),
        Some((start, size)) => Err(CommandError::Usage(format!(
            "--ram or --device: {size} bytes at {start:#x} end behind the last address of a machine of {} bits",
            xlen.bits()
        ))),
    }
}

fn llvm(request: Request<'_>) -> Result<Loaded, CommandError> {
    if request.environment.is_some() {
        let message = "--env chooses the environment of machine code; LLVM code has none";
        return Err(CommandError::Usage(message.to_owned()));
    }
    refuse_memory(&request.surroundings, None)?;
    let compile = request.compile;
    if compile.optimization != UNOPTIMISED {
        let message =
            "-O is the optimisation level of machine code: use it with --target riscv32 or riscv64";
        return Err(CommandError::Usage(message.to_owned()));
    }
    let choices = compile.llvm.clone();
    let options = LlvmOptions {
        data_model: compile.target.data_model().unwrap_or_default(),
        entry: choices.entry.unwrap_or_else(|| "main".to_owned()),
        flags: compile.flags.clone(),
        optimise: !choices.no_optimise,
        passes: choices.passes,
        checks: (request.checks)(everypath_llvm::default_checks()),
        undefined_ends: request.undefined_ends,
        havoc_externals: choices.havoc_externals,
        surroundings: request.surroundings,
        stop: request.stop,
        ..LlvmOptions::default()
    };
    let loaded = LlvmProgram::load(request.files, &options);
    let program = loaded.map_err(|error| not_loaded(&error, request.files))?;
    Ok(Loaded {
        digest: digest(program.file()),
        warnings: program.warnings().to_owned(),
        front: Front::Llvm(Box::new(program), options.checks),
        compiled: Some(compile.clone()),
    })
}

/// Why a program cannot be loaded, and what to do where it has functions but no beginning.
fn not_loaded(error: &LlvmError, files: &[PathBuf]) -> CommandError {
    let LlvmError::NoEntry {
        entry, functions, ..
    } = error
    else {
        return unreadable(error);
    };
    let source = files.first().filter(|file| compile::is_source(file));
    match (source, functions.first()) {
        (Some(file), Some(function)) if entry == "main" => unreadable(format!(
            "{error}; a main for one of them is written by: everypath new harness.c --for {}:{function}",
            file.display()
        )),
        _ => unreadable(error),
    }
}

/// Options that say how LLVM code is made are an error where machine code is checked.
fn refuse_llvm_choices(compile: &CompileOptions) -> Result<(), CommandError> {
    let choices = &compile.llvm;
    let given = [
        (choices.entry.is_some(), "--entry"),
        (choices.passes.is_some(), "--passes"),
        (choices.no_optimise, "--no-optimise"),
        (choices.havoc_externals, "--havoc-externals"),
    ];
    match given.iter().find(|(given, _)| *given) {
        Some((_, option)) => Err(CommandError::Usage(format!(
            "{option} concerns LLVM code: use it with --target lp64 or ilp32, or with bitcode"
        ))),
        None => Ok(()),
    }
}

/// Whether a file begins as executables do, whatever its name is.
fn is_elf(path: &Path) -> bool {
    let mut first = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == *b"\x7fELF"
}

fn require_file(path: &Path) -> Result<(), CommandError> {
    let shown = path.display();
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => unreadable(other_files::is_missing(path)),
        _ => unreadable(format!("{shown}: {error}")),
    })?;
    if metadata.is_dir() {
        return Err(unreadable(other_files::is_folder(path)));
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(unreadable(format!(
            "{shown}: has {} bytes, more than the limit of {MAX_FILE_BYTES} (1 GiB)",
            metadata.len()
        )));
    }
    Ok(())
}

/// The form of a program.
fn form(loaded: &Loaded, files: &[PathBuf]) -> Form {
    let is_bitcode = |file: &PathBuf| everypath_llvm::input_kind(file) == Some(InputKind::Ir);
    match &loaded.front {
        Front::Riscv(_) => Form::Machine,
        Front::Llvm(program, _)
            if files.iter().all(is_bitcode) && !program.has_sanitizer_checks() =>
        {
            Form::Bitcode
        }
        Front::Llvm(..) => Form::C,
    }
}

/// The properties that `--property` asks for.
fn asked(arguments: &PropertyArguments) -> Vec<Property> {
    let all = arguments.property.iter().flat_map(|asked| match asked {
        Asked::Properties(properties) => properties.as_slice(),
        Asked::Termination => &[],
    });
    all.copied().collect()
}

/// What is asked for by name and cannot be seen in the program is an error: nobody is told that it holds.
pub fn refuse_unseen(
    loaded: &Loaded,
    files: &[PathBuf],
    arguments: &PropertyArguments,
) -> Result<(), CommandError> {
    let form = form(loaded, files);
    let mut named: Vec<Property> = arguments.checks.clone().unwrap_or_default();
    named.extend(&arguments.check);
    named.extend(asked(arguments));
    let unseen: Vec<&str> = Property::table()
        .iter()
        .filter(|info| named.contains(&info.property) && !info.property.is_seen_in(form))
        .filter(|info| !arguments.no_check.contains(&info.property))
        .map(|info| info.name)
        .collect();
    match unseen.is_empty() {
        true => Ok(()),
        false => Err(CommandError::Usage(format!(
            "{} cannot be seen in {}: check the C source with --target lp64 or ilp32, or leave that out (--no-check {})",
            unseen.join(", "),
            form.name(),
            unseen.join(","),
        ))),
    }
}

/// Warns of bounds on loops of functions, or at lines, that the program does not have: lines, or empty.
pub fn warn_of_bounds(loaded: &Loaded, bounds: &[LoopLimit]) -> String {
    let program = loaded.front.program();
    // Where code of the library is, nobody needs to know.
    let is_of_the_library = |bound: &&LoopLimit| match &loaded.front {
        Front::Llvm(program, _) => program.is_of_the_library(&bound.function),
        Front::Riscv(_) => false,
    };
    let mut missing: Vec<_> = (bounds.iter().filter(|bound| !is_of_the_library(bound))).collect();
    if missing.is_empty() {
        return String::new();
    }
    for position in program.code_positions() {
        let (places, symbol) = (program.locations(position), program.function_name(position));
        missing.retain(|bound| !bound.is_of(&places, symbol.as_deref()));
    }
    missing
        .into_iter()
        .map(|bound| {
            let line = bound.line.map_or_else(String::new, |line| format!(" at line {line}"));
            format!(
                "warning: --unwindset {bound} bounds nothing: the program has no code of a function `{}`{line}\n",
                bound.function
            )
        })
        .collect()
}

/// Nobody is told that a program is safe of which nothing was asked.
///
/// # Errors
/// If `--no-check` takes away all that would be checked.
pub fn refuse_nothing(loaded: &Loaded, arguments: &PropertyArguments) -> Result<(), CommandError> {
    let is_left = loaded.front.checks().iter().next().is_some();
    let asks_else = arguments.property.contains(&Asked::Termination);
    match is_left || asks_else || arguments.no_check.is_empty() {
        true => Ok(()),
        false => Err(CommandError::Usage(
            "--no-check takes away all that would be checked: leave it out, or name properties with --check (`everypath checks` lists them)"
                .to_owned(),
        )),
    }
}

/// The checks that the options ask for.
pub fn choose_checks(defaults: CheckSet, arguments: &PropertyArguments) -> CheckSet {
    let only = |properties: &[Property]| {
        let mut set = CheckSet::NONE;
        properties
            .iter()
            .for_each(|&property| set.set(property, true));
        set
    };
    let asked = asked(arguments);
    let mut checks = match &arguments.checks {
        Some(properties) => only(properties),
        None if !arguments.property.is_empty() => only(&asked),
        None => defaults,
    };
    for &property in &arguments.check {
        checks.set(property, true);
    }
    for &property in &arguments.no_check {
        checks.set(property, false);
    }
    checks
}
