//! Random programs in which joins matter: few locals that are written again and again, block parameters, memory at constant and at
//! computed addresses, calls from several places, checks on inputs of two bits.

use everypath_program::testing::{FUNCTIONS, STEP, Scripted, binary, constant, exit, input, local};
use everypath_program::{
    BinaryOp, BlockKey, Callee, Edge, Instruction, Local, Operand, Permissions, Property,
    RegionKind, Service, StopReason, Terminator, Transfer, UnaryOp,
};

/// Bits of an input.
pub const INPUT_BITS: u32 = 2;

/// Locals: 0 an input, 1 to 5 bytes, 6 and 7 conditions, 8 an index, 9 a pointer to an object, 10 one to a function, 11 an exit code,
/// 12 a half-word, 13 to 15 where the functions return to.
const WIDTHS: [u32; 16] = [2, 8, 8, 8, 8, 8, 1, 1, 32, 32, 32, 32, 16, 32, 32, 32];
const BYTES: u64 = 5;
const INDEX: u32 = 8;
const OBJECT: u32 = 9;
const FUNCTION: u32 = 10;
const CODE: u32 = 11;
const HALF: u32 = 12;
const LINKS: u32 = 13;

/// Where the memory of the programs is: 8 bytes that can be written and 8 that cannot.
const TABLE: u64 = 0x1000;
const CONSTANTS: u64 = 0x1010;

/// What kind of code a program is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A frame for each call, block parameters, objects.
    Frames,
    /// Registers that calls share, jumps to computed addresses.
    Registers,
}

/// What a program may have.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub kind: Kind,
    /// Whether edges may lead back.
    pub loops: bool,
    /// At most so many instructions are inputs.
    pub inputs: u32,
}

impl Shape {
    /// As many inputs as all runs can be followed of.
    pub fn new(kind: Kind, loops: bool) -> Self {
        let inputs = 4;
        Shape {
            kind,
            loops,
            inputs,
        }
    }
}

struct Generator<'a> {
    genes: &'a [u32],
    next: usize,
    shape: Shape,
    /// The first block of each function, and the block behind the last.
    starts: Vec<u64>,
    /// The parameters of each block.
    parameters: Vec<Vec<u32>>,
    /// So many instructions may still be inputs.
    inputs: u32,
}

/// The program that a list of numbers stands for.
pub fn program(genes: &[u32], shape: Shape) -> Scripted {
    let mut generator = Generator {
        genes,
        next: 0,
        shape,
        starts: vec![0],
        parameters: Vec::new(),
        inputs: shape.inputs,
    };
    generator.plan();
    let table: Vec<u8> = (0..8).map(|_| generator.below(4) as u8).collect();
    let mut program = Scripted::new(&WIDTHS)
        .region("table", TABLE, &table, Permissions::READ_WRITE)
        .region(
            "constants",
            CONSTANTS,
            &[1, 2, 3, 0, 5, 1, 0, 2],
            Permissions::READ,
        );
    for function in 0..generator.starts.len() - 1 {
        for block in generator.starts[function]..generator.starts[function + 1] {
            let (code, terminator) = generator.block(function, block);
            let parameters = generator.parameters[block as usize].clone();
            program = program.parameters(&parameters).block(code, terminator);
        }
    }
    match shape.kind {
        Kind::Frames => program.with_objects(),
        Kind::Registers => program,
    }
}

impl Generator<'_> {
    /// A number below a limit: the simplest choice is 0, and behind the last gene there is nothing but it.
    fn below(&mut self, limit: u64) -> u64 {
        let gene = self.genes.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        (u64::from(gene) * limit) >> 32
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == count - 1
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// Chooses functions, blocks and parameters.
    fn plan(&mut self) {
        let functions = self.pick(&[1, 1, 2, 2, 3]);
        for function in 0..functions {
            let blocks = match function {
                0 => 4 + self.below(7),
                _ => 1 + self.below(4),
            };
            let first = self.starts[function];
            self.starts.push(first + blocks);
            for block in 0..blocks {
                let parameters = match (self.shape.kind, function, block) {
                    (Kind::Registers, ..) | (_, 0, 0) => Vec::new(),
                    (_, _, 0) => vec![1, 2],
                    _ => match self.below(3) {
                        0 => vec![self.byte()],
                        1 if self.one_in(2) => vec![3, 4],
                        _ => Vec::new(),
                    },
                };
                self.parameters.push(parameters);
            }
        }
    }

    fn byte(&mut self) -> u32 {
        1 + self.below(BYTES) as u32
    }

    fn condition(&mut self) -> u32 {
        6 + self.below(2) as u32
    }

    fn operand(&mut self) -> Operand {
        match self.below(4) {
            0 => constant(self.below(5)),
            _ => local(self.byte()),
        }
    }

    fn block(&mut self, function: usize, block: u64) -> (Vec<Instruction>, Terminator) {
        let mut code = Vec::new();
        if block == 0 {
            for _ in 0..2 {
                self.input(&mut code);
            }
        }
        for _ in 0..self.below(4) {
            self.instruction(&mut code, function);
        }
        let terminator = self.terminator(&mut code, function, block);
        (code, terminator)
    }

    fn input(&mut self, code: &mut Vec<Instruction>) {
        if self.inputs == 0 {
            return;
        }
        self.inputs -= 1;
        code.push(input(0, INPUT_BITS, "x"));
        let to = self.byte();
        code.push(resize(to, 8, local(0), INPUT_BITS, INPUT_BITS));
    }

    fn compare(&mut self, code: &mut Vec<Instruction>) -> u32 {
        use BinaryOp::*;
        let to = self.condition();
        let op = self.pick(&[Ne, Ne, Eq, Ult, Ule, Slt]);
        let (a, b) = (local(self.byte()), self.operand());
        code.push(binary(op, 8, to, a, b));
        to
    }

    /// The address of a byte of memory, and what is added to it.
    fn address(&mut self, code: &mut Vec<Instruction>) -> (Operand, u64) {
        match self.below(6) {
            0..=2 => (constant(TABLE), self.below(4)),
            3 if self.shape.kind == Kind::Frames => (local(OBJECT), self.below(3)),
            4 => {
                let keep = self.pick(&[1, 2, 2, 3, 4, 5]);
                let value = local(self.byte());
                code.push(resize(INDEX, 32, value, 8, keep));
                (local(INDEX), TABLE)
            }
            _ => {
                let keep = self.pick(&[1, 2]);
                let value = local(self.byte());
                code.push(resize(INDEX, 32, value, 8, keep));
                (local(INDEX), TABLE)
            }
        }
    }

    fn instruction(&mut self, code: &mut Vec<Instruction>, function: usize) {
        use BinaryOp::*;
        match self.below(34) {
            0..=6 => {
                let op = self.pick(&[Add, Add, Sub, And, Or, Xor, Mul]);
                let (to, a, b) = (self.byte(), self.operand(), self.operand());
                code.push(binary(op, 8, to, a, b));
            }
            7..=9 => {
                let (to, from) = (Local(self.byte()), self.operand());
                code.push(Instruction::Copy { to, from });
            }
            10 => {
                let (to, a) = (Local(self.byte()), self.operand());
                let (op, width) = (self.pick(&[UnaryOp::Not, UnaryOp::Neg]), 8);
                code.push(Instruction::Unary { op, width, to, a });
            }
            11 | 12 => drop(self.compare(code)),
            13 | 14 => code.push(Instruction::Select {
                width: 8,
                to: Local(self.byte()),
                condition: local(self.condition()),
                then: self.operand(),
                otherwise: self.operand(),
            }),
            15..=18 => {
                let (address, offset) = self.address(code);
                let to = Local(self.byte());
                code.push(load(to, address, offset, 1));
            }
            19..=22 => {
                let (address, offset) = self.address(code);
                let value = self.operand();
                code.push(store(address, offset, value, 1));
            }
            23 => {
                let (address, offset) = self.address(code);
                match self.one_in(2) {
                    true => code.push(load(Local(HALF), address, offset, 2)),
                    false => code.push(store(address, offset, local(HALF), 2)),
                }
            }
            24 => {
                let to = self.byte();
                let keep = self.pick(&[8, 8, 3]);
                code.push(resize(to, 8, local(HALF), 16, keep));
            }
            25 if self.shape.kind == Kind::Frames => code.push(Instruction::Allocate {
                to: Local(OBJECT),
                size: constant(4),
                alignment: 4,
                kind: self.pick(&[RegionKind::Heap, RegionKind::Local]),
                zeroed: true,
                name: "object".into(),
            }),
            26 if self.shape.kind == Kind::Frames => code.push(Instruction::Service {
                service: Service::Free,
                to: None,
                arguments: Box::new([local(OBJECT)]),
            }),
            27 => self.point(code, function),
            28 => self.input(code),
            29 => {
                let condition = local(self.compare(code));
                code.push(Instruction::Assume { condition });
            }
            _ => {
                let condition = local(self.compare(code));
                code.push(Instruction::Check {
                    property: Property::Assertion,
                    condition,
                });
            }
        }
    }

    /// Lets the pointer to a function lead to one that may be called from here.
    fn point(&mut self, code: &mut Vec<Instruction>, function: usize) {
        let callees = self.starts[function + 1..self.starts.len() - 1].to_vec();
        if callees.is_empty() {
            return;
        }
        let base = match self.shape.kind {
            Kind::Frames => FUNCTIONS,
            Kind::Registers => 0,
        };
        let then = constant(base + self.pick(&callees) * STEP);
        let otherwise = constant(base + self.pick(&callees) * STEP);
        let (to, width) = (Local(FUNCTION), 32);
        let condition = local(self.condition());
        code.push(Instruction::Select {
            width,
            to,
            condition,
            then,
            otherwise,
        });
    }

    /// Where an edge of a block leads: mostly to one of the next blocks of the function.
    fn target(&mut self, function: usize, block: u64) -> u64 {
        let (start, end) = (self.starts[function], self.starts[function + 1]);
        if self.shape.loops && self.one_in(4) {
            // Blocks of functions with frames do not lead back to the first one.
            let first = match self.shape.kind {
                Kind::Frames => start + 1,
                Kind::Registers => start,
            };
            if first <= block {
                return first + self.below(block + 1 - first);
            }
        }
        block + 1 + self.below((end - block - 1).min(3))
    }

    fn edge_to(&mut self, block: u64) -> Edge {
        let count = self.parameters[block as usize].len();
        let arguments = (0..count).map(|_| self.operand()).collect();
        Edge {
            target: BlockKey::at(block * STEP),
            arguments,
        }
    }

    fn edge(&mut self, function: usize, block: u64) -> Edge {
        let target = self.target(function, block);
        self.edge_to(target)
    }

    /// The block behind a call: one without parameters.
    fn behind_call(&mut self, function: usize, block: u64) -> Option<u64> {
        let later = block + 1..self.starts[function + 1];
        let mut later = later.filter(|&next| self.parameters[next as usize].is_empty());
        later.next()
    }

    fn terminator(
        &mut self,
        code: &mut Vec<Instruction>,
        function: usize,
        block: u64,
    ) -> Terminator {
        let later = self.starts[function + 1] - block - 1;
        let kind = match later {
            0 if self.shape.loops && self.one_in(4) => 13,
            0 => 0,
            _ => 1 + self.below(24),
        };
        let callees = self.starts.len() - 2 - function;
        match kind {
            0 | 1 => self.end(code, function),
            2 | 3 => Terminator::Jump {
                edge: self.edge(function, block),
                transfer: Transfer::Jump,
            },
            4..=8 if callees > 0 => match self.behind_call(function, block) {
                Some(next) => self.call(code, function, next, kind == 8),
                None => Terminator::Jump {
                    edge: self.edge(function, block),
                    transfer: Transfer::Jump,
                },
            },
            9 | 10 if later > 0 => {
                let mut edges: Vec<Edge> = (0..3).map(|_| self.edge(function, block)).collect();
                if self.one_in(3) {
                    edges[1] = edges[0].clone();
                }
                let [first, second, third] = [edges.remove(0), edges.remove(0), edges.remove(0)];
                let last = self.pick(&[2, 3, 4, 255]);
                let cases = match self.one_in(2) {
                    true => vec![(0, second), (1, third), (last, first.clone())],
                    false => vec![(1, third), (last, second)],
                };
                Terminator::Switch {
                    value: local(self.byte()),
                    width: 8,
                    cases: cases.into(),
                    default: first,
                }
            }
            11 if self.shape.kind == Kind::Registers && later >= 2 => {
                let value = local(self.byte());
                code.push(resize(INDEX, 32, value, 8, 1));
                let step = constant(STEP);
                code.push(binary(BinaryOp::Mul, 32, INDEX, local(INDEX), step));
                let next = constant((block + 1) * STEP);
                code.push(binary(BinaryOp::Add, 32, INDEX, local(INDEX), next));
                Terminator::IndirectJump {
                    address: local(INDEX),
                    transfer: Transfer::Jump,
                }
            }
            12 if self.one_in(3) => Terminator::Stop(StopReason::Dead),
            13 if later == 0 => {
                let condition = self.compare(code);
                let first = self.starts[function] + 1;
                if first > block {
                    return self.end(code, function);
                }
                let back = first + self.below(block + 1 - first);
                let other = first + self.below(block + 1 - first);
                Terminator::Branch {
                    condition: local(condition),
                    then: self.edge_to(back),
                    otherwise: self.edge_to(other),
                }
            }
            _ => {
                let condition = match self.one_in(3) {
                    true => self.condition(),
                    false => self.compare(code),
                };
                Terminator::Branch {
                    condition: local(condition),
                    then: self.edge(function, block),
                    otherwise: self.edge(function, block),
                }
            }
        }
    }

    fn end(&mut self, code: &mut Vec<Instruction>, function: usize) -> Terminator {
        if function == 0 || self.one_in(8) {
            if self.one_in(4) {
                let value = local(self.byte());
                code.push(resize(CODE, 32, value, 8, 1));
                return Terminator::Exit { code: local(CODE) };
            }
            return exit();
        }
        match self.shape.kind {
            Kind::Frames => Terminator::Return {
                values: Box::new([self.operand()]),
            },
            Kind::Registers => Terminator::IndirectJump {
                address: local(LINKS + function as u32 - 1),
                transfer: Transfer::Return,
            },
        }
    }

    fn call(
        &mut self,
        code: &mut Vec<Instruction>,
        function: usize,
        next: u64,
        through_pointer: bool,
    ) -> Terminator {
        let callees = self.starts.len() - 2 - function;
        let callee = function + 1 + self.below(callees as u64) as usize;
        let entry = BlockKey::at(self.starts[callee] * STEP);
        match self.shape.kind {
            Kind::Frames => {
                let callee = match through_pointer {
                    true => {
                        if !self.one_in(4) {
                            self.point(code, function);
                        }
                        Callee::Address(local(FUNCTION))
                    }
                    false => Callee::Function(entry),
                };
                Terminator::Call {
                    callee,
                    arguments: Box::new([self.operand(), self.operand()]),
                    results: [Local(self.byte())].into(),
                    return_to: BlockKey::at(next * STEP),
                }
            }
            Kind::Registers => {
                let return_to = next * STEP;
                for callee in function + 1..self.starts.len() - 1 {
                    code.push(Instruction::Copy {
                        to: Local(LINKS + callee as u32 - 1),
                        from: constant(return_to),
                    });
                }
                let transfer = Transfer::Call { return_to };
                if through_pointer {
                    self.point(code, function);
                    let address = local(FUNCTION);
                    return Terminator::IndirectJump { address, transfer };
                }
                let edge = Edge::to(entry);
                Terminator::Jump { edge, transfer }
            }
        }
    }
}

fn resize(to: u32, width: u32, value: Operand, from: u32, keep: u32) -> Instruction {
    Instruction::Resize {
        to: Local(to),
        value,
        from,
        keep,
        width,
        signed: false,
    }
}

fn load(to: Local, address: Operand, offset: u64, size: u32) -> Instruction {
    let (width, signed) = (8 * size, false);
    Instruction::Load {
        to,
        address,
        offset,
        size,
        width,
        signed,
    }
}

fn store(address: Operand, offset: u64, value: Operand, size: u32) -> Instruction {
    let width = 8 * size;
    Instruction::Store {
        address,
        offset,
        value,
        width,
        size,
    }
}
