//! Instructions, operands and terminators: the vocabulary of the representation.
//!
//! The set is small on purpose: each form is executed by one function of the machine, concretely and symbolically.
//! What a source instruction needs beyond it (a division check, a masked shift amount) the front end spells out.

use everypath_term::{BinaryOp, UnaryOp};

use crate::{BlockKey, FloatFormat, FloatOperation, Local, Property, RegionKind, Service};

/// What an instruction reads: a local, or a constant that is below 2^width of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The value of a local.
    Local(Local),
    /// A constant of up to 64 bits.
    Constant(u64),
}

/// A straight-line instruction. Widths are in bits, sizes of memory accesses in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `to = from`.
    Copy {
        /// Destination.
        to: Local,
        /// Source, of the destination's width.
        from: Operand,
    },
    /// `to = op a`, operand and result of `width` bits.
    Unary {
        /// Operator.
        op: UnaryOp,
        /// Width of operand and result.
        width: u32,
        /// Destination.
        to: Local,
        /// Operand.
        a: Operand,
    },
    /// `to = a op b`, operands of `width` bits; comparisons give 1 bit.
    Binary {
        /// Operator.
        op: BinaryOp,
        /// Width of the operands.
        width: u32,
        /// Destination.
        to: Local,
        /// First operand.
        a: Operand,
        /// Second operand.
        b: Operand,
    },
    /// `to = condition ? then : otherwise`, all but the 1-bit condition of `width` bits.
    Select {
        /// Width of the result.
        width: u32,
        /// Destination.
        to: Local,
        /// Condition, 1 bit.
        condition: Operand,
        /// Result when the condition is 1.
        then: Operand,
        /// Result when the condition is 0.
        otherwise: Operand,
    },
    /// Takes the low `keep` bits of a value of `from` bits and extends them to `width` bits: truncation
    /// (`width == keep`), zero or sign extension (`keep == from`), or both at once.
    Resize {
        /// Destination.
        to: Local,
        /// The value.
        value: Operand,
        /// Width of the value.
        from: u32,
        /// Number of low bits kept, at most `from` and at most `width`.
        keep: u32,
        /// Width of the result.
        width: u32,
        /// Whether the kept bits are sign-extended.
        signed: bool,
    },
    /// Loads `size` bytes, little endian, at `address + offset` (modulo 2^address width), extended to `width` bits.
    /// Requires that the bytes lie in one live readable object.
    Load {
        /// Destination.
        to: Local,
        /// Address, of the program's address width.
        address: Operand,
        /// Added to the address, modulo 2^address width.
        offset: u64,
        /// Number of bytes, 1 to 16.
        size: u32,
        /// Width of the result, at least `8 * size`.
        width: u32,
        /// Whether the loaded bytes are sign-extended.
        signed: bool,
    },
    /// Stores the low `8 * size` bits of a value, little endian, at `address + offset`.
    /// Requires that the bytes lie in one live writable object.
    Store {
        /// Address, of the program's address width.
        address: Operand,
        /// Added to the address, modulo 2^address width.
        offset: u64,
        /// The value.
        value: Operand,
        /// Width of the value, at least `8 * size`.
        width: u32,
        /// Number of bytes, 1 to 16.
        size: u32,
    },
    /// Requires that a 1-bit condition is 1, else the property is violated.
    Check {
        /// What the requirement belongs to.
        property: Property,
        /// The requirement, 1 bit.
        condition: Operand,
    },
    /// Gives up the path, without an error, where the 1-bit condition is 0.
    Assume {
        /// The assumption, 1 bit.
        condition: Operand,
    },
    /// A fresh input of `width` bits.
    Input {
        /// Destination.
        to: Local,
        /// Width of the input.
        width: u32,
        /// Its name as the report shows it; the machine makes it unique per path.
        name: String,
    },
    /// An operation on floating-point numbers, given as their bit patterns.
    Float {
        /// Which operation.
        operation: FloatOperation,
        /// The format of the operands (of the result, for a conversion from an integer).
        format: FloatFormat,
        /// Destination.
        to: Local,
        /// Operands.
        arguments: Box<[Operand]>,
    },
    /// Makes a memory object of `size` bytes; `to` becomes its address. An object of kind [`RegionKind::Local`] ends with
    /// the frame that made it.
    Allocate {
        /// Destination, of the program's address width.
        to: Local,
        /// The size in bytes, of the program's address width. It may be a term: then an access is valid up to it.
        size: Operand,
        /// The address is a multiple of this power of two.
        alignment: u64,
        /// [`RegionKind::Heap`] or [`RegionKind::Local`].
        kind: RegionKind,
        /// Whether the bytes start as zero; else each is an arbitrary value.
        zeroed: bool,
        /// Its name in reports.
        name: String,
    },
    /// An effect on the environment; see [`Service`] for its arguments and result.
    Service {
        /// Which effect.
        service: Service,
        /// Destination of the result, if it is wanted.
        to: Option<Local>,
        /// Arguments, all of the program's address width.
        arguments: Box<[Operand]>,
    },
}

impl Operand {
    /// Its value, if it is a constant.
    pub fn constant(self) -> Option<u64> {
        match self {
            Operand::Constant(value) => Some(value),
            Operand::Local(_) => None,
        }
    }
}

impl Instruction {
    /// The values that the instruction reads, in the order of its fields.
    pub fn each_operand(&self, mut read: impl FnMut(Operand)) {
        match self {
            Instruction::Copy { from: value, .. }
            | Instruction::Unary { a: value, .. }
            | Instruction::Resize { value, .. }
            | Instruction::Load { address: value, .. }
            | Instruction::Check {
                condition: value, ..
            }
            | Instruction::Assume { condition: value }
            | Instruction::Allocate { size: value, .. } => read(*value),
            Instruction::Binary { a, b, .. } => [*a, *b].into_iter().for_each(read),
            Instruction::Select {
                condition,
                then,
                otherwise,
                ..
            } => [*condition, *then, *otherwise].into_iter().for_each(read),
            Instruction::Store { address, value, .. } => {
                [*address, *value].into_iter().for_each(read);
            }
            Instruction::Float { arguments, .. } | Instruction::Service { arguments, .. } => {
                arguments.iter().copied().for_each(read);
            }
            Instruction::Input { .. } => {}
        }
    }

    /// The local that it gives a value, if it gives one.
    pub fn result(&self) -> Option<Local> {
        match self {
            Instruction::Copy { to, .. }
            | Instruction::Unary { to, .. }
            | Instruction::Binary { to, .. }
            | Instruction::Select { to, .. }
            | Instruction::Resize { to, .. }
            | Instruction::Load { to, .. }
            | Instruction::Input { to, .. }
            | Instruction::Float { to, .. }
            | Instruction::Allocate { to, .. } => Some(*to),
            Instruction::Service { to, .. } => *to,
            Instruction::Store { .. } | Instruction::Check { .. } | Instruction::Assume { .. } => {
                None
            }
        }
    }

    /// Whether its operands have to be constants when it is executed. An address need not be: it is resolved.
    pub fn takes_constants(&self) -> bool {
        match self {
            Instruction::Float {
                operation, format, ..
            } => operation.takes_constants(*format),
            Instruction::Service { service, .. } => service.info().takes_constants(),
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. }
            | Instruction::Input { .. }
            | Instruction::Allocate { .. } => false,
        }
    }
}

/// Where a block goes on: the target and the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The block that is entered.
    pub target: BlockKey,
    /// One value per block parameter, assigned in parallel.
    pub arguments: Box<[Operand]>,
}

impl Edge {
    /// An edge to a block without parameters.
    pub fn to(target: BlockKey) -> Self {
        Edge {
            target,
            arguments: Box::default(),
        }
    }
}

/// What a jump of machine code means for the call stack, by the hint table of the RISC-V specification
/// (section "Unconditional Jumps").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Transfer {
    /// No change of the call stack.
    #[default]
    Jump,
    /// Pushes a frame; the callee is expected to return to this address.
    Call {
        /// The address behind the call.
        return_to: u64,
    },
    /// Pops the frame.
    Return,
    /// Pops the frame, then pushes one (coroutine switch).
    ReturnAndCall {
        /// The address behind the call.
        return_to: u64,
    },
}

/// What a [`Terminator::Call`] calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// The function that begins with this block.
    Function(BlockKey),
    /// The function at an address, of the program's address width; [`crate::Program::function_at`] knows it.
    Address(Operand),
}

/// Why a path ends at a [`Terminator::Stop`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StopReason {
    /// The path cannot go on (behind a check that always fails, for instance).
    Dead,
    /// The path needs something that is not supported: a named cut.
    Unsupported(String),
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Goes on at the edge's target.
    Jump {
        /// Where to.
        edge: Edge,
        /// What it means for the call stack.
        transfer: Transfer,
    },
    /// Goes on at `then` if the 1-bit condition is 1, else at `otherwise`.
    Branch {
        /// Condition, 1 bit.
        condition: Operand,
        /// Taken when the condition is 1.
        then: Edge,
        /// Taken when the condition is 0.
        otherwise: Edge,
    },
    /// Goes on at the first case that equals the value, else at `default`.
    Switch {
        /// The value.
        value: Operand,
        /// Its width in bits.
        width: u32,
        /// Constants and targets; the constants differ.
        cases: Box<[(u64, Edge)]>,
        /// Taken when no case fits.
        default: Edge,
    },
    /// Goes on at the block whose `code` is the address and whose `part` is 0.
    IndirectJump {
        /// The address, of the program's address width.
        address: Operand,
        /// What it means for the call stack.
        transfer: Transfer,
    },
    /// Enters a function in a frame of its own; its first block has one parameter per argument.
    Call {
        /// The function.
        callee: Callee,
        /// The values of its parameters.
        arguments: Box<[Operand]>,
        /// Locals of this frame that receive what the function returns.
        results: std::sync::Arc<[Local]>,
        /// The block of this frame that goes on behind the call; it has no parameters.
        return_to: BlockKey,
    },
    /// Leaves the frame and goes on behind the call that made it.
    Return {
        /// What is returned, one per result of the call.
        values: Box<[Operand]>,
    },
    /// `setjmp`: fills the buffer so that a [`Terminator::LongJump`] with it comes back here. `result` becomes 0 now, and what that
    /// passes then; the frame's locals are then as they are now.
    SetJump {
        /// Address of the buffer, of the program's address width, with room for an address.
        buffer: Operand,
        /// The local that receives 0, or what the jump passes.
        result: Local,
        /// The block of this frame that goes on; it has no parameters.
        next: BlockKey,
    },
    /// `longjmp`: leaves frames up to the one whose [`Terminator::SetJump`] filled the buffer and goes on there. Violates
    /// [`Property::InvalidCall`] if there is none.
    LongJump {
        /// Address of the buffer, of the program's address width.
        buffer: Operand,
        /// What is passed; 1 instead of 0.
        value: Operand,
        /// Width of the value in bits.
        width: u32,
    },
    /// The program ends.
    Exit {
        /// Exit code, of the program's address width; the low 8 bits count for the system.
        code: Operand,
    },
    /// The path ends.
    Stop(StopReason),
}

impl Terminator {
    /// The values that it reads, those that edges hand over included.
    pub fn each_operand(&self, mut read: impl FnMut(Operand)) {
        let hand_over = |edge: &Edge, read: &mut dyn FnMut(Operand)| {
            edge.arguments.iter().copied().for_each(read);
        };
        match self {
            Terminator::Jump { edge, .. } => hand_over(edge, &mut read),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                read(*condition);
                hand_over(then, &mut read);
                hand_over(otherwise, &mut read);
            }
            Terminator::Switch {
                value,
                cases,
                default,
                ..
            } => {
                read(*value);
                for (_, edge) in cases {
                    hand_over(edge, &mut read);
                }
                hand_over(default, &mut read);
            }
            Terminator::IndirectJump { address: value, .. }
            | Terminator::SetJump { buffer: value, .. }
            | Terminator::Exit { code: value } => read(*value),
            Terminator::Call {
                callee, arguments, ..
            } => {
                if let Callee::Address(address) = callee {
                    read(*address);
                }
                arguments.iter().copied().for_each(read);
            }
            Terminator::Return { values } => values.iter().copied().for_each(read),
            Terminator::LongJump { buffer, value, .. } => {
                [*buffer, *value].into_iter().for_each(read);
            }
            Terminator::Stop(_) => {}
        }
    }

    /// The locals of the frame that get a value between the end of the block and the next one, but for the next one's parameters.
    pub fn results(&self) -> &[Local] {
        match self {
            Terminator::Call { results, .. } => results,
            Terminator::SetJump { result, .. } => std::slice::from_ref(result),
            Terminator::Jump { .. }
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Return { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => &[],
        }
    }

    /// What it hands to the frame that it enters or comes back to: the arguments of a call, what a return gives.
    pub fn handed_over(&self) -> &[Operand] {
        match self {
            Terminator::Call { arguments, .. } => arguments,
            Terminator::Return { values } => values,
            Terminator::Jump { .. }
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => &[],
        }
    }

    /// Whether it makes or leaves frames with locals of their own, other than the calls and returns of machine code.
    pub fn has_frames(&self) -> bool {
        match self {
            Terminator::Call { .. } | Terminator::Return { .. } | Terminator::LongJump { .. } => {
                true
            }
            Terminator::Jump { .. }
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::SetJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => false,
        }
    }

    /// A jump without parameters and without a change of the call stack.
    pub fn jump(target: BlockKey) -> Self {
        Terminator::Jump {
            edge: Edge::to(target),
            transfer: Transfer::Jump,
        }
    }

    /// A branch between two blocks without parameters.
    pub fn branch(condition: Operand, then: BlockKey, otherwise: BlockKey) -> Self {
        Terminator::Branch {
            condition,
            then: Edge::to(then),
            otherwise: Edge::to(otherwise),
        }
    }
}
