//! Fewer blocks: branches on constants, blocks with one way in, blocks that only decide.
//!
//! * A branch or switch on a constant is a jump.
//! * A part that is entered once, by a jump, is taken into the part that jumps; its parameters are the values passed.
//! * A part that only tells by constants which way its callers came, as clang leaves scopes, is resolved where each of them jumps.
//!
//! Which events run, in which order and on what, is decided by the same conditions as before.

use everypath_program::{Edge, Local, Operand, Terminator, Transfer};
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{
    Code, Line, Part, Replacement, each_edge_mut, each_operand_mut, each_target,
    each_terminator_operand_mut,
};

/// A part that tells which way its callers came is copied to each of them with at most so many instructions.
const COPIED: usize = 8;

/// Whether anything changed.
pub(super) fn straighten(code: &mut Code<'_>) -> bool {
    let mut changed = false;
    loop {
        let mut again = decide(code);
        again |= drop_unreachable(code);
        again |= resolve(code);
        again |= join(code);
        if !again {
            return changed;
        }
        changed = true;
    }
}

/// Branches and switches on constants.
fn decide(code: &mut Code<'_>) -> bool {
    let mut changed = false;
    for part in code.parts.iter_mut().flatten() {
        if let Some(edge) = decided(&part.terminator) {
            part.terminator = Terminator::Jump {
                edge,
                transfer: Transfer::Jump,
            };
            changed = true;
        }
    }
    changed
}

/// The only edge that a terminator can take, if it is one that decides.
fn decided(terminator: &Terminator) -> Option<Edge> {
    match terminator {
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } => match condition {
            Operand::Constant(0) => Some(otherwise.clone()),
            Operand::Constant(_) => Some(then.clone()),
            Operand::Local(_) if then == otherwise => Some(then.clone()),
            Operand::Local(_) => None,
        },
        Terminator::Switch {
            value,
            cases,
            default,
            ..
        } => {
            let value = value.constant()?;
            let case = cases.iter().find(|(constant, _)| *constant == value);
            Some(case.map_or(default, |(_, edge)| edge).clone())
        }
        Terminator::Jump { .. }
        | Terminator::IndirectJump { .. }
        | Terminator::Call { .. }
        | Terminator::Return { .. }
        | Terminator::SetJump { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => None,
    }
}

fn drop_unreachable(code: &mut Code<'_>) -> bool {
    let mut reached = vec![false; code.parts.len()];
    let mut work = vec![0];
    while let Some(place) = work.pop() {
        let Some(part) = code.part(place) else {
            continue;
        };
        if std::mem::replace(&mut reached[place], true) {
            continue;
        }
        each_target(&part.terminator, |key| work.extend(code.place(key)));
    }
    let mut changed = false;
    for (part, reached) in code.parts.iter_mut().zip(reached) {
        changed |= !reached && part.take().is_some();
    }
    changed
}

/// Takes parts that are entered once into those that jump to them.
fn join(code: &mut Code<'_>) -> bool {
    let entries = code.entries();
    let mut changed = false;
    let mut replacement = Replacement::default();
    for place in code.all() {
        while let Some((next, edge)) = code.part(place).and_then(|part| {
            let edge = part.jump()?;
            let next = code.place(edge.target)?;
            (next != place && entries.is_single(next)).then(|| (next, edge.clone()))
        }) {
            let Some(taken) = code.parts.get_mut(next).and_then(Option::take) else {
                break;
            };
            changed = true;
            for (&parameter, &argument) in taken.parameters.iter().zip(&edge.arguments) {
                replacement.put(parameter, argument);
            }
            if let Some(part) = code.part_mut(place) {
                part.append(taken.lines, taken.steps);
                part.terminator = taken.terminator;
                part.end = taken.end;
            }
        }
    }
    code.replace(&replacement);
    changed
}

/// Resolves parts that decide by a parameter which is a constant on every edge.
fn resolve(code: &mut Code<'_>) -> bool {
    if !code.parts.iter().flatten().any(decides_by_parameter) {
        return false;
    }
    let mut ways = Ways::new(code);
    let mut changed = false;
    for place in code.all() {
        let Some(part) = code.part(place) else {
            continue;
        };
        if place == 0 || !decides_by_parameter(part) || !ways.stands_alone(part) {
            continue;
        }
        let (part, into) = (part.clone(), std::mem::take(&mut ways.into[place]));
        if !enters_with_constants(code, &into, &part) {
            continue;
        }
        for from in into {
            let Some(entering) = code.part_mut(from) else {
                continue;
            };
            let is_jump = entering.jump().map(|edge| edge.target) == Some(part.key);
            if is_jump && let Some(edge) = entering.jump().cloned() {
                let copy = with_arguments(&part, &edge);
                entering.append(copy.lines, copy.steps);
                entering.terminator = copy.terminator;
                entering.end = copy.end;
                if let Some(edge) = decided(&entering.terminator) {
                    entering.terminator = Terminator::Jump {
                        edge,
                        transfer: Transfer::Jump,
                    };
                }
            } else {
                each_edge_mut(&mut entering.terminator, |edge| {
                    if edge.target == part.key
                        && let Some(decided) = decided(&with_arguments(&part, edge).terminator)
                    {
                        *edge = decided;
                    }
                });
            }
            ways.add(code, from);
        }
        if let Some(place) = code.parts.get_mut(place) {
            *place = None;
        }
        changed = true;
    }
    changed
}

/// What enters each part, and which parameters are read elsewhere than in their parts. Where parts were resolved since, some more are named: who led
/// to a part and does so no longer, what only a part read that is gone.
struct Ways {
    /// For each part, those that lead to it.
    into: Vec<Vec<usize>>,
    /// Parameters that another part reads.
    read_outside: FxHashSet<Local>,
}

impl Ways {
    fn new(code: &Code<'_>) -> Self {
        let mut homes: FxHashMap<Local, usize> = FxHashMap::default();
        for place in code.all() {
            let part = code.part(place).filter(|part| decides_by_parameter(part));
            let parameters = part.map_or(&[][..], |part| &part.parameters);
            homes.extend(parameters.iter().map(|&parameter| (parameter, place)));
        }
        let mut ways = Ways {
            into: vec![Vec::new(); code.parts.len()],
            read_outside: FxHashSet::default(),
        };
        for place in code.all() {
            ways.add(code, place);
            let Some(part) = code.part(place) else {
                continue;
            };
            let mut read = |operand: Operand| {
                if let Operand::Local(local) = operand
                    && homes.get(&local).is_some_and(|&home| home != place)
                {
                    ways.read_outside.insert(local);
                }
            };
            for line in &part.lines {
                line.instruction.each_operand(&mut read);
            }
            part.terminator.each_operand(&mut read);
        }
        ways
    }

    /// Adds what a part leads to.
    fn add(&mut self, code: &Code<'_>, from: usize) {
        let Some(part) = code.part(from) else {
            return;
        };
        each_target(&part.terminator, |key| {
            if let Some(into) = code.place(key).and_then(|place| self.into.get_mut(place))
                && into.last() != Some(&from)
            {
                into.push(from);
            }
        });
    }

    /// Whether nobody outside reads the parameters of a part.
    fn stands_alone(&self, part: &Part) -> bool {
        let mut parameters = part.parameters.iter();
        !parameters.any(|parameter| self.read_outside.contains(parameter))
    }
}

/// Whether a part does little but branch on one of its parameters, and can be copied.
fn decides_by_parameter(part: &Part) -> bool {
    let (Terminator::Branch {
        condition: value, ..
    }
    | Terminator::Switch { value, .. }) = &part.terminator
    else {
        return false;
    };
    let by_parameter = matches!(value, Operand::Local(local) if part.parameters.contains(local));
    let copied = |line: &Line| line.instruction.result().is_none();
    by_parameter && part.lines.len() <= COPIED && part.lines.iter().all(copied)
}

/// Whether every way into a part is an edge from a part in front of it that decides which way it goes on, and it can go that way from there.
fn enters_with_constants(code: &Code<'_>, from: &[usize], part: &Part) -> bool {
    let mut all = true;
    for other in from.iter().filter_map(|&from| code.part(from)) {
        let mut enters = false;
        each_target(&other.terminator, |key| enters |= key == part.key);
        if !enters {
            continue;
        }
        let is_jump = other.jump().is_some();
        // From behind, it is the head of a loop.
        all &= other.key < part.key && (is_jump || part.lines.is_empty());
        let mut edges = 0;
        let mut targets = 0;
        each_target(&other.terminator, |key| {
            targets += usize::from(key == part.key)
        });
        each_edge_mut(&mut other.terminator.clone(), |edge| {
            if edge.target == part.key {
                edges += 1;
                all &= decided(&with_arguments(part, edge).terminator).is_some();
            }
        });
        // It is returned to.
        all &= edges == targets;
    }
    all
}

/// A copy of a part as it is when an edge enters it. The arguments are assigned in parallel: an edge from the part to itself may pass
/// one parameter as another.
fn with_arguments(part: &Part, edge: &Edge) -> Part {
    let pairs = part.parameters.iter().zip(&edge.arguments);
    let passed: FxHashMap<Local, Operand> = pairs.map(|(&to, &argument)| (to, argument)).collect();
    let replace = |operand: &mut Operand| {
        if let Operand::Local(local) = operand
            && let Some(&argument) = passed.get(local)
        {
            *operand = argument;
        }
    };
    let mut copy = part.clone();
    copy.parameters.clear();
    for line in &mut copy.lines {
        each_operand_mut(&mut line.instruction, replace);
    }
    each_terminator_operand_mut(&mut copy.terminator, replace);
    copy
}
