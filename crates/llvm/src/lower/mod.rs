//! Lowering: one LLVM function to blocks of the program representation.
//!
//! An SSA value becomes one local per scalar that it is made of (structs, arrays and vectors are taken apart); constants,
//! sums of an address and a constant, complements and undefined values need none until something asks for them
//! ([`Piece`]). Phis become block parameters. A block continues in the block that follows it where that has no other
//! predecessor, so that the checks of the sanitizer do not cut blocks; it is split behind a call.
//!
//! Lowering is total: what is not supported becomes a cut that names it, at the place where it would run.

mod arithmetic;
mod assembly;
mod bit_fields;
mod calls;
mod coercion;
mod constants;
mod constrained;
mod control;
mod emit;
mod float;
mod handlers;
mod intrinsics;
mod markers;
mod math_error;
mod memory;
mod observed;
mod outliving;
mod poison;
mod promises;
mod punned;
mod sanitizer;
mod shape;
mod signature;
mod source;
mod unfitting;
mod variadic;
mod vectors;

use std::rc::Rc;
use std::sync::OnceLock;

use everypath_analysis::Liveness;
use everypath_program::{
    BinaryOp, Block, BlockBuilder, BlockKey, CheckSet, Instruction, Local, LocalInfo, Operand,
    Position, Property, StopReason, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::binding::{BasicBlock, DataLayout, Module, Opcode, Value};
use crate::simplify::{self, Simplified};
pub(crate) use constants::Constants;
pub(crate) use handlers::{IMPLICIT_CONVERSION, handler_name, is_handler};
pub(crate) use markers::{INSTRUMENTED, LIBRARY, UNDEFINED, UNOPTIMISED, USES_RESULT};
use observed::PointerPlaces;
pub(crate) use observed::{converts_addresses, keeps_addresses, makes_pointers};
pub(crate) use shape::{Shapes, is_packed};
use signature::Signature;
pub(crate) use source::{
    Source, VARIABLE, attach_variables, name_of, scope_of_variable, texts, variable_of_parameter,
};

/// What lowering needs to know of the whole program.
pub(crate) struct Tables {
    /// Width of addresses in bits.
    pub(crate) address_width: u32,
    /// The properties that are checked.
    pub(crate) checks: CheckSet,
    /// Those and the ones whose violation ends a path with a cut, if they are not checked.
    pub(crate) required: CheckSet,
    /// Whether the compiler has instrumented signed overflow, that of divisions included.
    pub(crate) instruments_overflow: bool,
    /// Whether code is made shorter.
    pub(crate) simplify: bool,
    /// Whether unknown functions give arbitrary results.
    pub(crate) havoc_externals: bool,
    /// The number of each function, by the id of its value.
    pub(crate) functions: FxHashMap<usize, u32>,
    /// The address of each global variable and function, by the id of its value.
    pub(crate) addresses: FxHashMap<usize, u64>,
    /// The address of each block whose address is taken, by its id.
    pub(crate) block_addresses: FxHashMap<usize, u64>,
    /// Address of the cell that passes the address of variable arguments.
    pub(crate) variadic_cell: u64,
    /// Address of the direction of rounding, in a program that sets it.
    pub(crate) direction_cell: Option<u64>,
    /// The number of the function that copies bytes.
    pub(crate) copy_bytes: Option<u32>,
    /// The number of the function that sets bytes.
    pub(crate) fill_bytes: Option<u32>,
    /// The number of the function that says whether two addresses are equal, where that may be asked of objects that are no more.
    pub(crate) same_address: Option<u32>,
    /// The number of the function that gives the number of an address, for a program that looks at it.
    pub(crate) address_number: Option<u32>,
    /// The library's function that compares pointers one of which may be made of a number, if there is one and the program makes such.
    pub(crate) same_pointer: Option<u32>,
    /// The library's function that says whether an address is aligned wherever its object is, if there is one.
    pub(crate) is_aligned: Option<u32>,
    /// The library's function that applies one of which nothing is known, in a program that has such.
    pub(crate) apply: Option<u32>,
    /// The library's function that notes that a function of `<math.h>` failed, in a program that looks at `errno`.
    pub(crate) math_error: Option<u32>,
}

/// A lowered function.
#[derive(Debug, Default)]
pub(crate) struct Lowered {
    /// Its locals.
    pub(crate) locals: Vec<LocalInfo>,
    /// Its blocks, in the order of their keys.
    pub(crate) blocks: Vec<Block>,
    /// Where its instructions come from.
    pub(crate) source: Source,
    /// What calls of it through a pointer have to agree with.
    pub(crate) signature: Signature,
    /// Its calls through pointers, by position.
    pub(crate) calls: FxHashMap<Position, Signature>,
    /// The locals that nobody reads any more, by block, once somebody has asked.
    pub(crate) dead: OnceLock<Vec<Box<[Local]>>>,
}

impl Lowered {
    /// The block of this name.
    pub(crate) fn block(&self, key: BlockKey) -> Option<&Block> {
        self.blocks.get(self.index(key)?)
    }

    fn index(&self, key: BlockKey) -> Option<usize> {
        let index = self.blocks.binary_search_by_key(&key, |block| block.key);
        index.ok()
    }

    /// The locals that nobody reads from the beginning of a block on, but for the addresses of variables, which have names by them.
    pub(crate) fn dead(&self, key: BlockKey) -> &[Local] {
        let dead = self.dead.get_or_init(|| self.find_dead());
        let of_block = self.index(key).and_then(|index| dead.get(index));
        of_block.map_or(&[], |dead| dead)
    }

    fn find_dead(&self) -> Vec<Box<[Local]>> {
        let Some(liveness) = Liveness::of_function(&self.blocks) else {
            return Vec::new();
        };
        let mut variables: FxHashSet<Local> = FxHashSet::default();
        for instruction in self.blocks.iter().flat_map(|block| &block.instructions) {
            if let Instruction::Allocate { to, .. } = instruction {
                variables.insert(*to);
            }
        }
        let locals = (0..self.locals.len() as u32).map(Local);
        let others: Vec<Local> = locals.filter(|it| !variables.contains(it)).collect();
        let dead = (0..self.blocks.len()).map(|block| {
            let others = others.iter().copied();
            others.filter(|&it| !liveness.is_live(block, it)).collect()
        });
        dead.collect()
    }
}

/// Why a path ends that violates a property which is not checked; in the words of the machine.
fn not_checked(property: Property) -> StopReason {
    StopReason::Unsupported(format!("{property} while that check is switched off"))
}

/// One scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    /// As it is.
    Is(Operand),
    /// The complement of a local of 1 bit.
    Not(Local),
    /// An address and a constant, modulo 2^address width.
    Offset(Local, u64),
    /// Anything, another thing at each use.
    Undefined,
}

/// The scalars of a value in [`Lowerer::pieces`].
#[derive(Clone, Copy, Debug)]
struct Pieces {
    start: u32,
    count: u32,
}

/// Which faults of divisions become checks when they are lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Divisions {
    /// The compiler has seen to them.
    None,
    /// The compiler has seen to divisors of zero.
    Overflow,
    /// Both.
    All,
}

/// Why the present block ends before its terminator.
struct Stopped;

type Flow = Result<(), Stopped>;

/// Lowers one function.
pub(crate) struct Lowerer<'m> {
    module: &'m Module,
    layout: DataLayout<'m>,
    tables: &'m Tables,
    function: Value<'m>,
    number: u32,
    address_width: u32,
    /// Whether the function is one of the C library.
    library: bool,
    /// Whether LLVM's flags become checks.
    check_flags: bool,
    /// Which divisions become checks.
    divisions: Divisions,
    /// Whether computing with an undefined value is a violation.
    check_undefined: bool,
    shapes: Shapes<'m>,
    locals: Vec<LocalInfo>,
    values: FxHashMap<usize, Pieces>,
    pieces: Vec<Piece>,
    /// Results of loads that were extended at once, by the extending instruction.
    extended: FxHashMap<usize, Local>,
    /// Units of bit-fields that are accessed, by the load or the store that ends the access.
    bit_fields: FxHashMap<usize, Vec<bit_fields::Word>>,
    /// What values stand on that may be poison.
    poison: poison::Poison,
    source: source::Builder<'m>,
    blocks: Vec<BasicBlock<'m>>,
    block_numbers: FxHashMap<usize, u32>,
    /// Edges into each block, but for those that checks replace.
    incoming: Vec<u32>,
    /// What each phi that was asked takes, by the block that control comes from; both by id.
    merged_values: FxHashMap<usize, FxHashMap<usize, Value<'m>>>,
    /// Whether control can come back to each block.
    repeated: Vec<bool>,
    /// Position of each block in the order.
    ranks: Vec<u32>,
    /// Whether an edge to the block was made.
    wanted: Vec<bool>,
    lowered: Vec<bool>,
    handlers: FxHashMap<usize, bool>,
    /// The locals of a block's parameters, once an edge to it was made or it was begun.
    parameters: FxHashMap<u32, Vec<Local>>,
    /// The inputs that stand for what was never written.
    arbitrary: FxHashSet<Local>,
    builder: BlockBuilder,
    key: BlockKey,
    /// The next part of the present block.
    next_part: u32,
    out: Vec<Block>,
    /// What the present block has computed already.
    computed: FxHashMap<(BinaryOp, u32, Operand, Operand), Operand>,
    /// Variables made since the beginning of the function, whose life has not begun yet.
    new_variables: FxHashSet<usize>,
    /// What is known of parameters: whether their functions keep them.
    kept_parameters: FxHashMap<usize, bool>,
    /// The calls through pointers so far.
    calls: FxHashMap<Position, Signature>,
    /// Whether something in the function is not supported.
    gave_up: bool,
    /// The address of the variable arguments of this function.
    variable_arguments: Option<Operand>,
    /// Where variables hold pointers, by id.
    pointer_places: FxHashMap<usize, Rc<PointerPlaces>>,
    /// The conversions of addresses that give arbitrary numbers, and what is calculated from them, by id.
    numbered: FxHashSet<usize>,
}

/// Lowers a function; one without a body to what a call of it through a pointer does.
pub(crate) fn lower<'m>(
    module: &'m Module,
    tables: &'m Tables,
    function: Value<'m>,
    number: u32,
) -> Lowered {
    let lowerer = |kept| Lowerer::new(module, tables, function, number, kept);
    if function.is_declaration() || crate::models::is_reserved(&function.name()) {
        return lowerer(FxHashSet::default()).run_declaration();
    }
    let (lowered, kept) = lowerer(FxHashSet::default()).run();
    match kept.is_empty() {
        true => lowered,
        // Parameters that are always 1 are left out: most loop counters need none.
        false => lowerer(kept).run().0,
    }
}

impl<'m> Lowerer<'m> {
    fn new(
        module: &'m Module,
        tables: &'m Tables,
        function: Value<'m>,
        number: u32,
        kept: FxHashSet<poison::Slot>,
    ) -> Self {
        let instrumented = function.has_marker(INSTRUMENTED);
        let library = function.has_marker(LIBRARY);
        let key = BlockKey::at(u64::from(number) << 32);
        let check_flags = !instrumented && !library;
        Lowerer {
            module,
            layout: module.layout(),
            tables,
            function,
            number,
            address_width: tables.address_width,
            library,
            check_flags,
            divisions: match instrumented {
                false => Divisions::All,
                true if tables.instruments_overflow => Divisions::None,
                true => Divisions::Overflow,
            },
            check_undefined: !library && tables.checks.contains(Property::UninitializedRead),
            shapes: Shapes::new(module.layout(), tables.address_width),
            locals: Vec::new(),
            values: FxHashMap::default(),
            pieces: Vec::new(),
            extended: FxHashMap::default(),
            bit_fields: FxHashMap::default(),
            poison: poison::Poison::new(check_flags, function.has_marker(UNOPTIMISED), kept),
            source: source::Builder::new(module, function),
            blocks: Vec::new(),
            block_numbers: FxHashMap::default(),
            incoming: Vec::new(),
            repeated: Vec::new(),
            merged_values: FxHashMap::default(),
            ranks: Vec::new(),
            wanted: Vec::new(),
            lowered: Vec::new(),
            handlers: FxHashMap::default(),
            parameters: FxHashMap::default(),
            arbitrary: FxHashSet::default(),
            builder: BlockBuilder::new(key),
            key,
            next_part: 1,
            out: Vec::new(),
            computed: FxHashMap::default(),
            new_variables: FxHashSet::default(),
            kept_parameters: FxHashMap::default(),
            calls: FxHashMap::default(),
            gave_up: false,
            variable_arguments: None,
            pointer_places: FxHashMap::default(),
            numbered: match tables.address_number {
                None => FxHashSet::default(),
                Some(_) if library => FxHashSet::default(),
                Some(_) => observed::numbered(
                    function,
                    module.metadata_kind("nosanitize"),
                    tables.address_width,
                ),
            },
        }
    }

    /// The function, and the parameters for promises that turned out to be always 1.
    fn run(mut self) -> (Lowered, FxHashSet<poison::Slot>) {
        let order = self.find_blocks();
        self.begin_block(BlockKey::at(self.first_code()));
        self.begin_function();
        self.body(0);
        // Behind irreducible loops a block may become wanted late.
        while let Some(next) = order
            .iter()
            .copied()
            .find(|&block| self.wanted[block as usize] && !self.lowered[block as usize])
        {
            self.start(next);
            self.body(next);
        }
        if self.gave_up {
            for block in order {
                self.miss(block);
            }
        }
        let kept = self.poison.always_kept();
        (self.finish(), kept)
    }

    fn finish(mut self) -> Lowered {
        self.out.sort_by_key(|block| block.key);
        let (out, arbitrary) = (self.out, self.arbitrary);
        let Simplified { blocks, numbers } = match self.tables.simplify {
            true => simplify::simplify(out, &mut self.locals, &arbitrary),
            false => simplify::remove_unused(out, &mut self.locals, &arbitrary),
        };
        Lowered {
            locals: self.locals,
            source: self.source.finish(&simplify::branching(&blocks), &numbers),
            blocks,
            signature: self
                .function
                .global_type()
                .map(|of| Signature::of(of, self.address_width))
                .unwrap_or_default(),
            calls: self.calls,
            dead: OnceLock::new(),
        }
    }

    /// Notes which instructions of a block were not lowered.
    fn miss(&mut self, number: u32) {
        let Some(&block) = self.blocks.get(number as usize) else {
            return;
        };
        let mut last_is_missing = false;
        for instruction in block.instructions() {
            last_is_missing = self.source.miss(instruction);
        }
        let sides = self.real_successors(number).len();
        if last_is_missing && sides > 1 {
            self.source.add_branch(sides);
        }
    }

    fn first_code(&self) -> u64 {
        u64::from(self.number) << 32
    }

    /// Numbers the blocks and finds their order.
    fn find_blocks(&mut self) -> Vec<u32> {
        self.blocks = self.function.blocks();
        for (number, block) in self.blocks.iter().enumerate() {
            self.block_numbers.insert(block.id(), number as u32);
        }
        let successors: Vec<Vec<u32>> = (0..self.blocks.len())
            .map(|number| self.real_successors(number as u32))
            .collect();
        let order = everypath_analysis::order(&successors);
        self.repeated = everypath_analysis::repeated(&successors);
        let count = self.blocks.len();
        self.incoming = vec![0; count];
        self.ranks = vec![u32::MAX; count];
        self.wanted = vec![false; count];
        self.lowered = vec![false; count];
        for (rank, &block) in order.iter().enumerate() {
            self.ranks[block as usize] = rank as u32;
            for &successor in &successors[block as usize] {
                self.incoming[successor as usize] += 1;
            }
        }
        self.prepare_poison(&successors, &order);
        order
    }

    /// Begins a block with other predecessors than the one before it: its parameters are its phis.
    fn start(&mut self, number: u32) {
        self.poison.block = number;
        let key = self.key_of(number);
        self.begin_block(key);
        let parameters = self.parameters_of(number);
        for &parameter in &parameters {
            self.builder.parameter(parameter);
        }
        let mut next = 0;
        let Some(&block) = self.blocks.get(number as usize) else {
            return;
        };
        for phi in block.instructions() {
            if phi.opcode() != Some(Opcode::LLVMPHI) {
                break;
            }
            let count = self
                .shapes
                .of(phi.value_type())
                .map_or(0, |shape| shape.len());
            let locals = parameters.get(next..next + count).unwrap_or_default();
            let pieces: Vec<Piece> = locals
                .iter()
                .map(|&local| Piece::Is(Operand::Local(local)))
                .collect();
            next += count + self.promise_count(phi, count);
            self.define(phi, &pieces);
        }
    }

    fn begin_block(&mut self, key: BlockKey) {
        self.key = key;
        self.computed.clear();
        self.new_variables.clear();
        self.next_part = key.part + 1;
        self.builder = BlockBuilder::new(key);
    }

    /// Lowers a block, and those that follow it and nothing else.
    fn body(&mut self, first: u32) {
        let mut number = first;
        loop {
            self.lowered[number as usize] = true;
            self.poison.block = number;
            let Some(&block) = self.blocks.get(number as usize) else {
                return;
            };
            match self.block(block) {
                Ok(Some(next)) => number = next,
                Ok(None) | Err(Stopped) => return,
            }
        }
    }

    /// Lowers the instructions of a block; gives the block to go on with, if the terminator does not end the block.
    fn block(&mut self, block: BasicBlock<'m>) -> Result<Option<u32>, Stopped> {
        for instruction in block.instructions() {
            let Some(opcode) = instruction.opcode() else {
                continue;
            };
            if opcode == Opcode::LLVMPHI || instruction.is_debug_call() {
                continue;
            }
            self.source_instruction(instruction);
            if matches!(
                opcode,
                Opcode::LLVMBr
                    | Opcode::LLVMSwitch
                    | Opcode::LLVMIndirectBr
                    | Opcode::LLVMRet
                    | Opcode::LLVMUnreachable
            ) {
                return self.terminator(instruction, opcode);
            }
            self.instruction(instruction, opcode)?;
        }
        self.unsupported("a block without a terminator")?;
        Ok(None)
    }

    fn source_instruction(&mut self, instruction: Value<'m>) {
        let number = self.source.visit(instruction);
        let position = Position(self.first_code() | u64::from(number));
        self.builder.begin_source(position);
    }

    fn instruction(&mut self, instruction: Value<'m>, opcode: Opcode) -> Flow {
        use Opcode::*;
        self.note_observed_address(instruction, opcode);
        self.poison.useless = self.poison.is_useless(instruction);
        match opcode {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
            | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => {
                self.arithmetic(instruction, opcode)
            }
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg => {
                self.float_arithmetic(instruction, opcode)
            }
            LLVMICmp => self.compare(instruction),
            LLVMFCmp => self.float_compare(instruction),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast
            | LLVMAddrSpaceCast => self.cast(instruction, opcode),
            LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => {
                self.float_cast(instruction, opcode)
            }
            LLVMSelect => self.select_instruction(instruction),
            LLVMFreeze => self.freeze(instruction),
            LLVMAlloca => self.alloca(instruction),
            LLVMLoad => self.load_instruction(instruction),
            LLVMStore => self.store_instruction(instruction),
            LLVMGetElementPtr => self.address_computation(instruction),
            LLVMFence => Ok(()),
            LLVMAtomicCmpXchg => self.compare_exchange(instruction),
            LLVMAtomicRMW => self.read_modify_write(instruction),
            LLVMExtractValue => self.extract_value(instruction),
            LLVMInsertValue => self.insert_value(instruction),
            LLVMExtractElement => self.extract_element(instruction),
            LLVMInsertElement => self.insert_element(instruction),
            LLVMShuffleVector => self.shuffle(instruction),
            LLVMCall => self.call(instruction),
            LLVMVAArg => self.unsupported("the instruction va_arg"),
            LLVMInvoke | LLVMLandingPad | LLVMResume | LLVMCleanupRet | LLVMCatchRet
            | LLVMCatchPad | LLVMCleanupPad | LLVMCatchSwitch => self.unsupported("an exception"),
            LLVMCallBr => self.unsupported("inline assembly that jumps"),
            _ => self.unsupported("an unknown instruction"),
        }
    }

    /// Ends the block with a cut that names what is missing.
    fn unsupported(&mut self, what: &str) -> Flow {
        let place = self.function.name();
        let text = if place.is_empty() {
            what.to_owned()
        } else {
            format!("{what} in `{place}`")
        };
        self.gave_up = true;
        self.stop(StopReason::Unsupported(text))
    }

    fn stop(&mut self, reason: StopReason) -> Flow {
        self.end(Terminator::Stop(reason));
        Err(Stopped)
    }

    /// Requires that a condition holds, if the property is checked or a path cannot go on where it is violated.
    fn check(&mut self, property: Property, condition: Operand) {
        if self.tables.required.contains(property) {
            self.require(property, condition);
        }
    }

    /// Requires that a condition holds: where the property is not checked, a path on which it does not ends with a cut.
    fn require(&mut self, property: Property, condition: Operand) {
        if condition != Operand::Constant(1) {
            self.observe(condition);
            self.require_as_it_is(property, condition);
        }
    }

    /// Requires a condition that may rest on poison.
    fn require_as_it_is(&mut self, property: Property, condition: Operand) {
        if condition == Operand::Constant(1) {
            return;
        }
        if self.tables.checks.contains(property) {
            self.builder.push(Instruction::Check {
                property,
                condition,
            });
            return;
        }
        let position = self.builder.position();
        let (cut, next) = (self.new_part(), self.new_part());
        self.end_as_it_is(Terminator::branch(condition, next, cut));
        let mut builder = BlockBuilder::new(cut);
        builder.continue_source(position);
        self.out
            .push(builder.finish(Terminator::Stop(not_checked(property))));
        self.continue_in(next, position);
    }

    /// The property is violated here, and the path ends.
    fn violate(&mut self, property: Property) -> Flow {
        let (checks, required) = (self.tables.checks, self.tables.required);
        if required.contains(property) && !checks.contains(property) {
            return self.stop(not_checked(property));
        }
        self.check(property, Operand::Constant(0));
        self.stop(StopReason::Dead)
    }
}
