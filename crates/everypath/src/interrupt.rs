//! Interrupts: the first Ctrl-C (or SIGTERM) asks the run to end and to print what is known, the second ends it at once.

use crate::say_line;
use std::sync::atomic::{AtomicU32, Ordering};

static INTERRUPTS: AtomicU32 = AtomicU32::new(0);

/// Exit status of a process that is ended at once by an interrupt, as shells count it.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Catches interrupts from now on.
pub fn catch() {
    // Fails only if a handler is set already, and then that one serves.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTS.fetch_add(1, Ordering::SeqCst) > 0 {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        say_line!("interrupted: ending with what is known (again to end at once)");
    });
}

/// Whether the user has asked to end.
pub fn requested() -> bool {
    INTERRUPTS.load(Ordering::SeqCst) > 0
}
