//! The surroundings of a program: from options to the machine, into test cases and back.

use std::path::{Path, PathBuf};

use everypath_machine::{
    FileContents, FileSource, HeapAddresses, InputSource, MachineOptions, StdinSource,
};
use everypath_program::{Argument, CheckSet, Surroundings};
use everypath_report::case::{CompileSetting, Setting, SymbolicFile};
use everypath_report::hex;
use everypath_riscv::Environment;

use crate::cli::{InputArguments, StdinSize, Target};
use crate::compile::{CompileOptions, LlvmChoices, UNOPTIMISED};
use crate::exit::CommandError;
use crate::front::Front;
use crate::load::unreadable;

/// The arguments of a program, its own name first, and its environment variables.
pub fn surroundings(
    program: &Path,
    arguments: &[Vec<u8>],
    symbolic: &[u64],
    variables: &[String],
) -> Surroundings {
    let name = program.file_name().unwrap_or(program.as_os_str());
    let mut all = vec![Argument::Concrete(name.as_encoded_bytes().to_vec())];
    all.extend(arguments.iter().cloned().map(Argument::Concrete));
    for (index, &length) in symbolic.iter().enumerate() {
        let name = format!("argv[{}]", arguments.len() + 1 + index);
        all.push(Argument::Symbolic { name, length });
    }
    Surroundings {
        arguments: all,
        variables: variables.to_vec(),
        ..Surroundings::default()
    }
}

/// The arguments and variables that the options give.
pub fn of_inputs(program: &Path, inputs: &InputArguments) -> Surroundings {
    let arguments: Vec<Vec<u8>> = inputs.args.iter().map(|a| a.clone().into_bytes()).collect();
    surroundings(program, &arguments, &inputs.symbolic_args, &inputs.variable)
}

/// What the machine needs of the options; inputs are symbolic.
pub fn machine_options(
    inputs: &InputArguments,
    environment: Option<Environment>,
    checks: CheckSet,
) -> Result<MachineOptions, CommandError> {
    let read = |path: &PathBuf| {
        std::fs::read(path).map_err(|error| unreadable(format!("{}: {error}", path.display())))
    };
    let stdin = match (&inputs.symbolic_stdin, &inputs.stdin) {
        (Some(StdinSize::Bytes(size)), _) => StdinSource::Symbolic(Some(*size)),
        (Some(StdinSize::Endless), _) => StdinSource::Symbolic(None),
        (None, Some(path)) => StdinSource::Bytes(read(path)?),
        (None, None) if environment == Some(Environment::Selfie) => StdinSource::Symbolic(None),
        (None, None) => StdinSource::Bytes(Vec::new()),
    };
    let mut files = Vec::new();
    for (path, size) in &inputs.symbolic_file {
        files.push(FileContents {
            path: path.clone(),
            source: FileSource::Symbolic(*size),
        });
    }
    for (path, file) in &inputs.file {
        files.push(FileContents {
            path: path.clone(),
            source: FileSource::Bytes(read(file)?),
        });
    }
    Ok(MachineOptions {
        checks,
        inputs: InputSource::Symbolic,
        stdin,
        files,
        ..MachineOptions::default()
    })
}

/// What a test case has to say of the surroundings.
pub fn of_case(
    front: &Front,
    inputs: &InputArguments,
    machine: &MachineOptions,
    files: &[PathBuf],
    compiled: Option<&CompileOptions>,
) -> Setting {
    let (symbolic_stdin, stdin_endless, stdin) = match &machine.stdin {
        StdinSource::Symbolic(Some(size)) => (Some(*size), false, None),
        StdinSource::Symbolic(None) => (None, true, None),
        StdinSource::Bytes(bytes) if !bytes.is_empty() => (None, false, Some(hex::encode(bytes))),
        StdinSource::Bytes(_) | StdinSource::Inherit => (None, false, None),
    };
    let mut symbolic_files = Vec::new();
    let mut given_files = Vec::new();
    for file in &machine.files {
        match &file.source {
            FileSource::Symbolic(size) => symbolic_files.push(SymbolicFile {
                path: file.path.clone(),
                size: *size,
            }),
            FileSource::Bytes(bytes) => given_files.push((file.path.clone(), hex::encode(bytes))),
        }
    }
    Setting {
        environment: front
            .riscv_environment()
            .map(|environment| environment.name().to_owned()),
        checks: Some(
            front
                .checks()
                .iter()
                .map(|property| property.name().to_owned())
                .collect(),
        ),
        symbolic_stdin,
        stdin_endless,
        stdin,
        arguments: inputs
            .args
            .iter()
            .map(|argument| hex::encode(argument.as_bytes()))
            .collect(),
        symbolic_arguments: inputs.symbolic_args.clone(),
        variables: inputs.variable.clone(),
        symbolic_files,
        files: given_files,
        symbolic_heap: machine.heap == HeapAddresses::Symbolic,
        compile: compiled.map(|options| CompileSetting {
            target: options.target.name().to_owned(),
            optimization: options.optimization.clone(),
            files: match files {
                [_] => Vec::new(),
                _ => files
                    .iter()
                    .map(|file| file.display().to_string())
                    .collect(),
            },
            flags: options.flags.clone(),
            entry: options.llvm.entry.clone(),
            passes: options.llvm.passes.clone(),
            no_optimise: options.llvm.no_optimise,
            havoc_externals: options.llvm.havoc_externals,
            malloc_may_fail: options.llvm.malloc_may_fail,
        }),
        continue_after_violation: machine.continue_after_violation,
    }
}

/// How a case says that its program is compiled.
pub fn compile_options(compile: &CompileSetting) -> Result<CompileOptions, CommandError> {
    let compile = compile.clone();
    let target = match compile.target.as_str() {
        "" => Target::Riscv32,
        name => Target::from_name(name).ok_or_else(|| {
            unreadable(format!(
                "setting.compile.target: `{name}` is no target, expected lp64, ilp32, riscv32 or riscv64"
            ))
        })?,
    };
    Ok(CompileOptions {
        target,
        optimization: match compile.optimization.as_str() {
            "" => UNOPTIMISED.to_owned(),
            level => level.to_owned(),
        },
        flags: compile.flags,
        llvm: LlvmChoices {
            entry: compile.entry,
            passes: compile.passes,
            no_optimise: compile.no_optimise,
            havoc_externals: compile.havoc_externals,
            malloc_may_fail: compile.malloc_may_fail,
        },
    })
}

/// The machine's options for a case, without its inputs.
pub fn machine_of_case(
    setting: &Setting,
    checks: CheckSet,
) -> Result<MachineOptions, CommandError> {
    let decode = |text: &str| hex::decode(text).map_err(unreadable);
    let stdin = match (&setting.stdin, setting.symbolic_stdin) {
        (Some(bytes), _) => StdinSource::Bytes(decode(bytes)?),
        (None, Some(size)) => StdinSource::Symbolic(Some(size)),
        (None, None) if setting.stdin_endless => StdinSource::Symbolic(None),
        (None, None) => StdinSource::Bytes(Vec::new()),
    };
    let mut files = Vec::new();
    for file in &setting.symbolic_files {
        files.push(FileContents {
            path: file.path.clone(),
            source: FileSource::Symbolic(file.size),
        });
    }
    for (path, bytes) in &setting.files {
        files.push(FileContents {
            path: path.clone(),
            source: FileSource::Bytes(decode(bytes)?),
        });
    }
    Ok(MachineOptions {
        checks,
        stdin,
        files,
        heap: match setting.symbolic_heap {
            true => HeapAddresses::Symbolic,
            false => HeapAddresses::Fixed,
        },
        continue_after_violation: setting.continue_after_violation,
        ..MachineOptions::default()
    })
}
