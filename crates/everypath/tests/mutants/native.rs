//! What programs do on every input, natively: under ASan and UBSan, and under MSan.
//!
//! Many programs are compiled into one executable, which runs each input in a process of its own and tells on standard error which
//! one comes next; what follows until the next such line is the sanitizer's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use super::compose::INPUTS;

/// Which sanitizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanitizers {
    /// Addresses and undefined behaviour.
    Address,
    /// Values that were never written.
    Memory,
}

/// Inputs: `x` and `y`.
pub type Inputs = (u32, u32);

/// The first thing that a sanitizer reports on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The line of the program, if it is told.
    pub line: Option<u64>,
    /// Our property for it; several where it is not clear, and none where any fits.
    pub properties: &'static [&'static str],
    /// The sanitizer's words.
    pub said: String,
}

impl Report {
    /// One word for it.
    pub fn kind(&self) -> &'static str {
        self.properties.first().copied().unwrap_or("other")
    }

    /// Whether what it blames may be on one of these lines. A wild address may come of a store before that no sanitizer saw.
    pub fn blames(&self, lines: &BTreeSet<u64>) -> bool {
        let is_wild = self.said.contains("SEGV");
        self.line.is_none_or(|blamed| {
            let mut lines = lines.iter();
            lines.any(|&line| line == blamed || is_wild && line < blamed)
        })
    }

    /// Whether it may be a violation of this property.
    pub fn fits(&self, property: &str) -> bool {
        self.properties.is_empty() || self.properties.contains(&property)
    }
}

/// What is reported of a program, by its inputs; those that are missing run to their end.
pub type Reports = BTreeMap<Inputs, Report>;

/// What precedes the programs.
const PRELUDE: &str = r#"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define ASSERT(condition) do { if (!(condition)) { fprintf(stderr, "%s:%d:0: failed assertion\n", __FILE__, __LINE__); _exit(1); } } while (0)
"#;

/// Our properties for what the sanitizers say: the first row whose text occurs in the report.
const CLASSES: &[(&str, &[&str])] = &[
    ("failed assertion", &["assertion"]),
    ("out of bounds for type", &["array-bounds"]),
    ("variable length array bound", &["array-bounds"]),
    ("signed integer overflow", &["signed-overflow"]),
    (
        "by -1 cannot be represented",
        &["signed-division-overflow", "signed-overflow"],
    ),
    ("negation of", &["signed-overflow"]),
    ("division by zero", &["division-by-zero"]),
    ("shift exponent", &["invalid-shift"]),
    ("left shift of", &["invalid-shift"]),
    (
        "outside the range of representable values",
        &["invalid-conversion"],
    ),
    ("not a valid value for type", &["invalid-value"]),
    ("passing zero to", &["invalid-value"]),
    (
        "misaligned address",
        &["misaligned-access", "invalid-load", "invalid-store"],
    ),
    ("null pointer passed as argument", &["null-argument"]),
    ("incorrect function type", &["invalid-call"]),
    ("unreachable program point", &["unreachable"]),
    ("load of null pointer", &["invalid-load"]),
    ("store to null pointer", &["invalid-store"]),
    ("null pointer of type", &["invalid-load", "invalid-store"]),
    ("double-free", &["invalid-free"]),
    ("attempting free", &["invalid-free"]),
    ("-param-overlap", &["overlapping-copy"]),
    (
        "negative-size-param",
        &["invalid-load", "invalid-store", "array-bounds"],
    ),
    (
        "SEGV",
        &[
            "invalid-load",
            "invalid-store",
            "invalid-call",
            "write-to-read-only",
            "null-argument",
            "invalid-free",
        ],
    ),
    // Functions of the library may read before they write. Where an access of another type is not aligned either, that is seen first.
    (
        "READ of size",
        &["invalid-load", "invalid-store", "misaligned-access"],
    ),
    (
        "WRITE of size",
        &["invalid-store", "invalid-load", "misaligned-access"],
    ),
    ("use-of-uninitialized-value", &["uninitialized-read"]),
];

/// Runs the programs on all inputs; gives what is reported of each.
pub fn reports(
    directory: &Path,
    texts: &[String],
    sanitizers: Sanitizers,
) -> Result<Vec<Reports>, String> {
    let io = |error: std::io::Error| error.to_string();
    let mut all = PRELUDE.to_owned();
    let mut table = "static void (*const programs[])(int, int) = {".to_owned();
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(directory.join(format!("p{number}.c")), text).map_err(io)?;
        all += &format!(
            "#define program program_{number}\n#define sum sum_{number}\n#include \"p{number}.c\"\n#undef program\n#undef sum\n"
        );
        table += &format!("program_{number}, ");
    }
    let (most_x, most_y) = INPUTS;
    all += &format!(
        r#"{table}}};
int main(void) {{
    for (unsigned n = 0; n < sizeof programs / sizeof *programs; n++)
        for (int x = 0; x < {most_x}; x++)
            for (int y = 0; y < {most_y}; y++) {{
                fprintf(stderr, "@ %u %d %d\n", n, x, y);
                fflush(NULL);
                pid_t child = fork();
                if (child == 0) {{
                    alarm(5);
                    programs[n](x, y);
                    fprintf(stderr, "@ end\n");
                    _exit(0);
                }}
                int status;
                waitpid(child, &status, 0);
                if (WIFSIGNALED(status)) fprintf(stderr, "@ signal %d\n", WTERMSIG(status));
            }}
    return 0;
}}
"#
    );
    let (source, executable) = (directory.join("all.c"), directory.join("all"));
    std::fs::write(&source, all).map_err(io)?;
    let flags: &[&str] = match sanitizers {
        Sanitizers::Address => &[
            "-fsanitize=address,undefined,float-cast-overflow,float-divide-by-zero",
            "-fno-sanitize=pointer-overflow",
            "-fsanitize-address-use-after-return=always",
        ],
        Sanitizers::Memory => &["-fsanitize=memory"],
    };
    let compiled = Command::new("clang-19")
        .args(["-g", "-O0", "-w", "-fno-sanitize-recover=all"])
        .args(flags)
        .arg(&source)
        .arg("-o")
        .arg(&executable)
        .output()
        .map_err(io)?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let run = Command::new(&executable)
        // One look into the debug information for all reports takes a moment; one for each takes minutes.
        .env(
            "ASAN_OPTIONS",
            "symbolize=0:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1",
        )
        .env("MSAN_OPTIONS", "symbolize=0")
        .output()
        .map_err(io)?;
    if !run.status.success() {
        return Err(format!("the native programs end with {}", run.status));
    }
    let said = String::from_utf8_lossy(&run.stderr);
    let places = places(&executable, &said)?;
    parse(&said, texts.len(), &places)
}

/// Where addresses of the executable are in the source: the file's name and the line.
type Places = BTreeMap<String, String>;

/// The address of a line of a stack, as `#1 0x55d6c1a2b3c4  (/tmp/all+0x2f350)` has it.
fn address(line: &str) -> Option<&str> {
    let (_, rest) = line.trim().strip_prefix('#')?.rsplit_once("/all+")?;
    rest.split([')', ' ']).next()
}

/// Looks all addresses of the reports up.
fn places(executable: &Path, said: &str) -> Result<Places, String> {
    let addresses: BTreeSet<&str> = said.lines().filter_map(address).collect();
    if addresses.is_empty() {
        return Ok(Places::new());
    }
    let output = Command::new("llvm-symbolizer-19")
        .arg(format!("--obj={}", executable.display()))
        .args(["--no-inlines", "--output-style=GNU"])
        .args(&addresses)
        .output()
        .map_err(|error| format!("llvm-symbolizer-19: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A line with the function, a line with the place.
    let places = text.lines().skip(1).step_by(2);
    let names = places.map(|place| place.rsplit('/').next().unwrap_or(place).to_owned());
    let addresses = addresses.into_iter().map(str::to_owned);
    Ok(addresses.zip(names).collect())
}

/// Takes the output of all runs apart.
fn parse(said: &str, programs: usize, places: &Places) -> Result<Vec<Reports>, String> {
    let mut all = vec![Reports::new(); programs];
    let mut last = None;
    for run in said.split("@ ").skip(1) {
        let (head, text) = run.split_once('\n').unwrap_or((run, ""));
        let numbers: Vec<u32> = head
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        // That memory runs out is no fault.
        let nothing = text
            .lines()
            .all(|line| line.trim().is_empty() || line.contains("failed to allocate"));
        match (numbers[..].first_chunk::<3>(), nothing) {
            (Some([n, x, y]), false) if (*n as usize) < programs => {
                all[*n as usize].insert((*x, *y), report(*n, text, places));
                last = Some((*n as usize, (*x, *y)));
            }
            (Some([n, x, y]), true) => last = Some((*n as usize, (*x, *y))),
            (None, _) if head == "end" => {}
            (None, _) if head.starts_with("signal") => {
                // It died before a sanitizer could say why.
                if let Some((program, inputs)) = last {
                    all[program]
                        .entry(inputs)
                        .or_insert_with(|| report(program as u32, head, places));
                }
            }
            (Some(_) | None, _) => return Err(format!("what does this mean? {run}")),
        }
    }
    Ok(all)
}

fn report(program: u32, text: &str, places: &Places) -> Report {
    let class = CLASSES.iter().find(|(mark, _)| text.contains(mark));
    let properties = class.map_or(&[][..], |(_, properties)| *properties);
    // UBSan begins with the place; ASan and MSan tell the frames, of which the innermost of the program counts.
    let file = format!("p{program}.c:");
    let frames = text.lines().filter_map(address);
    let frames = frames.filter_map(|address| places.get(address).map(String::as_str));
    let mut named = std::iter::once(text).chain(frames);
    let line = named.find_map(|text| {
        let (_, rest) = text.split_once(&file)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    let mut words = text.lines().filter(|line| {
        ["runtime error", "ERROR: ", "WARNING: ", "failed assertion"]
            .iter()
            .any(|mark| line.contains(mark))
    });
    Report {
        line,
        properties,
        said: words.next().unwrap_or(text).trim().to_owned(),
    }
}
