//! The table of assumptions: what a run takes for granted about the world around the program.
//!
//! A verdict holds for the world that the run assumed. So each assumption is a row here, and where a path makes use of one,
//! the record names it with its place. A [`World`] says which of them a run makes; those that it leaves open are not made, the
//! program then meets all that the row says could be otherwise.

use std::fmt::{Display, Formatter};

use serde::{Deserialize, Serialize};

/// The most bytes of standard input, where their number is open.
pub const OPEN_INPUT: u64 = 64;
/// The most bytes of a file, where their number is open.
pub const OPEN_FILE: u64 = 16;
/// The most arguments behind the program's name, where their number is open.
pub const OPEN_ARGUMENTS: u64 = 16;
/// The most bytes of an argument or of the value of an environment variable, where they are open.
pub const OPEN_TEXT: u64 = 8;

/// The bytes of an array of unknown size that no file defines.
pub const OPEN_ARRAY: u64 = 4096;

/// Something that a run takes for granted about the world, where the program cannot know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Assumption {
    /// Standard input has no bytes.
    EmptyInput,
    /// Standard input has no more bytes than are modelled.
    InputLength,
    /// There are no arguments but the program's name.
    NoArguments,
    /// There are no more and no longer arguments than are modelled.
    ArgumentLength,
    /// No environment variable is set but those that are given.
    NoVariables,
    /// The values of environment variables are not longer than is modelled.
    VariableLength,
    /// The list of environment variables has those that are given.
    ListedVariables,
    /// There are no files but those that are given.
    NoFiles,
    /// Files have no more bytes than are modelled.
    FileLength,
    /// There is memory for every request that is not absurd.
    EnoughMemory,
    /// Pseudo-random numbers are those of glibc.
    RandomNumbers,
    /// Functions that draw numbers from a state of the program's own do so as in glibc.
    SeededNumbers,
    /// The clocks show given times.
    Clock,
    /// The process has given numbers: its own, its parent's, its user's.
    Identity,
    /// The system answers questions about itself in one way: names, limits, processors, locales.
    System,
    /// Objects have the addresses that the machine gave them.
    Addresses,
    /// Variables that no file defines, arrays of unknown size, have a given size.
    ExternalSize,
    /// Functions without an exact result have the values of one library.
    FunctionValues,
    /// Numbers of standard input fit the objects that they are read into.
    NumbersFit,
    /// Functions that no file defines return any value, and do nothing else.
    ExternalCalls,
    /// Requests for much memory fail.
    LargeRequests,
    /// Nothing that is no more is used by an address that another object has by now.
    AddressesUsedOnce,
}

/// How much of the world a run leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum World {
    /// Nothing: every assumption is made, and all runs on equal inputs are equal.
    Fixed,
    /// What costs no end of the search: standard input, pseudo-random numbers, clocks, process numbers.
    #[default]
    Usual,
    /// All that can be: arguments, environment variables, files and the success of allocations too.
    Open,
}

impl World {
    /// All worlds, from the most given to the most open one.
    pub const ALL: [World; 3] = [World::Fixed, World::Usual, World::Open];

    /// Its name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            World::Fixed => "fixed",
            World::Usual => "usual",
            World::Open => "open",
        }
    }

    /// The world of this name.
    pub fn from_name(name: &str) -> Option<World> {
        Self::ALL.into_iter().find(|world| world.name() == name)
    }

    /// The assumptions that it leaves open.
    pub fn open(self) -> AssumptionSet {
        let mut open = AssumptionSet::NONE;
        for assumption in Assumption::ALL {
            let first = assumption.info().opened;
            open.set(assumption, first.is_some_and(|first| self >= first));
        }
        open
    }
}

/// What the table says of one assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumptionInfo {
    /// Its name in reports for machines, and in the C library.
    pub name: &'static str,
    /// What is assumed, as a sentence without an end.
    pub words: String,
    /// What the program does where it relies on it.
    pub used: &'static str,
    /// The first world that leaves it open; nothing if none does.
    pub opened: Option<World>,
    /// The options that leave it open or say what holds instead.
    pub advice: Option<&'static str>,
}

impl Assumption {
    /// All assumptions, in the order of the table.
    pub const ALL: [Assumption; 22] = [
        Assumption::EmptyInput,
        Assumption::InputLength,
        Assumption::NoArguments,
        Assumption::ArgumentLength,
        Assumption::NoVariables,
        Assumption::VariableLength,
        Assumption::ListedVariables,
        Assumption::NoFiles,
        Assumption::FileLength,
        Assumption::EnoughMemory,
        Assumption::RandomNumbers,
        Assumption::SeededNumbers,
        Assumption::Clock,
        Assumption::Identity,
        Assumption::System,
        Assumption::Addresses,
        Assumption::ExternalSize,
        Assumption::FunctionValues,
        Assumption::NumbersFit,
        Assumption::ExternalCalls,
        Assumption::LargeRequests,
        Assumption::AddressesUsedOnce,
    ];

    /// The assumption of this name.
    pub fn from_name(name: &str) -> Option<Assumption> {
        let mut all = Self::ALL.into_iter();
        all.find(|assumption| assumption.info().name == name)
    }

    /// Its number in the table, by which programs name it.
    pub fn number(self) -> u64 {
        self as u64
    }

    /// The assumption of this number.
    pub fn from_number(number: u64) -> Option<Assumption> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Its row in the table.
    pub fn info(self) -> AssumptionInfo {
        let row = |name, words: &str, used, opened, advice| AssumptionInfo {
            name,
            words: words.to_owned(),
            used,
            opened,
            advice,
        };
        match self {
            Assumption::EmptyInput => row(
                "empty-input",
                "standard input is empty",
                "read",
                Some(World::Usual),
                Some("--world usual or --symbolic-stdin N leaves it open"),
            ),
            Assumption::InputLength => row(
                "input-length",
                &format!("standard input has at most {OPEN_INPUT} bytes"),
                "read",
                None,
                Some("--symbolic-stdin N gives it N bytes"),
            ),
            Assumption::NoArguments => row(
                "no-arguments",
                "the program has no arguments (argc is 1)",
                "taken",
                Some(World::Open),
                Some("--open-args or --symbolic-args LEN,.. leaves it open"),
            ),
            Assumption::ArgumentLength => row(
                "argument-length",
                &format!(
                    "the program has at most {OPEN_ARGUMENTS} arguments, each of at most {OPEN_TEXT} bytes"
                ),
                "taken",
                None,
                Some("--symbolic-args LEN,.. gives others"),
            ),
            Assumption::NoVariables => row(
                "no-variables",
                "no environment variable is set but those of --variable",
                "looked at",
                Some(World::Open),
                Some("--world open leaves it open"),
            ),
            Assumption::VariableLength => row(
                "variable-length",
                &format!("values of environment variables have at most {OPEN_TEXT} bytes"),
                "looked at",
                None,
                Some("--variable NAME=VALUE sets one"),
            ),
            Assumption::ListedVariables => row(
                "listed-variables",
                "the list of environment variables has those of --variable and no others",
                "taken",
                None,
                Some("--variable NAME=VALUE sets one"),
            ),
            Assumption::NoFiles => row(
                "no-files",
                "there are no files but those of --file and --symbolic-file",
                "opened",
                Some(World::Open),
                Some("--world open or --symbolic-file NAME=SIZE leaves it open"),
            ),
            Assumption::FileLength => row(
                "file-length",
                &format!("files have at most {OPEN_FILE} bytes"),
                "read",
                None,
                Some("--symbolic-file NAME=SIZE gives one SIZE bytes"),
            ),
            Assumption::EnoughMemory => row(
                "enough-memory",
                "memory does not run out",
                "allocated",
                Some(World::Open),
                Some("--malloc-may-fail leaves it open"),
            ),
            Assumption::RandomNumbers => row(
                "random-numbers",
                "pseudo-random numbers are those of glibc",
                "drawn",
                Some(World::Usual),
                Some("--world usual leaves them open"),
            ),
            Assumption::SeededNumbers => row(
                "seeded-numbers",
                "rand_r draws the numbers of glibc",
                "drawn",
                None,
                None,
            ),
            Assumption::Clock => row(
                "clock",
                "clocks start at given times and advance by a microsecond each time they are read",
                "read",
                Some(World::Usual),
                Some("--world usual leaves them open, in C programs"),
            ),
            Assumption::Identity => row(
                "identity",
                "the process has given numbers of its own, its parent and its user",
                "asked for",
                Some(World::Usual),
                Some("--world usual leaves them open, in C programs"),
            ),
            Assumption::System => row(
                "system",
                "the system has the names, limits, directories, locale and time zone of a plain one, and is used as such",
                "asked for",
                None,
                None,
            ),
            Assumption::Addresses => row(
                "addresses",
                "objects have the addresses that Everypath gave them",
                "looked at",
                None,
                None,
            ),
            Assumption::ExternalSize => row(
                "external-size",
                &format!("variables of unknown size that no file defines have {OPEN_ARRAY} bytes"),
                "used",
                None,
                Some("add the file that defines it"),
            ),
            Assumption::FunctionValues => row(
                "function-values",
                "functions without an exact result (sin, exp, pow) have the values of musl's C library, those of 80 and 128 bits the nearest numbers",
                "called",
                None,
                None,
            ),
            Assumption::NumbersFit => row(
                "numbers-fit",
                "numbers on standard input fit the objects that scanf reads them into",
                "read",
                Some(World::Open),
                Some("--world open leaves it open"),
            ),
            Assumption::ExternalCalls => row(
                "external-calls",
                "functions that no file defines return any value, and write to no memory",
                "called",
                None,
                Some("add the file that defines them"),
            ),
            Assumption::LargeRequests => row(
                "large-requests",
                "there is no memory for requests above 8 GiB, or 256 MiB where addresses have 32 bits",
                "allocated",
                None,
                None,
            ),
            Assumption::AddressesUsedOnce => row(
                "addresses-used-once",
                "where addresses have 32 bits and all are used up, no pointer to an object that is no more is used for the one that has its address then",
                "allocated",
                None,
                Some("--target lp64 uses no address twice"),
            ),
        }
    }
}

impl Display for Assumption {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.info().name)
    }
}

/// A set of assumptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AssumptionSet(u32);

impl AssumptionSet {
    /// No assumption.
    pub const NONE: AssumptionSet = AssumptionSet(0);

    /// Whether it has this assumption.
    pub fn contains(self, assumption: Assumption) -> bool {
        self.0 >> assumption.number() & 1 == 1
    }

    /// Adds or takes away an assumption.
    pub fn set(&mut self, assumption: Assumption, present: bool) {
        let bit = 1 << assumption.number();
        match present {
            true => self.0 |= bit,
            false => self.0 &= !bit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_lead_back_to_the_row() {
        for (index, assumption) in (0..).zip(Assumption::ALL) {
            assert_eq!(assumption.number(), index);
            assert_eq!(Assumption::from_number(index), Some(assumption));
            assert_eq!(
                Assumption::from_name(assumption.info().name),
                Some(assumption)
            );
        }
        assert_eq!(Assumption::from_number(Assumption::ALL.len() as u64), None);
    }

    #[test]
    fn each_world_leaves_open_what_the_one_before_does() {
        assert_eq!(World::Fixed.open(), AssumptionSet::NONE);
        for assumption in Assumption::ALL {
            let usual = World::Usual.open().contains(assumption);
            assert!(!usual || World::Open.open().contains(assumption));
        }
        assert!(World::Usual.open().contains(Assumption::RandomNumbers));
        assert!(!World::Usual.open().contains(Assumption::EnoughMemory));
        assert!(World::Open.open().contains(Assumption::EnoughMemory));
    }
}
