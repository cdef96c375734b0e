//! A test case on the real processor: the program is compiled with clang's sanitizers and run with the inputs of the case.
//!
//! It sees what the sanitizers see, so it confirms a counterexample without any part of Everypath's machine. It cannot give
//! bytes values that the program never wrote, nor open files of the case.

use std::fmt::Write;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use everypath_explore::ReplayEnd;
use everypath_program::{CheckSet, Property, World};
use everypath_report::case::{CaseInput, Outcome};
use everypath_report::standard_input;

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

    /// Compiles the program with clang's sanitizers and the inputs of the case inside, and keeps it in a directory with commands for
    /// GDB, which start it and stop where the replay ended and where a sanitizer or an assertion says that a property is violated.
    /// Gives the command line that starts GDB.
    ///
    /// # Errors
    /// If the program is not given as C files or opens files, if it cannot be compiled, or if the directory cannot be written.
    pub fn build_for_debugger(
        &self,
        replayed: &Replayed,
        directory: &Path,
    ) -> Result<String, CommandError> {
        let case = case_of(self)?;
        let in_directory =
            |error: std::io::Error| unreadable(format!("{}: {error}", directory.display()));
        fs::create_dir_all(directory).map_err(in_directory)?;
        let executable = build(&case, directory, Purpose::Debugging).map_err(unreadable)?;
        let place = replayed.place.as_ref();
        let line =
            place.and_then(|place| Some(format!("{}:{}", place.file.as_ref()?, place.line?)));
        let commands = directory.join("commands.gdb");
        let text = format!(
            "# Stops at the place of the finding, and where a sanitizer or an assertion reports it.\n\
             set breakpoint pending on\nbreak {}\n\
             break __asan_on_error\nbreak __ubsan_on_report\nbreak everypath_violated\nrun\n",
            line.as_deref().unwrap_or("main")
        );
        fs::write(&commands, text).map_err(in_directory)?;
        let debugger = match everypath_llvm::find_on_path(&["gdb"]) {
            Some(_) => "gdb",
            // It debugs programs of this computer, too.
            None => "gdb-multiarch",
        };
        let words = [&commands, &executable].map(|path| path.display().to_string());
        let [commands, executable] = [&words[0], &words[1]].map(|word| {
            let quoted = shlex::try_quote(word);
            quoted.map_or_else(|_| word.clone(), |quoted| quoted.into_owned())
        });
        Ok(format!("{debugger} -x {commands} {executable}"))
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
    if matches!(&case.outcome, Outcome::Violation { property, .. } if property == Property::Termination.name())
    {
        return refuse("it would not end");
    }
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
    } else {
        native.stdin = standard_input::standard_input(&replay.inputs());
    }
    let argument_count = setting::open_argument_count(case, of_job, world);
    for (input, given) in replay.inputs.inputs.iter().zip(&case.inputs) {
        match given.origin.as_str() {
            _ if setting::is_of_the_world(of_job, world, &input.name) => {}
            "register" | "memory" => {
                let object = (input.name.clone(), input.bytes.clone());
                native.objects.push(object);
            }
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

/// What the inputs are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The program is run, and what it does compared.
    Comparing,
    /// Somebody looks at it with GDB, where the search for leaks cannot work.
    Debugging,
}

/// Compiles and runs. An error is one sentence.
fn execute(case: &NativeCase<'_>) -> Result<NativeEnd, String> {
    let directory = tempfile::Builder::new()
        .prefix("everypath-native-")
        .tempdir()
        .map_err(|error| format!("no temporary directory: {error}"))?;
    let executable = build(case, directory.path(), Purpose::Comparing)?;
    let output = Command::new(&executable)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|error| format!("the compiled program cannot be run: {error}"))?;
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

/// The inputs of a case in C, for the runtime.
fn inputs_in_c(case: &NativeCase<'_>, purpose: Purpose) -> String {
    let bytes = |bytes: &[u8]| -> String {
        let listed: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let listed = if listed.is_empty() {
            "0".to_owned()
        } else {
            listed.join(", ")
        };
        format!("(const unsigned char[]){{{listed}}}")
    };
    let texts = |texts: &mut dyn Iterator<Item = &[u8]>| -> String {
        let texts = texts.map(|text| format!("(const char *){}, ", bytes(&[text, &[0]].concat())));
        format!("{{{}0}}", texts.collect::<String>())
    };
    let leaks = case.checks.contains(Property::MemoryLeak) && purpose == Purpose::Comparing;
    let leaks = u8::from(leaks);
    let mut text = format!(
        "/* The inputs of a test case, and what the sanitizers are told. */\n\
         #include <stddef.h>\n\
         #define ASAN_OPTIONS \"exitcode={VIOLATED}:detect_leaks={leaks}:detect_stack_use_after_return=1:\
         allocator_may_return_null=1:handle_abort=0\"\n\
         #define LSAN_OPTIONS \"exitcode={VIOLATED}\"\n\
         #define UBSAN_OPTIONS \"exitcode={VIOLATED}:halt_on_error=1\"\n\
         static const struct everypath_input {{\n    const char *name;\n    size_t size;\n    const unsigned char *bytes;\n\
         }} everypath_inputs[] = {{\n"
    );
    // Writing to a string does not fail.
    for (name, value) in &case.objects {
        let plain = |it: char| it.is_ascii_alphanumeric() || "_#[].- ".contains(it);
        let chars = name.chars().map(|it| if plain(it) { it } else { '?' });
        let name: String = chars.collect();
        let _ = writeln!(
            text,
            "    {{\"{name}\", {}, {}}},",
            value.len(),
            bytes(value)
        );
    }
    let arguments = texts(&mut case.arguments.iter().map(Vec::as_slice));
    let variables = texts(&mut case.variables.iter().map(String::as_bytes));
    let _ = write!(
        text,
        "    {{0, 0, 0}},\n}};\n\
         static const char *const everypath_arguments[] = {arguments};\n\
         static const char *const everypath_variables[] = {variables};\n\
         static const unsigned char *const everypath_standard_input = {};\n\
         #define EVERYPATH_STANDARD_INPUT_SIZE {}\n",
        bytes(&case.stdin),
        case.stdin.len()
    );
    text
}

/// Compiles a case into a directory; gives the executable.
fn build(case: &NativeCase<'_>, directory: &Path, purpose: Purpose) -> Result<PathBuf, String> {
    let write = |name: &str, text: &str| -> Result<PathBuf, String> {
        let path = directory.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    };
    let runtime = write("replay.c", RUNTIME)?;
    write("inputs.h", &inputs_in_c(case, purpose))?;
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
        .args(["-Wl,--wrap=main", "-Wl,-z,muldefs"])
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
