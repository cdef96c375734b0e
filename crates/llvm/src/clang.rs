//! The compiler: C to bitcode with sanitizer instrumentation, and the reading of foreign bitcode in a process of its own.
//!
//! C is compiled without any optimisation, but as if there were some (`-O1 -disable-llvm-passes`): that gives markers
//! of lifetimes and allows passes later. The checks of undefined behaviour are clang's own (`-fsanitize=`), as calls
//! of handlers with the place in the source; so they are there before any pass runs (LLBMC thesis, section 3.3.3, with
//! the sanitizer in place of its plugin).
//!
//! Messages of the compiler are passed on as it printed them; advice is added when it is missing.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use everypath_program::{CheckSet, OWN_SOURCES, Property};

use crate::process::{self, Stop};
use crate::variables::{CLANG_VARIABLE, OPT_VARIABLE};
use crate::{LlvmError, LlvmOptions, runtime, undeclared};

/// Compilers that are searched for, in this order.
const CLANG_NAMES: [&str; 2] = ["clang-19", "clang"];

/// The readers of bitcode that are searched for on the PATH, in this order.
const OPT_NAMES: [&str; 2] = ["opt-19", "opt"];

/// Flags for every C file. Nothing is assumed that LLVM could use to remove an access or a loop, and floating point is computed as
/// written.
const FLAGS: [&str; 29] = [
    "-fbracket-depth=65536",
    "-c",
    "-emit-llvm",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-g",
    "-gdwarf-5",
    "-fno-builtin",
    "-ffp-contract=off",
    "-fno-discard-value-names",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-finite-loops",
    "-fno-stack-protector",
    "-fstrict-flex-arrays=1",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-pic",
    "-fno-color-diagnostics",
    "-fno-sanitize-recover=all",
    "-fno-sanitize-trap=all",
    "-U_FORTIFY_SOURCE",
    "-D__EVERYPATH__=1",
    // The headers of glibc define some functions themselves where a compiler optimises (`atoi` as `strtol`): the library's check more.
    "-D__NO_INLINE__=1",
    // A function that asks for no sanitizer would be checked for nothing: that of addresses is none of those that run here.
    "-Dno_sanitize(...)=no_sanitize(\"address\")",
    "-D__no_sanitize__(...)=no_sanitize(\"address\")",
    "-Ddisable_sanitizer_instrumentation=no_sanitize(\"address\")",
];

/// What of a property the compiler instruments.
struct Sanitizer {
    property: Property,
    /// The sanitizers that find its violations.
    checked: &'static str,
    /// Those that run all the same where it is not checked: a path cannot go on where they strike, and ends with a cut.
    always: &'static str,
}

const fn sanitizer(property: Property, checked: &'static str, always: &'static str) -> Sanitizer {
    Sanitizer {
        property,
        checked,
        always,
    }
}

/// Properties and the sanitizers that find their violations.
const SANITIZERS: [Sanitizer; 13] = [
    sanitizer(Property::SignedOverflow, OVERFLOW, ""),
    sanitizer(Property::SignedDivisionOverflow, OVERFLOW, ""),
    sanitizer(Property::DivisionByZero, DIVISION, DIVISION),
    sanitizer(Property::UnsignedOverflow, "unsigned-integer-overflow", ""),
    sanitizer(Property::InvalidShift, "shift", "shift-exponent"),
    sanitizer(Property::InvalidConversion, CONVERSION, CONVERSION),
    sanitizer(Property::ImplicitConversion, "implicit-conversion", ""),
    sanitizer(Property::PointerOverflow, "pointer-overflow", ""),
    sanitizer(Property::MisalignedAccess, "alignment", ""),
    sanitizer(Property::ArrayBounds, "array-bounds,vla-bound", "vla-bound"),
    sanitizer(Property::InvalidValue, VALUES, VALUES),
    sanitizer(Property::Unreachable, UNREACHABLE, UNREACHABLE),
    sanitizer(
        Property::NullArgument,
        "nonnull-attribute,returns-nonnull-attribute",
        "",
    ),
];

const OVERFLOW: &str = "signed-integer-overflow";
const DIVISION: &str = "integer-divide-by-zero";
const CONVERSION: &str = "float-cast-overflow";
const VALUES: &str = "bool,builtin";
const UNREACHABLE: &str = "unreachable";

/// The kinds of files that the front end reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// C source, perhaps preprocessed.
    C,
    /// LLVM bitcode or assembly.
    Ir,
}

/// The kind of a file by its name.
pub fn input_kind(path: &Path) -> Option<InputKind> {
    let extension = path.extension().and_then(OsStr::to_str)?;
    match extension {
        "c" | "i" => Some(InputKind::C),
        "bc" | "ll" => Some(InputKind::Ir),
        _ => None,
    }
}

/// Whether a file is C, bitcode or LLVM assembly, by its name.
pub fn is_llvm_input(path: &Path) -> bool {
    input_kind(path).is_some()
}

/// A compiler that was found.
pub(crate) struct Compiler {
    path: PathBuf,
    directory: tempfile::TempDir,
}

impl Compiler {
    /// Finds the compiler and writes the headers of our own that C programs may include.
    pub(crate) fn find() -> Result<Compiler, LlvmError> {
        let path = find_compiler().ok_or(LlvmError::NoCompiler)?;
        let directory = tempfile::Builder::new()
            .prefix("everypath-")
            .tempdir()
            .map_err(|error| LlvmError::Io {
                path: std::env::temp_dir(),
                error,
            })?;
        write_headers(directory.path())?;
        Ok(Compiler { path, directory })
    }

    /// Compiles C, or reads and verifies bitcode: gives bitcode and warnings.
    pub(crate) fn bitcode(
        &self,
        file: &Path,
        options: &LlvmOptions,
    ) -> Result<(Vec<u8>, String), LlvmError> {
        // The compiler's own message for a file that is missing is less clear.
        fs::File::open(file).map_err(|error| LlvmError::Io {
            path: file.to_path_buf(),
            error,
        })?;
        match input_kind(file) {
            Some(InputKind::Ir) => self.read_bitcode(file, &options.stop),
            _ => self.compile(file, options),
        }
    }

    fn compile(&self, file: &Path, options: &LlvmOptions) -> Result<(Vec<u8>, String), LlvmError> {
        let is_preprocessed = file.extension().is_some_and(|it| it == "i");
        let command = || {
            let mut command = self.command(options);
            // What is for the preprocessor has nothing to do there.
            if is_preprocessed {
                command.arg("-Qunused-arguments");
            }
            command
        };
        let output = undeclared::compile(&command, file, self.directory.path(), &options.stop)
            .map_err(|error| LlvmError::CannotRun {
                compiler: self.path.clone(),
                error,
            })?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            return Ok((output.stdout, messages));
        }
        Err(LlvmError::Compile {
            file: file.to_path_buf(),
            compiler: self.path.clone(),
            advice: self.advice(&messages),
            messages,
        })
    }

    /// The compiler with all flags, but for the file.
    fn command(&self, options: &LlvmOptions) -> Command {
        let mut command = Command::new(&self.path);
        command
            .arg(format!("--target={}", options.data_model.target()))
            .args(FLAGS)
            .args(undeclared::LENIENT)
            .args(sanitizer_flags(options.shown(), &options.flags));
        if options.data_model.address_width() == 32 {
            command.arg("-msse2");
        }
        if let Some(standard) = &options.standard {
            command.arg(format!("-std={standard}"));
        }
        for directory in &options.include {
            let mut flag = OsString::from("-I");
            flag.push(directory);
            command.arg(flag);
        }
        for definition in &options.define {
            command.arg(format!("-D{definition}"));
        }
        // The directory has another name in each run, and bitcode shall be the same in all of them.
        let mut map = OsString::from("-ffile-prefix-map=");
        map.push(self.directory.path());
        map.push("=");
        map.push(OWN_SOURCES);
        command.arg(map);
        // Our headers stand before the system's, behind the user's.
        command.arg("-isystem").arg(self.directory.path());
        if options.data_model.address_width() == 32 {
            // The headers of a 64-bit system serve both; what is special to 32 bits is among ours.
            command.args(["-idirafter", "/usr/include/x86_64-linux-gnu"]);
        }
        command.args(&options.flags).args(["-o", "-"]);
        command
    }

    /// Reads bitcode in a process of its own and verifies it, so that nothing that LLVM cannot stand comes near ours.
    fn read_bitcode(&self, file: &Path, stop: &Stop) -> Result<(Vec<u8>, String), LlvmError> {
        let reader = self.find_reader()?;
        let mut command = Command::new(&reader);
        command.args(["-passes=verify", "-o", "-", "--"]).arg(file);
        let output = run(&mut command, &reader, stop)?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            return Ok((output.stdout, messages));
        }
        let advice = match producer(&messages) {
            Some(version) => {
                format!("; {version} wrote it: compile it with clang 19 or older")
            }
            None => String::new(),
        };
        // A reader that crashes prints pages about itself; the first lines say where.
        let messages: String = messages
            .lines()
            .take(12)
            .flat_map(|line| [line, "\n"])
            .collect();
        Err(LlvmError::Bitcode {
            file: file.to_path_buf(),
            messages,
            advice,
        })
    }

    /// Runs passes, named as behind `opt -passes=`, over bitcode in a process of its own: gives bitcode, or what was said.
    pub(crate) fn run_passes(
        &self,
        bitcode: &[u8],
        passes: &str,
        stop: &Stop,
    ) -> Result<Result<Vec<u8>, String>, LlvmError> {
        let reader = self.find_reader()?;
        let path = self.directory.path().join("program.bc");
        fs::write(&path, bitcode).map_err(|error| LlvmError::Io {
            path: path.clone(),
            error,
        })?;
        let mut command = Command::new(&reader);
        command.arg(format!("-passes={passes}"));
        command.args(["-o", "-", "--"]).arg(&path);
        let output = run(&mut command, &reader, stop)?;
        Ok(match output.status.success() {
            true => Ok(output.stdout),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        })
    }

    /// LLVM's `opt`: the one that is named, else one that stands beside the compiler, else one on the PATH.
    fn find_reader(&self) -> Result<PathBuf, LlvmError> {
        if let Some(named) = named(OPT_VARIABLE) {
            return Ok(named);
        }
        let compiler = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let beside = compiler.with_file_name("opt");
        if beside.is_file() {
            return Ok(beside);
        }
        find_on_path(&OPT_NAMES).ok_or(LlvmError::NoReader)
    }

    /// What to do about a failure that is not the program's fault; asks the compiler only now.
    fn advice(&self, messages: &str) -> String {
        if messages.contains("bits/libc-header-start.h")
            || messages.contains("'stdio.h' file not found")
        {
            return "; the headers of the C library are missing: install them (Debian: apt-get install libc6-dev)".to_owned();
        }
        if !messages.contains("unknown argument") && !messages.contains("unsupported option") {
            return String::new();
        }
        let output = Command::new(&self.path)
            .arg("--version")
            .stdin(Stdio::null())
            .output();
        let version = output.map_or(String::new(), |output| {
            String::from_utf8_lossy(&output.stdout)
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()
        });
        match version.contains("clang version 19") {
            true => String::new(),
            false => format!(
                "; this compiler is '{version}': install clang-19 or name another in {CLANG_VARIABLE}"
            ),
        }
    }
}

/// Whether signed overflow is instrumented, that of divisions included; else it wraps around.
pub(crate) fn instruments_overflow(checks: CheckSet, given: &[String]) -> bool {
    let checked =
        [Property::SignedOverflow, Property::SignedDivisionOverflow].map(|p| checks.contains(p));
    checked.contains(&true) && !given.iter().any(|flag| flag == "-fwrapv")
}

/// Whether clang would leave out what is checked, if it were told that numbers wrap around: with that, every number can be shifted, and every
/// pointer moved.
fn forbids_wrapping(checks: CheckSet) -> bool {
    [Property::InvalidShift, Property::PointerOverflow]
        .map(|p| checks.contains(p))
        .contains(&true)
}

/// The flags that make clang check what is undefined, or else define it.
fn sanitizer_flags(checks: CheckSet, given: &[String]) -> Vec<String> {
    let overflow = instruments_overflow(checks, given);
    let mut names: Vec<&str> = SANITIZERS
        .iter()
        .map(|row| match checks.contains(row.property) {
            true => row.checked,
            false => row.always,
        })
        .filter(|&names| !names.is_empty() && (names != OVERFLOW || overflow))
        .collect();
    names.dedup();
    let mut flags = vec![format!("-fsanitize={}", names.join(","))];
    if !overflow && !forbids_wrapping(checks) {
        flags.push("-fwrapv".to_owned());
    }
    flags
}

/// The version of LLVM that wrote bitcode, as its reader's error message has it.
fn producer(messages: &str) -> Option<String> {
    let (_, rest) = messages.split_once("Producer: '")?;
    let (version, _) = rest.split_once('\'')?;
    Some(match version.strip_prefix("LLVM") {
        Some(number) => format!("LLVM {number}"),
        None => version.to_owned(),
    })
}

fn run(command: &mut Command, program: &Path, stop: &Stop) -> Result<Output, LlvmError> {
    process::output(command, stop).map_err(|error| LlvmError::CannotRun {
        compiler: program.to_path_buf(),
        error,
    })
}

fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable)
        .filter(|named| !named.is_empty())
        .map(PathBuf::from)
}

/// The compiler, for every way of compiling C: the one that [`CLANG_VARIABLE`] names, or the first one on the `PATH`.
pub fn find_compiler() -> Option<PathBuf> {
    named(CLANG_VARIABLE).or_else(|| find_on_path(&CLANG_NAMES))
}

/// Writes the headers that are no C library's and that programs may include (`everypath.h`, `klee/klee.h`, ...) below a directory.
pub fn write_headers(directory: &Path) -> Result<(), LlvmError> {
    for (name, contents) in runtime::HEADERS {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, contents))
            .map_err(|error| LlvmError::Io { path, error })?;
    }
    Ok(())
}

/// The first of several programs that is on the `PATH`.
pub fn find_on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    names.iter().find_map(|name| {
        std::env::split_paths(&path)
            .map(|directory| directory.join(name))
            .find(|file| file.is_file())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_checked_is_instrumented_only_where_a_path_cannot_go_on() {
        let always = "integer-divide-by-zero,shift-exponent,float-cast-overflow,vla-bound,bool,builtin,unreachable";
        let none = [format!("-fsanitize={always}"), "-fwrapv".to_owned()];
        assert_eq!(sanitizer_flags(CheckSet::NONE, &[]), none);
        let mut checks = CheckSet::NONE;
        checks.set(Property::SignedDivisionOverflow, true);
        checks.set(Property::SignedOverflow, true);
        assert_eq!(
            sanitizer_flags(checks, &[]),
            [format!("-fsanitize=signed-integer-overflow,{always}")]
        );
        let wraps = ["-fwrapv".to_owned()];
        assert_eq!(sanitizer_flags(checks, &wraps), none);
        for property in [Property::InvalidShift, Property::PointerOverflow] {
            let mut checks = CheckSet::NONE;
            checks.set(property, true);
            let flags = sanitizer_flags(checks, &[]);
            assert!(!flags.contains(&wraps[0]), "{flags:?}");
        }
    }

    #[test]
    fn the_writer_of_bitcode_is_read_from_the_message() {
        let message =
            "error: Unknown attribute kind (102) (Producer: 'LLVM20.1.0' Reader: 'LLVM 19.1.7')";
        assert_eq!(producer(message).as_deref(), Some("LLVM 20.1.0"));
        assert_eq!(producer("error: expected value token"), None);
    }

    #[test]
    fn inputs_are_known_by_their_names() {
        assert!(is_llvm_input(Path::new("a/b.c")) && is_llvm_input(Path::new("x.ll")));
        assert!(!is_llvm_input(Path::new("a.o")) && !is_llvm_input(Path::new("c")));
    }
}
