//! What a state keeps for the explorer that lets states meet; the others leave it as it is.

/// What only the merging of states needs to know of a state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meeting {
    /// It stands for several ways that met.
    pub merged: bool,
    /// Whether the state may stand in an iteration or a recursion that no input reaches, since [`crate::Machine::run_until`] paused
    /// there.
    pub doubtful: bool,
    /// A term was bound to a constant for the block that the state is in: it is apart from its siblings until it leaves the block.
    pub bound_here: bool,
    /// Jumps back within functions, the most of any way: those who went round as often may be in one round of the loops around.
    pub rounds: u64,
    /// How it has just entered a block, if a prover watches that: see [`crate::Machine::watch_heads`].
    pub arrived: Option<Arrival>,
}

/// How a state entered a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// From before it, or by a call or a return.
    Forward,
    /// By a jump back within a function: every cycle of a function's blocks has one.
    Back,
}
