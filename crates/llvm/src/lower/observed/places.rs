//! Where variables may hold pointers, whatever else their types say.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::address;
use crate::binding::{DataLayout, Opcode, Type, TypeKind, Value};
use crate::lower::Lowerer;
use crate::lower::punned::selected;

/// Places of a variable that are told apart; of more, all from the first to the last is one.
const PLACES: usize = 256;
/// Variables that are looked at to find out what one may hold.
const VARIABLES: usize = 64;

/// Where a variable may hold pointers, in bytes from its beginning.
#[derive(Debug, Default)]
pub(in crate::lower) struct PointerPlaces {
    /// Where its type has some.
    pub(super) declared: Vec<Range<u64>>,
    /// Where its type has none: where some are stored by its name, and where places that have some are copied to.
    pub(super) stored: Vec<Range<u64>>,
}

impl<'m> Lowerer<'m> {
    /// Where a variable may hold pointers; nowhere for what is no variable. Of variables with static storage the type alone counts: they are used in many
    /// functions.
    pub(super) fn pointer_places(&mut self, variable: Value<'m>) -> Rc<PointerPlaces> {
        if let Some(known) = self.pointer_places.get(&variable.id()) {
            return known.clone();
        }
        let mut places = PointerPlaces::default();
        if let Some(of) = variable.variable_type() {
            add_pointers(of, 0, self.layout, &mut places.declared);
            let whole = of.allocation_size(self.layout);
            self.add_stored_pointers(variable, whole, &mut places.stored);
            join(&mut places.declared);
            join(&mut places.stored);
            let declared = &places.declared;
            let says_so = |place: &Range<u64>| {
                let mut around = declared.iter();
                around.any(|around| around.start <= place.start && place.end <= around.end)
            };
            places.stored.retain(|place| !says_so(place));
        }
        let places = Rc::new(places);
        self.pointer_places.insert(variable.id(), places.clone());
        places
    }

    /// Adds where pointers are stored to a variable, and where they are copied to it from others, which may be copied to each other.
    fn add_stored_pointers(
        &mut self,
        variable: Value<'m>,
        whole: u64,
        places: &mut Vec<Range<u64>>,
    ) {
        let layout = self.layout;
        let pointer = u64::from(self.address_width / 8);
        // With each variable how far behind its own beginning what it holds is in the first one, if that is known; and whether the first one has the same
        // type there.
        let mut waiting = vec![(variable, Some(0i64), true)];
        let mut seen: FxHashSet<(usize, Option<i64>, bool)> = FxHashSet::default();
        while let Some((source, moved, is_alike)) = waiting.pop() {
            if !seen.insert((source.id(), moved, is_alike)) {
                continue;
            }
            if seen.len() > VARIABLES {
                return places.push(0..whole);
            }
            let here = |at: Option<u64>| {
                let at = i64::try_from(at?).ok()?.checked_add(moved?)?;
                Some(at)
            };
            let mut add = |at: Option<i64>, size: u64| match at {
                Some(at) => {
                    let end = at.saturating_add_unsigned(size);
                    places.push(at.max(0) as u64..end.max(0) as u64);
                }
                None => places.push(0..whole),
            };
            if !is_alike {
                let mut declared = Vec::new();
                if let Some(of) = source.variable_type() {
                    add_pointers(of, 0, layout, &mut declared);
                }
                for place in declared {
                    add(here(Some(place.start)), place.end - place.start);
                }
            }
            if source.allocated_type().is_none() {
                continue;
            }
            let mut addresses = vec![source];
            while let Some(address) = addresses.pop() {
                let offset = address::offset(address, layout);
                for user in address.users() {
                    match user.opcode() {
                        Some(Opcode::LLVMGetElementPtr) if user.operand(0) == Some(address) => {
                            addresses.push(user);
                        }
                        Some(Opcode::LLVMStore) if user.operand(1) == Some(address) => {
                            let stored = user.operand(0).map(|value| value.value_type());
                            let is_pointer =
                                stored.is_some_and(|of| of.kind() == TypeKind::LLVMPointerTypeKind);
                            if is_pointer && what_is_at(address) != stored {
                                add(here(offset), pointer);
                            }
                        }
                        Some(Opcode::LLVMCall) if copies_to(user, address) => {
                            if let Some(&from) = user.arguments().get(1) {
                                let start = address::offset(from, layout);
                                let start = start.and_then(|start| i64::try_from(start).ok());
                                let moved = here(offset)
                                    .zip(start)
                                    .and_then(|(to, from)| to.checked_sub(from));
                                let is_same = is_alike && what_is_at(address) == what_is_at(from);
                                waiting.push((address::base(from), moved, is_same));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// What is at an address, as far as types say: the whole variable, or what the last step selects.
fn what_is_at(address: Value<'_>) -> Option<Type<'_>> {
    match address::steps(address).next() {
        Some(step) => selected(step),
        None => address.variable_type(),
    }
}

/// Whether a call copies bytes to an address.
fn copies_to(call: Value<'_>, address: Value<'_>) -> bool {
    let copies = |callee: Value<'_>| {
        let name = callee.name();
        let intrinsic = name
            .strip_prefix("llvm.")
            .and_then(|name| name.split('.').next());
        matches!(intrinsic.unwrap_or(&name), "memcpy" | "memmove")
    };
    call.arguments().first() == Some(&address) && call.callee().is_some_and(copies)
}

/// Adds where a type has pointers, in bytes from an offset.
fn add_pointers<'m>(
    of: Type<'m>,
    offset: u64,
    layout: DataLayout<'m>,
    places: &mut Vec<Range<u64>>,
) {
    match of.kind() {
        TypeKind::LLVMPointerTypeKind => {
            places.push(offset..offset.saturating_add(of.store_size(layout)));
        }
        TypeKind::LLVMStructTypeKind => {
            for index in 0..of.length() {
                if let (Some(member), Some(start)) =
                    (of.element(index), of.member_offset(index, layout))
                {
                    add_pointers(member, offset.saturating_add(start), layout, places);
                }
            }
            join(places);
        }
        TypeKind::LLVMArrayTypeKind => {
            let mut within = Vec::new();
            if let Some(element) = of.element(0) {
                add_pointers(element, 0, layout, &mut within);
                let size = element.allocation_size(layout);
                if within.is_empty() {
                    return;
                }
                if (within.len() as u64).saturating_mul(of.length()) > PLACES as u64 {
                    let all = size.saturating_mul(of.length());
                    return places.push(offset..offset.saturating_add(all));
                }
                for index in 0..of.length() {
                    let start = offset.saturating_add(index.saturating_mul(size));
                    places.extend(within.iter().map(|place| {
                        start.saturating_add(place.start)..start.saturating_add(place.end)
                    }));
                }
            }
        }
        _ => {}
    }
}

/// Joins places that touch each other; all of them if there are too many.
fn join(places: &mut Vec<Range<u64>>) {
    places.sort_by_key(|place| place.start);
    places.dedup_by(|next, before| {
        let touches = next.start <= before.end;
        if touches {
            before.end = before.end.max(next.end);
        }
        touches
    });
    if places.len() > PLACES
        && let (Some(first), Some(last)) = (places.first(), places.last())
    {
        let all = first.start..last.end;
        places.clear();
        places.push(all);
    }
}
