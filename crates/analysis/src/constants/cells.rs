//! What may hold a constant, and what a block does to it.
//!
//! Cells are numbered once for the whole program: locals that are read in another block than they are written in, variables of frames
//! as the text accesses them through their own address, and globals at constant addresses. Anything else is not known. A
//! store to an address that the text does not tell may change every cell in memory.

use std::ops::Range;

use everypath_program::{Block, Image, Instruction, LifeEffect, Local, Operand, Terminator};
use everypath_term::ops::{fold_binary, fold_resize, fold_unary, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::effects::{Effects, variable_of};
use crate::liveness::read_first;
use crate::risk::is_always_there;
use crate::{Code, FunctionId, Liveness, Place, PlaceId, To, edge_of, slot_of_way};

/// Something that may hold a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cell {
    Local(FunctionId, Local),
    /// Whether the variable whose address a local has is there: 1 if it is.
    There(FunctionId, Local),
    /// Bytes of the variable whose address a local has.
    Variable(FunctionId, Local, u64, u32),
    /// Bytes at an address.
    Global(u64, u32),
}

impl Cell {
    fn is_memory(self) -> bool {
        matches!(self, Cell::Variable(..) | Cell::Global(..))
    }

    /// Whether both have a byte in common.
    fn overlaps(self, other: Cell) -> bool {
        let meet = |(at, size): (u64, u32), (other, others): (u64, u32)| {
            at < other + u64::from(others) && other < at + u64::from(size)
        };
        match (self, other) {
            (Cell::Variable(f, local, at, size), Cell::Variable(g, other, to, others)) => {
                f == g && local == other && meet((at, size), (to, others))
            }
            (Cell::Global(at, size), Cell::Global(to, others)) => meet((at, size), (to, others)),
            (Cell::Local(..) | Cell::There(..) | Cell::Variable(..) | Cell::Global(..), _) => false,
        }
    }
}

/// The value of each cell, where it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<Option<u64>>);

impl Values {
    /// Whether all that is known here is the same there.
    pub fn covers(&self, other: &Values) -> bool {
        let mut both = self.0.iter().zip(&other.0);
        both.all(|(mine, theirs)| mine.is_none() || mine == theirs)
    }

    /// Keeps what both know.
    pub fn meet(&mut self, other: &Values) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            if mine != theirs {
                *mine = None;
            }
        }
    }
}

/// The cells of a program.
#[derive(Debug, Default)]
pub struct Cells {
    cells: Vec<Cell>,
    numbers: FxHashMap<Cell, usize>,
    /// Others that have a byte in common, by cell.
    overlaps: Vec<Vec<usize>>,
    /// The cells of each function's frames.
    frames: Vec<Range<usize>>,
    /// Of these, the locals that nobody reads any more when a block is entered, by block.
    dead: FxHashMap<PlaceId, Vec<usize>>,
    initial: Values,
}

impl Cells {
    /// The cells of all functions that were looked at.
    pub fn new(code: &Code, image: &Image) -> Self {
        let mut cells = Cells::default();
        for function in code.functions() {
            let first = cells.cells.len();
            let blocks = code.places(function).iter();
            for &local in code.variables(function).keys() {
                if !code.is_lasting(function, local) {
                    cells.add(Cell::There(function, local));
                }
            }
            let mut globals: Vec<(u64, u32)> = Vec::new();
            for block in blocks.map(|&place| &code.place(place).block) {
                for local in read_first(block).iter() {
                    cells.add(Cell::Local(function, Local(local)));
                }
                for instruction in &block.instructions {
                    match cell_of(code, function, instruction) {
                        Some(Cell::Global(at, size)) => globals.push((at, size)),
                        Some(variable) => cells.add(variable),
                        None => {}
                    }
                }
            }
            cells.frames.push(first..cells.cells.len());
            cells.find_dead(code, function);
            for (at, size) in globals {
                if is_always_there(image, at, u64::from(size), false) {
                    cells.add(Cell::Global(at, size));
                }
            }
        }
        cells.find_overlaps();
        let start = code.place(code.start()).function;
        let initial = cells.cells.iter().map(|&cell| match cell {
            Cell::Global(at, size) => at_start(image, at, size),
            Cell::Local(function, local) if function == start => {
                let given = image.locals.iter().find(|given| given.0 == local);
                Some(given.map_or(0, |given| given.1))
            }
            Cell::Local(..) | Cell::There(..) | Cell::Variable(..) => None,
        });
        cells.initial = Values(initial.collect());
        cells
    }

    fn add(&mut self, cell: Cell) {
        if !self.numbers.contains_key(&cell) {
            self.numbers.insert(cell, self.cells.len());
            self.cells.push(cell);
        }
    }

    /// Finds the locals that nobody reads any more from each block of a function on.
    fn find_dead(&mut self, code: &Code, function: FunctionId) {
        let places = code.places(function);
        let frame = self.frames[function.0 as usize].clone();
        let first = places.first().map_or(0, |place| place.0);
        let graph: Vec<(&Block, Vec<usize>)> = places
            .iter()
            .map(|&place| {
                let place = code.place(place);
                let after = place.ways.iter().filter_map(|way| match way.to {
                    To::Place(next) | To::Call(_, next) | To::Unknown(Some(next)) => {
                        Some((next.0 - first) as usize)
                    }
                    To::Return | To::Unknown(None) => None,
                });
                (&*place.block, after.collect())
            })
            .collect();
        let liveness = Liveness::new(&graph);
        for (index, &place) in places.iter().enumerate() {
            let dead = frame.clone().filter(|&number| match self.cells[number] {
                Cell::Local(_, local) => !liveness.is_live(index, local),
                Cell::There(..) | Cell::Variable(..) | Cell::Global(..) => false,
            });
            self.dead.insert(place, dead.collect());
        }
    }

    fn find_overlaps(&mut self) {
        self.overlaps = vec![Vec::new(); self.cells.len()];
        let mut sorted: Vec<usize> = (0..self.cells.len())
            .filter(|&index| self.cells[index].is_memory())
            .collect();
        let key = |index: usize| match self.cells[index] {
            Cell::Variable(function, local, at, _) => (function.0, local.0, at),
            Cell::Global(at, _) => (u32::MAX, u32::MAX, at),
            Cell::Local(function, local) | Cell::There(function, local) => (function.0, local.0, 0),
        };
        sorted.sort_by_key(|&index| key(index));
        for (rank, &index) in sorted.iter().enumerate() {
            // No access is larger than 16 bytes, so what is in common ends soon.
            let behind = sorted[rank + 1..].iter().copied();
            let near = behind.take_while(|&other| {
                let ((f, local, at), (g, other, to)) = (key(index), key(other));
                (f, local) == (g, other) && to < at + 16
            });
            for other in near {
                if self.cells[index].overlaps(self.cells[other]) {
                    self.overlaps[index].push(other);
                    self.overlaps[other].push(index);
                }
            }
        }
    }

    /// Forgets the locals that nobody reads from a block on.
    pub fn forget_dead(&self, place: PlaceId, values: &mut Values) {
        for &number in self.dead.get(&place).into_iter().flatten() {
            values.0[number] = None;
        }
    }

    /// Which variables of a function's frame are there whatever of the given is known.
    pub fn there(&self, function: FunctionId, known: &[Values]) -> FxHashSet<Local> {
        let frame = self.frames[function.0 as usize].clone();
        let there = frame.filter_map(|number| match self.cells[number] {
            Cell::There(_, local) => {
                let is_there = known.iter().all(|values| values.0[number] == Some(1));
                is_there.then_some(local)
            }
            Cell::Local(..) | Cell::Variable(..) | Cell::Global(..) => None,
        });
        there.collect()
    }

    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// What is known when the program starts.
    pub fn initial(&self) -> Values {
        self.initial.clone()
    }

    /// Begins to go through a block of a function.
    pub fn run<'a>(&'a self, code: &'a Code, function: FunctionId, values: Values) -> Run<'a> {
        Run {
            cells: self,
            code,
            function,
            values,
            here: FxHashMap::default(),
        }
    }
}

/// How a block goes on behind an instruction.
pub enum Next {
    Goes,
    /// Nothing goes on.
    Ends,
    /// Any of two constants may have been chosen; [`Run::choose`] takes one.
    Splits([u64; 2]),
}

/// What is known within a block.
#[derive(Clone)]
pub struct Run<'a> {
    cells: &'a Cells,
    code: &'a Code,
    function: FunctionId,
    values: Values,
    /// Locals that no other block reads.
    here: FxHashMap<Local, u64>,
}

impl Run<'_> {
    fn number(&self, cell: Cell) -> Option<usize> {
        self.cells.numbers.get(&cell).copied()
    }

    /// The value of an operand, if it is known.
    pub fn read(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Constant(value) => Some(value),
            Operand::Local(local) => match self.number(Cell::Local(self.function, local)) {
                Some(number) => self.values.0[number],
                None => self.here.get(&local).copied(),
            },
        }
    }

    fn write(&mut self, local: Local, value: Option<u64>) {
        match (self.number(Cell::Local(self.function, local)), value) {
            (Some(number), _) => self.values.0[number] = value,
            (None, Some(value)) => drop(self.here.insert(local, value)),
            (None, None) => drop(self.here.remove(&local)),
        }
    }

    /// One of the constants that an instruction chose from, or neither is known.
    pub fn choose(&mut self, instruction: &Instruction, value: Option<u64>) {
        if let Some(local) = instruction.result() {
            self.write(local, value);
        }
    }

    /// What an instruction does.
    pub fn instruction(&mut self, instruction: &Instruction) -> Next {
        let value = match instruction {
            Instruction::Copy { from, .. } => self.read(*from),
            Instruction::Unary { op, width, a, .. } if *width <= 64 => {
                self.read(*a).map(|a| fold_unary(*op, *width, a))
            }
            Instruction::Binary {
                op, width, a, b, ..
            } if *width <= 64 => {
                let both = self.read(*a).zip(self.read(*b));
                both.map(|(a, b)| fold_binary(*op, *width, a, b))
            }
            Instruction::Select {
                condition,
                then,
                otherwise,
                ..
            } => match self.read(*condition) {
                Some(0) => self.read(*otherwise),
                Some(_) => self.read(*then),
                None => match (self.read(*then), self.read(*otherwise)) {
                    (Some(then), Some(otherwise)) if then == otherwise => Some(then),
                    (Some(then), Some(otherwise)) => return Next::Splits([then, otherwise]),
                    _ => None,
                },
            },
            Instruction::Resize {
                value,
                keep,
                width,
                signed,
                ..
            } if *width <= 64 => {
                let extended = |value| fold_resize(value, *keep, *width, *signed);
                match self.read(*value) {
                    Some(value) => Some(extended(value)),
                    None if *keep == 1 => return Next::Splits([extended(1), 0]),
                    None => None,
                }
            }
            Instruction::Load {
                size,
                width,
                signed,
                ..
            } if *size <= 8 && *width <= 64 => {
                let cell = cell_of(self.code, self.function, instruction);
                let number = cell.and_then(|cell| self.number(cell));
                let value = number.and_then(|number| self.values.0[number]);
                value.map(|value| fold_resize(value, 8 * size, *width, *signed))
            }
            Instruction::Store { value, size, .. } => {
                let cell = cell_of(self.code, self.function, instruction);
                match cell.and_then(|cell| self.number(cell)) {
                    Some(number) => {
                        for &other in &self.cells.overlaps[number] {
                            self.values.0[other] = None;
                        }
                        let value = self.read(*value).filter(|_| *size <= 8);
                        self.values.0[number] = value.map(|value| value & mask(8 * size));
                    }
                    None => self.forget(|cell| cell.is_memory()),
                }
                return Next::Goes;
            }
            Instruction::Allocate { to, .. } => {
                self.forget_variable(*to);
                self.set_there(*to, Some(1));
                None
            }
            Instruction::Service { service, .. } => {
                self.service(service.info().lives, instruction);
                None
            }
            Instruction::Assume { condition } if self.read(*condition) == Some(0) => {
                return Next::Ends;
            }
            // Wide values are no constants.
            Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Resize { .. }
            | Instruction::Load { .. }
            | Instruction::Float { .. }
            | Instruction::Input { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. } => None,
        };
        if let Some(local) = instruction.result() {
            self.write(local, value);
        }
        Next::Goes
    }

    fn service(&mut self, lives: LifeEffect, instruction: &Instruction) {
        let variables = self.code.variables(self.function);
        if let Some(local) = variable_of(instruction, variables) {
            self.forget_variable(local);
            match lives {
                LifeEffect::BeginsVariable => self.set_there(local, Some(1)),
                LifeEffect::EndsVariable => self.set_there(local, None),
                LifeEffect::Unchanged | LifeEffect::EndsVariables | LifeEffect::Objects => {}
            }
            return;
        }
        let mut effects = Effects::default();
        effects.add_instruction(instruction, variables);
        self.forget(|cell| match cell {
            Cell::Global(at, size) => effects.on_range(at, at + u64::from(size)),
            Cell::Variable(..) => effects.is_anywhere(),
            Cell::There(..) => effects.on_life(),
            Cell::Local(..) => false,
        });
    }

    fn forget(&mut self, which: impl Fn(Cell) -> bool) {
        for (value, &cell) in self.values.0.iter_mut().zip(&self.cells.cells) {
            if value.is_some() && which(cell) {
                *value = None;
            }
        }
    }

    fn set_there(&mut self, local: Local, value: Option<u64>) {
        if let Some(number) = self.number(Cell::There(self.function, local)) {
            self.values.0[number] = value;
        }
    }

    fn forget_variable(&mut self, local: Local) {
        let function = self.function;
        self.forget(
            |cell| matches!(cell, Cell::Variable(of, it, ..) if of == function && it == local),
        );
    }

    /// Whether a way out of the block can be taken.
    pub fn takes(&self, terminator: &Terminator, slot: usize) -> bool {
        match terminator {
            Terminator::Branch { condition, .. } => {
                let value = self.read(*condition);
                value.is_none_or(|value| usize::from(value != 0) == slot)
            }
            Terminator::Switch { value, cases, .. } => self.read(*value).is_none_or(|value| {
                let case = cases.iter().position(|(case, _)| *case == value);
                slot_of_way(terminator, case.unwrap_or(cases.len())) == slot
            }),
            Terminator::Jump { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => true,
        }
    }

    /// What is known behind an edge within the function.
    pub fn through_edge(&self, terminator: &Terminator, slot: usize, entered: &Block) -> Values {
        let arguments = match edge_of(terminator, slot) {
            Some(edge) => &edge.arguments[..],
            None => &[],
        };
        self.hand_over(
            self.values.clone(),
            self.function,
            &entered.parameters,
            arguments,
        )
    }

    /// What is known in a function that is called.
    pub fn through_call(
        &self,
        terminator: &Terminator,
        callee: FunctionId,
        entered: &Block,
    ) -> Values {
        let mut values = self.values.clone();
        for number in self.cells.frames[callee.0 as usize].clone() {
            values.0[number] = at_entry(self.cells.cells[number]);
        }
        let arguments = terminator.handed_over();
        self.hand_over(values, callee, &entered.parameters, arguments)
    }

    /// What is known behind the call of the function that returns here.
    pub fn through_return(&self, terminator: &Terminator, call: &Place) -> Values {
        let mut values = self.values.clone();
        values.0[self.cells.frames[self.function.0 as usize].clone()].fill(None);
        let (results, returned) = (call.block.terminator.results(), terminator.handed_over());
        self.hand_over(values, call.function, results, returned)
    }

    /// Gives locals of a function values that are read here; those that are handed nothing are not known.
    fn hand_over(
        &self,
        mut values: Values,
        function: FunctionId,
        to: &[Local],
        from: &[Operand],
    ) -> Values {
        for (index, &local) in to.iter().enumerate() {
            if let Some(number) = self.number(Cell::Local(function, local)) {
                values.0[number] = from.get(index).and_then(|&operand| self.read(operand));
            }
        }
        values
    }
}

/// The bytes that an instruction loads or stores, if the text tells.
fn cell_of(code: &Code, function: FunctionId, instruction: &Instruction) -> Option<Cell> {
    let (Instruction::Load {
        address,
        offset,
        size,
        ..
    }
    | Instruction::Store {
        address,
        offset,
        size,
        ..
    }) = instruction
    else {
        return None;
    };
    match address {
        Operand::Constant(base) => Some(Cell::Global(base.wrapping_add(*offset), *size)),
        Operand::Local(local) => {
            let &bytes = code.variables(function).get(local)?;
            let end = offset.checked_add(u64::from(*size))?;
            (end <= bytes).then_some(Cell::Variable(function, *local, *offset, *size))
        }
    }
}

/// The value of a cell of a frame when its function is entered, without arguments.
fn at_entry(cell: Cell) -> Option<u64> {
    matches!(cell, Cell::Local(..)).then_some(0)
}

/// The value of bytes at an address when the program starts.
fn at_start(image: &Image, at: u64, size: u32) -> Option<u64> {
    if size > 8 {
        return None;
    }
    let is_input = image.symbolic.iter().any(|range| {
        let end = range.address.saturating_add(range.size);
        at < end && range.address < at + u64::from(size)
    });
    let mut regions = image.regions.iter();
    let region = regions.find(|region| at.wrapping_sub(region.base) < region.size)?;
    if region.arbitrary {
        return None;
    }
    let first = (at - region.base) as usize;
    let byte = |index: usize| region.bytes.get(first + index).copied().unwrap_or(0);
    let bytes = (0..size as usize).map(|index| u64::from(byte(index)) << (8 * index));
    (!is_input).then(|| bytes.sum())
}
