//! Reading the text form of blocks: the inverse of `text.rs`, so that a test of the machine or of an explorer is a text.
//!
//! The text says nothing of the source. Each instruction counts as a source instruction, at a position of its own: the block's code
//! plus its number.

use std::fmt;

use everypath_term::{BinaryOp, UnaryOp};

use crate::float::format_text;
use crate::{
    Block, BlockBuilder, BlockKey, Callee, Edge, FloatFormat, FloatOperation, Instruction, Local,
    MathFunction, Operand, Position, Property, Raising, RegionKind, Service, StopReason,
    Terminator, Transfer,
};

/// Why a text is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What was expected.
    pub expected: String,
    /// What is there, up to the end of the line.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            expected,
            found,
        } = self;
        write!(
            f,
            "line {line}, column {column}: expected {expected}, found `{found}`"
        )
    }
}

impl std::error::Error for ParseError {}

/// Reads blocks one behind the other, as [`Block`] prints them.
pub fn parse_blocks(text: &str) -> Result<Vec<Block>, ParseError> {
    let mut reader = Reader::new(text);
    let mut blocks = Vec::new();
    while reader.skip_empty_lines() {
        blocks.push(reader.block()?);
    }
    Ok(blocks)
}

type Read<T> = Result<T, ParseError>;

/// A line of a block: the last one is its terminator.
enum Line {
    Instruction(Instruction),
    Terminator(Terminator),
}

/// A place in a text.
pub(crate) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(crate) fn fail<T>(&self, expected: impl Into<String>) -> Read<T> {
        let before = &self.text[..self.at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Err(ParseError {
            line: before.matches('\n').count() + 1,
            column: self.at - start + 1,
            expected: expected.into(),
            found: self.rest().lines().next().unwrap_or_default().to_owned(),
        })
    }

    /// Goes to the next line that is not empty; whether there is one.
    pub(crate) fn skip_empty_lines(&mut self) -> bool {
        let skipped = self.rest().len() - self.rest().trim_start().len();
        self.at += skipped;
        !self.rest().is_empty()
    }

    /// Takes this text, if it comes next.
    pub(crate) fn takes(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(crate) fn token(&mut self, token: &str) -> Read<()> {
        match self.takes(token) {
            true => Ok(()),
            false => self.fail(format!("`{token}`")),
        }
    }

    /// What follows up to a character that no word contains; may be empty.
    fn peek_word(&self) -> &'t str {
        let rest = self.rest();
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.+%".contains(c);
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    pub(crate) fn word(&mut self) -> &'t str {
        let word = self.peek_word();
        self.at += word.len();
        word
    }

    /// A word that has a meaning.
    fn meaning<T>(&mut self, expected: &str, of: impl FnOnce(&str) -> Option<T>) -> Read<T> {
        match of(self.peek_word()) {
            Some(meaning) => {
                self.word();
                Ok(meaning)
            }
            None => self.fail(expected),
        }
    }

    pub(crate) fn number(&mut self) -> Read<u64> {
        self.meaning("a number", number)
    }

    fn width(&mut self) -> Read<u32> {
        self.meaning("a width", |word| word.parse().ok())
    }

    fn local(&mut self) -> Read<Local> {
        self.meaning("a local", local)
    }

    fn operand(&mut self) -> Read<Operand> {
        self.meaning("a local or a constant", operand)
    }

    fn key(&mut self) -> Read<BlockKey> {
        self.meaning("the name of a block", key)
    }

    /// Operands with commas between them, at least one.
    fn operands(&mut self) -> Read<Box<[Operand]>> {
        let mut operands = vec![self.operand()?];
        while self.takes(", ") {
            operands.push(self.operand()?);
        }
        Ok(operands.into())
    }

    /// Behind an opening parenthesis: operands, perhaps none, and the closing one.
    fn arguments(&mut self) -> Read<Box<[Operand]>> {
        if self.takes(")") {
            return Ok(Box::default());
        }
        let operands = self.operands()?;
        self.token(")")?;
        Ok(operands)
    }

    fn edge(&mut self) -> Read<Edge> {
        let target = self.key()?;
        let arguments = match self.takes("(") {
            true => self.arguments()?,
            false => Box::default(),
        };
        Ok(Edge { target, arguments })
    }

    /// A string between quotation marks, as Rust writes it.
    pub(crate) fn string(&mut self) -> Read<String> {
        self.token("\"")?;
        let mut text = String::new();
        loop {
            let mut characters = self.rest().chars();
            let character = match characters.next() {
                Some('"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some('\\') => {
                    self.at += 1;
                    self.escaped()?
                }
                Some(character) if character != '\n' => {
                    self.at += character.len_utf8();
                    character
                }
                _ => return self.fail("a quotation mark"),
            };
            text.push(character);
        }
    }

    fn escaped(&mut self) -> Read<char> {
        for (name, character) in [
            ("n", '\n'),
            ("t", '\t'),
            ("r", '\r'),
            ("0", '\0'),
            ("\\", '\\'),
            ("\"", '"'),
            ("'", '\''),
        ] {
            if self.takes(name) {
                return Ok(character);
            }
        }
        self.token("u{")?;
        let code = |word: &str| char::from_u32(u32::from_str_radix(word, 16).ok()?);
        let character = self.meaning("a character's code", code)?;
        self.token("}")?;
        Ok(character)
    }

    fn signed(&mut self) -> Read<bool> {
        self.meaning("`signed` or `unsigned`", sign)
    }

    /// `[ADDRESS + OFFSET]`.
    fn place(&mut self) -> Read<(Operand, u64)> {
        self.token("[")?;
        let address = self.operand()?;
        self.token(" + ")?;
        let offset = self.number()?;
        self.token("]")?;
        Ok((address, offset))
    }

    pub(crate) fn block(&mut self) -> Read<Block> {
        self.token("block ")?;
        let key = self.key()?;
        let mut builder = BlockBuilder::new(key);
        if self.takes("(") && !self.takes(")") {
            loop {
                builder.parameter(self.local()?);
                if !self.takes(", ") {
                    break;
                }
            }
            self.token(")")?;
        }
        self.token(":")?;
        for number in 0.. {
            if !self.skip_empty_lines() {
                return self.fail("the end of the block");
            }
            builder.begin_source(Position(key.code + number));
            let line = self.line()?;
            if !matches!(self.rest().chars().next(), None | Some('\n')) {
                return self.fail("the end of the line");
            }
            match line {
                Line::Instruction(instruction) => builder.push(instruction),
                Line::Terminator(terminator) => return Ok(builder.finish(terminator)),
            }
        }
        self.fail("the end of the block")
    }

    fn line(&mut self) -> Read<Line> {
        let start = self.at;
        let mut results = Vec::new();
        while let Some(result) = local(self.peek_word()) {
            self.word();
            results.push(result);
            if !self.takes(", ") {
                break;
            }
        }
        if !results.is_empty() {
            self.token(" = ")?;
        }
        if let Some(terminator) = self.terminator(&results)? {
            return Ok(Line::Terminator(terminator));
        }
        let instruction = match results[..] {
            [] => self.effect()?,
            [to] => self.value(to)?,
            _ => {
                self.at = start;
                return self.fail("one result");
            }
        };
        Ok(Line::Instruction(instruction))
    }

    /// A terminator, if one begins here.
    fn terminator(&mut self, results: &[Local]) -> Read<Option<Terminator>> {
        let terminator = if self.takes("call ") {
            let callee = match self.takes("[") {
                true => {
                    let address = self.operand()?;
                    self.token("]")?;
                    Callee::Address(address)
                }
                false => Callee::Function(self.key()?),
            };
            self.token("(")?;
            let arguments = self.arguments()?;
            self.token(", then ")?;
            Terminator::Call {
                callee,
                arguments,
                results: results.into(),
                return_to: self.key()?,
            }
        } else if let ([result], true) = (results, self.takes("setjmp [")) {
            let buffer = self.operand()?;
            self.token("], then ")?;
            Terminator::SetJump {
                buffer,
                result: *result,
                next: self.key()?,
            }
        } else if !results.is_empty() {
            return Ok(None);
        } else if self.takes("return(") {
            Terminator::Return {
                values: self.arguments()?,
            }
        } else if let Some(transfer) = self.transfer()? {
            match self.takes("[") {
                true => {
                    let address = self.operand()?;
                    self.token("]")?;
                    Terminator::IndirectJump { address, transfer }
                }
                false => Terminator::Jump {
                    edge: self.edge()?,
                    transfer,
                },
            }
        } else if self.takes("branch ") {
            let condition = self.operand()?;
            self.token(", ")?;
            let then = self.edge()?;
            self.token(", ")?;
            Terminator::Branch {
                condition,
                then,
                otherwise: self.edge()?,
            }
        } else if self.takes("switch.") {
            self.switch()?
        } else if self.takes("longjmp.") {
            let width = self.width()?;
            self.token(" [")?;
            let buffer = self.operand()?;
            self.token("], ")?;
            Terminator::LongJump {
                buffer,
                value: self.operand()?,
                width,
            }
        } else if self.takes("exit ") {
            Terminator::Exit {
                code: self.operand()?,
            }
        } else if self.takes("stop unsupported: ") {
            let what = self.rest().split('\n').next().unwrap_or_default();
            self.at += what.len();
            Terminator::Stop(StopReason::Unsupported(what.trim_end().to_owned()))
        } else if self.takes("stop dead") {
            Terminator::Stop(StopReason::Dead)
        } else {
            return Ok(None);
        };
        Ok(Some(terminator))
    }

    /// What a jump of machine code means, if one begins here.
    fn transfer(&mut self) -> Read<Option<Transfer>> {
        let transfer = if self.takes("jump") {
            Transfer::Jump
        } else if self.takes("return+call[") {
            let return_to = self.number()?;
            self.token("]")?;
            Transfer::ReturnAndCall { return_to }
        } else if self.takes("return") {
            Transfer::Return
        } else if self.takes("call[") {
            let return_to = self.number()?;
            self.token("]")?;
            Transfer::Call { return_to }
        } else {
            return Ok(None);
        };
        self.token(" ")?;
        Ok(Some(transfer))
    }

    fn switch(&mut self) -> Read<Terminator> {
        let width = self.width()?;
        self.token(" ")?;
        let value = self.operand()?;
        let mut cases = Vec::new();
        loop {
            self.token(", ")?;
            if self.takes("default: ") {
                return Ok(Terminator::Switch {
                    value,
                    width,
                    cases: cases.into(),
                    default: self.edge()?,
                });
            }
            let constant = self.number()?;
            self.token(": ")?;
            cases.push((constant, self.edge()?));
        }
    }

    /// An instruction without a result.
    fn effect(&mut self) -> Read<Instruction> {
        if self.takes("store.") {
            let (size, width) = self.meaning("SIZE.WIDTH", |word| {
                let (size, width) = word.split_once('.')?;
                Some((size.parse().ok()?, width.parse().ok()?))
            })?;
            self.token(" ")?;
            let (address, offset) = self.place()?;
            self.token(", ")?;
            return Ok(Instruction::Store {
                address,
                offset,
                value: self.operand()?,
                width,
                size,
            });
        }
        if self.takes("check ") {
            let property = self.meaning("a property", Property::from_name)?;
            self.token(" ")?;
            return Ok(Instruction::Check {
                property,
                condition: self.operand()?,
            });
        }
        if self.takes("assume ") {
            return Ok(Instruction::Assume {
                condition: self.operand()?,
            });
        }
        self.service(None)
    }

    fn service(&mut self, to: Option<Local>) -> Read<Instruction> {
        let named = |name: &str| {
            let mut all = Service::all().iter();
            all.find(|service| service.info().name == name).copied()
        };
        let service = self.meaning("an instruction or a terminator", named)?;
        self.token("(")?;
        Ok(Instruction::Service {
            service,
            to,
            arguments: self.arguments()?,
        })
    }

    /// An instruction that gives a local a value.
    fn value(&mut self, to: Local) -> Read<Instruction> {
        let word = self.peek_word();
        if let Some(from) = operand(word) {
            self.word();
            return Ok(Instruction::Copy { to, from });
        }
        let (name, parts) = word.split_once('.').unwrap_or((word, ""));
        let start = self.at;
        self.at += word.len();
        if !parts.is_empty() {
            self.token(" ")?;
        }
        let widths: Vec<u32> = parts
            .split('.')
            .filter_map(|part| part.parse().ok())
            .collect();
        match (name, &widths[..]) {
            ("select", &[width]) => {
                let operands = self.operands()?;
                if let [condition, then, otherwise] = operands[..] {
                    return Ok(Instruction::Select {
                        width,
                        to,
                        condition,
                        then,
                        otherwise,
                    });
                }
            }
            ("resize", &[from, keep, width]) => {
                let signed = self.signed()?;
                self.token(" ")?;
                return Ok(Instruction::Resize {
                    to,
                    value: self.operand()?,
                    from,
                    keep,
                    width,
                    signed,
                });
            }
            ("load", &[size, width]) => {
                let signed = self.signed()?;
                self.token(" ")?;
                let (address, offset) = self.place()?;
                return Ok(Instruction::Load {
                    to,
                    address,
                    offset,
                    size,
                    width,
                    signed,
                });
            }
            ("input", &[width]) => {
                return Ok(Instruction::Input {
                    to,
                    width,
                    name: self.string()?,
                });
            }
            ("float", _) => {
                if let Some((format, operation)) = float(parts) {
                    return Ok(Instruction::Float {
                        operation,
                        format,
                        to,
                        arguments: self.operands()?,
                    });
                }
            }
            ("allocate", []) => {
                if let Some(kind) = region_kind(parts) {
                    return self.allocate(to, kind);
                }
            }
            (_, &[width]) => {
                if let Some(op) = UnaryOp::ALL.into_iter().find(|op| is_named(op, name)) {
                    let a = self.operand()?;
                    return Ok(Instruction::Unary { op, width, to, a });
                }
                if let Some(op) = BinaryOp::ALL.into_iter().find(|op| is_named(op, name)) {
                    let a = self.operand()?;
                    self.token(", ")?;
                    let b = self.operand()?;
                    return Ok(Instruction::Binary {
                        op,
                        width,
                        to,
                        a,
                        b,
                    });
                }
            }
            _ => {}
        }
        self.at = start;
        self.service(Some(to))
    }

    fn allocate(&mut self, to: Local, kind: RegionKind) -> Read<Instruction> {
        let zeroed = self.meaning("`zeroed` or `undefined`", |word| match word {
            "zeroed" => Some(true),
            "undefined" => Some(false),
            _ => None,
        })?;
        self.token(" ")?;
        let size = self.operand()?;
        self.token(", align ")?;
        let alignment = self.number()?;
        self.token(", ")?;
        Ok(Instruction::Allocate {
            to,
            size,
            alignment,
            kind,
            zeroed,
            name: self.string()?,
        })
    }
}

fn number(word: &str) -> Option<u64> {
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}

fn local(word: &str) -> Option<Local> {
    word.strip_prefix('%')?.parse().ok().map(Local)
}

fn operand(word: &str) -> Option<Operand> {
    let constant = || number(word).map(Operand::Constant);
    local(word).map(Operand::Local).or_else(constant)
}

fn key(word: &str) -> Option<BlockKey> {
    let (code, part) = word.split_once('.').unwrap_or((word, "0"));
    Some(BlockKey {
        code: number(code)?,
        part: part.parse().ok()?,
    })
}

fn sign(word: &str) -> Option<bool> {
    match word {
        "signed" => Some(true),
        "unsigned" => Some(false),
        _ => None,
    }
}

/// Whether a variant is printed so: by its name in lower case.
fn is_named(variant: &impl fmt::Debug, name: &str) -> bool {
    format!("{variant:?}").eq_ignore_ascii_case(name)
}

fn region_kind(name: &str) -> Option<RegionKind> {
    let kinds = [RegionKind::Heap, RegionKind::Local];
    kinds.into_iter().find(|kind| is_named(kind, name))
}

fn format(text: &str) -> Option<FloatFormat> {
    let mut formats = FloatFormat::ALL.into_iter();
    formats.find(|&format| format_text(format) == text)
}

/// `FORMAT.OPERATION`, with a further format or width where the operation has one.
fn float(text: &str) -> Option<(FloatFormat, FloatOperation)> {
    let (of, operation) = text.split_once('.')?;
    let of = format(of)?;
    let plain = FloatOperation::PLAIN.into_iter();
    let functions = MathFunction::ALL.into_iter().map(FloatOperation::Function);
    let flags = Raising::PLAIN.into_iter().map(FloatOperation::Flags);
    let named = plain
        .chain(functions)
        .chain(flags)
        .find(|known| known.to_string() == operation);
    let with_width = || {
        let (name, result) = operation.split_once('.')?;
        if name == "convert" {
            return Some(FloatOperation::Convert {
                to: format(result)?,
            });
        }
        if name == "flags_convert" {
            let to = format(result)?;
            return Some(FloatOperation::Flags(Raising::Convert { to }));
        }
        let width = result.parse().ok()?;
        if let Some(name) = name.strip_prefix("flags_from_") {
            let signed = sign(name)?;
            return Some(FloatOperation::Flags(Raising::FromInteger {
                width,
                signed,
            }));
        }
        if let Some(name) = name.strip_prefix("flags_to_") {
            let signed = sign(name)?;
            return Some(FloatOperation::Flags(Raising::ToInteger { width, signed }));
        }
        if let Some(name) = name.strip_prefix("from_") {
            let signed = sign(name)?;
            return Some(FloatOperation::FromInteger { width, signed });
        }
        let name = name.strip_prefix("to_")?;
        if let Some(name) = name.strip_suffix("_clamping") {
            let signed = sign(name)?;
            return Some(FloatOperation::ToIntegerClamping { width, signed });
        }
        Some(match name.strip_suffix("_saturating") {
            Some(name) => FloatOperation::ToIntegerSaturating {
                width,
                signed: sign(name)?,
            },
            None => FloatOperation::ToInteger {
                width,
                signed: sign(name)?,
            },
        })
    };
    Some((of, named.or_else(with_width)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line of each form, the text as it is printed.
    const ALL_FORMS: &str = "block 0x0(%0, %1):
  %2 = %1
  %3 = neg.32 %2
  %4 = countleadingzeros.32 0x400
  %5 = ult.32 %3, 1023
  %6 = select.32 %5, %4, 0
  %7 = resize.32.8.64 signed %6
  %8 = load.2.32 unsigned [%0 + 0x10]
  store.2.32 [%0 + 0xfffffffc], %8
  check signed-overflow %5
  assume %5
  %9 = input.32 \"a \\\"b\\\"\\u{7f}\"
  %10 = float.64.add %9, %9
  %10 = float.32.convert.64 %9
  %10 = float.bfloat16.convert.16 %9
  %10 = float.16.convert.bfloat16 %9
  %10 = float.32.from_unsigned.8 %9
  %10 = float.32.to_signed_saturating.16 %9
  %10 = float.32.copysign %9, %9
  %10 = float.64.class %9
  %10 = float.64.flags_muladd %9, %9, %9, 4
  %10 = float.64.flags_convert.32 %9
  %10 = float.64.flags_from_signed.64 %9
  %10 = float.64.flags_to_unsigned.32 %9, 2
  %10 = float.64.to_unsigned_clamping.32 %9, 2
  %11 = allocate.heap zeroed %1, align 16, \"block\"
  free(%11)
  %12 = block_size(%11)
  jump 0x10.2(%1, 5)
block 0x10.2(%13, %14):
  branch %5, 0x0(%1, 2), 0x30
block 0x30:
  switch.32 %1, 1: 0x40, 4096: 0x0(1, 2), default: 0x50
block 0x40:
  %1, %2 = call 0x0(%3, 7), then 0x40.1
block 0x40.1:
  call [%3](), then 0x50
block 0x50:
  %1 = setjmp [%2], then 0x60
block 0x60:
  longjmp.32 [%2], 1
block 0x70:
  return(%1, 0x400)
block 0x71:
  return()
block 0x80:
  return 0x400
block 0x81:
  return [%1]
block 0x82:
  call[0x86] 0x200
block 0x83:
  return+call[0x87] [%5]
block 0x84:
  exit 0
block 0x85:
  stop dead
block 0x86:
  stop unsupported: inline assembly, `nop` (line 3)
";

    #[test]
    fn every_form_is_read_as_it_is_printed() {
        let blocks = parse_blocks(ALL_FORMS).unwrap();
        let printed: String = blocks.iter().map(Block::to_string).collect();
        assert_eq!(printed, ALL_FORMS);
        assert_eq!(blocks[0].positions[3], Position(3));
        assert_eq!(blocks[0].source_instructions(), 28);
    }

    #[test]
    fn what_a_cut_says_ends_with_its_line() {
        for end in ["", "\n", "\r\n", "\r", " \r\n"] {
            let text = format!("block 0x80:\n  stop unsupported: nothing{end}");
            let blocks = parse_blocks(&text).unwrap();
            let printed: String = blocks.iter().map(Block::to_string).collect();
            assert_eq!(
                printed, "block 0x80:\n  stop unsupported: nothing\n",
                "{text:?}"
            );
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (line, expected) in [
            (
                "  %1 = add.32 %2",
                "line 2, column 17: expected `, `, found ``",
            ),
            (
                "  %1 = ad.32 %2, 1",
                "line 2, column 8: expected an instruction or a terminator, found `ad.32 %2, 1`",
            ),
            (
                "  check nothing %1",
                "line 2, column 9: expected a property, found `nothing %1`",
            ),
            (
                "  %1, %2 = %3",
                "line 2, column 3: expected one result, found `%1, %2 = %3`",
            ),
            (
                "  jump 0x0 0x1",
                "line 2, column 11: expected the end of the line, found ` 0x1`",
            ),
            (
                "  %1 = input.8 \"x",
                "line 2, column 18: expected a quotation mark, found ``",
            ),
            (
                "  %1 = 1",
                "line 3, column 1: expected the end of the block, found ``",
            ),
        ] {
            let error = parse_blocks(&format!("block 0x0:\n{line}\n")).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
