//! Test cases: one file per path or finding, with the inputs that lead there and what is expected to happen.
//!
//! The file is JSON (`docs/test-cases.md`): it holds all that `everypath replay` needs besides the program itself, so
//! that a case can be replayed with no other option. A reader refuses what it does not understand and says where.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::hex;

/// What the member `format` says.
pub const FORMAT: &str = "everypath-test-case";
/// The version of the format.
pub const VERSION: u32 = 2;

/// A test case as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestCase {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`VERSION`].
    pub version: u32,
    /// The program as it was named.
    pub program: String,
    /// A digest of the program's executable (FNV-1a, 64 bits, hexadecimal), to notice that it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_digest: Option<String>,
    /// The run that made it, as its options describe it; what these are is not known here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<serde_json::Value>,
    /// The files of that computer that the program was given: the path of each, and its bytes, hexadecimal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(String, String)>,
    /// What happens with these inputs.
    pub outcome: Outcome,
    /// The inputs, in the order in which the program makes them.
    pub inputs: Vec<CaseInput>,
}

/// What happens with the inputs of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// A property is violated.
    Violation {
        /// Its name.
        property: String,
        /// Where, as `0x...`.
        address: String,
        /// What was found.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        detail: String,
        /// `function at file:line:column`, for people.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        place: String,
    },
    /// The program ends.
    Exit {
        /// With this code.
        code: u64,
    },
    /// The path was cut; replay shows how far it comes.
    Cut {
        /// Why.
        reason: String,
    },
}

/// The value of one input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseInput {
    /// Its name, unique in the case.
    pub name: String,
    /// Its bytes in memory order, hexadecimal.
    pub bytes: String,
    /// Size of its elements in bytes.
    #[serde(default = "one")]
    pub element_size: u32,
    /// Where it comes from.
    #[serde(default)]
    pub origin: String,
    /// Of a number in standard input: where it stands, as in [`crate::Input`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_offset: Option<u64>,
    /// Of a number in standard input: its most characters, as in [`crate::Input`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_width: Option<u64>,
}

fn one() -> u32 {
    1
}

/// Why a test case cannot be read or written.
#[derive(Debug, Error)]
pub enum CaseError {
    /// The file system refused.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The text is not a test case; line and column are in the message.
    #[error("not a test case: {0}")]
    Syntax(#[from] serde_json::Error),
    /// The member `format` is something else.
    #[error("not a test case: `format` is \"{found}\", expected \"{FORMAT}\"")]
    Format {
        /// What it is.
        found: String,
    },
    /// Written by another version.
    #[error("test case of version {found}; this program reads version {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// A value cannot be read.
    #[error("{place}: {reason}")]
    Value {
        /// Which member.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// Two inputs have the same name.
    #[error("two inputs have the name \"{0}\"")]
    DuplicateName(String),
}

impl TestCase {
    /// Reads a case from the text of its file and checks all of it.
    pub fn parse(text: &str) -> Result<Self, CaseError> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let head: Head = serde_json::from_str(text)?;
        if head.format != FORMAT {
            return Err(CaseError::Format { found: head.format });
        }
        if head.version != VERSION {
            return Err(CaseError::Version {
                found: head.version,
            });
        }
        let case: TestCase = serde_json::from_str(text)?;
        case.validate()?;
        Ok(case)
    }

    /// Reads the case in a file.
    pub fn read(path: &Path) -> Result<Self, CaseError> {
        let text = std::fs::read_to_string(path).map_err(|error| CaseError::Io {
            path: path.to_owned(),
            error,
        })?;
        TestCase::parse(&text)
    }

    /// The text of its file.
    pub fn render(&self) -> Result<String, CaseError> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    /// The inputs by name, in order.
    pub fn input_bytes(&self) -> Result<Vec<(String, Vec<u8>)>, CaseError> {
        let read = |input: &CaseInput| {
            let place = || format!("input \"{}\"", input.name);
            Ok((input.name.clone(), decode(&input.bytes, place)?))
        };
        self.inputs.iter().map(read).collect()
    }

    /// The files that the program was given.
    pub fn given_files(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, CaseError> {
        let read = |(path, bytes): &(String, String)| {
            let place = || format!("given, \"{path}\"");
            Ok((PathBuf::from(path), decode(bytes, place)?))
        };
        self.given.iter().map(read).collect()
    }

    fn validate(&self) -> Result<(), CaseError> {
        let mut names = std::collections::BTreeSet::new();
        for (name, _) in self.input_bytes()? {
            if !names.insert(name.clone()) {
                return Err(CaseError::DuplicateName(name));
            }
        }
        if let Outcome::Violation { address, .. } = &self.outcome {
            parse_address(address).ok_or_else(|| CaseError::Value {
                place: "outcome.address".to_owned(),
                reason: format!("`{address}` is no address such as 0x10074"),
            })?;
        }
        self.given_files()?;
        Ok(())
    }
}

fn decode(text: &str, place: impl Fn() -> String) -> Result<Vec<u8>, CaseError> {
    hex::decode(text).map_err(|reason| CaseError::Value {
        place: place(),
        reason,
    })
}

/// An address written as `0x...`.
pub fn parse_address(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// The digest of an executable: FNV-1a over all bytes, 64 bits, as 16 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn sample() -> TestCase {
        TestCase {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: "sum.c".to_owned(),
            program_digest: Some(digest(b"\x7fELF")),
            job: Some(serde_json::json!({"files": ["sum.c"]})),
            given: vec![("in.txt".to_owned(), "6869".to_owned())],
            outcome: Outcome::Violation {
                property: "assertion".to_owned(),
                address: "0x10074".to_owned(),
                detail: String::new(),
                place: "main at sum.c:12:5".to_owned(),
            },
            inputs: vec![CaseInput {
                name: "size".to_owned(),
                bytes: "02000000".to_owned(),
                element_size: 4,
                origin: "memory".to_owned(),
                stream_offset: None,
                text_width: None,
            }],
        }
    }

    #[test]
    fn a_case_is_read_as_it_was_written() {
        let case = sample();
        let text = case.render().unwrap();
        assert_eq!(TestCase::parse(&text).unwrap(), case);
        assert_eq!(
            case.input_bytes().unwrap(),
            vec![("size".to_owned(), vec![2, 0, 0, 0])]
        );
    }

    #[test]
    fn numbers_of_a_job_are_read_as_they_were_written() {
        let mut case = sample();
        case.job = Some(serde_json::json!({"numbers": [1e61, 1e23, 2.2250738585072014e-308]}));
        let text = case.render().unwrap();
        assert_eq!(TestCase::parse(&text).unwrap().render().unwrap(), text);
    }

    #[test]
    fn the_digest_is_fnv_1a() {
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_eq!(digest(b"a"), "af63dc4c8601ec8c");
    }

    fn check_error(change: impl Fn(&mut TestCase), expected: Expect) {
        let mut case = sample();
        change(&mut case);
        let error = TestCase::parse(&case.render().unwrap()).unwrap_err();
        expected.assert_eq(&error.to_string());
    }

    #[test]
    fn what_is_wrong_is_named() {
        check_error(
            |case| case.version = 9,
            expect!["test case of version 9; this program reads version 2"],
        );
        check_error(
            |case| case.format = "x".to_owned(),
            expect![[r#"not a test case: `format` is "x", expected "everypath-test-case""#]],
        );
        check_error(
            |case| case.inputs[0].bytes = "0g".to_owned(),
            expect![[r#"input "size": `g` is no hexadecimal digit"#]],
        );
        check_error(
            |case| case.inputs.push(case.inputs[0].clone()),
            expect![[r#"two inputs have the name "size""#]],
        );
        check_error(
            |case| case.given[0].1 = "1".to_owned(),
            expect![[r#"given, "in.txt": 1 hexadecimal digits: bytes need an even number"#]],
        );
        let error = TestCase::parse("{").unwrap_err();
        expect!["not a test case: EOF while parsing an object at line 1 column 1"]
            .assert_eq(&error.to_string());
    }
}
