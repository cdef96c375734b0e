//! Old C: functions that are called without a declaration, and what else C99 made an error of.
//!
//! C89 takes an undeclared function for one that gives `int`; on a machine with 64-bit addresses, what `malloc` gives is then cut in
//! half. Compilers know the functions of the C library all the same and use their types. So do we, without making the names
//! builtins (then calls of `strcpy` would become something else): the compiler says which names it does not know, and the
//! file is compiled again with a prototype in front of it for each that is ours (`runtime/llvm/prototypes.h`, and
//! the functions that give inputs, whose types follow from their names). No other name is declared, so a program may use
//! all others as it likes. A prototype that does not fit how the program uses the name is taken back: then the function is
//! its own, and gives `int`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use everypath_program::OWN_SOURCES;

use crate::models;
use crate::process::{self, Stop};

/// The prototypes of the library and the dialects, one a line.
const PROTOTYPES: &str = include_str!("../../../runtime/llvm/prototypes.h");

/// What begins the name of the file with the prototypes of one source, in messages too.
const FILE_NAME: &str = "undeclared-functions-";

/// What C99 and later versions forbid and compilers of C89 accepted, as warnings; a variable that several files declare without a value
/// is one variable. For all C files, in front of what the user asks for.
pub const LENIENT: [&str; 8] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
    "-fcommon",
];

/// Compiles a C file whatever version of C it is written in. `command` is the compiler with all flags, [`LENIENT`] among them, but for
/// the file; `directory` is for files that the compiler reads. It is killed where nobody waits any more.
///
/// Gives what the compiler gave at last, with warnings about functions that were taken for the library's.
///
/// # Errors
///
/// If the compiler cannot be run, or a file not be written; as [`process::output`].
pub fn compile(
    command: &dyn Fn() -> Command,
    file: &Path,
    directory: &Path,
    stop: &Stop,
) -> io::Result<Output> {
    let mut first = command();
    first
        .args(["-Werror=implicit-function-declaration", "-ferror-limit=0"])
        .arg("--")
        .arg(file);
    let mut output = process::output(&mut first, stop)?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let calls = undeclared(&messages, ": error: ");
    if output.status.success() || calls.is_empty() {
        return Ok(output);
    }
    let with_prototype = |(name, call): (String, Call)| {
        let line = prototype(&name)?;
        Some((name, call, line))
    };
    let mut tried: BTreeSet<String> = BTreeSet::new();
    let mut known: Vec<(String, Call, String)> = (calls.clone().into_iter())
        .filter_map(with_prototype)
        .collect();
    tried.extend(known.iter().map(|(name, ..)| name.clone()));
    let header = header_path(directory, file);
    loop {
        // What is wrong with these lines is no concern of the user.
        let mut text = "#pragma GCC system_header\n".to_owned();
        for (_, _, line) in &known {
            text.push_str(line);
            text.push('\n');
        }
        fs::write(&header, text)?;
        let mut again = command();
        if !known.is_empty() {
            if file.extension().is_some_and(|extension| extension == "i") {
                // Only what goes through the preprocessor can have something in front.
                again.args(["-x", "c", "-Ulinux", "-Uunix", "-Ui386"]);
            }
            again.arg("-include").arg(&header);
        }
        output = process::output(again.arg("--").arg(file), stop)?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        // Where a type was unknown, the compiler did not see all calls.
        let found = undeclared(&messages, ": warning: ");
        let found = found.into_iter().filter_map(with_prototype);
        let found: Vec<(String, Call, String)> = found
            .filter(|(name, ..)| tried.insert(name.clone()))
            .collect();
        let finds = !found.is_empty();
        known.extend(found);
        if output.status.success() {
            if finds {
                continue;
            }
            break;
        }
        let unfit = lines_named_by_errors(&messages);
        let before = known.len();
        let mut line = 1;
        known.retain(|_| {
            line += 1;
            !unfit.contains(&line)
        });
        // A function that is defined further below and gives nothing: compilers of C89 let that pass.
        let defined_below: Vec<(String, Call, String)> = calls
            .iter()
            .filter(|(name, _)| messages.contains(&format!("conflicting types for '{name}'")))
            .filter(|(name, _)| tried.insert((*name).clone()))
            .map(|(name, call)| (name.clone(), call.clone(), format!("void {name}();")))
            .collect();
        if known.len() == before && defined_below.is_empty() && !finds {
            return Ok(output);
        }
        known.extend(defined_below);
    }
    let mut messages: String = known
        .iter()
        .filter(|(name, ..)| !is_built_in(name))
        .map(|(name, call, line)| {
            let line = line
                .rsplit("; ")
                .next()
                .unwrap_or(line)
                .trim_end_matches(';');
            format!(
                "{}: warning: '{name}' is called without a declaration; it is taken for '{line}'\n",
                call.place
            )
        })
        .collect();
    let shown = String::from_utf8_lossy(&output.stderr);
    // The directory has another name in each run.
    let anywhere = header.display().to_string();
    messages.push_str(&shown.replace(&anywhere, &format!("{OWN_SOURCES}/prototypes.h")));
    output.stderr = messages.into_bytes();
    Ok(output)
}

/// The same name in every run, and another one for each file that is compiled beside it: debug information has it.
fn header_path(directory: &Path, file: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    directory.join(format!("{FILE_NAME}{:016x}.h", hasher.finish()))
}

/// The first call of a function without a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Call {
    /// File, line and column, as the compiler wrote them.
    place: String,
}

/// The functions of which messages of a kind say that they are called without a declaration, and types and macros of dialects that the
/// compiler does not know.
fn undeclared(messages: &str, kind: &str) -> BTreeMap<String, Call> {
    let mut calls = BTreeMap::new();
    let mut lines = messages.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((place, message)) = line.split_once(kind) else {
            continue;
        };
        // A macro of a dialect that defines functions: the line of the source is below the message.
        let below = lines.peek().and_then(|line| line.split_once("| "));
        let macro_name = below.and_then(|(_, source)| Some(source.split_once('(')?.0.trim()));
        let defines = macro_name.filter(|_| message == "expected ';' after top level declarator");
        let named = |starts: [&str; 2]| {
            let rest = starts
                .iter()
                .find_map(|start| message.strip_prefix(start))?;
            Some(rest.split_once('\'')?.0)
        };
        let called = named([
            "call to undeclared function '",
            "implicit declaration of function '",
        ]);
        let unknown = || named(["use of undeclared identifier '", "unknown type name '"]);
        // Names alone are parameters of old C; one of them is a type.
        let listed = below.filter(|_| message.starts_with("a parameter list without types"));
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names = listed.map(|(_, source)| source.split(move |c| !is_name(c)));
        let listed = names.and_then(|mut names| names.find(|name| is_type(name)));
        let name = called
            .or_else(|| unknown().filter(|name| is_type(name)))
            .or(listed)
            .or(defines);
        if let Some(name) = name {
            calls.entry(name.to_owned()).or_insert_with(|| Call {
                place: place.to_owned(),
            });
        }
    }
    calls
}

/// The lines of our file that notes behind errors point to, from 1; prototypes begin in the second.
fn lines_named_by_errors(messages: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut in_error = false;
    for message in messages.lines() {
        if message.contains(": error: ") {
            in_error = true;
        } else if message.contains(": warning: ") {
            in_error = false;
        }
        let Some((_, behind)) = message.split_once(FILE_NAME) else {
            continue;
        };
        let line = behind
            .split_once(".h:")
            .and_then(|(_, rest)| rest.split(':').next()?.parse().ok());
        if let Some(line) = line
            && (in_error || message.contains(": error: "))
        {
            lines.push(line);
        }
    }
    lines
}

/// Whether CBMC or ESBMC knows a name without a declaration.
fn is_built_in(name: &str) -> bool {
    ["__CPROVER_", "__ESBMC_", "DEFINE_ESBMC_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// The type that a line defines.
fn type_of(line: &str) -> Option<&str> {
    line.strip_prefix("typedef ")?
        .trim_end_matches(';')
        .rsplit(' ')
        .next()
}

/// Whether a name is a type of a dialect.
fn is_type(name: &str) -> bool {
    PROTOTYPES.lines().any(|line| type_of(line) == Some(name))
}

/// The line that declares a function of the library, or a function or type of a dialect.
fn prototype(name: &str) -> Option<String> {
    let declares = |line: &&str| {
        if let Some(defined) = type_of(line) {
            return defined == name;
        }
        let mut rest = *line;
        while let Some(at) = rest.find(name) {
            let (before, behind) = (&rest[..at], &rest[at + name.len()..]);
            let starts = !before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            if starts && behind.starts_with('(') {
                return true;
            }
            rest = behind;
        }
        false
    };
    let lines =
        (PROTOTYPES.lines()).filter(|line| line.ends_with(';') || line.starts_with("#define "));
    let mut listed = lines.filter(declares);
    if let Some(line) = listed.next() {
        return Some(line.to_owned());
    }
    let given = models::spelling(name)?;
    let space = if given.ends_with('*') { "" } else { " " };
    Some(format!("{given}{space}{name}(void);"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prototype_is_found_by_its_name() {
        assert_eq!(
            prototype("malloc").as_deref(),
            Some("void *malloc(__SIZE_TYPE__);")
        );
        assert_eq!(
            prototype("signal").as_deref(),
            Some("void (*signal(int, void (*)(int)))(int);")
        );
        assert_eq!(
            prototype("__CPROVER_size_t").as_deref(),
            Some("typedef __SIZE_TYPE__ __CPROVER_size_t;")
        );
        assert_eq!(prototype("size_t"), None);
        assert_eq!(prototype("lloc"), None);
        assert_eq!(prototype("my_function"), None);
    }

    #[test]
    fn functions_that_give_inputs_have_the_type_of_their_name() {
        for (name, prototype_of_it) in [
            ("nondet_uint", "unsigned int nondet_uint(void);"),
            (
                "__VERIFIER_nondet_long",
                "long __VERIFIER_nondet_long(void);",
            ),
            ("nondet_pointer", "void *nondet_pointer(void);"),
            ("nondet_double", "double nondet_double(void);"),
            (
                "__VERIFIER_nondet_u8",
                "unsigned char __VERIFIER_nondet_u8(void);",
            ),
        ] {
            assert_eq!(prototype(name).as_deref(), Some(prototype_of_it));
        }
        assert_eq!(prototype("nondet_elephant"), None);
    }

    #[test]
    fn every_function_of_the_dialects_has_a_prototype() {
        let missing: Vec<String> = models::list()
            .into_iter()
            .filter(|row| !matches!(row.dialect, models::Dialect::C | models::Dialect::Machine))
            .map(|row| row.name)
            .filter(|name| name != "klee_alias_function" && prototype(name).is_none())
            .collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn what_a_compiler_saw_only_when_it_knew_a_type_is_declared_too() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.c");
        let text = "void *malloc(__CPROVER_size_t);
int main() {
    char b[4];
    __CPROVER_size_t n = __CPROVER_OBJECT_SIZE(b);
    return n == 4 && malloc(3) != 0;
}
";
        fs::write(&file, text).unwrap();
        let Some(compiler) = crate::find_compiler() else {
            panic!("no clang");
        };
        let command = || {
            let mut command = Command::new(&compiler);
            command.args(["-c", "-o", "/dev/null"]).args(LENIENT);
            command
        };
        let output = compile(&command, &file, directory.path(), &Stop::default()).unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{messages}");
        assert!(!messages.contains("undeclared"), "{messages}");
    }

    #[test]
    fn messages_of_old_and_new_standards_name_the_function_and_the_first_place() {
        let messages = "a.c:3:5: error: call to undeclared function 'f'; ISO C99 and later do not support implicit\n    3 | f();\n\
            a.c:4:5: error: implicit declaration of function 'g' [-Werror,-Wimplicit-function-declaration]\n\
            a.c:9:1: error: use of undeclared identifier 'x'\n";
        let found: Vec<(String, String)> = undeclared(messages, ": error: ")
            .into_iter()
            .map(|(name, call)| (name, call.place))
            .collect();
        let expected = [("f", "a.c:3:5"), ("g", "a.c:4:5")];
        assert_eq!(
            found,
            expected.map(|(name, place)| (name.to_owned(), place.to_owned()))
        );
    }

    #[test]
    fn only_prototypes_behind_errors_are_taken_back() {
        let messages = "a.c:1:2: warning: passing\n/tmp/x/undeclared-functions-00.h:4:3: note: passing argument\n\
            a.c:3:6: error: conflicting types for 'log'\n    3 | void log\n/tmp/x/undeclared-functions-00.h:2:8: note: previous declaration\n";
        assert_eq!(lines_named_by_errors(messages), [2]);
    }
}
