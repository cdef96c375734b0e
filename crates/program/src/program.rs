//! The interface between front ends and everything above them.

use crate::{Block, BlockKey, CodeBytes, Image, Local, Position};

/// The directory that our own headers and library sources are in, as the debug information of compiled programs names it.
pub const OWN_SOURCES: &str = "everypath-runtime";

/// A place in the user's source.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Location {
    /// Name of the function, if known.
    pub function: Option<String>,
    /// Path of the file as the debug information has it, if known.
    pub file: Option<String>,
    /// Line, from 1, if known.
    pub line: Option<u32>,
    /// Column, from 1, if known.
    pub column: Option<u32>,
}

impl Location {
    /// Whether it lies in a header of the system: code that the program was given, not the user's own.
    pub fn is_of_the_system(&self) -> bool {
        let roots = ["/usr/include/", "/usr/local/include/", "/usr/lib/"];
        let file = self.file.as_deref().unwrap_or_default();
        roots.iter().any(|root| file.starts_with(root))
    }
}

/// What is known of a range of bytes in memory.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DataShape {
    /// Its name, such as `array`, `field[2]`, `packet.length` or `stack+0x10`, if known.
    pub name: Option<String>,
    /// The size in bytes of the scalars that it is made of (4 for an array of `int`), if the debug information tells.
    /// Inputs in memory are made of elements of this size; single bytes where it is unknown.
    pub element_size: Option<u32>,
}

/// What is known of a local.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalInfo {
    /// Its name in text and reports.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
}

/// A program: blocks on demand, the image it starts with, and where everything comes from. Threads may share one; each
/// has a machine of its own.
pub trait Program: Send + Sync {
    /// Width of addresses in bits: 32 or 64.
    fn address_width(&self) -> u32;

    /// All locals of a frame that runs this block, by index.
    fn locals(&self, block: BlockKey) -> &[LocalInfo];

    /// Memory and locals at the start.
    fn image(&self) -> &Image;

    /// The block that runs first.
    fn entry(&self) -> BlockKey;

    /// The block of this name. Lifting is total: code that cannot be executed gives a block that says so, by a failing
    /// check or a named cut.
    fn block(&self, key: BlockKey, code: &dyn CodeBytes) -> Block;

    /// Locals of the frame that nobody reads from the beginning of a block on before they are written, ascending; it need not be all of them.
    fn dead(&self, _block: BlockKey) -> &[Local] {
        &[]
    }

    /// The first block of the function at an address, for calls through pointers.
    fn function_at(&self, _address: u64) -> Option<BlockKey> {
        None
    }

    /// Why the call through a pointer at a position does not fit the function that begins with a block, beside the numbers and widths of its
    /// arguments and results, which everybody sees.
    fn misfit(&self, _call: Position, _function: BlockKey) -> Option<String> {
        None
    }

    /// The addresses of all functions whose address the program takes, in ascending order.
    fn function_addresses(&self) -> &[u64] {
        &[]
    }

    /// Where a position is in the user's source: the innermost inlined function first. Empty when unknown.
    fn locations(&self, _position: Position) -> Vec<Location> {
        Vec::new()
    }

    /// The source instruction at a position, disassembled, for traces and messages.
    fn instruction_text(&self, _position: Position, _code: &dyn CodeBytes) -> String {
        String::new()
    }

    /// The function that holds a position, by symbol, if known.
    fn function_name(&self, _position: Position) -> Option<String> {
        None
    }

    /// Whether a position is in a library that belongs to the front end: what goes wrong there is its caller's fault.
    fn is_library(&self, _position: Position) -> bool {
        false
    }

    /// What `size` bytes at an address are in the source, to the instruction at `position` in a frame with these locals
    /// (`local` gives the values of those that are constant): a variable of the function, a global one, or a part of one.
    fn data_at(
        &self,
        _address: u64,
        _size: u64,
        _position: Position,
        _local: &dyn Fn(Local) -> Option<u64>,
    ) -> DataShape {
        DataShape::default()
    }

    /// The variable of the source whose value a local holds, if locals hold variables.
    fn variable_in<'a>(&self, _local: &'a LocalInfo) -> Option<&'a str> {
        None
    }

    /// All positions of source instructions that could be executed, if they are known (coverage is relative to them).
    fn code_positions(&self) -> Vec<Position> {
        Vec::new()
    }

    /// The conditional branches and switches of the program's own code, ascending, each with the number of its sides: two for
    /// a branch, for a switch one more than it has cases. Empty when unknown.
    fn branches(&self) -> Vec<(Position, u32)> {
        Vec::new()
    }

    /// The functions of the program's own code: the position that each begins with, and where the source defines it.
    /// Empty when unknown.
    fn functions(&self) -> Vec<(Position, Location)> {
        Vec::new()
    }

    /// A local of the frame that runs the entry, by name, for tests and reports.
    fn local_named(&self, name: &str) -> Option<Local> {
        let index = self
            .locals(self.entry())
            .iter()
            .position(|info| info.name == name)?;
        Some(Local(index as u32))
    }
}
