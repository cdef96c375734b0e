//! The way to GDB: bytes that come are read by a thread of their own, so that a run can look for an interrupt at no cost.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use gdbstub::conn::{Connection, ConnectionExt};

/// So many bytes are read at once.
const PIECE: usize = 4096;

/// A connection to GDB.
pub struct Link {
    incoming: Receiver<io::Result<Vec<u8>>>,
    /// What came, and how much of it was taken.
    piece: Vec<u8>,
    taken: usize,
    outgoing: Vec<u8>,
    output: Box<dyn Write>,
}

impl Link {
    /// A connection over TCP.
    ///
    /// # Errors
    /// If the system refuses what that takes.
    pub fn tcp(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Self::new(stream.try_clone()?, stream)
    }

    /// Standard input and output of this process.
    ///
    /// # Errors
    /// If the system refuses what that takes.
    pub fn standard() -> io::Result<Self> {
        Self::new(io::stdin(), io::stdout())
    }

    fn new(
        mut input: impl Read + Send + 'static,
        output: impl Write + 'static,
    ) -> io::Result<Self> {
        let (sender, incoming) = channel();
        let thread = std::thread::Builder::new().name("from gdb".to_owned());
        thread.spawn(move || {
            let mut buffer = [0; PIECE];
            loop {
                let piece = match input.read(&mut buffer) {
                    Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
                    Ok(count) => Ok(buffer[..count].to_vec()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_last = piece.is_err();
                if sender.send(piece).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Link {
            incoming,
            piece: Vec::new(),
            taken: 0,
            outgoing: Vec::new(),
            output: Box::new(output),
        })
    }

    /// Takes what came, if all before it was taken.
    fn take(&mut self, piece: io::Result<Vec<u8>>) -> io::Result<()> {
        self.piece = piece?;
        self.taken = 0;
        Ok(())
    }

    /// Writes text to GDB's console, which is possible while GDB waits for the program to stop.
    pub(crate) fn console(&mut self, text: &[u8]) -> io::Result<()> {
        for part in text.chunks(PIECE) {
            let digits: String = part.iter().map(|byte| format!("{byte:02x}")).collect();
            let packet = format!("O{digits}");
            let sum = packet.bytes().fold(0u8, u8::wrapping_add);
            write!(self.outgoing, "${packet}#{sum:02x}")?;
        }
        Connection::flush(self)
    }
}

impl Connection for Link {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.outgoing.push(byte);
        Ok(())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.outgoing.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.outgoing)?;
        self.outgoing.clear();
        self.output.flush()
    }
}

impl ConnectionExt for Link {
    fn read(&mut self) -> io::Result<u8> {
        while self.taken == self.piece.len() {
            let gone = || Err(io::ErrorKind::UnexpectedEof.into());
            let piece = self.incoming.recv().unwrap_or_else(|_| gone());
            self.take(piece)?;
        }
        let byte = self.piece[self.taken];
        self.taken += 1;
        Ok(byte)
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.taken == self.piece.len() {
            match self.incoming.try_recv() {
                Ok(piece) => self.take(piece)?,
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
        }
        Ok(self.piece.get(self.taken).copied())
    }
}
