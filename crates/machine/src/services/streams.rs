//! Streams: standard input, output and error, and files.

use std::io::{Read, Write};
use std::rc::Rc;

use everypath_program::Position;
use everypath_term::Term;

use super::{Outcome, Stop, error, too_large};
use crate::inputs::{InputOrigin, InputRecord};
use crate::{Chain, FileSource, Machine, MachineOptions, State, StdinSource, Value};

/// The most bytes that one read or write moves.
const LARGEST: u64 = 1 << 20;
/// The most bytes of output that a state keeps per stream; later ones are dropped.
const KEPT_OUTPUT: usize = 1 << 20;
/// The most streams that are open at once.
const MOST_STREAMS: usize = 64;

/// The open streams and what was written.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    open: Vec<Option<Stream>>,
    /// The symbolic streams that delivered something.
    delivered: Vec<Delivered>,
    /// What was written to standard output and error, with the stream's number.
    written: Chain<(u8, Value)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stream {
    Input {
        source: Source,
        offset: u64,
        device: bool,
    },
    /// Standard output (1), standard error (2), or a file that is written, which is not kept (0).
    Output(u8),
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
        let stdin = Stream::Input {
            source,
            offset: 0,
            device: true,
        };
        Streams {
            open: vec![
                Some(stdin),
                Some(Stream::Output(1)),
                Some(Stream::Output(2)),
            ],
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
            delivered,
            // What was written decides nothing.
            written: _,
        } = other;
        self.open == *open && self.delivered == *delivered
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
            Some(Stream::Input { device: false, .. } | Stream::Output(0)) => 1,
            Some(_) => 2,
            None => -error::BAD_STREAM,
        }
    }

    pub fn size(&mut self, number: u64) -> i64 {
        match self.get(number) {
            Some(Stream::Input { source, .. }) => source.size().unwrap_or(0) as i64,
            Some(Stream::Output(_)) => 0,
            None => -error::BAD_STREAM,
        }
    }

    /// Moves a stream's offset: from the start (0), the present offset (1) or the end (2).
    pub fn seek(&mut self, number: u64, distance: i64, whence: u64) -> i64 {
        let Some(stream) = self.get(number) else {
            return -error::BAD_STREAM;
        };
        let Stream::Input {
            source,
            offset,
            device: false,
        } = stream
        else {
            return -error::ILLEGAL_SEEK;
        };
        let start = match whence {
            0 => 0,
            1 => *offset as i64,
            2 => source.size().unwrap_or(0) as i64,
            _ => return -error::INVALID_ARGUMENT,
        };
        match start.checked_add(distance).filter(|&target| target >= 0) {
            Some(target) => {
                *offset = target as u64;
                target
            }
            None => -error::INVALID_ARGUMENT,
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

impl Machine<'_> {
    pub(super) fn open_file(&mut self, state: &mut State, path: u64, flags: u64) -> i64 {
        /// The access mode among the flags, and write-only.
        const ACCESS_MODE: u64 = 3;
        const CREATE: u64 = 0o100;
        let mut bytes = state.memory.constant_bytes(path, 4096);
        bytes.truncate(
            bytes
                .iter()
                .position(|&byte| byte == 0)
                .unwrap_or(bytes.len()),
        );
        let path = String::from_utf8_lossy(&bytes);
        let known = self.options.files.iter().find(|file| file.path == *path);
        let stream = match (known, flags & ACCESS_MODE) {
            (Some(file), 0) => {
                let source = match &file.source {
                    FileSource::Bytes(bytes) => Source::Bytes(bytes.as_slice().into()),
                    FileSource::Symbolic(size) => Source::Symbolic {
                        name: path.as_ref().into(),
                        size: Some(*size),
                    },
                };
                Stream::Input {
                    source,
                    offset: 0,
                    device: false,
                }
            }
            (Some(_), _) => Stream::Output(0),
            (None, mode) if mode != 0 && flags & CREATE != 0 => Stream::Output(0),
            (None, _) => return -error::NO_SUCH_FILE,
        };
        state.streams().open(stream)
    }

    pub(super) fn read_stream(
        &mut self,
        state: &mut State,
        number: u64,
        address: u64,
        size: u64,
        position: Position,
    ) -> Outcome {
        let Some(Stream::Input { source, offset, .. }) = state.streams().get(number).cloned()
        else {
            return Ok(-error::BAD_STREAM);
        };
        let left = source
            .size()
            .map_or(u64::MAX, |size| size.saturating_sub(offset));
        let count = size.min(left);
        if count > LARGEST {
            return Err(too_large("read", count, LARGEST));
        }
        if count == 0 {
            return Ok(0);
        }
        self.require_object(state, true, address, position)?;
        if state.memory.place(address, count as u32, true).is_err() {
            return Err(self.bad_buffer(state, true, address, count, position));
        }
        let values: Vec<Value> = match &source {
            Source::Bytes(bytes) => {
                let start = offset as usize;
                bytes[start..start + count as usize]
                    .iter()
                    .map(|&byte| Value::Constant(byte.into()))
                    .collect()
            }
            Source::Symbolic { name, .. } => self.stream_inputs(state, name, offset, count),
            Source::Process => {
                let mut buffer = vec![0; count as usize];
                let got = std::io::stdin().read(&mut buffer).unwrap_or(0);
                buffer[..got]
                    .iter()
                    .map(|&byte| Value::Constant(byte.into()))
                    .collect()
            }
        };
        for (i, &value) in values.iter().enumerate() {
            if let Ok((object, at)) = state.memory.place(address + i as u64, 1, true) {
                state.memory.store(&mut self.terms, object, at, 1, value);
            }
        }
        if let Some(Stream::Input { offset, .. }) = state.streams().get(number) {
            *offset += values.len() as u64;
        }
        Ok(values.len() as i64)
    }

    /// The input bytes `offset` to `offset + count` of a symbolic stream.
    fn stream_inputs(
        &mut self,
        state: &mut State,
        name: &Rc<str>,
        offset: u64,
        count: u64,
    ) -> Vec<Value> {
        let delivered = &state.environment.streams.delivered;
        let index = delivered.iter().position(|entry| entry.stream == *name);
        let index = index.unwrap_or_else(|| {
            let input = state.unique_name(name);
            let delivered = &mut state.streams().delivered;
            delivered.push(Delivered {
                stream: name.clone(),
                input,
                bytes: 0,
            });
            delivered.len() - 1
        });
        let delivered = &mut state.streams().delivered[index];
        let name = delivered.input.clone();
        let known = delivered.bytes;
        delivered.bytes = known.max(offset + count);
        let (terms, source) = (&mut self.terms, &self.options.inputs);
        let mut values = |from: u64, to: u64| -> Vec<Value> {
            let indices = from..to;
            indices
                .map(|index| {
                    self.input_terms
                        .element(terms, source, &name, index, 1, false)
                })
                .collect()
        };
        if known < offset + count {
            state.inputs.push(InputRecord {
                name: name.clone(),
                element_size: 1,
                elements: values(known, offset + count),
                origin: InputOrigin::Stream,
            });
        }
        values(offset, offset + count)
    }

    pub(super) fn write_stream(
        &mut self,
        state: &mut State,
        number: u64,
        address: u64,
        size: u64,
        position: Position,
    ) -> Outcome {
        let stream = match output(state, number, size)? {
            Ok(stream) => stream,
            Err(result) => return Ok(result),
        };
        self.require_object(state, false, address, position)?;
        let Ok((object, offset)) = state.memory.place(address, size as u32, false) else {
            return Err(self.bad_buffer(state, false, address, size, position));
        };
        if stream != 0 {
            let bytes: Vec<Value> = (0..size)
                .map(|i| state.memory.load(&mut self.terms, object, offset + i, 1))
                .collect();
            self.put_out(state, stream, bytes);
        }
        Ok(size as i64)
    }

    /// The same for bytes of a heap block at a symbolic address.
    pub(super) fn write_block(
        &mut self,
        state: &mut State,
        number: u64,
        address: Term,
        size: u64,
        position: Position,
    ) -> Outcome {
        let stream = match output(state, number, size)? {
            Ok(stream) => stream,
            Err(result) => return Ok(result),
        };
        self.require_in_block(state, (address, size), false, position)?;
        if stream != 0 {
            let bytes = self.load_bytes_of_block(state, address, size);
            self.put_out(state, stream, bytes);
        }
        Ok(size as i64)
    }

    fn put_out(&mut self, state: &mut State, stream: u8, bytes: Vec<Value>) {
        if self.options.echo_output {
            echo(stream, &bytes);
        }
        let written = &mut state.streams().written;
        let room = KEPT_OUTPUT.saturating_sub(written.len());
        for byte in bytes.into_iter().take(room) {
            written.push((stream, byte));
        }
    }
}

/// The stream that a write goes to, or the result of one that is over before it begins.
fn output(state: &mut State, number: u64, size: u64) -> Result<Result<u8, i64>, Stop> {
    let Some(&mut Stream::Output(stream)) = state.streams().get(number) else {
        return Ok(Err(-error::BAD_STREAM));
    };
    if size > LARGEST {
        return Err(too_large("write", size, LARGEST));
    }
    Ok(if size == 0 { Err(0) } else { Ok(stream) })
}

/// Passes output on to this process's own stream; symbolic bytes show as `?`.
fn echo(stream: u8, bytes: &[Value]) {
    let bytes: Vec<u8> = bytes
        .iter()
        .map(|byte| byte.constant().map_or(b'?', |byte| byte as u8))
        .collect();
    // A closed pipe is no concern of the program under test.
    let _ = match stream {
        1 => {
            let mut out = std::io::stdout().lock();
            out.write_all(&bytes).and_then(|()| out.flush())
        }
        _ => std::io::stderr().lock().write_all(&bytes),
    };
}
