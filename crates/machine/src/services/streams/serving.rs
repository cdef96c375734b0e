//! Services on streams.

use std::io::{Read, Write};
use std::rc::Rc;

use everypath_program::{Assumption, NumberKind, Position};
use everypath_term::Term;

use super::name::FileName;
use super::{Contents, Delivered, File, KEPT_OUTPUT, Source, Stream};
use crate::halt::Halt;
use crate::inputs::{InputOrigin, InputRecord};
use crate::services::outcome::{Outcome, error, too_large};
use crate::{CutReason, Event, FileSource, Machine, State, Value};

/// The most bytes that one read or write moves.
const LARGEST: u64 = 1 << 20;

impl Machine<'_> {
    pub(in crate::services) fn open_file(
        &mut self,
        state: &mut State,
        path: u64,
        flags: u64,
        position: Position,
    ) -> Outcome {
        /// The access mode among the flags: 0 reads, 1 writes, 2 does both.
        const ACCESS_MODE: u64 = 3;
        const CREATE: u64 = 0o100;
        const EXCLUSIVE: u64 = 0o200;
        const TRUNCATE: u64 = 0o1000;
        const APPEND: u64 = 0o2000;
        let (readable, writable) = match flags & ACCESS_MODE {
            0 => (true, false),
            1 => (false, true),
            2 => (true, true),
            _ => return Ok(-error::INVALID_ARGUMENT),
        };
        let Some(name) = self.file_name(state, path, position)? else {
            return Ok(-error::NAME_TOO_LONG);
        };
        let given = self.options.files.iter();
        let given: Vec<_> = given.map(|file| (FileName::of(&file.path), file)).collect();
        let opened = state.streams().files.iter().map(|file| &file.name);
        let mut known = opened.chain(given.iter().map(|(name, _)| name));
        if known.any(|known| *known != name && name.may_be(known)) {
            let what = "a file whose name depends on inputs, where there are others".to_owned();
            return Err(Halt::Behind(Event::Cut(CutReason::Unsupported(what))));
        }
        let contents = match state.streams().file(&name) {
            Some(_) => None,
            None => (given.iter())
                .find(|(given, _)| *given == name)
                .map(|(_, file)| match &file.source {
                    FileSource::Bytes(bytes) => Source::Bytes(bytes.as_slice().into()),
                    FileSource::Symbolic(size) => Source::Symbolic {
                        name: file.path.as_str().into(),
                        size: Some(*size),
                    },
                }),
        };
        let exists = contents.is_some() || state.streams().file(&name).is_some();
        if !exists {
            self.assumes(state, Assumption::NoFiles, position);
        }
        if exists && flags & CREATE != 0 && flags & EXCLUSIVE != 0 {
            return Ok(-error::FILE_EXISTS);
        }
        if !exists && flags & CREATE == 0 {
            return Ok(-error::NO_SUCH_FILE);
        }
        let streams = state.streams();
        let file = streams.file(&name).unwrap_or_else(|| {
            streams.files.push(File {
                name,
                contents: match contents {
                    Some(source) => Contents::Given(source),
                    None => Contents::Written(Rc::default()),
                },
            });
            streams.files.len() - 1
        });
        let stream = streams.open(Stream::File {
            file,
            offset: 0,
            readable,
            writable,
            append: flags & APPEND != 0,
        });
        if stream >= 0 && writable && flags & TRUNCATE != 0 {
            streams.files[file].contents = Contents::Written(Rc::default());
        }
        Ok(stream)
    }

    pub(in crate::services) fn read_stream(
        &mut self,
        state: &mut State,
        number: u64,
        address: u64,
        size: u64,
        position: Position,
    ) -> Outcome {
        let (contents, offset) = match state.streams().get(number).cloned() {
            Some(Stream::Input { source, offset }) => {
                if source.size() == Some(0) && size > 0 {
                    self.assumes(state, Assumption::EmptyInput, position);
                }
                (Contents::Given(source), offset)
            }
            Some(Stream::File {
                file,
                offset,
                readable: true,
                ..
            }) => (state.streams().files[file].contents.clone(), offset),
            Some(
                Stream::Output(_)
                | Stream::File {
                    readable: false, ..
                },
            )
            | None => return Ok(-error::BAD_STREAM),
        };
        let available = match &contents {
            Contents::Given(source) => source.size(),
            Contents::Written(bytes) => Some(bytes.len() as u64),
        };
        let left = available.map_or(u64::MAX, |size| size.saturating_sub(offset));
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
        let values = self.contents(state, &contents, offset, count);
        for (i, &value) in values.iter().enumerate() {
            if let Ok((object, at)) = state.memory.place(address + i as u64, 1, true) {
                state.memory.store(&mut self.terms, object, at, 1, value);
            }
        }
        let count = values.len() as u64;
        state.streams().move_to(number, offset + count);
        Ok(count as i64)
    }

    /// The bytes `offset` to `offset + count`, which are there; fewer only of this process's standard input.
    fn contents(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: u64,
        count: u64,
    ) -> Vec<Value> {
        let range = offset as usize..(offset + count) as usize;
        let constant = |&byte: &u8| Value::Constant(byte.into());
        match contents {
            Contents::Written(bytes) => bytes.get(range).unwrap_or_default().to_vec(),
            Contents::Given(Source::Bytes(bytes)) => {
                let bytes = bytes.get(range).unwrap_or_default();
                bytes.iter().map(constant).collect()
            }
            Contents::Given(Source::Symbolic { name, .. }) => {
                self.stream_inputs(state, name, offset, count)
            }
            Contents::Given(Source::Process) => {
                let mut buffer = vec![0; count as usize];
                let got = std::io::stdin().read(&mut buffer).unwrap_or(0);
                buffer[..got].iter().map(constant).collect()
            }
        }
    }

    /// The input bytes `offset` to `offset + count` of a symbolic stream.
    fn stream_inputs(
        &mut self,
        state: &mut State,
        name: &Rc<str>,
        offset: u64,
        count: u64,
    ) -> Vec<Value> {
        let index = delivered_by(state, name);
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

    /// A number in standard input: the next of what it delivers, as a byte would be.
    pub(in crate::services) fn read_number(
        &mut self,
        state: &mut State,
        address: u64,
        size: u64,
        kind: u64,
        position: Position,
    ) -> Outcome {
        let standard_input = state.streams().get(0).cloned();
        let Some(Stream::Input {
            source:
                Source::Symbolic {
                    name,
                    size: available,
                },
            offset,
        }) = standard_input
        else {
            return Ok(0);
        };
        let (kind, width) = (kind & 0xff, kind >> 8);
        let (Some(kind), 1 | 2 | 4 | 8) = (NumberKind::from_number(kind), size) else {
            return Ok(-error::INVALID_ARGUMENT);
        };
        if available.is_some_and(|available| offset >= available) {
            return Ok(0);
        }
        self.require_object(state, true, address, position)?;
        let Ok((object, at)) = state.memory.place(address, size as u32, true) else {
            return Err(self.bad_buffer(state, true, address, size, position));
        };
        let origin = InputOrigin::Number {
            kind,
            stream_offset: offset,
            width: (width > 0).then_some(width),
        };
        let size = size as u32;
        let number = self.fresh_elements(state, "stdin number", size.into(), origin, size);
        for value in number {
            state.memory.store(&mut self.terms, object, at, size, value);
        }
        let index = delivered_by(state, &name);
        let delivered = &mut state.streams().delivered[index];
        delivered.bytes = offset + 1;
        delivered.numbers = (delivered.numbers.iter().copied())
            .chain([offset])
            .collect();
        let name = delivered.input.clone();
        state.inputs.push(InputRecord {
            name,
            element_size: 1,
            elements: vec![Value::Constant(b' '.into())],
            origin: InputOrigin::Stream,
        });
        state.streams().move_to(0, offset + 1);
        Ok(1)
    }

    pub(in crate::services) fn write_stream(
        &mut self,
        state: &mut State,
        number: u64,
        address: u64,
        size: u64,
        position: Position,
    ) -> Outcome {
        if let Err(result) = writable(state, number, size)? {
            return Ok(result);
        }
        self.require_object(state, false, address, position)?;
        let Ok((object, offset)) = state.memory.place(address, size as u32, false) else {
            return Err(self.bad_buffer(state, false, address, size, position));
        };
        self.define(state, object, offset, size, Some(position))?;
        let bytes: Vec<Value> = (0..size)
            .map(|i| state.memory.load(&mut self.terms, object, offset + i, 1))
            .collect();
        self.put_out(state, number, bytes)
    }

    /// The same for bytes of a heap block at a symbolic address.
    pub(in crate::services) fn write_block(
        &mut self,
        state: &mut State,
        number: u64,
        address: Term,
        size: u64,
        position: Position,
    ) -> Outcome {
        if let Err(result) = writable(state, number, size)? {
            return Ok(result);
        }
        self.require_in_block(state, (address, size), false, position)?;
        let bytes = self.load_bytes_of_block(state, address, size);
        self.put_out(state, number, bytes)
    }

    fn put_out(&mut self, state: &mut State, number: u64, bytes: Vec<Value>) -> Outcome {
        let size = bytes.len() as i64;
        match state.streams().get(number).cloned() {
            Some(Stream::Output(stream)) => {
                if self.options.echo_output {
                    echo(stream, &bytes);
                }
                let written = &mut state.streams().written;
                let room = KEPT_OUTPUT.saturating_sub(written.len());
                for byte in bytes.into_iter().take(room) {
                    written.push((stream, byte));
                }
            }
            Some(Stream::File {
                file,
                offset,
                append,
                ..
            }) => {
                let streams = state.streams();
                let start = if append {
                    streams.files[file].size()
                } else {
                    offset
                };
                let end = start + bytes.len() as u64;
                if end > LARGEST {
                    return Err(too_large("a file that is written,", end, LARGEST));
                }
                let mut contents = self.owned_contents(state, file);
                let kept = Rc::make_mut(&mut contents);
                let (start, end) = (start as usize, end as usize);
                if kept.len() < end {
                    kept.resize(end, Value::Constant(0));
                }
                kept[start..end].copy_from_slice(&bytes);
                let streams = state.streams();
                streams.files[file].contents = Contents::Written(contents);
                streams.move_to(number, end as u64);
            }
            Some(Stream::Input { .. }) | None => return Ok(-error::BAD_STREAM),
        }
        Ok(size)
    }

    /// All bytes of a file, taken out of it so that they can be changed in place.
    fn owned_contents(&mut self, state: &mut State, file: usize) -> Rc<Vec<Value>> {
        let nothing = Contents::Written(Rc::default());
        let contents = std::mem::replace(&mut state.streams().files[file].contents, nothing);
        match contents {
            Contents::Written(bytes) => bytes,
            Contents::Given(source) => {
                let size = source.size().unwrap_or(0);
                Rc::new(self.contents(state, &Contents::Given(source), 0, size))
            }
        }
    }
}

/// The entry of what a symbolic stream delivers, by its index.
fn delivered_by(state: &mut State, name: &Rc<str>) -> usize {
    let delivered = &state.environment.streams.delivered;
    let index = delivered.iter().position(|entry| entry.stream == *name);
    index.unwrap_or_else(|| {
        let input = state.names.unique(name);
        let delivered = &mut state.streams().delivered;
        delivered.push(Delivered {
            stream: name.clone(),
            input,
            bytes: 0,
            numbers: Rc::default(),
        });
        delivered.len() - 1
    })
}

/// Whether a write goes on; else its result.
fn writable(state: &mut State, number: u64, size: u64) -> Result<Result<(), i64>, Halt> {
    match state.streams().get(number) {
        Some(Stream::Output(_) | Stream::File { writable: true, .. }) => {}
        Some(
            Stream::Input { .. }
            | Stream::File {
                writable: false, ..
            },
        )
        | None => return Ok(Err(-error::BAD_STREAM)),
    }
    if size > LARGEST {
        return Err(too_large("write", size, LARGEST));
    }
    Ok(if size == 0 { Err(0) } else { Ok(()) })
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
