//! Blocks, and the builder that front ends use.

use crate::{BlockKey, Instruction, Local, Position, Terminator};

/// Straight-line code with one entry and one terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name.
    pub key: BlockKey,
    /// Locals that an entering edge assigns.
    pub parameters: Box<[Local]>,
    /// The instructions, in order.
    pub instructions: Box<[Instruction]>,
    /// What comes behind them.
    pub terminator: Terminator,
    /// The position of each instruction; one more for the terminator.
    pub positions: Box<[Position]>,
    /// Source instructions begun up to and including this instruction; one more for the terminator, so the last
    /// entry is the number of source instructions in the block.
    pub steps: Box<[u32]>,
    /// Bytes of code that the block was lifted from, starting at `key.code`; 0 if it does not depend on memory.
    pub code_length: u32,
}

impl Block {
    /// The number of source instructions that a run through the block executes.
    pub fn source_instructions(&self) -> u32 {
        self.steps.last().copied().unwrap_or(0)
    }
}

/// Collects the parts of a block. Every instruction belongs to the source instruction begun last.
#[derive(Debug)]
pub struct BlockBuilder {
    key: BlockKey,
    parameters: Vec<Local>,
    instructions: Vec<Instruction>,
    positions: Vec<Position>,
    steps: Vec<u32>,
    position: Position,
    step: u32,
    code_length: u32,
}

impl BlockBuilder {
    /// An empty block.
    pub fn new(key: BlockKey) -> Self {
        BlockBuilder {
            key,
            parameters: Vec::new(),
            instructions: Vec::new(),
            positions: Vec::new(),
            steps: Vec::new(),
            position: Position(key.code),
            step: 0,
            code_length: 0,
        }
    }

    /// Adds a block parameter.
    pub fn parameter(&mut self, local: Local) {
        self.parameters.push(local);
    }

    /// What follows belongs to a new source instruction at this position, and counts as one executed instruction.
    pub fn begin_source(&mut self, position: Position) {
        self.position = position;
        self.step += 1;
    }

    /// What follows belongs to this position, without counting a source instruction (second parts of environment
    /// calls).
    pub fn continue_source(&mut self, position: Position) {
        self.position = position;
    }

    /// The position of what follows.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Number of source instructions begun.
    pub fn source_instructions(&self) -> u32 {
        self.step
    }

    /// Records that the block was lifted from `length` bytes of memory at its key.
    pub fn set_code_length(&mut self, length: u32) {
        self.code_length = length;
    }

    /// Appends an instruction.
    pub fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
        self.positions.push(self.position);
        self.steps.push(self.step);
    }

    /// Ends the block.
    pub fn finish(mut self, terminator: Terminator) -> Block {
        self.positions.push(self.position);
        self.steps.push(self.step);
        Block {
            key: self.key,
            parameters: self.parameters.into(),
            instructions: self.instructions.into(),
            terminator,
            positions: self.positions.into(),
            steps: self.steps.into(),
            code_length: self.code_length,
        }
    }
}
