//! Values that were computed before are not computed again, and short forms of what clang writes at length.
//!
//! Value numbering over the tree of dominators: what was computed in a block above is known below. It includes the forms in which C's
//! conditions come: a comparison is extended to an `int`, compared with zero, and so on. Rules that gain something for terms alone are not
//! here: terms have their own.

use everypath_analysis::{Dominators, order};
use everypath_program::{BinaryOp, Instruction, Local, Operand, Terminator, UnaryOp};
use everypath_term::ops::{fold_binary, fold_resize, fold_unary, mask};
use rustc_hash::FxHashMap;

use super::code::{
    Code, Replacement, each_operand_mut, each_target, each_terminator_operand_mut, is_pure,
    result_mut,
};

/// Constants are folded up to this width in bits.
const CONSTANT: u32 = 64;

/// Numbers the values of a function.
pub(super) fn number(code: &mut Code<'_>) {
    let successors: Vec<Vec<u32>> = code
        .parts
        .iter()
        .map(|part| {
            let mut targets = Vec::new();
            if let Some(part) = part {
                each_target(&part.terminator, |key| {
                    targets.extend(code.place(key).map(|place| place as u32));
                });
            }
            targets
        })
        .collect();
    let order = order(&successors);
    let dominators = Dominators::new(&successors, &order);
    let mut known = Known::default();
    for &number in &order {
        let Some(part) = code.parts.get_mut(number as usize).and_then(Option::as_mut) else {
            continue;
        };
        let lines = std::mem::take(&mut part.lines);
        for mut line in lines {
            let instruction = &mut line.instruction;
            each_operand_mut(instruction, |operand| known.replacement.apply(operand));
            if !is_pure(instruction) {
                known.shorten_address(instruction);
                if !always_holds(instruction) {
                    part.lines.push(line);
                }
                continue;
            }
            let Some(to) = instruction.result() else {
                part.lines.push(line);
                continue;
            };
            match known.shorten(instruction) {
                Shorter::Operand(operand) => {
                    known.replacement.put(to, operand);
                    continue;
                }
                Shorter::Instruction => {}
            }
            let expression = expression(instruction);
            if let Some(&(before, block)) = known.computed.get(&expression)
                && dominators.dominates(block, number)
            {
                known.replacement.put(to, Operand::Local(before));
                continue;
            }
            known.computed.insert(expression, (to, number));
            known.definitions.insert(to, line.instruction.clone());
            part.lines.push(line);
        }
        each_terminator_operand_mut(&mut part.terminator, |operand| {
            known.replacement.apply(operand);
        });
        if let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = &mut part.terminator
            && let Operand::Local(local) = *condition
            && let Some(Instruction::Unary {
                op: UnaryOp::Not,
                a,
                ..
            }) = known.definitions.get(&local)
        {
            *condition = *a;
            std::mem::swap(then, otherwise);
        }
    }
    // What goes around a loop was written before its replacement was known.
    let replacement = std::mem::take(&mut known.replacement);
    code.replace(&replacement);
}

#[derive(Default)]
struct Known {
    /// What computes a local.
    definitions: FxHashMap<Local, Instruction>,
    /// The local that an expression was computed into last, and the block.
    computed: FxHashMap<Instruction, (Local, u32)>,
    replacement: Replacement,
}

/// What became of an instruction.
enum Shorter {
    /// Its value is this one.
    Operand(Operand),
    /// It is an instruction still, perhaps another one.
    Instruction,
}

impl Known {
    fn definition(&self, operand: Operand) -> Option<&Instruction> {
        match operand {
            Operand::Local(local) => self.definitions.get(&local),
            Operand::Constant(_) => None,
        }
    }

    /// An access at the sum of an address and a constant is one at the address, further behind.
    fn shorten_address(&self, instruction: &mut Instruction) {
        let (Instruction::Load {
            address, offset, ..
        }
        | Instruction::Store {
            address, offset, ..
        }) = instruction
        else {
            return;
        };
        while let Some(&Instruction::Binary {
            op: BinaryOp::Add,
            width,
            a,
            b: Operand::Constant(constant),
            ..
        }) = self.definition(*address)
        {
            *address = a;
            *offset = offset.wrapping_add(constant) & mask(width);
        }
    }

    /// Rewrites an instruction until no rule applies.
    fn shorten(&self, instruction: &mut Instruction) -> Shorter {
        loop {
            match self.rule(instruction) {
                None => return Shorter::Instruction,
                Some(Rule::Is(operand)) => return Shorter::Operand(operand),
                Some(Rule::Becomes(next)) => *instruction = next,
            }
        }
    }

    fn rule(&self, instruction: &Instruction) -> Option<Rule> {
        match *instruction {
            Instruction::Copy { from, .. } => Some(Rule::Is(from)),
            Instruction::Unary { op, width, a, .. } => self.unary(op, width, a),
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => self.binary(op, width, to, a, b),
            Instruction::Select {
                width,
                condition,
                then,
                otherwise,
                ..
            } => match (condition, then, otherwise) {
                (Operand::Constant(0), _, _) => Some(Rule::Is(otherwise)),
                (Operand::Constant(_), _, _) => Some(Rule::Is(then)),
                _ if then == otherwise => Some(Rule::Is(then)),
                (_, Operand::Constant(1), Operand::Constant(0)) if width == 1 => {
                    Some(Rule::Is(condition))
                }
                _ => None,
            },
            Instruction::Resize {
                to,
                value,
                from,
                keep,
                width,
                signed,
            } => self.resize(to, value, from, keep, width, signed),
            _ => None,
        }
    }

    fn unary(&self, op: UnaryOp, width: u32, a: Operand) -> Option<Rule> {
        if let Operand::Constant(a) = a
            && width <= CONSTANT
        {
            return Some(Rule::Is(Operand::Constant(fold_unary(op, width, a))));
        }
        match self.definition(a) {
            Some(&Instruction::Unary { op: inner, a, .. })
                if op == inner && matches!(op, UnaryOp::Not | UnaryOp::Neg) =>
            {
                Some(Rule::Is(a))
            }
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, width: u32, to: Local, a: Operand, b: Operand) -> Option<Rule> {
        let (constant_a, constant_b) = (a.constant(), b.constant());
        if let (Some(a), Some(b)) = (constant_a, constant_b)
            && width <= CONSTANT
        {
            return Some(Rule::Is(Operand::Constant(fold_binary(op, width, a, b))));
        }
        if a == b {
            match op {
                BinaryOp::Eq | BinaryOp::Ule | BinaryOp::Sle => {
                    return Some(Rule::Is(Operand::Constant(1)));
                }
                BinaryOp::Ne | BinaryOp::Ult | BinaryOp::Slt => {
                    return Some(Rule::Is(Operand::Constant(0)));
                }
                _ => {}
            }
        }
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if is_equality && constant_a.is_some() {
            return Some(match constant_b {
                // Two wide ones, which are extended with zeros. Where they are equal, that was seen above.
                Some(_) => Rule::Is(Operand::Constant(u64::from(op == BinaryOp::Ne))),
                None => Rule::Becomes(Instruction::Binary {
                    op,
                    width,
                    to,
                    a: b,
                    b: a,
                }),
            });
        }
        if is_equality && let Some(constant) = constant_b {
            return self.equality(op == BinaryOp::Eq, width, to, a, constant);
        }
        if op == BinaryOp::Xor && width == 1 && constant_b == Some(1) {
            return Some(Rule::Becomes(complement(to, a)));
        }
        match (op, constant_b) {
            (BinaryOp::And, Some(bits)) if bits == mask(width) && width <= CONSTANT => {
                Some(Rule::Is(a))
            }
            (BinaryOp::And, Some(0)) => Some(Rule::Is(Operand::Constant(0))),
            (
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr,
                Some(0),
            ) => Some(Rule::Is(a)),
            // Constants that are added one by one are added at once.
            (BinaryOp::Add, Some(second)) if width <= CONSTANT => match self.definition(a) {
                Some(&Instruction::Binary {
                    op: BinaryOp::Add,
                    a: inner,
                    b: Operand::Constant(first),
                    ..
                }) => Some(Rule::Becomes(Instruction::Binary {
                    op,
                    width,
                    to,
                    a: inner,
                    b: Operand::Constant(first.wrapping_add(second) & mask(width)),
                })),
                _ => None,
            },
            _ => None,
        }
    }

    /// `a == constant`, or `a != constant`.
    fn equality(
        &self,
        equal: bool,
        width: u32,
        to: Local,
        a: Operand,
        constant: u64,
    ) -> Option<Rule> {
        if width == 1 {
            return Some(match (constant == 1) == equal {
                true => Rule::Is(a),
                false => Rule::Becomes(complement(to, a)),
            });
        }
        let &Instruction::Resize {
            value,
            from,
            keep,
            signed,
            ..
        } = self.definition(a)?
        else {
            return None;
        };
        // What was extended is compared before: no other constant than one of the narrow type equals it.
        if keep != from || width > CONSTANT {
            return None;
        }
        let narrow = constant & mask(from);
        if fold_resize(narrow, keep, width, signed) != constant {
            return Some(Rule::Is(Operand::Constant(u64::from(!equal))));
        }
        Some(Rule::Becomes(Instruction::Binary {
            op: if equal { BinaryOp::Eq } else { BinaryOp::Ne },
            width: from,
            to,
            a: value,
            b: Operand::Constant(narrow),
        }))
    }

    fn resize(
        &self,
        to: Local,
        value: Operand,
        from: u32,
        keep: u32,
        width: u32,
        signed: bool,
    ) -> Option<Rule> {
        if keep == from && keep == width {
            return Some(Rule::Is(value));
        }
        if let Operand::Constant(value) = value
            && (width <= CONSTANT || keep <= CONSTANT && !signed)
        {
            let folded = fold_resize(value, keep, width, signed);
            return Some(Rule::Is(Operand::Constant(folded)));
        }
        let &Instruction::Resize {
            value: inner,
            from: inner_from,
            keep: inner_keep,
            signed: inner_signed,
            ..
        } = self.definition(value)?
        else {
            return None;
        };
        let (keep, signed) = if keep <= inner_keep {
            // Only bits that the inner one kept are kept.
            (keep, signed)
        } else if !inner_signed {
            // Above what it kept there are zeros, the sign of the outer one among them.
            (inner_keep, false)
        } else if inner_signed && (signed || keep == width) {
            (inner_keep, true)
        } else {
            return None;
        };
        Some(Rule::Becomes(Instruction::Resize {
            to,
            value: inner,
            from: inner_from,
            keep,
            width,
            signed,
        }))
    }
}

/// What a rule makes of an instruction.
enum Rule {
    Is(Operand),
    Becomes(Instruction),
}

/// Whether an instruction requires what always holds, and does nothing else.
fn always_holds(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
            *condition == Operand::Constant(1)
        }
        _ => false,
    }
}

fn complement(to: Local, a: Operand) -> Instruction {
    Instruction::Unary {
        op: UnaryOp::Not,
        width: 1,
        to,
        a,
    }
}

/// An instruction without its result.
fn expression(instruction: &Instruction) -> Instruction {
    let mut expression = instruction.clone();
    if let Some(to) = result_mut(&mut expression) {
        *to = Local(u32::MAX);
    }
    expression
}
