//! Why: the literals that a refusal on the present path rests on.
//!
//! CDSE guards every assignment at a join and lets the solver name the guards that an infeasibility needs (sections 3.2.2 and 3.3.4 of its
//! thesis). The same set is found here without guards in terms, by going back from what was refused over the
//! definitions that it uses: at a join where some way from the dominator may have changed a value that is needed, the edge that was taken
//! joins the clause; where none may, the walk goes on at the dominator, and it does not matter which way was taken. Memory is followed
//! through loads and stores at addresses that the run logged, which is the use-def reasoning that the thesis leaves open (section 7.2).
//!
//! Why that is enough: take any path through the literals and the node where the refusal was. By induction along the walk, everything
//! that was needed is the same function of the same inputs there, so it is refused there too.

use std::collections::{BTreeMap, BTreeSet};

use everypath_machine::{Range, Touch};
use everypath_program::{BinaryOp, Callee, Instruction, Local, Operand, Service, Terminator};
use everypath_term::Term;

use super::clauses::Literal;
use super::code::{Code, Join, To};
use super::effects::written;
use super::graph::Graph;
use super::walk::{Assertion, Entered, Progress, Step};

/// Needs beyond which a reason is not looked for: it would be of no use to any other path.
const MOST_EFFORT: usize = 20_000;

/// What a refusal starts from.
#[derive(Clone, Debug)]
pub(super) enum Root {
    /// Whether an instruction of a step can be executed, or its check can fail; behind the last, the terminator.
    Instruction { step: usize, index: usize },
    /// Constraints of the path.
    Constraints(Vec<Term>),
    /// The whole path.
    Whole,
}

/// Something whose value at a point matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Local(u32, Local),
    Memory { start: u64, end: u64 },
    AllMemory,
    Life,
    World,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    what: What,
    /// Whether its number matters; else it is an address, and what matters is which object it leads to and where in it.
    exact: bool,
    /// Whether it has to be what it was on the path: something was read or done because of it.
    rigid: bool,
}

/// A value that a step hands to a local when it is entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub step: usize,
    /// The local that receives it, with its frame.
    pub to: (u32, Local),
    /// What it receives, with the frame of that.
    pub from: (u32, Operand),
    /// The edge that has to be taken for that.
    pub guard: Option<Literal>,
}

/// A constraint that a refusal rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub assertion: Assertion,
    pub literal: Literal,
}

/// What a refusal rests on.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    /// Literals that suffice.
    pub literals: BTreeSet<Literal>,
    /// Those of them that [`super::generalise`] cannot do without.
    pub rigid: BTreeSet<Literal>,
    pub conditions: Vec<Condition>,
    pub moves: Vec<Move>,
    /// Instructions that give what is needed: step and index.
    pub instructions: BTreeSet<(usize, usize)>,
}

/// What is needed of one step.
#[derive(Debug, Default)]
struct AtStep {
    /// Behind its last instruction.
    exit: Vec<Need>,
    /// Before an instruction.
    inner: Vec<(usize, Need)>,
}

/// The path as it was executed.
#[derive(Clone, Copy)]
pub(super) struct Trail<'a> {
    pub code: &'a Code,
    pub graph: &'a Graph,
    pub steps: &'a [Step],
    pub assertions: &'a [Assertion],
    /// Whether reading bytes that were never written is an error.
    pub checks_reads: bool,
}

struct Walk<'a> {
    trail: Trail<'a>,
    found: Explanation,
    at: BTreeMap<usize, AtStep>,
    /// It takes the whole path.
    whole: bool,
    /// Needs looked at.
    effort: usize,
}

impl Trail<'_> {
    /// The literals that refuse, for the same reason, every path through them that comes to the node of the refusal; none if it takes
    /// the whole path.
    pub fn explain(self, roots: &[Root]) -> Option<Explanation> {
        let mut walk = Walk {
            trail: self,
            found: Explanation::default(),
            at: BTreeMap::new(),
            whole: false,
            effort: 0,
        };
        for root in roots {
            walk.root(root);
        }
        while let Some((index, at)) = walk.at.pop_last() {
            walk.through(index, at);
            walk.effort += 1;
            if walk.whole || walk.effort > MOST_EFFORT {
                return None;
            }
        }
        if walk.whole {
            return None;
        }
        let Explanation {
            literals, rigid, ..
        } = &mut walk.found;
        literals.extend(rigid.iter().copied());
        Some(walk.found)
    }
}

impl Walk<'_> {
    fn root(&mut self, root: &Root) {
        match root {
            Root::Instruction { step, index } => self.instruction(*step, *index),
            Root::Constraints(terms) => {
                for &term in terms {
                    self.constraint(term);
                }
            }
            Root::Whole => self.whole = true,
        }
    }

    /// A constraint of the path, by where it was added first.
    fn constraint(&mut self, term: Term) {
        let assertions = self.trail.assertions;
        let Some(assertion) = assertions.iter().find(|assertion| assertion.term == term) else {
            return;
        };
        let assertion = *assertion;
        let edge = self
            .trail
            .steps
            .get(assertion.step + 1)
            .and_then(|next| next.edge);
        let literal = match edge {
            Some(edge) if assertion.is_way => Literal::Edge(edge),
            _ => Literal::Node(self.trail.steps[assertion.step].node),
        };
        self.found.literals.insert(literal);
        self.found.conditions.push(Condition { assertion, literal });
        self.instruction(assertion.step, assertion.index);
    }

    fn block(&self, step: usize) -> &everypath_program::Block {
        let place = self.trail.steps[step].place;
        &self.trail.code.place(place).block
    }

    /// How many instructions of its block a step executed, from the first on.
    fn end_of(&self, step: usize) -> usize {
        match self.trail.steps[step].progress {
            Progress::Value(_, _, at) => at,
            _ => self.block(step).instructions.len(),
        }
    }

    fn touch(&self, step: usize, index: usize) -> Option<Touch> {
        let touches = &self.trail.steps[step].touches;
        let found = touches.binary_search_by_key(&(index as u32), |touch| touch.index);
        found.ok().map(|found| touches[found])
    }

    fn before(&mut self, step: usize, index: usize, what: What, exact: bool) {
        let at = self.at.entry(step).or_default();
        let rigid = !matches!(what, What::Local(..));
        at.inner.push((index, Need { what, exact, rigid }));
    }

    fn operand_before(&mut self, step: usize, index: usize, operand: Operand, exact: bool) {
        if let Operand::Local(local) = operand {
            let frame = self.trail.steps[step].frame;
            self.before(step, index, What::Local(frame, local), exact);
        }
    }

    fn rigid_before(&mut self, step: usize, index: usize, operand: Operand, exact: bool) {
        if let Operand::Local(local) = operand {
            let what = What::Local(self.trail.steps[step].frame, local);
            let rigid = true;
            let at = self.at.entry(step).or_default();
            at.inner.push((index, Need { what, exact, rigid }));
        }
    }

    /// Needs all that decides whether an instruction can be executed and its check holds.
    fn instruction(&mut self, step: usize, index: usize) {
        let place = self.trail.steps[step].place;
        let block = self.trail.code.place(place).block.clone();
        let Some(instruction) = block.instructions.get(index) else {
            self.terminator(step, index, &block.terminator);
            return;
        };
        match instruction {
            Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
                self.operand_before(step, index, *condition, true);
            }
            Instruction::Load { address, .. } | Instruction::Store { address, .. } => {
                match self.touch(step, index).and_then(|touch| touch.range) {
                    Some(Range {
                        start,
                        size,
                        lasting,
                    }) => {
                        self.rigid_before(step, index, *address, false);
                        if !lasting {
                            self.before(step, index, What::Life, true);
                        }
                        if self.trail.checks_reads
                            && matches!(instruction, Instruction::Load { .. })
                        {
                            let what = What::Memory {
                                start,
                                end: start.saturating_add(size),
                            };
                            self.before(step, index, what, false);
                        }
                    }
                    None => {
                        self.rigid_before(step, index, *address, true);
                        for what in [What::Life, What::World, What::AllMemory] {
                            self.before(step, index, what, true);
                        }
                    }
                }
            }
            Instruction::Service { arguments, .. } => {
                for &argument in arguments {
                    self.rigid_before(step, index, argument, true);
                }
                for what in [What::Life, What::World, What::AllMemory] {
                    self.before(step, index, what, true);
                }
            }
            Instruction::Allocate { size, .. } => {
                self.rigid_before(step, index, *size, true);
                self.before(step, index, What::World, true);
            }
            Instruction::Float { arguments, .. } => {
                for &argument in arguments {
                    self.rigid_before(step, index, argument, true);
                }
            }
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Input { .. } => {}
        }
    }

    fn terminator(&mut self, step: usize, index: usize, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { condition, .. } => {
                self.operand_before(step, index, *condition, true);
            }
            Terminator::Switch { value, .. } => self.operand_before(step, index, *value, true),
            Terminator::IndirectJump { address, .. }
            | Terminator::Call {
                callee: Callee::Address(address),
                ..
            } => self.rigid_before(step, index, *address, true),
            Terminator::Jump { .. }
            | Terminator::Call {
                callee: Callee::Function(_),
                ..
            }
            | Terminator::Return { .. }
            | Terminator::Stop(_) => {}
            Terminator::SetJump { buffer, .. } => {
                self.rigid_before(step, index, *buffer, true);
                self.before(step, index, What::Life, true);
            }
            // What is required at the end depends on all that was allocated; jumps between frames on all calls.
            Terminator::Exit { .. } | Terminator::LongJump { .. } => self.whole = true,
        }
    }

    /// Goes back through a step, and on to where what is needed at its beginning comes from.
    fn through(&mut self, index: usize, at: AtStep) {
        let step = &self.trail.steps[index];
        let AtStep { exit, mut inner } = at;
        let mut needs: Vec<Need> = Vec::with_capacity(exit.len() + inner.len());
        for need in exit {
            add(&mut needs, need);
        }
        let block = self.trail.code.place(step.place).block.clone();
        if let Terminator::SetJump { result, .. } = &block.terminator
            && needs
                .iter()
                .any(|need| need.what == What::Local(step.frame, *result))
        {
            self.whole = true;
            return;
        }
        inner.sort_by_key(|&(before, _)| before);
        let mut last = self.end_of(index);
        if needs.is_empty() {
            last = last.min(inner.last().map_or(0, |&(before, _)| before));
        }
        for number in (step.from..last).rev() {
            while let Some(&(_, need)) = inner.last().filter(|&&(before, _)| before > number) {
                add(&mut needs, need);
                inner.pop();
            }
            if needs.is_empty() {
                if inner.is_empty() {
                    break;
                }
                continue;
            }
            self.through_instruction(index, number, &block.instructions[number], &mut needs);
            let pins = step.pins.iter().filter(|pin| pin.0 == number);
            for &term in pins.flat_map(|(_, core)| core.iter()) {
                self.constraint(term);
            }
        }
        for (_, need) in inner {
            add(&mut needs, need);
        }
        self.effort += needs.len();
        for need in needs {
            self.at_entry(index, need);
        }
    }

    /// Replaces what an instruction gives by what it gives it from.
    fn through_instruction(
        &mut self,
        step: usize,
        number: usize,
        instruction: &Instruction,
        needs: &mut Vec<Need>,
    ) {
        let frame = self.trail.steps[step].frame;
        let given = written(instruction).and_then(|local| {
            let what = What::Local(frame, local);
            let found = needs.iter().position(|need| need.what == what)?;
            Some(needs.swap_remove(found))
        });
        if given.is_some() {
            self.found.instructions.insert((step, number));
        }
        let is_rigid = given.is_some_and(|need| need.rigid);
        let given = given.map(|need| need.exact);
        let operand = |needs: &mut Vec<Need>, operand: Operand, exact: bool| {
            if let Operand::Local(local) = operand {
                let what = What::Local(frame, local);
                let rigid = is_rigid;
                add(needs, Need { what, exact, rigid });
            }
        };
        let rigid_operand = |needs: &mut Vec<Need>, operand: Operand, exact: bool| {
            if let Operand::Local(local) = operand {
                let what = What::Local(frame, local);
                let rigid = true;
                add(needs, Need { what, exact, rigid });
            }
        };
        match instruction {
            Instruction::Store { address, value, .. } => {
                if !needs.iter().any(|need| need.what.is_memory()) {
                    return;
                }
                let range = self.touch(step, number).and_then(|touch| touch.range);
                let mut written_over = None;
                let mut rest = Vec::new();
                needs.retain(|need| match (need.what, range) {
                    (What::Memory { start, end }, Some(range)) => {
                        let behind = range.start.saturating_add(range.size);
                        if behind <= start || end <= range.start {
                            return true;
                        }
                        written_over = Some(written_over.unwrap_or(false) | need.exact);
                        for (start, end) in [(start, range.start), (behind, end)] {
                            if start < end {
                                let what = What::Memory { start, end };
                                rest.push(Need { what, ..*need });
                            }
                        }
                        false
                    }
                    (What::Memory { .. }, None) | (What::AllMemory, _) => {
                        written_over = Some(written_over.unwrap_or(false) | need.exact);
                        true
                    }
                    _ => true,
                });
                for need in rest {
                    add(needs, need);
                }
                if let Some(exact) = written_over {
                    rigid_operand(needs, *value, exact);
                }
                // Elsewhere it would have gone over what is needed.
                rigid_operand(needs, *address, range.is_none());
            }
            Instruction::Service {
                service, arguments, ..
            } => self.through_service(step, number, (*service, arguments), given, needs),
            Instruction::Allocate { size, .. } => {
                if let Some(exact) = given {
                    rigid_operand(needs, *size, true);
                    if exact {
                        add(needs, Need::of(What::World));
                    }
                }
                if needs.iter().any(|need| need.what == What::World) {
                    rigid_operand(needs, *size, true);
                }
                // What was never written has values of its own.
                if let Some(start) = self
                    .touch(step, number)
                    .and_then(|touch| touch.value)
                    .and_then(everypath_machine::Value::constant)
                    && let Operand::Constant(bytes) = size
                {
                    let end = start.saturating_add(*bytes);
                    needs.retain(|need| match need.what {
                        What::Memory {
                            start: first,
                            end: last,
                        } => first < start || last > end,
                        _ => true,
                    });
                }
            }
            _ if given.is_none() => {}
            Instruction::Copy { from, .. } => operand(needs, *from, given == Some(true)),
            Instruction::Binary { op, a, b, .. } => {
                let address = matches!(op, BinaryOp::Add | BinaryOp::Sub);
                let exact = given == Some(true) || !address;
                operand(needs, *a, exact);
                operand(needs, *b, exact);
            }
            Instruction::Select {
                condition,
                then,
                otherwise,
                ..
            } => {
                operand(needs, *condition, true);
                operand(needs, *then, given == Some(true));
                operand(needs, *otherwise, given == Some(true));
            }
            Instruction::Unary { a, .. } => operand(needs, *a, true),
            Instruction::Resize { value, .. } => operand(needs, *value, true),
            Instruction::Float { arguments, .. } => {
                for &argument in arguments {
                    rigid_operand(needs, argument, true);
                }
            }
            Instruction::Load { address, .. } => {
                let exact = given == Some(true);
                match self.touch(step, number).and_then(|touch| touch.range) {
                    Some(Range { start, size, .. }) => {
                        rigid_operand(needs, *address, false);
                        let end = start.saturating_add(size);
                        let what = What::Memory { start, end };
                        let rigid = true;
                        add(needs, Need { what, exact, rigid });
                    }
                    None => {
                        rigid_operand(needs, *address, true);
                        for what in [What::AllMemory, What::Life, What::World] {
                            add(needs, Need::of(what));
                        }
                    }
                }
            }
            Instruction::Input { .. } | Instruction::Check { .. } | Instruction::Assume { .. } => {}
        }
    }

    fn through_service(
        &mut self,
        step: usize,
        number: usize,
        (service, arguments): (Service, &[Operand]),
        given: Option<bool>,
        needs: &mut Vec<Need>,
    ) {
        let touches_memory = !matches!(
            service,
            Service::MarkLocals
                | Service::Clock
                | Service::WriteStream
                | Service::CloseStream
                | Service::SeekStream
                | Service::StreamSize
                | Service::StreamKind
                | Service::IsSymbolic
                | Service::Prefer
                | Service::BlockSize
                | Service::ObjectSize
        );
        let mut matters = given.is_some();
        matters |= touches_memory && needs.iter().any(|need| need.what.is_memory());
        matters |= needs
            .iter()
            .any(|need| matches!(need.what, What::World | What::Life));
        if !matters {
            return;
        }
        let frame = self.trail.steps[step].frame;
        if let Service::MakeSymbolic | Service::MakeNamedSymbolic = service {
            // The bytes are inputs of their own.
            if let Some(range) = self.touch(step, number).and_then(|touch| touch.range) {
                let end = range.start.saturating_add(range.size);
                needs.retain(|need| match need.what {
                    What::Memory { start, end: last } => start < range.start || last > end,
                    _ => true,
                });
            }
            for &argument in arguments.iter().take(2) {
                if let Operand::Local(local) = argument {
                    let what = What::Local(frame, local);
                    let (exact, rigid) = (false, true);
                    add(needs, Need { what, exact, rigid });
                }
            }
            return;
        }
        for &argument in arguments {
            if let Operand::Local(local) = argument {
                add(needs, Need::of(What::Local(frame, local)));
            }
        }
        for what in [What::World, What::Life, What::AllMemory] {
            add(needs, Need::of(what));
        }
    }

    /// Goes from the beginning of a step to where a value comes from.
    fn at_entry(&mut self, index: usize, need: Need) {
        let step = &self.trail.steps[index];
        let code = self.trail.code;
        let place = code.place(step.place);
        match step.entered {
            Entered::Start => {}
            Entered::Value => self.behind(index - 1, need),
            Entered::Jump => self.whole = true,
            Entered::Call => {
                if let What::Local(frame, local) = need.what
                    && frame == step.frame
                    && !code.shares_locals
                {
                    let caller = self.block(index - 1);
                    let arguments = match &caller.terminator {
                        Terminator::Call { arguments, .. } => arguments.clone(),
                        _ => Box::default(),
                    };
                    let parameters = place.block.parameters.iter();
                    let number = parameters.clone().position(|&it| it == local);
                    if let Some(&argument) = number.and_then(|number| arguments.get(number)) {
                        self.receive(index, local, argument, need, false);
                    }
                    return;
                }
                self.behind(index - 1, need);
            }
            Entered::Way | Entered::Return => {
                let joins = !matches!(self.join(index), Join::One);
                if let What::Local(frame, local) = need.what
                    && frame == step.frame
                    && let Some(number) = place.block.parameters.iter().position(|&it| it == local)
                {
                    if let Some(argument) = self.argument(index, number) {
                        self.receive(index, local, argument, need, joins);
                    }
                    return;
                }
                if let Join::Since(dominator, effects) = self.join(index)
                    && !need.what.is_changed_by(effects)
                {
                    let mut at = step.previous;
                    while let Some(before) = at {
                        if self.trail.steps[before].place == *dominator {
                            self.behind(before, need);
                            return;
                        }
                        at = self.trail.steps[before].previous;
                    }
                    self.whole = true;
                    return;
                }
                match (step.entered, joins) {
                    (Entered::Return, _) => self.at_return(index, need, joins),
                    (_, true) => self.through_edge(index, need),
                    (_, false) => self.behind(index - 1, need),
                }
            }
        }
    }

    /// How a step of a function was joined: the first time or in a later round.
    fn join(&self, index: usize) -> &Join {
        let step = &self.trail.steps[index];
        let place = self.trail.code.place(step.place);
        let begins_loop = place
            .loops
            .last()
            .is_some_and(|&inner| self.trail.code.header(inner) == step.place);
        let rounds = &self.trail.graph.node(step.node).rounds;
        if begins_loop && rounds.last().is_some_and(|&round| round > 0) {
            &place.again
        } else {
            &place.first
        }
    }

    /// What the edge into a step gives to a parameter of its block.
    fn argument(&self, index: usize, number: usize) -> Option<Operand> {
        let edge = self.trail.steps[index].edge?;
        let slot = self.trail.graph.edge(edge).slot;
        let edge = match &self.block(index - 1).terminator {
            Terminator::Jump { edge, .. } => edge,
            Terminator::Branch {
                then, otherwise, ..
            } => match slot {
                0 => otherwise,
                _ => then,
            },
            Terminator::Switch { cases, default, .. } => {
                cases.get(slot).map_or(default, |case| &case.1)
            }
            _ => return None,
        };
        edge.arguments.get(number).copied()
    }

    /// Goes back into a call, or over it. `joins`: not only returns lead to the step.
    fn at_return(&mut self, index: usize, need: Need, joins: bool) {
        let step = &self.trail.steps[index];
        let code = self.trail.code;
        let callee = code.place(self.trail.steps[index - 1].place).function;
        let Some(call) = step.previous else {
            self.whole = true;
            return;
        };
        let is_unknown = matches!(
            code.place(self.trail.steps[call].place).ways.first(),
            Some(way) if matches!(way.to, To::Unknown(_))
        );
        let several = joins || is_unknown || !code.returns_once(callee);
        let guard = step.edge.filter(|_| joins).map(Literal::Edge);
        if let What::Local(frame, local) = need.what
            && !code.shares_locals
        {
            if frame != step.frame {
                self.found.rigid.extend(guard);
                self.behind(index - 1, need);
                return;
            }
            let results = match &self.block(call).terminator {
                Terminator::Call { results, .. } => results.clone(),
                _ => std::sync::Arc::from([]),
            };
            let Some(number) = results.iter().position(|&it| it == local) else {
                self.found.rigid.extend(guard);
                self.behind(call, need);
                return;
            };
            if let Terminator::Return { values } = &self.block(index - 1).terminator
                && let Some(&value) = values.get(number)
            {
                self.receive(index, local, value, need, several);
            }
            return;
        }
        if !is_unknown && !need.what.is_changed_by(code.effects(callee)) {
            self.found.rigid.extend(guard);
            self.behind(call, need);
            return;
        }
        match several {
            true => self.through_edge(index, need),
            false => self.behind(index - 1, need),
        }
    }

    /// A local of a step receives a value where the step is entered; the edge matters if others lead there.
    fn receive(&mut self, index: usize, local: Local, value: Operand, need: Need, several: bool) {
        let step = &self.trail.steps[index];
        let edge = step.edge.filter(|_| several).map(Literal::Edge);
        self.literal(edge, need);
        let from = self.trail.steps[index - 1].frame;
        self.found.moves.push(Move {
            step: index,
            to: (step.frame, local),
            from: (from, value),
            guard: edge,
        });
        if let Operand::Local(local) = value {
            let what = What::Local(from, local);
            self.behind(index - 1, Need { what, ..need });
        }
    }

    /// Something is as it was before a step because of the edge that was taken.
    fn through_edge(&mut self, index: usize, need: Need) {
        let guard = self.trail.steps[index].edge.map(Literal::Edge);
        self.literal(guard, need);
        if let What::Local(frame, local) = need.what {
            self.found.moves.push(Move {
                step: index,
                to: (frame, local),
                from: (frame, Operand::Local(local)),
                guard,
            });
        }
        self.behind(index - 1, need);
    }

    fn literal(&mut self, edge: Option<Literal>, need: Need) {
        self.found.literals.extend(edge);
        if need.rigid {
            self.found.rigid.extend(edge);
        }
    }

    fn behind(&mut self, step: usize, need: Need) {
        // Copies of the block for other values lead on to the same nodes.
        if self.trail.code.place(self.trail.steps[step].place).chooses {
            let next = self.trail.steps.get(step + 1);
            self.found
                .rigid
                .extend(next.and_then(|next| next.edge).map(Literal::Edge));
        }
        self.at.entry(step).or_default().exit.push(need);
    }
}

fn add(needs: &mut Vec<Need>, new: Need) {
    match needs.iter_mut().find(|need| need.what == new.what) {
        Some(known) => {
            known.exact |= new.exact;
            known.rigid |= new.rigid;
        }
        None => needs.push(new),
    }
}

impl Need {
    fn of(what: What) -> Self {
        Need {
            what,
            exact: true,
            rigid: true,
        }
    }
}

impl What {
    fn is_memory(self) -> bool {
        matches!(self, What::Memory { .. } | What::AllMemory)
    }

    fn is_changed_by(self, effects: &super::effects::Effects) -> bool {
        match self {
            What::Local(_, local) => effects.on_local(local),
            What::Memory { start, end } => effects.on_range(start, end),
            What::AllMemory => effects.on_memory(),
            What::Life => effects.on_life(),
            What::World => effects.on_world(),
        }
    }
}
