//! Streams: standard input, output and error, and files.
//!
//! A file of the run keeps what is written to it, for as long as the path lasts. Its bytes are taken from where it came from when they
//! are read; the first write takes them all.

mod name;
mod serving;

use std::rc::Rc;

use self::name::FileName;
use super::outcome::error;
use crate::{Chain, MachineOptions, StdinSource, Value};

/// The most bytes of output that a state keeps per stream; later ones are dropped.
const KEPT_OUTPUT: usize = 1 << 20;
/// The most streams that are open at once.
const MOST_STREAMS: usize = 64;

/// The open streams and what was written.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    open: Vec<Option<Stream>>,
    /// The files that were opened, in the order in which they first were.
    files: Vec<File>,
    /// The symbolic streams that delivered something.
    delivered: Vec<Delivered>,
    /// What was written to standard output and error, with the stream's number.
    written: Chain<(u8, Value)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stream {
    /// Standard input.
    Input { source: Source, offset: u64 },
    /// Standard output (1) or standard error (2).
    Output(u8),
    /// A file, by its number.
    File {
        file: usize,
        offset: u64,
        readable: bool,
        writable: bool,
        /// Whether every write goes to the end.
        append: bool,
    },
}

/// A file of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct File {
    name: FileName,
    contents: Contents,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Contents {
    /// What the run gave.
    Given(Source),
    /// What the program made of it.
    Written(Rc<Vec<Value>>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Bytes(Rc<[u8]>),
    /// Fresh inputs under this name; so many, or without end.
    Symbolic {
        name: Rc<str>,
        size: Option<u64>,
    },
    /// The standard input of this process.
    Process,
}

/// What a symbolic stream delivered, over all times that it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Delivered {
    stream: Rc<str>,
    /// The name of its inputs, unique on the path.
    input: Rc<str>,
    bytes: u64,
    /// Where numbers stand instead of bytes.
    numbers: Rc<[u64]>,
}

impl Streams {
    pub fn new(options: &MachineOptions) -> Self {
        let source = match &options.stdin {
            StdinSource::Bytes(bytes) => Source::Bytes(bytes.as_slice().into()),
            StdinSource::Symbolic(size) => Source::Symbolic {
                name: "stdin".into(),
                size: *size,
            },
            StdinSource::Inherit => Source::Process,
        };
        let stdin = Stream::Input { source, offset: 0 };
        Streams {
            open: vec![
                Some(stdin),
                Some(Stream::Output(1)),
                Some(Stream::Output(2)),
            ],
            files: Vec::new(),
            delivered: Vec::new(),
            written: Chain::new(),
        }
    }

    pub fn output(&self, stream: u8) -> Vec<Value> {
        let written = self.written.to_vec();
        let here = written.into_iter().filter(|&(to, _)| to == stream);
        here.map(|(_, value)| value).collect()
    }

    /// Whether the same streams are open, at the same places.
    pub fn agree_with(&self, other: &Streams) -> bool {
        let Streams {
            open,
            files,
            delivered,
            // What was written decides nothing.
            written: _,
        } = other;
        self.open == *open && self.files == *files && self.delivered == *delivered
    }

    /// The same, but for how far an endless input was read. Standard input is opened once, so nobody reads the same bytes again; with files
    /// it is not looked at whether somebody does.
    pub fn agree_but_for_reading(&self, other: &Streams) -> bool {
        if self.agree_with(other) {
            return true;
        }
        let only_input = self.files.is_empty() && other.files.is_empty();
        let same = |(one, two): (&Option<Stream>, &Option<Stream>)| match (one, two) {
            (
                Some(Stream::Input { source, offset: _ }),
                Some(Stream::Input {
                    source: Source::Symbolic { name, size: None },
                    offset: _,
                }),
            ) => matches!(source, Source::Symbolic { name: same, size: None } if same == name),
            (one, two) => one == two,
        };
        only_input
            && self.open.len() == other.open.len()
            && self.open.iter().zip(&other.open).all(same)
    }

    fn get(&mut self, number: u64) -> Option<&mut Stream> {
        self.open.get_mut(usize::try_from(number).ok()?)?.as_mut()
    }

    fn open(&mut self, stream: Stream) -> i64 {
        let free = self
            .open
            .iter()
            .position(Option::is_none)
            .unwrap_or(self.open.len());
        if free == self.open.len() {
            if free == MOST_STREAMS {
                return -error::OUT_OF_MEMORY;
            }
            self.open.push(None);
        }
        self.open[free] = Some(stream);
        free as i64
    }

    pub fn close(&mut self, number: u64) -> i64 {
        if self.get(number).is_none() {
            return -error::BAD_STREAM;
        }
        self.open[number as usize] = None;
        0
    }

    pub fn kind(&mut self, number: u64) -> i64 {
        match self.get(number) {
            Some(Stream::File { .. }) => 1,
            Some(Stream::Input { .. } | Stream::Output(_)) => 2,
            None => -error::BAD_STREAM,
        }
    }

    pub fn size(&mut self, number: u64) -> i64 {
        match self.get(number) {
            Some(Stream::Input { source, .. }) => source.size().unwrap_or(0) as i64,
            Some(Stream::Output(_)) => 0,
            Some(&mut Stream::File { file, .. }) => self.files[file].size() as i64,
            None => -error::BAD_STREAM,
        }
    }

    /// The number of the file of this name, if it was opened before.
    fn file(&self, name: &FileName) -> Option<usize> {
        self.files.iter().position(|file| file.name == *name)
    }

    /// Moves a stream's offset: from the start (0), the present offset (1) or the end (2).
    pub fn seek(&mut self, number: u64, distance: i64, whence: u64) -> i64 {
        let (file, offset) = match self.get(number) {
            Some(&mut Stream::File { file, offset, .. }) => (file, offset),
            Some(Stream::Input { .. } | Stream::Output(_)) => return -error::ILLEGAL_SEEK,
            None => return -error::BAD_STREAM,
        };
        let start = match whence {
            0 => 0,
            1 => offset as i64,
            2 => self.files[file].size() as i64,
            _ => return -error::INVALID_ARGUMENT,
        };
        match start.checked_add(distance).filter(|&target| target >= 0) {
            Some(target) => {
                self.move_to(number, target as u64);
                target
            }
            None => -error::INVALID_ARGUMENT,
        }
    }

    fn move_to(&mut self, number: u64, target: u64) {
        if let Some(Stream::Input { offset, .. } | Stream::File { offset, .. }) = self.get(number) {
            *offset = target;
        }
    }
}

impl File {
    fn size(&self) -> u64 {
        match &self.contents {
            Contents::Given(source) => source.size().unwrap_or(0),
            Contents::Written(bytes) => bytes.len() as u64,
        }
    }
}

impl Source {
    fn size(&self) -> Option<u64> {
        match self {
            Source::Bytes(bytes) => Some(bytes.len() as u64),
            Source::Symbolic { size, .. } => *size,
            Source::Process => None,
        }
    }
}
