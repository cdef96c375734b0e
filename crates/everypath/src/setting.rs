//! The surroundings of a program: from options to the machine.

use std::path::{Path, PathBuf};

use everypath_machine::{FileContents, FileSource, InputSource, MachineOptions, StdinSource};
use everypath_program::{
    Argument, Assumption, AssumptionSet, CheckSet, OPEN_INPUT, Surroundings, World,
};
use everypath_report::case::{CaseInput, TestCase};
use everypath_report::hex;
use everypath_riscv::Environment;

use crate::exit::{CommandError, unreadable};
use crate::job::InputArguments;
use crate::parse::StdinSize;

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

/// What a run leaves open, and what the user says.
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

/// The files of this computer that the program is given, and their contents.
pub type GivenFiles = Vec<(PathBuf, Vec<u8>)>;

/// Reads the files of this computer that the program is given, each once.
///
/// # Errors
/// If one cannot be read.
pub fn given_files(inputs: &InputArguments) -> Result<GivenFiles, CommandError> {
    let mut given = GivenFiles::new();
    let paths = inputs.stdin.iter();
    for path in paths.chain(inputs.file.iter().map(|(_, path)| path)) {
        if !given.iter().any(|(known, _)| known == path) {
            let bytes = std::fs::read(path);
            let bytes =
                bytes.map_err(|error| unreadable(format!("{}: {error}", path.display())))?;
            given.push((path.clone(), bytes));
        }
    }
    Ok(given)
}

/// Whether a program is made with our C library, which is what asks how open the world is: C programs are, nothing stands for their environment, and
/// so is machine code below no operating system.
fn has_our_library(environment: Option<Environment>) -> bool {
    match environment {
        None | Some(Environment::SymIss) => true,
        Some(
            Environment::Linux
            | Environment::Binsym
            | Environment::Selfie
            | Environment::RiscvTests,
        ) => false,
    }
}

/// The world that a program finds.
pub fn world_of(inputs: &InputArguments, environment: Option<Environment>) -> World {
    match has_our_library(environment) {
        true => inputs.world,
        false => World::Fixed,
    }
}

/// Says which of the options nothing in this environment looks at.
fn refuse_unheard(
    inputs: &InputArguments,
    malloc_may_fail: bool,
    environment: Option<Environment>,
) -> Result<(), CommandError> {
    // In C programs all are looked at.
    let Some(found) = environment else {
        return Ok(());
    };
    let has_system = match found {
        Environment::Linux | Environment::Binsym | Environment::Selfie => true,
        Environment::SymIss | Environment::RiscvTests => false,
    };
    let has_arguments = !inputs.args.is_empty() || !inputs.symbolic_args.is_empty();
    let unheard = if !has_system
        && (has_arguments || inputs.open_args || !inputs.variable.is_empty())
    {
        "no operating system gives the program arguments (--args, --symbolic-args, --open-args) and variables (--variable); C programs \
         for --target lp64 and ilp32 have them"
    } else if inputs.open_args {
        "--open-args is of C programs for --target lp64 and ilp32: say the lengths of arguments with --symbolic-args LEN,.."
    } else if !has_our_library(environment) && (malloc_may_fail || inputs.world == World::Open) {
        "--world open and --malloc-may-fail are answered by the C library of Everypath, with which the program was not made: say what is open with \
         --symbolic-stdin, --symbolic-file and --symbolic-args"
    } else {
        return Ok(());
    };
    Err(CommandError::Usage(format!(
        "the environment is {found} (--env chooses another): {unheard}"
    )))
}

/// What the machine needs of the inputs; they are symbolic.
///
/// # Errors
/// If a file that the program is given is not among those that were read, or nothing in the environment looks at what is asked.
pub fn machine_options(
    inputs: &InputArguments,
    files: &GivenFiles,
    malloc_may_fail: bool,
    environment: Option<Environment>,
    checks: CheckSet,
) -> Result<MachineOptions, CommandError> {
    refuse_unheard(inputs, malloc_may_fail, environment)?;
    let read = |path: &PathBuf| {
        let found = files.iter().find(|(known, _)| known == path);
        let missing = || unreadable(format!("{}: its contents are missing", path.display()));
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(missing)
    };
    let given = Given {
        stdin: inputs.stdin.is_some()
            || inputs.symbolic_stdin.is_some()
            || environment == Some(Environment::Selfie),
        arguments: !inputs.args.is_empty() || !inputs.symbolic_args.is_empty(),
        open_arguments: inputs.open_args,
    };
    let world = world_of(inputs, environment);
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

/// The inputs by which the C library learns what of the world is open, but for those that the real processor's library can be given.
const ASKED_BY_LIBRARY: [&str; 23] = [
    "address",
    "address used again",
    "stdin ends",
    "stdin has a number",
    "stdin number",
    "stdin number is too large",
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
    ASKED_BY_LIBRARY.contains(&name) && !name.starts_with("stdin ") && !may_be_zero
}

/// Whether an input of a case is none that the program asks for by itself.
pub fn is_of_the_world(inputs: &InputArguments, world: World, name: &str) -> bool {
    let name = name.split('#').next().unwrap_or_default();
    let is_argument_count = name == "argc" && opens_arguments(inputs.open_args, world);
    ASKED_BY_LIBRARY.contains(&name) || is_argument_count
}

/// How many arguments a case has behind the program's name, where that was open.
pub fn open_argument_count(
    case: &TestCase,
    inputs: &InputArguments,
    world: World,
) -> Option<usize> {
    let name = "argc";
    let count = case.inputs.iter().find(|input| input.name == name)?;
    is_of_the_world(inputs, world, name).then_some(())?;
    let bytes = hex::decode(&count.bytes).ok()?;
    let count = bytes.first().copied().unwrap_or(1);
    Some(usize::from(count).saturating_sub(1))
}
