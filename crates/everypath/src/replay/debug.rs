//! A test case under a debugger: the run on the emulator, for GDB.

use everypath_debug::{Debugger, Ended, Guest, Link, SessionError, Storyteller, Timeline};
use everypath_explore::ReplayEnd;
use everypath_report::case::Outcome;
use everypath_report::{place_words, text};
use everypath_riscv::RiscvProgram;

use super::{Replay, happened, is_reproduced, target};
use crate::convert::Converter;
use crate::exit::CommandError;
use crate::front::Front;
use crate::say_line;

/// A test case of machine code, ready to be debugged.
pub struct Debugging<'r> {
    replay: &'r Replay,
    program: &'r RiscvProgram,
}

impl Replay {
    /// The case, to be debugged on the emulator.
    ///
    /// # Errors
    /// If it is not one of machine code.
    pub fn debugging(&self) -> Result<Debugging<'_>, CommandError> {
        match &self.loaded.front {
            Front::Riscv(program) => Ok(Debugging {
                replay: self,
                program,
            }),
            Front::Llvm(..) => Err(CommandError::Usage(format!(
                "{} was checked as LLVM code, which GDB does not know; debug it on this computer's processor \
                 (everypath replay FILE CASE --native --debug), or check it as machine code (--target riscv32 or riscv64)",
                self.job.files[0].display()
            ))),
        }
    }
}

impl Debugging<'_> {
    /// The absolute path of the program.
    pub fn path(&self) -> String {
        let path = &self.replay.job.files[0];
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        path.display().to_string()
    }

    /// Whether the file of the program is the executable itself: else it was compiled.
    pub fn is_executable(&self) -> bool {
        self.replay.loaded.compiled.is_none()
    }

    /// Does what GDB asks until it goes.
    ///
    /// # Errors
    /// If what comes is not GDB's protocol.
    pub fn serve(&self, link: Link) -> Result<Ended, SessionError> {
        let Replay {
            case,
            job,
            machine,
            inputs,
            ..
        } = self.replay;
        let goes_on = job.search.continue_after_violation;
        let target = target(&case.outcome).filter(|_| goes_on);
        let timeline = Timeline::new(self.program, machine, inputs, target);
        let guest = Guest {
            program: self.program,
            path: self.path(),
        };
        Debugger::new(timeline, guest, self).serve(link)
    }
}

impl Storyteller for Debugging<'_> {
    fn end(&self, end: &ReplayEnd) -> String {
        let (words, position) = happened(end);
        let mut said = format!("everypath: {words}");
        if let Some(position) = position {
            let place = Converter::new(self.program).place(position);
            said.push_str(&format!("\n  --> {}", place_words(&place)));
        }
        said.push_str(match is_reproduced(&self.replay.case.outcome, end) {
            true => "\n  as the case says; the next instruction would do it",
            false => "\n  but the case says otherwise (monitor finding)",
        });
        said.push('\n');
        said
    }

    fn finding(&self) -> String {
        let detail = match &self.replay.case.outcome {
            Outcome::Violation { detail, .. } if !detail.is_empty() => format!(" ({detail})"),
            Outcome::Violation { .. } | Outcome::Exit { .. } | Outcome::Cut { .. } => String::new(),
        };
        let expected = self.replay.expected();
        format!("{expected}{detail}\n{}", self.inputs())
    }

    fn inputs(&self) -> String {
        text::inputs(&self.replay.inputs())
    }

    fn refused(&self, why: &str) {
        say_line!("everypath: {why}");
    }
}
