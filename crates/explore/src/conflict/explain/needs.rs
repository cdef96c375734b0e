//! What is needed of a step: values, bytes, lives of objects; what may change them; and what is still to be looked at.

use everypath_analysis::Effects;
use everypath_program::{Local, Operand};

use super::super::clauses::Spots;

/// What an access at an address that is no constant depends on.
pub(super) const ANYTHING: [What; 3] = [What::AllMemory, What::Life(Owner::Unknown), What::World];

/// Something whose value at a point matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
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
pub(super) enum Owner {
    /// It is there as long as the program runs.
    Lasting,
    /// The variable of a frame whose address this local has.
    Variable(u32, Local),
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) what: What,
    /// Whether its number matters; else it is an address, and what matters is which object it leads to and where in it.
    pub(super) exact: bool,
    /// Whether it has to be what it was on the path: something was read or done because of it.
    pub(super) rigid: bool,
}

/// What is needed of one step.
#[derive(Debug, Default)]
pub(super) struct AtStep {
    /// Behind its last instruction.
    pub(super) exit: Vec<Need>,
    /// Before an instruction.
    pub(super) inner: Vec<(usize, Need)>,
}

/// What is needed of each step, kept from one explanation to the next so that it need not be allocated.
#[derive(Debug, Default)]
pub(in super::super) struct Scratch {
    steps: Vec<AtStep>,
    pending: Spots,
    spare: Vec<AtStep>,
    /// Needs that were looked at for all reasons.
    pub(in super::super) effort: u64,
}

impl Scratch {
    pub(super) fn clear(&mut self) {
        while let Some((_, at)) = self.pop_last() {
            self.give_back(at);
        }
    }

    pub(super) fn give_back(&mut self, mut at: AtStep) {
        at.exit.clear();
        at.inner.clear();
        self.spare.push(at);
    }

    pub(super) fn take(&mut self) -> AtStep {
        self.spare.pop().unwrap_or_default()
    }

    pub(super) fn step(&mut self, step: usize) -> &mut AtStep {
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
    pub(super) fn pop_last(&mut self) -> Option<(usize, AtStep)> {
        let last = self.pending.last()?;
        self.pending.remove(last);
        let at = std::mem::take(&mut self.steps[last as usize]);
        Some((last as usize, at))
    }
}

pub(super) fn add(needs: &mut Vec<Need>, new: Need) {
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
    pub(super) fn of_operand(
        frame: u32,
        operand: Operand,
        exact: bool,
        rigid: bool,
    ) -> Option<Self> {
        let Operand::Local(local) = operand else {
            return None;
        };
        let what = What::Local(frame, local);
        Some(Need { what, exact, rigid })
    }

    pub(super) fn of(what: What) -> Self {
        Need {
            what,
            exact: true,
            rigid: true,
        }
    }
}

impl What {
    pub(super) fn is_memory(self) -> bool {
        match self {
            What::Memory { .. } | What::AllMemory => true,
            What::Local(..) | What::Life(_) | What::World => false,
        }
    }

    /// Whether code may change it; `frame` is the frame that the code runs in, if it is none of a callee.
    pub(super) fn is_changed_by(self, effects: &Effects, frame: Option<u32>) -> bool {
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
