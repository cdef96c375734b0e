//! KLEE's test files, `.ktest`: the arguments of the run and the values of its objects, in the order in which the program made
//! them.
//!
//! The format is that of KLEE's tools (`ktest-tool`, `klee-replay`, `libkleeRuntest`), version 3: all numbers are 32 bits, big
//! endian; a text is its length and its bytes.

use thiserror::Error;

/// The first bytes of a file.
const MAGIC: &[u8; 5] = b"KTEST";
/// The version that is written.
const VERSION: u32 = 3;
/// Lengths above this are refused: no test has them.
const LONGEST: u32 = 1 << 28;

/// A test as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ktest {
    /// The program's name and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The objects: name and bytes.
    pub objects: Vec<(String, Vec<u8>)>,
}

/// Why bytes are no `.ktest` file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum KtestError {
    /// The first bytes are not the format's.
    #[error("no .ktest file: it does not start with KTEST")]
    Magic,
    /// The version is not known.
    #[error("version {0} of the .ktest format; 1 to {VERSION} are known")]
    Version(u32),
    /// The file ends before it should.
    #[error("the .ktest file ends at byte {at}, within {what}")]
    Truncated {
        /// Where the piece starts that is not all there.
        at: usize,
        /// The piece.
        what: &'static str,
    },
    /// A length is absurd.
    #[error("byte {at} of the .ktest file gives {what} a length of {length}")]
    Length {
        /// Where the length is.
        at: usize,
        /// What has it.
        what: &'static str,
        /// The length.
        length: u32,
    },
}

impl Ktest {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let number = |bytes: &mut Vec<u8>, number: usize| {
            bytes.extend_from_slice(&(number as u32).to_be_bytes());
        };
        let text = |bytes: &mut Vec<u8>, text: &[u8]| {
            number(bytes, text.len());
            bytes.extend_from_slice(text);
        };
        number(&mut bytes, VERSION as usize);
        number(&mut bytes, self.arguments.len());
        for argument in &self.arguments {
            text(&mut bytes, argument);
        }
        // The number of symbolic arguments and their length, which KLEE's own option fills in.
        number(&mut bytes, 0);
        number(&mut bytes, 0);
        number(&mut bytes, self.objects.len());
        for (name, value) in &self.objects {
            text(&mut bytes, name.as_bytes());
            text(&mut bytes, value);
        }
        bytes
    }

    /// Reads a file's bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, KtestError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(KtestError::Magic)?;
        let mut reader = Reader {
            bytes,
            at: bytes.len() - rest.len(),
        };
        let version = reader.number("the version")?;
        if !(1..=VERSION).contains(&version) {
            return Err(KtestError::Version(version));
        }
        let mut test = Ktest::default();
        for _ in 0..reader.number("the number of arguments")? {
            test.arguments.push(reader.text("an argument")?.to_vec());
        }
        if version >= 2 {
            reader.number("the number of symbolic arguments")?;
            reader.number("the length of symbolic arguments")?;
        }
        for _ in 0..reader.number("the number of objects")? {
            let name = String::from_utf8_lossy(reader.text("an object's name")?).into_owned();
            let value = reader.text("an object's bytes")?.to_vec();
            test.objects.push((name, value));
        }
        Ok(test)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], KtestError> {
        let at = self.at;
        let taken = self.bytes.get(at..at.saturating_add(length));
        self.at = at.saturating_add(length);
        taken.ok_or(KtestError::Truncated { at, what })
    }

    fn number(&mut self, what: &'static str) -> Result<u32, KtestError> {
        let bytes = self.take(4, what)?;
        Ok(bytes
            .iter()
            .fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn text(&mut self, what: &'static str) -> Result<&'a [u8], KtestError> {
        let at = self.at;
        let length = self.number(what)?;
        if length > LONGEST {
            return Err(KtestError::Length { at, what, length });
        }
        self.take(length as usize, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Ktest {
        Ktest {
            arguments: vec![b"prog".to_vec(), b"-x".to_vec()],
            objects: vec![("n".into(), vec![1, 0, 0, 0]), ("s".into(), vec![])],
        }
    }

    #[test]
    fn the_bytes_are_those_of_the_format() {
        let expected = [
            b"KTEST".as_slice(),
            &[0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 4],
            b"prog",
            &[0, 0, 0, 2],
            b"-x",
            &[0, 0, 0, 0, 0, 0, 0, 0],
            &[0, 0, 0, 2, 0, 0, 0, 1],
            b"n",
            &[0, 0, 0, 4, 1, 0, 0, 0],
            &[0, 0, 0, 1],
            b"s",
            &[0, 0, 0, 0],
        ]
        .concat();
        assert_eq!(example().to_bytes(), expected);
    }

    #[test]
    fn what_is_written_is_read_and_every_truncation_is_an_error() {
        let bytes = example().to_bytes();
        assert_eq!(Ktest::parse(&bytes), Ok(example()));
        for length in 0..bytes.len() {
            assert!(Ktest::parse(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn absurd_lengths_and_versions_are_errors() {
        let absurd = [
            b"KTEST".as_slice(),
            &[0, 0, 0, 3, 0, 0, 0, 1, 255, 255, 255, 255],
        ]
        .concat();
        assert_eq!(
            Ktest::parse(&absurd),
            Err(KtestError::Length {
                at: 13,
                what: "an argument",
                length: u32::MAX
            })
        );
        let newer = [b"KTEST".as_slice(), &[0, 0, 0, 9]].concat();
        assert_eq!(Ktest::parse(&newer), Err(KtestError::Version(9)));
    }
}
