//! Smaller clauses: the refusal is asked once more with values that may also be anything.
//!
//! The guards of the CDSE thesis (section 3.2.2): what a local receives through an edge at a join becomes `ite(guard, value, anything)`,
//! and the guards that the solver needs to refute the path are the edges that the clause needs. Here this is done after a path has failed,
//! and only for the definitions that its refusal uses, so that execution itself never sees a guard.

use std::collections::BTreeSet;

use everypath_analysis::{Code, slot_of_case};
use everypath_machine::{Machine, Value};
use everypath_program::{Instruction, Local, Operand, Terminator};
use everypath_solver::{Answer, Solver, SolverError};
use everypath_term::Term;
use rustc_hash::FxHashMap;

use super::clauses::{Spot, Spots};
use super::explain::{Condition, Explanation, Move};
use super::step::Step;

/// Conflicts of the SAT solver after which it is left at what is known.
const MOST_CONFLICTS: u64 = 200;
/// The same where a literal is left out of a core. Longer, since what is gained is kept; but then no further one is tried.
const MOST_CONFLICTS_OF_ONE: u64 = 1000;

/// Definitions in an explanation beyond which nothing is asked.
const MOST_DEFINITIONS: usize = 64;
/// Constraints and guards beyond which nothing is asked.
const MOST_ASKED: usize = 24;
/// Definitions beyond which a core is taken as it is: deciding about what is left of it may then take long.
const MOST_DEFINITIONS_OF_SHRUNK: usize = 12;
/// So many literals at most are tried to be left out of a core.
const MOST_LEFT_OUT: usize = 8;
/// So many explanations at most are passed over after questions in vain.
const MOST_SKIPPED: u32 = 256;
/// The same after explanations with nothing to ask.
const MOST_SKIPPED_UNASKED: u32 = 8;

/// How much is asked follows from how often it helped: every question in vain doubles the number of explanations that are passed over
/// before the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    skip: u32,
    skipped: u32,
}

impl Effort {
    /// Whether to ask this time.
    pub fn wants(&mut self) -> bool {
        self.skipped += 1;
        self.skipped > self.skip
    }

    /// There was nothing to ask.
    fn pass(&mut self) {
        self.skipped = 0;
        self.skip = self.skip.max((2 * self.skip + 1).min(MOST_SKIPPED_UNASKED));
    }

    fn learn(&mut self, helped: bool) {
        self.skipped = 0;
        self.skip = match helped {
            true => self.skip / 4,
            false => (2 * self.skip + 1).min(MOST_SKIPPED),
        };
    }
}

/// What was refused: that a condition of the program holds at a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// That the step is left by this way.
    Way { step: usize, slot: usize },
    /// That the condition of this check or assumption is 1, or is 0.
    Condition {
        step: usize,
        index: usize,
        holds: bool,
    },
}

/// The solver and what it works on.
pub(super) struct Tools<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub solver: &'a mut Solver,
    pub code: &'a Code,
    pub steps: &'a [Step],
    pub effort: &'a mut Effort,
}

/// The values of locals, by frame; none where nobody knows.
type Values = FxHashMap<(u32, Local), Value>;

/// Literals of an explanation that suffice, if fewer than all do.
pub(super) fn generalise(
    tools: &mut Tools<'_, '_>,
    explanation: &Explanation,
    goal: Goal,
) -> Result<Option<Spots>, SolverError> {
    let Explanation {
        spots,
        rigid,
        conditions,
        moves,
        instructions,
    } = explanation;
    let flexible: BTreeSet<Spot> = (moves.iter().filter_map(|it| it.guard))
        .filter(|&guard| !rigid.contains(guard))
        .collect();
    let asked = flexible.len() + conditions.len();
    let definitions = instructions.len();
    if flexible.is_empty() || definitions > MOST_DEFINITIONS || asked > MOST_ASKED {
        tools.effort.pass();
        return Ok(None);
    }
    let terms = &mut tools.machine.terms;
    let guards: FxHashMap<Spot, Term> = flexible
        .iter()
        .enumerate()
        .map(|(number, &literal)| (literal, terms.input(&format!("\0guard {number}"), 1)))
        .collect();
    let mut evaluation = Evaluation {
        values: Values::default(),
        guards: &guards,
        anything: 0,
    };
    // What is asked, with the literal that it stands for.
    let mut asked: Vec<(Term, Option<Spot>)> = guards
        .iter()
        .map(|(&literal, &guard)| (guard, Some(literal)))
        .collect();
    asked.sort_unstable();

    let mut moves: Vec<&Move> = moves.iter().collect();
    moves.sort_by_key(|it| it.step);
    let last = match goal {
        Goal::Way { step, .. } | Goal::Condition { step, .. } => step,
    };
    let mut moves = moves.into_iter().peekable();
    let mut conditions: Vec<&Condition> = conditions.iter().collect();
    conditions.sort_by_key(|it| (it.assertion.step, it.assertion.index));
    let mut conditions = conditions.into_iter().peekable();
    let mut instructions = instructions.clone();
    instructions.sort_unstable();
    instructions.dedup();
    let mut instructions = instructions.into_iter().peekable();
    for step in 0..=last {
        let mut entering = Vec::new();
        while let Some(it) = moves.next_if(|it| it.step == step) {
            entering.push(it);
        }
        evaluation.enter(tools, &entering);
        loop {
            // Each condition with the values at its instruction.
            let condition = conditions.next_if(|it| it.assertion.step == step);
            let end = condition.map_or(usize::MAX, |it| it.assertion.index);
            while let Some((_, index)) =
                instructions.next_if(|&(at, index)| at == step && index < end)
            {
                evaluation.execute(tools, step, index);
            }
            let Some(condition) = condition else { break };
            let assertion = condition.assertion;
            let block = &tools.code.place(tools.steps[step].place).block;
            let goal = match assertion.is_way {
                // A value that was chosen for an instruction.
                true if assertion.index < block.instructions.len() => return Ok(None),
                true => Goal::Way {
                    step,
                    slot: assertion.slot,
                },
                false => Goal::Condition {
                    step,
                    index: assertion.index,
                    holds: true,
                },
            };
            match evaluation.condition(tools, goal) {
                Some(term) => asked.push((term, Some(condition.spot))),
                None => return Ok(None),
            }
        }
    }
    let Some(refused) = evaluation.condition(tools, goal) else {
        return Ok(None);
    };
    asked.push((refused, None));
    let terms: Vec<Term> = asked.iter().map(|&(term, _)| term).collect();
    let terms_of_run = &mut tools.machine.terms;
    let answer = tools
        .solver
        .check_all_within(terms_of_run, &terms, MOST_CONFLICTS)?;
    let Answer::Unsat(core) = answer else {
        tools.effort.learn(false);
        return Ok(None);
    };
    let core = match definitions <= MOST_DEFINITIONS_OF_SHRUNK {
        true => shrink(tools, core.to_vec(), &asked, rigid)?,
        false => core.to_vec(),
    };
    let mut needed = rigid.clone();
    for (term, spot) in asked {
        if core.contains(&term)
            && let Some(spot) = spot
        {
            needed.insert(spot);
        }
    }
    let helps = needed.len() < spots.len();
    tools.effort.learn(helps);
    Ok(helps.then_some(needed))
}

/// Leaves out of a core what it does not need: one after the other, the first steps first: what rests on late ones only is good for many paths.
fn shrink(
    tools: &mut Tools<'_, '_>,
    mut core: Vec<Term>,
    asked: &[(Term, Option<Spot>)],
    rigid: &Spots,
) -> Result<Vec<Term>, SolverError> {
    let mut literals: Vec<(Spot, Term)> = asked
        .iter()
        .filter_map(|&(term, spot)| spot.map(|spot| (spot, term)))
        .filter(|&(spot, term)| !rigid.contains(spot) && core.contains(&term))
        .collect();
    literals.sort_unstable();
    if literals.len() < 2 {
        return Ok(core);
    }
    for (_, term) in literals.into_iter().take(MOST_LEFT_OUT) {
        if !core.contains(&term) {
            continue;
        }
        let others: Vec<Term> = core.iter().copied().filter(|it| *it != term).collect();
        let terms = &mut tools.machine.terms;
        let answer = tools
            .solver
            .check_all_within(terms, &others, MOST_CONFLICTS_OF_ONE)?;
        match answer {
            Answer::Unsat(smaller) => core = smaller.to_vec(),
            Answer::Sat(_) => {}
            Answer::Unknown(_) => break,
        }
    }
    Ok(core)
}

/// Goes over the definitions of an explanation once more.
struct Evaluation<'a> {
    values: Values,
    guards: &'a FxHashMap<Spot, Term>,
    anything: u32,
}

impl Evaluation<'_> {
    fn read(&self, frame: u32, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Constant(constant) => Some(Value::Constant(constant)),
            Operand::Local(local) => self.values.get(&(frame, local)).copied(),
        }
    }

    fn set(&mut self, frame: u32, local: Local, value: Option<Value>) {
        match value {
            Some(value) => drop(self.values.insert((frame, local), value)),
            None => drop(self.values.remove(&(frame, local))),
        }
    }

    /// Hands values to locals where a step is entered.
    fn enter(&mut self, tools: &mut Tools<'_, '_>, moves: &[&Move]) {
        let mut received = Vec::with_capacity(moves.len());
        for it in moves {
            let mut value = self.read(it.from.0, it.from.1);
            if let Some(guard) = it.guard.and_then(|guard| self.guards.get(&guard))
                && let Some(known) = value
            {
                let block = &tools.code.place(tools.steps[it.step].place).block;
                let locals = tools.machine.program().locals(block.key);
                let width = locals.get(it.to.1.0 as usize).map(|info| info.width);
                value = width.map(|width| {
                    self.anything += 1;
                    let terms = &mut tools.machine.terms;
                    let name = format!("\0anything {} of {width}", self.anything);
                    let anything = Value::Term(terms.input(&name, width));
                    Value::select(terms, width, Value::Term(*guard), known, anything)
                });
            }
            received.push((it.to, value));
        }
        for ((frame, local), value) in received {
            self.set(frame, local, value);
        }
    }

    /// Computes what an instruction gives.
    fn execute(&mut self, tools: &mut Tools<'_, '_>, at: usize, index: usize) {
        let step = &tools.steps[at];
        let frame = step.frame;
        let block = &tools.code.place(step.place).block;
        let Some(instruction) = block.instructions.get(index) else {
            return;
        };
        let Some(to) = instruction.result() else {
            return;
        };
        let terms = &mut tools.machine.terms;
        let value = match *instruction {
            Instruction::Copy { from, .. } => self.read(frame, from),
            Instruction::Unary { op, width, a, .. } => {
                let a = self.read(frame, a);
                a.map(|a| Value::unary(terms, op, width, a))
            }
            Instruction::Binary {
                op, width, a, b, ..
            } => {
                let both = self.read(frame, a).zip(self.read(frame, b));
                both.map(|(a, b)| Value::binary(terms, op, width, a, b))
            }
            Instruction::Select {
                width,
                condition,
                then,
                otherwise,
                ..
            } => {
                let both = self.read(frame, then).zip(self.read(frame, otherwise));
                let all = self.read(frame, condition).zip(both);
                all.map(|(condition, (then, otherwise))| {
                    Value::select(terms, width, condition, then, otherwise)
                })
            }
            Instruction::Resize {
                value,
                from,
                keep,
                width,
                signed,
                ..
            } => {
                let value = self.read(frame, value);
                value.map(|value| value.resize(terms, from, keep, width, signed))
            }
            // What these gave on the path, they give wherever their literals are passed.
            Instruction::Load { .. }
            | Instruction::Input { .. }
            | Instruction::Float { .. }
            | Instruction::Allocate { .. }
            | Instruction::Service { .. }
            | Instruction::Store { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. } => {
                let touches = &step.touches;
                let found = touches.binary_search_by_key(&(index as u32), |touch| touch.index);
                found.ok().and_then(|found| touches[found].value)
            }
        };
        self.set(frame, to, value);
    }

    /// A condition of the program as a term, if it can be told.
    fn condition(&self, tools: &mut Tools<'_, '_>, goal: Goal) -> Option<Term> {
        let (Goal::Way { step, .. } | Goal::Condition { step, .. }) = goal;
        let frame = tools.steps[step].frame;
        let block = tools.code.place(tools.steps[step].place).block.clone();
        let terms = &mut tools.machine.terms;
        match goal {
            Goal::Condition { index, holds, .. } => {
                let condition = match block.instructions.get(index)? {
                    Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
                        self.read(frame, *condition)?
                    }
                    Instruction::Copy { .. }
                    | Instruction::Unary { .. }
                    | Instruction::Binary { .. }
                    | Instruction::Select { .. }
                    | Instruction::Resize { .. }
                    | Instruction::Load { .. }
                    | Instruction::Store { .. }
                    | Instruction::Input { .. }
                    | Instruction::Float { .. }
                    | Instruction::Allocate { .. }
                    | Instruction::Service { .. } => return None,
                };
                let condition = condition.term(terms, 1);
                Some(match holds {
                    true => condition,
                    false => terms.not(condition),
                })
            }
            Goal::Way { slot, .. } => match &block.terminator {
                Terminator::Branch { condition, .. } => {
                    let condition = self.read(frame, *condition)?.term(terms, 1);
                    Some(match slot {
                        0 => terms.not(condition),
                        _ => condition,
                    })
                }
                Terminator::Switch {
                    value,
                    width,
                    cases,
                    default,
                } => {
                    let value = self.read(frame, *value)?.term(terms, *width);
                    let mut others = terms.bool(false);
                    let mut own = terms.bool(false);
                    for (number, case) in cases.iter().enumerate() {
                        let constant = terms.constant(*width, case.0);
                        let equal = terms.eq(value, constant);
                        match slot_of_case(cases, default, number) {
                            group if group == slot => own = terms.or(own, equal),
                            group if group < cases.len() => others = terms.or(others, equal),
                            _ => {}
                        }
                    }
                    Some(match slot == cases.len() {
                        true => terms.not(others),
                        false => own,
                    })
                }
                Terminator::Jump { .. }
                | Terminator::IndirectJump { .. }
                | Terminator::Call { .. }
                | Terminator::Return { .. }
                | Terminator::SetJump { .. }
                | Terminator::LongJump { .. }
                | Terminator::Exit { .. }
                | Terminator::Stop(_) => None,
            },
        }
    }
}
