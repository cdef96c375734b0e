//! A test case on the real processor: the program is compiled with clang's sanitizers and run with the inputs of the case.
//!
//! It sees what the sanitizers see, so it confirms a counterexample without any part of Everypath's machine. It cannot give
//! bytes values that the program never wrote, nor open files of the case.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use everypath_program::{CheckSet, Property};
use everypath_report::ktest::Ktest;

use crate::compile::{CompileError, CompileOptions};
use crate::job::Target;

/// The exit code that says that a property is violated.
const VIOLATED: i32 = 213;
/// The exit code that says that an assumption does not hold.
const DROPPED: i32 = 214;

/// What answers the program's requests for inputs.
const RUNTIME: &str = include_str!("../../../runtime/native/replay.c");

/// What a native run is given.
pub struct NativeCase<'a> {
    /// The C files.
    pub files: &'a [PathBuf],
    /// How they are compiled.
    pub options: &'a CompileOptions,
    /// The properties that are checked.
    pub checks: CheckSet,
    /// The inputs that the program makes itself, in order.
    pub objects: Vec<(String, Vec<u8>)>,
    /// Whether the case has pseudo-random numbers and times among its inputs.
    pub open_world: bool,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// The arguments behind the program's name.
    pub arguments: Vec<Vec<u8>>,
    /// The environment variables, as `NAME=value`.
    pub variables: Vec<String>,
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

/// Compiles and runs. An error is one sentence.
pub fn run(case: &NativeCase<'_>) -> Result<NativeEnd, String> {
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
