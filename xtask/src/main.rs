//! Tasks that a developer or CI runs.
fn main() {}
