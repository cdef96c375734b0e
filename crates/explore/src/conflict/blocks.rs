//! The program's static graph, made of the blocks that the machine runs.

use std::rc::Rc;

use everypath_analysis::{Blocks, Code, Jumps};
use everypath_machine::{Machine, State};
use everypath_program::{Block, BlockKey, Program};

/// Blocks as they are in a state.
pub(super) struct Lifted<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub state: &'a State,
}

impl Blocks for Lifted<'_, '_> {
    fn program(&self) -> &dyn Program {
        self.machine.program()
    }

    fn block(&mut self, key: BlockKey) -> Rc<Block> {
        self.machine.block(self.state, key)
    }
}

/// The graph of a machine's program, with what is known of jumps.
pub(super) fn code_of(machine: &mut Machine<'_>, state: &State, jumps: Jumps) -> Code {
    let checks = machine.options().checks;
    Code::new(&mut Lifted { machine, state }, checks, jumps)
}
