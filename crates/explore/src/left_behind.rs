//! What a run leaves behind.
//!
//! Millions of states and terms take seconds to be given back one by one, and nobody needs the memory where the process ends with the
//! run: the system takes all of it at once. So a run that was stopped by a time limit or an interrupt ends when it should. Only memory is left:
//! a solver is given back, since it may be a process of its own.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{BudgetKind, Reason};

static IS_LAST: AtomicBool = AtomicBool::new(false);

/// Says that the process ends with what it runs from now on: what a run has when it is stopped is left to the system.
pub fn process_ends_with_run() {
    IS_LAST.store(true, Ordering::Relaxed);
}

/// Gives back what a run has that ended for some reasons, or leaves it to the system.
pub(crate) fn leave<'r, T>(what: T, reasons: impl IntoIterator<Item = &'r Reason>) {
    if IS_LAST.load(Ordering::Relaxed) && reasons.into_iter().any(ends_all) {
        std::mem::forget(what);
    }
}

/// Whether a reason ends the whole run: where it is short of memory, others may go on.
fn ends_all(reason: &Reason) -> bool {
    let is_stop = matches!(reason, Reason::Interrupted | Reason::FirstFinding);
    is_stop || reason.budget() == Some(BudgetKind::Wall)
}
