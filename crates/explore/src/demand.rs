//! What an event demands before a path can go on, and what is said where that cannot be had.
//!
//! The explorers differ in what they make of an event: they fork, collect obligations or learn. What a value is needed for decides how many
//! of its values are followed, an access decides which properties it may violate, and both decide how it is worded that something is not
//! followed: that is the same for all of them, and stands here. What the solver gave up on is never a bound.

use everypath_machine::{Access, CutReason, Machine, Purpose, State};
use everypath_program::{Position, Property};
use everypath_solver::{PathCondition, Solver, SolverError, UnknownReason};
use everypath_term::{Term, TermTable};

use crate::{ExploreOptions, Reason, Undecided};

/// At most so many values are followed where the program asks for a constant.
const FEW_VALUES: usize = 16;

/// So many values of what has to be a constant are looked for before the first of them are followed.
const VALUES_AT_ONCE: usize = 16;

/// Values of what has to be a constant, to be followed.
#[derive(Debug)]
pub(crate) struct Values {
    /// Different ones.
    pub values: Vec<u64>,
    /// What is known of others.
    pub others: Others,
}

/// What becomes of values beside those that are followed now.
#[derive(Debug)]
pub(crate) enum Others {
    /// There are none.
    None,
    /// They are looked for later: what is found with the first need not wait for them.
    Later,
    /// They are not followed.
    Cut(Reason),
}

/// So many values of a term are followed at most.
pub(crate) fn value_limit(options: &ExploreOptions, purpose: Purpose) -> usize {
    let limit = options.values_per_term.max(1);
    match purpose {
        Purpose::Sample => limit.min(FEW_VALUES),
        Purpose::JumpTarget | Purpose::Argument(_) => limit,
    }
}

/// How many values of a term were followed before; what was tried of another term is forgotten.
pub(crate) fn tried_before(tried: &mut Option<(Term, usize)>, term: Term) -> usize {
    let tried = tried.take().filter(|&(tried, _)| tried == term);
    tried.map_or(0, |(_, count)| count)
}

/// The next values of a term that has to be a constant, of which `tried` were followed before (the path excludes them).
///
/// # Errors
/// If the solver fails.
pub(crate) fn values(
    terms: &mut TermTable,
    solver: &mut Solver,
    options: &ExploreOptions,
    path: &PathCondition,
    (term, purpose): (Term, Purpose),
    tried: usize,
) -> Result<Values, SolverError> {
    let limit = value_limit(options, purpose);
    let left = limit.saturating_sub(tried).max(1);
    let at_once = left.min(VALUES_AT_ONCE);
    let mut found = solver.values(terms, path, term, at_once)?;
    let is_full = found.values.len() >= at_once;
    if is_full && !found.complete {
        // Which ones were found first is the luck of models: the least are followed first.
        let least = solver.least_values(terms, path, term, at_once)?;
        if least.values.len() == at_once {
            found.values = least.values;
        }
    }
    let others = if found.complete {
        Others::None
    } else if !is_full || found.unknown.is_some() {
        Others::Cut(undecided_values(purpose, found.unknown))
    } else if at_once < left {
        Others::Later
    } else {
        Others::Cut(too_many_values(purpose, limit))
    };
    Ok(Values {
        values: found.values,
        others,
    })
}

/// A term has more values than are followed.
pub(crate) fn too_many_values(purpose: Purpose, limit: usize) -> Reason {
    Reason::Values {
        purpose,
        limit: limit as u64,
    }
}

/// The solver gave up on the values of a term.
pub(crate) fn undecided_values(purpose: Purpose, reason: Option<UnknownReason>) -> Reason {
    let what = Undecided::Values(purpose);
    Reason::Undecided { what, reason }
}

/// What an access whose address is no constant may violate.
#[derive(Debug)]
pub(crate) struct Hazard {
    /// Where it is said to happen.
    pub position: Position,
    /// Holds, with the path condition, where it happens.
    pub condition: Term,
    /// What it is.
    pub what: HazardKind,
}

/// What happens at a [`Hazard`].
#[derive(Debug)]
pub(crate) enum HazardKind {
    /// A property is violated.
    Violation(Property),
    /// A property whose check is switched off is violated: what the access does then is not defined, so the path is given up.
    Cut(Reason),
}

/// What an access does, for messages.
pub(crate) fn access_detail(access: &Access) -> String {
    let verb = if access.store { "store" } else { "load" };
    format!("{verb} of {} bytes at a symbolic address", access.size)
}

/// What an access may violate, given what was found when its address was resolved.
pub(crate) fn hazards(
    machine: &Machine<'_>,
    state: &State,
    access: &Access,
    violations: Vec<(Property, Term)>,
) -> Vec<Hazard> {
    let hazard = |(property, condition)| match machine.options().checks.contains(property) {
        true => Hazard {
            position: machine.blamed(state, access.position),
            condition,
            what: HazardKind::Violation(property),
        },
        false => {
            let detail = access_detail(access);
            let what = format!("{property} while that check is switched off: {detail}");
            Hazard {
                position: access.position,
                condition,
                what: HazardKind::Cut(Reason::Machine(CutReason::Unsupported(what))),
            }
        }
    };
    violations.into_iter().map(hazard).collect()
}

/// The solver gave up before all places that an access may go to were known.
pub(crate) fn unresolved() -> Reason {
    Reason::Undecided {
        what: Undecided::Address,
        reason: None,
    }
}
