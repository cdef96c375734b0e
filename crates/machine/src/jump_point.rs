//! What a call of `setjmp` keeps, as long as its frame is alive.

use std::rc::Rc;

use everypath_program::{BlockKey, Local};

use crate::Value;

/// What a call of `setjmp` keeps.
#[derive(Clone, Debug)]
pub(crate) struct JumpPoint {
    /// Which token stands for it.
    pub(crate) number: u64,
    /// Address of the buffer that got the token.
    pub(crate) buffer: u64,
    /// The block that goes on behind the call.
    pub(crate) next: BlockKey,
    /// Receives what the call gives back.
    pub(crate) result: Local,
    /// The frame's locals when it was called.
    pub(crate) locals: Rc<[Value]>,
    /// How many variables the frame had in memory.
    pub(crate) objects: u64,
}

impl JumpPoint {
    /// The locals that a jump brings back.
    pub fn locals(&self) -> &[Value] {
        &self.locals
    }
}

/// Whether the jump points of two versions of a frame differ in the values of locals at most.
pub(crate) fn points_agree(first: &[JumpPoint], second: &[JumpPoint]) -> bool {
    let agree = |(one, two): (&JumpPoint, &JumpPoint)| {
        one.number == two.number
            && one.buffer == two.buffer
            && one.next == two.next
            && one.result == two.result
            && one.locals.len() == two.locals.len()
            && one.objects == two.objects
    };
    first.len() == second.len() && first.iter().zip(second).all(agree)
}

/// The jump points of two versions of a frame that agree, as those of one: `merge` joins the locals that are kept for a block.
pub(crate) fn merge_points(
    first: &[JumpPoint],
    second: &[JumpPoint],
    mut merge: impl FnMut(BlockKey, &mut [Value], &[Value]),
) -> Vec<JumpPoint> {
    let mut merged = first.to_vec();
    for (one, two) in merged.iter_mut().zip(second) {
        if !Rc::ptr_eq(&one.locals, &two.locals) {
            let mut locals = one.locals.to_vec();
            merge(one.next, &mut locals, &two.locals);
            one.locals = locals.into();
        }
    }
    merged
}
