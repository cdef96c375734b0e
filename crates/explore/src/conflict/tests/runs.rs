//! All runs of a small program: another, much simpler meaning of the representation, one input at a time.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_program::testing::Scripted;
use everypath_program::{
    BlockKey, Callee, Instruction, Local, Operand, Position, Program, RegionKind, Service,
    Terminator, Transfer, UnaryOp,
};
use everypath_term::ops::{fold_binary, mask, signed};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exit,
    Violated(Position),
    /// An assumption does not hold, or the code says that nobody comes there.
    Excluded,
    /// It took too long.
    Long,
}

/// What a run went through.
#[derive(Clone, Debug)]
pub struct Run {
    pub inputs: Vec<u64>,
    /// The blocks; and how each but the last was left: the side of a branch, the case of a switch, the address of what an indirect
    /// jump or call leads to.
    pub blocks: Vec<(BlockKey, u64)>,
    pub end: End,
}

/// Every run of at most so many blocks; none if there are more runs than `most`.
pub fn all_runs(program: &Scripted, longest: usize, most: usize) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    let mut inputs: Vec<(u64, u32)> = Vec::new();
    loop {
        let mut runner = Runner::new(program, inputs);
        let end = runner.run(longest);
        inputs = runner.inputs;
        inputs.truncate(runner.next_input);
        runs.push(Run {
            inputs: inputs.iter().map(|&(value, _)| value).collect(),
            blocks: runner.blocks,
            end,
        });
        if runs.len() > most {
            return None;
        }
        // The next inputs, the last one changing fastest.
        while let Some((value, width)) = inputs.pop() {
            if value < mask(width) {
                inputs.push((value + 1, width));
                break;
            }
        }
        if inputs.is_empty() {
            return Some(runs);
        }
    }
}

struct Object {
    base: u64,
    size: u64,
    writable: bool,
    on_heap: bool,
}

struct Frame {
    locals: Vec<u64>,
    results: Rc<[Local]>,
    return_to: BlockKey,
    objects: Vec<u64>,
}

struct Runner<'a> {
    program: &'a Scripted,
    locals: Vec<u64>,
    frames: Vec<Frame>,
    /// Bases of the running frame's objects.
    own_objects: Vec<u64>,
    objects: Vec<Object>,
    next_object: u64,
    memory: BTreeMap<u64, u8>,
    inputs: Vec<(u64, u32)>,
    next_input: usize,
    blocks: Vec<(BlockKey, u64)>,
}

impl<'a> Runner<'a> {
    fn new(program: &'a Scripted, inputs: Vec<(u64, u32)>) -> Self {
        let mut runner = Runner {
            program,
            locals: vec![0; program.locals(program.entry()).len()],
            frames: Vec::new(),
            own_objects: Vec::new(),
            objects: Vec::new(),
            next_object: 0x4000_0000,
            memory: BTreeMap::new(),
            inputs,
            next_input: 0,
            blocks: Vec::new(),
        };
        for region in &program.image().regions {
            let bytes = (region.base..).zip(region.bytes.iter().copied());
            runner.memory.extend(bytes);
            runner.objects.push(Object {
                base: region.base,
                size: region.size,
                writable: region.permissions.write,
                on_heap: false,
            });
        }
        runner
    }

    fn read(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Local(local) => self.locals[local.0 as usize],
            Operand::Constant(constant) => constant,
        }
    }

    fn write(&mut self, to: Local, value: u64) {
        self.locals[to.0 as usize] = value;
    }

    fn run(&mut self, longest: usize) -> End {
        let mut key = self.program.entry();
        loop {
            let block = self.program.blocks()[&key].clone();
            for (instruction, &position) in block.instructions.iter().zip(&block.positions) {
                let passes = self.step(instruction);
                if let Some(end) = passes.err() {
                    self.blocks.push((key, 0));
                    return match end {
                        Fault::Violation => End::Violated(position),
                        Fault::Exclusion => End::Excluded,
                    };
                }
            }
            let position = block.positions[block.instructions.len()];
            match self.leave(&block.terminator) {
                Ok((next, way)) => {
                    self.blocks.push((key, way));
                    key = next;
                }
                Err(end) => {
                    self.blocks.push((key, 0));
                    return match end {
                        End::Violated(_) => End::Violated(position),
                        end => end,
                    };
                }
            }
            if self.blocks.len() >= longest {
                self.blocks.push((key, 0));
                return End::Long;
            }
        }
    }

    /// The next block and how it is entered.
    fn leave(&mut self, terminator: &Terminator) -> Result<(BlockKey, u64), End> {
        let violated = End::Violated(Position(0));
        let (edge, way) = match terminator {
            Terminator::Jump { edge, .. } => (edge, 0),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match self.read(*condition) {
                0 => (otherwise, 0),
                _ => (then, 1),
            },
            Terminator::Switch {
                value,
                cases,
                default,
                ..
            } => {
                let value = self.read(*value);
                let case = cases.iter().position(|case| case.0 == value);
                let case = case.unwrap_or(cases.len());
                let edge = cases.get(case).map_or(default, |case| &case.1);
                (edge, case as u64)
            }
            Terminator::IndirectJump { address, transfer } => {
                let address = self.read(*address);
                let way = match transfer {
                    Transfer::Return => 0,
                    _ => address,
                };
                return Ok((BlockKey::at(address), way));
            }
            Terminator::Call {
                callee,
                arguments,
                results,
                return_to,
            } => {
                let (entry, way) = match callee {
                    Callee::Function(entry) => (*entry, 0),
                    Callee::Address(address) => {
                        let address = self.read(*address);
                        let Some(entry) = self.program.function_at(address) else {
                            return Err(violated);
                        };
                        (entry, address)
                    }
                };
                let parameters = self.program.blocks()[&entry].parameters.clone();
                let mut locals = vec![0; self.locals.len()];
                for (parameter, &argument) in parameters.iter().zip(arguments) {
                    locals[parameter.0 as usize] = self.read(argument);
                }
                self.frames.push(Frame {
                    locals: std::mem::replace(&mut self.locals, locals),
                    results: results.iter().copied().collect(),
                    return_to: *return_to,
                    objects: std::mem::take(&mut self.own_objects),
                });
                return Ok((entry, way));
            }
            Terminator::Return { values } => {
                let values: Vec<u64> = values.iter().map(|&value| self.read(value)).collect();
                let frame = self.frames.pop().expect("a function was called");
                let ended = std::mem::replace(&mut self.own_objects, frame.objects);
                self.objects.retain(|object| !ended.contains(&object.base));
                self.locals = frame.locals;
                for (&result, value) in frame.results.iter().zip(values) {
                    self.write(result, value);
                }
                return Ok((frame.return_to, 0));
            }
            Terminator::Exit { code } if self.read(*code) != 0 => return Err(violated),
            Terminator::Exit { .. } => return Err(End::Exit),
            Terminator::Stop(_) => return Err(End::Excluded),
            other => panic!("not generated: {other:?}"),
        };
        let values: Vec<u64> = edge.arguments.iter().map(|&it| self.read(it)).collect();
        let parameters = self.program.blocks()[&edge.target].parameters.clone();
        for (&parameter, value) in parameters.iter().zip(values) {
            self.write(parameter, value);
        }
        Ok((edge.target, way))
    }

    fn step(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        match *instruction {
            Instruction::Copy { to, from } => self.write(to, self.read(from)),
            Instruction::Unary { op, width, to, a } => {
                let value = match op {
                    UnaryOp::Not => !self.read(a),
                    UnaryOp::Neg => self.read(a).wrapping_neg(),
                    other => panic!("not generated: {other:?}"),
                };
                self.write(to, value & mask(width));
            }
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => self.write(to, fold_binary(op, width, self.read(a), self.read(b))),
            Instruction::Select {
                to,
                condition,
                then,
                otherwise,
                ..
            } => {
                let chosen = match self.read(condition) {
                    0 => otherwise,
                    _ => then,
                };
                self.write(to, self.read(chosen));
            }
            Instruction::Resize {
                to,
                value,
                keep,
                width,
                signed: is_signed,
                ..
            } => {
                let kept = self.read(value) & mask(keep);
                let value = match is_signed {
                    true => signed(kept, keep) as u64 & mask(width),
                    false => kept,
                };
                self.write(to, value);
            }
            Instruction::Input { to, width, .. } => {
                if self.next_input == self.inputs.len() {
                    self.inputs.push((0, width));
                }
                let (value, _) = self.inputs[self.next_input];
                self.next_input += 1;
                self.write(to, value);
            }
            Instruction::Check { condition, .. } => {
                if self.read(condition) == 0 {
                    return Err(Fault::Violation);
                }
            }
            Instruction::Assume { condition } => {
                if self.read(condition) == 0 {
                    return Err(Fault::Exclusion);
                }
            }
            Instruction::Load {
                to,
                address,
                offset,
                size,
                ..
            } => {
                let address = (self.read(address) + offset) & mask(32);
                self.object(address, size, false)?;
                let bytes = (0..u64::from(size)).rev();
                let value = bytes.fold(0, |value, byte| {
                    value << 8 | u64::from(self.memory[&(address + byte)])
                });
                self.write(to, value);
            }
            Instruction::Store {
                address,
                offset,
                value,
                size,
                ..
            } => {
                let address = (self.read(address) + offset) & mask(32);
                self.object(address, size, true)?;
                let value = self.read(value);
                for byte in 0..u64::from(size) {
                    let part = (value >> (8 * byte)) as u8;
                    self.memory.insert(address + byte, part);
                }
            }
            Instruction::Allocate { to, size, kind, .. } => {
                let (base, size) = (self.next_object, self.read(size));
                self.next_object += 0x10;
                self.objects.push(Object {
                    base,
                    size,
                    writable: true,
                    on_heap: kind == RegionKind::Heap,
                });
                if kind == RegionKind::Local {
                    self.own_objects.push(base);
                }
                self.memory
                    .extend((base..base + size).map(|address| (address, 0)));
                self.write(to, base);
            }
            Instruction::Service {
                service: Service::Free,
                ref arguments,
                ..
            } => {
                let address = self.read(arguments[0]);
                let block = |object: &Object| object.on_heap && object.base == address;
                if address != 0 && !self.objects.iter().any(block) {
                    return Err(Fault::Violation);
                }
                self.objects.retain(|object| !block(object));
            }
            ref other => panic!("not generated: {other:?}"),
        }
        Ok(())
    }

    /// Whether some bytes can be accessed.
    fn object(&self, address: u64, size: u32, store: bool) -> Result<(), Fault> {
        let end = address + u64::from(size);
        let mut objects = self.objects.iter();
        let found =
            objects.find(|object| object.base <= address && end <= object.base + object.size);
        match found {
            Some(object) if object.writable || !store => Ok(()),
            _ => Err(Fault::Violation),
        }
    }
}

enum Fault {
    Violation,
    Exclusion,
}
