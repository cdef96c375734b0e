//! `everypath replay`: runs a test case again.

use std::collections::BTreeMap;
use std::path::Path;

use everypath_explore::{ReplayEnd, TestCase, replay as replay_case, replay_until};
use everypath_machine::{InputOrigin, Machine, TestInput};
use everypath_program::{Position, Property, World};
use everypath_report::case::{self, Outcome};
use everypath_report::excerpt::{Sources, excerpt};
use everypath_report::ktest::Ktest;
use everypath_report::place_words;
use everypath_report::{hex, text};
use serde::Deserialize;

use super::print::print;
use crate::analysis::{load_job, machine_options};
use crate::cli::ReplayArguments;
use crate::compile;
use crate::compile::CompileOptions;
use crate::convert::{self, Converter};
use crate::exit::{self, CommandError, unreadable};
use crate::front::Front;
use crate::job::Job;
use crate::native::{self, NativeCase, NativeEnd};
use crate::{setting, trace};

/// Runs the command.
pub fn replay(arguments: &ReplayArguments) -> Result<u8, CommandError> {
    let in_case = |error: &dyn std::fmt::Display| {
        unreadable(format!("{}: {error}", arguments.case.display()))
    };
    let is_ktest = arguments.case.extension().is_some_and(|end| end == "ktest");
    let file = if is_ktest {
        of_ktest(arguments)?
    } else {
        case::TestCase::read(&arguments.case).map_err(|error| match error {
            case::CaseError::Io { .. } => unreadable(error),
            other => in_case(&other),
        })?
    };
    let mut job = match &file.job {
        Some(job) => Job::deserialize(job).map_err(|error| in_case(&format!("`job`: {error}")))?,
        None => Job::default(),
    };
    if file.job.is_none() || is_ktest {
        job.compile = arguments.compile.clone();
    }
    let rest = job.files.iter().skip(1).cloned();
    job.files = std::iter::once(arguments.file.clone())
        .chain(rest)
        .collect();
    let compile = job.compile_options();
    let surroundings = setting::of_inputs(Path::new(&file.program), &job.inputs);
    let loaded = load_job(&job, &compile, surroundings)?;
    let changed = file
        .program_digest
        .as_ref()
        .is_some_and(|digest| *digest != loaded.digest);
    if changed {
        eprintln!("everypath: warning: the program is not the one that the case was made with");
    }
    let program = loaded.front.program();
    let given = file.given_files().map_err(|error| in_case(&error))?;
    let options = machine_options(&job, &loaded, &given)?;
    let inputs = file.input_bytes().map_err(|error| in_case(&error))?;
    let inputs = TestCase {
        inputs: inputs
            .into_iter()
            .zip(&file.inputs)
            .map(|((name, bytes), input)| TestInput {
                name,
                bytes,
                element_size: input.element_size,
                origin: InputOrigin::Stream,
            })
            .collect(),
    };
    if let Some(target) = &arguments.trace {
        let mut output = trace::open(target)?;
        let mut machine = Machine::new(program, options.concrete(inputs.source()));
        let mut state = machine.initial_state();
        trace::run(
            &mut machine,
            &mut state,
            arguments.max_instructions,
            &mut *output,
        )
        .map_err(unreadable)?;
    }
    let limit = arguments.max_instructions;
    let outcome = match target(&file.outcome).filter(|_| job.search.continue_after_violation) {
        Some(target) => replay_until(program, &options, &inputs, limit, target),
        None => replay_case(program, &options, &inputs, limit),
    };

    let converter = Converter::new(program);
    let expected = expected_words(&file.outcome);
    let reproduced = is_reproduced(&file.outcome, &outcome.end);
    let (words, place) = happened(&converter, &outcome.end);
    let agreement = if reproduced {
        "as the case says".to_owned()
    } else {
        format!("but the case says: {expected}")
    };
    let mut report = format!("{}: {words}, {agreement}\n", arguments.case.display());
    if !arguments.quiet {
        if let Some(place) = place {
            report.push_str(&format!("  --> {}\n", place_words(&place)));
            report.push_str(&excerpt(&place, &mut Sources::new(), "  "));
        }
        let shown: Vec<_> = inputs
            .inputs
            .iter()
            .zip(&file.inputs)
            .map(|(input, given)| everypath_report::Input {
                origin: given.origin.clone(),
                ..convert::input(input)
            })
            .collect();
        report.push_str(&text::inputs(&shown));
        for (name, bytes) in [
            ("output", &outcome.output),
            ("error output", &outcome.error_output),
        ] {
            if !bytes.is_empty() {
                report.push_str(&format!("  {name}:\n"));
                for line in String::from_utf8_lossy(bytes).lines() {
                    report.push_str(&format!("    {line}\n"));
                }
            }
        }
        report.push_str(&format!("  {} instructions\n", outcome.instructions));
    }
    print(&report);
    if arguments.native {
        let case = native_case(&file, &job, &compile, &loaded.front, &inputs)?;
        let end = native::run(&case).map_err(unreadable)?;
        let agrees = match (&outcome.end, &end) {
            (ReplayEnd::Violation { .. }, NativeEnd::Violation(_))
            | (ReplayEnd::AssumeFailed(_), NativeEnd::AssumptionFailed) => true,
            (ReplayEnd::Exit(code), NativeEnd::Exit(native)) => *code as u8 == *native,
            _ => false,
        };
        let unwritten = file
            .inputs
            .iter()
            .any(|input| input.origin == "uninitialized");
        let of_library = file.inputs.iter().any(setting::is_not_given_natively);
        let (words, code) = match (agrees, unwritten) {
            (false, _) if of_library => (
                "not the same; the case depends on what the world gives the C library, which cannot be given natively",
                Some(exit::INCOMPLETE),
            ),
            (true, _) => ("the same", None),
            (false, true) => (
                "not the same; the case depends on memory that the program reads before it writes it, which cannot be given natively",
                Some(exit::INCOMPLETE),
            ),
            (false, false) => ("not the same", Some(exit::INTERNAL)),
        };
        print(&format!("native run: {end}: {words}\n"));
        if let Some(code) = code {
            return Ok(code);
        }
    }
    Ok(match (&outcome.end, reproduced) {
        (ReplayEnd::Violation { .. }, _) => exit::UNSAFE,
        (_, true) => 0,
        (_, false) => exit::INCOMPLETE,
    })
}

/// A case as the real processor gets it.
fn native_case<'a>(
    file: &case::TestCase,
    job: &'a Job,
    compile: &'a CompileOptions,
    front: &Front,
    inputs: &TestCase,
) -> Result<NativeCase<'a>, CommandError> {
    let refuse = |why: &str| Err(unreadable(format!("no native run: {why}")));
    if !job.files.iter().all(|file| compile::is_source(file)) {
        return refuse("the program is not given as C files");
    }
    let of_job = &job.inputs;
    if !of_job.file.is_empty() || !of_job.symbolic_file.is_empty() {
        return refuse("the case has files that the program opens");
    }
    let world = setting::world_of(of_job, front.riscv_environment());
    let arguments = of_job.args.iter();
    let mut case = NativeCase {
        files: &job.files,
        options: compile,
        checks: front.checks(),
        objects: Vec::new(),
        open_world: world != World::Fixed,
        stdin: Vec::new(),
        arguments: arguments
            .map(|argument| argument.clone().into_bytes())
            .collect(),
        variables: of_job.variable.clone(),
    };
    if let Some(path) = &of_job.stdin {
        let given = file.given_files().map_err(unreadable)?;
        let bytes = given.into_iter().find(|(known, _)| known == path);
        case.stdin = bytes.map(|(_, bytes)| bytes).unwrap_or_default();
    }
    let argument_count = setting::open_argument_count(file, of_job, world);
    for (input, given) in inputs.inputs.iter().zip(&file.inputs) {
        match given.origin.as_str() {
            _ if setting::is_of_the_world(of_job, world, &input.name) => {}
            "register" | "memory" => case.objects.push((input.name.clone(), input.bytes.clone())),
            "stream" => case.stdin.extend_from_slice(&input.bytes),
            "argument" if Some(case.arguments.len()) == argument_count => {}
            "argument" => {
                let end = input.bytes.iter().position(|&byte| byte == 0);
                let text = &input.bytes[..end.unwrap_or(input.bytes.len())];
                case.arguments.push(text.to_vec());
            }
            // Bytes that the program reads before it writes them cannot be given.
            _ => {}
        }
    }
    Ok(case)
}

/// A test of KLEE's as a case: its objects become inputs, by name, a name that comes again with its number (`x#2`).
fn of_ktest(arguments: &ReplayArguments) -> Result<case::TestCase, CommandError> {
    let in_case = |error: &dyn std::fmt::Display| {
        unreadable(format!("{}: {error}", arguments.case.display()))
    };
    let bytes = std::fs::read(&arguments.case).map_err(|error| in_case(&error))?;
    let test = Ktest::parse(&bytes).map_err(|error| in_case(&error))?;
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut inputs = Vec::new();
    for (name, value) in test.objects {
        let count = counts.entry(name.clone()).or_insert(0);
        *count += 1;
        inputs.push(case::CaseInput {
            name: match count {
                1 => name,
                count => format!("{name}#{count}"),
            },
            bytes: hex::encode(&value),
            element_size: 1,
            origin: "memory".to_owned(),
        });
    }
    let mut job = Job::default();
    // KLEE's tests say what is read; nothing else of the world is open.
    job.inputs.world = World::Fixed;
    let given = test.arguments.iter().skip(1);
    job.inputs.args = given
        .map(|argument| String::from_utf8_lossy(argument).into_owned())
        .collect();
    Ok(case::TestCase {
        format: case::FORMAT.to_owned(),
        version: case::VERSION,
        program: arguments.file.display().to_string(),
        program_digest: None,
        job: Some(serde_json::to_value(&job).map_err(|error| in_case(&error))?),
        given: Vec::new(),
        outcome: Outcome::Cut {
            reason: "a .ktest file does not say what happens".to_owned(),
        },
        inputs,
    })
}

fn expected_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Violation {
            property,
            address,
            place,
            ..
        } => {
            let place = if place.is_empty() { address } else { place };
            format!("{property} violated at {place}")
        }
        Outcome::Exit { code } => format!("exit with code {code}"),
        Outcome::Cut { reason } => reason.clone(),
    }
}

/// The violation that a case is about.
fn target(outcome: &Outcome) -> Option<(Property, Position)> {
    match outcome {
        Outcome::Violation {
            property, address, ..
        } => {
            let position = case::parse_address(address).map(Position);
            Property::from_name(property).zip(position)
        }
        _ => None,
    }
}

/// Whether what happened is what the case says. A cut path has no end to compare: anything but a violation is as expected.
fn is_reproduced(expected: &Outcome, end: &ReplayEnd) -> bool {
    match (expected, end) {
        (
            Outcome::Violation {
                property, address, ..
            },
            ReplayEnd::Violation {
                property: found,
                position,
                ..
            },
        ) => *property == found.name() && case::parse_address(address) == Some(position.0),
        (Outcome::Exit { code }, ReplayEnd::Exit(found)) => code == found,
        (Outcome::Cut { .. }, end) => !matches!(end, ReplayEnd::Violation { .. }),
        _ => false,
    }
}

fn happened(
    converter: &Converter<'_>,
    end: &ReplayEnd,
) -> (String, Option<everypath_report::Place>) {
    match end {
        ReplayEnd::Violation {
            property,
            position,
            detail,
            ..
        } => {
            let detail = if detail.is_empty() {
                String::new()
            } else {
                format!(" ({detail})")
            };
            (
                format!("{property} violated{detail}"),
                Some(converter.place(*position)),
            )
        }
        ReplayEnd::Exit(code) => (format!("exit with code {code}"), None),
        ReplayEnd::AssumeFailed(position) => (
            "an assumption does not hold".to_owned(),
            Some(converter.place(*position)),
        ),
        ReplayEnd::Dead(position) => (
            "the program cannot go on".to_owned(),
            Some(converter.place(*position)),
        ),
        ReplayEnd::Cut(reason, position) => (reason.to_string(), Some(converter.place(*position))),
        ReplayEnd::Limit => ("stopped at --max-instructions".to_owned(), None),
    }
}
