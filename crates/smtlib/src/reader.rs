//! Bytes to commands: the lexical rules and S-expressions of SMT-LIB 2.6 (sections 3.1 and 3.2), with positions.
//!
//! A command is read as soon as its last parenthesis has come, so that a session over a pipe gets its answer. It is a flat list
//! of nodes, each list with the place where it ends: nothing recurses on the depth of a term, neither reading nor dropping it.

use std::io::Read;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::error::{Error, Position};

/// The number of a text in [`Texts`]: equal numbers are equal texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Text(u32);

/// All symbols, numerals and so on of a script, each once.
#[derive(Default, Debug)]
pub struct Texts {
    texts: Vec<Rc<str>>,
    numbers: FxHashMap<Rc<str>, u32>,
}

impl Texts {
    /// The number of a text.
    pub fn intern(&mut self, text: &str) -> Text {
        if let Some(&number) = self.numbers.get(text) {
            return Text(number);
        }
        let number = self.texts.len() as u32;
        let shared: Rc<str> = Rc::from(text);
        self.texts.push(shared.clone());
        self.numbers.insert(shared, number);
        Text(number)
    }

    /// The text of a number.
    pub fn get(&self, text: Text) -> &str {
        &self.texts[text.0 as usize]
    }
}

/// What a node of a command is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A list; it ends before the node of this number.
    List(usize),
    /// A symbol.
    Symbol(Text),
    /// A symbol between bars, which never is a word of the language.
    Quoted(Text),
    /// A keyword, with its colon.
    Keyword(Text),
    /// A numeral.
    Numeral(Text),
    /// A decimal.
    Decimal(Text),
    /// The digits of a hexadecimal constant.
    Hexadecimal(Text),
    /// The digits of a binary constant.
    Binary(Text),
    /// The contents of a string.
    String(Text),
}

/// A node of a command and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Where it begins.
    pub position: Position,
}

/// One command, or a part of one: node 0 is the whole.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The node of a number.
    pub fn node(&self, at: usize) -> Node {
        self.nodes[at]
    }

    /// The number behind the node at `at` and all that it contains.
    pub fn behind(&self, at: usize) -> usize {
        match self.nodes[at].kind {
            Kind::List(end) => end,
            _ => at + 1,
        }
    }

    /// The elements of the list at `at`; `None` if it is none.
    pub fn elements(&self, at: usize) -> Option<Vec<usize>> {
        let Kind::List(end) = self.nodes[at].kind else {
            return None;
        };
        let mut elements = Vec::new();
        let mut next = at + 1;
        while next < end {
            elements.push(next);
            next = self.behind(next);
        }
        Some(elements)
    }

    /// The symbol at `at`, with bars or without.
    pub fn symbol(&self, at: usize) -> Option<Text> {
        match self.nodes[at].kind {
            Kind::Symbol(text) | Kind::Quoted(text) => Some(text),
            _ => None,
        }
    }

    /// The part at `at` as a tree of its own.
    pub fn part(&self, at: usize) -> Tree {
        let mut nodes = self.nodes[at..self.behind(at)].to_vec();
        for node in &mut nodes {
            if let Kind::List(end) = &mut node.kind {
                *end -= at;
            }
        }
        Tree { nodes }
    }

    /// The part at `at` as text, on one line.
    pub fn print(&self, texts: &Texts, at: usize) -> String {
        let mut out = String::new();
        let mut ends: Vec<usize> = Vec::new();
        for number in at..self.behind(at) {
            while ends.last() == Some(&number) {
                ends.pop();
                out.push(')');
            }
            if number > at && !out.ends_with('(') {
                out.push(' ');
            }
            match self.nodes[number].kind {
                Kind::List(end) => {
                    out.push('(');
                    ends.push(end);
                }
                Kind::Symbol(text)
                | Kind::Keyword(text)
                | Kind::Numeral(text)
                | Kind::Decimal(text) => out.push_str(texts.get(text)),
                Kind::Quoted(text) => out.extend(["|", texts.get(text), "|"]),
                Kind::Hexadecimal(text) => out.extend(["#x", texts.get(text)]),
                Kind::Binary(text) => out.extend(["#b", texts.get(text)]),
                Kind::String(text) => {
                    out.extend(["\"", &texts.get(text).replace('"', "\"\""), "\""]);
                }
            }
        }
        out.extend(ends.iter().map(|_| ')'));
        out
    }
}

/// Whether a byte may stand in a symbol without bars.
pub fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// Reads the commands of a script one after the other.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    next: usize,
    position: Position,
    scratch: Vec<u8>,
}

impl<R: Read> Reader<R> {
    /// A reader of a script from its beginning.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            next: 0,
            position: Position { line: 1, column: 1 },
            scratch: Vec::new(),
        }
    }

    /// The next command; none at the end of the input.
    pub fn command(&mut self, texts: &mut Texts) -> Result<Option<Tree>, Error> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        loop {
            let Some(byte) = self.skip_blanks()? else {
                return match open.last() {
                    None => Ok(None),
                    Some(&list) => Err(Error::new(
                        nodes[list].position,
                        "this parenthesis is not closed before the end of the input",
                    )),
                };
            };
            let position = self.position;
            match byte {
                b'(' => {
                    self.advance(byte);
                    open.push(nodes.len());
                    nodes.push(Node {
                        kind: Kind::List(0),
                        position,
                    });
                }
                b')' => {
                    self.advance(byte);
                    let Some(list) = open.pop() else {
                        return Err(Error::new(position, "nothing is open that this closes"));
                    };
                    nodes[list].kind = Kind::List(nodes.len());
                    if open.is_empty() {
                        return Ok(Some(Tree { nodes }));
                    }
                }
                _ => {
                    let kind = self.atom(byte, texts)?;
                    if open.is_empty() {
                        return Err(Error::new(
                            position,
                            "a command was expected, which begins with a parenthesis",
                        ));
                    }
                    nodes.push(Node { kind, position });
                }
            }
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, Error> {
        if self.next == self.buffer.len() {
            self.buffer.resize(CHUNK, 0);
            let length = loop {
                match self.input.read(&mut self.buffer) {
                    Ok(length) => break length,
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(error) => {
                        return Err(Error::new(
                            self.position,
                            format!("cannot read on: {error}"),
                        ));
                    }
                }
            };
            self.buffer.truncate(length);
            self.next = 0;
        }
        Ok(self.buffer.get(self.next).copied())
    }

    fn advance(&mut self, byte: u8) {
        self.next += 1;
        if byte == b'\n' {
            self.position.line += 1;
            self.position.column = 1;
        } else if byte & 0xc0 != 0x80 {
            self.position.column += 1;
        }
    }

    fn skip_blanks(&mut self) -> Result<Option<u8>, Error> {
        while let Some(byte) = self.peek()? {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.advance(byte),
                b';' => {
                    while let Some(byte) = self.peek()?
                        && byte != b'\n'
                    {
                        self.advance(byte);
                    }
                }
                _ => return Ok(Some(byte)),
            }
        }
        Ok(None)
    }

    /// Takes bytes into the scratch buffer as long as they are wanted.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> Result<(), Error> {
        while let Some(byte) = self.peek()?
            && wanted(byte)
        {
            self.scratch.push(byte);
            self.advance(byte);
        }
        Ok(())
    }

    fn scratch(&self, texts: &mut Texts) -> Text {
        texts.intern(&String::from_utf8_lossy(&self.scratch))
    }

    fn atom(&mut self, first: u8, texts: &mut Texts) -> Result<Kind, Error> {
        let start = self.position;
        self.scratch.clear();
        match first {
            b'"' => {
                self.advance(first);
                loop {
                    self.take(|byte| byte != b'"')?;
                    if self.peek()?.is_none() {
                        return Err(Error::new(start, "this string has no end"));
                    }
                    self.advance(b'"');
                    if self.peek()? != Some(b'"') {
                        return Ok(Kind::String(self.scratch(texts)));
                    }
                    self.scratch.push(b'"');
                    self.advance(b'"');
                }
            }
            b'|' => {
                self.advance(first);
                self.take(|byte| byte != b'|' && byte != b'\\')?;
                match self.peek()? {
                    Some(b'|') => self.advance(b'|'),
                    Some(_) => {
                        return Err(Error::new(
                            self.position,
                            "a symbol between bars has no backslash",
                        ));
                    }
                    None => return Err(Error::new(start, "this symbol has no closing bar")),
                }
                Ok(Kind::Quoted(self.scratch(texts)))
            }
            b'#' => {
                self.advance(first);
                let radix = self.peek()?;
                if let Some(radix) = radix {
                    self.advance(radix);
                }
                self.take(is_symbol_byte)?;
                let digits = !self.scratch.is_empty();
                match radix {
                    Some(b'b') if digits && self.scratch.iter().all(|b| b"01".contains(b)) => {
                        Ok(Kind::Binary(self.scratch(texts)))
                    }
                    Some(b'x') if digits && self.scratch.iter().all(u8::is_ascii_hexdigit) => {
                        Ok(Kind::Hexadecimal(self.scratch(texts)))
                    }
                    _ => Err(Error::new(
                        start,
                        "a constant is #b with binary or #x with hexadecimal digits",
                    )),
                }
            }
            b':' => {
                self.scratch.push(first);
                self.advance(first);
                self.take(is_symbol_byte)?;
                if self.scratch.len() == 1 {
                    return Err(Error::new(start, "a keyword has a name behind its colon"));
                }
                Ok(Kind::Keyword(self.scratch(texts)))
            }
            _ if first.is_ascii_digit() => {
                self.take(is_symbol_byte)?;
                let whole = self.scratch.iter().all(u8::is_ascii_digit);
                let leading = self.scratch.len() > 1 && self.scratch[0] == b'0';
                if whole && !leading {
                    return Ok(Kind::Numeral(self.scratch(texts)));
                }
                let point = self.scratch.iter().position(|&byte| byte == b'.');
                let parts = point.map(|at| (&self.scratch[..at], &self.scratch[at + 1..]));
                let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
                match parts {
                    Some((before, behind)) if digits(before) && digits(behind) => {
                        Ok(Kind::Decimal(self.scratch(texts)))
                    }
                    _ => Err(Error::new(
                        start,
                        format!(
                            "`{}` is no number, and a symbol does not begin with a digit",
                            String::from_utf8_lossy(&self.scratch)
                        ),
                    )),
                }
            }
            _ if is_symbol_byte(first) => {
                self.take(is_symbol_byte)?;
                Ok(Kind::Symbol(self.scratch(texts)))
            }
            _ => Err(Error::new(
                start,
                format!(
                    "the character `{}` cannot stand here",
                    char::from(first).escape_default()
                ),
            )),
        }
    }
}
