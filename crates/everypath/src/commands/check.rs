//! `everypath check`: follows every path and reports.

use std::path::Path;
use std::time::Instant;

use everypath_explore::{
    Answer, Bounds, Budgets, Deepening, Engine, ExploreError, ExploreOptions, SideOrder, StopAt,
    Task, refusal, trace,
};
use everypath_machine::{HeapAddresses, MemoryEncoding};
use everypath_program::Location;
use everypath_report::excerpt::Sources;
use everypath_report::lcov::SourceCoverage;
use everypath_report::progress::ProgressLine;
use everypath_report::text::{self, TextOptions};
use everypath_report::{Report, json};
use everypath_solver::{Backend, SolverCommand, SolverError, SolverOptions};
use everypath_term::RuleSet;

use crate::cli::{
    CheckArguments, FirstSide, HeapChoice, MemoryChoice, SolverArguments, Target, TraceDetail,
};
use crate::compile::CompileOptions;
use crate::convert::Converter;
use crate::emit::Emitter;
use crate::exit::{self, CommandError};
use crate::load::{self, Request, unreadable};
use crate::observe::{CaseWriter, CheckObserver, write_file};
use crate::property_file::Asked;
use crate::source_coverage::{source_coverage, users_file};
use crate::{interrupt, setting};

/// Runs the command.
pub fn check(arguments: &CheckArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    refuse(arguments)?;
    if arguments.properties.property.contains(&Asked::Termination) {
        let first = arguments.files.first().map_or(Path::new(""), |file| file);
        let line = "incomplete: whether the program ends on every input is not decided";
        super::print(&format!("{}: {line}\n", first.display()));
        return Ok(exit::INCOMPLETE);
    }
    let first = arguments.files.first().map_or(Path::new(""), |file| file);
    let mut compile = CompileOptions::from(&arguments.compile);
    if arguments.search.continue_after_violation
        && matches!(compile.target, Target::Lp64 | Target::Ilp32)
    {
        // Else clang's checks end the program, and passes leave out later ones.
        compile.flags.push("-fsanitize-recover=all".to_owned());
    }
    let loaded = load::load(Request {
        files: &arguments.files,
        compile: &compile,
        environment: arguments.environment.env,
        checks: &|defaults| load::choose_checks(defaults, &arguments.properties),
        surroundings: setting::of_inputs(first, &arguments.inputs),
    })?;
    load::refuse_unseen(&loaded, &arguments.files, &arguments.properties)?;
    eprint!("{}", loaded.warnings);
    let front = &loaded.front;
    let program = front.program();
    let mut machine_options = setting::machine_options(
        &arguments.inputs,
        compile.llvm.malloc_may_fail,
        front.riscv_environment(),
        front.checks(),
    )?;
    let options = explore_options(arguments);
    let emitter = Emitter::new(program, front.checks(), arguments)?;
    machine_options.loop_limits = arguments.search.unwindset.clone();
    machine_options.memory = match arguments.search.memory {
        MemoryChoice::Objects => MemoryEncoding::Objects,
        MemoryChoice::Flat => MemoryEncoding::Flat,
    };
    machine_options.heap = match arguments.search.heap {
        HeapChoice::Fixed => HeapAddresses::Fixed,
        HeapChoice::Symbolic => HeapAddresses::Symbolic,
    };
    machine_options.continue_after_violation = arguments.search.continue_after_violation;
    let off = arguments.solver.rules_off();
    machine_options.rules = RuleSet::of(|rule| !off.contains(&rule.id));
    options.bounds.apply(&mut machine_options);

    let writer = match &arguments.output.tests {
        None => None,
        Some(directory) => {
            std::fs::create_dir_all(directory)
                .map_err(|error| unreadable(format!("{}: {error}", directory.display())))?;
            Some(CaseWriter {
                directory: directory.clone(),
                program: first.display().to_string(),
                ktest: arguments.output.ktest,
                digest: loaded.digest.clone(),
                setting: setting::of_case(
                    front,
                    &arguments.inputs,
                    &machine_options,
                    &arguments.files,
                    loaded.compiled.as_ref(),
                ),
            })
        }
    };
    let output = &arguments.output;
    let line = ProgressLine::new(!output.quiet);
    let coverable = line
        .is_visible()
        .then(|| program.code_positions().len() as u64)
        .filter(|&total| total > 0);
    let mut observer = CheckObserver::new(
        program,
        &machine_options,
        writer,
        line,
        output.verbose > 0,
        coverable,
    );
    observer.emitter = emitter;
    let mut solver_options = solver_options(&arguments.solver, arguments.search.seed)?;
    solver_options.end = arguments
        .search
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let task = Task {
        program,
        machine: machine_options,
        solver: solver_options,
        options,
    };
    let engine = arguments.engine();
    let answer = match arguments.search.deepen {
        true => Deepening(engine).run(&task, &mut observer),
        false => engine.run(&task, &mut observer),
    };
    observer.finish();
    let Answer {
        engine,
        record,
        coverage,
    } = answer.map_err(explore_error)?;

    let converter = Converter::new(program);
    // Reading all debug information takes time, which the plain report need not.
    let wanted = output.coverage.is_some() || output.stats || output.json.is_some();
    let covered = wanted.then(|| source_coverage(program, &converter, &coverage));
    let source = covered.as_ref().map(SourceCoverage::counts);
    if let (Some(path), Some(covered)) = (&output.coverage, &covered) {
        write_file(path, covered.render().as_bytes()).map_err(unreadable)?;
    }
    let mut report = converter.report(&record, engine, front, arguments, &observer.cases, source);
    if output.trace.is_some() {
        for (finding, shown) in record.findings.iter().zip(&mut report.findings) {
            let target = (finding.property, finding.position);
            let limit = finding.instructions + 1;
            let is_own = |location: &Location| {
                let file = location.file.clone();
                file.is_none_or(|file| users_file(&converter, file).is_some())
            };
            let trace = trace(
                program,
                &task.machine,
                &finding.case,
                limit,
                target,
                &is_own,
            );
            shown.trace = Some(converter.trace(&trace));
        }
    }
    let code = if record.has_internal_error() {
        exit::INTERNAL
    } else {
        exit::of_verdict(report.verdict)
    };
    show(&report, code, arguments)?;
    if let Some(failure) = observer.failure {
        return Err(unreadable(format!(
            "a test case could not be written: {failure}"
        )));
    }
    if let Some(emitter) = &observer.emitter {
        if let Some(failure) = &emitter.failure {
            return Err(unreadable(failure));
        }
        if !output.quiet {
            eprint!("{}", emitter.summary());
        }
    }
    if let (Some(path), Some(counts), false) = (&output.coverage, source, output.quiet) {
        let (lines, total, path) = (counts.lines, counts.lines_total, path.display());
        eprintln!("coverage written to {path}: {lines} of {total} lines");
    }
    if let Some(directory) = &output.tests
        && !output.quiet
    {
        let (count, place) = (observer.written, directory.display());
        eprintln!("{count} test cases written to {place}; `everypath replay FILE CASE` runs one");
    }
    Ok(code)
}

/// What the parser does not know that cannot be asked.
fn refuse(arguments: &CheckArguments) -> Result<(), CommandError> {
    let search = &arguments.search;
    let of_engine = refusal(search.engine.0, &arguments.demands(), &search.own.0);
    let message = match of_engine {
        Some(message) => message,
        None if search.heap == HeapChoice::Symbolic && search.memory != MemoryChoice::Flat => {
            "--heap symbolic needs addresses that are terms: use it with --memory flat"
        }
        None => return Ok(()),
    };
    Err(CommandError::Usage(message.to_owned()))
}

fn show(report: &Report, code: u8, arguments: &CheckArguments) -> Result<(), CommandError> {
    let output = &arguments.output;
    let render = || {
        json::render(report, code).map_err(|error| {
            CommandError::Internal(format!("the record cannot be written: {error}"))
        })
    };
    match &output.json {
        Some(None) => {
            super::print(&render()?);
            return Ok(());
        }
        Some(Some(path)) => write_file(path, render()?.as_bytes()).map_err(unreadable)?,
        None => {}
    }
    if output.quiet {
        super::print(&text::verdict_line(report));
        return Ok(());
    }
    let options = TextOptions {
        decisions: output.decisions,
        checks: output.list_checks || output.cores,
        memory: output.trace == Some(TraceDetail::Memory),
        statistics: output.stats,
        verbose: output.verbose > 0,
    };
    super::print(&text::render(report, options, &mut Sources::new()));
    Ok(())
}

fn explore_options(arguments: &CheckArguments) -> ExploreOptions {
    let all_findings = arguments.wants_all_findings();
    let may_assume = !arguments.inputs.no_assumptions;
    let cores = arguments.output.cores;
    let arguments = &arguments.search;
    ExploreOptions {
        strategy: arguments.strategy.clone().unwrap_or_default(),
        seed: arguments.seed,
        bounds: Bounds {
            instructions_per_path: arguments.max_instructions,
            forks_per_path: arguments.max_forks,
            loop_iterations: arguments.unwind,
            library_iterations: arguments.library_unwind,
            call_depth: arguments.max_call_depth,
        },
        budgets: Budgets {
            paths: arguments.budget_paths,
            queries: arguments.budget_queries,
            instructions: arguments.budget_instructions,
            states: arguments.budget_states,
            memory_bytes: arguments.budget_memory,
            wall: arguments.time_limit,
        },
        stop: if all_findings {
            StopAt::AllFindings
        } else {
            StopAt::FirstFinding
        },
        order: match arguments.first_side {
            FirstSide::Taken => SideOrder::TakenFirst,
            FirstSide::FallThrough => SideOrder::FallThroughFirst,
        },
        values_per_term: arguments.max_values,
        count_inputs: arguments.count_inputs,
        count_limit: arguments.count_limit,
        bound_checks: !arguments.no_bound_checks,
        may_assume,
        cores,
        own: arguments.own.0.clone(),
    }
}

pub(super) fn solver_options(
    arguments: &SolverArguments,
    seed: u64,
) -> Result<SolverOptions, CommandError> {
    let backend = |text: &str| match (text, SolverCommand::parse(text)) {
        ("embedded", _) => Ok(Backend::Embedded),
        (_, Some(command)) => Ok(Backend::Process(command)),
        (_, None) => Err(CommandError::Usage(
            "the name of the solver is empty".to_owned(),
        )),
    };
    let defaults = SolverOptions::default();
    Ok(SolverOptions {
        layers: match &arguments.layers {
            Some(layers) => layers.iter().filter_map(|layer| *layer).collect(),
            None => defaults.layers,
        },
        backend: backend(&arguments.solver)?,
        cross_check: arguments.cross_check.as_deref().map(&backend).transpose()?,
        conflict_limit: match arguments.conflict_limit {
            Some(0) => None,
            Some(limit) => Some(limit),
            None => defaults.conflict_limit,
        },
        time_limit: arguments.solver_timeout,
        interrupted: Some(interrupt::requested),
        seed,
        certify: arguments.certify,
        ..defaults
    })
}

fn explore_error(error: ExploreError) -> CommandError {
    match error {
        ExploreError::Solver(error) => solver_error(error),
        other => CommandError::Internal(other.to_string()),
    }
}

pub(super) fn solver_error(error: SolverError) -> CommandError {
    match error {
        SolverError::CannotRun { .. } => unreadable(error),
        other => CommandError::Internal(other.to_string()),
    }
}
