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

mod entry;
mod needs;
mod roots;
mod sources;
mod through;

use everypath_analysis::{Code, Join, variable_of};
use everypath_machine::{Range, Touch};
use everypath_program::{Instruction, Local, Operand};

use super::clauses::{Spot, Spots};
use super::graph::Graph;
use super::root::Root;
use super::step::{Assertion, Progress, Step};
use crate::MemoryReasons;
pub(super) use needs::Scratch;
use needs::{Need, Owner, What};

pub(super) use sources::Sources;

/// Needs beyond which a reason is not looked for: it would be of no use to any other path.
const MOST_EFFORT: usize = 20_000;
/// Needs that the reasons of all steps of a path may take together: one of a long path takes fewer, or to go back over it would take the square of its
/// length.
const MOST_EFFORT_OF_PATH: usize = 4_096 * MOST_EFFORT;

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
    /// Needs looked at, and how many may be.
    effort: usize,
    most_effort: usize,
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
            walk.at.effort += 1 + walk.needs.len() as u64;
            if walk.whole || walk.effort > walk.most_effort {
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
            most_effort: MOST_EFFORT.min(MOST_EFFORT_OF_PATH / trail.steps.len().max(1)),
            needs: Vec::new(),
        }
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
}
