//! Accesses of the flat encoding: one condition says whether an access is valid, and the access goes to all of memory at once.
//!
//! After F. Merz: "Theory and Implementation of Software Bounded Model Checking" (thesis, KIT 2016), section 5.5. An access is valid
//! iff it lies in a variable or segment (one condition for each that its bounds reach) or in a block of the heap (an observer of the
//! heap, see [`everypath_term::heap`]). Other than there, variables of frames are looked at one by one, so that running over from one
//! into another is found.

use everypath_program::{Property, RegionKind};
use everypath_solver::{Solver, SolverError};
use everypath_term::Term;
use everypath_term::ops::mask;

use crate::memory::{ObjectId, Span};
use crate::resolve::{MOST_BY_FORM, feasible, forbidden_property, inside, permits, stride};
use crate::{Access, Alternative, Machine, Resolution, State, Target};

/// What is known of an access whose address lies between two bounds.
struct Conditions {
    /// Holds where it is valid.
    valid: Term,
    /// The properties that it can violate, with the violating condition.
    violations: Vec<(Property, Term)>,
}

impl Conditions {
    /// All inputs are covered: by the access itself where it is valid, and by the violations.
    fn resolution(self, terms: &everypath_term::TermTable, bounds: (u64, u64)) -> Resolution {
        let (low, high) = bounds;
        let alternative = Alternative {
            condition: self.valid,
            target: Target::Anywhere { low, high },
        };
        let mut resolution = Resolution {
            violations: self.violations,
            complete: true,
            ..Resolution::default()
        };
        if !terms.is_false(self.valid) {
            resolution.alternatives.push(alternative);
        }
        resolution
    }
}

impl Machine<'_> {
    /// What [`Machine::resolve_by_form`] does, in the flat encoding.
    pub(crate) fn resolve_flat_by_form(
        &mut self,
        state: &State,
        access: &Access,
    ) -> Option<Resolution> {
        let bounds = self.near_by_form(state, access)?;
        let conditions = self.conditions(state, access, bounds);
        Some(conditions.resolution(&self.terms, bounds))
    }

    /// What [`Machine::resolve`] does, in the flat encoding.
    pub(crate) fn resolve_flat(
        &mut self,
        state: &State,
        solver: &mut Solver,
        access: &Access,
    ) -> Result<Resolution, SolverError> {
        let bounds = match self.near_by_form(state, access) {
            Some(bounds) => bounds,
            None => {
                let terms = &mut self.terms;
                let least = solver.minimum(terms, &state.path, access.address)?;
                let greatest = solver.maximum(terms, &state.path, access.address)?;
                match (least, greatest) {
                    (Some(least), Some(greatest)) => (least, greatest),
                    _ => return Ok(Resolution::default()),
                }
            }
        };
        let mut conditions = self.conditions(state, access, bounds);
        let mut complete = true;
        let mut possible = Vec::new();
        for (property, condition) in std::mem::take(&mut conditions.violations) {
            match feasible(solver.check(&mut self.terms, &state.path, condition)?) {
                Some(true) => possible.push((property, condition)),
                Some(false) => {}
                None => complete = false,
            }
        }
        conditions.violations = possible;
        let mut resolution = conditions.resolution(&self.terms, bounds);
        resolution.complete = complete;
        Ok(resolution)
    }

    /// What [`Machine::resolve`] once gave in the flat encoding for an access between two addresses; the solver is not asked. None if the
    /// access cannot go there.
    pub fn alternative_between(
        &mut self,
        state: &State,
        access: &Access,
        bounds: (u64, u64),
    ) -> Option<Alternative> {
        let (low, high) = bounds;
        if !state.memory.is_flat() || low > high || high > mask(self.address_width) {
            return None;
        }
        let conditions = self.conditions(state, access, bounds);
        let resolution = conditions.resolution(&self.terms, bounds);
        resolution.alternatives.into_iter().next()
    }

    /// The least and the greatest address by form, if they are near each other, or there are blocks at symbolic addresses only: then
    /// nobody needs to know more.
    fn near_by_form(&mut self, state: &State, access: &Access) -> Option<(u64, u64)> {
        let (least, greatest) = self.form_bounds.of(&self.terms, access.address);
        let near = greatest - least <= MOST_BY_FORM * u64::from(access.size.max(4));
        let no_object = self.may_be_block(state, least, greatest)
            && state.memory.is_empty_between(least, greatest);
        (near || no_object).then_some((least, greatest))
    }

    /// Holds where an access lies in a block of the heap.
    pub(crate) fn is_valid_in_heap(&mut self, state: &State, access: &Access) -> Term {
        let Some(heap) = state.memory.heap() else {
            return self.terms.bool(false);
        };
        let bounds = self.form_bounds.of(&self.terms, access.address);
        let terms = &mut self.terms;
        let bytes = terms.constant(self.address_width, u64::from(access.size));
        self.heaps
            .is_valid(terms, heap, (access.address, bytes), bounds)
    }

    fn conditions(
        &mut self,
        state: &State,
        access: &Access,
        (least, greatest): (u64, u64),
    ) -> Conditions {
        let terms = &mut self.terms;
        let size = u64::from(access.size);
        let mut valid = terms.bool(false);
        let mut forbidden = Vec::new();
        let mut outside = terms.bool(true);
        for (_, object) in state.memory.objects_from(least) {
            if object.base() > greatest {
                break;
            }
            let too_small = object.size() < size || object.base() + (object.size() - 1) < least;
            if too_small || object.kind() == RegionKind::Heap {
                continue;
            }
            let holds_all = !object.is_conditional()
                && object.base() <= least
                && greatest - object.base() <= object.size() - size;
            let inside = match holds_all {
                true => terms.bool(true),
                false => inside(terms, object, access),
            };
            let elsewhere = terms.not(inside);
            outside = terms.and(outside, elsewhere);
            if permits(object, access) {
                valid = terms.or(valid, inside);
            } else {
                let property = forbidden_property(object.kind(), access.store);
                forbidden.push((property, inside));
            }
        }
        if let Some(heap) = state.memory.heap() {
            let bytes = terms.constant(self.address_width, size);
            let bounds = (least, greatest);
            let range = (access.address, bytes);
            let in_block = self.heaps.is_valid(terms, heap, range, bounds);
            valid = terms.or(valid, in_block);
            let elsewhere = terms.not(in_block);
            outside = terms.and(outside, elsewhere);
        }
        let mut violations = forbidden;
        if !terms.is_false(outside) {
            let property = match access.store {
                true => Property::InvalidStore,
                false => Property::InvalidLoad,
            };
            violations.push((property, outside));
        }
        Conditions { valid, violations }
    }

    /// The objects that an access between two addresses reaches, by address, with the offsets in them.
    pub(crate) fn parts_of(
        &mut self,
        state: &State,
        access: &Access,
        (least, greatest): (u64, u64),
    ) -> Vec<(ObjectId, Span)> {
        let size = u64::from(access.size);
        let stride = stride(&self.terms, access.address, least, greatest);
        let mut parts = Vec::new();
        for (id, object) in state.memory.objects_from(least) {
            if object.base() > greatest {
                break;
            }
            if object.size() < size || !permits(object, access) {
                continue;
            }
            let low = least.max(object.base());
            let high = greatest.min(object.base() + (object.size() - size));
            if low > high {
                continue;
            }
            // The offsets that the stride leaves start where the address does.
            let low = least + (low - least).next_multiple_of(stride);
            if low > high {
                continue;
            }
            let span = Span {
                low: low - object.base(),
                high: high - (high - low) % stride - object.base(),
                stride,
            };
            parts.push((id, span));
        }
        parts
    }
}
