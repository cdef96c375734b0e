//! Random functions do the same before and after: the same events on the same values.

use everypath_program::{
    Block, BlockBuilder, BlockKey, Edge, Instruction, Local, LocalInfo, Operand, Property,
    Terminator, Transfer,
};
use everypath_term::ops::{fold_binary, fold_resize, fold_unary};
use everypath_term::{BinaryOp, Random, UnaryOp};
use rustc_hash::FxHashMap;

use super::{Simplified, simplify};

/// Widths of values in random functions.
const WIDTHS: [u32; 3] = [1, 8, 32];

/// A function in the making.
struct Writer {
    random: Random,
    locals: Vec<LocalInfo>,
    /// The locals that the present block may read.
    seen: Vec<Local>,
}

impl Writer {
    fn fresh(&mut self, width: u32) -> Local {
        self.locals.push(LocalInfo {
            name: String::new(),
            width,
        });
        Local(self.locals.len() as u32 - 1)
    }

    fn operand(&mut self, width: u32) -> Operand {
        let fitting: Vec<Local> = self
            .seen
            .iter()
            .copied()
            .filter(|local| self.locals[local.0 as usize].width == width)
            .collect();
        if fitting.is_empty() || self.random.index(4) == 0 {
            let value = [0, 1, 2, 7, 255][self.random.index(5)];
            return Operand::Constant(value & everypath_term::ops::mask(width));
        }
        Operand::Local(fitting[self.random.index(fitting.len())])
    }

    fn width(&mut self) -> u32 {
        WIDTHS[self.random.index(WIDTHS.len())]
    }

    fn instruction(&mut self) -> Instruction {
        let width = self.width();
        match self.random.index(8) {
            0 => Instruction::Check {
                property: Property::Assertion,
                condition: self.operand(1),
            },
            1 => {
                let (address, value) = (self.operand(32), self.operand(32));
                Instruction::Store {
                    address,
                    offset: 0,
                    value,
                    width: 32,
                    size: 4,
                }
            }
            2 => {
                let address = self.operand(32);
                let to = self.define(32);
                Instruction::Load {
                    to,
                    address,
                    offset: 4,
                    size: 4,
                    width: 32,
                    signed: false,
                }
            }
            3 => {
                let (a, b) = (self.operand(width), self.operand(width));
                let condition = self.operand(1);
                let to = self.define(width);
                Instruction::Select {
                    width,
                    to,
                    condition,
                    then: a,
                    otherwise: b,
                }
            }
            4 => {
                let from = self.width();
                let value = self.operand(from);
                let keep = from.min(width);
                let to = self.define(width);
                Instruction::Resize {
                    to,
                    value,
                    from,
                    keep,
                    width,
                    signed: self.random.index(2) == 0,
                }
            }
            5 => {
                let a = self.operand(width);
                let to = self.define(width);
                let op = [UnaryOp::Not, UnaryOp::Neg][self.random.index(2)];
                Instruction::Unary { op, width, to, a }
            }
            _ => {
                let op = [
                    BinaryOp::Add,
                    BinaryOp::Sub,
                    BinaryOp::Xor,
                    BinaryOp::And,
                    BinaryOp::Eq,
                    BinaryOp::Ne,
                    BinaryOp::Slt,
                    BinaryOp::Ule,
                ][self.random.index(8)];
                let (a, b) = (self.operand(width), self.operand(width));
                let to = self.define(op.result_width(width));
                Instruction::Binary {
                    op,
                    width,
                    to,
                    a,
                    b,
                }
            }
        }
    }

    /// A local that is assigned now, and may be read behind it.
    fn define(&mut self, width: u32) -> Local {
        let local = self.fresh(width);
        self.seen.push(local);
        local
    }
}

fn key(number: usize) -> BlockKey {
    BlockKey::at(number as u64)
}

/// A function of so many blocks, whose edges lead forwards, and from its last block but one to a loop's head now and then. What a block reads is a
/// parameter of its own, of the function, or of the head of the function, so every use stands behind its definition.
fn function(seed: u64) -> (Vec<Block>, Vec<LocalInfo>) {
    let mut writer = Writer {
        random: Random::new(seed),
        locals: Vec::new(),
        seen: Vec::new(),
    };
    let inputs = [1, 1, 8, 32, 32].map(|width| writer.fresh(width));
    let count = 4 + writer.random.index(8);
    let parameters: Vec<Vec<Local>> = (0..count)
        .map(|number| match number {
            0 => inputs.to_vec(),
            _ => (0..writer.random.index(3))
                .map(|_| {
                    let width = writer.width();
                    writer.fresh(width)
                })
                .collect(),
        })
        .collect();
    let mut blocks = Vec::new();
    for number in 0..count {
        writer.seen = inputs.to_vec();
        writer.seen.extend(&parameters[number]);
        let mut builder = BlockBuilder::new(key(number));
        for &parameter in &parameters[number] {
            builder.parameter(parameter);
        }
        for _ in 0..writer.random.index(5) {
            let instruction = writer.instruction();
            builder.push(instruction);
        }
        let edge = |writer: &mut Writer, back: bool| {
            let ahead = count - number - 1;
            let target = match back {
                true => 1 + writer.random.index(number),
                false => number + 1 + writer.random.index(ahead.min(3)),
            };
            let widths: Vec<u32> = parameters[target]
                .iter()
                .map(|local| writer.locals[local.0 as usize].width)
                .collect();
            Edge {
                target: key(target),
                arguments: widths.iter().map(|&width| writer.operand(width)).collect(),
            }
        };
        let terminator = if number + 1 == count {
            let value = writer.operand(32);
            Terminator::Return {
                values: [value].into(),
            }
        } else {
            let back = number > 1 && writer.random.index(6) == 0;
            match writer.random.index(4) {
                0 => Terminator::Jump {
                    edge: edge(&mut writer, false),
                    transfer: Transfer::Jump,
                },
                1 => {
                    let value = writer.operand(8);
                    Terminator::Switch {
                        value,
                        width: 8,
                        cases: [(1, edge(&mut writer, false)), (7, edge(&mut writer, back))].into(),
                        default: edge(&mut writer, false),
                    }
                }
                _ => Terminator::Branch {
                    condition: writer.operand(1),
                    then: edge(&mut writer, back),
                    otherwise: edge(&mut writer, false),
                },
            }
        };
        blocks.push(builder.finish(terminator));
    }
    (blocks, writer.locals)
}

/// Jumps that a run follows; a loop may have no end.
const JUMPS: usize = 60;

/// Runs a function: its events with the values of their operands, and how it ends. A load gives a number that its address and the number
/// of loads before determine. Checks and assumptions that always hold are no events.
fn run(blocks: &[Block], inputs: &[u64]) -> Vec<String> {
    let by_key: FxHashMap<BlockKey, &Block> = blocks.iter().map(|b| (b.key, b)).collect();
    let mut values: FxHashMap<Local, u64> = FxHashMap::default();
    let mut events = Vec::new();
    let mut block = blocks.first().unwrap();
    for (&parameter, &value) in block.parameters.iter().zip(inputs) {
        values.insert(parameter, value);
    }
    // Blocks that were joined take fewer jumps: a run is as long as its events.
    for _ in 0..JUMPS * 20 {
        for instruction in &block.instructions {
            let read = |operand: Operand| match operand {
                Operand::Constant(value) => value,
                Operand::Local(local) => values[&local],
            };
            let (to, value) = match *instruction {
                Instruction::Unary { op, width, to, a } => (to, fold_unary(op, width, read(a))),
                Instruction::Binary {
                    op,
                    width,
                    to,
                    a,
                    b,
                } => (to, fold_binary(op, width, read(a), read(b))),
                Instruction::Select {
                    to,
                    condition,
                    then,
                    otherwise,
                    ..
                } => (
                    to,
                    match read(condition) {
                        0 => read(otherwise),
                        _ => read(then),
                    },
                ),
                Instruction::Resize {
                    to,
                    value,
                    keep,
                    width,
                    signed,
                    ..
                } => (to, fold_resize(read(value), keep, width, signed)),
                Instruction::Check { condition, .. } => {
                    let condition = read(condition);
                    if condition == 0 {
                        events.push("violation".to_owned());
                        return events;
                    }
                    continue;
                }
                Instruction::Store {
                    address,
                    offset,
                    value,
                    ..
                } => {
                    let address = (read(address) + offset) & 0xffff_ffff;
                    events.push(format!("store {} at {address}", read(value)));
                    continue;
                }
                Instruction::Load {
                    to,
                    address,
                    offset,
                    ..
                } => {
                    let address = (read(address) + offset) & 0xffff_ffff;
                    events.push(format!("load at {address}"));
                    (to, (address ^ events.len() as u64) & 0xff)
                }
                ref other => panic!("{other:?}"),
            };
            values.insert(to, value);
        }
        if events.len() > JUMPS {
            events.truncate(JUMPS);
            return events;
        }
        let read = |operand: Operand| match operand {
            Operand::Constant(value) => value,
            Operand::Local(local) => values[&local],
        };
        let edge = match &block.terminator {
            Terminator::Jump { edge, .. } => edge,
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match read(*condition) {
                0 => otherwise,
                _ => then,
            },
            Terminator::Switch {
                value,
                cases,
                default,
                ..
            } => {
                let value = read(*value);
                let case = cases.iter().find(|(constant, _)| *constant == value);
                case.map_or(default, |(_, edge)| edge)
            }
            Terminator::Return { values: returned } => {
                events.push(format!("return {}", read(returned[0])));
                return events;
            }
            other => panic!("{other:?}"),
        };
        let arguments: Vec<u64> = edge.arguments.iter().map(|&a| read(a)).collect();
        block = by_key[&edge.target];
        for (&parameter, value) in block.parameters.iter().zip(arguments) {
            values.insert(parameter, value);
        }
    }
    events
}

#[test]
fn random_functions_have_the_same_events_before_and_after() {
    let mut shorter = 0;
    for seed in 0..3000 {
        let (blocks, mut locals) = function(seed);
        let Simplified { blocks: after, .. } =
            simplify(blocks.clone(), &mut locals, &Default::default());
        for block in &after {
            let faults = everypath_program::verify(block, &locals, 32);
            assert!(faults.is_empty(), "seed {seed}: {faults:?} in {block:?}");
        }
        shorter += usize::from(after.len() < blocks.len());
        for inputs in 0..16u64 {
            let inputs = [
                inputs & 1,
                inputs >> 1 & 1,
                [0, 1, 7, 255][(inputs >> 2 & 3) as usize],
                (inputs * 0x1234_5677) & 0xffff_ffff,
                [0, 0xffff_ffff, 8, 0x8000_0000][(inputs & 3) as usize],
            ];
            let (before, now) = (run(&blocks, &inputs), run(&after, &inputs));
            assert_eq!(before, now, "seed {seed}, inputs {inputs:?}");
        }
    }
    assert!(shorter > 2000, "only {shorter} functions have fewer blocks");
}

/// A function that gives what an operator makes of two constants of some width, simplified.
fn of_constants(op: BinaryOp, width: u32, a: u64, b: u64) -> Terminator {
    let mut locals = vec![LocalInfo {
        name: String::new(),
        width: op.result_width(width),
    }];
    let mut builder = BlockBuilder::new(key(0));
    builder.push(Instruction::Binary {
        op,
        width,
        to: Local(0),
        a: Operand::Constant(a),
        b: Operand::Constant(b),
    });
    let values = [Operand::Local(Local(0))].into();
    let block = builder.finish(Terminator::Return { values });
    let Simplified { blocks, .. } = simplify(vec![block], &mut locals, &Default::default());
    blocks[0].terminator.clone()
}

#[test]
fn constants_wider_than_64_bits_are_compared_and_no_rule_goes_on_for_ever() {
    for width in [65, 128] {
        for a in [0, 1, 10, u64::MAX] {
            for b in [0, 1, 10, u64::MAX] {
                for op in BinaryOp::ALL {
                    let left = of_constants(op, width, a, b);
                    let expected = match op {
                        BinaryOp::Eq => a == b,
                        BinaryOp::Ne => a != b,
                        _ => continue,
                    };
                    let values = [Operand::Constant(u64::from(expected))].into();
                    assert_eq!(left, Terminator::Return { values }, "{op:?} of {a} and {b}");
                }
            }
        }
    }
}
