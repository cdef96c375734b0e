//! The stack of the processes that are started: compilers go as deep as expressions are nested.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bytes of stack that a process may take. (Without any limit, the system lays out addresses in another way.)
const STACK_BYTES: u64 = 1 << 30;

/// Raises the limit on the stack for processes that are started from now on, as far as the system allows it.
pub fn raise_limit() {
    let Rlimit { current, maximum } = getrlimit(Resource::Stack);
    let raised = maximum.map_or(STACK_BYTES, |maximum| STACK_BYTES.min(maximum));
    if current.is_some_and(|current| current < raised) {
        let limit = Rlimit {
            current: Some(raised),
            maximum,
        };
        // Where the system refuses, deep expressions are not compiled, and the compiler says so.
        let _ = setrlimit(Resource::Stack, limit);
    }
}
