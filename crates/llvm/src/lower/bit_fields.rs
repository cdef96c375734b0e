//! Which bits a program reads and writes where it uses a bit-field.
//!
//! clang loads the unit that a bit-field lies in (`bf.load`), takes the field's bits out of it, or clears them, sets others and stores all
//! where it was (`EmitLoadOfBitfieldLValue` in clang's `CGExpr.cpp`, `EmitStoreThroughBitfieldLValue`). The bits beside the field are not
//! read by C, and stay as unwritten as they are. Where reading what was never written is a violation, the unit gets arbitrary
//! values for the time of such an access, if the bits that are read were written, and behind it counts as written where it was.

use everypath_program::{Operand, Service};
use everypath_term::BinaryOp;
use everypath_term::ops::mask;

use super::memory::Address;
use super::{Flow, Lowerer};
use crate::binding::{Opcode, Value};

/// A word of a unit that a bit-field lies in.
pub(super) struct Word {
    address: Operand,
    /// In bytes.
    size: u64,
    /// The bits that were not written before the access.
    unwritten: Operand,
    /// The bits that the access writes.
    written: u64,
}

/// What becomes of the bits of a unit that is loaded.
struct Use<'m> {
    read: u128,
    written: u128,
    /// What stores them again.
    store: Option<Value<'m>>,
}

impl<'m> Lowerer<'m> {
    /// Gives the unit of a bit-field values before it is loaded. What comes of it is for [`Lowerer::end_bit_field`] behind the access: the load,
    /// or the store that belongs to it.
    pub(super) fn begin_bit_field(
        &mut self,
        load: Value<'m>,
        pointer: Value<'m>,
        place: Address,
    ) -> Flow {
        if load.value_type().integer_width() > u128::BITS {
            let what =
                "a check for uninitialized reads of a bit-field in a unit of more than 128 bits";
            return self.unsupported(what);
        }
        let Some(used) = self.use_of_unit(load, pointer) else {
            return Ok(());
        };
        let size = load.value_type().store_size(self.layout);
        let word = u64::from(self.address_width / 8);
        let mut words = Vec::new();
        for first in (0..size).step_by(word as usize) {
            let part = |bits: u128| (bits >> (8 * first)) as u64 & mask(self.address_width);
            let (read, written) = (part(used.read), part(used.written));
            let address = self.flat(place.plus(first));
            let size = word.min(size - first);
            let length = Operand::Constant(size);
            let unwritten = self.service(Service::UnwrittenBits, &[address, length]);
            let read = Operand::Constant(read);
            self.effect(Service::DefineMemory, &[address, length, read]);
            words.push(Word {
                address,
                size,
                unwritten,
                written,
            });
        }
        let end = used.store.unwrap_or(load);
        self.bit_fields.insert(end.id(), words);
        Ok(())
    }

    /// What was not written of the unit of a bit-field, and is not now, counts as such again.
    pub(super) fn end_bit_field(&mut self, access: Value<'m>) {
        for word in self.bit_fields.remove(&access.id()).unwrap_or_default() {
            let beside = Operand::Constant(!word.written & mask(self.address_width));
            let width = self.address_width;
            let bits = self.binary(BinaryOp::And, width, word.unwritten, beside);
            let size = Operand::Constant(word.size);
            self.effect(Service::MarkUnwritten, &[word.address, size, bits]);
        }
    }

    /// None if the unit may be used in other ways than as a bit-field.
    fn use_of_unit(&self, load: Value<'m>, pointer: Value<'m>) -> Option<Use<'m>> {
        let width = load.value_type().integer_width();
        let all = u128::MAX >> (u128::BITS - width);
        let constant = |user: Value<'m>| {
            let words = self.constants().words(user.operand(1)?)?;
            let words = words.iter().rev();
            Some(words.fold(0, |bits: u128, &word| bits << 64 | u128::from(word)) & all)
        };
        let distance = |user: Value<'m>| {
            let bits = u32::try_from(constant(user)?).ok();
            bits.filter(|&bits| bits < width)
        };
        // What the program itself does with the value of a field has other names.
        let of_field = |user: &Value<'m>| user.name().starts_with("bf.");
        let next = |value: Value<'m>| value.only_user().filter(of_field);
        let user = next(load)?;
        let read = match user.opcode()? {
            Opcode::LLVMAnd => {
                let bits = constant(user)?;
                if let Some(store) = stores_again(load, pointer, user) {
                    return Some(Use {
                        read: 0,
                        written: !bits & all,
                        store: Some(store),
                    });
                }
                bits
            }
            Opcode::LLVMLShr => {
                let low = distance(user)?;
                let masked = next(user).filter(|user| user.opcode() == Some(Opcode::LLVMAnd));
                let kept = masked.and_then(constant).unwrap_or(all);
                (all >> low & kept) << low
            }
            Opcode::LLVMAShr => all & u128::MAX << distance(user)?,
            Opcode::LLVMShl => {
                let high = distance(user)?;
                let is_down = |user: &Value<'m>| {
                    matches!(user.opcode(), Some(Opcode::LLVMAShr | Opcode::LLVMLShr))
                };
                let down = next(user).filter(is_down).and_then(distance);
                let low = down.map_or(0, |down| down.saturating_sub(high));
                all >> high & u128::MAX << low
            }
            _ => return None,
        };
        Some(Use {
            read,
            written: 0,
            store: None,
        })
    }
}

/// Whether a load is one of the unit of a bit-field.
pub(super) fn is_unit(load: Value<'_>) -> bool {
    load.name().starts_with("bf.load")
}

/// What stores a unit where it was loaded from, all for one place of the source, if only some bits of it become others.
fn stores_again<'m>(load: Value<'m>, pointer: Value<'m>, cleared: Value<'m>) -> Option<Value<'m>> {
    let is = |value: Value<'m>, opcode| value.opcode() == Some(opcode);
    let place = |value: Value<'m>| value.location().map(|place| place.id());
    let stored = match cleared.only_user()? {
        set if is(set, Opcode::LLVMOr) && set.name().starts_with("bf.set") => set.only_user()?,
        // Of a bit-field that becomes 0, no bit is set.
        user => user,
    };
    let is_same = is(stored, Opcode::LLVMStore)
        && stored.operand(1).is_some_and(|to| to.id() == pointer.id())
        && place(stored) == place(load);
    is_same.then_some(stored)
}
