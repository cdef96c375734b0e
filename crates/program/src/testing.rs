//! Programs built by hand, for the tests of the crates above (feature `testing`): as text, or by calls where numbers decide
//! what there is.
//!
//! The text of a program is what its blocks print, behind lines that say what else there is:
//!
//! ```
//! use everypath_program::testing::Scripted;
//!
//! let program = Scripted::read(
//!     "locals 32, 32, 1
//!      region \"table\" 0x8000 read-write 1 2 3 4
//!      objects
//!      block 0x0:
//!        %0 = input.32 \"x\"
//!        %1 = load.1.32 unsigned [0x8000 + 0x2]
//!        %2 = ult.32 %1, %0
//!        check assertion %2
//!        exit 0",
//! );
//! assert_eq!(program.blocks().len(), 1);
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::parse::{ParseError, Reader};
use crate::{
    Area, BinaryOp, Block, BlockBuilder, BlockKey, CodeBytes, Image, Instruction, Local, LocalInfo,
    ObjectAreas, Operand, Permissions, Position, Program, Region, RegionKind, StopReason,
    Terminator, parse_blocks, verify,
};

/// Distance between the keys of two blocks.
pub const STEP: u64 = 0x100;

/// Where the functions of [`Scripted::with_objects`] are.
pub const FUNCTIONS: u64 = 0x10_0000;

/// A program made of blocks; block `i` has the key `i * STEP`.
pub struct Scripted {
    blocks: BTreeMap<BlockKey, Block>,
    locals: Vec<LocalInfo>,
    image: Image,
    functions: Vec<u64>,
    /// Parameters of the next block.
    parameters: Vec<Local>,
    /// From this position on, the code is a library's.
    library: Option<Position>,
}

impl Scripted {
    /// Locals of these widths and no memory.
    pub fn new(widths: &[u32]) -> Self {
        let locals = widths.iter().enumerate().map(|(i, &width)| LocalInfo {
            name: format!("l{i}"),
            width,
        });
        Scripted {
            blocks: BTreeMap::new(),
            locals: locals.collect(),
            image: Image::default(),
            functions: Vec::new(),
            parameters: Vec::new(),
            library: None,
        }
    }

    /// The program of a text: see the [module documentation](self).
    ///
    /// # Panics
    ///
    /// If the text is none, or a block is not well-formed.
    pub fn read(text: &str) -> Self {
        match Self::parse(text) {
            Ok(program) => program,
            Err(error) => panic!("{error}"),
        }
    }

    fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let mut program = Scripted::new(&[]);
        let mut has_objects = false;
        while reader.skip_empty_lines() {
            if reader.takes("locals ") {
                let mut widths = vec![reader.number()? as u32];
                while reader.takes(", ") {
                    widths.push(reader.number()? as u32);
                }
                program.locals = Scripted::new(&widths).locals;
            } else if reader.takes("region ") {
                let name = reader.string()?;
                reader.token(" ")?;
                let base = reader.number()?;
                reader.token(" ")?;
                let permissions = match reader.word() {
                    "read" => Permissions::READ,
                    "read-write" => Permissions::READ_WRITE,
                    "read-execute" => Permissions::READ_EXECUTE,
                    "none" => Permissions::NONE,
                    _ => return reader.fail("read, read-write, read-execute or none before this"),
                };
                let mut bytes = Vec::new();
                while reader.takes(" ") {
                    bytes.push(reader.number()? as u8);
                }
                program = program.region(&name, base, &bytes, permissions);
            } else if reader.takes("objects") {
                has_objects = true;
            } else if reader.takes("library ") {
                program.library = Some(Position(reader.number()?));
            } else {
                program.add(reader.block()?);
            }
        }
        Ok(match has_objects {
            true => program.with_objects(),
            false => program,
        })
    }

    /// Adds a block.
    fn add(&mut self, block: Block) {
        assert_eq!(verify(&block, &self.locals, 32), [], "{block}");
        self.blocks.insert(block.key, block);
    }

    /// Adds memory.
    pub fn region(mut self, name: &str, base: u64, bytes: &[u8], permissions: Permissions) -> Self {
        self.image.regions.push(Region {
            name: name.into(),
            base,
            size: bytes.len() as u64,
            permissions,
            kind: RegionKind::Segment,
            bytes: Arc::from(bytes),
            arbitrary: false,
        });
        self
    }

    /// Gives the program areas for allocated objects, without slots, and makes every block a function at the address of its key
    /// plus 0x100000.
    pub fn with_objects(mut self) -> Self {
        let area = |start| Area {
            start,
            end: start + 0x1000_0000,
            slot: 0,
        };
        self.image.areas = ObjectAreas {
            heap: area(0x4000_0000),
            locals: area(0x6000_0000),
        };
        self.functions = self.blocks.keys().map(|key| key.code + FUNCTIONS).collect();
        self
    }

    /// Gives the next block parameters.
    pub fn parameters(mut self, locals: &[u32]) -> Self {
        self.parameters = locals.iter().map(|&local| Local(local)).collect();
        self
    }

    /// Adds the next block. Every instruction is a source instruction; the terminator is one more.
    ///
    /// # Panics
    ///
    /// If the block is not well-formed.
    pub fn block(mut self, instructions: Vec<Instruction>, terminator: Terminator) -> Self {
        let code = self.blocks.len() as u64 * STEP;
        let mut builder = BlockBuilder::new(BlockKey::at(code));
        for parameter in self.parameters.drain(..) {
            builder.parameter(parameter);
        }
        for (index, instruction) in instructions.into_iter().enumerate() {
            builder.begin_source(Position(code + index as u64));
            builder.push(instruction);
        }
        builder.begin_source(Position(code + STEP - 1));
        self.add(builder.finish(terminator));
        self
    }

    /// The blocks, by key.
    pub fn blocks(&self) -> &BTreeMap<BlockKey, Block> {
        &self.blocks
    }
}

impl Program for Scripted {
    fn address_width(&self) -> u32 {
        32
    }

    fn locals(&self, _block: BlockKey) -> &[LocalInfo] {
        &self.locals
    }

    fn image(&self) -> &Image {
        &self.image
    }

    fn entry(&self) -> BlockKey {
        BlockKey::at(0)
    }

    fn block(&self, key: BlockKey, _code: &dyn CodeBytes) -> Block {
        let missing = || {
            let mut builder = BlockBuilder::new(key);
            builder.begin_source(Position(key.code));
            builder.finish(Terminator::Stop(StopReason::Unsupported(
                "no such block".into(),
            )))
        };
        self.blocks.get(&key).cloned().unwrap_or_else(missing)
    }

    fn function_at(&self, address: u64) -> Option<BlockKey> {
        let known = self.functions.binary_search(&address).is_ok();
        known.then(|| BlockKey::at(address - FUNCTIONS))
    }

    fn function_addresses(&self) -> &[u64] {
        &self.functions
    }

    fn is_library(&self, position: Position) -> bool {
        self.library.is_some_and(|first| position >= first)
    }

    fn code_positions(&self) -> Vec<Position> {
        self.blocks
            .values()
            .flat_map(|block| block.positions.iter().copied())
            .collect()
    }
}

/// Whether the text form of a block says all of it but where it comes from: nothing, or what is read instead.
pub fn misread(block: &Block) -> Option<String> {
    let text = block.to_string();
    match parse_blocks(&text) {
        Err(error) => Some(format!("{text}{error}")),
        Ok(read) => {
            let same = |other: &Block| {
                (&other.key, &other.parameters) == (&block.key, &block.parameters)
                    && other.instructions == block.instructions
                    && other.terminator == block.terminator
            };
            let read_back = matches!(&read[..], [one] if same(one));
            (!read_back).then(|| format!("{text}{read:?}"))
        }
    }
}

/// The value of a local.
pub fn local(index: u32) -> Operand {
    Operand::Local(Local(index))
}

/// A constant.
pub fn constant(value: u64) -> Operand {
    Operand::Constant(value)
}

/// A fresh input.
pub fn input(to: u32, width: u32, name: &str) -> Instruction {
    Instruction::Input {
        to: Local(to),
        width,
        name: name.into(),
    }
}

/// A binary operation.
pub fn binary(op: BinaryOp, width: u32, to: u32, a: Operand, b: Operand) -> Instruction {
    Instruction::Binary {
        op,
        width,
        to: Local(to),
        a,
        b,
    }
}

/// A jump to block number `block`.
pub fn jump(block: u64) -> Terminator {
    Terminator::jump(BlockKey::at(block * STEP))
}

/// A branch on a local to blocks by their numbers.
pub fn branch(condition: u32, then: u64, otherwise: u64) -> Terminator {
    Terminator::branch(
        local(condition),
        BlockKey::at(then * STEP),
        BlockKey::at(otherwise * STEP),
    )
}

/// An exit with code 0.
pub fn exit() -> Terminator {
    Terminator::Exit { code: constant(0) }
}
