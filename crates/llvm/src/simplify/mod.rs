//! Shorter code without other behaviour: what takes the place of LLVM's passes.
//!
//! LLVM's passes may do whatever keeps the meaning of programs that are never undefined: they drop accesses outside a variable, the end
//! of a variable's life, checks behind what is undefined. Here nothing is taken for granted. An instruction is *pure* if it only
//! computes a value ([`code::is_pure`]); all others (accesses, checks, assumptions, inputs, allocations, services, calls) are *events*.
//! Every pass keeps, for all values that inputs and memory may have, the sequence of events of a run with the values of their operands; it may
//! leave out, repeat, share or bring forward pure instructions, and change which block an event stands in. That is all that is ever
//! changed, and `tests.rs` compares the events of random functions before and after.
//!
//! One kind of event may go: the making of an arbitrary value that stands for what was never written and that nobody reads.
//!
//! | file | what it does |
//! |---|---|
//! | `values.rs` | values that were computed before are not computed again; comparisons of what was extended |
//! | `straighten.rs` | branches on constants, blocks with one way in, blocks that only pass on |
//! | `choose.rs` | short sides of a branch that only compute become selections |
//! | `unused.rs` | values that nobody reads, parameters of blocks included |
//!
//! Which variables become values at all is not decided here but by LLVM's `mem2reg`, whose criterion is one of shape: every use
//! of the variable is a load or store of its whole type, not volatile, or a mark of its life.

mod choose;
mod code;
mod straighten;
#[cfg(test)]
mod tests;
mod unused;
mod values;

use everypath_program::{Block, Local, LocalInfo, Position};
use rustc_hash::FxHashSet;

use code::Code;

/// Rounds of all passes; later ones find little.
const ROUNDS: usize = 3;

/// A simplified function.
pub(crate) struct Simplified {
    /// Its blocks, in the order of their keys.
    pub(crate) blocks: Vec<Block>,
    /// What each local is called now, if it is left.
    pub(crate) numbers: Vec<Option<Local>>,
}

/// Simplifies the blocks of a function, the first of which is its entry. `arbitrary` are the locals whose input stands for what
/// was never written.
pub(crate) fn simplify(
    blocks: Vec<Block>,
    locals: &mut Vec<LocalInfo>,
    arbitrary: &FxHashSet<Local>,
) -> Simplified {
    let mut code = Code::new(blocks, locals, arbitrary);
    for _ in 0..ROUNDS {
        values::number(&mut code);
        let mut changed = straighten::straighten(&mut code);
        changed |= choose::choose(&mut code);
        if !changed {
            break;
        }
    }
    unused::remove(&mut code);
    finish(code)
}

/// Removes what nobody reads and nothing else.
pub(crate) fn remove_unused(
    blocks: Vec<Block>,
    locals: &mut Vec<LocalInfo>,
    arbitrary: &FxHashSet<Local>,
) -> Simplified {
    let mut code = Code::new(blocks, locals, arbitrary);
    unused::remove(&mut code);
    finish(code)
}

fn finish(code: Code<'_>) -> Simplified {
    let (blocks, numbers) = code.finish();
    Simplified { blocks, numbers }
}

/// The positions of the branches and switches that are left.
pub(crate) fn branching(blocks: &[Block]) -> FxHashSet<Position> {
    let branching = blocks.iter().filter(|block| {
        matches!(
            block.terminator,
            everypath_program::Terminator::Branch { .. }
                | everypath_program::Terminator::Switch { .. }
        )
    });
    branching
        .filter_map(|block| block.positions.last().copied())
        .collect()
}
