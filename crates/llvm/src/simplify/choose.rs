//! Short sides of a branch that only compute become selections: fewer paths to follow.
//!
//! * **Two ways that meet again.** Where the sides of a branch compute a few values and meet, both sides are computed, and what differs
//!   behind them is selected by the condition.
//! * **Two conditions, one way out.** Where a side of a branch only computes a second condition and one of its sides is the other
//!   side of the first, both conditions become one.
//!
//! What is brought forward is pure and cheap ([`is_cheap`]); no event moves to another side of a condition.

use everypath_program::{BinaryOp, Edge, Instruction, Local, Operand, Terminator, UnaryOp};

use super::code::{Code, Entries, Line, Part, Replacement, is_cheap};

/// The most instructions that are computed though their values may not be needed.
const BROUGHT_FORWARD: usize = 4;
/// The most values that are selected at once.
const SELECTED: usize = 2;

/// Whether anything changed.
pub(super) fn choose(code: &mut Code<'_>) -> bool {
    let mut changed = false;
    let mut entries = code.entries();
    // Backwards, so that inner choices are made first.
    for place in code.all().into_iter().rev() {
        while meet(code, &mut entries, place) || share_a_side(code, &mut entries, place) {
            changed = true;
        }
    }
    changed
}

/// A side of a branch: where it leads behind a part that only computes, if there is one.
struct Side {
    /// The part in between.
    between: Option<usize>,
    /// The edge to where the sides meet.
    edge: Edge,
}

fn side(code: &Code<'_>, entries: &Entries, edge: &Edge) -> (Side, Option<Side>) {
    let direct = Side {
        between: None,
        edge: edge.clone(),
    };
    let through = code.place(edge.target).and_then(|place| {
        let part = code.part(place)?;
        let short = entries.is_single(place)
            && part.lines.len() <= BROUGHT_FORWARD
            && part.lines.iter().all(|line| is_cheap(&line.instruction));
        let next = part.jump().filter(|_| short)?;
        let mut replacement = Replacement::default();
        for (&parameter, &argument) in part.parameters.iter().zip(&edge.arguments) {
            replacement.put(parameter, argument);
        }
        let mut edge = next.clone();
        for argument in &mut edge.arguments {
            replacement.apply(argument);
        }
        Some(Side {
            between: Some(place),
            edge,
        })
    });
    (direct, through)
}

/// Two ways that meet again.
fn meet(code: &mut Code<'_>, entries: &mut Entries, place: usize) -> bool {
    let Some((condition, then, otherwise)) = branch(code, place) else {
        return false;
    };
    let (then, then_through) = side(code, entries, &then);
    let (otherwise, otherwise_through) = side(code, entries, &otherwise);
    let candidates = [
        (then_through.as_ref(), otherwise_through.as_ref()),
        (then_through.as_ref(), Some(&otherwise)),
        (Some(&then), otherwise_through.as_ref()),
        (Some(&then), Some(&otherwise)),
    ];
    let here = code.part(place).map(|part| part.key);
    let found = candidates.into_iter().find_map(|pair| match pair {
        (Some(then), Some(otherwise))
            if then.edge.target == otherwise.edge.target
                && (then.between.is_none() || then.between != otherwise.between)
                && Some(then.edge.target) != here =>
        {
            Some((then, otherwise))
        }
        _ => None,
    });
    let Some((then, otherwise)) = found else {
        return false;
    };
    let brought = |side: &Side| {
        let part = side.between.and_then(|place| code.part(place));
        part.map_or(0, |part| part.lines.len())
    };
    let pairs = then.edge.arguments.iter().zip(&otherwise.edge.arguments);
    let differing = pairs.clone().filter(|(a, b)| a != b).count();
    if brought(then) + brought(otherwise) > BROUGHT_FORWARD || differing > SELECTED {
        return false;
    }
    let pairs: Vec<(Operand, Operand)> = pairs.map(|(&a, &b)| (a, b)).collect();
    let target = then.edge.target;
    entries.discount(code, place);
    for (edge_in, between) in [(true, then.between), (false, otherwise.between)] {
        if let Some(between) = between {
            bring_forward(code, entries, place, between, edge_in);
        }
    }
    let widths: Vec<u32> = code
        .place(target)
        .and_then(|place| code.part(place))
        .map_or(Vec::new(), |part| {
            let parameters = part.parameters.iter();
            parameters.map(|&local| code.width(local)).collect()
        });
    let names: Vec<String> = code
        .place(target)
        .and_then(|place| code.part(place))
        .map_or(Vec::new(), |part| {
            let infos = part.parameters.iter();
            infos
                .map(|local| {
                    let info = code.locals.get(local.0 as usize);
                    info.map_or(String::new(), |info| info.name.clone())
                })
                .collect()
        });
    let mut arguments = Vec::with_capacity(pairs.len());
    for (((a, b), width), name) in pairs.into_iter().zip(widths).zip(names) {
        arguments.push(select(code, place, condition, (a, b), width, name));
    }
    if let Some(part) = code.part_mut(place) {
        part.terminator = Terminator::Jump {
            edge: Edge {
                target,
                arguments: arguments.into(),
            },
            transfer: Default::default(),
        };
    }
    entries.count(code, place);
    true
}

/// Two conditions, one way out: `if (a) if (b) x else y else y` is `if (a and b) x else y`, and the three mirror images.
fn share_a_side(code: &mut Code<'_>, entries: &mut Entries, place: usize) -> bool {
    let Some((first, then, otherwise)) = branch(code, place) else {
        return false;
    };
    for (through, direct, on) in [(&then, &otherwise, true), (&otherwise, &then, false)] {
        let Some(inner) = code.place(through.target).filter(|&inner| inner != place) else {
            continue;
        };
        let Some(part) = code.part(inner) else {
            continue;
        };
        let short = entries.is_single(inner)
            && part.lines.len() <= SELECTED
            && part.lines.iter().all(|line| is_cheap(&line.instruction));
        let Some((second, yes, no)) = branch(code, inner).filter(|_| short) else {
            continue;
        };
        let mut replacement = Replacement::default();
        for (&parameter, &argument) in part.parameters.iter().zip(&through.arguments) {
            replacement.put(parameter, argument);
        }
        let apply = |edge: Edge| Edge {
            arguments: edge.arguments.iter().map(|&a| replacement.of(a)).collect(),
            ..edge
        };
        let (yes, no) = (apply(yes), apply(no));
        let second = replacement.of(second);
        let shared = if no == *direct {
            false
        } else if yes == *direct {
            true
        } else {
            continue;
        };
        // Where control leaves by the way that is not shared: the first condition is as `on` says and the second is not `shared`.
        let away = if shared { no } else { yes };
        let direct = direct.clone();
        entries.discount(code, place);
        bring_forward(code, entries, place, inner, on);
        let end = code.part(place).map(|part| part.end).unwrap_or_default();
        let (a, b) = match (on, shared) {
            (true, false) => (first, second),
            (true, true) => (first, complement(code, place, second)),
            (false, false) => (complement(code, place, first), second),
            (false, true) => {
                // Neither: the other way out is taken where either holds.
                let either = binary(code, place, BinaryOp::Or, first, second);
                if let Some(part) = code.part_mut(place) {
                    part.end = end;
                    part.terminator = Terminator::Branch {
                        condition: either,
                        then: direct,
                        otherwise: away,
                    };
                }
                entries.count(code, place);
                return true;
            }
        };
        let both = binary(code, place, BinaryOp::And, a, b);
        if let Some(part) = code.part_mut(place) {
            part.end = end;
            part.terminator = Terminator::Branch {
                condition: both,
                then: away,
                otherwise: direct,
            };
        }
        entries.count(code, place);
        return true;
    }
    false
}

/// The condition and the edges of a branch on a value that is not constant.
fn branch(code: &Code<'_>, place: usize) -> Option<(Operand, Edge, Edge)> {
    match &code.part(place)?.terminator {
        Terminator::Branch {
            condition: condition @ Operand::Local(_),
            then,
            otherwise,
        } => Some((*condition, then.clone(), otherwise.clone())),
        _ => None,
    }
}

/// Takes what a part computes, which is entered by one side of a branch and by nothing else, in front of the branch.
fn bring_forward(
    code: &mut Code<'_>,
    entries: &mut Entries,
    place: usize,
    between: usize,
    on: bool,
) {
    entries.discount(code, between);
    let Some(taken) = code.parts.get_mut(between).and_then(Option::take) else {
        return;
    };
    let mut replacement = Replacement::default();
    if let Some(part) = code.part_mut(place) {
        if let Terminator::Branch {
            then, otherwise, ..
        } = &part.terminator
        {
            let edge = if on { then } else { otherwise };
            for (&parameter, &argument) in taken.parameters.iter().zip(&edge.arguments) {
                replacement.put(parameter, argument);
            }
        }
        let Part { lines, steps, .. } = taken;
        part.append(lines, steps);
    }
    code.replace(&replacement);
}

fn push(code: &mut Code<'_>, place: usize, instruction: Instruction) {
    if let Some(part) = code.part_mut(place) {
        let (position, step) = (part.end, part.steps);
        part.lines.push(Line {
            instruction,
            position,
            step,
        });
    }
}

fn binary(code: &mut Code<'_>, place: usize, op: BinaryOp, a: Operand, b: Operand) -> Operand {
    match (op, a, b) {
        (BinaryOp::And, Operand::Constant(0), _) | (BinaryOp::And, _, Operand::Constant(0)) => {
            return Operand::Constant(0);
        }
        (BinaryOp::Or, Operand::Constant(1), _) | (BinaryOp::Or, _, Operand::Constant(1)) => {
            return Operand::Constant(1);
        }
        (_, Operand::Constant(_), other) | (_, other, Operand::Constant(_)) => return other,
        _ => {}
    }
    let to = code.fresh(String::new(), 1);
    let width = 1;
    push(
        code,
        place,
        Instruction::Binary {
            op,
            width,
            to,
            a,
            b,
        },
    );
    Operand::Local(to)
}

fn complement(code: &mut Code<'_>, place: usize, a: Operand) -> Operand {
    if let Operand::Constant(a) = a {
        return Operand::Constant(a ^ 1);
    }
    let to: Local = code.fresh(String::new(), 1);
    push(
        code,
        place,
        Instruction::Unary {
            op: UnaryOp::Not,
            width: 1,
            to,
            a,
        },
    );
    Operand::Local(to)
}

/// `condition ? then : otherwise`, in the part that branched.
fn select(
    code: &mut Code<'_>,
    place: usize,
    condition: Operand,
    (then, otherwise): (Operand, Operand),
    width: u32,
    name: String,
) -> Operand {
    if then == otherwise {
        return then;
    }
    if width == 1 {
        match (then, otherwise) {
            (Operand::Constant(1), Operand::Constant(0)) => return condition,
            (Operand::Constant(0), Operand::Constant(1)) => {
                return complement(code, place, condition);
            }
            (then, Operand::Constant(0)) => {
                return binary(code, place, BinaryOp::And, condition, then);
            }
            (Operand::Constant(1), otherwise) => {
                return binary(code, place, BinaryOp::Or, condition, otherwise);
            }
            _ => {}
        }
    }
    let to = code.fresh(name, width);
    push(
        code,
        place,
        Instruction::Select {
            width,
            to,
            condition,
            then,
            otherwise,
        },
    );
    Operand::Local(to)
}
