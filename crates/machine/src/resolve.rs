//! Symbolic addresses: which objects can an access reach, and which inputs make it invalid.
//!
//! The address is bounded first (least and greatest value under the path condition); each object between the bounds is asked
//! for, and bounded again within. Together the alternatives and the violations cover every input of the path.

use everypath_program::{Property, RegionKind};
use everypath_solver::{Answer, Solver, SolverError};
use everypath_term::ops::mask;
use everypath_term::{Kind, Term, TermTable};

use crate::memory::{Object, Span};
use crate::target::{Alternative, Resolution, Target};
use crate::{Access, Machine, State};

/// An address whose form leaves more elements open is bounded by the solver.
pub(crate) const MOST_BY_FORM: u64 = 128;

/// The same for stores: every element that one is thought to reach becomes a choice, for as long as the program runs.
const MOST_STORED_BY_FORM: u64 = 2;

/// The same for objects.
const MOST_OBJECTS_BY_FORM: usize = 8;

impl Machine<'_> {
    /// Resolves an access by the form of its address, without the solver: nothing if the form leaves too much open. What it says may
    /// be more than what can happen: objects that no input reaches, violations that none causes.
    pub fn resolve_by_form(&mut self, state: &State, access: &Access) -> Option<Resolution> {
        if state.memory.is_flat() {
            return self.resolve_flat_by_form(state, access);
        }
        let terms = &mut self.terms;
        let (least, greatest) = self.form_bounds.of(terms, access.address);
        let size = u64::from(access.size);
        let most = match access.store {
            true => MOST_STORED_BY_FORM,
            false => MOST_BY_FORM,
        };
        if greatest - least > most * size.max(4) {
            return None;
        }
        let mut resolution = Resolution {
            complete: true,
            ..Resolution::default()
        };
        let mut outside = terms.bool(true);
        let mut covered = false;
        for (id, object) in state.memory.objects_from(least) {
            if object.base() > greatest {
                break;
            }
            if object.size() < size || object.base() + (object.size() - 1) < least {
                continue;
            }
            let contains_all = !object.is_conditional()
                && object.base() <= least
                && greatest - object.base() <= object.size() - size;
            let inside = if contains_all {
                covered = true;
                terms.bool(true)
            } else {
                inside(terms, object, access)
            };
            let not_inside = terms.not(inside);
            outside = terms.and(outside, not_inside);
            if !permits(object, access) {
                let property = forbidden_property(object.kind(), access.store);
                resolution.violations.push((property, inside));
                continue;
            }
            let last = object.base() + (object.size() - size);
            let (low, high) = (least.max(object.base()), greatest.min(last));
            if low > high {
                continue;
            }
            // The offsets that the stride leaves start where the address does.
            let stride = stride(terms, access.address, least, greatest);
            let low = least + (low - least).next_multiple_of(stride);
            if low > high {
                continue;
            }
            let high = high - (high - low) % stride;
            let target = Target::Object {
                object: id,
                base: object.base(),
                span: Span {
                    low: low - object.base(),
                    high: high - object.base(),
                    stride,
                },
            };
            resolution.alternatives.push(Alternative {
                condition: inside,
                target,
            });
        }
        if resolution.alternatives.len() > MOST_OBJECTS_BY_FORM
            || resolution.alternatives.is_empty()
        {
            return None;
        }
        if !covered && !terms.is_false(outside) {
            let property = match access.store {
                true => Property::InvalidStore,
                false => Property::InvalidLoad,
            };
            resolution.violations.push((property, outside));
        }
        Some(resolution)
    }

    /// Resolves an access: all objects that it can reach and all properties that it can violate.
    pub fn resolve(
        &mut self,
        state: &State,
        solver: &mut Solver,
        access: &Access,
    ) -> Result<Resolution, SolverError> {
        if state.memory.is_flat() {
            return self.resolve_flat(state, solver, access);
        }
        let terms = &mut self.terms;
        let size = u64::from(access.size);
        let mut resolution = Resolution {
            complete: true,
            ..Resolution::default()
        };
        let least = solver.minimum(terms, &state.path, access.address)?;
        let greatest = solver.maximum(terms, &state.path, access.address)?;
        let (Some(least), Some(greatest)) = (least, greatest) else {
            resolution.complete = false;
            return Ok(resolution);
        };
        // Where the access lies in no object, seen so far.
        let mut outside = terms.bool(true);
        for (id, object) in state.memory.objects_from(least) {
            if object.base() > greatest {
                break;
            }
            if object.size() < size || object.base() + (object.size() - 1) < least {
                continue;
            }
            let last_offset = object.size() - size;
            let contains_all = !object.is_conditional()
                && object.base() <= least
                && greatest - object.base().min(greatest) <= last_offset;
            let inside = if contains_all {
                terms.bool(true)
            } else {
                inside(terms, object, access)
            };
            let reachable = match contains_all {
                true => Some(true),
                false => feasible(solver.check(terms, &state.path, inside)?),
            };
            if reachable == Some(false) {
                continue;
            }
            // What may lie in an object is no violation, even if the solver gave up.
            let not_inside = terms.not(inside);
            outside = terms.and(outside, not_inside);
            if reachable.is_none() {
                resolution.complete = false;
                continue;
            }
            if !permits(object, access) {
                let property = forbidden_property(object.kind(), access.store);
                resolution.violations.push((property, inside));
                continue;
            }
            let mut path = state.path.clone();
            path.push(inside);
            let (low, high) = if contains_all {
                (Some(least), Some(greatest))
            } else {
                (
                    solver.minimum(terms, &path, access.address)?,
                    solver.maximum(terms, &path, access.address)?,
                )
            };
            let (Some(low), Some(high)) = (low, high) else {
                resolution.complete = false;
                continue;
            };
            let stride = stride(terms, access.address, low, high);
            let span = Span {
                low: low - object.base(),
                high: high - object.base(),
                stride,
            };
            let target = Target::Object {
                object: id,
                base: object.base(),
                span,
            };
            resolution.alternatives.push(Alternative {
                condition: inside,
                target,
            });
        }
        if !terms.is_false(outside) {
            match feasible(solver.check(terms, &state.path, outside)?) {
                Some(true) => {
                    let property = if access.store {
                        Property::InvalidStore
                    } else {
                        Property::InvalidLoad
                    };
                    resolution.violations.push((property, outside));
                }
                Some(false) => {}
                None => resolution.complete = false,
            }
        }
        Ok(resolution)
    }

    /// What [`Machine::resolve`] once gave for an object, by its base and the offsets that the access has in it; the solver is not asked.
    /// None if the access cannot go there.
    pub fn alternative_in(
        &mut self,
        state: &State,
        access: &Access,
        base: u64,
        span: Span,
    ) -> Option<Alternative> {
        if state.memory.is_flat() {
            return None;
        }
        let id = state.memory.find_start(base)?;
        let object = state.memory.object(id);
        let last = object.size().checked_sub(u64::from(access.size))?;
        let Span { low, high, stride } = span;
        let is_span = stride.is_power_of_two() && (low..=last).contains(&high);
        if !is_span || (high - low) % stride != 0 || !permits(object, access) {
            return None;
        }
        let target = Target::Object {
            object: id,
            base,
            span,
        };
        let condition = inside(&mut self.terms, object, access);
        Some(Alternative { condition, target })
    }
}

/// Holds where an access lies in an object with all bytes, and the object is there.
pub(crate) fn inside(terms: &mut TermTable, object: &Object, access: &Access) -> Term {
    has_bytes(terms, object, access.address, u64::from(access.size))
}

/// Holds where an object, which is as large as that, has so many bytes at an address, and is there: of none, also right behind it.
pub(crate) fn has_bytes(terms: &mut TermTable, object: &Object, address: Term, size: u64) -> Term {
    let width = terms.width(address);
    let base = terms.constant(width, object.base());
    let offset = terms.sub(address, base);
    let last = terms.constant(width, object.size() - size);
    let mut inside = terms.ule(offset, last);
    if let Some(bytes) = object.symbolic_size() {
        let size = terms.constant(width, size);
        let end = terms.add(offset, size);
        let fits = terms.ule(end, bytes);
        inside = terms.and(inside, fits);
    }
    if let Some(live) = object.live() {
        inside = terms.and(inside, live);
    }
    inside
}

/// Whether an object may be accessed like this.
pub(crate) fn permits(object: &Object, access: &Access) -> bool {
    let permissions = object.permissions();
    let is_memory = match access.store {
        true => permissions.write,
        false => permissions.read,
    };
    is_memory || object.kind() == RegionKind::Registers
}

/// Whether an answer says that something can be, if it says.
pub(crate) fn feasible(answer: Answer) -> Option<bool> {
    match answer {
        Answer::Sat(_) => Some(true),
        Answer::Unsat(_) => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// The property that an access to an object violates which does not permit it.
pub(crate) fn forbidden_property(kind: RegionKind, store: bool) -> Property {
    match (kind, store) {
        (RegionKind::StackGuard, _) => Property::StackOverflow,
        (RegionKind::Local | RegionKind::Function, true) => Property::InvalidStore,
        (
            RegionKind::Segment
            | RegionKind::Stack
            | RegionKind::Break
            | RegionKind::Mapping
            | RegionKind::Device
            | RegionKind::Registers
            | RegionKind::Global
            | RegionKind::Heap,
            true,
        ) => Property::WriteToReadOnly,
        (_, false) => Property::InvalidLoad,
    }
}

/// A power of two that divides the distance of any two values of the address, from its form: low bits that are
/// constant do not vary.
pub(crate) fn stride(terms: &TermTable, address: Term, low: u64, high: u64) -> u64 {
    if low == high {
        return 1;
    }
    let varying = constant_low_bits(terms, address).min(63);
    // Values differ, so at most 63 low bits are constant.
    1 << varying.min(63 - (high - low).leading_zeros())
}

/// The number of low bits that are constant whatever the inputs.
fn constant_low_bits(terms: &TermTable, term: Term) -> u32 {
    let mut current = term;
    let mut limit = u32::MAX;
    loop {
        let node = terms.node(current);
        let mut children = node.children();
        let (first, second) = (children.next(), children.next());
        match (node.kind, first, second) {
            (Kind::Constant, _, _) => return node.width.min(limit),
            (Kind::Concat, Some(high), Some(low)) => {
                let width = terms.width(low);
                if terms.as_constant(low).is_none() {
                    current = low;
                    limit = limit.min(width);
                } else if terms.as_constant(high).is_none() && limit > width {
                    return (width + constant_low_bits_shallow(terms, high)).min(limit);
                } else {
                    return width.min(limit);
                }
            }
            (Kind::Add, Some(a), Some(b)) => {
                let (inner, other) = if terms.as_constant(b).is_some() {
                    (a, b)
                } else {
                    (b, a)
                };
                if terms.as_constant(other).is_none() {
                    limit = limit.min(constant_low_bits_shallow(terms, other));
                }
                current = inner;
            }
            (Kind::ZeroExtend | Kind::SignExtend, Some(inner), _) => {
                limit = limit.min(terms.width(inner));
                current = inner;
            }
            (Kind::Shl, Some(_), Some(amount)) => {
                return terms
                    .as_u64(amount)
                    .map_or(0, |amount| amount.min(u64::from(node.width)) as u32)
                    .min(limit);
            }
            _ => return 0,
        }
        if limit == 0 {
            return 0;
        }
    }
}

/// The same, looking at the top of the term only.
fn constant_low_bits_shallow(terms: &TermTable, term: Term) -> u32 {
    let node = terms.node(term);
    match node.kind {
        Kind::Constant => node.width,
        Kind::Concat => match node.children().nth(1) {
            Some(low) if terms.as_constant(low).is_some() => terms.width(low),
            _ => 0,
        },
        _ => 0,
    }
}

/// The offset term of an access into an object with this base.
pub(crate) fn offset_in(terms: &mut TermTable, address: Term, base: u64) -> Term {
    let width = terms.width(address);
    let base = terms.constant(width, base & mask(width));
    terms.sub(address, base)
}
