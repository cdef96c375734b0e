//! Poison: what each local stands on, and where that is required.
//!
//! In bitcode that was not instrumented, LLVM's flags say what is undefined, but only in the end: an operation that
//! breaks its promise gives poison, and undefined behaviour is to observe that (LLVM language reference, "Poison
//! Values"). Optimisers compute in advance what is thrown away later, so the difference is between right and wrong
//! verdicts. Here every local carries the promises that its value stands on. Operators pass on those of their operands, a
//! select those of the side that it takes, a freeze none; a phi gets one bit per property, as further parameters of its
//! block, which says whether the promises of the value that came in were kept.
//!
//! Observed is what decides where control goes, an address, a divisor, what the machine is asked to do, and, stricter than
//! LLVM, what is stored, passed to a function or returned: neither memory nor calls carry poison. Optimisers do store what
//! the source stores, but choose by selects and phis what that is, so this gives no false alarm (see `docs/c-programs.md`).
//!
//! In code that was not optimised each operation stands where the source has it, and breaks the rules of C there. So all is
//! required at once in functions that optimisers leave alone (`optnone`), and elsewhere what nothing needs, since an
//! optimiser would not have left it.
//!
//! A promise is required once on every way: not again where all ways come from a block that did so. The check
//! has the place of the operation, wherever it stands.

mod required;

use std::rc::Rc;

use everypath_analysis::Dominators;
use everypath_program::{Local, Operand, Position, Property};
use rustc_hash::{FxHashMap, FxHashSet};

use super::promises::MayBePoison;
use crate::binding::Value;

/// A local stands on at most so many promises; more are joined to one per property.
const MOST: usize = 32;

/// What has to hold for a value to be no poison.
#[derive(Clone, Debug)]
struct Promise {
    property: Property,
    condition: Operand,
    /// The operation; nothing if there are several.
    position: Option<Position>,
    /// A promise that implies this one.
    base: Option<u32>,
    /// The blocks that require it.
    required: Vec<u32>,
}

impl Promise {
    /// A promise that nothing implies and that no block requires yet.
    fn new(property: Property, condition: Operand, position: Option<Position>) -> Self {
        Promise {
            property,
            condition,
            position,
            base: None,
            required: Vec::new(),
        }
    }
}

/// A parameter of a block that says whether the promises of a phi were kept: the phi's id, the scalar's number in
/// it, the property.
pub(super) type Slot = (usize, usize, Property);

/// What lowering knows of poison in a function.
#[derive(Default)]
pub(super) struct Poison {
    /// Whether flags are promises here.
    tracked: bool,
    /// Whether they are required at once.
    eager: bool,
    /// Whether the operation that is being lowered is there only because the source has it, so that its promises are.
    pub(super) useless: bool,
    may_be: MayBePoison,
    dominators: Dominators,
    /// The block that is being lowered.
    pub(super) block: u32,
    /// Whether the code that is being written may be jumped over.
    pub(super) tentative: bool,
    promises: Vec<Promise>,
    carried: FxHashMap<Local, Rc<[u32]>>,
    /// Parameters that are known to be 1 always, and left out.
    kept: FxHashSet<Slot>,
    slots: FxHashMap<Local, Slot>,
    /// What edges pass for each parameter.
    passed: Vec<(Slot, Operand)>,
}

impl Poison {
    pub(super) fn new(tracked: bool, eager: bool, kept: FxHashSet<Slot>) -> Self {
        Poison {
            tracked,
            eager,
            kept,
            ..Poison::default()
        }
    }

    /// The parameters that are 1 on every edge, if those that they depend on are.
    pub(super) fn always_kept(&self) -> FxHashSet<Slot> {
        let mut kept: FxHashSet<Slot> = self.slots.values().copied().collect();
        let mut before = usize::MAX;
        while kept.len() < before {
            before = kept.len();
            for (slot, operand) in &self.passed {
                let holds = match operand {
                    Operand::Constant(bit) => *bit == 1,
                    Operand::Local(local) => self
                        .slots
                        .get(local)
                        .is_some_and(|other| kept.contains(other)),
                };
                if !holds {
                    kept.remove(slot);
                }
            }
        }
        kept
    }

    /// Whether an operation is there only because the source has it.
    pub(super) fn is_useless(&self, operation: Value<'_>) -> bool {
        self.may_be.is_useless(operation)
    }

    /// Whether a promise was required on every way here.
    fn is_required(&self, mut number: u32) -> bool {
        while let Some(promise) = self.promises.get(number as usize) {
            let mut blocks = promise.required.iter();
            if blocks.any(|&block| self.dominators.dominates(block, self.block)) {
                return true;
            }
            match promise.base {
                Some(base) => number = base,
                None => return false,
            }
        }
        false
    }

    /// The promises that operands stand on, but for those that were required.
    fn open(&self, operands: &[Operand]) -> Vec<u32> {
        let mut all = Vec::new();
        for operand in operands {
            if let Operand::Local(local) = operand
                && let Some(carried) = self.carried.get(local)
            {
                all.extend(carried.iter().filter(|&&number| !self.is_required(number)));
            }
        }
        if operands.len() > 1 {
            all.sort_unstable();
            all.dedup();
        }
        all
    }

    fn carries_nothing(&self, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => !self.carried.contains_key(&local),
            Operand::Constant(_) => true,
        }
    }

    fn add(&mut self, promise: Promise) -> u32 {
        self.promises.push(promise);
        self.promises.len() as u32 - 1
    }
}
