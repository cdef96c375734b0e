//! `everypath replay`: runs a test case again.

use everypath_explore::ReplayEnd;
use everypath_report::excerpt::{Sources, excerpt};
use everypath_report::{place_words, text};

use super::print::print;
use crate::cli::ReplayArguments;
use crate::exit::{self, CommandError};
use crate::replay::{Agreement, CaseFile, Replay, Replayed};
use crate::say_line;
use crate::trace;

/// Runs the command.
pub fn replay(arguments: &ReplayArguments) -> Result<u8, CommandError> {
    let case = CaseFile::read(&arguments.case, &arguments.file)?;
    let replay = Replay::new(&arguments.file, case, &arguments.compile)?;
    if replay.program_changed() {
        say_line!("everypath: warning: the program is not the one that the case was made with");
    }
    if let Some(target) = &arguments.trace {
        replay.trace(arguments.max_instructions, &mut *trace::open(target)?)?;
    }
    let replayed = replay.run(arguments.max_instructions);
    show(arguments, &replay, &replayed)?;
    if let Some(directory) = &arguments.debug {
        let beside = || arguments.case.with_extension("debug");
        let directory = directory.clone().unwrap_or_else(beside);
        let command = replay.build_for_debugger(&replayed, &directory)?;
        print(&format!("debug it with: {command}\n"))?;
    } else if arguments.native {
        let (end, agreement) = replay.run_natively(&replayed)?;
        let (words, code) = judged(agreement);
        print(&format!("native run: {end}: {words}\n"))?;
        if let Some(code) = code {
            return Ok(code);
        }
    }
    Ok(match (&replayed.outcome.end, replayed.reproduced) {
        (ReplayEnd::Violation { .. }, _) => exit::UNSAFE,
        (_, true) => 0,
        (_, false) => exit::INCOMPLETE,
    })
}

fn show(
    arguments: &ReplayArguments,
    replay: &Replay,
    replayed: &Replayed,
) -> Result<(), CommandError> {
    let agreement = match replayed.reproduced {
        true => "as the case says".to_owned(),
        false => format!("but the case says: {}", replay.expected()),
    };
    let case = arguments.case.display();
    let mut shown = format!("{case}: {}, {agreement}\n", replayed.words);
    if !arguments.quiet {
        if let Some(place) = &replayed.place {
            shown.push_str(&format!("  --> {}\n", place_words(place)));
            shown.push_str(&excerpt(place, &mut Sources::new(), "  "));
        }
        shown.push_str(&text::notes(&replayed.notes));
        shown.push_str(&text::inputs(&replay.inputs()));
        let outcome = &replayed.outcome;
        for (name, bytes) in [
            ("output", &outcome.output),
            ("error output", &outcome.error_output),
        ] {
            if !bytes.is_empty() {
                shown.push_str(&format!("  {name}:\n"));
                for line in String::from_utf8_lossy(bytes).lines() {
                    shown.push_str(&format!("    {line}\n"));
                }
            }
        }
        shown.push_str(&format!("  {} instructions\n", outcome.instructions));
    }
    print(&shown)
}

/// What a native run means, and the exit code if it does not confirm the replay.
fn judged(agreement: Agreement) -> (&'static str, Option<u8>) {
    match agreement {
        Agreement::Same => ("the same", None),
        Agreement::LibraryNotGiven => (
            "not the same; the case depends on what the world gives the C library, which cannot be given natively",
            Some(exit::INCOMPLETE),
        ),
        Agreement::UnwrittenNotGiven => (
            "not the same; the case depends on memory that the program reads before it writes it, which cannot be given natively",
            Some(exit::INCOMPLETE),
        ),
        Agreement::Different => ("not the same", Some(exit::INTERNAL)),
    }
}
