//! The surroundings of a program: from options to the machine, into test cases and back.

use std::path::{Path, PathBuf};

use everypath_machine::{
    FileContents, FileSource, HeapAddresses, InputSource, MachineOptions, StdinSource,
};
use everypath_program::{
    Argument, Assumption, AssumptionSet, CheckSet, OPEN_INPUT, Surroundings, World,
};
use everypath_report::case::{CaseInput, CompileSetting, Setting, SymbolicFile, TestCase};
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

/// Whether any arguments are possible, where none are given.
fn opens_arguments(asked: bool, world: World) -> bool {
    asked || world.open().contains(Assumption::NoArguments)
}

/// The arguments and variables that the options give.
pub fn of_inputs(program: &Path, inputs: &InputArguments) -> Surroundings {
    let silent = inputs.args.is_empty() && inputs.symbolic_args.is_empty();
    let arguments: Vec<Vec<u8>> = inputs.args.iter().map(|a| a.clone().into_bytes()).collect();
    Surroundings {
        open_arguments: silent && opens_arguments(inputs.open_args, inputs.world),
        ..surroundings(program, &arguments, &inputs.symbolic_args, &inputs.variable)
    }
}

/// What the user says of the world.
struct Given {
    stdin: bool,
    arguments: bool,
    open_arguments: bool,
}

/// What a run leaves open, and what the user says. Code that was not made with our C library finds the fixed world: nothing there asks
/// what is open.
fn assumptions(world: World, malloc_may_fail: bool, said: Given) -> (AssumptionSet, AssumptionSet) {
    let mut given = AssumptionSet::NONE;
    for assumption in [Assumption::EmptyInput, Assumption::InputLength] {
        given.set(assumption, said.stdin);
    }
    for assumption in [Assumption::NoArguments, Assumption::ArgumentLength] {
        given.set(assumption, said.arguments);
    }
    let mut open = world.open();
    for assumption in Assumption::ALL {
        let is_open = open.contains(assumption) && !given.contains(assumption);
        open.set(assumption, is_open);
    }
    if malloc_may_fail {
        open.set(Assumption::EnoughMemory, true);
    }
    if said.open_arguments {
        open.set(Assumption::NoArguments, true);
    }
    (open, given)
}

/// Standard input that nobody said anything of. Where it ends, if it is open, the C library asks an input.
fn input_of_the_world(open: AssumptionSet) -> StdinSource {
    match open.contains(Assumption::EmptyInput) {
        true => StdinSource::Symbolic(Some(OPEN_INPUT)),
        false => StdinSource::Bytes(Vec::new()),
    }
}

/// What the machine needs of the options; inputs are symbolic.
pub fn machine_options(
    inputs: &InputArguments,
    malloc_may_fail: bool,
    environment: Option<Environment>,
    checks: CheckSet,
) -> Result<MachineOptions, CommandError> {
    let read = |path: &PathBuf| {
        std::fs::read(path).map_err(|error| unreadable(format!("{}: {error}", path.display())))
    };
    let given = Given {
        stdin: inputs.stdin.is_some()
            || inputs.symbolic_stdin.is_some()
            || environment == Some(Environment::Selfie),
        arguments: !inputs.args.is_empty() || !inputs.symbolic_args.is_empty(),
        open_arguments: inputs.open_args,
    };
    let world = match environment {
        None => inputs.world,
        Some(_) => World::Fixed,
    };
    let (open, given) = assumptions(world, malloc_may_fail, given);
    let stdin = match (&inputs.symbolic_stdin, &inputs.stdin) {
        (Some(StdinSize::Bytes(size)), _) => StdinSource::Symbolic(Some(*size)),
        (Some(StdinSize::Endless), _) => StdinSource::Symbolic(None),
        (None, Some(path)) => StdinSource::Bytes(read(path)?),
        (None, None) if environment == Some(Environment::Selfie) => StdinSource::Symbolic(None),
        (None, None) => input_of_the_world(open),
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
        open,
        given,
        stdin,
        files,
        ..MachineOptions::default()
    })
}

/// The same for a case.
pub fn of_case_surroundings(
    case: &TestCase,
    arguments: &[Vec<u8>],
) -> Result<Surroundings, CommandError> {
    let setting = &case.setting;
    let silent = arguments.is_empty() && setting.symbolic_arguments.is_empty();
    let world = world_of_case(setting)?;
    Ok(Surroundings {
        open_arguments: silent && opens_arguments(setting.open_arguments, world),
        ..surroundings(
            Path::new(&case.program),
            arguments,
            &setting.symbolic_arguments,
            &setting.variables,
        )
    })
}

/// The inputs by which the C library learns what of the world is open, but for those that the real processor's library can be given.
const ASKED_BY_LIBRARY: [&str; 20] = [
    "address",
    "address used again",
    "stdin ends",
    "file",
    "file ends",
    "file exists",
    "file denied",
    "variable",
    "variable is set",
    "malloc fails",
    "drand48",
    "clock_seconds",
    "clock_nanoseconds",
    "clock_microseconds",
    "times",
    "ru_utime",
    "getpid",
    "getppid",
    "getuid",
    "geteuid",
];

/// Whether the real processor's library would have to be given this input, and is not: all but the end of standard input, and what
/// says that nothing fails.
pub fn is_not_given_natively(input: &CaseInput) -> bool {
    let name = input.name.split('#').next().unwrap_or_default();
    let is_zero = input.bytes.bytes().all(|digit| digit == b'0');
    let may_be_zero = ["malloc fails", "variable is set"].contains(&name) && is_zero;
    ASKED_BY_LIBRARY.contains(&name) && name != "stdin ends" && !may_be_zero
}

/// Whether an input of a case is none that the program asks for by itself.
pub fn is_of_the_world(setting: &Setting, name: &str) -> bool {
    let name = name.split('#').next().unwrap_or_default();
    let world = world_of_case(setting).unwrap_or(World::Fixed);
    let is_argument_count = name == "argc" && opens_arguments(setting.open_arguments, world);
    ASKED_BY_LIBRARY.contains(&name) || is_argument_count
}

/// How many arguments a case has behind the program's name, where that was open.
pub fn open_argument_count(case: &TestCase) -> Option<usize> {
    let name = "argc";
    let count = case.inputs.iter().find(|input| input.name == name)?;
    is_of_the_world(&case.setting, name).then_some(())?;
    let bytes = hex::decode(&count.bytes).ok()?;
    let count = bytes.first().copied().unwrap_or(1);
    Some(usize::from(count).saturating_sub(1))
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
        _ if machine.open.contains(Assumption::EmptyInput) => (None, false, None),
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
        open_arguments: inputs.open_args,
        variables: inputs.variable.clone(),
        symbolic_files,
        files: given_files,
        world: front
            .riscv_environment()
            .is_none()
            .then(|| inputs.world.name().to_owned())
            .filter(|name| name != World::Fixed.name()),
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

/// The world that a case says.
pub fn world_of_case(setting: &Setting) -> Result<World, CommandError> {
    let Some(name) = &setting.world else {
        return Ok(World::Fixed);
    };
    World::from_name(name).ok_or_else(|| {
        let names = World::ALL.map(World::name).join(", ");
        unreadable(format!(
            "setting.world: `{name}` is no world, expected one of {names}"
        ))
    })
}

/// The machine's options for a case, without its inputs.
pub fn machine_of_case(
    setting: &Setting,
    malloc_may_fail: bool,
    checks: CheckSet,
) -> Result<MachineOptions, CommandError> {
    let decode = |text: &str| hex::decode(text).map_err(unreadable);
    let world = world_of_case(setting)?;
    let said = Given {
        stdin: setting.stdin.is_some() || setting.symbolic_stdin.is_some() || setting.stdin_endless,
        arguments: !setting.arguments.is_empty() || !setting.symbolic_arguments.is_empty(),
        open_arguments: setting.open_arguments,
    };
    let (open, given) = assumptions(world, malloc_may_fail, said);
    let stdin = match (&setting.stdin, setting.symbolic_stdin) {
        (Some(bytes), _) => StdinSource::Bytes(decode(bytes)?),
        (None, Some(size)) => StdinSource::Symbolic(Some(size)),
        (None, None) if setting.stdin_endless => StdinSource::Symbolic(None),
        (None, None) => input_of_the_world(open),
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
        open,
        given,
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
