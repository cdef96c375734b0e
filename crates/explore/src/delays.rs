//! Delays at random between workers, for tests: nothing that is found may depend on who is faster.

use std::time::Duration;

#[cfg(feature = "testing")]
use std::sync::atomic::{AtomicU64, Ordering};

/// Microseconds of the longest delay; 0: there are none.
#[cfg(feature = "testing")]
static LONGEST: AtomicU64 = AtomicU64::new(0);

/// Lets workers wait for up to so long wherever they look at each other, in this process from now on.
#[cfg(feature = "testing")]
pub fn delay_workers(longest: Duration) {
    let longest = u64::try_from(longest.as_micros()).unwrap_or(u64::MAX);
    LONGEST.store(longest, Ordering::Relaxed);
}

/// Waits, now and then, if a test wants that.
#[cfg(feature = "testing")]
pub(crate) fn delay() {
    if let Some(delay) = at_random() {
        std::thread::sleep(delay);
    }
}

/// Waits, now and then, if a test wants that.
#[cfg(not(feature = "testing"))]
pub(crate) fn delay() {}

/// How long a piece may take: so long, or shorter if a test wants that.
pub(crate) fn slice(usual: Duration) -> Duration {
    #[cfg(feature = "testing")]
    if let Some(delay) = at_random() {
        return delay * 4;
    }
    usual
}

/// Whether what pays only after a while is begun at once, for a test.
pub(crate) fn at_once() -> bool {
    #[cfg(feature = "testing")]
    return LONGEST.load(Ordering::Relaxed) > 0;
    #[cfg(not(feature = "testing"))]
    false
}

/// A delay, one time in eight.
#[cfg(feature = "testing")]
fn at_random() -> Option<Duration> {
    use std::hash::{BuildHasher, RandomState};

    let longest = LONGEST.load(Ordering::Relaxed);
    if longest == 0 {
        return None;
    }
    let random = RandomState::new().hash_one(0);
    let micros = random / 8 % longest;
    random
        .is_multiple_of(8)
        .then_some(Duration::from_micros(micros))
}
