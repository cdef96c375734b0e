//! A function in a form that can be changed: parts in place of blocks, with what enters each of them.
//!
//! Every local is assigned in one place, and every use of it stands behind that place on every way, as lowering makes it.

use everypath_program::{
    BinaryOp, Block, BlockKey, Callee, Edge, Instruction, Local, LocalInfo, Operand, Position,
    Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// An instruction with its position, and the number of source instructions begun in its part up to it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) instruction: Instruction,
    pub(super) position: Position,
    pub(super) step: u32,
}

/// A block that can be changed.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) key: BlockKey,
    pub(super) parameters: Vec<Local>,
    pub(super) lines: Vec<Line>,
    pub(super) terminator: Terminator,
    /// The position of the terminator.
    pub(super) end: Position,
    /// Source instructions of the whole part.
    pub(super) steps: u32,
    code_length: u32,
}

/// A function that can be changed.
pub(super) struct Code<'a> {
    /// Its parts; the first is its entry. One that was taken into another is none.
    pub(super) parts: Vec<Option<Part>>,
    pub(super) locals: &'a mut Vec<LocalInfo>,
    /// Locals whose input stands for what was never written.
    pub(super) arbitrary: &'a FxHashSet<Local>,
    places: FxHashMap<BlockKey, usize>,
}

impl<'a> Code<'a> {
    pub(super) fn new(
        blocks: Vec<Block>,
        locals: &'a mut Vec<LocalInfo>,
        arbitrary: &'a FxHashSet<Local>,
    ) -> Self {
        let places = blocks.iter().enumerate();
        let places = places.map(|(place, block)| (block.key, place)).collect();
        let parts = blocks.into_iter().map(|block| Some(Part::new(block)));
        Code {
            parts: parts.collect(),
            locals,
            arbitrary,
            places,
        }
    }

    /// The blocks, in the order in which they came, with numbers for those locals only that are left; and the new number of each
    /// local.
    pub(super) fn finish(mut self) -> (Vec<Block>, Vec<Option<Local>>) {
        let mut left = vec![false; self.locals.len()];
        for part in self.parts.iter_mut().flatten() {
            part.each_local_mut(|local| {
                if let Some(left) = left.get_mut(local.0 as usize) {
                    *left = true;
                }
            });
        }
        let mut count = 0;
        let numbers: Vec<Option<Local>> = left
            .iter()
            .map(|&left| {
                let number = Local(count);
                count += u32::from(left);
                left.then_some(number)
            })
            .collect();
        for part in self.parts.iter_mut().flatten() {
            part.each_local_mut(|local| {
                if let Some(&Some(number)) = numbers.get(local.0 as usize) {
                    *local = number;
                }
            });
        }
        let mut left = left.into_iter();
        self.locals.retain(|_| left.next().unwrap_or(true));
        let blocks = self.parts.into_iter().flatten().map(Part::finish);
        (blocks.collect(), numbers)
    }

    /// Where the part with this key is.
    pub(super) fn place(&self, key: BlockKey) -> Option<usize> {
        let place = self.places.get(&key).copied()?;
        self.parts.get(place)?.as_ref().map(|_| place)
    }

    pub(super) fn part(&self, place: usize) -> Option<&Part> {
        self.parts.get(place)?.as_ref()
    }

    pub(super) fn part_mut(&mut self, place: usize) -> Option<&mut Part> {
        self.parts.get_mut(place)?.as_mut()
    }

    /// The places of the parts that are left.
    pub(super) fn all(&self) -> Vec<usize> {
        let numbered = self.parts.iter().enumerate();
        let left = numbered.filter(|(_, part)| part.is_some());
        left.map(|(place, _)| place).collect()
    }

    /// How often each part is entered.
    pub(super) fn entries(&self) -> Entries {
        let mut entries = Entries(vec![0; self.parts.len()]);
        if let Some(first) = entries.0.first_mut() {
            *first = 1;
        }
        for place in self.all() {
            entries.count(self, place);
        }
        entries
    }

    /// A new local.
    pub(super) fn fresh(&mut self, name: String, width: u32) -> Local {
        let local = Local(self.locals.len() as u32);
        self.locals.push(LocalInfo { name, width });
        local
    }

    pub(super) fn width(&self, local: Local) -> u32 {
        let info = self.locals.get(local.0 as usize);
        info.map_or(0, |info| info.width)
    }

    /// Puts other operands in the place of locals, everywhere.
    pub(super) fn replace(&mut self, by: &Replacement) {
        if by.is_empty() {
            return;
        }
        for part in self.parts.iter_mut().flatten() {
            for line in &mut part.lines {
                each_operand_mut(&mut line.instruction, |operand| by.apply(operand));
            }
            each_terminator_operand_mut(&mut part.terminator, |operand| by.apply(operand));
        }
    }
}

/// For each part, how often it is entered: by edges, by returns to it, by the function's beginning.
pub(super) struct Entries(Vec<u32>);

impl Entries {
    /// Whether there is one way only into a part.
    pub(super) fn is_single(&self, place: usize) -> bool {
        self.0.get(place) == Some(&1)
    }

    /// Counts the ways that lead out of a part.
    pub(super) fn count(&mut self, code: &Code<'_>, place: usize) {
        self.change(code, place, |count| count.saturating_add(1));
    }

    /// Counts them no longer: before the part goes, or gets another terminator.
    pub(super) fn discount(&mut self, code: &Code<'_>, place: usize) {
        self.change(code, place, |count| count.saturating_sub(1));
    }

    fn change(&mut self, code: &Code<'_>, place: usize, by: impl Fn(u32) -> u32) {
        let Some(part) = code.part(place) else {
            return;
        };
        each_target(&part.terminator, |key| {
            if let Some(count) = code.place(key).and_then(|place| self.0.get_mut(place)) {
                *count = by(*count);
            }
        });
    }
}

impl Part {
    fn new(block: Block) -> Part {
        let positions = block.positions.iter().copied();
        let steps = block.steps.iter().copied();
        let end = block.positions.last().copied().unwrap_or_default();
        let all_steps = block.source_instructions();
        let lines = block.instructions.into_iter().zip(positions.zip(steps));
        Part {
            key: block.key,
            parameters: block.parameters.into_vec(),
            lines: lines
                .map(|(instruction, (position, step))| Line {
                    instruction,
                    position,
                    step,
                })
                .collect(),
            terminator: block.terminator,
            end,
            steps: all_steps,
            code_length: block.code_length,
        }
    }

    fn finish(self) -> Block {
        let mut instructions = Vec::with_capacity(self.lines.len());
        let mut positions = Vec::with_capacity(self.lines.len() + 1);
        let mut steps = Vec::with_capacity(self.lines.len() + 1);
        for line in self.lines {
            instructions.push(line.instruction);
            positions.push(line.position);
            steps.push(line.step);
        }
        positions.push(self.end);
        steps.push(self.steps);
        Block {
            key: self.key,
            parameters: self.parameters.into(),
            instructions: instructions.into(),
            terminator: self.terminator,
            positions: positions.into(),
            steps: steps.into(),
            code_length: self.code_length,
        }
    }

    /// Every local that the part assigns or reads.
    fn each_local_mut(&mut self, mut visit: impl FnMut(&mut Local)) {
        self.parameters.iter_mut().for_each(&mut visit);
        for line in &mut self.lines {
            if let Some(to) = result_mut(&mut line.instruction) {
                visit(to);
            }
            each_operand_mut(&mut line.instruction, |operand| {
                if let Operand::Local(local) = operand {
                    visit(local);
                }
            });
        }
        each_terminator_operand_mut(&mut self.terminator, |operand| {
            if let Operand::Local(local) = operand {
                visit(local);
            }
        });
        match &mut self.terminator {
            Terminator::Call { results, .. } => {
                let mut renamed: Vec<Local> = results.to_vec();
                renamed.iter_mut().for_each(visit);
                *results = renamed.into();
            }
            Terminator::SetJump { result, .. } => visit(result),
            Terminator::Jump { .. }
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Return { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => {}
        }
    }

    /// Appends the lines of another part, whose source instructions count behind those of this one.
    pub(super) fn append(&mut self, lines: impl IntoIterator<Item = Line>, steps: u32) {
        let before = self.steps;
        self.lines.extend(lines.into_iter().map(|line| Line {
            step: before + line.step,
            ..line
        }));
        self.steps += steps;
    }

    /// The edge, if nothing but a jump ends the part.
    pub(super) fn jump(&self) -> Option<&Edge> {
        match &self.terminator {
            Terminator::Jump { edge, transfer } if *transfer == Default::default() => Some(edge),
            _ => None,
        }
    }
}

/// What stands in the place of locals.
#[derive(Default)]
pub(super) struct Replacement {
    by: FxHashMap<Local, Operand>,
}

impl Replacement {
    pub(super) fn is_empty(&self) -> bool {
        self.by.is_empty()
    }

    /// From now on the operand stands in the place of the local.
    pub(super) fn put(&mut self, local: Local, operand: Operand) {
        let operand = self.of(operand);
        self.by.insert(local, operand);
    }

    /// What stands in the place of an operand.
    pub(super) fn of(&self, mut operand: Operand) -> Operand {
        // What is put is replaced by what was put before; what was put later is found by going on.
        while let Operand::Local(local) = operand
            && let Some(&next) = self.by.get(&local)
        {
            operand = next;
        }
        operand
    }

    pub(super) fn apply(&self, operand: &mut Operand) {
        *operand = self.of(*operand);
    }
}

/// The local that an instruction assigns, to be changed.
pub(super) fn result_mut(instruction: &mut Instruction) -> Option<&mut Local> {
    match instruction {
        Instruction::Copy { to, .. }
        | Instruction::Unary { to, .. }
        | Instruction::Binary { to, .. }
        | Instruction::Select { to, .. }
        | Instruction::Resize { to, .. }
        | Instruction::Float { to, .. }
        | Instruction::Load { to, .. }
        | Instruction::Input { to, .. }
        | Instruction::Allocate { to, .. } => Some(to),
        Instruction::Service { to, .. } => to.as_mut(),
        Instruction::Store { .. } | Instruction::Check { .. } | Instruction::Assume { .. } => None,
    }
}

/// Whether an instruction computes a value and does nothing else, whatever its operands are: it may be left out where nobody
/// reads the value, and it stands for any other one that computes the same.
pub(super) fn is_pure(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Copy { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Select { .. }
        | Instruction::Resize { .. }
        | Instruction::Float { .. } => true,
        Instruction::Load { .. }
        | Instruction::Store { .. }
        | Instruction::Check { .. }
        | Instruction::Assume { .. }
        | Instruction::Input { .. }
        | Instruction::Allocate { .. }
        | Instruction::Service { .. } => false,
    }
}

/// Whether a pure instruction may also run where its value is not needed: it costs little, for the solver too, and no value of
/// its operands ends the path (a floating-point operation on terms does).
pub(super) fn is_cheap(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Binary { op, .. } => match op {
            BinaryOp::Mul
            | BinaryOp::MulHighUnsigned
            | BinaryOp::MulHighSigned
            | BinaryOp::MulHighSignedUnsigned
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem => false,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::RotateLeft
            | BinaryOp::RotateRight
            | BinaryOp::UMin
            | BinaryOp::UMax
            | BinaryOp::SMin
            | BinaryOp::SMax
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Ult
            | BinaryOp::Ule
            | BinaryOp::Slt
            | BinaryOp::Sle => true,
        },
        Instruction::Copy { .. }
        | Instruction::Unary { .. }
        | Instruction::Select { .. }
        | Instruction::Resize { .. } => true,
        Instruction::Float { .. }
        | Instruction::Load { .. }
        | Instruction::Store { .. }
        | Instruction::Check { .. }
        | Instruction::Assume { .. }
        | Instruction::Input { .. }
        | Instruction::Allocate { .. }
        | Instruction::Service { .. } => false,
    }
}

/// The parts that a terminator leads to within the function.
pub(super) fn each_target(terminator: &Terminator, mut visit: impl FnMut(BlockKey)) {
    match terminator {
        Terminator::Jump { edge, .. } => visit(edge.target),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            visit(then.target);
            visit(otherwise.target);
        }
        Terminator::Switch { cases, default, .. } => {
            for (_, edge) in cases {
                visit(edge.target);
            }
            visit(default.target);
        }
        Terminator::Call { return_to, .. } => visit(*return_to),
        Terminator::SetJump { next, .. } => visit(*next),
        Terminator::IndirectJump { .. }
        | Terminator::Return { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => {}
    }
}

/// The edges of a terminator.
pub(super) fn each_edge_mut(terminator: &mut Terminator, mut visit: impl FnMut(&mut Edge)) {
    match terminator {
        Terminator::Jump { edge, .. } => visit(edge),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            visit(then);
            visit(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            for (_, edge) in cases {
                visit(edge);
            }
            visit(default);
        }
        Terminator::Call { .. }
        | Terminator::SetJump { .. }
        | Terminator::IndirectJump { .. }
        | Terminator::Return { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => {}
    }
}

/// The operands of an instruction, to be changed.
pub(super) fn each_operand_mut(instruction: &mut Instruction, mut visit: impl FnMut(&mut Operand)) {
    match instruction {
        Instruction::Copy { from: value, .. }
        | Instruction::Unary { a: value, .. }
        | Instruction::Resize { value, .. }
        | Instruction::Load { address: value, .. }
        | Instruction::Check {
            condition: value, ..
        }
        | Instruction::Assume { condition: value }
        | Instruction::Allocate { size: value, .. } => visit(value),
        Instruction::Binary { a, b, .. } => {
            visit(a);
            visit(b);
        }
        Instruction::Select {
            condition,
            then,
            otherwise,
            ..
        } => {
            visit(condition);
            visit(then);
            visit(otherwise);
        }
        Instruction::Store { address, value, .. } => {
            visit(address);
            visit(value);
        }
        Instruction::Float { arguments, .. } | Instruction::Service { arguments, .. } => {
            arguments.iter_mut().for_each(visit);
        }
        Instruction::Input { .. } => {}
    }
}

/// The operands of a terminator, to be changed.
pub(super) fn each_terminator_operand_mut(
    terminator: &mut Terminator,
    mut visit: impl FnMut(&mut Operand),
) {
    each_edge_mut(terminator, |edge| {
        edge.arguments.iter_mut().for_each(&mut visit);
    });
    match terminator {
        Terminator::Branch {
            condition: value, ..
        }
        | Terminator::Switch { value, .. }
        | Terminator::IndirectJump { address: value, .. }
        | Terminator::SetJump { buffer: value, .. }
        | Terminator::Exit { code: value } => visit(value),
        Terminator::Call {
            callee, arguments, ..
        } => {
            if let Callee::Address(address) = callee {
                visit(address);
            }
            arguments.iter_mut().for_each(visit);
        }
        Terminator::Return { values } => values.iter_mut().for_each(visit),
        Terminator::LongJump { buffer, value, .. } => {
            visit(buffer);
            visit(value);
        }
        Terminator::Jump { .. } | Terminator::Stop(_) => {}
    }
}
