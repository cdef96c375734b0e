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

mod sources;

use everypath_analysis::{Code, Effects, Join, To, edge_of, variable_of};
use everypath_machine::{Range, Touch};
use everypath_program::{
    BinaryOp, Callee, Failure, Instruction, LifeEffect, Local, MemoryEffect, Operand, ServiceInfo,
    Terminator,
};
use everypath_term::Term;

use super::clauses::{Spot, Spots, edge_spot, node_spot};
use super::graph::Graph;
use super::walk::{Assertion, Entered, Progress, Step};
use crate::MemoryReasons;

pub(super) use sources::Sources;

/// What an access at an address that is no constant depends on.
const ANYTHING: [What; 3] = [What::AllMemory, What::Life(Owner::Unknown), What::World];

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
    Memory {
        start: u64,
        end: u64,
        of: Owner,
    },
    AllMemory,
    /// Whether an object is alive.
    Life(Owner),
    World,
}

/// What is known of the object that bytes are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// It is there as long as the program runs.
    Lasting,
    /// The variable of a frame whose address this local has.
    Variable(u32, Local),
    Unknown,
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
    pub guard: Option<Spot>,
}

/// A constraint that a refusal rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub assertion: Assertion,
    pub spot: Spot,
}

/// What a refusal rests on.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    /// What on the path suffices.
    pub spots: Spots,
    /// What of it [`super::generalise`] cannot do without.
    pub rigid: Spots,
    pub conditions: Vec<Condition>,
    pub moves: Vec<Move>,
    /// Instructions that give what is needed, last first: step and index.
    pub instructions: Vec<(usize, usize)>,
}

/// What is needed of one step.
#[derive(Debug, Default)]
struct AtStep {
    /// Behind its last instruction.
    exit: Vec<Need>,
    /// Before an instruction.
    inner: Vec<(usize, Need)>,
}

/// What is needed of each step, kept from one explanation to the next so that it need not be allocated.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    steps: Vec<AtStep>,
    pending: Spots,
    spare: Vec<AtStep>,
}

impl Scratch {
    fn clear(&mut self) {
        while let Some((_, at)) = self.pop_last() {
            self.give_back(at);
        }
    }

    fn give_back(&mut self, mut at: AtStep) {
        at.exit.clear();
        at.inner.clear();
        self.spare.push(at);
    }

    fn take(&mut self) -> AtStep {
        self.spare.pop().unwrap_or_default()
    }

    fn step(&mut self, step: usize) -> &mut AtStep {
        if self.steps.len() <= step {
            self.steps.resize_with(step + 1, AtStep::default);
        }
        if !self.pending.contains(step as u32) {
            self.pending.insert(step as u32);
            if let Some(spare) = self.spare.pop() {
                self.steps[step] = spare;
            }
        }
        &mut self.steps[step]
    }

    /// The last step of which something is needed.
    fn pop_last(&mut self) -> Option<(usize, AtStep)> {
        let last = self.pending.last()?;
        self.pending.remove(last);
        let at = std::mem::take(&mut self.steps[last as usize]);
        Some((last as usize, at))
    }
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
    pub memory_reasons: MemoryReasons,
}

struct Walk<'a> {
    trail: Trail<'a>,
    found: Explanation,
    at: &'a mut Scratch,
    /// It takes the whole path.
    whole: bool,
    /// Needs looked at.
    effort: usize,
    /// The needs of the step at hand.
    needs: Vec<Need>,
}

impl<'a> Trail<'a> {
    /// The literals that refuse, for the same reason, every path through them that comes to the node of the refusal; none if it takes
    /// the whole path.
    pub fn explain(self, roots: &[Root], scratch: &mut Scratch) -> Option<Explanation> {
        let mut walk = Walk::new(self, scratch);
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
        let Explanation { spots, rigid, .. } = &mut walk.found;
        spots.add(rigid);
        Some(walk.found)
    }

    /// How a step of a function was joined: the first time or in a later round.
    pub fn join(self, index: usize) -> &'a Join {
        let step = &self.steps[index];
        let place = self.code.place(step.place);
        let begins_loop = place
            .loops
            .last()
            .is_some_and(|&inner| self.code.header(inner) == step.place);
        let rounds = &self.graph.node(step.node).rounds;
        if begins_loop && rounds.last().is_some_and(|&round| round > 0) {
            &place.again
        } else {
            &place.first
        }
    }
}

impl<'a> Walk<'a> {
    fn new(trail: Trail<'a>, scratch: &'a mut Scratch) -> Self {
        scratch.clear();
        Walk {
            trail,
            found: Explanation::default(),
            at: scratch,
            whole: false,
            effort: 0,
            needs: Vec::new(),
        }
    }

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
        let goes_on = assertion.step + 1 < self.trail.steps.len();
        let spot = match assertion.is_way && goes_on {
            true => edge_spot(assertion.step + 1),
            false => node_spot(assertion.step),
        };
        self.found.spots.insert(spot);
        self.found.conditions.push(Condition { assertion, spot });
        self.instruction(assertion.step, assertion.index);
    }

    fn block(&self, step: usize) -> &everypath_program::Block {
        let place = self.trail.steps[step].place;
        &self.trail.code.place(place).block
    }

    /// How many instructions of its block a step executed, from the first on.
    fn end_of(&self, step: usize) -> usize {
        match &self.trail.steps[step].progress {
            Progress::Value(_, needed) => needed.at,
            Progress::Planned | Progress::Forced(..) | Progress::Open(..) | Progress::Over(_) => {
                self.block(step).instructions.len()
            }
        }
    }

    fn touch(&self, step: usize, index: usize) -> Option<Touch> {
        let touches = &self.trail.steps[step].touches;
        let found = touches.binary_search_by_key(&(index as u32), |touch| touch.index);
        found.ok().map(|found| touches[found])
    }

    /// Whether an operand is the address of a variable of the frame.
    fn is_variable(&self, step: usize, operand: Operand) -> bool {
        let place = self.trail.code.place(self.trail.steps[step].place);
        let function = place.function;
        matches!(operand, Operand::Local(local) if self.trail.code.is_variable(function, local))
    }

    /// The variable of the frame that an instruction does something to, if it is a service that does nothing else.
    fn variable_of(&self, step: usize, instruction: &Instruction) -> Option<Local> {
        let code = self.trail.code;
        let function = code.place(self.trail.steps[step].place).function;
        variable_of(instruction, code.variables(function))
    }

    /// What is known of the object that an access goes to.
    fn owner(&self, step: usize, address: Operand, range: Range) -> Owner {
        match address {
            _ if range.lasting => Owner::Lasting,
            Operand::Local(local) if self.is_variable(step, address) => {
                Owner::Variable(self.trail.steps[step].frame, local)
            }
            Operand::Local(_) | Operand::Constant(_) => Owner::Unknown,
        }
    }

    fn before(&mut self, step: usize, index: usize, what: What, exact: bool) {
        let at = self.at.step(step);
        let rigid = !matches!(what, What::Local(..));
        at.inner.push((index, Need { what, exact, rigid }));
    }

    fn operand_before(&mut self, step: usize, index: usize, operand: Operand, exact: bool) {
        self.needs_operand(step, index, operand, (exact, false));
    }

    fn rigid_before(&mut self, step: usize, index: usize, operand: Operand, exact: bool) {
        self.needs_operand(step, index, operand, (exact, true));
    }

    fn needs_operand(
        &mut self,
        step: usize,
        index: usize,
        operand: Operand,
        (exact, rigid): (bool, bool),
    ) {
        let frame = self.trail.steps[step].frame;
        if let Some(need) = Need::of_operand(frame, operand, exact, rigid) {
            self.at.step(step).inner.push((index, need));
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
                    Some(range) => {
                        let of = self.owner(step, *address, range);
                        self.rigid_before(step, index, *address, false);
                        if of != Owner::Lasting {
                            self.before(step, index, What::Life(of), true);
                        }
                        let Range { start, size, .. } = range;
                        if self.trail.checks_reads
                            && matches!(instruction, Instruction::Load { .. })
                        {
                            let what = What::Memory {
                                start,
                                end: start.saturating_add(size),
                                of,
                            };
                            self.before(step, index, what, false);
                        }
                    }
                    None => {
                        self.rigid_before(step, index, *address, true);
                        for what in ANYTHING {
                            self.before(step, index, what, true);
                        }
                    }
                }
            }
            Instruction::Service {
                service, arguments, ..
            } => {
                let info = service.info();
                let is_of_variable = self.variable_of(step, instruction).is_some();
                for &argument in arguments {
                    self.rigid_before(step, index, argument, !is_of_variable);
                }
                if !is_of_variable {
                    if info.reads_state {
                        for what in ANYTHING {
                            self.before(step, index, what, true);
                        }
                    }
                    return;
                }
                let range = self.touch(step, index).and_then(|touch| touch.range);
                match (info.failure, range) {
                    (Failure::Never, _) | (Failure::OutOfBounds | Failure::Possible, None) => {}
                    (Failure::OutOfBounds | Failure::Possible, Some(range)) => {
                        let of = self.owner(step, arguments[0], range);
                        self.before(step, index, What::Life(of), true);
                    }
                }
            }
            Instruction::Allocate { size, .. } => {
                self.rigid_before(step, index, *size, true);
                self.before(step, index, What::World, true);
            }
            Instruction::Float {
                operation,
                arguments,
                ..
            } if operation.takes_constants() => {
                for &argument in arguments {
                    self.rigid_before(step, index, argument, true);
                }
            }
            Instruction::Float { .. }
            | Instruction::Copy { .. }
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
                self.before(step, index, What::Life(Owner::Unknown), true);
            }
            Terminator::Exit { .. } if !self.trail.code.checks_ends() => {}
            // What is required at the end depends on all that was allocated; jumps between frames on all calls.
            Terminator::Exit { .. } | Terminator::LongJump { .. } => self.whole = true,
        }
    }

    /// Goes back through a step, and on to where what is needed at its beginning comes from.
    fn through(&mut self, index: usize, at: AtStep) {
        let step = &self.trail.steps[index];
        let AtStep { exit, mut inner } = at;
        let mut needs = std::mem::take(&mut self.needs);
        needs.clear();
        for &need in &exit {
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
        for &(_, need) in &inner {
            add(&mut needs, need);
        }
        self.at.give_back(AtStep { exit, inner });
        self.effort += needs.len();
        for &need in &needs {
            self.at_entry(index, need);
        }
        self.needs = needs;
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
        let given = instruction.result().and_then(|local| {
            let what = What::Local(frame, local);
            let found = needs.iter().position(|need| need.what == what)?;
            Some(needs.swap_remove(found))
        });
        if given.is_some() {
            self.found.instructions.push((step, number));
        }
        let is_rigid = given.is_some_and(|need| need.rigid);
        let given = given.map(|need| need.exact);
        let operand = |needs: &mut Vec<Need>, operand: Operand, exact: bool| {
            if let Some(need) = Need::of_operand(frame, operand, exact, is_rigid) {
                add(needs, need);
            }
        };
        let rigid_operand = |needs: &mut Vec<Need>, operand: Operand, exact: bool| {
            if let Some(need) = Need::of_operand(frame, operand, exact, true) {
                add(needs, need);
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
                    (What::Memory { start, end, of }, Some(range)) => {
                        let behind = range.start.saturating_add(range.size);
                        if behind <= start || end <= range.start {
                            return true;
                        }
                        written_over = Some(written_over.unwrap_or(false) | need.exact);
                        for (start, end) in [(start, range.start), (behind, end)] {
                            if start < end {
                                let what = What::Memory { start, end, of };
                                rest.push(Need { what, ..*need });
                            }
                        }
                        false
                    }
                    (What::Memory { .. }, None) | (What::AllMemory, _) => {
                        written_over = Some(written_over.unwrap_or(false) | need.exact);
                        true
                    }
                    (What::Local(..) | What::Life(_) | What::World, _) => true,
                });
                for need in rest {
                    add(needs, need);
                }
                if let Some(exact) = written_over {
                    rigid_operand(needs, *value, exact);
                }
                // Elsewhere it would have gone over what is needed.
                if !self.is_variable(step, *address) || written_over.is_some() {
                    rigid_operand(needs, *address, range.is_none());
                }
            }
            Instruction::Service {
                service, arguments, ..
            } => {
                let variable = self.variable_of(step, instruction);
                let service = (service.info(), &arguments[..]);
                self.through_service(step, number, service, (variable, given), needs);
            }
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
                            ..
                        } => first < start || last > end,
                        What::Life(Owner::Variable(of, local)) => {
                            (of, Some(local)) != (frame, instruction.result())
                        }
                        What::Local(..) | What::AllMemory | What::Life(_) | What::World => true,
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
            Instruction::Float {
                operation,
                arguments,
                ..
            } => {
                for &argument in arguments {
                    match operation.takes_constants() {
                        true => rigid_operand(needs, argument, true),
                        false => operand(needs, argument, true),
                    }
                }
            }
            Instruction::Load { address, .. } => {
                let exact = given == Some(true);
                match self.touch(step, number).and_then(|touch| touch.range) {
                    Some(range) => {
                        rigid_operand(needs, *address, false);
                        let of = self.owner(step, *address, range);
                        let (start, end) = (range.start, range.start.saturating_add(range.size));
                        let what = What::Memory { start, end, of };
                        let rigid = true;
                        add(needs, Need { what, exact, rigid });
                    }
                    None => {
                        rigid_operand(needs, *address, true);
                        for what in ANYTHING {
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
        (info, arguments): (ServiceInfo, &[Operand]),
        (variable, given): (Option<Local>, Option<bool>),
        needs: &mut Vec<Need>,
    ) {
        let may_change = |need: &Need| match need.what {
            What::Local(..) => false,
            What::Memory { .. } | What::AllMemory => info.memory != MemoryEffect::Unchanged,
            What::Life(_) => info.lives != LifeEffect::Unchanged,
            What::World => info.world,
        };
        if given.is_none() && !needs.iter().any(may_change) {
            return;
        }
        let frame = self.trail.steps[step].frame;
        match (info.lives, variable) {
            (LifeEffect::BeginsVariable | LifeEffect::EndsVariable, Some(local)) => {
                // A variable begins with bytes of its own.
                let own = Owner::Variable(frame, local);
                needs.retain(|need| match need.what {
                    What::Memory { of, .. } | What::Life(of) => of != own,
                    What::Local(..) | What::AllMemory | What::World => true,
                });
                return;
            }
            (LifeEffect::BeginsVariable | LifeEffect::EndsVariable, None)
            | (LifeEffect::Unchanged | LifeEffect::EndsVariables | LifeEffect::Objects, _) => {}
        }
        if let MemoryEffect::Inputs { start, size } = info.memory {
            // The bytes are inputs of their own.
            if let Some(range) = self.touch(step, number).and_then(|touch| touch.range) {
                let end = range.start.saturating_add(range.size);
                needs.retain(|need| match need.what {
                    What::Memory {
                        start, end: last, ..
                    } => start < range.start || last > end,
                    What::Local(..) | What::AllMemory | What::Life(_) | What::World => true,
                });
            }
            for argument in [arguments[start], arguments[size]] {
                if let Some(need) = Need::of_operand(frame, argument, false, true) {
                    add(needs, need);
                }
            }
            return;
        }
        for &argument in arguments {
            if let Some(need) = Need::of_operand(frame, argument, true, true) {
                add(needs, need);
            }
        }
        if info.reads_state {
            for what in ANYTHING {
                add(needs, Need::of(what));
            }
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
                    let mut parameters = place.block.parameters.iter();
                    let number = parameters.position(|&it| it == local);
                    let arguments = self.block(index - 1).terminator.handed_over();
                    let argument = number.and_then(|number| arguments.get(number).copied());
                    if let Some(argument) = argument {
                        self.receive(index, local, argument, need, false);
                    }
                    return;
                }
                self.behind(index - 1, need);
            }
            Entered::Way | Entered::Return => {
                let joins = !matches!(self.trail.join(index), Join::One);
                if let What::Local(frame, local) = need.what
                    && frame == step.frame
                    && let Some(number) = place.block.parameters.iter().position(|&it| it == local)
                {
                    if let Some(argument) = self.argument(index, number) {
                        self.receive(index, local, argument, need, joins);
                    }
                    return;
                }
                let looks_at_effects = matches!(need.what, What::Local(..))
                    || self.trail.memory_reasons == MemoryReasons::Definitions;
                if let Join::Since(dominator, effects) = self.trail.join(index)
                    && looks_at_effects
                    && !need.what.is_changed_by(effects, Some(step.frame))
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

    /// What the edge into a step gives to a parameter of its block.
    fn argument(&self, index: usize, number: usize) -> Option<Operand> {
        let edge = self.trail.steps[index].edge?;
        let slot = self.trail.graph.edge(edge).slot;
        let edge = edge_of(&self.block(index - 1).terminator, slot)?;
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
        if let What::Local(frame, local) = need.what
            && !code.shares_locals
        {
            if frame != step.frame {
                self.returns_there(index, joins);
                self.behind(index - 1, need);
                return;
            }
            let mut results = self.block(call).terminator.results().iter();
            let Some(number) = results.position(|&it| it == local) else {
                self.returns_there(index, joins);
                self.behind(call, need);
                return;
            };
            let values = self.block(index - 1).terminator.handed_over();
            if let Some(&value) = values.get(number) {
                self.receive(index, local, value, need, several);
            }
            return;
        }
        if !is_unknown && !need.what.is_changed_by(code.effects(callee), None) {
            self.returns_there(index, joins);
            self.behind(call, need);
            return;
        }
        match several {
            true => self.through_edge(index, need),
            false => self.behind(index - 1, need),
        }
    }

    /// A step was come to by a return, if others lead there, too.
    fn returns_there(&mut self, index: usize, joins: bool) {
        if joins {
            self.found.rigid.insert(edge_spot(index));
        }
    }

    /// A local of a step receives a value where the step is entered; the edge matters if others lead there.
    fn receive(&mut self, index: usize, local: Local, value: Operand, need: Need, several: bool) {
        let step = &self.trail.steps[index];
        let guard = several.then(|| edge_spot(index));
        self.rests_on(guard, need);
        let from = self.trail.steps[index - 1].frame;
        self.found.moves.push(Move {
            step: index,
            to: (step.frame, local),
            from: (from, value),
            guard,
        });
        if let Operand::Local(local) = value {
            let what = What::Local(from, local);
            self.behind(index - 1, Need { what, ..need });
        }
    }

    /// Something is as it was before a step because of the edge that was taken.
    fn through_edge(&mut self, index: usize, need: Need) {
        let guard = Some(edge_spot(index));
        self.rests_on(guard, need);
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

    fn rests_on(&mut self, spot: Option<Spot>, need: Need) {
        if let Some(spot) = spot {
            self.found.spots.insert(spot);
            if need.rigid {
                self.found.rigid.insert(spot);
            }
        }
    }

    fn behind(&mut self, step: usize, need: Need) {
        // Copies of the block for other values lead on to the same nodes.
        let chooses = self.trail.code.place(self.trail.steps[step].place).chooses;
        if chooses && step + 1 < self.trail.steps.len() {
            self.found.rigid.insert(edge_spot(step + 1));
        }
        self.at.step(step).exit.push(need);
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
    /// What an instruction of a frame needs of an operand; nothing of a constant.
    fn of_operand(frame: u32, operand: Operand, exact: bool, rigid: bool) -> Option<Self> {
        let Operand::Local(local) = operand else {
            return None;
        };
        let what = What::Local(frame, local);
        Some(Need { what, exact, rigid })
    }

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
        match self {
            What::Memory { .. } | What::AllMemory => true,
            What::Local(..) | What::Life(_) | What::World => false,
        }
    }

    /// Whether code may change it; `frame` is the frame that the code runs in, if it is none of a callee.
    fn is_changed_by(self, effects: &Effects, frame: Option<u32>) -> bool {
        // A callee's own variables are none that anybody needs before or behind the call.
        let by_variable = |of: Owner| match (of, frame) {
            (_, None) | (Owner::Lasting, _) => false,
            (Owner::Variable(of, local), Some(frame)) => of == frame && effects.on_variable(local),
            (Owner::Unknown, Some(_)) => effects.on_variables(),
        };
        match self {
            What::Local(_, local) => effects.on_local(local),
            What::Memory { start, end, of } => effects.on_range(start, end) || by_variable(of),
            What::AllMemory => effects.on_memory(),
            What::Life(of) => {
                effects.on_life() || by_variable(of) || of == Owner::Unknown && effects.on_objects()
            }
            What::World => effects.on_world(),
        }
    }
}
