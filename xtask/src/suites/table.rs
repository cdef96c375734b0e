//! Tables of outside programs: which files, what their authors claim, what is asked, and what that is on our command line.
//!
//! A table is tab-separated text with a first line of names: `sources` (relative to a directory, separated by spaces), `claim`,
//! `checks` (separated by commas), `unwind` (`-`: no bound) and `options` (separated by spaces). The exceptions, where C17
//! contradicts a claim or a comparison, are a table of the same kind with the columns `program`, `of`, `clause` and `why`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// What the authors of a suite say of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    Safe,
    Unsafe,
    /// No violation within the loop bound; nothing is said of what is behind it.
    SafeUpToBound,
}

impl fmt::Display for Claim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Claim::Safe => "safe",
            Claim::Unsafe => "unsafe",
            Claim::SafeUpToBound => "safe up to the bound",
        })
    }
}

/// What a row asks for besides its checks and its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wish {
    Lp64,
    Ilp32,
    Define(String),
    MallocMayFail,
    HavocExternals,
    SymbolicArguments,
    NoUnwindingAssertions,
}

/// A program of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Files, relative to the directory of the suite.
    pub sources: Vec<String>,
    pub claim: Claim,
    properties: Vec<&'static str>,
    unwind: Option<u64>,
    wishes: Vec<Wish>,
}

/// Our properties for each word of the column `checks`.
///
/// The functions that a property of memory is about also abort on a stack that overflows; what is undefined while its property
/// is not among these ends a path with a cut that names it.
const CHECKS: [(&str, &[&str]); 9] = [
    ("assertion", &["assertion"]),
    ("bounds", &["array-bounds"]),
    (
        "pointer",
        &[
            "invalid-load",
            "invalid-store",
            "write-to-read-only",
            "invalid-free",
            "null-argument",
            "invalid-call",
            "stack-overflow",
        ],
    ),
    ("division", &["division-by-zero"]),
    (
        "overflow",
        &[
            "signed-overflow",
            "signed-division-overflow",
            "invalid-shift",
            "invalid-conversion",
        ],
    ),
    ("unsigned-overflow", &["unsigned-overflow"]),
    ("alignment", &["misaligned-access"]),
    ("leak", &["memory-leak"]),
    ("nan", &["float-nan"]),
];

/// Which sizes `long` and pointers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    Lp64,
    Ilp32,
}

impl Row {
    /// A program of which assertions are asked, without a bound; the model is the word of a table.
    pub fn of_assertions(sources: Vec<String>, claim: Claim, model: &str) -> Result<Row, String> {
        let sources = sources.join(" ");
        let claim = claim.to_string();
        row([&sources, &claim, "assertion", "-", model])
    }

    /// The name of a row in lists: its first source.
    pub fn name(&self) -> &str {
        self.sources.first().map_or("", String::as_str)
    }

    pub fn model(&self) -> Model {
        match self.wishes.contains(&Wish::Ilp32) {
            true => Model::Ilp32,
            false => Model::Lp64,
        }
    }

    /// Macros, as `NAME` or `NAME=VALUE`.
    pub fn defines(&self) -> impl Iterator<Item = &str> {
        self.wishes.iter().filter_map(|wish| match wish {
            Wish::Define(define) => Some(define.as_str()),
            _ => None,
        })
    }

    /// Our properties that the row asks for.
    pub fn properties(&self) -> &[&'static str] {
        &self.properties
    }

    /// Whether the world around the program is open: then a run on a processor shows one of many.
    pub fn has_open_world(&self) -> bool {
        self.wishes.iter().any(|wish| match wish {
            Wish::MallocMayFail | Wish::HavocExternals | Wish::SymbolicArguments => true,
            Wish::Lp64 | Wish::Ilp32 | Wish::Define(_) | Wish::NoUnwindingAssertions => false,
        })
    }

    /// Options of `everypath check` for what is asked; the target, macros and files come apart.
    pub fn options(&self) -> Vec<String> {
        let mut options = vec!["--checks".to_owned(), self.properties.join(",")];
        if let Some(bodies) = self.unwind {
            options.extend(["--unwind".to_owned(), our_unwind(bodies).to_string()]);
        }
        for wish in &self.wishes {
            match wish {
                Wish::Lp64 | Wish::Ilp32 | Wish::Define(_) => {}
                Wish::MallocMayFail => options.push("--malloc-may-fail".to_owned()),
                Wish::HavocExternals => options.push("--havoc-externals".to_owned()),
                Wish::SymbolicArguments => options.push("--open-args".to_owned()),
                Wish::NoUnwindingAssertions => options.push("--no-bound-checks".to_owned()),
            }
        }
        options
    }
}

/// `--unwind` for a bound as CBMC and ESBMC count it. Theirs is the number of bodies that are executed, behind which the loop
/// must have ended; ours is the number of jumps back to the head, which is one less when the last body is left.
fn our_unwind(bodies: u64) -> u64 {
    bodies.saturating_sub(1)
}

/// Where C17 contradicts what is expected of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// What is explained: `claim` (the verdict is right, the claim is not), or the name of a comparison.
    pub of: String,
    pub clause: String,
    pub why: String,
}

/// The exceptions of each program, by the name of its row.
pub type Exceptions = BTreeMap<String, Vec<Exception>>;

/// Reads a table of programs.
pub fn rows(path: &Path) -> Result<Vec<Row>, String> {
    let text = read(path)?;
    parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a table of exceptions; there are none if there is no such file.
pub fn exceptions(path: &Path) -> Result<Exceptions, String> {
    if !path.exists() {
        return Ok(Exceptions::new());
    }
    let text = read(path)?;
    parse_exceptions(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The lines of a table behind its first one, with their numbers and their columns.
fn lines<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<Vec<(usize, [&'a str; N])>, String> {
    let mut lines = text.lines().enumerate();
    let first = lines.next().map_or("", |(_, line)| line);
    let expected = names.join("\t");
    if first != expected {
        return Err(format!(
            "line 1 is {first:?}; a table begins with {expected:?}"
        ));
    }
    let mut rows = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let columns: [&str; N] = columns.try_into().map_err(|found: Vec<&str>| {
            let (line, found) = (index + 1, found.len());
            format!("line {line} has {found} columns, not {N}, separated by tabs")
        })?;
        rows.push((index + 1, columns));
    }
    Ok(rows)
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    let lines = lines(text, ["sources", "claim", "checks", "unwind", "options"])?;
    let rows = lines
        .into_iter()
        .map(|(line, columns)| row(columns).map_err(|error| format!("line {line}: {error}")));
    rows.collect()
}

fn row([sources, claim, checks, unwind, options]: [&str; 5]) -> Result<Row, String> {
    let sources: Vec<String> = sources.split_whitespace().map(str::to_owned).collect();
    if sources.is_empty() {
        return Err("there is no source".to_owned());
    }
    let claim = match claim {
        "safe" => Claim::Safe,
        "unsafe" => Claim::Unsafe,
        "safe up to the bound" => Claim::SafeUpToBound,
        other => {
            return Err(format!(
                "the claim {other:?} is none of safe, unsafe, safe up to the bound"
            ));
        }
    };
    let mut properties = Vec::new();
    for word in checks.split(',') {
        let known = CHECKS.iter().find(|(name, _)| *name == word);
        let (_, ours) = known.ok_or_else(|| {
            let names = CHECKS.map(|(name, _)| name).join(", ");
            format!("the check {word:?} is none of {names}")
        })?;
        properties.extend_from_slice(ours);
    }
    let unwind = match unwind {
        "-" => None,
        number => Some(number.parse().map_err(|_| {
            format!("the bound {number:?} is neither a number of bodies nor \"-\"")
        })?),
    };
    let wishes: Result<Vec<Wish>, String> = options.split_whitespace().map(wish).collect();
    Ok(Row {
        sources,
        claim,
        properties,
        unwind,
        wishes: wishes?,
    })
}

fn wish(word: &str) -> Result<Wish, String> {
    Ok(match word {
        "-m64" => Wish::Lp64,
        "-m32" => Wish::Ilp32,
        "malloc-may-fail" => Wish::MallocMayFail,
        "havoc-externals" => Wish::HavocExternals,
        "symbolic-args" => Wish::SymbolicArguments,
        "no-unwinding-assertions" => Wish::NoUnwindingAssertions,
        other => match other.strip_prefix("-D") {
            Some(define) if !define.is_empty() => Wish::Define(define.to_owned()),
            _ => return Err(format!("the option {other:?} is not known")),
        },
    })
}

fn parse_exceptions(text: &str) -> Result<Exceptions, String> {
    let mut exceptions = Exceptions::new();
    for (line, columns) in lines(text, ["program", "of", "clause", "why"])? {
        if let Some(empty) = columns.iter().position(|column| column.trim().is_empty()) {
            return Err(format!("line {line}: column {} is empty", empty + 1));
        }
        let [program, of, clause, why] = columns.map(str::to_owned);
        let of_program = exceptions.entry(program).or_default();
        of_program.push(Exception { of, clause, why });
    }
    Ok(exceptions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "sources\tclaim\tchecks\tunwind\toptions\n";

    fn one(line: &str) -> Result<Row, String> {
        let mut rows = parse(&format!("{HEAD}{line}\n"))?;
        Ok(rows.remove(0))
    }

    #[test]
    fn a_row_becomes_our_options() {
        let row = one("a/b.c a/c.c\tunsafe\tassertion,bounds,division,leak\t8\t-m32 -DN=3 no-unwinding-assertions malloc-may-fail").unwrap();
        assert_eq!(row.sources, ["a/b.c", "a/c.c"]);
        assert_eq!(
            (row.name(), row.claim, row.model()),
            ("a/b.c", Claim::Unsafe, Model::Ilp32)
        );
        assert_eq!(row.defines().collect::<Vec<_>>(), ["N=3"]);
        assert!(row.has_open_world());
        assert_eq!(
            row.options(),
            [
                "--checks",
                "assertion,array-bounds,division-by-zero,memory-leak",
                "--unwind",
                "7",
                "--no-bound-checks",
                "--malloc-may-fail"
            ]
        );
    }

    #[test]
    fn a_row_without_a_bound_has_none() {
        let row = one("x.c\tsafe\tassertion\t-\t-m64").unwrap();
        assert_eq!(row.options(), ["--checks", "assertion"]);
        assert_eq!(row.model(), Model::Lp64);
        assert!(!row.has_open_world());
    }

    #[test]
    fn every_word_of_a_table_that_is_not_known_is_an_error_that_names_it() {
        for (line, said) in [
            (
                "x.c\tfine\tassertion\t-\t-m64",
                "line 2: the claim \"fine\"",
            ),
            (
                "x.c\tsafe\tinfinity\t-\t-m64",
                "line 2: the check \"infinity\"",
            ),
            (
                "x.c\tsafe\tassertion\tmany\t-m64",
                "line 2: the bound \"many\"",
            ),
            ("x.c\tsafe\tassertion\t-\t-O2", "line 2: the option \"-O2\""),
            ("x.c\tsafe\tassertion\t-\t-D", "line 2: the option \"-D\""),
            ("x.c\tsafe\tassertion\t-", "line 2 has 4 columns"),
            ("\tsafe\tassertion\t-\t-m64", "line 2: there is no source"),
        ] {
            let error = one(line).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
        assert!(parse("program\tclaim\n").unwrap_err().starts_with("line 1"));
    }

    #[test]
    fn every_property_of_the_mapping_is_one_of_ours() {
        let known: Vec<&str> = include_str!("../../../docs/checks.md").split('`').collect();
        for (_, properties) in CHECKS {
            for property in properties {
                assert!(known.contains(property), "{property}");
            }
        }
    }

    #[test]
    fn the_exceptions_of_this_repository_say_of_each_program_what_and_why() {
        let directory = crate::run::root().join("benchmarks/suites");
        for path in crate::run::programs(&directory, "tsv").unwrap() {
            let found = exceptions(&path).unwrap();
            assert!(!found.is_empty(), "{}", path.display());
        }
        let twice =
            parse_exceptions("program\tof\tclause\twhy\na\tclaim\t6.5\tx\na\tnative\t6.6\ty\n");
        assert_eq!(twice.unwrap()["a"].len(), 2);
        assert!(parse_exceptions("program\tof\tclause\twhy\na\tclaim\t\tx\n").is_err());
    }
}
