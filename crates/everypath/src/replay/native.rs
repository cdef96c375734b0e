//! A test case on the real processor: the program is compiled with clang's sanitizers and run with the inputs of the case.
//!
//! It sees what the sanitizers see, so it confirms a counterexample without any part of Everypath's machine. It cannot give
//! bytes values that the program never wrote, nor open files of the case.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use everypath_explore::ReplayEnd;
use everypath_program::{CheckSet, Property, World};
use everypath_report::case::CaseInput;
use everypath_report::ktest::Ktest;

use super::{Replay, Replayed};
use crate::compile::{self, CompileError, CompileOptions};
use crate::exit::{CommandError, unreadable};
use crate::job::Target;
use crate::setting;

/// The exit code that says that a property is violated.
const VIOLATED: i32 = 213;
/// The exit code that says that an assumption does not hold.
const DROPPED: i32 = 214;

/// What answers the program's requests for inputs.
const RUNTIME: &str = include_str!("../../../../runtime/native/replay.c");

/// What a native run is given.
struct NativeCase<'a> {
    /// The C files.
    files: &'a [PathBuf],
    /// How they are compiled.
    options: CompileOptions,
    /// The properties that are checked.
    checks: CheckSet,
    /// The inputs that the program makes itself, in order.
    objects: Vec<(String, Vec<u8>)>,
    /// Whether the case has pseudo-random numbers and times among its inputs.
    open_world: bool,
    /// Standard input.
    stdin: Vec<u8>,
    /// The arguments behind the program's name.
    arguments: Vec<Vec<u8>>,
    /// The environment variables, as `NAME=value`.
    variables: Vec<String>,
}

/// How a native run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeEnd {
    /// With this exit code.
    Exit(u8),
    /// A sanitizer, an assertion or a signal ended it; the first line that says so.
    Violation(String),
    /// An assumption does not hold.
    AssumptionFailed,
}

impl std::fmt::Display for NativeEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NativeEnd::Exit(code) => write!(f, "exit with code {code}"),
            NativeEnd::Violation(line) => write!(f, "violation: {line}"),
            NativeEnd::AssumptionFailed => f.write_str("an assumption does not hold"),
        }
    }
}

/// Whether the real processor does what the machine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It does.
    Same,
    /// It does not, and the case depends on what the world gives the C library, which cannot be given natively.
    LibraryNotGiven,
    /// It does not, and the case depends on memory that the program reads before it writes it, which cannot be given natively.
    UnwrittenNotGiven,
    /// It does not, though everything was given.
    Different,
}

impl Replay {
    /// Compiles the program with clang's sanitizers, runs the case on this computer's processor, and says whether that does the same.
    ///
    /// # Errors
    /// If the program is not given as C files or opens files, or if it cannot be compiled.
    pub fn run_natively(
        &self,
        replayed: &Replayed,
    ) -> Result<(NativeEnd, Agreement), CommandError> {
        let native = execute(&case_of(self)?).map_err(unreadable)?;
        let agreement = agreement(&self.case.inputs, &replayed.outcome.end, &native);
        Ok((native, agreement))
    }
}

/// Whether a case with these inputs ends natively as on the machine, or why it need not.
fn agreement(inputs: &[CaseInput], end: &ReplayEnd, native: &NativeEnd) -> Agreement {
    let same = match (end, native) {
        (ReplayEnd::Violation { .. }, NativeEnd::Violation(_))
        | (ReplayEnd::AssumeFailed(_), NativeEnd::AssumptionFailed) => true,
        (ReplayEnd::Exit(code), NativeEnd::Exit(native)) => *code as u8 == *native,
        _ => false,
    };
    let unwritten = |input: &CaseInput| input.origin == "uninitialized";
    if same {
        Agreement::Same
    } else if inputs.iter().any(setting::is_not_given_natively) {
        Agreement::LibraryNotGiven
    } else if inputs.iter().any(unwritten) {
        Agreement::UnwrittenNotGiven
    } else {
        Agreement::Different
    }
}

/// A case as the real processor gets it.
fn case_of(replay: &Replay) -> Result<NativeCase<'_>, CommandError> {
    let refuse = |why: &str| Err(unreadable(format!("no native run: {why}")));
    let Replay { case, job, .. } = replay;
    if !job.files.iter().all(|file| compile::is_source(file)) {
        return refuse("the program is not given as C files");
    }
    let of_job = &job.inputs;
    if !of_job.file.is_empty() || !of_job.symbolic_file.is_empty() {
        return refuse("the case has files that the program opens");
    }
    let front = &replay.loaded.front;
    let world = setting::world_of(of_job, front.riscv_environment());
    let arguments = of_job.args.iter();
    let mut native = NativeCase {
        files: &job.files,
        options: job.compile_options(),
        checks: front.checks(),
        objects: Vec::new(),
        open_world: world != World::Fixed,
        stdin: Vec::new(),
        arguments: arguments
            .map(|argument| argument.clone().into_bytes())
            .collect(),
        variables: of_job.variable.clone(),
    };
    if let Some(path) = &of_job.stdin {
        let given = case.given_files().map_err(unreadable)?;
        let bytes = given.into_iter().find(|(known, _)| known == path);
        native.stdin = bytes.map(|(_, bytes)| bytes).unwrap_or_default();
    }
    let argument_count = setting::open_argument_count(case, of_job, world);
    for (input, given) in replay.inputs.inputs.iter().zip(&case.inputs) {
        match given.origin.as_str() {
            _ if setting::is_of_the_world(of_job, world, &input.name) => {}
            "register" | "memory" => {
                let object = (input.name.clone(), input.bytes.clone());
                native.objects.push(object);
            }
            "stream" => native.stdin.extend_from_slice(&input.bytes),
            "argument" if Some(native.arguments.len()) == argument_count => {}
            "argument" => {
                let end = input.bytes.iter().position(|&byte| byte == 0);
                let text = &input.bytes[..end.unwrap_or(input.bytes.len())];
                native.arguments.push(text.to_vec());
            }
            // Bytes that the program reads before it writes them cannot be given.
            _ => {}
        }
    }
    Ok(native)
}

/// Compiles and runs. An error is one sentence.
fn execute(case: &NativeCase<'_>) -> Result<NativeEnd, String> {
    let directory = tempfile::Builder::new()
        .prefix("everypath-native-")
        .tempdir()
        .map_err(|error| format!("no temporary directory: {error}"))?;
    let executable = build(case, directory.path())?;
    let inputs = directory.path().join("inputs.ktest");
    let test = Ktest {
        arguments: Vec::new(),
        objects: case.objects.clone(),
    };
    fs::write(&inputs, test.to_bytes())
        .map_err(|error| format!("{}: {error}", inputs.display()))?;
    let leaks = u8::from(case.checks.contains(Property::MemoryLeak));
    let arguments = case
        .arguments
        .iter()
        .map(|argument| std::os::unix::ffi::OsStringExt::from_vec(argument.clone()));
    let mut child = Command::new(&executable)
        .args(arguments.collect::<Vec<std::ffi::OsString>>())
        .envs(case.variables.iter().filter_map(|variable| variable.split_once('=')))
        .env("EVERYPATH_NATIVE_CASE", &inputs)
        .env(
            "ASAN_OPTIONS",
            format!("exitcode={VIOLATED}:detect_leaks={leaks}:detect_stack_use_after_return=1:allocator_may_return_null=1:handle_abort=0"),
        )
        .env("LSAN_OPTIONS", format!("exitcode={VIOLATED}"))
        .env("UBSAN_OPTIONS", format!("exitcode={VIOLATED}:halt_on_error=1"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the compiled program cannot be started: {error}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not read its input closes the pipe.
        let _ = stdin.write_all(&case.stdin);
    }
    let output = child
        .wait_with_output()
        .map_err(|error| format!("the compiled program was lost: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let first = messages
        .lines()
        .find(|line| {
            ["runtime error:", "ERROR:", "native run:", "Assertion"]
                .iter()
                .any(|word| line.contains(word))
        })
        .unwrap_or_default()
        .trim()
        .to_owned();
    Ok(match (output.status.code(), output.status.signal()) {
        (Some(DROPPED), _) => NativeEnd::AssumptionFailed,
        (Some(VIOLATED), _) => NativeEnd::Violation(first),
        (Some(code), _) => NativeEnd::Exit(code as u8),
        (None, signal) => NativeEnd::Violation(match first.as_str() {
            "" => format!("signal {}", signal.unwrap_or(0)),
            _ => first,
        }),
    })
}

fn build(case: &NativeCase<'_>, directory: &Path) -> Result<PathBuf, String> {
    let runtime = directory.join("replay.c");
    fs::write(&runtime, RUNTIME).map_err(|error| format!("{}: {error}", runtime.display()))?;
    let include = directory.join("include");
    everypath_llvm::write_headers(&include).map_err(|error| error.to_string())?;
    let executable = directory.join("program");
    let compiler = everypath_llvm::find_compiler().ok_or(CompileError::NoCompiler.to_string())?;
    let mut sanitizers = "-fsanitize=address,undefined,float-cast-overflow".to_owned();
    for (property, name) in [
        (Property::UnsignedOverflow, ",unsigned-integer-overflow"),
        (Property::ImplicitConversion, ",implicit-conversion"),
    ] {
        if case.checks.contains(property) {
            sanitizers.push_str(name);
        }
    }
    let mut command = Command::new(compiler);
    command
        .args(["-g", "-O0", "-w", "-fno-omit-frame-pointer"])
        .args([
            "-Wno-error=implicit-function-declaration",
            sanitizers.as_str(),
        ])
        .args(["-fno-sanitize-recover=all", "-fno-sanitize=function"])
        .arg("-Wl,--wrap=main")
        .arg("-I")
        .arg(include);
    if case.open_world {
        command.arg("-DEVERYPATH_OPEN_WORLD");
    }
    if case.options.target == Target::Ilp32 {
        command.arg("-m32");
    }
    let output = command
        .args(&case.options.flags)
        .args(case.files)
        .arg(&runtime)
        .arg("-lm")
        .arg("-o")
        .arg(&executable)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("the compiler cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(executable);
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!(
        "{messages}the program cannot be compiled for this processor"
    ))
}
