//! From the files of the command line to a program: compiling C, reading ELF, choosing environment and checks.

use std::path::{Path, PathBuf};

use everypath_program::CheckSet;
use everypath_report::case::digest;
use everypath_riscv::{
    Environment, Executable, RiscvOptions, RiscvProgram, Surroundings, default_checks, detect,
};

use crate::cli::PropertyArguments;
use crate::compile::{self, CompileOptions};
use crate::exit::CommandError;

/// The greatest size in bytes of an executable file.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// An executable, compiled or read.
#[derive(Debug)]
pub struct Loaded {
    /// The executable.
    pub executable: Executable,
    /// Digest of its bytes.
    pub digest: String,
    /// What compiler and loader warn of.
    pub warnings: String,
    /// How it was compiled, if it was C.
    pub compiled: Option<CompileOptions>,
}

/// Reads an executable, or compiles C files.
pub fn load(files: &[PathBuf], options: &CompileOptions) -> Result<Loaded, CommandError> {
    let [first, rest @ ..] = files else {
        return Err(CommandError::Usage("no program given".to_owned()));
    };
    for file in files {
        require_file(file)?;
    }
    if files.iter().all(|file| compile::is_source(file)) {
        let (bytes, warnings) = compile::compile(files, options).map_err(unreadable)?;
        let digest = digest(&bytes);
        let name = first.display().to_string();
        let executable = Executable::parse(&name, bytes).map_err(unreadable)?;
        return Ok(Loaded {
            executable,
            digest,
            warnings,
            compiled: Some(options.clone()),
        });
    }
    if let Some(second) = rest.first() {
        let message =
            "several files are compiled together, so all must be sources that end in .c or .S";
        return Err(CommandError::Usage(format!(
            "{} and {}: {message}",
            first.display(),
            second.display()
        )));
    }
    let executable = Executable::read(first).map_err(unreadable)?;
    let digest = digest(executable.file());
    let warnings = executable
        .warnings
        .iter()
        .map(|warning| format!("{}: warning: {warning}\n", first.display()))
        .collect();
    Ok(Loaded {
        executable,
        digest,
        warnings,
        compiled: None,
    })
}

/// An error of input that cannot be read.
pub fn unreadable(error: impl std::fmt::Display) -> CommandError {
    CommandError::Unreadable(error.to_string())
}

fn require_file(path: &Path) -> Result<(), CommandError> {
    let shown = path.display();
    let metadata =
        std::fs::metadata(path).map_err(|error| unreadable(format!("{shown}: {error}")))?;
    if metadata.is_dir() {
        return Err(unreadable(format!(
            "{shown}: is a directory, expected an executable or a C file"
        )));
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(unreadable(format!(
            "{shown}: has {} bytes, more than the limit of {MAX_FILE_BYTES} (1 GiB)",
            metadata.len()
        )));
    }
    Ok(())
}

/// Makes the program: the environment is detected unless it is given; the checks are its defaults, changed by `checks`.
pub fn program(
    executable: Executable,
    environment: Option<Environment>,
    checks: impl FnOnce(CheckSet) -> CheckSet,
    surroundings: Surroundings,
) -> RiscvProgram {
    let found = environment.unwrap_or_else(|| detect(&executable).environment);
    let options = RiscvOptions {
        environment,
        checks: Some(checks(default_checks(found))),
        surroundings,
    };
    RiscvProgram::new(executable, &options)
}

/// The checks that the options ask for.
pub fn choose_checks(defaults: CheckSet, arguments: &PropertyArguments) -> CheckSet {
    let mut checks = match &arguments.checks {
        Some(only) => {
            let mut set = CheckSet::NONE;
            only.iter().for_each(|&property| set.set(property, true));
            set
        }
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
