//! Random programs with loops, which read inputs in every iteration: what the prover says is compared with all states that they can come to.

use std::collections::BTreeSet;

use everypath_explore::{ExploreOptions, Record, Silent, StopAt, Verdict, explore_proving};
use everypath_machine::Machine;
use everypath_program::testing::exit;
use everypath_program::{
    BinaryOp, Instruction, Local, Operand, Permissions, Position, Program, Property, Terminator,
};
use everypath_solver::{Solver, SolverOptions};
use everypath_term::Random;

use crate::interpreter::{Run, Step};
use crate::random_programs::cases;
use crate::scripted::{Scripted, binary, branch, constant, input, jump, local, machine_options};

const INPUT_BITS: u32 = 2;
/// Locals 0: an input; 1..5: bytes; 5..7: conditions; 7: an address.
const WIDTHS: [u32; 8] = [INPUT_BITS, 8, 8, 8, 8, 1, 1, 32];
const TABLE: u64 = 0x1000;
/// States that are looked at: a program with more is compared as far as that.
const MOST_STATES: usize = 20_000;

/// Makes one program.
struct Maker {
    random: Random,
}

impl Maker {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next() % limit
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    fn byte(&mut self) -> u32 {
        1 + self.below(4) as u32
    }

    fn operand(&mut self) -> Operand {
        match self.below(3) {
            0 => local(self.byte()),
            _ => constant(self.pick(&[1, 1, 1, 2, 2, 4, 3, 128, 255])),
        }
    }

    fn compare(&mut self, code: &mut Vec<Instruction>, ops: &[BinaryOp]) -> u32 {
        let to = 5 + self.below(2) as u32;
        let right = match self.below(2) {
            0 => constant(self.below(9)),
            _ => local(self.byte()),
        };
        code.push(binary(self.pick(ops), 8, to, local(self.byte()), right));
        to
    }

    fn instruction(&mut self, code: &mut Vec<Instruction>) {
        use BinaryOp::*;
        match self.below(20) {
            0..=8 => {
                let to = self.byte();
                let from = if self.below(4) > 0 { to } else { self.byte() };
                let op = self.pick(&[Add, Add, Add, Sub, And, Xor, Or, Mul, Shl, LShr]);
                let operand = self.operand();
                code.push(binary(op, 8, to, local(from), operand));
            }
            9..=10 => code.push(Instruction::Copy {
                to: Local(self.byte()),
                from: match self.below(2) {
                    0 => constant(self.below(3)),
                    _ => local(self.byte()),
                },
            }),
            11..=12 => {
                code.push(input(0, INPUT_BITS, "x"));
                code.push(Instruction::Resize {
                    to: Local(self.byte()),
                    value: local(0),
                    from: INPUT_BITS,
                    keep: INPUT_BITS,
                    width: 8,
                    signed: self.below(4) == 0,
                });
            }
            13..=14 => {
                let condition = self.compare(code, &[Ne, Eq, Ult, Slt]);
                code.push(Instruction::Select {
                    width: 8,
                    to: Local(self.byte()),
                    condition: local(condition),
                    then: self.operand(),
                    otherwise: local(self.byte()),
                });
            }
            15..=17 => {
                code.push(Instruction::Resize {
                    to: Local(7),
                    value: local(self.byte()),
                    from: 8,
                    keep: self.pick(&[1, 1, 2, 2, 3]),
                    width: 32,
                    signed: false,
                });
                let address = local(7);
                code.push(match self.below(2) {
                    0 => Instruction::Load {
                        to: Local(self.byte()),
                        address,
                        offset: TABLE,
                        size: 1,
                        width: 8,
                        signed: false,
                    },
                    _ => Instruction::Store {
                        address,
                        offset: TABLE,
                        value: self.operand(),
                        width: 8,
                        size: 1,
                    },
                });
            }
            18 => {
                let condition = local(self.compare(code, &[Ne, Ne, Ule, Sle]));
                code.push(Instruction::Check {
                    property: Property::Assertion,
                    condition,
                });
            }
            _ => {
                let condition = local(self.compare(code, &[Ne, Ne, Ult]));
                code.push(Instruction::Assume { condition });
            }
        }
    }

    /// Mostly on to the next blocks, and back now and then.
    fn target(&mut self, index: u64, count: u64) -> u64 {
        match self.below(3) {
            0 => 1 + self.below(count - 1),
            _ => (index + 1 + self.below(2)).min(count - 1),
        }
    }

    fn program(seed: u64) -> Scripted {
        let mut maker = Maker {
            random: Random::new(seed),
        };
        let mut program =
            Scripted::new(&WIDTHS).region("table", TABLE, &[0, 1, 0, 2], Permissions::READ_WRITE);
        let count = 4 + maker.below(4);
        for index in 0..count {
            let mut code = Vec::new();
            for _ in 0..1 + maker.below(4) {
                maker.instruction(&mut code);
            }
            let terminator = if index == count - 1 {
                let condition = local(maker.compare(&mut code, &[BinaryOp::Ne]));
                code.push(Instruction::Check {
                    property: Property::Assertion,
                    condition,
                });
                exit()
            } else {
                maker.terminator(&mut code, index, count)
            };
            program = program.block(code, terminator);
        }
        program
    }

    fn terminator(&mut self, code: &mut Vec<Instruction>, index: u64, count: u64) -> Terminator {
        use BinaryOp::*;
        let target = self.target(index, count);
        match self.below(5) {
            0 => jump(target),
            1..=2 => {
                code.push(input(0, INPUT_BITS, "x"));
                code.push(binary(Eq, INPUT_BITS, 5, local(0), constant(0)));
                branch(5, target, self.target(index, count))
            }
            _ => {
                let condition = self.compare(code, &[Ne, Eq, Ult, Slt]);
                branch(condition, target, self.target(index, count))
            }
        }
    }
}

/// What goes wrong in some state that a program comes to, and whether all of these were looked at.
fn reachable(program: &Scripted) -> (BTreeSet<(Property, Position)>, bool) {
    let mut violated = BTreeSet::new();
    let start = Run::new(program, &[]);
    let mut open = vec![(program.entry(), start.locals, start.memory)];
    let mut seen: BTreeSet<_> = open.iter().cloned().collect();
    while let Some((key, locals, memory)) = open.pop() {
        let block = &program.blocks()[&key];
        let is_input = |it: &&Instruction| matches!(it, Instruction::Input { .. });
        let inputs = block.instructions.iter().filter(is_input).count() as u32;
        for number in 0..1u64 << (INPUT_BITS * inputs) {
            let value = |i: u32| number >> (INPUT_BITS * i) & ((1 << INPUT_BITS) - 1);
            let values: Vec<u64> = (0..inputs).map(value).collect();
            let mut run = Run::new(program, &values);
            run.locals.clone_from(&locals);
            run.memory.clone_from(&memory);
            match run.block(key) {
                Ok(next) => {
                    let state = (next, run.locals, run.memory);
                    if seen.len() >= MOST_STATES {
                        return (violated, false);
                    }
                    if seen.insert(state.clone()) {
                        open.push(state);
                    }
                }
                Err(Step::Violated(property, position)) => {
                    violated.insert((property, position));
                }
                Err(_) => {}
            }
        }
    }
    (violated, true)
}

fn prove(program: &Scripted) -> Record {
    let mut options = ExploreOptions {
        stop: StopAt::FirstFinding,
        ..ExploreOptions::default()
    };
    options.budgets.queries = Some(1_000);
    let mut machine = Machine::new(program, machine_options());
    let solver = SolverOptions {
        conflict_limit: Some(300),
        ..SolverOptions::default()
    };
    let mut solver = Solver::new(solver).unwrap();
    explore_proving(&mut machine, &mut solver, &options, &mut Silent).unwrap()
}

#[test]
fn nothing_that_some_state_violates_is_proven() {
    let mut proven = 0;
    for seed in 0..u64::from(cases()) {
        let program = Maker::program(seed);
        let record = prove(&program);
        let (violated, complete) = reachable(&program);
        let text = || {
            let blocks = program.blocks().values().map(ToString::to_string);
            format!("seed {seed}: {violated:?}\n{}", blocks.collect::<String>())
        };
        match record.verdict {
            Verdict::Safe => {
                assert!(violated.is_empty(), "{}", text());
                proven += u32::from(record.statistics.arbitrary_loops > 0);
            }
            Verdict::Unsafe => {
                for finding in &record.findings {
                    let found = violated.contains(&(finding.property, finding.position));
                    assert!(found || !complete, "{}", text());
                }
            }
            Verdict::Incomplete => {}
        }
        assert!(record.unreproduced.is_empty(), "{}", text());
    }
    assert!(proven >= cases() / 20, "{proven} proven");
}
