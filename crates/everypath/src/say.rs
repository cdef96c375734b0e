//! What is said on standard error.
//!
//! Where that cannot be written to (its reader is gone, a disk is full), nobody hears it, and the command goes on: the standard library's
//! macros would end the thread.

use std::fmt::Arguments;
use std::io::Write;

/// Writes to standard error.
pub fn write(text: Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(text);
}

/// Says something on standard error.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::say::write(format_args!($($text)*)) };
}

/// Says a line on standard error.
#[macro_export]
macro_rules! say_line {
    ($($text:tt)*) => { $crate::say::write(format_args!("{}\n", format_args!($($text)*))) };
}
