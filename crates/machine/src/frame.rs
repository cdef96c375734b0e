//! Frames: what a call suspends and a return brings back.
//!
//! The running frame's locals are the state's own; the callers' frames are a list that all states share. So a fork copies the
//! locals of one function, however deep the calls are.

use std::rc::Rc;
use std::sync::Arc;

use everypath_program::{BlockKey, Local};

use crate::blocks::BlockId;
use crate::jump_point::JumpPoint;
use crate::memory::ObjectId;
use crate::{CallNode, Value};

/// A frame that waits for a call to return.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub locals: Vec<Value>,
    /// The frame's variables in memory.
    pub objects: Vec<ObjectId>,
    /// The calls of `setjmp` in this frame that can come back once more.
    pub jump_points: Vec<JumpPoint>,
    /// The block that ends with the call.
    pub block: BlockId,
    /// Where it goes on.
    pub return_to: BlockKey,
    /// The locals that receive what is returned.
    pub results: Arc<[Local]>,
    /// The call stack up to this frame.
    pub calls: CallNode,
    pub caller: Option<Rc<Frame>>,
}

impl Drop for Frame {
    /// Frees caller after caller: a recursive drop would overflow the stack on deep recursions.
    fn drop(&mut self) {
        let mut caller = self.caller.take();
        while let Some(mut frame) = caller.and_then(|shared| Rc::try_unwrap(shared).ok()) {
            caller = frame.caller.take();
        }
    }
}
